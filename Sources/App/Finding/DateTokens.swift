import Foundation

/// The numbers, words and signs of a typed date.
enum DateToken: Equatable {
  case number(Int, digits: Int)
  /// Without accents, in lower case.
  case word(String)
  /// A dot, slash, hyphen or colon.
  case sign(Character)

  var number: Int? { if case .number(let value, _) = self { value } else { nil } }
  var word: String? { if case .word(let word) = self { word } else { nil } }

  /// Signs after a number that say what it counts, in languages that write no space between them.
  enum Mark: Character, CaseIterable {
    case koreanYear = "년"
    case year = "年"
    case koreanMonth = "월"
    case month = "月"
    case koreanDay = "일"
    case day = "日"
    case chineseDay = "号"
    case koreanHour = "시"
    case hour = "時"
    case chineseHour = "时"
    case chineseClock = "点"
    case koreanMinute = "분"
    case minute = "分"

    package enum Part { case year, month, day, hour, minute }

    package var part: Part {
      switch self {
      case .koreanYear, .year: .year
      case .koreanMonth, .month: .month
      case .koreanDay, .day, .chineseDay: .day
      case .koreanHour, .hour, .chineseHour, .chineseClock: .hour
      case .koreanMinute, .minute: .minute
      }
    }
  }

  /// More characters are no date.
  static let limit = 200

  static func fold(_ text: String, _ locale: Locale) -> String {
    text.precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
      .precomposedStringWithCanonicalMapping
  }

  static func all(in text: String, _ locale: Locale) -> [DateToken] {
    var tokens: [DateToken] = []
    var word = ""
    func endWord() {
      if !word.isEmpty { tokens.append(.word(word)) }
      word = ""
    }
    var isInNumber = false
    for character in fold(String(text.prefix(limit)), locale) {
      if let digit = digit(character) {
        endWord()
        if isInNumber, case .number(let value, let digits) = tokens.last, digits < 9 {
          tokens[tokens.count - 1] = .number(value * 10 + digit, digits: digits + 1)
        } else {
          tokens.append(.number(digit, digits: 1))
        }
        isInNumber = true
        continue
      }
      if isInNumber, Mark(rawValue: character) != nil {
        tokens.append(.word(String(character)))
      } else if character.isLetter || character.unicodeScalars.allSatisfy(\.properties.isGraphemeExtend) {
        word.append(character)
      } else if ["'", "’", "\u{200C}"].contains(character), !word.isEmpty {
        // Within a word.
        word.append(character)
      } else if isInvisible(character) {
        continue
      } else {
        endWord()
        if ["/", "-", ":", "."].contains(character) { tokens.append(.sign(character)) }
        if ["–", "−", "‐", "‑"].contains(character) { tokens.append(.sign("-")) }
      }
      isInNumber = false
    }
    endWord()
    return tokens
  }

  /// A decimal digit of any script; not a numeral such as "一", which months have in their names.
  private static func digit(_ character: Character) -> Int? {
    guard let scalar = character.unicodeScalars.first, scalar.properties.numericType == .decimal else {
      return nil
    }
    return character.wholeNumberValue
  }

  /// Marks of the direction, which formatted dates have in them.
  private static func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
  }
}
