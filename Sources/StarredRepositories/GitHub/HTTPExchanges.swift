import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests under way in a session: gathers the bodies, bounds them, and decides what redirects may do.
final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
  /// Why a request was ended from here.
  enum Failure: Error {
    case tooLarge
    case forbiddenRedirect
    case notHTTP
    /// The answer had begun, and did not come to its end.
    case brokenOff
  }

  private struct Exchange {
    let continuation: CheckedContinuation<HTTPAnswer, any Error>
    var body = Data()
    var redirects = 0
    var failure: Failure?
  }

  private let exchanges = Mutex<[Int: Exchange]>([:])
  private let longestBody: Int
  /// GitHub sends a renamed user's requests on once.
  private static let mostRedirects = 5

  init(longestBody: Int) {
    self.longestBody = longestBody
  }

  /// Runs a request to its end.
  func run(_ request: URLRequest, in session: URLSession) async throws -> HTTPAnswer {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
        task.resume()
        // Had it been cancelled before it was noted above, nobody would end it.
        if Task.isCancelled { end(task.taskIdentifier, .failure(CancellationError())) }
      }
    } onCancel: {
      // Not left to the session's word on the cancelled task: it has been seen never to come.
      task.cancel()
      end(task.taskIdentifier, .failure(CancellationError()))
    }
  }

  /// Ends a request once; whatever comes later about it is late.
  private func end(_ identifier: Int, _ result: Result<HTTPAnswer, any Error>) {
    exchanges.withLock { $0.removeValue(forKey: identifier) }?.continuation.resume(with: result)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = exchanges.withLock { exchanges in
      guard let size = exchanges[dataTask.taskIdentifier]?.body.count else { return false }
      guard size + data.count <= longestBody else {
        exchanges[dataTask.taskIdentifier]?.failure = .tooLarge
        return true
      }
      exchanges[dataTask.taskIdentifier]?.body.append(data)
      return false
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let count = exchanges.withLock { exchanges in
      exchanges[task.taskIdentifier]?.redirects += 1
      exchanges[task.taskIdentifier]?.body = Data()
      return exchanges[task.taskIdentifier]?.redirects ?? 0
    }
    guard count <= Self.mostRedirects, let from = response.url, let to = request.url,
      Self.mayFollow(from: from, to: to)
    else {
      exchanges.withLock { $0[task.taskIdentifier]?.failure = .forbiddenRedirect }
      completionHandler(nil)
      return
    }
    var next = request
    if !to.hasOrigin(of: from) { next.setValue(nil, forHTTPHeaderField: "Authorization") }
    completionHandler(next)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (failure, body) = exchanges.withLock { exchanges in
      let exchange = exchanges[task.taskIdentifier]
      return (exchange?.failure, exchange?.body ?? Data())
    }
    if let failure {
      end(task.taskIdentifier, .failure(failure))
    } else if let error {
      // Foundation on Linux has no code for this one.
      let hasBegun = (error as? URLError)?.code == .unknown && task.response != nil
      end(task.taskIdentifier, .failure(hasBegun ? Failure.brokenOff : error))
    } else if let response = task.response as? HTTPURLResponse {
      end(task.taskIdentifier, .success(HTTPAnswer(response, body: body)))
    } else {
      end(task.taskIdentifier, .failure(Failure.notHTTP))
    }
  }

  /// What was asked for safely is not fetched in the clear.
  private static func mayFollow(from: URL, to: URL) -> Bool {
    switch to.scheme?.lowercased() {
    case "https": true
    case "http": from.scheme?.lowercased() == "http"
    default: false
    }
  }
}
