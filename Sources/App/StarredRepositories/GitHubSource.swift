import Foundation
import HTTP
import Synchronization

/// The stars of a user on GitHub, or on a server with the same API.
///
///     let source = try GitHubSource(
///       stargazer: Stargazer(name: "octocat"), token: AccessToken(environment: environment), cache: cache)
///     let first = try await source.page(nil)
///
/// Each request names the tag of the page in the cache, so that an unchanged page is not sent again and does not count
/// against GitHub's limits. The source itself waits if the server demands a short wait; a long one is an error that
/// states its end. Refusals in a row make the waits longer than the server demands.
public struct GitHubSource: RepositorySource {
  /// Limits of requests.
  public struct Options: Sendable {
    /// The time limit of a whole response.
    public var timeout: Duration = .seconds(20)
    /// The longest demanded wait that is not an error, since the reader waits for the page.
    public var longestWait: Duration = .seconds(15)
    /// The most demanded waits in a row for one page.
    public var mostWaits = 2
    /// Repositories in a page: 1…100; GitHub's own default is 30.
    public var pageSize = 30
    /// The most bytes of a page, decompressed. A hundred of GitHub's longest records have 1 MB.
    public var longestBody = 8_000_000

    /// The default limits.
    public init() {}
  }

  /// The server that receives the requests and the token.
  public let base: APIBase
  /// The user whose stars the pages list.
  public let stargazer: Stargazer
  private let token: AccessToken?
  private let cache: PageCache?
  private let options: Options
  // GitHub refuses requests without a user agent.
  private let client = HTTPClient(userAgent: "Backscroll")
  private let willWait: @Sendable (Date) -> Void
  private let refusals = Refusals()

  /// - Parameters:
  ///   - token: sent only to `base`.
  ///   - cache: the cache for pages, if any.
  ///   - willWait: called, on any thread, when a demanded wait begins, with its end.
  /// - Throws: ``FeedError/tokenNeedsTLS(host:)`` if the token would be sent unencrypted, or
  ///   ``FeedError/unauthorized(host:hasToken:)`` if `stargazer` is the owner of a token and there is none.
  public init(
    base: APIBase = .gitHub, stargazer: Stargazer, token: AccessToken? = nil, cache: PageCache? = nil,
    options: Options = Options(), willWait: @escaping @Sendable (Date) -> Void = { _ in }
  ) throws(FeedError) {
    if token != nil && !base.isPrivate { throw .tokenNeedsTLS(host: base.host) }
    if token == nil && stargazer == .tokenOwner { throw .unauthorized(host: base.host, hasToken: false) }
    self.base = base
    self.stargazer = stargazer
    self.token = token
    self.cache = cache
    self.options = options
    self.willWait = willWait
  }

  /// The page at `cursor`. Waits and asks again if the server demands a wait within the ``Options``.
  public func page(
    _ cursor: RepositoryCursor?, unreachable: UnreachablePolicy
  ) async throws -> RepositoryPage {
    let cursor = cursor ?? RepositoryCursor(page: 1)
    let kept = await keptPage(cursor.page)
    // A cancelled read of the cache does not mean that the cache lacks the page.
    try Task.checkCancellation()
    do {
      // Use the cached page instead of a request that the server would count.
      if unreachable == .answerFromCache, kept != nil, let refusal = refusals.current { throw refusal }
      return try await load(cursor, kept: kept)
    } catch let error as FeedError {
      refusals.note(error)
      guard unreachable == .answerFromCache, !error.isRefusal, let kept else { throw error }
      return page(
        kept.list, next: kept.page.next, after: cursor,
        origin: .stale(since: kept.page.fetchedAt, reason: error))
    }
  }

  // MARK: Loading

  /// A cached page and its parsed list.
  private typealias Kept = (page: CachedPage, list: RepositoryList)

  private func keptPage(_ number: Int) async -> Kept? {
    guard let page = await cache?.page(key(number)) else { return nil }
    guard let list = try? RepositoryList(json: page.body, host: base.host) else { return nil }
    return (page, list)
  }

  private func key(_ number: Int) -> CachedPage.Key {
    CachedPage.Key(base: base, stargazer: stargazer, token: token, pageSize: options.pageSize, number: number)
  }

  /// Requests a page, and repeats that after waits that the server demands.
  private func load(_ cursor: RepositoryCursor, kept: Kept?) async throws -> RepositoryPage {
    var waits = 0
    while true {
      do {
        let page = try await ask(cursor, kept: kept)
        refusals.noteSuccess()
        return page
      } catch FeedError.rateLimited(let host, let until) {
        let wait = max(0, until.timeIntervalSinceNow)
        guard waits < options.mostWaits, .seconds(wait) <= options.longestWait else {
          throw FeedError.rateLimited(host: host, until: until)
        }
        waits += 1
        willWait(until)
        try await Task.sleep(for: .seconds(wait))
      }
    }
  }

  private func ask(_ cursor: RepositoryCursor, kept: Kept?) async throws -> RepositoryPage {
    let request = try request(cursor, tag: kept?.page.tag)
    let response = try await send(request)
    switch response.status {
    case 200:
      let list = try RepositoryList(json: response.body, host: base.host)
      let next = nextAddress(response, of: request)
      await cache?.store(
        CachedPage(tag: response.header("ETag"), next: next, body: response.body, fetchedAt: Date()),
        at: key(cursor.page), isLast: next == nil)
      var page = page(list, next: next, after: cursor, origin: .source)
      page.total = total(response, page: page, cursor: cursor)
      return page
    case 304:
      // A correct server sends this status only in response to a tag.
      guard let kept else { throw FeedError.server(host: base.host, status: 304) }
      await cache?.confirm(key(cursor.page), at: Date())
      let next = response.header("Link") == nil ? kept.page.next : nextAddress(response, of: request)
      return page(kept.list, next: next, after: cursor, origin: .confirmed)
    default: throw failure(response)
    }
  }

  private func request(_ cursor: RepositoryCursor, tag: String?) throws(FeedError) -> HTTPRequest {
    guard
      let url = cursor.address ?? base.address(of: stargazer, page: cursor.page, size: options.pageSize)
    else { throw .invalidAPIBase(base.url.absoluteString) }
    var request = HTTPRequest(
      url, headers: ["Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28"])
    if let token { request.headers["Authorization"] = "Bearer \(token.secret)" }
    if let tag { request.headers["If-None-Match"] = tag }
    request.timeLimit = options.timeout
    request.sizeLimit = options.longestBody
    return request
  }

  private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      return try await client.response(for: request)
    } catch .cancelled {
      throw CancellationError()
    } catch {
      throw FeedError.connection(error, host: base.host)
    }
  }

  /// The refusals in a row, for all requests of the source and its copies.
  private final class Refusals: Sendable {
    let backoff = Mutex(Backoff())
    private let latest = Mutex(FeedError?.none)

    /// The demand for a wait that has not ended.
    var current: FeedError? {
      latest.withLock { error in
        guard let end = error?.retryDate, end > Date() else { return nil }
        return error
      }
    }

    func note(_ error: FeedError) { if error.retryDate != nil { latest.withLock { $0 = error } } }

    func noteSuccess() {
      backoff.withLock { $0.noteSuccess() }
      latest.withLock { $0 = nil }
    }
  }

  // MARK: Reading the response

  private func page(
    _ list: RepositoryList, next: URL?, after cursor: RepositoryCursor, origin: RepositoryPage.Origin
  ) -> RepositoryPage {
    // An empty page is the end, even if the server names a next one.
    let next = list.items.isEmpty ? nil : next.map { RepositoryCursor(page: cursor.page + 1, address: $0) }
    return RepositoryPage(items: list.items, next: next, origin: origin, skipped: list.skipped)
  }

  /// The address of the next page, by the `Link` field.
  ///
  /// A server behind a proxy may send its internal address, on another host. The token must not be sent there, so the
  /// page's number is requested from the base instead.
  private func nextAddress(_ response: HTTPResponse, of request: HTTPRequest) -> URL? {
    guard let field = response.header("Link"), let target = LinkHeader(field).target(of: "next"),
      let next = URL(string: target, relativeTo: request.url)?.absoluteURL, next != request.url
    else { return nil }
    guard next.hasOrigin(of: base.url) else {
      let number = URLComponents(url: next, resolvingAgainstBaseURL: true)?.queryItems?
        .first { $0.name == "page" }?.value.flatMap { Int($0) }
      return number.flatMap { base.address(of: stargazer, page: $0, size: options.pageSize) }
    }
    return next
  }

  /// The number of all stars. Gitea sends it. GitHub does not, so it is known only if there is one page.
  private func total(_ response: HTTPResponse, page: RepositoryPage, cursor: RepositoryCursor) -> Int? {
    if let total = response.header("X-Total-Count").flatMap({ Int($0) }), total >= 0 { return total }
    return cursor.page == 1 && page.next == nil ? page.items.count + page.skipped : nil
  }

  private func failure(_ response: HTTPResponse) -> FeedError {
    let now = Date()
    if let until = RateLimit.retryDate(response, now: now) {
      let least = now.addingTimeInterval(refusals.backoff.withLock { $0.noteFailure() })
      return .rateLimited(host: base.host, until: max(until, least))
    }
    switch response.status {
    case 200..<300: return .malformed(host: base.host)
    case 300..<400: return .connection(.redirected, host: base.host)
    case 401: return .unauthorized(host: base.host, hasToken: token != nil)
    case 404:
      // A server with this API reports a missing user in JSON. Any other server has no such page.
      if case .user(let name) = stargazer, response.header("Content-Type")?.contains("json") == true {
        return .notFound(user: name)
      }
      return .server(host: base.host, status: 404)
    default: return .server(host: base.host, status: response.status)
    }
  }
}
