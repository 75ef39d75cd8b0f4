import Synchronization

/// A flag by which work on another thread is stopped.
package final class StopFlag: Sendable {
  package init() {}

  private let flag = Atomic(false)

  package var isRaised: Bool { flag.load(ordering: .relaxed) }
  package func raise() { flag.store(true, ordering: .relaxed) }
}
