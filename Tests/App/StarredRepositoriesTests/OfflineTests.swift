import Foundation
import GitHubServer
import Testing

@testable import StarredRepositories

@Suite("Pages kept for later", .timeLimit(.minutes(20)))
struct OfflineTests {
  private let room: ServerRoom
  private let folder: TemporaryFolder
  private let cache: PageCache

  init() throws {
    room = try ServerRoom()
    folder = try TemporaryFolder()
    cache = PageCache(folder: folder.path("cache"))
  }

  @Test("An unchanged page is confirmed, not sent again")
  func unchanged() async throws {
    try await room.set(total: 40)
    let source = try room.source(cache: cache)
    let fresh = try await source.allPages()
    let again = try await source.allPages()
    #expect(again.map(\.items) == fresh.map(\.items))
    #expect(again.map(\.next) == fresh.map(\.next))
    #expect(again.allSatisfy { $0.origin == .confirmed && $0.isFromCache && $0.staleReason == nil })
    let tags = try await room.requests().map { $0.headers["if-none-match"] }
    #expect(tags.count == 4 && tags[0] == nil && tags[1] == nil && tags[2] != nil && tags[3] != nil)
  }

  @Test("A changed page is loaded again and replaces the cached one")
  func changed() async throws {
    let source = try room.source(cache: cache)
    _ = try await source.page(nil)
    try await room.set(version: 2)
    let page = try await source.page(nil)
    #expect(page.origin == .source)
    #expect(page.items.first?.description == "Number 0, version 2")
    #expect(try await source.page(nil).origin == .confirmed)
  }

  @Test("A 304 to a request without a tag is an error, not an empty page")
  func unexpected304() async throws {
    try await room.set(script: [.status(304)])
    #expect(try await room.source(cache: cache).failure() == .server(host: room.base.host, status: 304))
  }

  @Test("The cache outlives its process")
  func persistent() async throws {
    _ = try await room.source(cache: cache).page(nil)
    cache.close()
    let page = try await room.source(cache: PageCache(folder: folder.path("cache"))).page(nil)
    #expect(page.origin == .confirmed)
  }

  @Test(
    "When the server cannot be reached, the pages are those of last time",
    arguments: [
      ServerRoom.Step.status(500), .status(429, headers: ["Retry-After": "900"]), .cut, .html, .body("nope"),
    ])
  func stale(step: ServerRoom.Step) async throws {
    let source = try room.source(cache: cache)
    let fresh = try await source.allPages()
    let reason = try await {
      try await room.set(script: [step])
      return try await source.failure()
    }()
    try await room.set(script: Array(repeating: step, count: fresh.count))
    let stale = try await source.allPages()
    #expect(stale.map(\.items) == fresh.map(\.items))
    for page in stale {
      guard case .stale(let since, let why) = page.origin else { throw TestFailure("\(page.origin)") }
      #expect(since <= Date() && since > Date(timeIntervalSinceNow: -100))
      // The ends of two limits differ slightly.
      if why.retryDate == nil { #expect(why == reason) }
    }
  }

  @Test("Without a server, the feed opens with the cached page")
  func noServer() async throws {
    let base = try APIBase("http://127.0.0.1:1")
    let key = CachedPage.Key(base: base, stargazer: .user("ada"), token: nil, pageSize: 30, number: 1)
    let body = Data(#"[{"id": 7, "name": "kept", "owner": {"login": "ada"}}]"#.utf8)
    let then = Date(timeIntervalSince1970: 1_700_000_000)
    await cache.store(CachedPage(tag: nil, next: nil, body: body, fetchedAt: then), at: key, isLast: true)
    let source = try GitHubSource(base: base, stargazer: .user("ada"), cache: cache)
    let page = try await source.page(nil)
    #expect(page.items.map(\.fullName) == ["ada/kept"])
    #expect(page.staleReason != nil && page.isFromCache)
    // A refresh keeps its rows itself, and needs the error.
    #expect(try await source.failure(.fail) == page.staleReason)
  }

  @Test("A refusal is an error even if there are old pages", arguments: [401, 404, 403])
  func refusal(status: Int) async throws {
    let source = try room.source(cache: cache)
    _ = try await source.page(nil)
    try await room.set(script: [.status(status)])
    #expect(try await source.failure(.answerFromCache).isRefusal)
  }

  @Test("A page never seen is an error offline")
  func neverSeen() async throws {
    let source = try room.source(cache: cache)
    let first = try await source.page(nil)
    try await room.set(script: [.cut])
    await #expect(throws: FeedError.connection(.interrupted, host: try room.base.host)) {
      try await source.page(first.next)
    }
  }

  @Test("One user's pages are not shown for another's; the name's case does not matter")
  func users() async throws {
    _ = try await room.source(.user("ada"), cache: cache).page(nil)
    try await room.set(script: [.cut, .cut])
    #expect(try await room.source(.user("grace"), cache: cache).failure(.answerFromCache).isRefusal == false)
    #expect(try await room.source(.user("Ada"), cache: cache).page(nil).staleReason != nil)
  }

  @Test("One token's pages are not shown for another's, and no token is in the file")
  func tokens() async throws {
    let first = try #require(AccessToken("ghp_first_secret"))
    let second = try #require(AccessToken("ghp_second_secret"))
    _ = try await room.source(.tokenOwner, token: first, cache: cache).page(nil)
    try await room.set(script: [.cut, .cut])
    _ = try await room.source(.tokenOwner, token: second, cache: cache).failure(.answerFromCache)
    #expect(try await room.source(.tokenOwner, token: first, cache: cache).page(nil).isFromCache)
    cache.close()
    for name in try folder.names(in: "cache") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("cache/\(name)")))
      #expect(bytes.range(of: Data("secret".utf8)) == nil)
    }
  }

  @Test("When the list becomes shorter, its old tail is dropped")
  func shorter() async throws {
    try await room.set(total: 70)
    let source = try room.source(cache: cache)
    let second = try await source.allPages()[0].next
    try await room.set(total: 10)
    _ = try await source.page(nil)
    try await room.set(script: [.cut])
    await #expect(throws: FeedError.self) { try await source.page(second) }
  }

  @Test("A cached page that cannot be read is requested in full")
  func unreadable() async throws {
    let key = CachedPage.Key(
      base: try room.base, stargazer: .user("ada"), token: nil, pageSize: 30, number: 1)
    let page = CachedPage(tag: "\"x\"", next: nil, body: Data("[".utf8), fetchedAt: Date())
    await cache.store(page, at: key, isLast: false)
    #expect(try await room.source(cache: cache).page(nil).origin == .source)
    #expect(try await room.requests().first?.headers["if-none-match"] == nil)
  }
}
