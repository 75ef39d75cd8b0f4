/// A JSON text that is appended to bytes. Inserts the commas between values.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Opens an object or an array, as the member of this name in an object.
  mutating func open(_ bracket: Character, _ key: String? = nil) {
    begin(key)
    bytes.append(bracket.asciiValue ?? 0)
    needsComma = false
  }

  mutating func close(_ bracket: Character) {
    bytes.append(bracket.asciiValue ?? 0)
    needsComma = true
  }

  mutating func add(_ key: String? = nil, _ text: some StringProtocol) {
    begin(key)
    quote(text)
  }

  mutating func add(_ key: String? = nil, number: some BinaryInteger) {
    begin(key)
    bytes.append("\(number)")
  }

  /// Adds a finite number.
  mutating func add(_ key: String, degrees: Double) {
    begin(key)
    bytes.append("\(degrees)")
  }

  mutating func add(_ key: String, flag: Bool) {
    begin(key)
    bytes.append(flag ? "true" : "false")
  }

  mutating func addNull(_ key: String) {
    begin(key)
    bytes.append("null")
  }

  /// Adds a member, unless there is no value.
  mutating func add(_ key: String, ifAny text: String?) { if let text { add(key, text) } }

  mutating func add(_ key: String, ifAny number: (some BinaryInteger)?) {
    if let number { add(key, number: number) }
  }

  /// Breaks the line before the next value.
  mutating func breakLine() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns and removes the bytes since the last call.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func begin(_ key: String?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let key else { return }
    quote(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func quote(_ text: some StringProtocol) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes.append("\\n")
      case UInt8(ascii: "\r"): bytes.append("\\r")
      case UInt8(ascii: "\t"): bytes.append("\\t")
      case 0..<0x20, 0x7f:
        bytes.append("\\u00")
        bytes += [byte >> 4, byte & 15].map { $0 < 10 ? $0 + 48 : $0 + 87 }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
