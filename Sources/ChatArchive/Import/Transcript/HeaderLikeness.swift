/// Finds the beginning of a message that damage has made unreadable.
///
/// What precedes the name of a person who writes in the chat then differs in very few signs from what precedes it in the
/// other messages. A header of another program or of another phone differs in more.
struct HeaderLikeness: Sendable {
  private var known: [Unicode.Scalar] = []

  /// Signs of a header that damage can have changed, lost or added.
  private static let tolerance = 2

  /// Notes what precedes the name in a header of the transcript.
  mutating func note(_ header: some StringProtocol) {
    known = Self.outline(header)
  }

  /// Whether the text is such a header, or was one.
  func isLike(_ header: some StringProtocol) -> Bool {
    guard !known.isEmpty, header.utf8.count <= 128 else { return false }
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
  ///   - before: What can be before a name.
  ///   - after: What is after it.
  func message(in line: String, people: Set<String>, before: [String], after: String) -> (
    name: String, text: Substring
  )? {
    guard !known.isEmpty, let end = line.range(of: after) else { return nil }
    for sign in before {
      guard let start = line[..<end.lowerBound].range(of: sign) else { continue }
      let name = String(line[start.upperBound..<end.lowerBound]).cleanName
      if people.contains(name), isLike(line[..<start.upperBound]) { return (name, line[end.upperBound...]) }
    }
    return nil
  }
}
