/// Cuts texts into the words of the search index.
///
/// Words are folded: upper and lower case, letters with and without accents, and Unicode's forms of the same text are alike.
/// In runs of Han, Kana, Hangul, Thai, Lao, Khmer and Myanmar, whose words no blank parts or to which endings are joined,
/// each pair of neighbouring signs is a word, and so is the last sign alone. A phrase of pairs is then found wherever the
/// signs stand, and a single sign is the beginning of a word. Emoji are words of their own.
///
/// The index holds words that are parted by blanks, which FTS5's tokenizer "ascii" takes as they are. So other programs can
/// read it, and its words are what this type says.
enum SearchText {
  /// Changes with every change of what the words of a text are: an index of another version is built anew.
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
    /// The end of the first of two signs; otherwise that of the range.
    let firstEnd: String.Index
  }

  /// The words of a text, in its order, with their places.
  static func words(of text: String) -> [Word] {
    var sink = WordSink(text)
    WordCutter.cut(Array(text.utf8), into: &sink)
    return sink.words
  }

  /// Appends the words of a text to a list of words, with a blank after each.
  static func append(_ text: String, to list: inout [UInt8]) {
    if appendASCII(text, to: &list) { return }
    var sink = ListSink(list: list)
    list = []
    WordCutter.cut(Array(text.utf8), into: &sink)
    list = sink.list
  }

  /// Appends the words of a text that is ASCII, as most are; otherwise appends nothing and returns false.
  private static func appendASCII(_ text: String, to list: inout [UInt8]) -> Bool {
    let start = list.count
    var length = 0
    for byte in text.utf8 {
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x41...0x5A:
        length += 1
        guard length <= WordCutter.longestWord else { continue }
        list.append(byte & 0x40 == 0 ? byte : byte | 0x20)
      case 0x80...:
        list.removeSubrange(start...)
        return false
      default:
        if length > 0 { list.append(0x20) }
        length = 0
      }
    }
    if length > 0 { list.append(0x20) }
    return true
  }

  private struct WordSink: WordCutter.Sink {
    let text: String
    var words: [Word] = []

    init(_ text: String) { self.text = text }

    mutating func add(_ bytes: [UInt8], _ kind: Word.Kind, _ place: WordCutter.Place) {
      func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
      words.append(
        Word(
          text: String(decoding: bytes, as: UTF8.self), kind: kind,
          range: index(place.start)..<index(place.end), firstEnd: index(place.firstEnd)))
    }
  }

  private struct ListSink: WordCutter.Sink {
    var list: [UInt8]

    mutating func add(_ bytes: [UInt8], _ kind: Word.Kind, _ place: WordCutter.Place) {
      list.append(contentsOf: bytes)
      list.append(0x20)
    }
  }
}

/// The state between two scalars of a text that is cut into words.
private struct WordCutter {
  protocol Sink {
    mutating func add(_ bytes: [UInt8], _ kind: SearchText.Word.Kind, _ place: Place)
  }

  /// Offsets in the text's UTF-8.
  struct Place {
    var start: Int
    var firstEnd: Int
    var end: Int
  }

  /// Scalars of a word that count. FTS5 would cut words as well, after 32 KiB.
  fileprivate static let longestWord = 64

  private var word: [UInt8] = []
  private var wordLength = 0
  private var wordPlace = Place(start: 0, firstEnd: 0, end: 0)
  private var sign: UInt32?
  private var signPlace = Place(start: 0, firstEnd: 0, end: 0)
  private var isInRun = false
  private var pair: [UInt8] = []

  static func cut<S: Sink>(_ bytes: [UInt8], into sink: inout S) {
    var cutter = WordCutter()
    cutter.word.reserveCapacity(32)
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        switch byte {
        case 0x61...0x7A, 0x30...0x39: cutter.letter(byte, at: offset, &sink)
        case 0x41...0x5A: cutter.letter(byte | 0x20, at: offset, &sink)
        default: cutter.end(&sink)
        }
        offset += 1
      } else {
        let (scalar, length) = decode(bytes, offset)
        offset += cutter.scalar(scalar, length, bytes, offset, &sink)
      }
    }
    cutter.end(&sink)
  }

  /// A string's UTF-8 is always valid.
  private static func decode(_ bytes: [UInt8], _ offset: Int) -> (UInt32, Int) {
    let lead = UInt32(bytes[offset])
    func next(_ index: Int) -> UInt32 { UInt32(bytes[offset + index] & 0x3F) }
    if lead < 0x80 { return (lead, 1) }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | next(1), 2) }
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
    return ((lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }

  private mutating func letter<S: Sink>(_ byte: UInt8, at offset: Int, _ sink: inout S) {
    if sign != nil { endRun(&sink) }
    if word.isEmpty { wordPlace.start = offset }
    wordPlace.end = offset + 1
    guard wordLength < Self.longestWord else { return }
    word.append(byte)
    wordLength += 1
  }

  /// Takes a scalar that is not ASCII, with those that belong to it; returns how many bytes that were.
  private mutating func scalar<S: Sink>(
    _ value: UInt32, _ length: Int, _ bytes: [UInt8], _ offset: Int, _ sink: inout S
  ) -> Int {
    switch FoldedScalar.of(value) {
    case .ignored:
      if !word.isEmpty {
        wordPlace.end = offset + length
      } else if sign != nil {
        signPlace.end = offset + length
      }
      return length
    case .separator:
      end(&sink)
      return length
    case .symbol:
      end(&sink)
      var symbol: [UInt8] = []
      Self.encode(value, &symbol)
      sink.add(symbol, .symbol, Place(start: offset, firstEnd: offset + length, end: offset + length))
      return length
    case .letters(let letters):
      if sign != nil { endRun(&sink) }
      if word.isEmpty { wordPlace.start = offset }
      wordPlace.end = offset + length
      if wordLength < Self.longestWord {
        word.append(contentsOf: letters)
        wordLength += 1
      }
      return length
    case .sign(let folded):
      if !word.isEmpty { endWord(&sink) }
      let total = length + Self.marks(bytes, offset + length)
      if total > length {
        let text = String(decoding: bytes[offset..<offset + total], as: UTF8.self)
        for scalar in FoldedScalar.composed(text) {
          if case .sign(let folded) = FoldedScalar.of(scalar) {
            add(folded, Place(start: offset, firstEnd: offset + total, end: offset + total), &sink)
          }
        }
      } else {
        add(folded, Place(start: offset, firstEnd: offset + length, end: offset + length), &sink)
      }
      return total
    }
  }

  /// Bytes of what can be composed with the sign before it, or come in several orders.
  private static func marks(_ bytes: [UInt8], _ offset: Int) -> Int {
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

  private mutating func add<S: Sink>(_ value: UInt32, _ place: Place, _ sink: inout S) {
    if let before = sign {
      pair.removeAll(keepingCapacity: true)
      Self.encode(before, &pair)
      Self.encode(value, &pair)
      sink.add(pair, .pair, Place(start: signPlace.start, firstEnd: signPlace.end, end: place.end))
      isInRun = true
    }
    sign = value
    signPlace = place
  }

  private mutating func end<S: Sink>(_ sink: inout S) {
    if !word.isEmpty { endWord(&sink) } else if sign != nil { endRun(&sink) }
  }

  private mutating func endWord<S: Sink>(_ sink: inout S) {
    wordPlace.firstEnd = wordPlace.end
    sink.add(word, .whole, wordPlace)
    word.removeAll(keepingCapacity: true)
    wordLength = 0
  }

  private mutating func endRun<S: Sink>(_ sink: inout S) {
    guard let last = sign else { return }
    pair.removeAll(keepingCapacity: true)
    Self.encode(last, &pair)
    signPlace.firstEnd = signPlace.end
    sink.add(pair, isInRun ? .lastSign : .onlySign, signPlace)
    sign = nil
    isInRun = false
  }

  private static func encode(_ value: UInt32, _ bytes: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
