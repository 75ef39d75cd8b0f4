import Synchronization

/// Tells work on another thread to end.
package final class StopFlag: Sendable {
  package init() {}

  private let flag = Atomic(false)

  package var isRaised: Bool { flag.load(ordering: .relaxed) }
  package func raise() { flag.store(true, ordering: .relaxed) }
}
