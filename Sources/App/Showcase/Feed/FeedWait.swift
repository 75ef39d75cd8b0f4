import AppBase
import Foundation
import StarredRepositories
import Translation

/// The waits between requests. A wait that the server demands shows a countdown, then retries. A wait after another
/// failure only prevents scrolling from loading pages.
///
/// A demanded wait is shown once, however many requests are refused until its end: by one text, which the user can close.
@MainActor
package final class FeedWait {
  /// Called with the sentence to show; nil hides it.
  var didChangeText: ((String?) -> Void)?
  private let delay: Latency.Sleep
  private let now: () -> Date
  private let ticking = LatestTask()
  private var isShown = false
  /// The end of the present or latest wait, and of the wait whose text the user has closed.
  private var latestEnd = Date.distantPast
  private var hushedEnd = Date.distantPast
  private var backoff = Backoff()
  /// The end of the wait after the last failure.
  private var restEnd = Date.distantPast

  /// Longest countdown in seconds. Longer waits show the time of their end instead.
  private static let longestCount = 90.0
  /// The greatest difference between two ends of one wait, in seconds. Servers report the end in whole seconds at each answer.
  private static let tolerance = 2.0

  /// `delay` and `now` are the clock of the wait.
  init(
    delay: @escaping Latency.Sleep = Latency.sleep, now: @escaping () -> Date = { Date() }
  ) {
    self.delay = delay
    self.now = now
  }

  /// Starts a wait in place of the current one and calls `retry` at its end.
  func begin(until end: Date, then retry: @escaping @MainActor () -> Void = {}) {
    latestEnd = end
    ticking.run { [weak self, delay] in
      while let left = self?.tell(end), left > 0 {
        // A fraction of a second comes first, so that each number is shown for a second.
        let step =
          left > Self.longestCount ? left - Self.longestCount : left.truncatingRemainder(dividingBy: 1)
        try await delay(.seconds(step > 0 ? step : 1))
      }
    } then: { [weak self] _ in
      self?.end()
      retry()
    }
  }

  /// Cancels a wait that the server demands.
  func end() {
    guard ticking.isRunning || isShown else { return }
    pause()
    hide()
  }

  /// Cancels the retry at the end of a wait, because the user has requested one sooner. The text stays until its answer.
  func pause() { ticking.cancel() }

  private func hide() {
    isShown = false
    didChangeText?(nil)
  }

  /// Whether no page should be requested now.
  var isWaiting: Bool { ticking.isRunning || now() < restEnd }

  /// Starts the wait after a page that failed. Failures in a row make it longer.
  func noteFailure() { restEnd = now().addingTimeInterval(backoff.noteFailure()) }

  /// Ends all waits: the server has answered.
  func noteSuccess() {
    backoff.noteSuccess()
    restEnd = .distantPast
    hushedEnd = .distantPast
    end()
  }

  /// Hides the text for the rest of this wait, which continues, also if the server demands the same wait again.
  func hush() {
    isShown = false
    hushedEnd = latestEnd
  }

  /// Shows the wait; returns the seconds left, or nil when it is cancelled.
  private func tell(_ end: Date) -> Double? {
    guard !Task.isCancelled else { return nil }
    let left = end.timeIntervalSince(now())
    if left > 0, abs(end.timeIntervalSince(hushedEnd)) > Self.tolerance {
      isShown = true
      didChangeText?(Self.words(left, end))
    }
    return left
  }

  /// The time of the end of a wait: "14:03".
  nonisolated static func clock(_ end: Date) -> String {
    end.formatted(Date.FormatStyle(locale: .desktop).hour().minute())
  }

  private static func words(_ left: Double, _ end: Date) -> String {
    guard left <= longestCount else {
      return tr("The server refuses requests for now. Trying again at {time}.", ["time": clock(end)])
    }
    let seconds = Int(left.rounded(.up))
    return trn(
      "The server refuses requests for now. Trying again in a second.",
      "The server refuses requests for now. Trying again in {count} seconds.", seconds)
  }
}
