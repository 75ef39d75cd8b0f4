import Foundation

/// Whose stars are shown.
public enum Stargazer: Sendable, Hashable {
  /// A user, as their name is written in the address of their page.
  case user(String)
  /// Whoever the token belongs to; this lists their private stars too.
  case tokenOwner

  /// A user by a name as people type it: with blanks around it, or an “@” before it.
  ///
  /// What names a server gives is its own affair (GitHub's have letters, digits and “-”, those of companies “_”,
  /// Gitea's also “.”); this turns away only what none can have.
  ///
  /// - Throws: ``FeedError/invalidUser(_:)``.
  public init(name text: String) throws(FeedError) {
    var name = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
    if name.first == "@" { name.removeFirst() }
    let allowed = name.utf8.allSatisfy { Self.isAllowed($0) }
    guard (1...Self.longestName).contains(name.utf8.count), allowed, name.contains(where: { $0 != "." })
    else {
      throw .invalidUser(String(name))
    }
    self = .user(String(name))
  }

  /// GitHub's limit is 39; that of Gitea 40; nobody's is near this.
  private static let longestName = 100

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The path below the API's base. A name made without ``init(name:)`` cannot leave its place in it.
  var path: String {
    switch self {
    case .user(let name):
      "users/\(name.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")/starred"
    case .tokenOwner: "user/starred"
    }
  }

  /// RFC 3986, section 2.3. No slash is among them.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
