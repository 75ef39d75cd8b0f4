import Foundation

// Searches that compare bytes. Foundation's searches copy the text into UTF-16 first, and those of the standard library
// iterate over its characters; both take longer than all other work on a line. The searched texts are words and signs
// of programs, which always write them with the same bytes.
extension StringProtocol {
  /// Whether the text begins with the bytes of another one.
  package func begins(with other: String) -> Bool { utf8.starts(with: other.utf8) }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Whether the text ends with the bytes of another one.
  package func ends(with other: String) -> Bool {
    let count = other.utf8.count
    guard let last = other.utf8.last, utf8.last == last else { return count == 0 }
    guard let start = utf8.index(endIndex, offsetBy: -count, limitedBy: startIndex) else { return false }
    return utf8[start...].elementsEqual(other.utf8)
  }
}

extension Substring {
  /// The first range of another text's bytes; nil if there is none.
  func firstRange(ofBytes other: String) -> Range<Index>? {
    guard let first = other.utf8.first else { return nil }
    var rest = utf8
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: other.utf8) { return start..<utf8.index(start, offsetBy: other.utf8.count) }
      rest.removeFirst()
    }
    return nil
  }
}

extension String {
  /// The text without surrounding whitespace and line ends.
  var withoutBlankEnds: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return self }
    guard first.isBlankEnd || last.isBlankEnd else { return self }
    return trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension Unicode.Scalar {
  fileprivate var isBlankEnd: Bool {
    // Foundation treats the zero-width space as whitespace.
    isASCII ? value <= 0x20 : properties.isWhitespace || value == 0x200b
  }
}
