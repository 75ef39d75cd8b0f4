/// A place in a few bytes, for parsers that go forward and look for fixed forms.
///
/// Every `skip` and `take` either passes what it was asked for or stays where it is.
struct ByteCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// What is left, as text.
  var text: String { String(decoding: rest, as: UTF8.self) }

  /// Passes exactly this text.
  mutating func skip(_ text: String) -> Bool {
    let bytes = text.utf8
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// Passes this byte.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Passes any number of bytes that meet the condition; true when there was one at least.
  @discardableResult
  mutating func skip(while condition: (UInt8) -> Bool) -> Bool {
    let before = rest.count
    rest = rest.drop(while: condition)
    return rest.count < before
  }

  /// The number that the next digits spell, of which there have to be as many as the range says.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let run = rest.prefix(digits.upperBound).prefix { $0.isDigit }
    guard run.count >= digits.lowerBound else { return nil }
    rest = rest.dropFirst(run.count)
    return run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The text before the mark, which is passed as well; nil when the mark does not come.
  mutating func text(before mark: String) -> String? {
    let bytes = Array(mark.utf8)
    guard let range = rest.firstRange(of: bytes) else { return nil }
    let text = String(decoding: rest[..<range.lowerBound], as: UTF8.self)
    rest = rest[range.upperBound...]
    return text
  }

  /// The text up to the next space, which stays; empty when a space comes first.
  mutating func word() -> String {
    let word = rest.prefix { $0 != UInt8(ascii: " ") }
    rest = rest[word.endIndex...]
    return String(decoding: word, as: UTF8.self)
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  /// What JSON calls whitespace.
  var isSpace: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
