/// How much longer each load takes than it would by itself: what `--latency` asks for.
struct Latency: Sendable {
  typealias Sleep = @MainActor @Sendable (Duration) async throws -> Void

  /// Zero or more; zero adds nothing.
  var duration: Duration
  private let sleep: Sleep

  /// `sleep` takes the time; tests pass one that they hold back.
  init(_ duration: Duration = .zero, sleep: @escaping Sleep = Latency.sleep) {
    self.duration = duration
    self.sleep = sleep
  }

  var milliseconds: Int {
    get { Int(duration / .milliseconds(1)) }
    set { duration = .milliseconds(newValue) }
  }

  /// Returns after ``duration``. Throws `CancellationError` if the task is cancelled before.
  func wait() async throws { try await sleep(duration) }

  /// The time that passes outside of tests.
  static let sleep: Sleep = { if $0 > .zero { try await Task.sleep(for: $0) } }
}
