/// Words without quotation marks in place of a text. Telegram Desktop 4.1.1 wrote the files of custom emoji like this,
/// as in `"document_id": video_files/sticker (2).webm`.
///
/// Such a word ends at a comma, at a closing bracket or at the end of its line. It contains no quotation mark: a word
/// with one has lost the other, and its extent is unknown.
enum BareWord {
  static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "["),
      UInt8(ascii: "]"):
      false
    default: true
    }
  }

  /// Whether a word can end before this byte.
  static func canFollow(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// The JSON kind of a word without quotation marks; nil for a bare word.
  static func literal(_ word: ArraySlice<UInt8>) -> JSONDocument.Kind? {
    for (name, kind) in literals where word.elementsEqual(name) { return kind }
    return isNumber(word) ? .number : nil
  }

  private static let literals: [([UInt8], JSONDocument.Kind)] = [
    (Array("true".utf8), .yes), (Array("false".utf8), .no), (Array("null".utf8), .null),
  ]

  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var cursor = ByteCursor(word)
    _ = cursor.skip("-")
    guard cursor.skip("0") || cursor.skip(while: \.isDigit) else { return false }
    if cursor.skip("."), !cursor.skip(while: \.isDigit) { return false }
    if cursor.skip("e") || cursor.skip("E") {
      _ = cursor.skip("+") || cursor.skip("-")
      if !cursor.skip(while: \.isDigit) { return false }
    }
    return cursor.isAtEnd
  }
}
