/// How much longer each load takes than it would by itself: what `--latency` asks for.
package struct Latency: Sendable {
  package typealias Sleep = @MainActor @Sendable (Duration) async throws -> Void

  /// Zero or more; zero adds nothing.
  package var duration: Duration
  private let sleep: Sleep

  /// `sleep` takes the time; tests pass one that they hold back.
  package init(_ duration: Duration = .zero, sleep: @escaping Sleep = Latency.sleep) {
    self.duration = duration
    self.sleep = sleep
  }

  package var milliseconds: Int {
    get { Int(duration / .milliseconds(1)) }
    set { duration = .milliseconds(newValue) }
  }

  /// Returns after ``duration``. Throws `CancellationError` if the task is cancelled before.
  package func wait() async throws { try await sleep(duration) }

  /// The time that passes outside of tests.
  package static let sleep: Sleep = { if $0 > .zero { try await Task.sleep(for: $0) } }
}
