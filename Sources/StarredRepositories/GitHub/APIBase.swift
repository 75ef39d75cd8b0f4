import Foundation

/// Where an API's addresses begin: GitHub's, or that of a GitHub Enterprise, Gitea or Forgejo server.
public struct APIBase: Sendable, Hashable {
  /// Without a slash at the end.
  let url: URL
  /// The server's name, with its port if it is not the usual one: what messages call it.
  public let host: String
  /// Whether what travels there cannot be read on the way: it is encrypted, or never leaves this computer.
  let isPrivate: Bool

  public static var gitHub: APIBase {
    guard let url = URL(string: "https://api.github.com") else { preconditionFailure("A constant address") }
    return APIBase(url: url, host: "api.github.com", isPrivate: true)
  }

  /// The environment's variable for a token of this server.
  var tokenVariable: String { Self.tokenVariable(host: host) }

  static func tokenVariable(host: String) -> String {
    host == gitHub.host ? "GITHUB_TOKEN" : "GITHUB_ENTERPRISE_TOKEN"
  }

  /// Reads an address such as `https://git.example.com/api/v3`.
  ///
  /// - Throws: ``FeedError/invalidAPIBase(_:)`` if it is neither `http` nor `https`, names no host, or has parts
  ///   to which no path can be added: a query, a fragment, a name and password.
  public init(_ text: String) throws(FeedError) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard var parts = URLComponents(string: trimmed), let scheme = parts.scheme?.lowercased(),
      scheme == "https" || scheme == "http", let name = parts.host?.lowercased(), !name.isEmpty,
      parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
    else { throw .invalidAPIBase(text) }
    parts.scheme = scheme
    parts.host = name
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    guard let url = parts.url else { throw .invalidAPIBase(text) }
    let usualPort = scheme == "https" ? 443 : 80
    let port = parts.port.flatMap { $0 == usualPort ? nil : $0 }
    self.init(
      url: url, host: port.map { "\(name):\($0)" } ?? name,
      isPrivate: scheme == "https" || Self.isLoopback(name))
  }

  private init(url: URL, host: String, isPrivate: Bool) {
    self.url = url
    self.host = host
    self.isPrivate = isPrivate
  }

  /// The address of a page of somebody's stars.
  func address(of stargazer: Stargazer, page: Int, size: Int) -> URL? {
    URL(string: "\(url.absoluteString)/\(stargazer.path)?per_page=\(size)&page=\(page)")
  }

  private static func isLoopback(_ name: String) -> Bool {
    name == "localhost" || name == "[::1]" || name == "::1"
      || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
  }
}

extension URL {
  /// Whether both are of one scheme, host and port: what is meant for the one may be told to the other.
  func hasOrigin(of other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
      && effectivePort == other.effectivePort
  }

  private var effectivePort: Int? { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
