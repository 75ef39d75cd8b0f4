/// The texts of WhatsApp's table, by section.
///
/// Lines in another form are ignored. A test fails if the table has any.
struct WhatsAppTable {
  enum Section: String, CaseIterable {
    case fileName = "file-name"
    case encryption, deleted, edited, attached, location, call
    case ownDeleted = "own-deleted"
    case fileAttached = "file-attached"
    case mediaOmitted = "media-omitted"
    case photoOmitted = "photo-omitted"
    case videoOmitted = "video-omitted"
    case roundVideoOmitted = "round-video-omitted"
    case voiceOmitted = "voice-omitted"
    case animationOmitted = "animation-omitted"
    case stickerOmitted = "sticker-omitted"
    case fileOmitted = "file-omitted"
    case missedCall = "missed-call"
  }

  private(set) var texts: [Section: [String]] = [:]
  /// The numbers of the ignored lines, from 1.
  private(set) var faults: [Int] = []

  /// The placeholder for the name of a chat, before or after the words of a file name.
  private static let name = "{name}"

  init(_ table: String) {
    var section: Section?
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      if line.hasPrefix("[") {
        section = Section.allCases.first { line == "[\($0.rawValue)]" && texts[$0] == nil }
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
        && (section != .fileName || text.hasPrefix(name) != text.hasSuffix(name))
    }
    return areTexts ? texts : nil
  }

  /// The words before and after the name of a chat in the names of files.
  var fileNames: (prefixes: [String], suffixes: [String]) {
    let names = texts[.fileName] ?? []
    return (
      names.filter { $0.hasSuffix(Self.name) }.map { String($0.dropLast(Self.name.count)) },
      names.filter { $0.hasPrefix(Self.name) }.map { String($0.dropFirst(Self.name.count)) }
    )
  }
}
