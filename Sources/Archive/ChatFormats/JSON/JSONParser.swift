/// Parses one JSON value of any depth up to ``JSONStream/depthLimit`` in one pass.
///
/// The parser checks the structure strictly, so that damage is found within a few bytes and not after half the file:
/// strings end on their line, commas separate values, brackets match. Words without quotation marks are read as
/// ``BareWord`` describes.
struct JSONParser {
  enum Outcome {
    /// The value ends before this position.
    case value(end: Int)
    /// The value continues after the bytes.
    case cutOff
    /// The byte at this position is not allowed.
    case broken(at: Int)
  }

  private(set) var nodes: [JSONDocument.Node] = []
  private(set) var hasBareWord = false
  private(set) var hasTooManyValues = false
  /// Whether the strings and bare words are valid UTF-8. Everything else is ASCII.
  private(set) var isUTF8 = true

  private var valueCount = 0
  /// The open brackets, the innermost last: the node of each, and the byte that closes it.
  private var open: [(node: Int, closer: UInt8)] = []

  /// Parses the value at a position. Whitespace may precede it.
  ///
  /// - Parameter isWhole: Whether no bytes can follow these.
  /// - Complexity: O(n) in the bytes of the value.
  mutating func parse(_ bytes: [UInt8], from start: Int, isWhole: Bool) -> Outcome {
    // A new list, because the previous one belongs to the value that was parsed before.
    let count = nodes.count
    nodes = []
    nodes.reserveCapacity(min(max(count, 32), 128))
    open.removeAll(keepingCapacity: true)
    (hasBareWord, hasTooManyValues, isUTF8, valueCount) = (false, false, true, 0)
    return parse(bytes.span, from: start, isWhole: isWhole)
  }

  private mutating func parse(_ bytes: Span<UInt8>, from start: Int, isWhole: Bool) -> Outcome {
    var position = start
    let end = bytes.count
    value: while true {
      while position < end, bytes[position].isSpace { position += 1 }
      guard position < end else { return .cutOff }
      valueCount += 1
      // Values above the limit are passed, but not kept.
      if valueCount > JSONStream.valueLimit, !hasTooManyValues {
        hasTooManyValues = true
        nodes = []
      }
      guard open.count < JSONStream.depthLimit else { return .broken(at: position) }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        if let fault = string(bytes, &position) { return fault }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let node = add(byte == UInt8(ascii: "{") ? .object : .array, position, position)
        // The closing bracket's byte is two after the opening one's.
        let closer = byte + 2
        position += 1
        while position < end, bytes[position].isSpace { position += 1 }
        guard position < end else { return .cutOff }
        if bytes[position] == closer {
          position += 1
          close(node, position)
        } else {
          open.append((node, closer))
          if closer == UInt8(ascii: "}"), let fault = key(bytes, &position) { return fault }
          continue value
        }
      default:
        if let fault = word(bytes, &position, isWhole: isWhole) { return fault }
      }
      // After a value: the closing brackets, or the comma before the next one.
      while let (node, closer) = open.last {
        while position < end, bytes[position].isSpace { position += 1 }
        guard position < end else { return .cutOff }
        let byte = bytes[position]
        if byte == closer {
          position += 1
          open.removeLast()
          close(node, position)
        } else if byte == UInt8(ascii: ",") {
          position += 1
          if closer == UInt8(ascii: "}"), let fault = key(bytes, &position) { return fault }
          continue value
        } else {
          return .broken(at: position)
        }
      }
      return .value(end: position)
    }
  }

  private mutating func add(_ kind: JSONDocument.Kind, _ start: Int, _ end: Int) -> Int {
    let index = nodes.count
    guard !hasTooManyValues else { return index }
    nodes.append(.init(start: UInt32(start), end: UInt32(end), next: UInt32(index + 1), kind: kind))
    return index
  }

  private mutating func close(_ node: Int, _ end: Int) {
    guard !hasTooManyValues else { return }
    nodes[node].end = UInt32(end)
    nodes[node].next = UInt32(nodes.count)
  }

  /// Passes a key and the colon after it.
  private mutating func key(_ bytes: Span<UInt8>, _ position: inout Int) -> Outcome? {
    let end = bytes.count
    while position < end, bytes[position].isSpace { position += 1 }
    guard position < end else { return .cutOff }
    guard bytes[position] == UInt8(ascii: "\"") else { return .broken(at: position) }
    position += 1
    if let fault = string(bytes, &position) { return fault }
    while position < end, bytes[position].isSpace { position += 1 }
    guard position < end else { return .cutOff }
    guard bytes[position] == UInt8(ascii: ":") else { return .broken(at: position) }
    position += 1
    return nil
  }

  /// Passes a string after its opening quotation mark.
  private mutating func string(_ bytes: Span<UInt8>, _ position: inout Int) -> Outcome? {
    let start = position
    let end = bytes.count
    var hasEscapes = false
    var all: UInt8 = 0
    while true {
      var byte: UInt8 = 0
      while position < end {
        byte = bytes[position]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        all |= byte
        position += 1
      }
      guard position < end else { return .cutOff }
      if byte == UInt8(ascii: "\"") { break }
      // JSON escapes control characters, so a line end means that the closing quotation mark is missing.
      guard byte == UInt8(ascii: "\\") else { return .broken(at: position) }
      hasEscapes = true
      guard position + 1 < end else { return .cutOff }
      all |= bytes[position + 1]
      position += 2
    }
    if all >= 0x80 { validate(bytes, start..<position) }
    let node = add(.string, start, position)
    if hasEscapes, !hasTooManyValues { nodes[node].hasEscapes = true }
    position += 1
    return nil
  }

  private mutating func validate(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    if isUTF8, (try? UTF8Span(validating: bytes.extracting(range))) == nil { isUTF8 = false }
  }

  /// Passes a number, `true`, `false`, `null` or a bare word.
  private mutating func word(_ bytes: Span<UInt8>, _ position: inout Int, isWhole: Bool) -> Outcome? {
    let start = position
    let end = bytes.count
    // A colon is not allowed here.
    guard BareWord.contains(bytes[start]), bytes[start] != UInt8(ascii: ":") else {
      return .broken(at: start)
    }
    var isNumber = true
    while position < end, BareWord.contains(bytes[position]) {
      if !bytes[position].isDigit { isNumber = false }
      position += 1
    }
    if position < end {
      guard BareWord.canFollow(bytes[position]) else { return .broken(at: position) }
    } else if !isWhole || !open.isEmpty {
      return .cutOff
    }
    var last = position
    while bytes[last - 1].isSpace { last -= 1 }
    if isNumber, bytes[start] != UInt8(ascii: "0") || last == start + 1 {
      _ = add(.number, start, last)
      return nil
    }
    validate(bytes, start..<last)
    var word: [UInt8] = []
    for index in start..<last { word.append(bytes[index]) }
    let kind = BareWord.literal(word[...])
    if kind == nil { hasBareWord = true }
    _ = add(kind ?? .bareWord, start, last)
    return nil
  }
}
