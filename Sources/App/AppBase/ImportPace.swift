import Synchronization

/// Limits reports of progress to a few each second.
package final class ImportPace: Sendable {
  package init() {}

  package static let interval = Duration.milliseconds(250)
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  /// Returns true for the first report, and again when ``interval`` has passed since the last true answer.
  package func isDue(at now: ContinuousClock.Instant = .now) -> Bool {
    last.withLock { last in
      if let last, now - last < Self.interval { return false }
      last = now
      return true
    }
  }
}
