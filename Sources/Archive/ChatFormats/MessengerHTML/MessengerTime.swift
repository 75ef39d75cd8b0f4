import Chats

/// A time on a page of Messenger, Facebook or Instagram, in the language of the account: “Jun 11, 2023 1:38 pm”, “11 juin
/// 2023, 13:38:05”, “11.06.2023 13:38”, “Sunday, June 11, 2023 at 1:38pm UTC+02”.
package struct MessengerTime {
  /// Seconds since 1970-01-01 00:00 local time.
  package let local: Int64
  let resolution: TimeResolution
  /// Seconds east of Greenwich; nil if the text does not contain them.
  package private(set) var offset: Int?

  /// - Parameter order: The order of day and month in dates of numbers.
  package init?(_ text: String, _ order: ImportOptions.DayOrder) {
    guard text.utf8.count <= 120 else { return nil }
    var scanner = ReadableTimeScanner(text)
    if let date = scanner.date(), let clock = Self.clock(&scanner) {
      local = date.start + Int64(clock.second)
      resolution = clock.resolution
    } else if let written = WrittenTime(text), let time = written.local(order) {
      local = time
      resolution = written.resolution
    } else if let named = NamedTime(text) {
      local = named.date.start + Int64(named.clock.second)
      resolution = named.clock.resolution
      offset = named.offset
    } else {
      return nil
    }
  }

  /// The time after a date, and after words such as “at”.
  private static func clock(_ scanner: inout ReadableTimeScanner) -> ClockTime? {
    while true {
      _ = scanner.skip(",")
      scanner.skipBlanks()
      if let clock = scanner.time() { return scanner.isAtEnd ? clock : nil }
      guard scanner.word() != nil else { return nil }
    }
  }
}

/// A time whose month has a name in any of many languages: “11. Okt. 2023, 13:38”, “11 de junio de 2023 1:38 p. m.”,
/// “11. juni 2023 kl. 13.38”, “13:38 11 thg 6, 2023”.
///
/// The year has four digits, the time of day has a colon or a full stop without blanks, and of the other words exactly one is
/// a month.
private struct NamedTime {
  let date: CivilDate
  let clock: ClockTime
  let offset: Int?

  private enum Token: Equatable {
    case number(value: Int, digits: Int)
    /// Letters in lower case, without the full stops of abbreviations.
    case word(String)
    case sign(Unicode.Scalar)
    case blank
  }

  init?(_ text: String) {
    var tokens = Self.tokens(text)
    offset = Self.takeOffset(&tokens)
    guard let clock = Self.takeClock(&tokens) else { return nil }
    self.clock = clock
    var (day, month, year): (Int?, Int?, Int?)
    for (index, token) in tokens.enumerated() {
      switch token {
      case .number(let value, 4) where year == nil:
        // In Croatian, a year has a full stop, and “lip” is another month than in Polish.
        if month != nil, index + 1 < tokens.count, tokens[index + 1] == .sign(".") { return nil }
        year = value >= 2500 ? value - Self.buddhistYears : value
      case .number(let value, 1...2):
        let isMonth =
          Self.wordsForMonth.contains { Self.ends(tokens[..<index], with: $0) }
          // “Th 11” can be a Thursday, so only “Th6” is a month.
          || index > 0 && tokens[index - 1] == .word("th")
          || index + 1 < tokens.count && Self.wordsOfMonth.contains(tokens[index + 1])
        if isMonth, month == nil {
          month = value
        } else if day == nil {
          day = value
        } else {
          return nil
        }
      case .number: return nil
      case .word(let word):
        guard let found = MonthName.month(word) else { continue }
        // The name of a weekday, such as “mardi”, can begin like a month.
        guard month == nil || month == found || day == nil && year == nil else { return nil }
        month = found
      case .sign, .blank: break
      }
    }
    guard let day, let month, let year, let date = CivilDate(year: year, month: month, day: day) else {
      return nil
    }
    self.date = date
  }

  private static let buddhistYears = 543
  /// Vietnamese numbers the months.
  private static let wordsForMonth = ["thg", "tháng"]
  /// Korean, Japanese and Chinese write a word after the number of the month.
  private static let wordsOfMonth: [Token] = [.word("월"), .word("月")]

  private static func ends(_ tokens: ArraySlice<Token>, with word: String) -> Bool {
    tokens.last { $0 != .blank } == .word(word)
  }

  // MARK: Parts

  /// Takes the time of day and the words around it that state a part of the day.
  private static func takeClock(_ tokens: inout [Token]) -> ClockTime? {
    for start in tokens.indices {
      guard case .number(let hour, 1...2) = tokens[start], let minute = part(tokens, start + 1), minute < 60
      else { continue }
      let second = part(tokens, start + 3)
      var end = start + (second == nil ? 3 : 5)
      var first = start
      var period: DayPeriod?
      if let (found, after) = Self.period(tokens, from: end) {
        (period, end) = (found, after)
      } else if let place = tokens[..<start].lastIndex(where: { $0 != .blank }),
        case .word(let word) = tokens[place], let found = DayPeriod(word)
      {
        (period, first) = (found, place)
      }
      guard let hour = period.map({ $0.hour(hour) }) ?? hour, hour < 24, second ?? 0 <= 60 else { return nil }
      tokens.removeSubrange(first..<end)
      return ClockTime(
        second: hour * 3600 + minute * 60 + min(second ?? 0, 59), hasSeconds: second != nil)
    }
    return nil
  }

  /// The number of two digits after a sign.
  private static func part(_ tokens: [Token], _ index: Int) -> Int? {
    guard index + 1 < tokens.count, tokens[index] == .sign(":") || tokens[index] == .sign("."),
      case .number(let value, 2) = tokens[index + 1]
    else { return nil }
    return value
  }

  /// The part of the day after a time, in one word or two: “pm”, “p. m.”.
  private static func period(_ tokens: [Token], from start: Int) -> (DayPeriod, end: Int)? {
    var words = ""
    var found: (DayPeriod, end: Int)?
    for index in start..<min(start + 4, tokens.count) {
      if tokens[index] == .blank { continue }
      guard case .word(let word) = tokens[index] else { break }
      words += word
      if let period = DayPeriod(words) { found = (period, index + 1) }
    }
    return found
  }

  /// Takes “UTC+02”, “GMT+5:30” and everything after it.
  private static func takeOffset(_ tokens: inout [Token]) -> Int? {
    guard let place = tokens.firstIndex(where: { $0 == .word("utc") || $0 == .word("gmt") }) else {
      return nil
    }
    let rest = tokens[(place + 1)...]
    tokens.removeSubrange(place...)
    guard let sign = rest.first else { return 0 }
    guard case .number(let hours, 1...2)? = rest.dropFirst().first, hours <= 14 else { return nil }
    let minutes = part(Array(rest), 2) ?? 0
    let size = (hours * 60 + min(minutes, 59)) * 60
    return sign == .sign("+") ? size : sign == .sign("-") || sign == .sign("−") ? -size : nil
  }

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var word = String.UnicodeScalarView()
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }
    func endWord() {
      if !word.isEmpty {
        tokens.append(.word(String(word).lowercased().precomposedStringWithCanonicalMapping))
      }
      word.removeAll()
    }
    for scalar in text.unicodeScalars where !scalar.isDirectionMark {
      if let digit = scalar.digit {
        endWord()
        if case .number(let value, let digits)? = tokens.last, digits < 9 {
          tokens[tokens.count - 1] = .number(value: value * 10 + digit, digits: digits + 1)
        } else {
          tokens.append(.number(value: digit, digits: 1))
        }
      } else if isLetter(scalar) {
        word.append(scalar)
      } else if scalar != "." || word.isEmpty {
        endWord()
        tokens.append(scalar.properties.isWhitespace ? .blank : .sign(scalar))
      }
    }
    endWord()
    return tokens
  }
}
