import Foundation

/// A starred repository, as the feed shows it.
public struct Repository: Identifiable, Sendable, Hashable {
  /// The server's number for it, which stays when the repository is renamed.
  public var id: Int64
  /// The person or organisation that owns it.
  public var owner: String
  /// The name without the owner.
  public var name: String
  /// Owner and name with a slash between them.
  public var fullName: String
  /// A description in one line. Nil if there is none; never empty.
  public var description: String?
  /// The main programming language. Nil if the server knows none; never empty.
  public var language: String?
  /// The number of its stars.
  public var stars: Int
  /// The topics that the owner has set, such as "gtk". Empty if there are none.
  public var topics: [String]
  /// Its web page. Always `http` or `https`, or nil: a click opens it, and a server could send any address.
  public var url: URL?
  /// Its separate homepage, under the same rule.
  public var homepage: URL?
  /// The licence's short name, such as “MIT”, if the server knows it.
  public var license: String?
  /// The time of the last change; nil if the server did not state it.
  public var updatedAt: Date?
  /// Whether it began as a copy of another repository.
  public var isFork: Bool
  /// Whether its owner has made it read-only.
  public var isArchived: Bool

  /// A repository whose ``fullName`` consists of owner and name.
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

/// Reads a repository from the JSON of GitHub, GitHub Enterprise, or Gitea and Forgejo, which name some fields
/// differently.
///
/// Only the number and the two names are required. Any other field that is missing, null or of a wrong type counts as
/// unknown: a row without a licence is better than no row.
extension Repository: Decodable {
  private enum Key: String, CodingKey {
    case id, name, owner, login, description, language, topics, homepage, website, license, licenses, key
    case fork, archived
    case fullName = "full_name"
    case githubStars = "stargazers_count"
    case giteaStars = "stars_count"
    case page = "html_url"
    case updatedAt = "updated_at"
    case spdx = "spdx_id"
  }

  /// The most topics that are read. GitHub allows 20.
  private static let mostTopics = 100

  /// Reads one record of a response. Texts are cut after 2,000 characters, and topics after a hundred, since a row with
  /// megabytes would block the window.
  ///
  /// - Throws: `DecodingError` if the number, the name or the owner is missing.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func read<T: Decodable>(_ key: Key, as type: T.Type = T.self) -> T? {
      try? fields.decode(T.self, forKey: key)
    }
    func text(_ key: Key) -> String? { read(key, as: String.self).flatMap(\.asShortLine) }

    let fullName =
      text(.fullName)?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
    let owner = try? fields.nestedContainer(keyedBy: Key.self, forKey: .owner)
    let login = (try? owner?.decode(String.self, forKey: .login))?.asShortLine
    guard let name = text(.name) ?? (fullName.count == 2 ? fullName[1].asShortLine : nil) else {
      throw DecodingError.dataCorruptedError(forKey: .name, in: fields, debugDescription: "no name")
    }
    guard let owner = login ?? (fullName.count == 2 ? fullName[0].asShortLine : nil) else {
      throw DecodingError.dataCorruptedError(forKey: .owner, in: fields, debugDescription: "no owner")
    }
    self.init(
      id: try fields.decode(Int64.self, forKey: .id), owner: owner, name: name,
      description: text(.description), language: text(.language),
      stars: max(0, read(.githubStars) ?? read(.giteaStars) ?? 0),
      topics: read(.topics, as: [Tolerant<String>].self)?.prefix(Self.mostTopics).compactMap {
        $0.value?.asShortLine
      } ?? [],
      url: text(.page)?.asWebAddress,
      homepage: (text(.homepage) ?? text(.website))?.asWebAddress,
      license: Self.license(in: fields),
      updatedAt: text(.updatedAt).flatMap { try? Date($0, strategy: .iso8601) },
      isFork: read(.fork) ?? false, isArchived: read(.archived) ?? false)
  }

  /// The licence. GitHub sends an object, with “NOASSERTION” for an unknown text; Gitea sends a list of names.
  private static func license(in fields: KeyedDecodingContainer<Key>) -> String? {
    if let license = try? fields.nestedContainer(keyedBy: Key.self, forKey: .license) {
      let spdx = (try? license.decode(String.self, forKey: .spdx))?.asShortLine
      if let spdx, spdx != "NOASSERTION" { return spdx }
      let name = (try? license.decode(String.self, forKey: .name))?.asShortLine
      return name == "Other" ? nil : name
    }
    return (try? fields.decode([String].self, forKey: .licenses))?.first?.asShortLine
  }
}

/// The repositories in the body of a response.
struct RepositoryList: Sendable, Equatable {
  var items: [Repository]
  /// The number of records that could not be read.
  var skipped: Int

  /// The most values in a page. A hundred records of GitHub have 12,000; a server that ignores the page size sends more
  /// of them. `JSONDecoder` needs up to 200 bytes for each, even if it is only two bytes long.
  static let mostValues = 400_000

  /// Reads a page's body.
  ///
  /// A list without any readable record is an error, since an empty page would mean the end. A list with more than
  /// ``mostValues`` values is not decoded.
  ///
  /// - Parameter host: the server that an error names.
  init(json: Data, host: String) throws(FeedError) {
    guard Self.valueCount(json) <= Self.mostValues else { throw .connection(.tooLarge, host: host) }
    let records: [Tolerant<Repository>]
    do {
      records = try JSONDecoder().decode([Tolerant<Repository>].self, from: json)
    } catch {
      throw Self.isMarkup(json) ? .notJSON(host: host) : .malformed(host: host)
    }
    items = records.compactMap(\.value)
    skipped = records.count - items.count
    if items.isEmpty && skipped > 0 { throw .malformed(host: host) }
  }

  /// An upper bound of the number of values: each follows one of three marks, which strings may contain as well.
  private static func valueCount(_ json: Data) -> Int {
    json.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ",") }
  }

  /// Whether a body begins like HTML or XML.
  private static func isMarkup(_ body: Data) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    return body.first { !blanks.contains($0) } == UInt8(ascii: "<")
  }
}

/// An element of a list, or nil if it could not be read.
private struct Tolerant<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}

extension String {
  /// The text with each run of white space reduced to one space, and none at its ends; nil if it is empty then.
  var asOneLine: String? {
    let words = split { $0.isWhitespace || $0.isNewline || $0 == "\0" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The beginning of the text as one line. GitHub's descriptions have at most 350 characters, and addresses 2,000.
  fileprivate var asShortLine: String? { String(unicodeScalars.prefix(2_000)).asOneLine }

  /// An address that is safe to open in a browser. Homepages often lack the scheme.
  fileprivate var asWebAddress: URL? {
    let address = contains(":") ? self : "https://\(self)"
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
      scheme == "https" || scheme == "http"
    else { return nil }
    return url
  }
}
