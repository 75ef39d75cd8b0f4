import Dispatch
import Synchronization

/// Waits for an asynchronous function, because the fuzzer calls a function that is not.
func blocking<T: Sendable, E: Error>(_ body: @escaping @Sendable () async throws(E) -> T) -> Result<T, E> {
  let box = ResultBox<T, E>()
  let isDone = DispatchSemaphore(value: 0)
  Task {
    do throws(E) {
      let value = try await body()
      box.set(.success(value))
    } catch {
      box.set(.failure(error))
    }
    isDone.signal()
  }
  isDone.wait()
  return box.value
}

private final class ResultBox<T: Sendable, E: Error>: Sendable {
  private let result = Mutex<Result<T, E>?>(nil)

  /// The result, once it is set.
  var value: Result<T, E> {
    guard let value = result.withLock({ $0 }) else { preconditionFailure("there is no result yet") }
    return value
  }

  func set(_ value: Result<T, E>) { result.withLock { $0 = value } }
}

extension Result where Success: Sendable {
  /// The value; any error is a finding.
  func found() throws(Finding) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw Finding("\(error)")
    }
  }
}
