/// A few lines that belong together, and who says them.
struct Exchange: Sendable {
  /// What one person writes before the next word is said.
  struct Line: Sendable {
    /// What sort of line it is; the raw value is its mark in the notation.
    enum Manner: Character {
      case says = ":"
      /// Quotes the first line of the exchange.
      case answers = ">"
      /// Told by the service, the name stands before it.
      case does = "!"
    }

    /// A photograph that comes with the line; nil pixels are for chance to choose.
    struct Photo {
      let width: Int?
      let height: Int?
    }

    /// Letter of a role or of a person.
    let speaker: Character
    let manner: Manner
    let photo: Photo?
    /// Ways to say it; at least one.
    let wordings: [String]
  }

  let lines: [Line]

  /// Reads exchanges in the notation of `Stock`, parted by blank lines.
  static func parse(_ text: String) -> [Exchange] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty)
      .map { Exchange(lines: $0.compactMap(line)) }
  }

  private static func line(_ text: Substring) -> Line? {
    guard let speaker = text.first, let mark = text.dropFirst().first,
      let manner = Line.Manner(rawValue: mark)
    else { return nil }
    var words = text.dropFirst(3)
    var photo: Line.Photo?
    if words.hasPrefix("[photo"), let close = words.firstIndex(of: "]") {
      let pixels = words[..<close].dropFirst("[photo ".count).split(separator: "x").map { Int($0) }
      photo = Line.Photo(width: pixels.first ?? nil, height: pixels.last ?? nil)
      words = words[close...].dropFirst(2)
    }
    let wordings = words.split(separator: " | ").map { String($0) }
    return Line(speaker: speaker, manner: manner, photo: photo, wordings: wordings.isEmpty ? [""] : wordings)
  }
}
