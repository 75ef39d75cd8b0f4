import Foundation

/// A repository somebody has starred, as the feed shows it.
public struct Repository: Identifiable, Sendable, Hashable {
  /// The server's number for it. It stays when the repository is renamed.
  public var id: Int64
  /// Who it belongs to: a person or an organisation.
  public var owner: String
  public var name: String
  /// Owner and name with a slash between them.
  public var fullName: String
  /// One line about it, without line breaks. Nil if there is none; never empty.
  public var description: String?
  /// The language most of it is written in. Nil if the server knows none; never empty.
  public var language: String?
  public var stars: Int
  public var topics: [String]
  /// Its page for people. Always `http` or `https`, or nil: it is opened with a click, and a server could name
  /// anything here.
  public var url: URL?
  /// Its homepage elsewhere, under the same rule.
  public var homepage: URL?
  /// Short, as “MIT”, where the server knows the licence.
  public var license: String?
  public var updatedAt: Date?
  public var isFork: Bool
  public var isArchived: Bool

  public init(
    id: Int64, owner: String, name: String, description: String? = nil, language: String? = nil,
    stars: Int = 0,
    topics: [String] = [], url: URL? = nil, homepage: URL? = nil, license: String? = nil,
    updatedAt: Date? = nil, isFork: Bool = false, isArchived: Bool = false
  ) {
    self.id = id
    self.owner = owner
    self.name = name
    fullName = "\(owner)/\(name)"
    self.description = description
    self.language = language
    self.stars = stars
    self.topics = topics
    self.url = url
    self.homepage = homepage
    self.license = license
    self.updatedAt = updatedAt
    self.isFork = isFork
    self.isArchived = isArchived
  }
}
