/// Finds the beginning of a message whose header is damaged.
///
/// The text before a participant's name then differs in very few characters from that of the other messages. A header
/// of another program or phone differs in more.
struct HeaderLikeness: Sendable {
  /// The text before the name in the last header. Its outline is made on demand, because most files have no damage.
  private var known: Substring?

  /// The number of characters of a header that damage can have changed, lost or added.
  private static let tolerance = 2

  /// Records the text before the name in a header of the transcript.
  mutating func note(_ header: Substring) {
    known = header
  }

  /// The longest header in bytes, and the longest name after it.
  private static let longestHeader = 128
  private static let longestName = 400

  /// Whether the text is such a header, possibly damaged.
  func isLike(_ header: some StringProtocol) -> Bool {
    guard let known = known.map(Self.outline), !known.isEmpty, header.utf8.count <= Self.longestHeader else {
      return false
    }
    let found = Self.outline(header)
    guard abs(found.count - known.count) <= Self.tolerance else { return false }
    let start = zip(found, known).prefix { $0 == $1 }.count
    let end = zip(found.dropFirst(start).reversed(), known.dropFirst(start).reversed()).prefix { $0 == $1 }
      .count
    return max(found.count, known.count) - start - end <= Self.tolerance + 1
  }

  /// The text with one digit in place of each number.
  private static func outline(_ text: some StringProtocol) -> [Unicode.Scalar] {
    var outline: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where !scalar.isDirectionMark {
      if scalar.digit != nil {
        if outline.last != "0" { outline.append("0") }
      } else if scalar.properties.isWhitespace {
        outline.append(" ")
      } else {
        outline.append(scalar)
      }
    }
    return outline
  }

  /// The person and the text of a line that is like a header.
  ///
  /// - Parameters:
  ///   - before: The possible texts before a name.
  ///   - after: The text after the name.
  func message(in line: String, people: Set<String>, before: [String], after: String) -> (
    name: String, text: Substring
  )? {
    guard known != nil else { return nil }
    // Lines can have any length.
    let line = Substring(line.utf8.prefix(Self.longestHeader + Self.longestName))
    guard let end = line.firstRange(ofBytes: after) else { return nil }
    for sign in before {
      guard let start = line[..<end.lowerBound].firstRange(ofBytes: sign) else { continue }
      let name = String(line[start.upperBound..<end.lowerBound]).cleanName
      if people.contains(name), isLike(line[..<start.upperBound]) {
        return (name, line.base[end.upperBound...])
      }
    }
    return nil
  }
}
