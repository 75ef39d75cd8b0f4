import AppBase
import Backscroll
import Chats
import MessageRow
import ScrollCore
import Translation

/// The loaded messages as rows of a list, each with the decoration that depends on its neighbours.
package final class ChatModel: ListModel {
  package let changes = ListChanges()
  let clock: MessageTimeFormatter

  private(set) var decorations: [RowDecoration] = []
  private let loaded: () -> (messages: [Message], context: Message?)
  private let reachesStart: () -> Bool
  /// The message with the unread line above it.
  var unreadMarker: UnreadCounter.Marker? {
    didSet {
      guard unreadMarker != oldValue else { return }
      for id in Set([oldValue?.id, unreadMarker?.id].compactMap(\.self)) {
        if let index = index(of: id) { changes(.update(index: index)) }
      }
    }
  }
  /// The local day at the last ``noteTime()``; the names of days depend on it.
  private var today: Int

  /// `reachesStart` returns whether the conversation's first message is loaded, `loaded` the messages and the message
  /// before the first one.
  init(
    clock: MessageTimeFormatter, reachesStart: @escaping () -> Bool = { false },
    loaded: @escaping () -> (messages: [Message], context: Message?)
  ) {
    self.clock = clock
    self.reachesStart = reachesStart
    self.loaded = loaded
    today = clock.today
  }

  package var messages: [Message] { loaded().messages }

  package var count: Int { messages.count }
  package func id(at index: Int) -> Message.ID { messages[index].id }

  /// - Complexity: O(n) in the number of loaded messages, of which there are some hundreds.
  package func index(of id: Message.ID) -> Int? { messages.firstIndex { $0.id == id } }

  package func kind(at index: Int) -> RowKind { RowKind(messages[index]) }

  package subscript(index: Int) -> ChatRowContent { content(at: index) }

  /// Updates the rows. Call it after each change to the loaded messages.
  func splice(_ splice: Splice) {
    let inserted = splice.insertedRange
    decorations.replaceSubrange(splice.removedRange, with: inserted.map(decoration))
    changes(.splice(splice))
    // The rows beside the change have new neighbours.
    refresh(inserted.lowerBound - 1)
    refresh(inserted.upperBound)
  }

  /// Updates the names of days. Call it when time may have passed, since "Today" becomes "Yesterday" at midnight.
  func noteTime() {
    guard clock.today != today else { return }
    today = clock.today
    for index in decorations.indices where decorations[index].startsDay {
      changes(.update(index: index))
    }
  }

  /// Updates the first row. Call it when it becomes known whether there are messages before it.
  func noteStart() { refresh(0) }

  private func refresh(_ index: Int) {
    guard decorations.indices.contains(index) else { return }
    let decoration = decoration(index)
    guard decoration != decorations[index] else { return }
    decorations[index] = decoration
    changes(.update(index: index))
  }

  private func decoration(_ index: Int) -> RowDecoration {
    let (messages, context) = loaded()
    return RowDecoration(
      of: messages[index], after: index > 0 ? messages[index - 1] : context,
      before: index + 1 < messages.count ? messages[index + 1] : nil, isFirst: index == 0 && reachesStart(),
      day: clock.day)
  }

  // MARK: Words

  /// The content of the row at an index.
  package func content(at index: Int) -> ChatRowContent {
    let message = messages[index]
    let decoration = decorations[index]
    return ChatRowContent(
      message: message, groupPosition: decoration.groupPosition,
      beginning: decoration.beginsChat ? tr("Beginning of this chat") : nil,
      day: decoration.startsDay ? dayName(at: index) : nil,
      unread: unreadMarker.flatMap { $0.id == message.id ? words($0) : nil },
      time: clock.time(of: message.sentAt),
      date: message.attachments.count > 1 ? clock.date(of: message.sentAt) : "",
      forwardedOn: message.details.forward?.sentAt.map(clock.date))
  }

  private func words(_ marker: UnreadCounter.Marker) -> String {
    // Larger numbers are not counted.
    marker.count < ChatSummary.unreadLimit ? Counted.unread(marker.count) : tr("Unread messages")
  }

  /// The name of the day of the row at an index.
  func dayName(at index: Int) -> String { clock.name(ofDay: clock.day(of: messages[index].sentAt)) }
}

/// Kinds of rows with similar heights, for the list's estimates.
package enum RowKind: Hashable {
  case service, line, paragraph, long, picture, file, poll, place
  /// An album by the number of its rows of pictures.
  case album(rows: Int)

  /// Bytes of text that fit into one line, and into a paragraph, in a window of ordinary width.
  private static let lineLength = 60
  private static let paragraphLength = 300

  init(_ message: Message) {
    switch message.kind {
    case .service, .gap: self = .service
    case .deleted, .unsupported: self = .line
    case .normal, .action, .note: self = Self.ofContent(message)
    }
  }

  private static func ofContent(_ message: Message) -> RowKind {
    switch message.details.content {
    case .poll: return .poll
    case .place: return .place
    case .contact: return .file
    case .call, nil: break
    }
    switch message.attachments.first?.kind {
    case .photo, .video, .animation:
      let count = message.attachments.count { $0.isPicture }
      return count > 1 ? .album(rows: AlbumLayout.rows(min(count, AlbumLayout.limit)).count) : .picture
    case .sticker, .roundVideo: return .picture
    case .audio, .file, .voice: return .file
    case nil: break
    }
    switch message.text.utf8.count {
    case ...lineLength: return .line
    case ...paragraphLength: return .paragraph
    default: return .long
    }
  }
}
