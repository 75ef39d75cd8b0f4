import Foundation

/// The role of a scalar in the search: a part of a word, in its folded form, or something else.
///
/// Scalars are folded by Unicode's compatibility composition (NFKC), upper and lower case, and without accents. The
/// Latin letters that have no accent but are typed without their stroke are folded as well: "ł" is "l".
package enum FoldedScalar: Sendable, Equatable {
  /// Separates words.
  case separator
  /// Neither separates words nor belongs to them: accents, vowel points, direction marks, joiners.
  case ignored
  /// Separates words, which are also searched as one word if it is between letters.
  case apostrophe
  /// One to four bytes of letters, digits and marks in UTF-8, the first one in the lowest bits.
  case letters(UInt32)
  /// A sign of a script that is searched sign by sign.
  case sign(UInt32)
  /// A word of its own.
  case symbol(UInt32)
  /// A word of its own where it touches a letter: "+", "#" or "@".
  case affix(UInt32)
  /// Several of the others; see ``parts(of:)``.
  case several

  package static func of(_ value: UInt32) -> FoldedScalar {
    switch value {
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: .sign(value)
    case Tables.letters: tables.letters[Int(value)]
    case Tables.forms: tables.forms[Int(value - Tables.forms.lowerBound)]
    case Tables.pictures: tables.pictures[Int(value - Tables.pictures.lowerBound)]
    default: Unicode.Scalar(value).map { one(roles($0)) } ?? .separator
    }
  }

  /// The roles of a scalar that has several: "㈱" is "株" in parentheses.
  package static func parts(of value: UInt32) -> [FoldedScalar] {
    tables.parts[value] ?? Unicode.Scalar(value).map(roles) ?? []
  }

  // MARK: Tables

  /// The roles of most scalars other than Han and Hangul. Filled at the first use, in some ten milliseconds.
  private static let tables = Tables()

  private struct Tables {
    /// Up to the enclosed and squared signs of East Asia.
    static let letters: Range<UInt32> = 0..<0x3400
    /// Compatibility forms, such as the wide and narrow ones.
    static let forms: Range<UInt32> = 0xF900..<0x10000
    /// Emoji.
    static let pictures: Range<UInt32> = 0x1F000..<0x1FB00

    let letters: [FoldedScalar]
    let forms: [FoldedScalar]
    let pictures: [FoldedScalar]
    let parts: [UInt32: [FoldedScalar]]

    init() {
      var parts: [UInt32: [FoldedScalar]] = [:]
      func role(_ value: UInt32) -> FoldedScalar {
        let roles = Unicode.Scalar(value).map(FoldedScalar.roles) ?? [.separator]
        let role = one(roles)
        if role == .several { parts[value] = roles }
        return role
      }
      letters = Self.letters.map(role)
      forms = Self.forms.map(role)
      pictures = Self.pictures.map(role)
      self.parts = parts
    }
  }

  /// The roles as one, if possible.
  private static func one(_ roles: [FoldedScalar]) -> FoldedScalar {
    guard roles.count != 1 else { return roles[0] }
    var bytes: [UInt8] = []
    for role in roles {
      guard case .letters(let letters) = role else { return .several }
      withUnsafeBytes(of: letters.littleEndian) { bytes += $0.prefix { $0 != 0 } }
    }
    return packed(bytes).map(FoldedScalar.letters) ?? (roles.isEmpty ? .ignored : .several)
  }

  private static func packed(_ bytes: [UInt8]) -> UInt32? {
    guard (1...4).contains(bytes.count) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  // MARK: Folding

  private static func roles(_ scalar: Unicode.Scalar) -> [FoldedScalar] {
    switch scalar.value {
    // Signs of their own, not the letters "TM", "SM" and "i".
    case 0x2122, 0x2120, 0x2139: return [.symbol(scalar.value)]
    // An accent without a letter, typed as an apostrophe.
    case 0xB4: return [.apostrophe]
    // Hangul letters that were typed alone. NFKC would compose them into syllables.
    case 0x3131...0x318E: return [.sign(scalar.value)]
    case 0xFFA0: return [.sign(0x3164)]
    case 0xFFA1...0xFFBE: return [.sign(scalar.value - 0xFFA1 + 0x3131)]
    case 0xFFC2...0xFFDC:
      let (group, index) = (scalar.value - 0xFFC2).quotientAndRemainder(dividingBy: 8)
      return index < 6 ? [.sign(0x314F + group * 6 + index)] : [.separator]
    default: break
    }
    guard scalar.properties.changesWhenNFKCCaseFolded, !scalar.properties.isEmojiPresentation else {
      return role(scalar)
    }
    let roles = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars.flatMap(role)
    return roles.count > 1 ? roles.filter { $0 != .ignored } : roles
  }

  /// The role of a scalar in composed form; several only for letters.
  private static func role(_ scalar: Unicode.Scalar) -> [FoldedScalar] {
    let value = scalar.value
    switch value {
    case 0x27, 0x60, 0x2BB, 0x2BC, 0x5F3, 0x2018, 0x2019, 0x201B: return [.apostrophe]
    // The index has the wide forms of ASCII signs, because FTS5's tokenizer separates words at the others.
    case 0x23, 0x2B, 0x40: return [.affix(value + wideForms)]
    case 0x24: return [.symbol(value + wideForms)]
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
      return isAccent(value) ? [.ignored] : isSign(value) ? [.sign(value)] : letters(scalar)
    case .enclosingMark, .format: return [.ignored]
    case .otherSymbol, .currencySymbol: return [.symbol(value)]
    case .modifierSymbol: return (0x1F3FB...0x1F3FF).contains(value) ? [.symbol(value)] : [.separator]
    default: return [.separator]
    }
  }

  private static let wideForms: UInt32 = 0xFEE0
  /// The value of "+" as an affix.
  static let plus: UInt32 = 0x2B + wideForms

  private static func letters(_ scalar: Unicode.Scalar) -> [FoldedScalar] {
    // Folding by way of upper case makes ς, σ and Σ one letter, and also ß and ss.
    let folded = scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping).joined()
    let letters = wholeLetters.contains(folded) ? folded : folded.decomposedStringWithCanonicalMapping
    let roles = letters.unicodeScalars.compactMap { letter -> FoldedScalar? in
      guard !isAccent(letter.value) else { return nil }
      return packed(Array((unstroked[letter] ?? String(letter)).utf8)).map(FoldedScalar.letters)
    }
    return roles.isEmpty ? [.ignored] : roles
  }

  /// Latin letters that Unicode does not decompose, and the letters that are typed for them where keyboards lack them.
  private static let unstroked: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i", "æ": "ae", "œ": "oe",
    "þ": "th", "ß": "ss",
  ]

  /// Cyrillic letters that are letters of their own, although Unicode decomposes them. "ё" is not one of them.
  private static let compositions: [(base: Unicode.Scalar, mark: UInt32, letter: Unicode.Scalar)] = [
    ("и", 0x306, "й"), ("у", 0x306, "ў"), ("і", 0x308, "ї"), ("г", 0x301, "ѓ"), ("к", 0x301, "ќ"),
  ]
  private static let wholeLetters = Set(compositions.map { String($0.letter) })

  /// The letter that a mark makes out of the folded letter before it; nil if the mark is ignored.
  static func letter(_ base: UInt32, with mark: UInt32) -> UInt32? {
    compositions.first { $0.base.value == base && $0.mark == mark }?.letter.value
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
    default: false
    }
  }

  /// Whether a scalar can follow a sign as a part of it.
  static func isMark(_ value: UInt32) -> Bool {
    switch value {
    // Most of the signs, which have no marks among them.
    case 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
    case 0xD7B0...0xD7FF: return true
    default: if composes(value) { return true }
    }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Whether a mark combines with the sign before it into one sign, in Hangul, Kana or Myanmar.
  static func composes(_ value: UInt32) -> Bool {
    switch value {
    // The last two are the marks of narrow Kana.
    case 0x102E, 0x1160...0x11FF, 0x3099, 0x309A, 0xFF9E, 0xFF9F: true
    default: false
    }
  }

  /// The scalars of a text in Unicode's compatibility composition.
  static func composed(_ text: String) -> [UInt32] {
    // Foundation does not compose the signs that it has mapped.
    text.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping.unicodeScalars
      .map(\.value)
  }
}
