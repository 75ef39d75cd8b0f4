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
  /// The titles of the topics, which are shown in a list of all; empty in a chat without topics, and in one topic.
  var topics: [Topic.ID: String] = [:] {
    didSet { if topics != oldValue { update { $0.topic != nil } } }
  }
  /// The thread that is shown beside the messages.
  var openThread: Topic.ID? {
    didSet {
      guard openThread != oldValue else { return }
      let both = [openThread, oldValue]
      update { $0.replies != nil && both.contains($0.topic) }
    }
  }
  /// The topic or thread to which the messages are limited. In a thread, the first message is not quoted by the others,
  /// above which a line says how many they are.
  var part: Topic?
  private var isThread: Bool { part?.isThread ?? false }
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

  private func update(_ isAffected: (Message) -> Bool) {
    for (index, message) in messages.enumerated() where isAffected(message) {
      changes(.update(index: index))
    }
  }

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
    let decoration = decorations[index]
    var message = isThread ? messages[index].inItsThread : messages[index]
    if decoration.continuesThread, message.reply?.isThreadOpener == true { message.reply = nil }
    return ChatRowContent(
      message: message, groupPosition: decoration.groupPosition,
      beginning: decoration.beginsChat ? beginning : nil,
      day: decoration.startsDay ? dayName(at: index) : nil,
      unread: unreadMarker.flatMap { $0.id == message.id ? words($0) : nil } ?? replies(at: index),
      time: clock.time(of: message.sentAt),
      date: message.attachments.count > 1 ? clock.date(of: message.sentAt) : "",
      forwardedOn: message.details.forward?.sentAt.map(clock.date),
      topic: message.topic.flatMap { topics[$0] },
      lastReply: message.replies.map { replies in
        let isSameDay = clock.day(of: replies.lastSentAt) == clock.day(of: message.sentAt)
        return isSameDay ? clock.time(of: replies.lastSentAt) : clock.date(of: replies.lastSentAt)
      }, isThreadOpen: message.replies != nil && openThread != nil && message.topic == openThread)
  }

  private var beginning: String? {
    guard let part else { return tr("Beginning of this chat") }
    return part.isThread ? nil : tr("Beginning of this topic")
  }

  /// The number of replies, above the first one.
  private func replies(at index: Int) -> String? {
    guard isThread, index > 0 else { return nil }
    return messages[index - 1].replies.map { Counted.replies($0.count) }
  }

  private func words(_ marker: UnreadCounter.Marker) -> String {
    // Larger numbers are not counted.
    marker.count < ChatSummary.unreadLimit ? Counted.unread(marker.count) : tr("Unread messages")
  }

  /// The name of the day of the row at an index.
  func dayName(at index: Int) -> String { clock.name(ofDay: clock.day(of: messages[index].sentAt)) }
}

extension Message {
  /// The message in the list of its thread, in which the first message is not quoted.
  fileprivate var inItsThread: Message {
    var message = self
    message.isInThread = false
    message.replies = nil
    if reply?.isThreadOpener == true { message.reply = nil }
    return message
  }
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
