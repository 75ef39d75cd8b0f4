import Foundation
import Translation

/// A wait that the server demands: told with its end, which counts down, and followed by another try.
@MainActor
final class FeedWait {
  /// Hears the sentence to show; nil: no more.
  var onText: ((String?) -> Void)?
  private let delay: Latency.Sleep
  private let now: () -> Date
  private var ticking: Task<Void, Never>?
  private var isHushed = false

  /// A wait longer than so many seconds is told by its hour, as counting down would only annoy.
  private static let longestCount = 90.0

  /// `delay` and `now` are the time that the wait goes by.
  init(
    delay: @escaping Latency.Sleep = Latency.sleep, now: @escaping () -> Date = { Date() }
  ) {
    self.delay = delay
    self.now = now
  }

  /// Begins to wait in place of any wait before; at its end `retry` is called.
  func begin(until end: Date, then retry: @escaping @MainActor () -> Void = {}) {
    ticking?.cancel()
    isHushed = false
    ticking = Task { [weak self, delay] in
      while let left = self?.tell(end), left > 0 {
        // The last part of a second as well: what is shown never counts below one.
        let step =
          left > Self.longestCount ? left - Self.longestCount : left.truncatingRemainder(dividingBy: 1)
        do { try await delay(.seconds(step > 0 ? step : 1)) } catch { return }
      }
      guard !Task.isCancelled, let self else { return }
      ticking = nil
      onText?(nil)
      retry()
    }
  }

  /// There is nothing to wait for any more.
  func end() {
    guard let ticking else { return }
    ticking.cancel()
    self.ticking = nil
    onText?(nil)
  }

  /// The server wants to be left alone just now.
  var isWaiting: Bool { ticking != nil }

  /// The reader has seen it: the rest of this wait goes on unsaid.
  func hush() { isHushed = true }

  /// Answers the seconds that are left.
  private func tell(_ end: Date) -> Double? {
    guard !Task.isCancelled else { return nil }
    let left = end.timeIntervalSince(now())
    if left > 0, !isHushed {
      onText?(Self.words(left, end))
    }
    return left
  }

  private static func words(_ left: Double, _ end: Date) -> String {
    guard left <= longestCount else {
      let time = end.formatted(Date.FormatStyle(locale: .desktop).hour().minute())
      return tr("The server takes no more requests for now. Trying again at {time}.", ["time": time])
    }
    let seconds = Int(left.rounded(.up))
    return trn(
      "The server takes no more requests for now. Trying again in a second.",
      "The server takes no more requests for now. Trying again in {count} seconds.", seconds)
  }
}
