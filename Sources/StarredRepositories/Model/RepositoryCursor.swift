import Foundation

/// Where a page is asked for: a number for people and logs, and the address the source gave for it, if it did.
public struct RepositoryCursor: Sendable, Hashable {
  /// The page's number, from 1.
  public let page: Int
  /// GitHub asks its clients to follow the addresses it gives rather than to build them.
  let address: URL?

  init(page: Int, address: URL? = nil) {
    self.page = page
    self.address = address
  }
}

extension RepositoryCursor: CustomStringConvertible {
  public var description: String { String(page) }
}
