import AppBase
import Chats
import Foundation
import Gtk
import SampleChat

/// The messages that arrived while the reader was away from the end.
struct UnreadCounter: Equatable {
  /// The message below the unread line, and the number in that line.
  struct Marker: Equatable {
    var id: Message.ID
    var count: Int
  }

  private(set) var marker: Marker?
  private var unseen: Set<Message.ID> = []
  /// The messages of imports that were already counted, seen or not.
  private var imported: Set<Message.ID> = []

  var count: Int { unseen.count }
  /// The number of unseen simulated messages.
  var simulatedCount: Int { unseen.count { SimulatedMessages.isSimulated($0) } }
  /// The message below the unread line, until it was in view.
  var unseenMarker: Message.ID? { marker.flatMap { unseen.contains($0.id) ? $0.id : nil } }

  /// Adds a message from another person. `readerIsThere`: it arrived in view, so it is not unread.
  mutating func arrived(_ id: Message.ID, readerIsThere: Bool) {
    guard !readerIsThere else { return }
    // The line stays while a message below it is unread. Otherwise the next message moves it.
    if let known = marker, !unseen.isEmpty {
      marker = Marker(id: known.id, count: known.count + 1)
    } else {
      marker = Marker(id: id, count: 1)
    }
    unseen.insert(id)
  }

  /// Adds the messages of imports, the earliest first. Messages that were added before are ignored.
  mutating func addImported(_ ids: [Message.ID]) {
    let new = Set(ids).subtracting(imported)
    guard let first = ids.first(where: new.contains) else { return }
    if let known = marker, !unseen.isEmpty {
      // The line stays, unless it would be below an unseen message.
      marker = Marker(
        id: ids.first { $0 == known.id || new.contains($0) } ?? first, count: known.count + new.count)
    } else {
      marker = Marker(id: first, count: new.count)
    }
    unseen.formUnion(new)
    imported.formUnion(new)
  }

  /// Marks messages in view as seen.
  mutating func saw(_ ids: some Sequence<Message.ID>) {
    guard !unseen.isEmpty else { return }
    for id in ids { unseen.remove(id) }
  }

  /// Marks all messages as seen. The line stays.
  mutating func sawAll() { unseen = [] }

  /// Removes the line too, after the reader has answered or left.
  mutating func clear() { self = UnreadCounter() }
}

/// Simulates a person who writes every few seconds, to demonstrate arriving messages.
///
/// Its messages exist in the window only, in ``SimulatedMessages``; nothing is written to the archive.
@MainActor
final class SimulatedSender {
  /// Called with a new message. The receiver adds sender, id and time.
  var didSend: ((_ text: String) -> Void)?
  /// Called when typing has begun (true) or ended.
  var didChangeTyping: ((Bool) -> Void)?

  private var texts = SyntheticConversation(seed: 77, count: 5_000).makeIterator()
  private var running: Task<Void, Never>?

  /// Seconds before the typing, and seconds of typing.
  private static let silence = 0.3...4.0
  private static let writing = 0.5...2.5

  isolated deinit { running?.cancel() }

  var isRunning: Bool { running != nil }

  func start() {
    guard running == nil else { return }
    running = Task { [weak self] in
      while !Task.isCancelled {
        guard await Self.pause(Self.silence) else { return }
        self?.didChangeTyping?(true)
        let goesOn = await Self.pause(Self.writing)
        self?.didChangeTyping?(false)
        guard goesOn, let self else { return }
        didSend?(nextText())
      }
    }
  }

  func stop() {
    running?.cancel()
    running = nil
  }

  /// Waits. Returns false if the task was cancelled.
  private static func pause(_ range: ClosedRange<Double>) async -> Bool {
    (try? await Task.sleep(for: .seconds(Double.random(in: range)))) != nil
  }

  private func nextText() -> String {
    while let message = texts.next() {
      if message.kind == .normal, !message.text.isEmpty { return message.text }
    }
    texts = SyntheticConversation(seed: 77, count: 5_000).makeIterator()
    return "And so on."
  }
}

/// The messages of a simulated person, which are not in the archive.
package struct SimulatedArrivals: Equatable {
  package var count = 0
  var unreadCount = 0
  /// The newest message; nil if there is none.
  var last: Message?
}

/// The messages that have arrived in a chat, those that were not seen, and the line above the first of them.
@MainActor
final class ChatArrivals {
  /// Simulates a person who writes.
  let sender = SimulatedSender()
  private unowned let view: ChatView
  private let messages: SimulatedMessages
  private let log = EventLog("chat")
  private var unread = UnreadCounter()
  /// The position of the unread line above an imported message.
  private var importedLine: MessageCursor?
  /// The messages of the simulated person.
  private(set) var simulated = SimulatedArrivals() {
    didSet { if simulated != oldValue { view.didChangeArrivals?(simulated) } }
  }
  /// A message of another person, whose sender is copied to simulated ones.
  private var template: Message?

  init(_ view: ChatView, _ messages: SimulatedMessages) {
    self.view = view
    self.messages = messages
    sender.didSend = { [weak self] in self?.received($0) }
    sender.didChangeTyping = { [weak self] isTyping in
      guard let self else { return }
      if isTyping { template = chooseTemplate() }
      self.view.didChangeTypist?(isTyping ? template?.sender?.name : nil)
    }
  }

  /// Whether a simulated person writes every few seconds.
  var isSimulating: Bool {
    get { sender.isRunning }
    set { if newValue { sender.start() } else { sender.stop() } }
  }

  private func chooseTemplate() -> Message? {
    view.feed.model.messages.filter { $0.kind == .normal && !$0.isOwn && $0.sender != nil }.randomElement()
  }

  private func received(_ text: String) {
    guard var message = template else { return }
    message.text = text
    message.entities = []
    message.reply = nil
    message.attachments = []
    let readerIsThere = view.isAtNewest && view.isMapped
    let feed = view.feed
    message = messages.add(message, at: ChatWriting.now, after: feed.model.messages.last)
    // Otherwise it appears once the end of the conversation is loaded.
    if !feed.append(message) { feed.readPlaces() }
    log.debug("arrived", ["id": message.id, "at-end": readerIsThere])
    unread.arrived(message.id, readerIsThere: readerIsThere)
    simulated = SimulatedArrivals(
      count: simulated.count + 1, unreadCount: unread.simulatedCount, last: message)
    show()
  }

  /// Appends the simulated messages that arrived while the page at the end was being loaded.
  func complete() {
    let feed = view.feed
    guard feed.reachesEnd else { return }
    let missing = messages.all.reversed().prefix { feed.model.index(of: $0.id) == nil }
    for message in missing.reversed() { _ = feed.append(message) }
  }

  /// Marks the messages in view as seen.
  func viewportChanged() {
    guard view.isMapped else { return }
    if view.list.isAtEnd {
      unread.sawAll()
      if let end = view.readEnd { view.didReadToEnd?(end) }
    } else {
      unread.saw(view.visibleRows.map { view.feed.model.id(at: $0) })
    }
    show()
  }

  /// Marks the unread messages of imports. If the reader is at the end, they are read there instead.
  func read() {
    guard view.conversation.origin != .here else { return }
    Task { [weak self, archive = view.archive, id = view.conversation.id] in
      guard let found = try? await archive.unread(in: id), let self else { return }
      if let newest = found.last { view.loadAdded(upTo: newest) }
      guard !view.isAtNewest else { return }
      unread.addImported(found.map(\.id))
      importedLine = found.first { $0.id == unread.marker?.id } ?? importedLine
      viewportChanged()
    }
  }

  /// Removes the unread line, after the reader has answered or left the chat.
  func clear() {
    unread.clear()
    show()
  }

  /// The message below the unread line, if it is unseen and below the view.
  var lineAhead: Message.ID? {
    let feed = view.feed
    guard !feed.isReplacing, let id = unread.unseenMarker, let last = view.visibleRows.last else {
      return nil
    }
    let isBelow =
      if let index = feed.model.index(of: id) {
        index > last
      } else if let line = importedLine?.id == id ? importedLine : messages.message(id)?.cursor {
        line > feed.model.messages[last].cursor
      } else {
        false
      }
    return isBelow ? id : nil
  }

  private func show() {
    view.feed.model.unreadMarker = unread.marker
    simulated.unreadCount = unread.simulatedCount
    guard view.jumpButton.unread != unread.count else { return }
    view.jumpButton.unread = unread.count
    view.jumpButton.leadsToUnread = lineAhead != nil
    log.debug("unread", ["count": unread.count])
  }
}
