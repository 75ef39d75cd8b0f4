/// A header in the forms of most phones, “[13.06.18, 15:22:10] ” and “6/13/18, 3:22 PM - ”, with ASCII digits and words.
///
/// The result is the same as that of ``WhatsAppHeader/init(anyScript:)``, but costs no allocation.
struct PlainHeader {
  let time: WrittenTime
  let border: WhatsAppHeader.Shape.Border
  let rest: Substring

  /// Fails for other headers, and for lines that are not headers.
  init?(_ line: String) {
    var cursor = Cursor(line.utf8)
    let isBracketed = cursor.skip(UInt8(ascii: "["))
    guard let time = PlainHeader.time(&cursor),
      let border = PlainHeader.border(
        &cursor, isBracketed: isBracketed, mayBeColon: time.second != nil && time.period == nil)
    else { return nil }
    (self.time, self.border) = (time, border)
    rest = line[cursor.index...]
  }

  private static func time(_ cursor: inout Cursor) -> WrittenTime? {
    guard let first = cursor.number(), let sign = cursor.dateSign(), let second = cursor.number(),
      second.digits <= 2, let otherSign = cursor.dateSign(), let third = cursor.number()
    else { return nil }
    let hasComma = cursor.skip(UInt8(ascii: ","))
    guard first.digits != 3, third.digits != 3, first.digits + third.digits < 8,
      cursor.skip(UInt8(ascii: " ")), let hour = cursor.number(), hour.digits <= 2,
      cursor.skip(UInt8(ascii: ":")), let minute = cursor.number(), minute.digits == 2
    else { return nil }
    var seconds: WrittenNumber?
    if cursor.peek == UInt8(ascii: ":"), cursor.peekSecond?.isDigit == true {
      _ = cursor.skip(UInt8(ascii: ":"))
      seconds = cursor.number()
      guard seconds?.digits == 2 else { return nil }
    }
    var shape = "0"
    shape.unicodeScalars.append(Unicode.Scalar(sign))
    shape += "0"
    shape.unicodeScalars.append(Unicode.Scalar(otherSign))
    shape += hasComma ? "0,0:0" : "00:0"
    if seconds != nil { shape += ":0" }
    if first.digits == 4 { shape += "Y" } else if third.digits == 4 { shape += "y" }
    let hasAmericanPeriod = cursor.isBeforeUpperCase
    return WrittenTime(
      date: WrittenDate(first, second, third), hour: hour.value, minute: minute.value,
      second: seconds?.value, period: cursor.period(), hasAmericanPeriod: hasAmericanPeriod, shape: shape)
  }

  private static func border(
    _ cursor: inout Cursor, isBracketed: Bool, mayBeColon: Bool
  ) -> WhatsAppHeader.Shape.Border? {
    let blank = UInt8(ascii: " ")
    if isBracketed {
      guard cursor.skip(UInt8(ascii: "]")), cursor.isAtEnd || cursor.skip(blank) else { return nil }
      return .brackets
    }
    if mayBeColon, cursor.peek == UInt8(ascii: ":") {
      return cursor.skip(UInt8(ascii: ":")) && cursor.skip(blank) ? .colon : nil
    }
    return cursor.skip(blank) && cursor.skip(UInt8(ascii: "-")) && cursor.skip(blank) ? .dash : nil
  }

  /// A position in a line.
  private struct Cursor {
    private let bytes: String.UTF8View
    private(set) var index: String.Index

    init(_ bytes: String.UTF8View) {
      self.bytes = bytes
      index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }
    var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }
    var peekSecond: UInt8? { byte(1) }

    private func byte(_ offset: Int) -> UInt8? {
      guard let place = bytes.index(index, offsetBy: offset, limitedBy: bytes.endIndex),
        place < bytes.endIndex
      else { return nil }
      return bytes[place]
    }

    mutating func skip(_ byte: UInt8) -> Bool {
      guard peek == byte else { return false }
      bytes.formIndex(after: &index)
      return true
    }

    /// Reads a number of at most four digits, with all of its digits.
    mutating func number() -> WrittenNumber? {
      var number = WrittenNumber(value: 0, digits: 0)
      while let byte = peek, byte.isDigit {
        guard number.digits < 4 else { return nil }
        number.value = number.value * 10 + Int(byte - UInt8(ascii: "0"))
        number.digits += 1
        bytes.formIndex(after: &index)
      }
      return number.digits > 0 ? number : nil
    }

    mutating func dateSign() -> UInt8? {
      guard let byte = peek,
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      else { return nil }
      bytes.formIndex(after: &index)
      return byte
    }

    /// Whether the next word is “AM” or “PM” rather than “am” or “pm”.
    var isBeforeUpperCase: Bool {
      [1, 3].contains { byte($0 + 1) == UInt8(ascii: "M") && byte($0).map(Array("AP".utf8).contains) == true }
    }

    /// Passes “ AM” or “ PM”. Since 2023, the blank is a narrow no-break space (U+202F).
    mutating func period() -> DayPeriod? {
      let blank = peek == UInt8(ascii: " ") ? 1 : peek == 0xE2 && byte(1) == 0x80 && byte(2) == 0xAF ? 3 : 0
      guard blank > 0, let first = byte(blank), let second = byte(blank + 1),
        second | 0x20 == UInt8(ascii: "m")
      else { return nil }
      let period: DayPeriod
      switch first | 0x20 {
      case UInt8(ascii: "a"): period = .morning
      case UInt8(ascii: "p"): period = .afternoon
      default: return nil
      }
      index = bytes.index(index, offsetBy: blank + 2)
      return period
    }
  }
}
