import Foundation
import StarredRepositories

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A test's own room in the server: what it answers there, and what it was asked.
struct ServerRoom: Sendable {
  /// What the server does with one request, in place of answering it.
  struct Step: Encodable, Sendable {
    var `do`: String
    var status: Int?
    var message: String?
    var headers: [String: String]?
    /// Header fields that hold a Unix time, so many seconds from when they are sent.
    var resetIn: [String: Int]?
    /// The same, as an HTTP date.
    var dateIn: [String: Int]?
    var body: String?
    var kind: String?
    var to: String?

    static var list: Step { Step(do: "list") }
    static var html: Step { Step(do: "html") }
    static var cut: Step { Step(do: "cut") }
    static var drop: Step { Step(do: "drop") }
    /// Waits for ``ServerRoom/letGo()``.
    static var hold: Step { Step(do: "hold") }
    static var loop: Step { Step(do: "loop") }
    static var flood: Step { Step(do: "flood") }
    static func redirect(to address: String) -> Step { Step(do: "redirect", to: address) }
    static func status(_ status: Int, headers: [String: String] = [:]) -> Step {
      Step(do: "status", status: status, headers: headers)
    }
    static func body(_ text: String, status: Int = 200, kind: String = "application/json") -> Step {
      Step(do: "status", status: status, body: text, kind: kind)
    }
  }

  struct Request: Decodable, Sendable {
    var path: String
    var page: String
    /// By names in lower case.
    var headers: [String: String]
  }

  private struct Settings: Encodable {
    var total: Int?
    var version: Int?
    var size: Int?
    var script: [Step]?
    var headers: [String: String]?
    var linkBase: String?
  }

  private struct Log: Decodable {
    var requests: [Request]
    var events: [String: Int]
  }

  let name = UUID().uuidString
  let origin: String

  init() throws {
    origin = "http://127.0.0.1:\(try TestServer.shared.get().port)"
  }

  var base: APIBase { get throws { try APIBase("\(origin)/\(name)") } }

  func set(
    total: Int? = nil, version: Int? = nil, size: Int? = nil, script: [Step]? = nil,
    headers: [String: String]? = nil, linkBase: String? = nil
  ) async throws {
    let settings = Settings(
      total: total, version: version, size: size, script: script, headers: headers, linkBase: linkBase)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    _ = try await control("set", body: encoder.encode(settings))
  }

  /// Puts a value in place of a record, at an index of each page.
  func replace(_ index: Int, by json: String) async throws {
    _ = try await control("set", body: Data(#"{"replace": {"\#(index)": \#(json)}}"#.utf8))
  }

  func requests() async throws -> [Request] { try await log().requests }

  /// Returns once an event has come `count` times: "request" (one has arrived), "gone" (the client went away).
  func waitFor(_ event: String, count: Int = 1) async throws -> Bool {
    struct Answer: Decodable { var came: Bool }
    let body = try await control("wait?event=\(event)&count=\(count)")
    return try JSONDecoder().decode(Answer.self, from: body).came
  }

  /// Lets the held answers go.
  func letGo() async throws { _ = try await control("event?name=go", body: Data()) }

  private func log() async throws -> Log {
    try JSONDecoder().decode(Log.self, from: await control("log"))
  }

  private func control(_ command: String, body: Data? = nil) async throws -> Data {
    guard let url = URL(string: "\(origin)/\(name)/-/\(command)") else { throw TestFailure("No address") }
    var request = URLRequest(url: url)
    if let body {
      request.httpMethod = "POST"
      request.httpBody = body
    }
    return try await URLSession.shared.data(for: request).0
  }
}
