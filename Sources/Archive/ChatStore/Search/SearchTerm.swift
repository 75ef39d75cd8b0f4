/// A word or phrase that a message must have, or must not have.
struct SearchTerm: Sendable, Hashable {
  /// Consecutive words of the index; never empty.
  private(set) var words: [String]
  /// Whether the last word can be the beginning of a word.
  private(set) var isPrefix: Bool
  let isExcluded: Bool
  /// Whether the last word is in a script with blanks between words.
  let endsInLetters: Bool

  /// Fails if the text has no word that the index could have.
  init?(_ text: String, isExcluded: Bool = false) {
    var words = SearchText.words(of: text)
    // Without the separate last sign, pairs are also found within a run.
    if words.last?.kind == .lastSign { words.removeLast() }
    guard let last = words.last else { return nil }
    self.words = words.map(\.text)
    self.isExcluded = isExcluded
    isPrefix = last.kind == .onlySign
    endsInLetters = last.kind == .whole
  }

  /// Lets the last word match the beginning of a word.
  mutating func makePrefix() { if endsInLetters { isPrefix = true } }

  /// The words before the last one, if that can be the beginning of a word; nil if there are none.
  var withoutPrefix: SearchTerm? {
    guard isPrefix, words.count > 1 else { return nil }
    var term = self
    term.words.removeLast()
    term.isPrefix = false
    return term
  }

  /// The term in FTS5's language.
  var expression: String {
    // Words contain neither quotes nor blanks.
    "\"\(words.joined(separator: " "))\"\(isPrefix ? " *" : "")"
  }

  // MARK: Without an index

  /// A byte sequence that occurs in a list of words, which begins with a blank, if the list contains the term.
  var pattern: [UInt8] { Array(" \(words.joined(separator: " "))\(isPrefix ? "" : " ")".utf8) }

  /// The ranges of the term in a text.
  func ranges(in text: [SearchText.Word]) -> [Range<String.Index>] {
    guard text.count >= words.count else { return [] }
    return (0...text.count - words.count).compactMap { start in
      for (offset, word) in words.enumerated() {
        let other = text[start + offset].text
        let isLast = offset == words.count - 1
        guard isLast && isPrefix ? other.unicodeScalars.starts(with: word.unicodeScalars) : other == word
        else { return nil }
      }
      let last = text[start + words.count - 1]
      return text[start].range
        .lowerBound..<(isPrefix && last.kind == .pair ? last.firstEnd : last.range.upperBound)
    }
  }

  /// Ranges in ascending order, with overlapping or touching ones merged.
  static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var merged: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
