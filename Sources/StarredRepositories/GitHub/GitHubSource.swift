import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Somebody's stars from GitHub, or from a server that speaks its API.
///
///     let source = try GitHubSource(
///       stargazer: Stargazer(name: "octocat"), token: AccessToken(environment: environment), cache: cache)
///     let first = try await source.page(nil)
///
/// Each page is asked for with the tag of the one in the cache, so that an unchanged page costs GitHub nothing and
/// does not count against the limits. A short wait that the server demands is kept here; a long one is an error
/// that says until when.
public struct GitHubSource: RepositorySource {
  /// What may be chosen about requests.
  public struct Options: Sendable {
    /// What a whole answer may take.
    public var timeout: Duration = .seconds(20)
    /// The longest wait that is kept without asking: a reader waits so long for a page.
    public var longestWait: Duration = .seconds(15)
    /// How many demanded waits in a row are kept for one page.
    public var mostWaits = 2
    /// 1…100; GitHub's own default is 30.
    public var pageSize = 30
    /// A hundred of GitHub's longest records are 1 MB.
    public var longestBody = 64_000_000

    public init() {}
  }

  public let base: APIBase
  public let stargazer: Stargazer
  private let token: AccessToken?
  private let cache: PageCache?
  private let options: Options
  private let transport: HTTPTransport
  private let onWait: @Sendable (Date) -> Void

  /// - Parameters:
  ///   - token: sent to `base` and nowhere else.
  ///   - cache: where pages are kept; nil: nowhere.
  ///   - onWait: called, on any thread, when a demanded wait begins, with its end.
  /// - Throws: ``FeedError/tokenNeedsTLS(host:)`` if a token is to travel in the clear, or
  ///   ``FeedError/unauthorized(host:hasToken:)`` if there is none and its owner's stars are wanted.
  public init(
    base: APIBase = .gitHub, stargazer: Stargazer, token: AccessToken? = nil, cache: PageCache? = nil,
    options: Options = Options(), onWait: @escaping @Sendable (Date) -> Void = { _ in }
  ) throws(FeedError) {
    if token != nil && !base.isPrivate { throw .tokenNeedsTLS(host: base.host) }
    if token == nil && stargazer == .tokenOwner { throw .unauthorized(host: base.host, hasToken: false) }
    self.base = base
    self.stargazer = stargazer
    self.token = token
    self.cache = cache
    self.options = options
    self.onWait = onWait
    transport = HTTPTransport(timeout: options.timeout, longestBody: options.longestBody)
  }

  public func page(
    _ cursor: RepositoryCursor?, unreachable: UnreachablePolicy
  ) async throws -> RepositoryPage {
    let cursor = cursor ?? RepositoryCursor(page: 1)
    let kept = await keptPage(cursor.page)
    // The cache's silence about a cancelled read is not "nothing kept".
    try Task.checkCancellation()
    do {
      return try await load(cursor, kept: kept)
    } catch let error as FeedError {
      guard unreachable == .answerFromCache, !error.isRefusal, let kept else { throw error }
      return page(
        kept.list, next: kept.page.next, after: cursor,
        origin: .stale(since: kept.page.fetchedAt, reason: error))
    }
  }

  // MARK: Loading

  /// A page of the cache with what could be read of it.
  private typealias Kept = (page: CachedPage, list: RepositoryList)

  private func keptPage(_ number: Int) async -> Kept? {
    guard let page = await cache?.page(key(number)) else { return nil }
    guard let list = try? RepositoryList(json: page.body, host: base.host) else { return nil }
    return (page, list)
  }

  /// Asks for a page, and again after waits that the server demands.
  private func load(_ cursor: RepositoryCursor, kept: Kept?) async throws -> RepositoryPage {
    var waits = 0
    while true {
      do {
        return try await ask(cursor, kept: kept)
      } catch FeedError.rateLimited(let host, let until) {
        let wait = until.timeIntervalSinceNow
        guard waits < options.mostWaits, wait <= options.longestWait.seconds else {
          throw FeedError.rateLimited(host: host, until: until)
        }
        waits += 1
        onWait(until)
        try await Task.sleep(for: .seconds(max(0, wait)))
      }
    }
  }

  private func ask(_ cursor: RepositoryCursor, kept: Kept?) async throws -> RepositoryPage {
    let request = try request(cursor, tag: kept?.page.tag)
    let answer = try await transport.send(request, host: base.host)
    switch answer.status {
    case 200:
      let list = try RepositoryList(json: answer.body, host: base.host)
      let next = nextAddress(answer, of: request)
      await cache?.store(
        CachedPage(tag: answer.header("ETag"), next: next, body: answer.body, fetchedAt: Date()),
        at: key(cursor.page),
        isLast: next == nil)
      var page = page(list, next: next, after: cursor, origin: .source)
      page.total = total(answer, page: page, cursor: cursor)
      return page
    case 304:
      // Only a tag of ours is answered so.
      guard let kept else { throw FeedError.server(host: base.host, status: 304) }
      await cache?.confirm(key(cursor.page), at: Date())
      let next = answer.header("Link") == nil ? kept.page.next : nextAddress(answer, of: request)
      return page(kept.list, next: next, after: cursor, origin: .confirmed)
    default: throw failure(answer)
    }
  }

  private func request(_ cursor: RepositoryCursor, tag: String?) throws(FeedError) -> URLRequest {
    guard
      let url = cursor.address ?? base.address(of: stargazer, page: cursor.page, size: options.pageSize)
    else { throw .invalidAPIBase(base.url.absoluteString) }
    var request = URLRequest(url: url)
    request.setValue("application/vnd.github+json", forHTTPHeaderField: "Accept")
    request.setValue("2022-11-28", forHTTPHeaderField: "X-GitHub-Api-Version")
    // GitHub turns away whoever does not say what they are.
    request.setValue("Backscroll", forHTTPHeaderField: "User-Agent")
    if let token { request.setValue("Bearer \(token.secret)", forHTTPHeaderField: "Authorization") }
    if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    return request
  }

  // MARK: Reading the answer

  private func page(
    _ list: RepositoryList, next: URL?, after cursor: RepositoryCursor, origin: RepositoryPage.Origin
  ) -> RepositoryPage {
    // An empty page is the end, whatever its server says of the next.
    let next = list.items.isEmpty ? nil : next.map { RepositoryCursor(page: cursor.page + 1, address: $0) }
    return RepositoryPage(items: list.items, next: next, origin: origin, skipped: list.skipped)
  }

  /// Where the next page is, by the `Link` field.
  ///
  /// A server behind another may give the address it has for itself, at another host; the token must not go
  /// there, so the next number is asked for at the base then.
  private func nextAddress(_ answer: HTTPAnswer, of request: URLRequest) -> URL? {
    guard let field = answer.header("Link"), let target = LinkHeader(field).target(of: "next"),
      let current = request.url, let next = URL(string: target, relativeTo: current)?.absoluteURL
    else { return nil }
    guard next != current else { return nil }
    guard next.hasOrigin(of: base.url) else {
      let number = URLComponents(url: next, resolvingAgainstBaseURL: true)?.queryItems?
        .first { $0.name == "page" }?.value.flatMap { Int($0) }
      return number.flatMap { base.address(of: stargazer, page: $0, size: options.pageSize) }
    }
    return next
  }

  /// Gitea counts; GitHub's pages tell only when there is but one.
  private func total(_ answer: HTTPAnswer, page: RepositoryPage, cursor: RepositoryCursor) -> Int? {
    if let total = answer.header("X-Total-Count").flatMap({ Int($0) }), total >= 0 { return total }
    return cursor.page == 1 && page.next == nil ? page.items.count + page.skipped : nil
  }

  private func failure(_ answer: HTTPAnswer) -> FeedError {
    if let until = RateLimit.retryDate(answer, now: Date()) {
      return .rateLimited(host: base.host, until: until)
    }
    switch answer.status {
    case 200..<300: return .malformed(host: base.host)
    case 300..<400: return .redirected(host: base.host)
    case 401: return .unauthorized(host: base.host, hasToken: token != nil)
    case 404:
      // A server of this API says in JSON that there is no such user; any other has no such page.
      if case .user(let name) = stargazer, answer.header("Content-Type")?.contains("json") == true {
        return .notFound(user: name)
      }
      return .server(host: base.host, status: 404)
    default: return .server(host: base.host, status: answer.status)
    }
  }

  private func key(_ number: Int) -> CachedPage.Key {
    CachedPage.Key(base: base, stargazer: stargazer, token: token, pageSize: options.pageSize, number: number)
  }
}
