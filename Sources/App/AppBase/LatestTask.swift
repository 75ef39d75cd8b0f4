import GLib

/// Asynchronous work of which only the latest counts, such as a search during typing. A start cancels the previous
/// work, whose answers and errors are dropped. Releasing the object cancels its work too.
@MainActor
package final class LatestTask {
  /// Delivers an answer. Throws `CancellationError` instead once the work is no longer the latest.
  package typealias Delivery = @MainActor (@MainActor () -> Void) throws -> Void

  private var wait: DeferredCall?
  /// Cancels the work under way; nil if there is none.
  private var stop: (() -> Void)?

  package init() {}

  isolated deinit { cancel() }

  /// Whether work is under way, or is to begin after a pause.
  package var isRunning: Bool { wait != nil || stop != nil }

  /// Cancels the work, and drops its answers.
  package func cancel() {
    wait?.cancel()
    wait = nil
    stop?()
    stop = nil
  }

  /// Starts work that has several answers, after a pause of `seconds`. `failed` gets its error.
  package func run(
    after seconds: Double = 0, _ work: @escaping @MainActor (Delivery) async throws -> Void,
    failed: @escaping @MainActor (any Error) -> Void = { _ in }
  ) {
    cancel()
    guard seconds > 0 else { return start(work, failed) }
    wait = MainLoop.after(seconds: seconds) { [weak self] in
      self?.wait = nil
      self?.start(work, failed)
    }
  }

  private func start(
    _ work: @escaping @MainActor (Delivery) async throws -> Void,
    _ failed: @escaping @MainActor (any Error) -> Void
  ) {
    let task = Task { [weak self] in
      do {
        try await work { answer in
          try Task.checkCancellation()
          answer()
        }
        if !Task.isCancelled { self?.stop = nil }
      } catch {
        guard !Task.isCancelled else { return }
        self?.stop = nil
        failed(error)
      }
    }
    stop = { task.cancel() }
  }

  /// Starts work that has one answer.
  package func run<Answer>(
    after seconds: Double = 0, _ work: @escaping @MainActor () async throws -> Answer,
    then: @escaping @MainActor (Result<Answer, any Error>) -> Void
  ) {
    run(after: seconds) { deliver in
      let result: Result<Answer, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      try deliver { then(result) }
    }
  }

  /// Starts work and returns its answer. Throws `CancellationError` if it was cancelled meanwhile.
  package func answer<Answer: Sendable>(_ work: @escaping @MainActor () async throws -> Answer) async throws
    -> Answer
  {
    cancel()
    let task = Task { try await work() }
    stop = { task.cancel() }
    defer { if !task.isCancelled { stop = nil } }
    let answer = try await task.value
    guard !task.isCancelled else { throw CancellationError() }
    return answer
  }
}
