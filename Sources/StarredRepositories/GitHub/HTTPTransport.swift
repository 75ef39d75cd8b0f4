import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests and waits for whole answers, over Foundation's `URLSession`.
///
/// Nothing is kept between requests but open connections: no cookies, no cache; `PageCache` knows better what is
/// worth keeping.
final class HTTPTransport: Sendable {
  private let session: URLSession
  private let exchanges: HTTPExchanges
  private let timeout: Duration

  /// - Parameter timeout: what a whole answer may take, redirects included.
  init(timeout: Duration, longestBody: Int) {
    self.timeout = timeout
    exchanges = HTTPExchanges(longestBody: longestBody)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // Our own deadline comes first. Foundation's counts whole seconds of silence only.
    configuration.timeoutIntervalForRequest = (timeout.seconds + 5).rounded(.up)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    // The session holds on to its delegate until it is told to end.
    session.invalidateAndCancel()
  }

  /// Sends a request. Cancelling the task closes its connection.
  ///
  /// - Throws: `FeedError`, or `CancellationError` if the task was cancelled.
  func send(_ request: URLRequest, host: String) async throws -> HTTPAnswer {
    do {
      return try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
        defer { group.cancelAll() }
        group.addTask { [session, exchanges] in try await exchanges.run(request, in: session) }
        group.addTask { [timeout] in
          try await Task.sleep(for: timeout)
          throw FeedError.timeout(host: host, seconds: timeout.seconds)
        }
        guard let answer = try await group.next() else { throw CancellationError() }
        return answer
      }
    } catch {
      try Task.checkCancellation()
      throw FeedError(error, host: host, timeout: timeout)
    }
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
