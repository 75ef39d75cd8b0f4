import Gtk

/// What a text costs to lay out, by what is known of Pango, without laying it out.
///
/// A text of an archive can be made to block the window for seconds: Pango searches each line for a place to break up to
/// the next one, so that a word costs the square of its length; each paragraph has a cost of its own; and for each
/// script that was not shown before, fonts are searched and loaded.
enum LayoutCost {
  /// The largest cost of one text, in units of about 4 ns: the layout takes less than 100 ms.
  static let limit = 16_000_000

  private static let perParagraph = 8_000
  private static let perScript = 2_000_000
  /// The most bytes of a name, or of another text that is shown in one line.
  private static let lineLimit = 600

  /// The number of the text's first bytes whose layout costs at most ``limit``; all of them for any text that people
  /// write. Ends between two scalars.
  ///
  /// - Complexity: O(n), up to `byteLimit`.
  static func affordableBytes(of text: String, byteLimit: Int) -> Int {
    var cost = 0
    var bytes = 0
    var word = 0
    var scripts: Set<Int> = []
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      guard bytes + length <= byteLimit else { break }
      if endsWord(scalar) {
        word = 0
      } else {
        // The squares of the words' lengths, as a sum that grows with each byte.
        cost += length * (2 * word + length)
        word += length
      }
      if scalar == "\n" || scalar == "\r" || scalar == "\u{2029}" { cost += perParagraph }
      if !scalar.isASCII, scripts.insert(scalar.scriptNumber).inserted { cost += perScript }
      guard cost <= limit else { break }
      bytes += length
    }
    return bytes
  }

  /// The beginning of a text that is shown in one line, such as a name.
  static func line(_ text: String) -> String {
    let count = affordableBytes(of: text, byteLimit: lineLimit)
    guard count < text.utf8.count else { return text }
    return String(text[..<text.utf8.index(text.startIndex, offsetBy: count)]) + "…"
  }

  /// Whether a line can break beside the scalar: at blanks, at the punctuation of addresses, between the characters of
  /// Chinese, Japanese and Korean, and between emoji.
  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Marks, of which one character can have any number.
    case 0x302a...0x302f, 0x3099...0x309a: false
    case ...0x20, 0x2d, 0x2f, 0x2028...0x2029, 0x2e80...0xd7ff, 0x1_f000...0x1_faff, 0x2_0000...0x3_ffff: true
    default: false
    }
  }
}
