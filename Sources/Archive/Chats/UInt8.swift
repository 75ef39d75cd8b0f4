// Inlined into the loops of other modules, in which a call for each byte would take longer than the rest.
extension UInt8 {
  @inlinable package var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  /// Whether this is an ASCII letter.
  @inlinable package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }

  @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// An ASCII letter in lower case; any other byte as it is.
  @inlinable package var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  /// Whether this is whitespace in JSON.
  @inlinable package var isSpace: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
