/// A secret that lets a server know who asks. It goes into requests and nowhere else: not into a description, a
/// dump, an error or the cache.
public struct AccessToken: Sendable, Hashable {
  let secret: String

  /// Nil for a text that is empty or cannot stand in a header.
  public init?(_ text: String?) {
    guard let text else { return nil }
    let trimmed = text.drop(while: \.isWhitespace)
    let secret = trimmed.prefix { !$0.isWhitespace }
    guard !secret.isEmpty, secret.count == trimmed.reversed().drop(while: \.isWhitespace).count,
      secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.secret = String(secret)
  }

  /// The token that is meant for a server, from the variable that GitHub's own tools read for it: what opens an
  /// account at GitHub is nobody else's business.
  public init?(environment: [String: String], for base: APIBase) {
    self.init(environment[base.tokenVariable])
  }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<token>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
