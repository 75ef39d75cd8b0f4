import ChatArchive
import Foundation
import Gtk

/// The messages that arrived while the reader was elsewhere.
struct UnreadCounter: Equatable {
  /// The message below the unread line, and the number in that line.
  struct Marker: Equatable {
    var id: Message.ID
    var count: Int
  }

  private(set) var marker: Marker?
  private var unseen: Set<Message.ID> = []

  var count: Int { unseen.count }
  /// The message below the unread line, until it was in view.
  var unseenMarker: Message.ID? { marker.flatMap { unseen.contains($0.id) ? $0.id : nil } }

  /// Adds a message from another person. `readerIsThere`: it arrived in view, so it is not unread.
  mutating func arrived(_ id: Message.ID, readerIsThere: Bool) {
    guard !readerIsThere else { return }
    // The line stays while a message below it is unread. Then the next message moves it.
    if let known = marker, !unseen.isEmpty {
      marker = Marker(id: known.id, count: known.count + 1)
    } else {
      marker = Marker(id: id, count: 1)
    }
    unseen.insert(id)
  }

  /// Adds messages that came with an import, the earliest first.
  mutating func imported(_ ids: [Message.ID]) {
    guard let first = ids.first, unseen.isEmpty else { return }
    marker = Marker(id: first, count: ids.count)
    unseen = Set(ids)
  }

  /// Marks messages in view as seen.
  mutating func saw(_ ids: some Sequence<Message.ID>) {
    guard !unseen.isEmpty else { return }
    for id in ids { unseen.remove(id) }
  }

  /// Marks all messages as seen. The line stays.
  mutating func sawAll() { unseen = [] }

  /// Removes the line too: the reader has answered or left.
  mutating func clear() { self = UnreadCounter() }
}

/// Simulates a person who writes every few seconds, to demonstrate arriving messages.
///
/// Its messages exist in the window only; nothing is written to the archive.
@MainActor
final class SimulatedSender {
  /// A message was written. The receiver adds sender, id and time.
  var didSend: ((_ text: String) -> Void)?
  /// Typing has begun (true) or ended.
  var didChangeTyping: ((Bool) -> Void)?

  private var texts = SyntheticConversation(seed: 77, count: 5_000).makeIterator()
  private var running: Task<Void, Never>?

  /// Seconds before typing begins, and seconds of typing.
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

  /// Returns false if the task was cancelled.
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
