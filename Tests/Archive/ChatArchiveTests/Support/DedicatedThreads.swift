import Foundation
import Synchronization
import Testing

/// Runs tests on two dedicated threads instead of the cooperative thread pool.
///
/// These tests block in SQLite and in files. On the pool, which has as many threads as the machine has cores, they
/// would starve the suites that wait for a server.
///
/// Only a few run at a time. Otherwise all tests would begin before the first one ends, with some 1,500 open files, and
/// `Process.run()` would crash: it reads the list of descriptors past its end.
struct DedicatedThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A test with the trait in a suite with the trait.
    guard !Self.isInside else { return try await function() }
    await Turnstile.enter()
    defer { Turnstile.leave() }
    try await Self.$isInside.withValue(true) {
      try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
  }

  @TaskLocal private static var isInside = false
}

/// Lets a few tests in at a time.
private enum Turnstile {
  private struct State {
    var free = 24
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  static func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  static func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free += 1 }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
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
