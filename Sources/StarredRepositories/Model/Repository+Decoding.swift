import Foundation

/// Reads a repository out of the JSON of GitHub, GitHub Enterprise, or Gitea and Forgejo, which name a few
/// fields otherwise.
///
/// Only the number and the two names are needed. Every other field that is missing, null or of a wrong type is
/// taken for “not known”: a row without a licence is better than no row.
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

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func read<T: Decodable>(_ key: Key, as type: T.Type = T.self) -> T? {
      try? fields.decode(T.self, forKey: key)
    }
    func text(_ key: Key) -> String? { read(key, as: String.self).flatMap(\.asOneLine) }

    let fullName =
      text(.fullName)?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
    let owner = try? fields.nestedContainer(keyedBy: Key.self, forKey: .owner)
    let login = (try? owner?.decode(String.self, forKey: .login))?.asOneLine
    guard let name = text(.name) ?? (fullName.count == 2 ? fullName[1].asOneLine : nil) else {
      throw DecodingError.dataCorruptedError(forKey: .name, in: fields, debugDescription: "no name")
    }
    guard let owner = login ?? (fullName.count == 2 ? fullName[0].asOneLine : nil) else {
      throw DecodingError.dataCorruptedError(forKey: .owner, in: fields, debugDescription: "no owner")
    }
    self.init(
      id: try fields.decode(Int64.self, forKey: .id), owner: owner, name: name,
      description: text(.description), language: text(.language),
      stars: max(0, read(.githubStars) ?? read(.giteaStars) ?? 0),
      topics: read(.topics, as: [Tolerant<String>].self)?.compactMap { $0.value?.asOneLine } ?? [],
      url: text(.page)?.asWebAddress,
      homepage: (text(.homepage) ?? text(.website))?.asWebAddress,
      license: Self.license(in: fields),
      updatedAt: text(.updatedAt).flatMap { try? Date($0, strategy: .iso8601) },
      isFork: read(.fork) ?? false, isArchived: read(.archived) ?? false)
  }

  /// GitHub has an object, with “NOASSERTION” for a text it does not know; Gitea a list of names.
  private static func license(in fields: KeyedDecodingContainer<Key>) -> String? {
    if let license = try? fields.nestedContainer(keyedBy: Key.self, forKey: .license) {
      let spdx = (try? license.decode(String.self, forKey: .spdx))?.asOneLine
      if let spdx, spdx != "NOASSERTION" { return spdx }
      let name = (try? license.decode(String.self, forKey: .name))?.asOneLine
      return name == "Other" ? nil : name
    }
    return (try? fields.decode([String].self, forKey: .licenses))?.first?.asOneLine
  }
}

extension String {
  /// The text with each run of white space as one space, and none at its ends; nil if nothing is left.
  var asOneLine: String? {
    let words = split { $0.isWhitespace || $0.isNewline || $0 == "\0" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// An address that may be given to a browser. People leave out the scheme of their homepage.
  var asWebAddress: URL? {
    let address = contains(":") ? self : "https://\(self)"
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false,
      scheme == "https" || scheme == "http"
    else { return nil }
    return url
  }
}
