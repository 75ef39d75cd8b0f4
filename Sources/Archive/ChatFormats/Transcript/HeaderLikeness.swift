/// Finds the beginning of a message that damage has made unreadable.
///
/// What precedes the name of a person who writes in the chat then differs in very few signs from what precedes it in the
/// other messages. A header of another program or of another phone differs in more.
struct HeaderLikeness: Sendable {
  /// What precedes the name in the last header. Its outline is made when it is needed: most files have no damage.
  private var known: Substring?

  /// Signs of a header that damage can have changed, lost or added.
  private static let tolerance = 2

  /// Notes what precedes the name in a header of the transcript.
  mutating func note(_ header: Substring) {
    known = header
  }

  /// Bytes of the longest header, and of the longest name after it.
  private static let longestHeader = 128
  private static let longestName = 400

  /// Whether the text is such a header, or was one.
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
  ///   - before: What can be before a name.
  ///   - after: What is after it.
  func message(in line: String, people: Set<String>, before: [String], after: String) -> (
    name: String, text: Substring
  )? {
    guard known != nil else { return nil }
    // Lines can be of any length.
    let line = line.beginning(bytes: Self.longestHeader + Self.longestName)
    guard let end = line.firstRange(ofASCII: after) else { return nil }
    for sign in before {
      guard let start = line[..<end.lowerBound].firstRange(ofASCII: sign) else { continue }
      let name = String(line[start.upperBound..<end.lowerBound]).cleanName
      if people.contains(name), isLike(line[..<start.upperBound]) {
        return (name, line.base[end.upperBound...])
      }
    }
    return nil
  }
}

extension Substring {
  /// Where the signs, all of ASCII, are first.
  fileprivate func firstRange(ofASCII signs: String) -> Range<Index>? {
    guard let first = signs.utf8.first else { return nil }
    var start = startIndex
    while let index = utf8[start...].firstIndex(of: first) {
      if utf8[index...].starts(with: signs.utf8) {
        return index..<utf8.index(index, offsetBy: signs.utf8.count)
      }
      start = utf8.index(after: index)
    }
    return nil
  }
}

extension String {
  /// The beginning with at most so many bytes, without a scalar that they cut off.
  fileprivate func beginning(bytes count: Int) -> Substring {
    guard let end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self[...]
    }
    return self[..<unicodeScalars.index(after: unicodeScalars.index(before: end))]
  }
}
