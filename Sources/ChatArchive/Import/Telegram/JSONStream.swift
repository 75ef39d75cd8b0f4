/// A JSON text of any size, gone through value by value; nothing of it is kept but what is asked for.
///
/// It is strict about what separates values, so that damage shows within a few bytes and not after half the file:
/// a string ends at the end of its line, a comma is where one belongs, brackets match.
struct JSONStream {
  /// Why the text cannot be followed any farther.
  enum Fault: Error {
    /// What comes next is not what JSON allows there.
    case broken
    /// The text ends before it is complete.
    case cutOff
  }

  var reader: ByteReader

  init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// The next byte that is not whitespace, which stays the next one; nil at the end.
  mutating func token() -> UInt8? {
    reader.skip(while: \.isSpace)
    return reader.peek()
  }

  /// Enters an object or an array if one opens here.
  mutating func open(_ bracket: Character) -> Bool {
    guard let byte = bracket.asciiValue, token() == byte else { return false }
    reader.advance()
    return true
  }

  /// Goes to the next element of an array; false when the array has ended instead, and is left.
  mutating func nextElement(isFirst: Bool) throws(Fault) -> Bool {
    try !closes("]", isFirst: isFirst)
  }

  /// Goes to the value of the next member of an object and returns its key, escapes as they stand; nil when the
  /// object has ended instead, and is left.
  mutating func nextKey(isFirst: Bool) throws(Fault) -> String? {
    if try closes("}", isFirst: isFirst) { return nil }
    guard try need() == UInt8(ascii: "\"") else { throw .broken }
    reader.beginCapture()
    try skipString()
    // A key longer than the limit is none that anyone asks for.
    let key = String(decoding: reader.endCapture()?.dropFirst().dropLast() ?? [], as: UTF8.self)
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Passes the value that stands here, and returns its bytes; nil when there are too many to be kept.
  ///
  /// After a fault the capture is still open: the caller decides how far to go back.
  mutating func value() throws(Fault) -> [UInt8]? {
    _ = token()
    reader.beginCapture()
    try skipValue()
    return reader.endCapture()
  }

  /// Passes the value that stands here.
  ///
  /// - Complexity: O(n) in its bytes; memory in its depth.
  mutating func skipValue() throws(Fault) {
    var closers: [UInt8] = []
    repeat {
      switch try need() {
      case UInt8(ascii: "{"):
        reader.advance()
        if try need() != UInt8(ascii: "}") {
          closers.append(UInt8(ascii: "}"))
          try skipKey()
          continue
        }
        reader.advance()
      case UInt8(ascii: "["):
        reader.advance()
        if try need() != UInt8(ascii: "]") {
          closers.append(UInt8(ascii: "]"))
          continue
        }
        reader.advance()
      case UInt8(ascii: "\""): try skipString()
      default: try skipWord()
      }
      try leave(&closers)
    } while !closers.isEmpty
  }
}

extension JSONStream {
  /// After a value: closes what ends here, or passes the comma before the next value.
  private mutating func leave(_ closers: inout [UInt8]) throws(Fault) {
    while let closer = closers.last {
      let byte = try need()
      reader.advance()
      if byte == closer {
        closers.removeLast()
      } else if byte == UInt8(ascii: ",") {
        if closer == UInt8(ascii: "}") { try skipKey() }
        return
      } else {
        throw .broken
      }
    }
  }

  private mutating func closes(_ bracket: Character, isFirst: Bool) throws(Fault) -> Bool {
    let byte = try need()
    if byte == bracket.asciiValue {
      reader.advance()
      return true
    }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    return false
  }

  private mutating func skipKey() throws(Fault) {
    guard try need() == UInt8(ascii: "\"") else { throw .broken }
    try skipString()
    try expect(UInt8(ascii: ":"))
  }

  /// Passes a string, whose opening quotation mark is the next byte.
  private mutating func skipString() throws(Fault) {
    reader.advance()
    while true {
      reader.skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      guard let byte = reader.peek() else { throw .cutOff }
      // Control characters are escaped in JSON: an end of line means that the closing mark is missing.
      guard byte >= 0x20 else { throw .broken }
      reader.advance()
      if byte == UInt8(ascii: "\"") { return }
      guard reader.peek() != nil else { throw .cutOff }
      reader.advance()
    }
  }

  /// Passes a number, `true`, `false` or `null`. Whether it is spelt right is for the decoder to say.
  private mutating func skipWord() throws(Fault) {
    let first = try need()
    guard first == UInt8(ascii: "-") || first.isDigit || "tfn".utf8.contains(first) else { throw .broken }
    reader.skip { $0.isDigit || $0 == UInt8(ascii: "-") || "+.eEtrufalsn".utf8.contains($0) }
  }

  private mutating func expect(_ byte: UInt8) throws(Fault) {
    guard try need() == byte else { throw .broken }
    reader.advance()
  }

  private mutating func need() throws(Fault) -> UInt8 {
    guard let byte = token() else { throw .cutOff }
    return byte
  }
}
