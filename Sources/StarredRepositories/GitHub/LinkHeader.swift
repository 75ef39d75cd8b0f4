/// The links in an HTTP header field, as RFC 8288 writes them:
///
///     <https://api.example.com/stars?page=2>; rel="next", <https://api.example.com/stars?page=9>; rel="last"
///
/// An address may hold commas and semicolons, and so may a parameter between quotes, so the field is read from
/// left to right and not split. What breaks the rules is skipped up to the next link.
struct LinkHeader {
  struct Link: Equatable {
    var target: String
    /// What the link is, in lower case: `next`, `last`…
    var relations: [String]
  }

  private(set) var links: [Link] = []

  init(_ field: String) {
    var rest = field[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: ">") else { return }
      let target = String(rest[..<close])
      rest = rest[rest.index(after: close)...]
      links.append(Link(target: target, relations: Self.readRelations(&rest)))
    }
  }

  /// The target of the first link of a kind.
  func target(of relation: String) -> String? {
    links.first { $0.relations.contains(relation) }?.target
  }

  /// Reads the parameters up to the comma that ends the link. The first `rel` counts, as the RFC says.
  private static func readRelations(_ rest: inout Substring) -> [String] {
    var relations: [String]?
    while let sign = rest.first, sign != "," {
      rest.removeFirst()
      guard sign == ";" else { continue }
      let name = rest.prefix { !"=;,".contains($0) }
      rest = rest[name.endIndex...]
      var value = ""
      if rest.first == "=" {
        rest.removeFirst()
        value = readValue(&rest)
      }
      if relations == nil, trimmed(name).lowercased() == "rel" {
        relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return relations ?? []
  }

  private static func readValue(_ rest: inout Substring) -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == "\"" else {
      let value = rest.prefix { $0 != ";" && $0 != "," }
      rest = rest[value.endIndex...]
      return trimmed(value)
    }
    rest.removeFirst()
    var value = ""
    while let sign = rest.popFirst(), sign != "\"" {
      // A backslash takes the meaning from what follows it.
      guard let next = sign == "\\" ? rest.popFirst() : sign else { break }
      value.append(next)
    }
    return value
  }

  private static func trimmed(_ text: Substring) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }
}
