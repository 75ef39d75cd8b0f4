/// The additional time of each load, set by `--latency`.
package struct Latency: Sendable {
  package typealias Sleep = @MainActor @Sendable (Duration) async throws -> Void

  /// Zero or more; zero adds nothing.
  package var duration: Duration
  private let sleep: Sleep

  /// Makes a latency. `sleep` waits for the time; tests pass a function that they control.
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
