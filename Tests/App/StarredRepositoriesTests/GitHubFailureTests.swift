import Foundation
import GitHubServer
import HTTP
import Testing

@testable import StarredRepositories

@Suite("When GitHub does not answer as it should", .timeLimit(.minutes(20)))
struct GitHubFailureTests {
  private let room: ServerRoom
  private let host: String

  init() throws {
    room = try ServerRoom()
    host = try room.base.host
  }

  @Test("An unknown user is not found")
  func notFound() async throws {
    try await room.set(script: [.body(#"{"message": "Not Found"}"#, status: 404)])
    #expect(try await room.source().failure() == .notFound(user: "ada"))
  }

  @Test("A 404 page of a server without this API does not blame the user's name")
  func notAnAPI() async throws {
    try await room.set(script: [.body("<html></html>", status: 404, kind: "text/html")])
    #expect(try await room.source().failure() == .server(host: host, status: 404))
  }

  @Test("A rejected token is named as the reason")
  func unauthorized() async throws {
    try await room.set(script: [.status(401), .status(401)])
    let token = try #require(AccessToken("old"))
    #expect(try await room.source(token: token).failure() == .unauthorized(host: host, hasToken: true))
    #expect(try await room.source().failure() == .unauthorized(host: host, hasToken: false))
  }

  @Test("Any other status is named", arguments: [400, 403, 418, 500, 502, 503, 304])
  func status(_ status: Int) async throws {
    try await room.set(script: [.status(status)])
    #expect(try await room.source().failure() == .server(host: host, status: status))
  }

  @Test("HTML in place of JSON, as from a network's sign-in page")
  func html() async throws {
    try await room.set(script: [.html])
    #expect(try await room.source().failure() == .notJSON(host: host))
  }

  @Test(
    "A body that is not a list of repositories",
    arguments: ["", "{", "[{\"id\": 1", "null", "42", #"{"message": "hello"}"#, "[1, null]", "hello", "[[]]"])
  func malformed(_ body: String) async throws {
    try await room.set(script: [.body(body)])
    #expect(try await room.source().failure() == .malformed(host: host))
  }

  @Test("A success other than 200 is not a page")
  func noContent() async throws {
    try await room.set(script: [.body("[]", status: 202)])
    #expect(try await room.source().failure() == .malformed(host: host))
  }

  @Test("A connection that breaks in the middle of the body is an error")
  func cut() async throws {
    try await room.set(script: [.cut])
    #expect(try await room.source().failure() == .connection(.interrupted, host: host))
  }

  @Test("A connection that closes without an answer is an error")
  func drop() async throws {
    try await room.set(script: [.drop])
    #expect(try await room.source().failure() == .connection(.interrupted, host: host))
  }

  @Test("A loop of redirects ends, after few requests")
  func loop() async throws {
    try await room.set(script: [.loop])
    #expect(try await room.source().failure() == .connection(.redirected, host: host))
    #expect(try await room.requests().count == 6)
  }

  @Test("A renamed user's redirect is followed")
  func redirect() async throws {
    try await room.set(
      total: 3, script: [.redirect(to: "{origin}/{room}/users/new-name/starred?per_page=30&page=1")])
    #expect(try await room.source().page(nil).items.count == 3)
    #expect(try await room.requests().map(\.path) == ["/users/ada/starred", "/users/new-name/starred"])
  }

  @Test("A token does not follow a redirect to another server")
  func redirectElsewhere() async throws {
    let elsewhere = try ServerRoom()
    let port = try #require(try elsewhere.base.url.port)
    // The same server under another name is another origin.
    let address = "http://localhost:\(port)/\(elsewhere.name)/users/ada/starred"
    try await room.set(script: [.redirect(to: address)])
    let token = try #require(AccessToken("secret"))
    _ = try await room.source(token: token).page(nil)
    #expect(try await room.requests().first?.headers["authorization"] == "Bearer secret")
    let request = try #require(try await elsewhere.requests().first)
    #expect(request.headers["authorization"] == nil)
  }

  @Test("A redirect to another scheme than HTTP is not followed")
  func redirectToFTP() async throws {
    try await room.set(script: [.redirect(to: "ftp://files.invalid/list")])
    #expect(try await room.source().failure() == .connection(.redirected, host: host))
  }

  @Test("A body without end is not read to its end")
  func flood() async throws {
    try await room.set(script: [.flood()])
    #expect(try await room.source(longestBody: 1_000_000).failure() == .connection(.tooLarge, host: host))
    #expect(try await room.waitFor("gone"))
  }

  // libsoup read the body of a challenge to its end before it reported the status: an endless body filled the memory,
  // and a paused one was reported as a network failure after 20 seconds.
  @Test("A challenge is an answer, though its body does not end", arguments: ["flood", "pause"])
  func challenge(body: String) async throws {
    let fields = ["WWW-Authenticate": "Basic realm=\"here\""]
    try await room.set(script: [
      body == "flood" ? .flood(status: 401, headers: fields) : .pause(status: 401, headers: fields)
    ])
    let source = try room.source(timeout: .seconds(150))
    #expect(try await source.failure() == .unauthorized(host: host, hasToken: false))
    #expect(try await room.waitFor("gone"))
  }

  @Test("A compressed body counts as it is when decompressed, while it arrives")
  func bomb() async throws {
    try await room.set(script: [.bomb])
    #expect(try await room.source().failure() == .connection(.tooLarge, host: host))
  }

  // Sixty megabytes of them took six gigabytes.
  @Test("A page of very many values is not decoded", arguments: ["1", "{}", "[]", #"{"a":1}"#])
  func manyValues(value: String) {
    let values = Array(repeating: value, count: RepositoryList.mostValues + 1)
    let body = "[\(values.joined(separator: ","))]"
    #expect(throws: FeedError.connection(.tooLarge, host: "a.example")) {
      try RepositoryList(json: Data(body.utf8), host: "a.example")
    }
  }

  @Test("No answer in time is an error, and the connection is closed")
  func timeout() async throws {
    try await room.set(script: [.hold])
    #expect(
      try await room.source(timeout: .milliseconds(300)).failure()
        == .connection(.timedOut(after: .milliseconds(300)), host: host))
    #expect(try await room.waitFor("gone"))
  }

  @Test("A name without an address")
  func dns() async throws {
    let base = try APIBase("https://nobody.invalid")
    let error = try await GitHubSource(base: base, stargazer: .user("ada")).failure()
    #expect(
      [HTTPError.nameNotFound, .offline].map { .connection($0, host: "nobody.invalid") }.contains(error))
  }

  @Test("A port where nothing listens")
  func unreachable() async throws {
    // Port 1 is reserved, and unused on all machines.
    let error = try await GitHubSource(base: APIBase("http://127.0.0.1:1"), stargazer: .user("ada")).failure()
    #expect([HTTPError.unreachable, .offline].map { .connection($0, host: "127.0.0.1:1") }.contains(error))
  }

  @Test("HTTPS to a server that speaks http")
  func tls() async throws {
    let base = try APIBase(room.origin.replacingOccurrences(of: "http://", with: "https://"))
    #expect(
      try await GitHubSource(base: base, stargazer: .user("ada")).failure()
        == .connection(.tls, host: base.host))
  }

  @Test("Cancelling closes the connection, and is not a FeedError")
  func cancel() async throws {
    try await room.set(script: [.hold])
    let source = try room.source()
    let task = Task { try await source.page(nil) }
    #expect(try await room.waitFor("request"))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await room.waitFor("gone"))
  }

  @Test("Cancelling before a request starts, or while it starts, ends it")
  func cancelEarly() async throws {
    let source = try room.source()
    for yields in 0..<60 {
      let task = Task { try await source.page(nil) }
      for _ in 0..<yields { await Task.yield() }
      task.cancel()
      // Both outcomes are right. The regression was a request that never returned.
      if case .failure(let error) = await task.result { #expect(error is CancellationError) }
    }
  }

  @Test("A slow answer is waited for")
  func slow() async throws {
    try await room.set(total: 2, script: [.hold])
    let source = try room.source()
    async let page = source.page(nil)
    #expect(try await room.waitFor("request"))
    try await room.letGo()
    #expect(try await page.items.count == 2)
  }

  @Test("After a failure the next request of the same source goes through")
  func recovers() async throws {
    try await room.set(total: 4, script: [.cut, .drop, .html])
    let source = try room.source()
    for _ in 0..<3 { _ = try await source.failure() }
    #expect(try await source.page(nil).items.count == 4)
  }
}
