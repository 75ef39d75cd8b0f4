import Foundation

/// The common start of an API's addresses: GitHub's, or those of a GitHub Enterprise, Gitea or Forgejo server.
public struct APIBase: Sendable, Hashable {
  /// The address, without a slash at the end.
  let url: URL
  /// The server's name as messages show it, with its port unless that is the default of the scheme.
  public let host: String
  /// Whether requests are safe from eavesdropping: they are encrypted, or never leave this computer.
  let isPrivate: Bool

  /// GitHub's own API.
  public static var gitHub: APIBase {
    guard let url = URL(string: "https://api.github.com") else { preconditionFailure("A constant address") }
    return APIBase(url: url, host: "api.github.com", isPrivate: true)
  }

  /// The environment variable with a token for the server `host`, as GitHub's own tools read it.
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

  /// The address of a page of `stargazer`'s stars.
  func address(of stargazer: Stargazer, page: Int, size: Int) -> URL? {
    URL(string: "\(url.absoluteString)/\(stargazer.path)?per_page=\(size)&page=\(page)")
  }

  private static func isLoopback(_ name: String) -> Bool {
    name == "localhost" || name == "[::1]" || name == "::1"
      || (name.hasPrefix("127.") && name.allSatisfy { $0.isNumber || $0 == "." })
  }
}

/// The user whose stars are shown.
public enum Stargazer: Sendable, Hashable {
  /// A user, by the name in the address of their page.
  case user(String)
  /// The owner of the token. Lists their private stars too.
  case tokenOwner

  /// A user by a typed name. Surrounding blanks and an “@” before the name are ignored.
  ///
  /// Servers differ in the names they allow (GitHub: letters, digits and “-”, for companies “_”; Gitea also “.”), so
  /// only names that no server allows are refused.
  ///
  /// - Throws: ``FeedError/invalidUser(_:)``.
  public init(name text: String) throws(FeedError) {
    var name = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
    if name.first == "@" { name.removeFirst() }
    let isAllowed = name.unicodeScalars.allSatisfy { Self.unreserved.contains($0) && $0 != "~" }
    guard (1...Self.longestName).contains(name.utf8.count), isAllowed, name.contains(where: { $0 != "." })
    else {
      throw .invalidUser(String(name))
    }
    self = .user(String(name))
  }

  /// The longest name: far above the limits of GitHub (39) and Gitea (40).
  private static let longestName = 100

  /// The path below the API's base. A name made without ``init(name:)`` cannot change the rest of the path.
  var path: String {
    switch self {
    case .user(let name):
      "users/\(name.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")/starred"
    case .tokenOwner: "user/starred"
    }
  }

  /// The characters of RFC 3986, section 2.3. A slash is not among them.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// A secret that identifies the client to a server. Only requests contain it; descriptions, dumps, errors and the cache do not.
public struct AccessToken: Sendable, Hashable {
  let secret: String

  /// Makes a token; nil if the text is empty or not allowed in a header field.
  public init?(_ text: String?) {
    guard let text else { return nil }
    let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !secret.isEmpty, secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.secret = secret
  }

  /// The token for a server. GitHub's own token is not sent to any other server.
  public init?(environment: [String: String], for base: APIBase) {
    self.init(environment[APIBase.tokenVariable(host: base.host)])
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder, without the secret.
  public var description: String { "<token>" }
  /// A placeholder, without the secret.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not show the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
