import Chats

/// A parsed JSON value with all values in it: a flat list of ranges in the bytes.
///
/// Parsing does not create an object for a value. Strings and numbers are decoded on request, so that unused members
/// cost nothing.
final class JSONDocument: Sendable {
  enum Kind: UInt8, Sendable {
    case object, array, string, number, yes, no, null
    /// A word without quotation marks; see ``BareWord``. It counts as a string.
    case bareWord
  }

  /// A value, or the key of a member, which precedes the member's value.
  struct Node: Sendable {
    /// The bytes of the value; for a string, those between its quotation marks.
    var start: UInt32
    var end: UInt32
    /// The index of the first node after the value and its contents.
    var next: UInt32
    var kind: Kind
    /// Whether a string has escapes.
    var hasEscapes = false
  }

  let bytes: [UInt8]
  let nodes: [Node]
  let hasBareWord: Bool
  /// The repair of invalid UTF-8; nil if the text was valid.
  let repair: TextRepair.Finding?

  /// - Parameter bytes: The text. Anything outside of the value only costs memory.
  init(_ bytes: [UInt8], _ nodes: [Node], hasBareWord: Bool, repair: TextRepair.Finding? = nil) {
    self.bytes = bytes
    self.nodes = nodes
    self.hasBareWord = hasBareWord
    self.repair = repair
  }

  var value: JSONValue { JSONValue(self, 0) }

  /// The number of bytes of the value.
  var byteCount: Int { Int(nodes[0].end - nodes[0].start) }

  // MARK: Decoding

  /// The text of a string; nil for other values.
  func string(_ index: Int) -> String? {
    let node = nodes[index]
    guard node.kind == .string || node.kind == .bareWord else { return nil }
    let range = Int(node.start)..<Int(node.end)
    return node.hasEscapes
      ? JSONEscapes.decoded(bytes[range]) : String(decoding: bytes[range], as: UTF8.self)
  }

  /// The node of a member's value; nil if the object at `index` has no member with this key.
  func member(_ key: StaticString, of index: Int) -> Int? {
    let (nodes, bytes) = (nodes, bytes)
    return key.withUTF8Buffer { key in
      let end = Int(nodes[index].next)
      var place = index + 1
      while place < end {
        let node = nodes[place]
        let value = place + 1
        if node.hasEscapes {
          if string(place)?.utf8.elementsEqual(key) == true { return value }
        } else if Int(node.end - node.start) == key.count {
          var same = 0
          while same < key.count, bytes[Int(node.start) + same] == key[same] { same += 1 }
          if same == key.count { return value }
        }
        place = Int(nodes[value].next)
      }
      return nil
    }
  }

  /// The keys that the object at `index` may have, as a set to which every key adds one of 63 signs. Most missing keys
  /// can so be refused without a search. If a key has escapes, the set has all signs.
  func keySigns(of index: Int) -> UInt64 {
    let end = Int(nodes[index].next)
    var place = index + 1
    var signs: UInt64 = 0
    while place < end {
      let node = nodes[place]
      place = Int(nodes[place + 1].next)
      if node.hasEscapes { return .max }
      let (start, end) = (Int(node.start), Int(node.end))
      signs |= start == end ? 1 : Self.sign(first: bytes[start], last: bytes[end - 1], count: end - start)
    }
    return signs
  }

  /// The sign of a key.
  @inline(__always) static func sign(of key: StaticString) -> UInt64 {
    key.withUTF8Buffer { $0.isEmpty ? 1 : sign(first: $0[0], last: $0[$0.count - 1], count: $0.count) }
  }

  @inline(__always) private static func sign(first: UInt8, last: UInt8, count: Int) -> UInt64 {
    1 << UInt64((Int(first) &* 7 &+ Int(last) &* 13 &+ count &* 5) % 63)
  }

  /// A whole number in any notation; nil for other values.
  func integer(_ index: Int) -> Int64? {
    let node = nodes[index]
    guard node.kind == .number else { return nil }
    var position = Int(node.start)
    let end = Int(node.end)
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    // Numbers of up to 18 digits always fit.
    if end - position <= 18 {
      var number: Int64 = 0
      while position < end, bytes[position].isDigit {
        number = number * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
        position += 1
      }
      if position == end { return isNegative ? -number : number }
    }
    let text = String(decoding: bytes[Int(node.start)..<end], as: UTF8.self)
    return Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
  }

  /// A number; nil for other values and for one that a `Double` cannot hold.
  func double(_ index: Int) -> Double? {
    let node = nodes[index]
    guard node.kind == .number else { return nil }
    let number = Double(String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
    return number.flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Escapes in the strings of JSON.
enum JSONEscapes {
  /// The decoded text between quotation marks.
  ///
  /// Half of a surrogate pair, which programs write that cut a text within an emoji, becomes U+FFFD. An invalid escape
  /// stays as it is. Telegram writes control characters as “\x1B”, which is not valid JSON. It is read as “\u001B”.
  static func decoded(_ string: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(string.count)
    var position = string.startIndex
    while position < string.endIndex {
      let byte = string[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard position < string.endIndex else {
        text.append(byte)
        break
      }
      let sign = string[position]
      position += 1
      switch sign {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(sign)
      case UInt8(ascii: "n"): text.append(0x0a)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0d)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0c)
      case UInt8(ascii: "u"):
        guard let first = unit(string, &position, digits: 4) else {
          text.append(contentsOf: [byte, sign])
          continue
        }
        let scalar = scalar(first, string, &position)
        text.append(contentsOf: scalar.flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter)
      case UInt8(ascii: "x"):
        guard let unit = unit(string, &position, digits: 2) else {
          text.append(contentsOf: [byte, sign])
          continue
        }
        let scalar = Unicode.Scalar(unit)
        text.append(contentsOf: scalar.flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter)
      default: text.append(contentsOf: [byte, sign])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The scalar that begins with a unit, including the second half of a surrogate pair; nil for half of one alone.
  private static func scalar(
    _ first: UInt16, _ string: ArraySlice<UInt8>, _ position: inout Int
  ) -> Unicode.Scalar? {
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    var next = position + 2
    guard string[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
      let second = unit(string, &next, digits: 4), UTF16.isTrailSurrogate(second)
    else { return nil }
    position = next
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private static func unit(_ string: ArraySlice<UInt8>, _ position: inout Int, digits: Int) -> UInt16? {
    guard string.endIndex - position >= digits else { return nil }
    var unit: UInt16 = 0
    for byte in string[position..<position + digits] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    position += digits
    return unit
  }
}
