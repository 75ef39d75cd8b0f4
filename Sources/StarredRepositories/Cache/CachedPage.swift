import Foundation
import GRDB

/// A page as a server sent it, and what is needed to ask whether it has changed.
struct CachedPage: Sendable, Equatable {
  /// What the server calls this state of the page (`ETag`), quotes and all.
  var tag: String?
  /// Where the next page is asked for; nil: this was the last.
  var next: URL?
  /// The JSON as it came: a later version may read more out of it.
  var body: Data
  /// When the server last said that the page is so.
  var fetchedAt: Date
}

extension CachedPage {
  /// Which page of whose stars.
  struct Key: Sendable, Hashable {
    var base: String
    var stargazer: String
    var pageSize: Int
    var number: Int

    init(base: APIBase, stargazer: Stargazer, token: AccessToken?, pageSize: Int, number: Int) {
      self.base = base.url.absoluteString
      switch stargazer {
      case .user(let name): self.stargazer = "user:\(name.lowercased())"
      // The stars of one account must not be shown for those of another. The token cannot be had back from its
      // hash: it is long and random.
      case .tokenOwner:
        self.stargazer = "token:\(token.map { String(stableHash($0.secret), radix: 16) } ?? "")"
      }
      self.pageSize = pageSize
      self.number = number
    }
  }
}

extension CachedPage: FetchableRecord {
  init(row: Row) throws {
    tag = row["tag"]
    next = (row["next"] as String?).flatMap { URL(string: $0) }
    body = row["body"]
    fetchedAt = Date(timeIntervalSince1970: row["fetchedAt"])
  }
}
