import GLib

/// Estimates the cost of laying out a text without doing so, from measurements of Pango.
///
/// A text of an archive can be made to block the window for seconds. In each line Pango searches for the next place to
/// break, so that a word costs the square of its length. Marks that gather on one character cost more, and take no
/// room, so that a screen has many such rows. Each paragraph, tab, control character, emoji and change of script adds a
/// cost. For each script that was not shown before, fonts are searched and loaded. Each new character is drawn into a
/// cache of glyphs, emoji from pictures.
package enum LayoutCost {
  /// The largest cost of one text, in units of about 4 ns: the layout takes less than 40 ms, also in the narrowest window,
  /// so that a frame with two or three such rows takes less than 100 ms.
  package static let limit = 8_000_000

  private static let perByte = 300
  /// The additional cost of a byte in a word that is longer than a line of the narrowest window.
  private static let perWrappedByte = 300
  private static let narrowLine = 30
  private static let perParagraph = 3_000
  private static let perTab = 4_000
  /// A control character, which is drawn as a box with its number.
  private static let perControl = 8_000
  private static let perEmoji = 4_000
  /// A scalar after a zero-width joiner. Such emoji have glyphs of their own.
  private static let perJoin = 12_000
  /// A sign drawn as an emoji by a selector, such as a keycap.
  private static let perSelector = 12_000
  private static let perScriptChange = 4_000
  private static let perScript = 500_000
  /// A character that the text has for the first time: its glyph is drawn into the cache.
  private static let perGlyph = 4_000
  /// The same for an emoji, whose picture is decoded for its extents and again for drawing it. ``FrameBudget`` spreads
  /// the actual time over frames.
  private static let perEmojiGlyph = 100_000
  /// The weight of the square of a word's length, at ``narrowLine`` bytes a line.
  private static let wordWeight = 2
  /// The factor by which a byte among marks costs more than one among letters.
  private static let markWeight = 25
  /// The most bytes of a name, or of another text that is shown in one line.
  private static let lineLimit = 600
  /// The largest cost of such a text.
  private static let lineCost = 3_000_000
  /// The most bytes of a label, and the scalars of its end that stay.
  private static let sentenceLimit = 1_200
  private static let sentenceEnd = 120
  /// The largest cost of the end.
  private static let sentenceEndCost = 2_000_000
  /// The most line ends of a label. With more of them, all are replaced by blanks.
  private static let paragraphLimit = 10
  /// The most bytes of an accessible name.
  private static let spokenLimit = 16_000

  /// The number of the text's first bytes whose layout costs at most `limit`; all of them for any ordinary text. Ends
  /// between two scalars.
  ///
  /// - Complexity: O(n), up to `byteLimit`.
  package static func affordableBytes(of text: String, byteLimit: Int, limit: Int = LayoutCost.limit) -> Int {
    var seen = Seen()
    return measure(text, byteLimit: byteLimit, limit: limit, seen: &seen).bytes
  }

  /// The cost of the layout of a whole text, without its glyphs.
  package static func layout(of text: String, seen: inout Seen) -> Int {
    measure(text, byteLimit: .max, limit: .max, seen: &seen).layout
  }

  /// The scripts and characters of earlier texts, which cost less than new ones.
  package struct Seen {
    package init() {}
    /// The scripts and characters of other texts.
    private var known: (scripts: Set<Int>, glyphs: Set<Unicode.Scalar>) = ([], [])
    private var new: (scripts: Set<Int>, glyphs: Set<Unicode.Scalar>) = ([], [])

    fileprivate mutating func isNew(_ script: Int) -> Bool {
      !known.scripts.contains(script) && new.scripts.insert(script).inserted
    }

    fileprivate mutating func isNew(_ glyph: Unicode.Scalar) -> Bool {
      !known.glyphs.contains(glyph) && new.glyphs.insert(glyph).inserted
    }

    /// Counts the scripts and characters since the last call as known.
    package mutating func keep() {
      known.scripts.formUnion(new.scripts)
      known.glyphs.formUnion(new.glyphs)
      forget()
    }

    /// Forgets the scripts and characters since the last call of ``keep()``.
    package mutating func forget() { new = ([], []) }
  }

  /// The first bytes that cost at most `limit`, and the costs of their layout and of their glyphs.
  private static func measure(
    _ text: String, byteLimit: Int, limit: Int, seen: inout Seen
  ) -> (bytes: Int, layout: Int, glyphs: Int) {
    var (layout, glyphs) = (0, 0)
    var affordable = (bytes: 0, layout: 0, glyphs: 0)
    // Bytes since the last place where a line can break, and since the last letter.
    var (word, marks) = (0, 0)
    var joins = false
    var previous = Breaking.inside
    var script: Int?
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      guard affordable.bytes + length <= byteLimit else { break }
      let breaking = Breaking(scalar)
      // A line breaks after a run of blanks or hyphens, never within one. Such a run belongs to the word.
      if breaking == .around || breaking == .inside && previous == .after { word = 0 }
      previous = breaking
      // The squares of the lengths, as sums that grow with each byte.
      layout += length * (perByte + (2 * word + length) * wordWeight)
      if word > narrowLine { layout += length * perWrappedByte }
      word += length
      if scalar.isMark || joins {
        layout += length * (2 * marks + length) * markWeight
        marks += length
      } else {
        marks = 0
      }
      if joins { layout += perJoin }
      joins = scalar == "\u{200d}"
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": layout += perParagraph
      case "\t": layout += perTab
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}": layout += perControl
      case "\u{fe0f}": layout += perSelector
      case "\u{1f000}"..."\u{1faff}": layout += perEmoji
      default: break
      }
      if !scalar.isASCII {
        if seen.isNew(scalar.scriptNumber) { layout += perScript }
        if seen.isNew(scalar) {
          glyphs += scalar.properties.isEmoji ? perEmojiGlyph : perGlyph
        }
      }
      if scalar.properties.isAlphabetic {
        if let script, script != scalar.scriptNumber { layout += perScriptChange }
        script = scalar.scriptNumber
      }
      guard layout + glyphs <= limit else { break }
      affordable = (affordable.bytes + length, layout, glyphs)
    }
    return affordable
  }

  /// The beginning of a text that is shown in one line, such as a name, with blanks in place of line ends.
  package static func line(_ text: String) -> String {
    var line = text[...]
    let bytes = affordableBytes(of: text, byteLimit: lineLimit, limit: lineCost)
    if bytes < text.utf8.count {
      line = text[..<text.utf8.index(text.startIndex, offsetBy: bytes)] + "…"
    }
    return withBlanks(line)
  }

  private static func withBlanks(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.lazy.map { $0.endsLine ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// A text as a label shows it: whole, unless it is long or costly. Otherwise its beginning and its end remain, since
  /// the end of a sentence with a long name says what happens.
  static func sentence(_ text: String) -> String {
    let all = affordableBytes(of: text, byteLimit: sentenceLimit, limit: lineCost)
    var shown = text[...]
    if all < text.utf8.count {
      let cut = text.utf8.index(text.startIndex, offsetBy: all)
      var end: Substring = ""
      // A longer end may contain a part of the name that costs too much.
      for length in [sentenceEnd, sentenceEnd / 2] where end.isEmpty {
        let tail = text[max(cut, text.unicodeScalars.suffix(length).startIndex)...]
        let bytes = affordableBytes(of: String(tail), byteLimit: .max, limit: sentenceEndCost)
        if bytes == tail.utf8.count { end = tail }
      }
      let left = affordableBytes(
        of: text, byteLimit: sentenceLimit - end.utf8.count, limit: lineCost - sentenceEndCost)
      shown = text[..<text.utf8.index(text.startIndex, offsetBy: left)] + "…" + end
    }
    return shown.unicodeScalars.lazy.filter(\.endsLine).count > paragraphLimit
      ? withBlanks(shown) : String(shown)
  }

  /// A text for a screen reader: whole, unless speaking it would take many minutes; otherwise its beginning and its end.
  static func spoken(_ text: String) -> String {
    guard text.utf8.count > spokenLimit else { return text }
    let scalars = text.unicodeScalars
    return "\(String(scalars.prefix(spokenLimit / 8)))…\(String(scalars.suffix(spokenLimit / 8)))"
  }

  /// The places beside a scalar at which a line can break.
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
  /// Whether the scalar ends a line or a paragraph.
  fileprivate var endsLine: Bool {
    switch value {
    case 0x0a...0x0d, 0x85, 0x2028...0x2029: true
    default: false
    }
  }

  /// Whether the scalar takes no room of its own.
  fileprivate var isMark: Bool {
    !isASCII && (properties.isGraphemeExtend || properties.isDefaultIgnorableCodePoint)
  }
}
