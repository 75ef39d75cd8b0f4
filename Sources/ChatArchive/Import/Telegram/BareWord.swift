/// Words without quotation marks in the place of a text: Telegram Desktop 4.1.1 wrote the files of custom emoji so, as in
/// `"document_id": video_files/sticker (2).webm`.
///
/// Such a word ends at a comma, at a closing bracket or with its line. It contains no quotation mark: one that does has lost
/// its other one, and it is unknown what belongs to it.
enum BareWord {
  static func contains(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && !brackets.contains(byte) && byte != UInt8(ascii: ",")
  }

  /// Whether a word can end before this byte.
  static func canFollow(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  private static let brackets: [UInt8] = Array("{}[]".utf8)

  /// The JSON text with quotation marks around its bare words; nil if it has none.
  ///
  /// - Complexity: O(n) in the bytes.
  static func quoted(_ json: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    var hasWord = false
    var position = 0
    while position < json.count {
      let start = position
      let byte = json[position]
      if byte == UInt8(ascii: "\"") {
        position = endOfString(json, from: position)
      } else if contains(byte), !byte.isSpace, byte != UInt8(ascii: ":") {
        position = json[position...].firstIndex { !contains($0) } ?? json.count
        var word = json[start..<position]
        while word.last?.isSpace == true { word.removeLast() }
        if !isLiteral(word) {
          hasWord = true
          text.append(UInt8(ascii: "\""))
          for byte in word { text += byte == UInt8(ascii: "\\") ? [byte, byte] : [byte] }
          text.append(UInt8(ascii: "\""))
          continue
        }
      } else {
        position += 1
      }
      text += json[start..<position]
    }
    return hasWord ? text : nil
  }

  private static func endOfString(_ json: [UInt8], from start: Int) -> Int {
    var position = start + 1
    while position < json.count, json[position] != UInt8(ascii: "\"") {
      position += json[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, json.count)
  }

  /// Whether this is `true`, `false`, `null` or a number of JSON.
  private static func isLiteral(_ word: ArraySlice<UInt8>) -> Bool {
    if ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) { return true }
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
