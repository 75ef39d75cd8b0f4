import Backscroll
import ChatArchive
import ScrollCore

/// The messages that are loaded, as rows of a list: each with what its neighbours make of it.
final class ChatModel: ListModel {
  let changes = ListChanges()
  let clock: MessageClock

  private(set) var messages: [Message] = []
  private(set) var decorations: [RowDecoration] = []
  /// The message before the first that is loaded, where there is one: it is never shown.
  private var context: Message?
  /// The row above which the unread line stands.
  var unreadMarker: UnreadCounter.Marker? {
    didSet {
      guard unreadMarker != oldValue else { return }
      for id in Set([oldValue?.id, unreadMarker?.id].compactMap(\.self)) {
        if let index = index(of: id) { changes.send(.update(index: index)) }
      }
    }
  }
  /// The local day as of the last look, on which the days' names depend.
  private var today: Int

  init(clock: MessageClock) {
    self.clock = clock
    today = clock.today
  }

  var count: Int { messages.count }
  func id(at index: Int) -> Message.ID { messages[index].id }

  /// - Complexity: O(n) in the number of loaded messages, of which there are some hundreds.
  func index(of id: Message.ID) -> Int? { messages.firstIndex { $0.id == id } }

  func kind(at index: Int) -> RowKind { RowKind(messages[index]) }

  subscript(index: Int) -> ChatRowContent { content(at: index) }

  /// Puts `new` in place of `range`; `context` is the message before the first of all there are then.
  func replace(_ range: Range<Int>, with new: [Message], context: Message?) {
    self.context = context
    guard !range.isEmpty || !new.isEmpty else { return }
    messages.replaceSubrange(range, with: new)
    let inserted = range.lowerBound..<range.lowerBound + new.count
    decorations.replaceSubrange(range, with: inserted.map(decoration))
    changes.send(.splice(Splice(at: range.lowerBound, removing: range.count, inserting: new.count)))
    // The rows at the seams have other neighbours now.
    refresh(inserted.lowerBound - 1)
    refresh(inserted.upperBound)
  }

  /// To be called when time may have gone on: "Today" becomes "Yesterday" at midnight.
  func noteTime() {
    guard clock.today != today else { return }
    today = clock.today
    for index in messages.indices where decorations[index].startsDay { changes.send(.update(index: index)) }
  }

  private func refresh(_ index: Int) {
    guard messages.indices.contains(index) else { return }
    let decoration = decoration(index)
    guard decoration != decorations[index] else { return }
    decorations[index] = decoration
    changes.send(.update(index: index))
  }

  private func decoration(_ index: Int) -> RowDecoration {
    RowDecoration(
      of: messages[index], after: index > 0 ? messages[index - 1] : context,
      before: index + 1 < messages.count ? messages[index + 1] : nil, day: clock.day)
  }
}

/// Rows alike in height, for the list's estimates.
enum RowKind {
  case service, line, paragraph, long, picture, file

  /// Characters (bytes, near enough) that fit into one line and into a few of a window of ordinary width.
  private static let lineLength = 60
  private static let paragraphLength = 300

  init(_ message: Message) {
    switch (message.kind, message.attachment?.kind) {
    case (.service, _): self = .service
    case (_, .photo?), (_, .video?), (_, .sticker?): self = .picture
    case (_, .some): self = .file
    case (_, nil):
      switch message.text.utf8.count {
      case ...Self.lineLength: self = .line
      case ...Self.paragraphLength: self = .paragraph
      default: self = .long
      }
    }
  }
}

extension ChatModel {
  /// What the row at an index shows, in words.
  func content(at index: Int) -> ChatRowContent {
    let message = messages[index]
    let decoration = decorations[index]
    return ChatRowContent(
      message: message, groupPosition: decoration.groupPosition,
      day: decoration.startsDay ? dayName(at: index) : nil,
      unread: unreadMarker.flatMap { $0.id == message.id ? Counted.unread($0.count) : nil },
      time: clock.time(of: message.sentAt))
  }

  /// The day of the row at an index, in words.
  func dayName(at index: Int) -> String { clock.name(ofDay: clock.day(of: messages[index].sentAt)) }
}
