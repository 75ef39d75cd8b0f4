import ChatStore
import Chats

/// Finds names in texts, regardless of case, accents, and marks without a width.
///
/// A name is found as a whole word; letters, marks and digits form words, "_" does not. Digits directly after a name
/// belong to it. A long name is also found within a word, as in "annabelles.pdf", and so is a name of at least two signs
/// in scripts without blanks between words, and in Korean, where particles follow a name without a blank.
struct NameFinder {
  private struct Name {
    /// In the form of ``Folded``.
    let bytes: [UInt8]
    let replacement: String
    /// Whether it is also found within a word.
    let isAnywhere: Bool
  }

  /// The smallest number of letters of a name that is found within words. Shorter names are parts of many words.
  private static let longName = 6

  /// In the order of their bytes.
  private let names: [Name]
  /// The names that begin with each byte.
  private let starts: [Range<Int>]

  /// Creates a finder of names, with the replacement of each.
  init(_ replacements: [String: String]) {
    var found: [[UInt8]: Name] = [:]
    // Names that differ only in case or accents have the first of their replacements.
    for (name, replacement) in replacements.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      let scalars = name.unicodeScalars
      let isUnspaced = scalars.count > 1 && scalars.allSatisfy(Self.isUnspaced)
      let isLong = scalars.count >= Self.longName && scalars.allSatisfy { $0.properties.isAlphabetic }
      // The words of a name are joined by "_" in names of files and of accounts.
      for form in Set([name, name.replacing(" ", with: "_")]) {
        let bytes = Folded(form).bytes
        guard !bytes.isEmpty, found[bytes] == nil else { continue }
        found[bytes] = Name(bytes: bytes, replacement: replacement, isAnywhere: isUnspaced || isLong)
      }
    }
    names = found.values.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    var starts = Array(repeating: 0..<0, count: 256)
    for (index, name) in names.enumerated() {
      let first = Int(name.bytes[0])
      starts[first] = (starts[first].isEmpty ? index : starts[first].lowerBound)..<index + 1
    }
    self.starts = starts
  }

  /// A text with replaced names, and its adjusted entities. A name can be partly in an entity.
  ///
  /// - Complexity: O(n log m) in the length of the text and the number of names, times the length of a name.
  func replaced(_ text: String, _ entities: [TextEntity] = []) -> (text: String, entities: [TextEntity]) {
    guard !names.isEmpty else { return (text, entities) }
    let scalars = Array(text.unicodeScalars)
    let folded = Folded(scalars)
    var result = String.UnicodeScalarView()
    // The range of each replaced name, before and after the replacement.
    var moves: [(old: Range<Int>, new: Range<Int>)] = []
    var (position, oldByte, newByte, place) = (0, 0, 0, 0)
    while position < scalars.count {
      while place < folded.scalars.count, folded.scalars[place] < position { place += 1 }
      if place < folded.scalars.count, folded.scalars[place] == position,
        let (name, end) = name(at: place, in: folded, scalars)
      {
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

  /// The longest name that begins at a place of the folded text, and the scalar after it.
  private func name(
    at place: Int, in text: Folded, _ scalars: [Unicode.Scalar]
  ) -> (name: Name, end: Int)? {
    // A name does not begin within a scalar, such as a syllable of Hangul.
    if place > 0, text.scalars[place - 1] == text.scalars[place] { return nil }
    var range = starts[Int(text.bytes[place])]
    guard !range.isEmpty else { return nil }
    let startsWord = place == 0 || !Self.joins(scalars[text.scalars[place - 1]], scalars[text.scalars[place]])
    var found: (name: Name, end: Int)?
    var length = 1
    while !range.isEmpty {
      // The shortest of the names that begin like the text is the first of them.
      let name = names[range.lowerBound]
      if name.bytes.count == length {
        if startsWord || name.isAnywhere, let end = end(of: name, at: place + length, in: text, scalars) {
          found = (name, end)
        }
        range = range.lowerBound + 1..<range.upperBound
      }
      guard place + length < text.bytes.count else { break }
      range = narrowed(range, to: text.bytes[place + length], at: length)
      length += 1
    }
    return found
  }

  /// The names of a range that have this byte at this index. The bytes before it are the same in all of them.
  private func narrowed(_ range: Range<Int>, to byte: UInt8, at index: Int) -> Range<Int> {
    func first(_ isAfter: (UInt8) -> Bool) -> Int {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if isAfter(names[middle].bytes[index]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first { $0 >= byte }
    return start..<max(start, first { $0 > byte })
  }

  /// The scalar after a name that ends before a place of the folded text; nil if a word goes on there.
  private func end(of name: Name, at place: Int, in text: Folded, _ scalars: [Unicode.Scalar]) -> Int? {
    let last = text.scalars[place - 1]
    var end = last + 1
    while end < scalars.count, FoldedScalar.of(scalars[end].value) == .ignored,
      scalars[end].properties.generalCategory != .format
    {
      end += 1
    }
    guard place < text.scalars.count else { return end }
    let next = text.scalars[place]
    guard next != last, !Self.continuesSyllable(scalars[next]) else { return nil }
    if next == end, Self.isDigit(scalars[next]), !Self.isDigit(scalars[last]) {
      while end < scalars.count, Self.isDigit(scalars[end]) { end += 1 }
      return name.isAnywhere || end == scalars.count || !Self.isWord(scalars[end]) ? end : nil
    }
    return name.isAnywhere || !Self.joins(scalars[last], scalars[next]) ? end : nil
  }

  /// Whether a word continues from one sign to the next.
  private static func joins(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool { isWord(a) && isWord(b) }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .nonspacingMark, .spacingMark:
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

  /// Whether this is a vowel or a final consonant of Hangul that is written apart from its syllable.
  private static func continuesSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11ff).contains(scalar.value)
  }
}

/// A text as bytes that are the same for all forms of its letters: composed or decomposed, upper or lower case, with or
/// without accents and invisible marks.
private struct Folded {
  private(set) var bytes: [UInt8] = []
  /// The index of the scalar of each byte.
  private(set) var scalars: [Int] = []

  init(_ text: String) { self.init(Array(text.unicodeScalars)) }

  init(_ text: [Unicode.Scalar]) {
    bytes.reserveCapacity(text.count)
    scalars.reserveCapacity(text.count)
    for (index, scalar) in text.enumerated() {
      if let syllable = Self.letters(ofSyllable: scalar.value) {
        for letter in syllable { append(letter, index) }
      } else {
        append(FoldedScalar.of(scalar.value), scalar, index)
      }
    }
  }

  private mutating func append(_ role: FoldedScalar, _ scalar: Unicode.Scalar, _ index: Int) {
    switch role {
    case .ignored: break
    case .letters(let packed):
      for shift in stride(from: 0, to: 32, by: 8) {
        let byte = UInt8(truncatingIfNeeded: packed >> UInt32(shift))
        if byte != 0 { append(byte, index) }
      }
    case .several: for part in FoldedScalar.parts(of: scalar.value) { append(part, scalar, index) }
    case .sign(let value), .symbol(let value), .affix(let value): append(value, index)
    case .separator, .apostrophe: append(scalar.value, index)
    }
  }

  private mutating func append(_ value: UInt32, _ index: Int) {
    for byte in (Unicode.Scalar(value) ?? "?").utf8 { append(byte, index) }
  }

  private mutating func append(_ byte: UInt8, _ index: Int) {
    bytes.append(byte)
    scalars.append(index)
  }

  /// The letters of a syllable of Hangul, as its decomposed form has them; nil for any other scalar.
  private static func letters(ofSyllable value: UInt32) -> [UInt32]? {
    guard (0xac00...0xd7a3).contains(value) else { return nil }
    let number = value - 0xac00
    let final = number % 28
    return [0x1100 + number / 588, 0x1161 + number % 588 / 28] + (final == 0 ? [] : [0x11a7 + final])
  }
}
