import Gtk

/// What a text costs to lay out, by what was measured of Pango, without laying it out.
///
/// A text of an archive can be made to block the window for seconds: Pango searches each line for a place to break up to
/// the next one, so that a word costs the square of its length; marks that gather on one character cost more, and take
/// no room, so that a screen has many such rows; each paragraph, tab, control character, emoji and change of script has a
/// cost of its own; for each script that was not shown before, fonts are searched and loaded; and each new character is
/// drawn into a cache of glyphs, emoji from pictures.
enum LayoutCost {
  /// The largest cost of one text, in units of about 4 ns: the layout takes less than 40 ms, also in the narrowest window,
  /// so that a frame with two or three such rows takes less than 100 ms.
  static let limit = 8_000_000

  private static let perByte = 300
  /// A byte of a word that is longer than a line of the narrowest window costs this much more.
  private static let perWrappedByte = 300
  private static let narrowLine = 30
  private static let perParagraph = 3_000
  private static let perTab = 4_000
  /// Drawn as a box with its number.
  private static let perControl = 8_000
  private static let perEmoji = 4_000
  /// A scalar after a zero-width joiner. Such emoji have glyphs of their own.
  private static let perJoin = 12_000
  /// A sign drawn as an emoji by a selector, such as a keycap.
  private static let perSelector = 12_000
  private static let perScriptChange = 4_000
  private static let perScript = 500_000
  /// A character that the text has for the first time: its glyph is loaded.
  private static let perGlyph = 4_000
  private static let perEmojiGlyph = 50_000
  /// The weight of the square of a word's length, at ``narrowLine`` bytes a line.
  private static let wordWeight = 2
  /// How much more a byte among marks costs than one among letters.
  private static let markWeight = 25
  /// The most bytes of a name, or of another text that is shown in one line.
  private static let lineLimit = 600
  /// The largest cost of such a text. A screen has dozens of them.
  private static let lineCost = 3_000_000

  /// The number of the text's first bytes whose layout costs at most `limit`; all of them for any text that people
  /// write. Ends between two scalars.
  ///
  /// - Complexity: O(n), up to `byteLimit`.
  static func affordableBytes(of text: String, byteLimit: Int, limit: Int = LayoutCost.limit) -> Int {
    var cost = 0
    var bytes = 0
    // Bytes since the last place where a line can break, and since the last letter.
    var (word, marks) = (0, 0)
    var joins = false
    var previous = Breaking.inside
    var (scripts, script): (Set<Int>, Int?) = ([], nil)
    var glyphs: Set<Unicode.Scalar> = []
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      guard bytes + length <= byteLimit else { break }
      let breaking = Breaking(scalar)
      // A line breaks after a run of blanks or hyphens, never within: such a run is a word as well.
      if breaking == .around || breaking == .inside && previous == .after { word = 0 }
      previous = breaking
      // The squares of the lengths, as sums that grow with each byte.
      cost += length * (perByte + (2 * word + length) * wordWeight)
      if word > narrowLine { cost += length * perWrappedByte }
      word += length
      if scalar.isMark || joins {
        cost += length * (2 * marks + length) * markWeight
        marks += length
      } else {
        marks = 0
      }
      if joins { cost += perJoin }
      joins = scalar == "\u{200d}"
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": cost += perParagraph
      case "\t": cost += perTab
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}": cost += perControl
      case "\u{fe0f}": cost += perSelector
      case "\u{1f000}"..."\u{1faff}": cost += perEmoji
      default: break
      }
      if !scalar.isASCII {
        if scripts.insert(scalar.scriptNumber).inserted { cost += perScript }
        if glyphs.insert(scalar).inserted {
          cost += scalar.properties.isEmoji ? perEmojiGlyph : perGlyph
        }
      }
      if scalar.properties.isAlphabetic {
        if let script, script != scalar.scriptNumber { cost += perScriptChange }
        script = scalar.scriptNumber
      }
      guard cost <= limit else { break }
      bytes += length
    }
    return bytes
  }

  /// The beginning of a text that is shown in one line, such as a name, with blanks for what would begin another line.
  static func line(_ text: String) -> String {
    let count = affordableBytes(of: text, byteLimit: lineLimit, limit: lineCost)
    var line = text[...]
    if count < text.utf8.count {
      line = text[..<text.utf8.index(text.startIndex, offsetBy: count)] + "…"
    }
    guard line.unicodeScalars.contains(where: \.endsLine) else { return String(line) }
    return String(String.UnicodeScalarView(line.unicodeScalars.map { $0.endsLine ? " " : $0 }))
  }

  /// Where a line can break beside a scalar.
  private enum Breaking {
    case inside
    /// Before the next letter: after blanks and the punctuation of addresses.
    case after
    /// On both sides: Chinese, Japanese and Korean characters, and emoji.
    case around

    init(_ scalar: Unicode.Scalar) {
      self =
        switch scalar.value {
        // Marks, of which one character can have any number.
        case 0x302a...0x302f, 0x3099...0x309a: .inside
        // Not after other control characters: 20 kB of them took 5 s.
        case 0x09...0x0d, 0x20, 0x2d, 0x2f, 0x2028...0x2029: .after
        case 0x2e80...0xd7ff, 0x1_f000...0x1_faff, 0x2_0000...0x3_ffff: .around
        default: .inside
        }
    }
  }
}

extension Unicode.Scalar {
  /// Whether another line or paragraph begins after it.
  fileprivate var endsLine: Bool {
    switch value {
    case 0x0a...0x0d, 0x85, 0x2028...0x2029: true
    default: false
    }
  }

  /// Whether it takes no room of its own.
  fileprivate var isMark: Bool {
    !isASCII && (properties.isGraphemeExtend || properties.isDefaultIgnorableCodePoint)
  }
}
