import ChatArchive
import Foundation
import Gtk

/// Somebody who writes every few seconds, so that one can watch what the list does with what arrives.
///
/// The messages are made up and live in the window only: nobody's archive is written to.
@MainActor
final class SimulatedSender {
  /// A message has come; its sender, number and time are to be filled in by whoever knows the conversation.
  var onMessage: ((_ text: String) -> Void)?
  /// Somebody has begun to write, or has stopped.
  var onTyping: ((Bool) -> Void)?

  private var texts = SyntheticConversation(seed: 77, count: 5_000).makeIterator()
  private var running: Task<Void, Never>?

  /// Seconds of silence, and of writing, before each message.
  private static let silence = 0.3...4.0
  private static let writing = 0.5...2.5

  isolated deinit { running?.cancel() }

  var isRunning: Bool { running != nil }

  func start() {
    guard running == nil else { return }
    running = Task { [weak self] in
      while !Task.isCancelled {
        guard await Self.pause(Self.silence) else { return }
        self?.onTyping?(true)
        let goesOn = await Self.pause(Self.writing)
        self?.onTyping?(false)
        guard goesOn, let self else { return }
        onMessage?(nextText())
      }
    }
  }

  func stop() {
    running?.cancel()
    running = nil
  }

  /// False when it was ended meanwhile.
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
