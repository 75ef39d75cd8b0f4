/// A section of a table of words. Its raw value is the name of the section.
protocol WordSection: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether each text has the placeholder for a name, at its beginning or its end.
  var hasName: Bool { get }
}

extension WordSection {
  var hasName: Bool { false }
}

/// The texts that a messenger writes into its exports, by section, from a file of `Resources/words`.
///
/// Lines in another form are ignored. A test fails if a table has any.
struct WordTable<Section: WordSection> {
  private(set) var texts: [Section: [String]] = [:]
  /// The numbers of the ignored lines, from 1.
  private(set) var faults: [Int] = []

  /// The placeholder for the name of a chat, before or after the words of a file name.
  static var name: String { "{name}" }

  init(_ table: String) {
    var section: Section?
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      if line.hasPrefix("[") {
        section = Array(Section.allCases).first { line == "[\($0.rawValue)]" && texts[$0] == nil }
        if section == nil { faults.append(index + 1) }
      } else if let section, let found = Self.texts(in: line, of: section) {
        texts[section, default: []] += found
      } else {
        faults.append(index + 1)
      }
    }
  }

  /// The texts of a line such as “fr: image absente | image omise”; nil for any other line.
  private static func texts(in line: Substring, of section: Section) -> [String]? {
    let (code, rest) = (line.prefix(2), line.dropFirst(2))
    guard code.allSatisfy({ ("a"..."z").contains($0) }), rest.hasPrefix(": ") else { return nil }
    let texts = rest.dropFirst(2).split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
    let areTexts = texts.allSatisfy { text in
      !text.isEmpty && text.first != " " && text.last != " " && !text.contains("|")
        && (!section.hasName || text.hasPrefix(name) != text.hasSuffix(name))
    }
    return areTexts ? texts : nil
  }
}
