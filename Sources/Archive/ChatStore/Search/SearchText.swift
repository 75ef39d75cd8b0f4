import Chats

/// Cuts texts into the words of the search index.
///
/// Words are folded: upper and lower case, letters with and without accents, and Unicode's forms of the same text are
/// equal. In runs of Han, Kana, Hangul, Thai, Lao, Khmer and Myanmar, in which words are not separated by blanks or
/// have endings joined to them, each pair of neighbouring signs is a word, and so is the last sign alone. A phrase of
/// pairs is then found anywhere in a run, and a single sign is the beginning of a word. Emoji are words of their own.
///
/// The index holds words that are separated by blanks, and FTS5's tokenizer "ascii" does not change them. So other
/// programs can read the index, and this type alone determines its words.
enum SearchText {
  /// Incremented whenever the words of a text change. An index of another version is rebuilt.
  static let version = 1

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

  /// The words of a text, in its order, with their ranges.
  static func words(of text: String) -> [Word] {
    var cutter = WordCutter(notesPlaces: true)
    cutter.cut(text.utf8Span.span)
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
    var bytes = list.mutableSpan
    let end = cutASCII(&bytes, from: start)
    list.removeSubrange((end ?? start)...)
    guard end == nil else { return }
    var cutter = WordCutter(list: list)
    list = []
    cutter.cut(text.utf8Span.span)
    list = cutter.list
  }

  /// Cuts an ASCII text, which most are, in place. A word and its blank are never longer than the bytes that they come from.
  ///
  /// - Returns: The end of the words; nil if the text is not ASCII. The bytes are no longer valid text then.
  private static func cutASCII(_ bytes: inout MutableSpan<UInt8>, from start: Int) -> Int? {
    var end = start
    var length = 0
    for index in start..<bytes.count {
      let byte = bytes[index]
      if byte.isASCIIWordSign {
        length += 1
        guard length <= WordCutter.longestWord else { continue }
        bytes[end] = byte | 0x20
        end += 1
      } else {
        guard byte < 0x80 else { return nil }
        guard length > 0 else { continue }
        bytes[end] = 0x20
        end += 1
        length = 0
      }
    }
    return end
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
}

/// The state between two scalars of a text that is cut into words.
private struct WordCutter {
  /// Offsets in the text's UTF-8.
  struct Place {
    var start: Int
    var firstEnd: Int
    var end: Int
  }

  struct Word {
    let kind: SearchText.Word.Kind
    /// Its range in the list.
    let bytes: Range<Int>
    let place: Place
  }

  /// The number of scalars of a word that are kept. FTS5 would cut words, too, after 32 KiB.
  static let longestWord = 64

  /// The words, with a blank after each.
  private(set) var list: [UInt8]
  /// The words with their ranges in the text, if requested.
  private(set) var words: [Word] = []
  private let notesPlaces: Bool

  /// The start of the current word in the list.
  private var wordStart = 0
  private var wordLength = 0
  private var wordPlace = Place(start: 0, firstEnd: 0, end: 0)
  private var sign: UInt32?
  private var signPlace = Place(start: 0, firstEnd: 0, end: 0)
  private var isInRun = false

  /// Creates a cutter that appends words to a list.
  init(list: [UInt8] = [], notesPlaces: Bool = false) {
    self.list = list
    self.notesPlaces = notesPlaces
  }

  mutating func cut(_ bytes: Span<UInt8>) {
    var offset = 0
    while offset < bytes.count {
      var end = offset
      while end < bytes.count, bytes[end].isASCIIWordSign { end += 1 }
      if end > offset {
        letters(bytes, offset..<end)
        offset = end
      } else if bytes[offset] < 0x80 {
        self.end()
        offset += 1
      } else {
        let (scalar, length) = Self.decode(bytes, offset)
        offset += self.scalar(scalar, length, bytes, offset)
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

  /// Appends ASCII letters and digits.
  private mutating func letters(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    beginLetters(range)
    let count = min(range.count, Self.longestWord - wordLength)
    for index in range.prefix(count) { list.append(bytes[index] | 0x20) }
    wordLength += count
  }

  private mutating func beginLetters(_ range: Range<Int>) {
    if sign != nil { endRun() }
    if wordLength == 0 {
      wordStart = list.count
      wordPlace.start = range.lowerBound
    }
    wordPlace.end = range.upperBound
  }

  /// Reads a scalar that is not ASCII, and the marks that belong to it; returns their number of bytes.
  private mutating func scalar(
    _ value: UInt32, _ length: Int, _ bytes: Span<UInt8>, _ offset: Int
  ) -> Int {
    switch FoldedScalar.of(value) {
    case .ignored:
      if wordLength > 0 {
        wordPlace.end = offset + length
      } else if sign != nil {
        signPlace.end = offset + length
      }
      return length
    case .separator:
      end()
      return length
    case .symbol:
      end()
      add([value], .symbol, Place(start: offset, firstEnd: offset + length, end: offset + length))
      return length
    case .letters(let letters):
      beginLetters(offset..<offset + length)
      if wordLength < Self.longestWord {
        list.append(contentsOf: letters)
        wordLength += 1
      }
      return length
    case .sign(let folded):
      if wordLength > 0 { endWord() }
      let total = length + Self.marks(bytes, offset + length)
      if total > length {
        let text = String(decoding: (offset..<offset + total).map { bytes[$0] }, as: UTF8.self)
        for scalar in FoldedScalar.composed(text) {
          if case .sign(let folded) = FoldedScalar.of(scalar) {
            add(folded, Place(start: offset, firstEnd: offset + total, end: offset + total))
          }
        }
      } else {
        add(folded, Place(start: offset, firstEnd: offset + length, end: offset + length))
      }
      return total
    }
  }

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

  private mutating func add(_ value: UInt32, _ place: Place) {
    if let before = sign {
      add([before, value], .pair, Place(start: signPlace.start, firstEnd: signPlace.end, end: place.end))
      isInRun = true
    }
    sign = value
    signPlace = place
  }

  private mutating func end() {
    if wordLength > 0 { endWord() } else if sign != nil { endRun() }
  }

  private mutating func endWord() {
    wordPlace.firstEnd = wordPlace.end
    endWord(.whole, wordPlace)
    wordLength = 0
  }

  private mutating func endRun() {
    guard let last = sign else { return }
    signPlace.firstEnd = signPlace.end
    add([last], isInRun ? .lastSign : .onlySign, signPlace)
    sign = nil
    isInRun = false
  }

  /// Adds a word of these scalars.
  private mutating func add(_ scalars: [UInt32], _ kind: SearchText.Word.Kind, _ place: Place) {
    wordStart = list.count
    for value in scalars {
      guard let scalar = Unicode.Scalar(value) else { continue }
      list.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    endWord(kind, place)
  }

  /// Ends the word at the end of the list.
  private mutating func endWord(_ kind: SearchText.Word.Kind, _ place: Place) {
    if notesPlaces { words.append(Word(kind: kind, bytes: wordStart..<list.count, place: place)) }
    list.append(0x20)
  }
}
