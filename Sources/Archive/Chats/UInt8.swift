extension UInt8 {
  package var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  /// Whether this is whitespace in JSON.
  package var isSpace: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
