/// A word or phrase that a message must have, or must not have.
struct SearchTerm: Sendable, Hashable {
  /// Consecutive words of the index; never empty. A term with apostrophes has several forms, with the words that an
  /// apostrophe separates and with the words that it joins.
  private(set) var forms: [[String]]
  /// Whether the last word can be the beginning of a word.
  private(set) var isPrefix: Bool
  let isExcluded: Bool
  /// Whether the last word is in a script with blanks between words.
  let endsInLetters: Bool

  /// Fails if the text has no word that the index could have.
  init?(_ text: String, isExcluded: Bool = false) {
    var (words, joined) = SearchText.wanted(text)
    // Without the separate last sign, pairs are also found within a run.
    if words.last?.kind == .lastSign { words.removeLast() }
    guard let last = words.last else { return nil }
    forms = Self.forms(words.map(\.text), joined)
    self.isExcluded = isExcluded
    isPrefix = last.kind == .onlySign
    endsInLetters = last.kind == .whole
  }

  private static func forms(_ words: [String], _ joined: [(words: Range<Int>, word: String)]) -> [[String]] {
    // The index has each joined word, but only on its own.
    if joined.count == 1, joined[0].words == words.indices { return [[joined[0].word]] }
    var forms = [words]
    // Each choice doubles the forms.
    for joint in joined.prefix(3).reversed() {
      forms += forms.map { form in
        form[..<joint.words.lowerBound] + [joint.word] + form[joint.words.upperBound...]
      }
    }
    return forms
  }

  /// The words of the first form.
  var words: [String] { forms[0] }
  var lastWords: Set<String> { Set(forms.compactMap(\.last)) }

  /// Lets the last word match the beginning of a word.
  mutating func makePrefix() { if endsInLetters { isPrefix = true } }

  /// The words before the last one, if that can be the beginning of a word; nil if there are none.
  var withoutPrefix: SearchTerm? {
    guard isPrefix, forms.allSatisfy({ $0.count > 1 }) else { return nil }
    var term = self
    term.forms = forms.map { $0.dropLast() }
    term.isPrefix = false
    return term
  }

  /// The term in FTS5's language.
  var expression: String {
    // Words contain neither quotes nor blanks.
    let phrases = forms.map { "\"\($0.joined(separator: " "))\"\(isPrefix ? " *" : "")" }
    return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
  }

  // MARK: Without an index

  /// Byte sequences of which one occurs in a list of words, which begins with a blank, if the list contains the term.
  var patterns: [[UInt8]] {
    forms.map { Array(" \($0.joined(separator: " "))\(isPrefix ? "" : " ")".utf8) }
  }

  /// The ranges of the term in a text.
  func ranges(in text: [SearchText.Word]) -> [Range<String.Index>] {
    forms.flatMap { ranges(of: $0, in: text) }
  }

  private func ranges(of words: [String], in text: [SearchText.Word]) -> [Range<String.Index>] {
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
