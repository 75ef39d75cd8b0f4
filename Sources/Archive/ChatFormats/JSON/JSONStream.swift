import Chats
import Foundation
import Translation

/// A JSON text of any size that is read value by value, without keeping it in memory.
///
/// The syntax between values is checked strictly, so that damage is found within a few bytes and not after half the
/// file: strings end on their line, commas separate values, brackets match.
struct JSONStream {
  /// The reason why the text cannot be read further.
  enum Fault: Error {
    /// The next byte is not allowed here.
    case broken
    /// The text ends before it is complete.
    case cutOff
  }

  /// The result of `value`.
  enum Passed {
    case value(JSONValue)
    /// A value that contains more bytes or values than any record.
    case excess(Excess)
  }

  enum Excess {
    case bytes, values

    /// The reason of an `ImportProblem`.
    var reason: String {
      switch self {
      case .bytes:
        tr(
          "message larger than {size} MB",
          ["size": "\((ByteReader.captureLimit * JSONStream.escaping) >> 20)"])
      case .values:
        tr(
          "message with more than {count} values",
          ["count": JSONStream.valueLimit.formatted(.number.locale(.desktop))])
      }
    }
  }

  /// The largest number of open brackets around a value.
  static let depthLimit = 512
  /// The largest number of values in a record, including nested ones. The messengers' records have a few hundred at
  /// most; a larger one is damaged, and would need much memory.
  static let valueLimit = 100_000

  /// The largest ratio of a record's length to that of its text, because an escaped line end takes two bytes. Texts
  /// from transcripts, and from an export in this form, can therefore be read again.
  static let escaping = 2

  var reader: ByteReader
  private var parser = JSONParser()

  init(_ reader: ByteReader) {
    self.reader = reader
    self.reader.captureLimit *= Self.escaping
  }

  /// The next byte that is not whitespace, without passing it; nil at the end.
  mutating func token() -> UInt8? {
    reader.skip(while: \.isSpace)
    return reader.peek()
  }

  /// Passes an opening bracket; returns whether there was one.
  mutating func open(_ bracket: Character) -> Bool {
    guard let byte = bracket.asciiValue, token() == byte else { return false }
    reader.advance()
    return true
  }

  /// Moves to the next element of an array. At the end of the array, passes its closing bracket and returns false.
  mutating func nextElement(isFirst: Bool) throws(Fault) -> Bool {
    try !closes("]", isFirst: isFirst)
  }

  /// Moves to the value of the next member of an object and returns its key without decoding escapes. At the end of
  /// the object, passes its closing bracket and returns nil.
  mutating func nextKey(isFirst: Bool) throws(Fault) -> String? {
    if try closes("}", isFirst: isFirst) { return nil }
    guard try need() == UInt8(ascii: "\"") else { throw .broken }
    reader.beginCapture()
    try skipString()
    // No known key exceeds the capture limit.
    let key = String(decoding: reader.endCapture()?.dropFirst().dropLast() ?? [], as: UTF8.self)
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Passes a value and parses it. Invalid UTF-8 in it is repaired; see ``JSONDocument/repair``.
  ///
  /// After a fault the value is captured, so that the caller can rewind.
  mutating func value() throws(Fault) -> Passed {
    _ = token()
    var isWhole = false
    while true {
      switch parser.parse(reader.chunk, from: reader.position, isWhole: isWhole) {
      case .value(let end):
        let start = reader.position
        reader.advance(to: end)
        if end - start > reader.captureLimit { return .excess(.bytes) }
        if parser.hasTooManyValues { return .excess(.values) }
        return .value(parsed(start..<end))
      case .broken(let place):
        reader.beginCapture()
        reader.advance(to: place)
        throw .broken
      case .cutOff:
        if isWhole {
          reader.beginCapture()
          reader.advance(to: reader.chunk.count)
          throw .cutOff
        }
        guard reader.canExtend else {
          reader.beginCapture()
          try skipValue()
          _ = reader.endCapture()
          return .excess(.bytes)
        }
        isWhole = !reader.extend()
      }
    }
  }

  /// The value that begins here, without passing it, and the number of examined bytes; nil for a value that is broken,
  /// truncated or longer than `limit`.
  mutating func valueAhead(limit: Int) -> (value: JSONValue?, bytes: Int) {
    var isWhole = false
    while true {
      let start = reader.position
      switch parser.parse(reader.chunk, from: start, isWhole: isWhole) {
      case .value(let end):
        let isExcess = end - start > limit || parser.hasTooManyValues
        return (isExcess ? nil : parsed(start..<end), end - start)
      case .broken(let place): return (nil, place - start)
      case .cutOff:
        let count = reader.chunk.count - start
        guard !isWhole, count <= limit, reader.canExtend else { return (nil, count) }
        isWhole = !reader.extend()
      }
    }
  }

  /// The value that was parsed from these bytes of the chunk.
  private mutating func parsed(_ range: Range<Int>) -> JSONValue {
    if !parser.isUTF8 {
      let (bytes, finding) = TextRepair.utf8(Array(reader.chunk[range]))
      // The structure is ASCII, which repairs do not change.
      if case .value = parser.parse(bytes, from: 0, isWhole: true) {
        return JSONDocument(bytes, parser.nodes, hasBareWord: parser.hasBareWord, repair: finding).value
      }
    }
    return JSONDocument(reader.chunk, parser.nodes, hasBareWord: parser.hasBareWord).value
  }

  /// Passes a value.
  ///
  /// - Complexity: O(n) in its bytes; memory for `depthLimit` brackets.
  mutating func skipValue() throws(Fault) {
    // Each iteration starts at a value; `closers` are the brackets that are still open around it, the innermost last.
    var closers: [UInt8] = []
    repeat {
      guard closers.count < JSONStream.depthLimit else { throw .broken }
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

  /// After a value, passes the closing brackets or the comma before the next value.
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

  /// Passes a string. The next byte is its opening quotation mark.
  private mutating func skipString() throws(Fault) {
    reader.advance()
    while true {
      reader.skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      guard let byte = reader.peek() else { throw .cutOff }
      // JSON escapes control characters, so a line end means that the closing quotation mark is missing.
      guard byte >= 0x20 else { throw .broken }
      reader.advance()
      if byte == UInt8(ascii: "\"") { return }
      guard reader.peek() != nil else { throw .cutOff }
      reader.advance()
    }
  }

  /// Passes a number, `true`, `false`, `null` or a bare word. The decoder checks its spelling.
  private mutating func skipWord() throws(Fault) {
    guard BareWord.contains(try need()) else { throw .broken }
    reader.skip(while: BareWord.contains)
    if let byte = reader.peek(), !BareWord.canFollow(byte) { throw .broken }
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
