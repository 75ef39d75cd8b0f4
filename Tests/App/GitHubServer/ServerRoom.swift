import Foundation
import HTTP
import StarredRepositories

/// A separate room in the server for a test: its responses, and the received requests.
public struct ServerRoom: Sendable {
  /// The server's response to one request.
  public struct Step: Encodable, Sendable {
    public var `do`: String
    public var status: Int?
    public var message: String?
    public var headers: [String: String]?
    /// Header fields with a Unix time, given in seconds after sending.
    public var resetIn: [String: Int]?
    /// The same, as an HTTP date.
    public var dateIn: [String: Int]?
    public var body: String?
    public var kind: String?
    public var to: String?
    public var megabytes: Int?

    public init(
      do name: String, status: Int? = nil, message: String? = nil, headers: [String: String]? = nil,
      resetIn: [String: Int]? = nil, dateIn: [String: Int]? = nil, body: String? = nil, kind: String? = nil,
      to: String? = nil, megabytes: Int? = nil
    ) {
      self.do = name
      self.status = status
      self.message = message
      self.headers = headers
      self.resetIn = resetIn
      self.dateIn = dateIn
      self.body = body
      self.kind = kind
      self.to = to
      self.megabytes = megabytes
    }

    public static var list: Step { Step(do: "list") }
    public static var html: Step { Step(do: "html") }
    public static var cut: Step { Step(do: "cut") }
    public static var drop: Step { Step(do: "drop") }
    /// Responds only after ``ServerRoom/letGo()``.
    public static var hold: Step { Step(do: "hold") }
    public static var loop: Step { Step(do: "loop") }
    /// An endless body.
    public static func flood(status: Int = 200, headers: [String: String] = [:]) -> Step {
      Step(do: "flood", status: status, headers: headers)
    }
    /// A list that repeats an element, which ends with a comma.
    public static func repeated(_ element: String, megabytes: Int) -> Step {
      Step(do: "repeat", body: element, megabytes: megabytes)
    }
    /// A short body that does not end, although nothing follows.
    public static func pause(status: Int, headers: [String: String] = [:]) -> Step {
      Step(do: "pause", status: status, headers: headers)
    }
    /// A gigabyte of blanks, compressed.
    public static var bomb: Step { Step(do: "bomb") }
    /// The usual response, compressed.
    public static var gzip: Step { Step(do: "gzip") }
    public static func redirect(to address: String, status: Int = 301) -> Step {
      Step(do: "redirect", status: status, to: address)
    }
    public static func status(_ status: Int, headers: [String: String] = [:]) -> Step {
      Step(do: "status", status: status, headers: headers)
    }
    public static func body(_ text: String, status: Int = 200, kind: String = "application/json") -> Step {
      Step(do: "status", status: status, body: text, kind: kind)
    }
  }

  /// A received request.
  public struct Request: Decodable, Sendable {
    public var method: String
    public var path: String
    public var page: String
    /// The header fields, with names in lower case.
    public var headers: [String: String]
    public var body: String
    /// The client's port: the same for all requests of a connection.
    public var port: Int
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

  public let name = UUID().uuidString
  public let origin: String
  // One for each room, since a client has only two connections to a server, and a wait occupies one.
  private let client = HTTPClient(userAgent: "Tests", idleLimit: .seconds(900))

  public init() throws {
    origin = "http://127.0.0.1:\(try TestServer.shared.get().port)"
  }

  public var address: String { "\(origin)/\(name)" }
  public var base: APIBase { get throws { try APIBase(address) } }

  public func set(
    total: Int? = nil, version: Int? = nil, size: Int? = nil, script: [Step]? = nil,
    headers: [String: String]? = nil, linkBase: String? = nil
  ) async throws {
    let settings = Settings(
      total: total, version: version, size: size, script: script, headers: headers, linkBase: linkBase)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    _ = try await control("set", body: encoder.encode(settings))
  }

  /// Replaces a record by a value, at an index of each page.
  public func replace(_ index: Int, by json: String) async throws {
    _ = try await control("set", body: Data(#"{"replace": {"\#(index)": \#(json)}}"#.utf8))
  }

  public func requests() async throws -> [Request] { try await log().requests }

  /// The origin of the same server over TLS, with an untrusted certificate.
  public func secureOrigin() async throws -> String {
    struct Answer: Decodable { var port: Int }
    let answer = try JSONDecoder().decode(Answer.self, from: await control("secure"))
    return "https://127.0.0.1:\(answer.port)"
  }

  /// Returns once an event has occurred `count` times: "request" (one was received), "gone" (the client has closed the
  /// connection). False if it did not occur within the server's time limit.
  public func waitFor(_ event: String, count: Int = 1) async throws -> Bool {
    struct Answer: Decodable { var came: Bool }
    let body = try await control("wait?event=\(event)&count=\(count)")
    return try JSONDecoder().decode(Answer.self, from: body).came
  }

  /// Sends the responses that ``Step/hold`` holds back.
  public func letGo() async throws { _ = try await control("event?name=go", body: Data()) }

  private func log() async throws -> Log {
    try JSONDecoder().decode(Log.self, from: await control("log"))
  }

  private func control(_ command: String, body: Data? = nil) async throws -> Data {
    guard let url = URL(string: "\(origin)/\(name)/-/\(command)") else { throw TestFailure("No address") }
    var request = HTTPRequest(url, method: body == nil ? "GET" : "POST", body: body ?? Data())
    // The server ends a wait sooner, and then reports that the event has not occurred.
    request.timeLimit = .seconds(900)
    return try await client.response(for: request).body
  }
}
