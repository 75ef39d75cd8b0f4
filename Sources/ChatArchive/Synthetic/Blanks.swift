/// Fills the blanks of an exchange; a blank of one name is filled with the same words throughout.
struct Blanks {
  private var filled: [String: String] = [:]

  /// The text with each `{name}` replaced.
  mutating func fill(_ text: String, _ random: inout SplitMix64) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += words(for: String(rest[rest.index(after: open)..<close]), &random)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Forgets all, for the next exchange.
  mutating func clear() {
    filled.removeAll(keepingCapacity: true)
  }

  private mutating func words(for name: String, _ random: inout SplitMix64) -> String {
    if let words = filled[name] { return words }
    var words = Blanks.draw(name, &random)
    // "{place} or {place2}" must not offer the same place twice.
    while filled.values.contains(words), Stock.blanks[name] != nil { words = Blanks.draw(name, &random) }
    filled[name] = words
    return words
  }

  private static func draw(_ name: String, _ random: inout SplitMix64) -> String {
    switch name {
    case "km", "km2": "\(8 + random.below(16))"
    case "climb": "\((6 + random.below(22)) * 50)"
    case "hours": "\(2 + random.below(6))"
    case "line": "\(12 + random.below(80))"
    case "platform": "\(1 + random.below(12))"
    case "temp": "\(random.below(28) - 6)"
    case "number", "number2": "\(100 + random.below(900))"
    case "time": "\(6 + random.below(4)):\(["00", "05", "15", "20", "30", "42", "50"][random.below(7)])"
    case "late": "\(19 + random.below(4)):\(["00", "10", "25", "45"][random.below(4)])"
    case "scream": "A" + String(repeating: "a", count: 20 + random.below(180)) + "h"
    default: random.pick(Stock.blanks[name] ?? [name])
    }
  }
}
