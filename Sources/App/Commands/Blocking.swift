import Dispatch
import Synchronization

/// Waits for asynchronous work in synchronous code. Blocks the thread, so it is only for commands without a window.
package enum Blocking {
  package static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws
    -> Value
  {
    let outcome = Outcome<Value>()
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.fulfil(result)
    }
    return try outcome.wait()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    func fulfil(_ value: Result<Value, any Error>) {
      result.withLock { $0 = value }
      isDone.signal()
    }

    func wait() throws -> Value {
      isDone.wait()
      guard let value = result.withLock({ $0 }) else {
        preconditionFailure("The semaphore is signalled after the result is set")
      }
      return try value.get()
    }
  }
}
