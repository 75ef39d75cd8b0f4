/// Mends the escapes of control characters that Telegram writes.
///
/// Telegram escapes a control character as “\x1B”, which JSON does not have. Decoders refuse the text with it.
enum TelegramEscapes {
  /// The bytes with “\u001B” in place of “\x1B”; nil if they have no such escape.
  static func mended(_ bytes: [UInt8]) -> [UInt8]? {
    var mended: [UInt8] = []
    var copied = 0
    var position = 0
    while let backslash = bytes[position...].firstIndex(of: UInt8(ascii: "\\")) {
      position = backslash + 2
      guard position + 2 <= bytes.count else { break }
      guard bytes[backslash + 1] == UInt8(ascii: "x"), isHexadecimal(bytes[position]),
        isHexadecimal(bytes[position + 1])
      else { continue }
      mended += bytes[copied...backslash]
      mended += Array("u00".utf8)
      copied = position
    }
    return mended.isEmpty ? nil : mended + bytes[copied...]
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
  }
}
