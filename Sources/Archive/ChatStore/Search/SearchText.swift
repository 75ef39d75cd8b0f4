/// Cuts texts into the words of the search index.
///
/// Words are folded: upper and lower case, letters with and without accents, and Unicode's forms of the same text,
/// wide, narrow, styled or enclosed, are equal. In runs of Han, Kana, Hangul, Thai, Lao, Khmer and Myanmar, in which
/// words are not separated by blanks or have endings joined to them, each pair of neighbouring signs is a word, and so
/// is the last sign alone. A phrase of pairs is then found anywhere in a run, and a single sign is the beginning of a
/// word. Emoji, flags and currency signs are words of their own, and so are "+", "#" and "@" where they touch a letter.
///
/// An apostrophe separates words. The words that it separates are also in the index as one, after those of the text:
/// "I don't" has the words "i", "don", "t" and "dont".
///
/// The index holds words that are separated by blanks, and FTS5's tokenizer "ascii" does not change them. So other
/// programs can read the index, and this type alone determines its words.
enum SearchText {
  /// Incremented whenever the words of a text change. An index of another version is rebuilt.
  static let version = 2

  /// A word between others that keeps phrases from continuing. No other word begins with this sign.
  static let gap = "¶"

  /// The number of letters of a word in the index. A longer word is several in sequence.
  fileprivate static let longestWord = 64

  /// A word of a text.
  struct Word: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      /// Letters and digits up to something else; or a symbol.
      case whole, symbol
      /// Two signs of a run.
      case pair
      /// The last sign of a run, after a pair or as the only one.
      case lastSign, onlySign
    }

    let text: String
    let kind: Kind
    let range: Range<String.Index>
    /// The end of the first of two signs; otherwise the end of the range.
    let firstEnd: String.Index
  }

  /// The words of a text in the order of the index, with their ranges.
  static func words(of text: String) -> [Word] {
    var cutter = WordCutter(notesPlaces: true)
    cutter.cut(text.utf8Span.span)
    cutter.appendJoined()
    return words(cutter, text)
  }

  /// The words of a text that is searched for, and the ranges of those that apostrophes join, with the joined word.
  static func wanted(_ text: String) -> (words: [Word], joined: [(words: Range<Int>, word: String)]) {
    var cutter = WordCutter(notesPlaces: true)
    cutter.cut(text.utf8Span.span)
    let words = words(cutter, text)
    cutter.appendJoined()
    let joined = cutter.joints.compactMap { joint in
      joint.joined.map { (joint.words, String(decoding: cutter.list[$0], as: UTF8.self)) }
    }
    return (words, joined)
  }

  private static func words(_ cutter: WordCutter, _ text: String) -> [Word] {
    func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
    return cutter.words.map { word in
      Word(
        text: String(decoding: cutter.list[word.bytes], as: UTF8.self), kind: word.kind,
        range: index(word.place.start)..<index(word.place.end), firstEnd: index(word.place.firstEnd))
    }
  }

  /// Appends the words of a text to a list of words, with a blank after each.
  static func append(_ text: String, to list: inout [UInt8]) {
    let start = list.count
    list.append(contentsOf: text.utf8)
    // Ends the last word.
    list.append(0x20)
    var joints: [Range<Int>] = []
    var bytes = list.mutableSpan
    let end = cutASCII(&bytes, from: start, &joints)
    list.removeSubrange((end ?? start)...)
    if end != nil {
      for joint in joints { appendJoined(joint, to: &list) }
      return
    }
    var cutter = WordCutter(list: list)
    list = []
    cutter.cut(text.utf8Span.span)
    cutter.appendJoined()
    list = cutter.list
  }

  /// Cuts an ASCII text, which most are, in place. A word and its blank are never longer than the bytes that they come from.
  ///
  /// - Parameter joints: The ranges of the words that apostrophes join.
  /// - Returns: The end of the words; nil if the text is not ASCII, or has signs or words that need more room. The bytes
  ///   are no longer valid text then.
  private static func cutASCII(
    _ bytes: inout MutableSpan<UInt8>, from start: Int, _ joints: inout [Range<Int>]
  ) -> Int? {
    var end = start
    var length = 0
    var joint: Int?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if byte.isASCIIWordSign {
        length += 1
        guard length <= longestWord else { return nil }
        bytes[end] = byte | 0x20
        end += 1
      } else {
        let isApostrophe = byte.isASCIIApostrophe
        guard isApostrophe || byte.isASCIISeparator else { return nil }
        guard length > 0 else { continue }
        if isApostrophe, bytes[index + 1].isASCIIWordSign {
          joint = joint ?? end - length
        } else if let start = joint {
          joints.append(start..<end)
          joint = nil
        }
        bytes[end] = 0x20
        end += 1
        length = 0
      }
    }
    return end
  }

  /// Appends the words in a range of a list as one word, after a gap.
  ///
  /// - Returns: The range of the word; nil if it would be too long.
  @discardableResult
  fileprivate static func appendJoined(_ words: Range<Int>, to list: inout [UInt8]) -> Range<Int>? {
    let letters = words.count { list[$0] != 0x20 && list[$0] & 0xC0 != 0x80 }
    guard letters <= longestWord else { return nil }
    list.append(contentsOf: gap.utf8)
    list.append(0x20)
    let start = list.count
    for index in words where list[index] != 0x20 { list.append(list[index]) }
    list.append(0x20)
    return start..<list.count - 1
  }
}

extension UInt8 {
  /// Whether this is an ASCII letter or digit. `| 0x20` converts it to lower case.
  fileprivate var isASCIIWordSign: Bool {
    switch self {
    case 0x61...0x7A, 0x30...0x39, 0x41...0x5A: true
    default: false
    }
  }

  fileprivate var isASCIIApostrophe: Bool { self == UInt8(ascii: "'") || self == UInt8(ascii: "`") }

  /// Whether this is ASCII that only separates words.
  fileprivate var isASCIISeparator: Bool {
    switch self {
    case 0x80..., UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "@"): false
    default: !isASCIIApostrophe && !isASCIIWordSign
    }
  }
}

/// The state between two scalars of a text that is cut into words.
private struct WordCutter {
  /// Offsets in the text's UTF-8.
  struct Place {
    var start: Int
    var firstEnd: Int
    var end: Int

    init(_ range: Range<Int>) {
      (start, firstEnd, end) = (range.lowerBound, range.upperBound, range.upperBound)
    }
  }

  struct Word {
    let kind: SearchText.Word.Kind
    /// Its range in the list.
    let bytes: Range<Int>
    let place: Place
  }

  /// Words that apostrophes join.
  struct Joint {
    /// Their range in the list.
    var bytes: Range<Int>
    /// Their range in ``words``, if they are noted.
    var words: Range<Int>
    /// The range of the joined word in the list, after it was appended.
    var joined: Range<Int>?
  }

  /// The words, with a blank after each.
  private(set) var list: [UInt8]
  /// The words with their ranges in the text, if requested.
  private(set) var words: [Word] = []
  private(set) var joints: [Joint] = []
  private let notesPlaces: Bool
  /// The start of the text's words in the list.
  private let textStart: Int

  /// The start of the current word in the list.
  private var wordStart = 0
  private var wordLength = 0
  private var wordPlace = Place(0..<0)
  private var sign: UInt32?
  private var signPlace = Place(0..<0)
  private var isInRun = false
  /// The words before the current one that an apostrophe joins to it.
  private var joint: Joint?
  /// The end of the last affix.
  private var affixEnd = -1
  /// Whether the last affix belongs only to the word before it.
  private var isGapDue = false

  /// Creates a cutter that appends words to a list.
  init(list: [UInt8] = [], notesPlaces: Bool = false) {
    self.list = list
    self.notesPlaces = notesPlaces
    textStart = list.count
  }

  mutating func cut(_ bytes: Span<UInt8>) {
    var offset = 0
    while offset < bytes.count {
      var end = offset
      while end < bytes.count, bytes[end].isASCIIWordSign { end += 1 }
      if end > offset {
        letters(bytes, offset..<end)
        offset = end
      } else if bytes[offset].isASCIISeparator {
        self.end()
        offset += 1
      } else {
        let (value, length) = Self.decode(bytes, offset)
        offset = scalar(value, bytes, offset..<offset + length)
      }
    }
    end()
  }

  /// A string's UTF-8 is always valid.
  private static func decode(_ bytes: Span<UInt8>, _ offset: Int) -> (UInt32, Int) {
    let lead = UInt32(bytes[offset])
    func next(_ index: Int) -> UInt32 { UInt32(bytes[offset + index] & 0x3F) }
    if lead < 0x80 { return (lead, 1) }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | next(1), 2) }
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
    return ((lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }

  /// Reads a scalar that is not an ASCII letter, and the marks that belong to it; returns their end.
  private mutating func scalar(_ value: UInt32, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    let role = FoldedScalar.of(value)
    switch role {
    case .several:
      for part in FoldedScalar.parts(of: value) { add(part, bytes, range) }
      return range.upperBound
    case .ignored:
      ignore(value, range)
      return range.upperBound
    case .sign:
      let end = range.upperBound + Self.marks(bytes, range.upperBound)
      guard end > range.upperBound else { break }
      let whole = range.lowerBound..<end
      let text = String(decoding: whole.map { bytes[$0] }, as: UTF8.self)
      for scalar in FoldedScalar.composed(text) {
        if case .sign = FoldedScalar.of(scalar) { add(FoldedScalar.of(scalar), bytes, whole) }
      }
      return end
    case .symbol:
      let end = Self.flagEnd(value, bytes, range.upperBound)
      guard end > range.upperBound else { break }
      self.end()
      openWord()
      for index in range.lowerBound..<end { list.append(bytes[index]) }
      closeWord(.symbol, Place(range.lowerBound..<end))
      return end
    default: break
    }
    add(role, bytes, range)
    return range.upperBound
  }

  private mutating func add(_ role: FoldedScalar, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    switch role {
    case .ignored, .several: break
    case .separator: end()
    case .apostrophe: apostrophe(Self.role(bytes, range.upperBound), range)
    case .letters(let letters):
      beginLetters(range)
      append(letters, at: range.lowerBound)
    case .sign(let value): add(sign: value, Place(range))
    case .symbol(let value):
      end()
      add(value, nil, .symbol, Place(range))
    case .affix(let value): affix(value, Self.role(bytes, range.upperBound), range)
    }
  }

  /// The role of the scalar at an offset; a separator at the end.
  private static func role(_ bytes: Span<UInt8>, _ offset: Int) -> FoldedScalar {
    offset < bytes.count ? FoldedScalar.of(decode(bytes, offset).0) : .separator
  }

  // MARK: Letters

  /// Appends ASCII letters and digits.
  private mutating func letters(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    beginLetters(range)
    var start = range.lowerBound
    while true {
      let end = min(range.upperBound, start + SearchText.longestWord - wordLength)
      for index in start..<end { list.append(bytes[index] | 0x20) }
      wordLength += end - start
      start = end
      guard start < range.upperBound else { return }
      continueWord(at: start)
    }
  }

  /// Appends letters that come from one scalar.
  private mutating func append(_ letters: UInt32, at offset: Int) {
    var rest = letters
    while rest != 0 {
      let byte = UInt8(truncatingIfNeeded: rest)
      if byte & 0xC0 != 0x80 {
        if wordLength == SearchText.longestWord { continueWord(at: offset) }
        wordLength += 1
      }
      list.append(byte)
      rest >>= 8
    }
  }

  private mutating func beginLetters(_ range: Range<Int>) {
    if sign != nil { endRun() }
    if wordLength == 0 {
      openWord()
      wordPlace.start = range.lowerBound
    }
    wordPlace.end = range.upperBound
  }

  /// Ends the part of a long word that is in the list, and begins the next. Other words neither begin nor end with the
  /// sign between them.
  private mutating func continueWord(at offset: Int) {
    let end = wordPlace.end
    wordPlace.end = offset
    append(scalar: Self.middleDot)
    closeLetters()
    openWord()
    append(scalar: Self.middleDot)
    (wordPlace.start, wordPlace.end) = (offset, end)
  }

  private static let middleDot: UInt32 = 0xB7

  /// Extends a word by an accent or the like, or changes its last letter.
  private mutating func ignore(_ mark: UInt32, _ range: Range<Int>) {
    guard wordLength > 0 else {
      if sign != nil { signPlace.end = range.upperBound }
      return
    }
    wordPlace.end = range.upperBound
    // Two bytes of UTF-8 for the letters that a mark can change.
    let last = list.count - 2
    guard last >= wordStart, list[last] >= 0xC0,
      let letter = FoldedScalar.letter(
        UInt32(list[last] & 0x1F) << 6 | UInt32(list[last + 1] & 0x3F), with: mark)
    else { return }
    list.removeLast(2)
    append(scalar: letter)
  }

  private mutating func apostrophe(_ next: FoldedScalar, _ range: Range<Int>) {
    guard wordLength > 0, case .letters = next else { return end() }
    var joint = joint ?? Joint(bytes: wordStart..<wordStart, words: words.count..<words.count)
    // In a long word, the start is that of its last part, which is too long to be joined.
    closeLetters()
    joint.words = joint.words.lowerBound..<words.count
    self.joint = joint
  }

  private mutating func closeLetters() {
    wordPlace.firstEnd = wordPlace.end
    closeWord(.whole, wordPlace)
    wordLength = 0
  }

  private mutating func endWord() {
    closeLetters()
    guard var joint else { return }
    joint.bytes = joint.bytes.lowerBound..<list.count - 1
    joint.words = joint.words.lowerBound..<words.count
    joints.append(joint)
    self.joint = nil
  }

  /// Appends the words that apostrophes join. Call it at the end.
  mutating func appendJoined() {
    for index in joints.indices {
      let joint = joints[index]
      guard let bytes = SearchText.appendJoined(joint.bytes, to: &list) else { continue }
      joints[index].joined = bytes
      guard notesPlaces else { continue }
      let place = Place(
        words[joint.words.lowerBound].place.start..<words[joint.words.upperBound - 1].place.end)
      let gap = bytes.lowerBound - 1 - SearchText.gap.utf8.count..<bytes.lowerBound - 1
      words.append(Word(kind: .symbol, bytes: gap, place: Place(place.end..<place.end)))
      words.append(Word(kind: .whole, bytes: bytes, place: place))
    }
  }

  // MARK: Signs

  /// The number of bytes of marks that can be composed with the sign before them, or that can occur in several orders.
  private static func marks(_ bytes: Span<UInt8>, _ offset: Int) -> Int {
    var end = offset
    var count = 0
    var composes = false
    while end < bytes.count, bytes[end] >= 0xCC {
      let (value, length) = decode(bytes, end)
      guard FoldedScalar.isMark(value), FoldedScalar.of(value).canFollowSign else { break }
      if FoldedScalar.composes(value) { composes = true }
      count += 1
      end += length
    }
    return composes || count > 1 ? end - offset : 0
  }

  private mutating func add(sign value: UInt32, _ place: Place) {
    if wordLength > 0 { endWord() }
    if let before = sign {
      var both = Place(signPlace.start..<place.end)
      both.firstEnd = signPlace.end
      add(before, value, .pair, both)
      isInRun = true
    }
    sign = value
    signPlace = place
  }

  private mutating func endRun() {
    guard let last = sign else { return }
    signPlace.firstEnd = signPlace.end
    add(last, nil, isInRun ? .lastSign : .onlySign, signPlace)
    sign = nil
    isInRun = false
  }

  // MARK: Symbols

  /// Adds "+", "#" or "@", if it touches a letter or sign. A gap separates it from a word that it does not touch.
  private mutating func affix(_ value: UInt32, _ next: FoldedScalar, _ range: Range<Int>) {
    let touchesBefore = wordLength > 0 || sign != nil || affixEnd == range.lowerBound
    let touchesAfter =
      switch next {
      // A plus before a number, but not before a word of a list.
      case .letters(let letters): value != FoldedScalar.plus || (0x30...0x39).contains(letters)
      case .sign: value != FoldedScalar.plus
      default: false
      }
    end()
    guard touchesBefore || touchesAfter else { return }
    isGapDue = !touchesBefore && list.count > textStart
    add(value, nil, .symbol, Place(range))
    affixEnd = range.upperBound
    isGapDue = !touchesAfter
  }

  /// The end of a flag whose first scalar ends at an offset: two letters of a country, or a flag with tags of a region.
  private static func flagEnd(_ value: UInt32, _ bytes: Span<UInt8>, _ offset: Int) -> Int {
    let letters: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF
    guard letters.contains(value) || value == 0x1F3F4 else { return offset }
    var end = offset
    while end < bytes.count {
      let (next, length) = decode(bytes, end)
      if letters.contains(value) { return letters.contains(next) ? end + length : offset }
      guard (0xE0020...0xE007F).contains(next) else { break }
      end += length
    }
    return end
  }

  // MARK: The list

  private mutating func end() {
    if wordLength > 0 { endWord() } else if sign != nil { endRun() }
  }

  /// Adds a word of one or two scalars.
  private mutating func add(_ first: UInt32, _ second: UInt32?, _ kind: SearchText.Word.Kind, _ place: Place)
  {
    openWord()
    append(scalar: first)
    if let second { append(scalar: second) }
    closeWord(kind, place)
  }

  /// Begins a word at the end of the list.
  private mutating func openWord() {
    if isGapDue {
      isGapDue = false
      wordStart = list.count
      list.append(contentsOf: SearchText.gap.utf8)
      closeWord(.symbol, Place(wordPlace.end..<wordPlace.end))
    }
    wordStart = list.count
  }

  /// Ends the word at the end of the list.
  private mutating func closeWord(_ kind: SearchText.Word.Kind, _ place: Place) {
    if notesPlaces { words.append(Word(kind: kind, bytes: wordStart..<list.count, place: place)) }
    list.append(0x20)
  }

  private mutating func append(scalar value: UInt32) {
    func next(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift & 0x3F | 0x80) }
    switch value {
    case ..<0x80: list.append(UInt8(truncatingIfNeeded: value))
    case ..<0x800:
      list.append(UInt8(truncatingIfNeeded: value >> 6 | 0xC0))
      list.append(next(0))
    case ..<0x10000:
      list.append(UInt8(truncatingIfNeeded: value >> 12 | 0xE0))
      list.append(next(6))
      list.append(next(0))
    default:
      list.append(UInt8(truncatingIfNeeded: value >> 18 | 0xF0))
      list.append(next(12))
      list.append(next(6))
      list.append(next(0))
    }
  }
}
