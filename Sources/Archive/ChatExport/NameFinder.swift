import Chats

/// Finds names in texts, as whole words and regardless of case.
///
/// In scripts without blanks between words, and in Korean, where particles follow a name without a blank, a name of at
/// least two signs is found anywhere.
struct NameFinder {
  private struct Name {
    let scalars: [Unicode.Scalar]
    let replacement: String
    let isUnspaced: Bool
  }

  /// The names by their first sign, the longest first.
  private var names: [Unicode.Scalar: [Name]] = [:]

  /// Creates a finder of names, with the replacement of each.
  init(_ replacements: [String: String]) {
    for (name, replacement) in replacements {
      let scalars = name.unicodeScalars.map(Self.folded)
      guard let first = scalars.first else { continue }
      let isUnspaced = scalars.count > 1 && scalars.allSatisfy(Self.isUnspaced)
      names[first, default: []].append(
        Name(scalars: scalars, replacement: replacement, isUnspaced: isUnspaced))
    }
    for first in names.keys {
      names[first]?.sort { ($0.scalars.count, $1.replacement) > ($1.scalars.count, $0.replacement) }
    }
  }

  /// A text with replaced names, and its adjusted entities.
  ///
  /// - Complexity: O(n) in the length of the text, times the number of names with the same first sign at the beginning
  ///   of each word.
  func replaced(_ text: String, _ entities: [TextEntity] = []) -> (text: String, entities: [TextEntity]) {
    let scalars = Array(text.unicodeScalars)
    let folded = scalars.map(Self.folded)
    var result = String.UnicodeScalarView()
    // The range of each replaced name, before and after the replacement.
    var moves: [(old: Range<Int>, new: Range<Int>)] = []
    var (position, oldByte, newByte) = (0, 0, 0)
    while position < scalars.count {
      if let name = name(at: position, in: folded) {
        let end = position + name.scalars.count
        let oldCount = scalars[position..<end].reduce(0) { $0 + UTF8.width($1) }
        let newCount = name.replacement.utf8.count
        moves.append((oldByte..<oldByte + oldCount, newByte..<newByte + newCount))
        result.append(contentsOf: name.replacement.unicodeScalars)
        (position, oldByte, newByte) = (end, oldByte + oldCount, newByte + newCount)
      } else {
        let width = UTF8.width(scalars[position])
        result.append(scalars[position])
        (position, oldByte, newByte) = (position + 1, oldByte + width, newByte + width)
      }
    }
    guard !moves.isEmpty else { return (text, entities) }
    return (String(result), Self.moved(entities, moves))
  }

  /// Moves entities. An end of an entity within a name moves to the end of its replacement.
  private static func moved(
    _ entities: [TextEntity], _ moves: [(old: Range<Int>, new: Range<Int>)]
  ) -> [TextEntity] {
    var next = 0
    func place(_ old: Int) -> Int {
      while next < moves.count, moves[next].old.upperBound <= old { next += 1 }
      if next < moves.count, moves[next].old.lowerBound < old { return moves[next].new.upperBound }
      guard next > 0 else { return old }
      return moves[next - 1].new.upperBound + (old - moves[next - 1].old.upperBound)
    }
    return entities.compactMap { entity in
      let start = place(entity.start)
      let end = place(entity.start + entity.length)
      return end > start ? TextEntity(start: start, length: end - start, kind: entity.kind) : nil
    }
  }

  private func name(at position: Int, in text: [Unicode.Scalar]) -> Name? {
    guard let candidates = names[text[position]] else { return nil }
    let startsWord = position == 0 || !Self.joins(text[position - 1], text[position])
    return candidates.first { name in
      let end = position + name.scalars.count
      guard end <= text.count, startsWord || name.isUnspaced else { return false }
      guard text[position..<end].elementsEqual(name.scalars) else { return false }
      return name.isUnspaced || end == text.count || !Self.joins(text[end - 1], text[end])
    }
  }

  /// Whether a word continues from one sign to the next.
  private static func joins(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool { isWord(a) && isWord(b) }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .nonspacingMark, .spacingMark, .connectorPunctuation:
      true
    default: false
    }
  }

  /// Whether this belongs to Han, Kana, Hangul, Thai, Lao, Khmer or Burmese.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0e00...0x0eff, 0x1000...0x109f, 0x1100...0x11ff, 0x1780...0x17ff, 0x3040...0x318f, 0x31f0...0x31ff,
      0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7ff, 0xf900...0xfaff, 0x20000...0x3ffff:
      true
    default: false
    }
  }

  /// The lower-case letter, if it is one scalar.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x80 {
      return (0x41...0x5a).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar
    }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first ?? scalar : scalar
  }
}
