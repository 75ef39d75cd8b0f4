/// A word or phrase that a message must have, or must not have.
struct SearchTerm: Sendable, Hashable {
  /// Consecutive words of the index; never empty.
  private(set) var words: [String]
  /// Whether the last of them can be the beginning of a word.
  private(set) var isPrefix: Bool
  let isExcluded: Bool
  /// Whether the last word is of a script with blanks between words.
  let endsInLetters: Bool

  /// Nil if there is nothing in the text that the index has.
  init?(_ text: String, isExcluded: Bool = false) {
    var words = SearchText.words(of: text)
    // Without the last sign alone, pairs are found within a run as well.
    if words.last?.kind == .lastSign { words.removeLast() }
    guard let last = words.last else { return nil }
    self.words = words.map(\.text)
    self.isExcluded = isExcluded
    isPrefix = last.kind == .onlySign
    endsInLetters = last.kind == .whole
  }

  /// Lets the last word be the beginning of one.
  mutating func makePrefix() { if endsInLetters { isPrefix = true } }

  /// The words before the one that is the beginning of a word; nil if there are none.
  var withoutPrefix: SearchTerm? {
    guard isPrefix, words.count > 1 else { return nil }
    var term = self
    term.words.removeLast()
    term.isPrefix = false
    return term
  }

  /// The term in FTS5's language.
  var expression: String {
    // Words have neither quotes nor blanks.
    "\"\(words.joined(separator: " "))\"\(isPrefix ? " *" : "")"
  }

  // MARK: Without an index

  /// What a list of words, which begins with a blank, contains if it has the term.
  var pattern: [UInt8] { Array(" \(words.joined(separator: " "))\(isPrefix ? "" : " ")".utf8) }

  /// Where a text has the term.
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

  /// Ranges in ascending order, with those that overlap or touch made one.
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
