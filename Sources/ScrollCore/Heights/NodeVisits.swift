#if DEBUG
  import Synchronization
#endif

/// How many nodes of the height tree an operation visits: the tests' proof that it costs O(log n), where a clock
/// would prove nothing. Counts in debug builds only; in release builds nothing of it is left.
enum NodeVisits {
  /// Notes a visit.
  @inline(__always)
  static func count() {
    #if DEBUG
      counter?.visits.add(1, ordering: .relaxed)
    #endif
  }

  #if DEBUG
    /// Holds the count of one `during`.
    private final class Counter: Sendable {
      let visits = Atomic(0)
    }

    @TaskLocal private static var counter: Counter?

    /// The number of nodes that `operation` visits.
    static func during(_ operation: () -> Void) -> Int {
      let counter = Counter()
      $counter.withValue(counter, operation: operation)
      return counter.visits.load(ordering: .relaxed)
    }
  #endif
}
