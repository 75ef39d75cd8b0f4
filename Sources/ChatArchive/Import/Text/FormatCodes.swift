/// The control codes with which IRC clients mark colours and styles within a line.
///
/// https://modern.ircdocs.horse/formatting
enum FormatCodes {
  private static let bold: UInt8 = 0x02
  private static let color: UInt8 = 0x03
  private static let hexColor: UInt8 = 0x04
  private static let reset: UInt8 = 0x0f
  private static let monospace: UInt8 = 0x11
  private static let reverse: UInt8 = 0x16
  private static let italic: UInt8 = 0x1d
  private static let strikethrough: UInt8 = 0x1e
  private static let underline: UInt8 = 0x1f

  /// The line without the codes and their numbers.
  static func stripped(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(where: isCode) else { return line }
    var cursor = ByteCursor(line[...])
    var text: [UInt8] = []
    while let byte = cursor.rest.first {
      _ = cursor.skip(byte)
      switch byte {
      case color: cursor.skipPair { $0.number(digits: 1...2) != nil }
      case hexColor: cursor.skipPair { $0.skipHexColor() }
      case _ where isCode(byte): break
      default: text.append(byte)
      }
    }
    return text
  }

  private static func isCode(_ byte: UInt8) -> Bool {
    switch byte {
    case bold, color, hexColor, reset, monospace, reverse, italic, strikethrough, underline: true
    default: false
    }
  }
}

extension ByteCursor {
  /// Passes a colour and, after a comma, a second one. A comma without a colour after it belongs to the text.
  fileprivate mutating func skipPair(_ skipColor: (inout ByteCursor) -> Bool) {
    guard skipColor(&self) else { return }
    var ahead = self
    if ahead.skip(UInt8(ascii: ",")), skipColor(&ahead) { self = ahead }
  }

  fileprivate mutating func skipHexColor() -> Bool {
    let digits = rest.prefix(6)
    guard digits.count == 6, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return false
    }
    var ahead = self
    for digit in digits { _ = ahead.skip(digit) }
    self = ahead
    return true
  }
}
