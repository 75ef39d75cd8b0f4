import Foundation

/// The role of a scalar in the search: a part of a word, in its folded form, or something else.
enum FoldedScalar: Sendable, Equatable {
  /// Separates words.
  case separator
  /// Neither separates words nor belongs to them: accents, vowel points, direction marks, joiners.
  case ignored
  /// Letters, digits and marks in UTF-8.
  case letters([UInt8])
  /// A sign of a script that is searched sign by sign.
  case sign(UInt32)
  /// A word of its own.
  case symbol

  static func of(_ value: UInt32) -> FoldedScalar {
    switch value {
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: .sign(value)
    case tableStart..<tableEnd: table[Int(value - tableStart)]
    default: Unicode.Scalar(value).map(make) ?? .separator
    }
  }

  // Covers most letters other than Han and Hangul. Filled at the first use, in some milliseconds.
  private static let tableStart: UInt32 = 0x80
  private static let tableEnd: UInt32 = 0x2000
  private static let table = (tableStart..<tableEnd).map { Unicode.Scalar($0).map(make) ?? .separator }

  private static func make(_ scalar: Unicode.Scalar) -> FoldedScalar {
    let value = scalar.value
    // The wide forms of ASCII in East Asian fonts.
    if (0xFF01...0xFF5E).contains(value), let narrow = Unicode.Scalar(value - 0xFEE0) {
      return narrow.properties.isAlphabetic || (0x30...0x39).contains(narrow.value)
        ? .letters(Array(narrow.properties.lowercaseMapping.utf8)) : .separator
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
      if isAccent(value) { return .ignored }
      if isSign(value) { return .sign(composed(String(scalar)).first ?? value) }
      return letters(scalar)
    case .enclosingMark, .format: return .ignored
    case .otherSymbol: return .symbol
    case .modifierSymbol: return (0x1F3FB...0x1F3FF).contains(value) ? .symbol : .separator
    default: return .separator
    }
  }

  private static func letters(_ scalar: Unicode.Scalar) -> FoldedScalar {
    // Folding by way of upper case makes ς, σ and Σ one letter, and also ß and ss.
    let folded = scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    let letters = folded.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !isAccent($0.value) }
    guard !letters.isEmpty else { return .ignored }
    return .letters(letters.flatMap { Array(String($0).utf8) })
  }

  /// Whether this is a mark that people leave out: an accent, a Hebrew or Arabic point, a variation selector.
  private static func isAccent(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x610...0x61A, 0x640,
      0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7, 0x6E8, 0x6EA...0x6ED, 0x1AB0...0x1AFF,
      0x1DC0...0x1DFF, 0x20D0...0x20FF, 0x302A...0x302F, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF:
      true
    default: false
    }
  }

  /// Whether this belongs to Han, Kana, Bopomofo, Hangul, Thai, Lao, Khmer or Myanmar.
  private static func isSign(_ value: UInt32) -> Bool {
    switch value {
    case 0xE01...0xE7F, 0xE81...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
      0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C, 0x3041...0x30FF, 0x3105...0x312F, 0x3131...0x318E,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xA9E0...0xA9FE,
      0xAA60...0xAA7F, 0xAC00...0xD7A3, 0xD7B0...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  // MARK: Composition

  /// Whether this is a sign or an accent.
  var canFollowSign: Bool {
    switch self {
    case .sign, .ignored: true
    case .separator, .letters, .symbol: false
    }
  }

  /// Whether a scalar can follow a sign as a part of it.
  static func isMark(_ value: UInt32) -> Bool {
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return true }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Whether a mark combines with the sign before it into one sign, in Hangul, Kana or Myanmar.
  static func composes(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || value == 0x3099 || value == 0x309A || value == 0x102E
  }

  /// The scalars of a text in Unicode's composed form.
  static func composed(_ text: String) -> [UInt32] {
    text.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
  }
}
