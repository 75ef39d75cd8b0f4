import Foundation

/// How a locale names and orders the parts of dates, for reading them.
struct DateNames: Sendable {
  /// The order of a date's numbers.
  struct Order: Sendable, Equatable {
    var isDayFirst: Bool
    var isYearFirst: Bool
  }

  enum Half: Sendable { case morning, afternoon }

  let order: Order
  /// Words that the locale writes between the parts of a date.
  let fillers: Set<String>
  private let months: [Name]
  private let weekdays: [Name]
  private let halves: [String: Half]

  private struct Name: Sendable {
    let word: String
    /// From 1.
    let number: Int
    /// Whether it is the locale's, and goes before English.
    let isOwn: Bool
  }

  /// Letters from which on the beginning of a name stands for it.
  private static let shortest = 3
  /// Letters from which on a word can begin with a name.
  private static let longest = 5

  init(_ locale: Locale, _ calendar: Calendar) {
    let (own, english) = (Symbols(calendar), Symbols(Self.english(calendar)))
    func fold(_ text: String) -> [String] { DateToken.all(in: text, locale).compactMap(\.word) }
    func names(_ lists: [[String]], _ isOwn: Bool) -> [Name] {
      lists.flatMap { list in
        list.enumerated().compactMap { index, name in
          // A name of several words is known by the longest.
          fold(name).max { $0.count < $1.count }.map { Name(word: $0, number: index + 1, isOwn: isOwn) }
        }
      }
    }
    // "3월" is a number and a sign.
    months = (names(own.months, true) + names(english.months, false)).filter { $0.word.count > 1 }
    weekdays = names(own.weekdays, true) + names(english.weekdays, false)
    var halves: [String: Half] = ["am": .morning, "pm": .afternoon]
    if let word = fold(calendar.amSymbol).first { halves[word] = .morning }
    if let word = fold(calendar.pmSymbol).first { halves[word] = .afternoon }
    self.halves = halves
    order = Self.order(locale)
    fillers = Self.fillers(locale, calendar, fold).subtracting(weekdays.map(\.word) + months.map(\.word))
  }

  private struct Symbols {
    let months: [[String]]
    let weekdays: [[String]]

    init(_ calendar: Calendar) {
      months = [
        calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
        calendar.shortStandaloneMonthSymbols,
      ]
      weekdays = [
        calendar.weekdaySymbols, calendar.standaloneWeekdaySymbols, calendar.shortWeekdaySymbols,
        calendar.shortStandaloneWeekdaySymbols,
      ]
    }
  }

  private static func english(_ calendar: Calendar) -> Calendar {
    var english = calendar
    english.locale = Locale(identifier: "en_US")
    return english
  }

  private static func order(_ locale: Locale) -> Order {
    let format = DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale) ?? "y-MM-dd"
    let place = { (letter: Character) in format.firstIndex(of: letter) ?? format.endIndex }
    return Order(
      isDayFirst: place("d") < place("M"), isYearFirst: place("y") < place("M") && place("y") < place("d"))
  }

  private static func fillers(
    _ locale: Locale, _ calendar: Calendar, _ fold: (String) -> [String]
  ) -> Set<String> {
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
    let date = Date(timeIntervalSince1970: 0)
    let samples = [
      style.weekday(.wide).day().month(.wide).year().hour().minute(), style.day().month(.abbreviated).year(),
      style.year().month(.wide), style.day().month(.wide), style.year(),
    ]
    return Set(
      samples.flatMap { fold($0.format(date)) } + ["of", "the", "on", "at", "in", "st", "nd", "rd", "th"])
  }

  func half(_ word: String) -> Half? { halves[word] }
  func month(_ word: String) -> Int? { Self.find(word, in: months) }
  func weekday(_ word: String) -> Int? {
    if let found = Self.find(word, in: weekdays) { return found }
    // Thai writes the word for a date at the end of the day's name.
    return weekdays.first { $0.isOwn && $0.word.count >= Self.longest && word.hasPrefix($0.word) }?.number
  }

  /// The number of a name, or of the only one that begins with the word.
  private static func find(_ word: String, in names: [Name]) -> Int? {
    for isOwn in [true, false] {
      let names = names.filter { $0.isOwn == isOwn }
      if let exact = names.first(where: { $0.word == word }) { return exact.number }
      guard word.count >= shortest else { continue }
      let found = Set(names.filter { $0.word.hasPrefix(word) }.map(\.number))
      if found.count == 1 { return found.first }
    }
    return nil
  }
}
