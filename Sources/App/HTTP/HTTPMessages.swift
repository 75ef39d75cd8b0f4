import CSoup
import Foundation

/// A request for an ``HTTPClient``.
public struct HTTPRequest: Sendable {
  /// An `http` or `https` address with a host. Otherwise the request fails with ``HTTPError/invalidURL``.
  public var url: URL
  /// The method in capitals, such as "GET".
  public var method: String
  /// Header fields by name. The client adds those of the connection, `User-Agent` and `Accept-Encoding`.
  public var headers: [String: String]
  /// The bytes to send; empty for none.
  public var body: Data
  /// The time limit of the whole response, including redirects.
  public var timeLimit: Duration = .seconds(60)
  /// The most bytes of the response's body, once decompressed.
  public var sizeLimit = 64_000_000
  /// The most redirects in a row.
  public var redirectLimit = 5

  /// A request with the default limits.
  public init(_ url: URL, method: String = "GET", headers: [String: String] = [:], body: Data = Data()) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }

  /// The request that follows a redirect; nil if `response` is not one.
  ///
  /// - Throws: ``HTTPError/redirected`` if the new address is missing or not HTTP, or would move a request from
  ///   `https` to `http`.
  func redirected(by response: HTTPResponse) throws(HTTPError) -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    guard let location = response.header("Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), scheme == "https" || scheme == url.scheme?.lowercased()
    else { throw .redirected }
    var next = self
    next.url = target
    // As in browsers (RFC 9110, section 15.4), only 307 and 308 keep the method, except for HEAD.
    if response.status < 307, method != "HEAD" {
      next.method = "GET"
      next.body = Data()
      next.headers = next.headers.filter { !$0.key.lowercased().hasPrefix("content-") }
    }
    if !target.hasOrigin(of: url) {
      next.headers = next.headers.filter { !["authorization", "cookie"].contains($0.key.lowercased()) }
    }
    return next
  }
}

/// The whole response to an ``HTTPRequest``.
public struct HTTPResponse: Sendable {
  /// The status code, such as 200. Redirects are followed, so it is the last response's.
  public var status: Int
  /// The decompressed body. May be cut off if the status is an error.
  public var body: Data
  private var headers: [String: String] = [:]

  /// `headers` may name a field several times, in any case.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
    self.status = status
    self.body = body
    // By RFC 9110, section 5.3, several fields of a name are one list.
    for (name, value) in headers {
      self.headers[name.lowercased(), default: ""] +=
        (self.headers[name.lowercased()] == nil ? "" : ", ") + value
    }
  }

  /// A header field, by its name in any case; nil if there is none.
  public func header(_ name: String) -> String? { headers[name.lowercased()] }
}

extension URL {
  /// Whether both have the same scheme, host and port: a secret for one may be sent to the other.
  public func hasOrigin(of other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
      && effectivePort == other.effectivePort
  }

  private var effectivePort: Int? { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}

extension Date {
  /// The time in a header field such as `Date` or `Retry-After`; nil if it is not an HTTP date.
  public init?(httpDate text: String) {
    guard let date = soup_date_time_new_from_http_string(text) else { return nil }
    defer { g_date_time_unref(date) }
    self.init(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(date)))
  }
}
