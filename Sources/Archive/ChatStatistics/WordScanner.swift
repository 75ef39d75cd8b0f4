/// Divides a text into words and emoji.
///
/// Letters with their marks make words, also around an apostrophe. A word with a digit is a word, but no one searches
/// for the most used numbers, so it is not named. Scripts without blanks have a word for each letter, which is not
/// named either.
struct WordScanner {
  /// A part of a text.
  enum Piece {
    /// A word, as a range of bytes.
    case word(Range<Int>)
    /// A word that is counted, and not named.
    case other
    case emoji(Character)
  }

  /// Calls `body` with the words and emoji of a text, in order.
  ///
  /// - Parameter left: Ranges of bytes that are left out, in ascending order.
  static func scan(_ text: String, leavingOut left: [Range<Int>], _ body: (Piece) -> Void) {
    var scanner = Self(left)
    let bytes = text.utf8Span.span
    var byte = 0
    while byte < bytes.count {
      let (kind, length) = kind(of: bytes, at: byte)
      if !scanner.left.isEmpty, scanner.leaves(byte) {
        scanner.endWord(at: byte, body)
        byte += length
        continue
      }
      switch kind {
      case .letter: scanner.begin(at: byte)
      case .digit:
        scanner.begin(at: byte)
        scanner.hasDigit = true
      case .apostrophe: scanner.pause(at: byte)
      case .ideograph:
        scanner.endWord(at: byte, body)
        body(.other)
      case .emoji:
        scanner.endWord(at: byte, body)
        // Of the rest of the text: the byte can be within a character of the whole, after a range that is left out.
        let rest = text[text.utf8.index(text.startIndex, offsetBy: byte)...]
        guard let character = rest.first else { return }
        body(.emoji(character))
        byte += character.utf8.count
        continue
      case .blank: scanner.endWord(at: byte, body)
      }
      byte += length
    }
    scanner.endWord(at: byte, body)
  }

  /// The kind of the scalar at a byte, and its length.
  private static func kind(of bytes: borrowing Span<UInt8>, at index: Int) -> (Kind, Int) {
    let first = bytes[index]
    // Most texts are mostly ASCII, which needs no decoding.
    if first < 0x80 { return (Kind(ascii: first), 1) }
    let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    var value = UInt32(first) & (0xff >> (UInt32(length) + 1))
    for offset in 1..<length where index + offset < bytes.count {
      value = value << 6 | UInt32(bytes[index + offset] & 0x3f)
    }
    return (Unicode.Scalar(value).map { Kind($0) } ?? .blank, length)
  }

  private var left: ArraySlice<Range<Int>>
  private var start: Int?
  /// The end of the word, if only an apostrophe follows it so far.
  private var pause: Int?
  private var hasDigit = false
  private var letters = 0

  private init(_ left: [Range<Int>]) { self.left = left[...] }

  private mutating func leaves(_ byte: Int) -> Bool {
    while let first = left.first, first.upperBound <= byte { left.removeFirst() }
    return left.first?.contains(byte) ?? false
  }

  private mutating func begin(at byte: Int) {
    if start == nil { start = byte }
    pause = nil
    letters += 1
  }

  private mutating func pause(at byte: Int) {
    if start != nil, pause == nil { pause = byte }
  }

  private mutating func endWord(at byte: Int, _ body: (Piece) -> Void) {
    guard let first = start else { return }
    body(hasDigit || letters < 2 ? .other : .word(first..<(pause ?? byte)))
    (start, pause, hasDigit, letters) = (nil, nil, false, 0)
  }

  private enum Kind {
    case letter, digit, apostrophe, ideograph, emoji, blank

    init(ascii byte: UInt8) {
      switch byte {
      case 0x61...0x7a, 0x41...0x5a: self = .letter
      case 0x30...0x39: self = .digit
      case 0x27: self = .apostrophe
      default: self = .blank
      }
    }

    init(_ scalar: Unicode.Scalar) {
      let value = scalar.value
      switch value {
      case 0x2019: self = .apostrophe
      case 0..<0xaa: self = .blank
      case 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x24f, 0x388...0x3ff, 0x400...0x481, 0x48a...0x52f, 0x5d0...0x5ea,
        0x620...0x64a, 0xac00...0xd7a3:
        self = .letter
      // Variation selectors.
      case 0xfe00...0xfe0f: self = .blank
      case 0x0e00...0x0eff, 0x1000...0x109f, 0x1780...0x17ff, 0x3040...0x30ff, 0x3400...0x4dbf,
        0x4e00...0x9fff,
        0xf900...0xfaff, 0x20000...0x3ffff:
        self = scalar.properties.isAlphabetic ? .ideograph : .blank
      default:
        let properties = scalar.properties
        if properties.isEmojiPresentation || properties.isEmoji && value >= 0x203c {
          self = .emoji
        } else if properties.isAlphabetic || properties.generalCategory.isMark {
          self = .letter
        } else if properties.numericType != nil {
          self = .digit
        } else {
          self = .blank
        }
      }
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isMark: Bool {
    switch self {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
