import Foundation

/// A number, word or sign of a typed date.
enum DateToken: Hashable, Sendable {
  case number(Int, digits: Int)
  /// A word without accents, in lower case.
  case word(String)
  /// The sign between hours and minutes.
  case timeSign

  var number: Int? { if case .number(let value, _) = self { value } else { nil } }
  var word: String? { if case .word(let word) = self { word } else { nil } }
  var isTimeSign: Bool { self == .timeSign }
  /// Whether the token can only be a year.
  var isYear: Bool { if case .number(_, 4) = self { true } else { false } }
}

/// The names and formats of dates in a locale and in the program's languages.
struct DateNames: Sendable {
  enum Part: Sendable { case year, month, day }

  /// The order of a date's numbers in the locale.
  let order: [Part]
  /// The numbers of months, from 1, by their names.
  private(set) var months: [[DateToken]: Int] = [:]
  /// The numbers of the days of the week, from 1, by their names.
  private(set) var weekdays: [[DateToken]: Int] = [:]
  /// The names of morning and afternoon.
  private(set) var halves: [(words: [DateToken], isAfternoon: Bool)] = []
  /// Words in the formats of dates that are not names of months.
  private(set) var fillers: Set<DateToken> = [.word("t")]
  private let locale: Locale

  /// The locales of the program's languages.
  private static let languages = ["en_GB", "ko_KR"]
  /// The most characters of a date.
  private static let limit = 200

  /// `calendar`: the locale's calendar.
  init(_ locale: Locale, _ calendar: Calendar) {
    self.locale = locale
    let format = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? "y-MM-dd"
    order = format.compactMap { ["y": Part.year, "M": .month, "d": .day][$0] }
      .reduce(into: []) { order, part in if !order.contains(part) { order.append(part) } }
    // The locale's own names take precedence over those of other languages.
    for locale in [locale] + Self.languages.map(Locale.init(identifier:)) {
      var calendar = calendar
      calendar.locale = locale
      add(namesOf: calendar, locale)
    }
    fillers.subtract(months.keys.joined())
    fillers.subtract(halves.flatMap(\.words))
  }

  private mutating func add(namesOf calendar: Calendar, _ locale: Locale) {
    let months = [
      calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
      calendar.shortStandaloneMonthSymbols,
    ]
    let weekdays = [
      calendar.weekdaySymbols, calendar.standaloneWeekdaySymbols, calendar.shortWeekdaySymbols,
      calendar.shortStandaloneWeekdaySymbols,
    ]
    for (index, name) in months.flatMap({ $0.enumerated() }) {
      let name = tokens(name)
      // "3월" is a number and a word of a format.
      guard !name.isEmpty, !name.contains(where: { $0.number != nil }), self.months[name] == nil else {
        continue
      }
      self.months[name] = index + 1
    }
    for (index, name) in weekdays.flatMap({ $0.enumerated() }) {
      let name = tokens(name)
      if self.weekdays[name] == nil { self.weekdays[name] = index + 1 }
      fillers.formUnion(name)
    }
    halves += [(tokens(calendar.amSymbol), false), (tokens(calendar.pmSymbol), true)].filter { !$0.0.isEmpty }
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
    for style in [
      style.weekday(.wide).day().month(.wide).year().hour().minute(), style.day().month(.abbreviated).year(),
      style.year().month(.wide), style.year(),
    ] {
      fillers.formUnion(tokens(style.format(Date(timeIntervalSince1970: 0))).filter { $0.word != nil })
    }
  }

  /// The numbers, words and signs of times in a text.
  func tokens(_ text: String) -> [DateToken] {
    var tokens: [DateToken] = []
    var word = ""
    var isInNumber = false
    for character in fold(String(text.prefix(Self.limit))) + " " {
      let digit = digit(character)
      let isInWord =
        character.isLetter || character.unicodeScalars.allSatisfy(\.properties.isGraphemeExtend)
        || !word.isEmpty && ["'", "’"].contains(character)
      // Skip marks of the direction, which formatted dates contain.
      if digit == nil, character.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .format }) {
        continue
      }
      if isInWord {
        word.append(character)
      } else if !word.isEmpty {
        tokens.append(.word(word))
        word = ""
      }
      if let digit {
        if isInNumber, case .number(let value, let digits) = tokens.last, digits < 9 {
          tokens[tokens.count - 1] = .number(value * 10 + digit, digits: digits + 1)
        } else {
          tokens.append(.number(digit, digits: 1))
        }
      } else if character == ":" {
        tokens.append(.timeSign)
      }
      isInNumber = digit != nil
    }
    return tokens
  }

  private func fold(_ text: String) -> String {
    text.precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
      .precomposedStringWithCanonicalMapping
  }

  /// The value of a decimal digit of any script; not of a numeral such as "一", which names of months contain.
  private func digit(_ character: Character) -> Int? {
    guard character.unicodeScalars.first?.properties.numericType == .decimal else { return nil }
    return character.wholeNumberValue
  }
}
