import Synchronization

/// Lets through what is worth showing: a few reports a second.
final class ImportPace: Sendable {
  static let interval = Duration.milliseconds(250)
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  /// True for the first report, and for one that comes late enough after the last that was let through.
  func isDue(at now: ContinuousClock.Instant = .now) -> Bool {
    last.withLock { last in
      if let last, now - last < Self.interval { return false }
      last = now
      return true
    }
  }
}
