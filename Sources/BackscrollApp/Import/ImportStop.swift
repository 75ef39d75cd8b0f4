import Synchronization

/// Tells an import to end. Raised once, from any thread.
final class ImportStop: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }
  func raise() { flag.store(true, ordering: .relaxed) }
}
