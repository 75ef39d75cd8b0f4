import Foundation
import Testing

/// Runs tests on two dedicated threads instead of the cooperative thread pool.
///
/// These tests block in SQLite and in files. On the pool, which has as many threads as the machine has cores, they
/// would starve the suites that wait for a server.
struct DedicatedThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == DedicatedThreads {
  static var dedicatedThreads: Self { Self() }
}

private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let queue = OperationQueue()

  private init() {
    queue.maxConcurrentOperationCount = 2
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
