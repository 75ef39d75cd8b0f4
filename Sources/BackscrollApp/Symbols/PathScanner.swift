/// Reads the letters and numbers of SVG path data, where a number ends wherever the next can begin:
/// "1-2.5.5".
struct PathScanner {
  private var rest: Substring

  init(_ data: some StringProtocol) { rest = Substring(data) }

  var isAtEnd: Bool {
    mutating get {
      skipSeparators()
      return rest.isEmpty
    }
  }

  /// The next command, if one is next.
  mutating func letter() -> Character? {
    skipSeparators()
    guard let first = rest.first, first.isLetter else { return nil }
    return rest.removeFirst()
  }

  /// The next number, if one is next.
  mutating func number() -> Double? {
    skipSeparators()
    var end = rest.startIndex
    var hasPoint = false
    while end < rest.endIndex {
      switch rest[end] {
      case "0"..."9": break
      case "-" where end == rest.startIndex: break
      case "." where !hasPoint: hasPoint = true
      default: return take(to: end)
      }
      end = rest.index(after: end)
    }
    return take(to: end)
  }

  private mutating func take(to end: Substring.Index) -> Double? {
    guard let value = Double(rest[..<end]) else { return nil }
    rest = rest[end...]
    return value
  }

  private mutating func skipSeparators() {
    rest = rest.drop { $0.isWhitespace || $0 == "," }
  }
}
