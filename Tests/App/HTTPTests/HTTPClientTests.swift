import Foundation
import GitHubServer
import Testing

@testable import HTTP

@Suite("A client", .timeLimit(.minutes(20)))
struct HTTPClientTests {
  private let room: ServerRoom
  private let client = HTTPClient(userAgent: "Test/1", idleLimit: .seconds(600))

  init() throws {
    room = try ServerRoom()
  }

  private func request(_ path: String = "users/ada/starred", method: String = "GET", body: String = "") throws
    -> HTTPRequest
  {
    var request = HTTPRequest(
      try #require(URL(string: "\(room.address)/\(path)")), method: method, body: Data(body.utf8))
    request.timeLimit = .seconds(600)
    return request
  }

  private func error(_ request: HTTPRequest, _ client: HTTPClient? = nil) async throws -> HTTPError {
    do throws(HTTPError) {
      _ = try await (client ?? self.client).response(for: request)
    } catch {
      return error
    }
    throw TestFailure("There was no error.")
  }

  @Test("A request carries its fields, its body and the client's name")
  func fields() async throws {
    var request = try request(method: "POST", body: "a body")
    request.headers = ["X-Test": "yes", "Content-Type": "text/plain"]
    #expect(try await client.response(for: request).status == 200)
    let received = try #require(try await room.requests().first)
    #expect(received.method == "POST" && received.body == "a body")
    #expect(received.headers["x-test"] == "yes" && received.headers["content-type"] == "text/plain")
    #expect(received.headers["user-agent"] == "Test/1")
  }

  @Test("Requests one after another share a connection")
  func keepAlive() async throws {
    for _ in 0..<3 { _ = try await client.response(for: request()) }
    #expect(Set(try await room.requests().map(\.port)).count == 1)
  }

  @Test("A compressed body arrives decompressed, and counts against the limit so")
  func compressed() async throws {
    try await room.set(script: [.gzip, .gzip])
    var request = try request()
    #expect(try await client.response(for: request).body.count == 100_002)
    request.sizeLimit = 100_001
    #expect(try await error(request) == .tooLarge)
    let sent = try await room.requests().first?.headers["accept-encoding"]
    #expect(sent?.contains("gzip") == true)
  }

  @Test("A body as long as the limit is read")
  func exactLimit() async throws {
    try await room.set(script: [.body("12345"), .body("12345")])
    var request = try request()
    request.sizeLimit = 5
    #expect(try await client.response(for: request).body == Data("12345".utf8))
    request.sizeLimit = 4
    #expect(try await error(request) == .tooLarge)
  }

  @Test("The body of an error is cut off", arguments: [400, 401, 407, 500])
  func remark(status: Int) async throws {
    try await room.set(script: [.pause(status: status), .flood(status: status), .pause(status: 302)])
    var request = try request()
    request.timeLimit = .seconds(150)
    let paused = try await client.response(for: request)
    #expect(paused.status == status && paused.body == Data(#"{"message": "Told to"}"#.utf8))
    let flooded = try await client.response(for: request)
    #expect(flooded.status == status && flooded.body.count <= 65_536)
    #expect(try await error(request) == .redirected)
    #expect(try await room.waitFor("gone", count: 3))
  }

  @Test("Cancelling ends the wait for the body of an error")
  func cancelRemark() async throws {
    try await room.set(script: [.pause(status: 500)])
    let request = try request()
    let task = Task { try await client.response(for: request) }
    #expect(try await room.waitFor("request"))
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
  }

  @Test("Cookies are not kept")
  func cookies() async throws {
    try await room.set(headers: ["Set-Cookie": "a=b; Path=/"])
    for _ in 0..<2 { _ = try await client.response(for: request()) }
    #expect(try await room.requests().allSatisfy { $0.headers["cookie"] == nil })
  }

  @Test(
    "Only 307 and 308 send a POST again",
    arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func methods(status: Int, method: String) async throws {
    try await room.set(script: [.redirect(to: "{origin}/{room}/users/ada/starred", status: status)])
    _ = try await client.response(for: request("users/old/starred", method: "POST", body: "a body"))
    let last = try #require(try await room.requests().last)
    #expect(last.path == "/users/ada/starred")
    #expect(last.method == method && last.body == (method == "POST" ? "a body" : ""))
  }

  @Test("A connection that is silent for too long is closed")
  func idle() async throws {
    try await room.set(script: [.hold])
    let impatient = HTTPClient(userAgent: "Test/1", idleLimit: .seconds(1))
    #expect(try await error(request(), impatient) == .timedOut(after: .seconds(1)))
    #expect(try await room.waitFor("gone"))
  }

  /// This includes the time between the arrival of the response and its processing by the client.
  @Test("A request may be cancelled at any moment")
  func cancelAnywhere() async throws {
    let request = try request()
    for turns in 0..<1_000 {
      let client = client
      let task = Task { try await client.response(for: request).status }
      for _ in 0..<turns { await Task.yield() }
      task.cancel()
      switch await task.result {
      case .success(let status): #expect(status == 200)
      case .failure(let error): #expect(error as? HTTPError == .cancelled)
      }
    }
    #expect(try await client.response(for: request).status == 200)
  }

  @Test("A certificate that nothing trusts is an error")
  func untrusted() async throws {
    let url = try #require(URL(string: "\(try await room.secureOrigin())/\(room.name)/users/ada/starred"))
    #expect(try await error(HTTPRequest(url)) == .tls)
    #expect(try await room.requests().isEmpty)
  }

  @Test(
    "Only HTTP addresses are requested",
    arguments: ["file:///etc/passwd", "mailto:a@b.example", "http:///path", "x"])
  func invalid(address: String) async throws {
    #expect(try await error(HTTPRequest(try #require(URL(string: address)))) == .invalidURL)
  }
}

@Suite("Redirects")
struct RedirectTests {
  private func next(_ address: String, location: String, status: Int = 302) throws -> HTTPRequest? {
    let url = try #require(URL(string: address))
    let request = HTTPRequest(
      url, headers: ["authorization": "secret", "Cookie": "a=b", "Accept": "text/plain"])
    return try request.redirected(by: HTTPResponse(status: status, headers: [("Location", location)]))
  }

  @Test("Secrets stay with their origin")
  func secrets() throws {
    let first = "https://a.example/x"
    for (location, count) in [
      ("/y", 3), ("https://A.example:443/y", 3), ("https://b.example/y", 1), ("https://a.example:8443/y", 1),
    ] {
      let next = try #require(try next(first, location: location))
      #expect(next.headers.count == count, "\(location)")
      #expect(next.headers["Accept"] == "text/plain")
    }
    #expect(try next("http://a.example/x", location: "https://a.example/x")?.headers.count == 1)
  }

  @Test("What describes a body leaves with it", arguments: [(302, false), (307, true)])
  func contentFields(status: Int, isKept: Bool) throws {
    let request = HTTPRequest(
      try #require(URL(string: "https://a.example/")), method: "POST",
      headers: ["content-type": "text/plain"],
      body: Data("a body".utf8))
    let response = HTTPResponse(status: status, headers: [("Location", "/y")])
    let next = try #require(try request.redirected(by: response))
    #expect(next.body.isEmpty != isKept && (next.headers["content-type"] != nil) == isKept)
  }

  @Test(
    "An encrypted request does not go on unencrypted",
    arguments: ["http://a.example/", "ftp://a.example/", "javascript:1"])
  func unsafe(location: String) {
    #expect(throws: HTTPError.redirected) { try next("https://a.example/", location: location) }
  }

  @Test("A redirect without an address is an error; another status is no redirect")
  func others() throws {
    let request = HTTPRequest(try #require(URL(string: "https://a.example/")))
    #expect(throws: HTTPError.redirected) { try request.redirected(by: HTTPResponse(status: 302)) }
    for status in [200, 300, 304, 404] {
      #expect(try request.redirected(by: HTTPResponse(status: status, headers: [("Location", "/y")])) == nil)
    }
  }
}

@Suite("A response")
struct HTTPResponseTests {
  @Test("A field that occurs several times is one list, whatever the case of its name")
  func fields() {
    let response = HTTPResponse(status: 200, headers: [("Link", "<a>"), ("link", "<b>"), ("Other", "c")])
    #expect(response.header("LINK") == "<a>, <b>")
    #expect(response.header("other") == "c" && response.header("none") == nil)
  }

  @Test("An HTTP date is a time; other texts are not")
  func dates() {
    #expect(Date(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
    #expect(Date(httpDate: "soon") == nil && Date(httpDate: "") == nil)
  }
}
