import Chats

/// A time on a page of Messenger, Facebook or Instagram, in the language of the account: “Jun 11, 2023 1:38 pm”, “11 juin
/// 2023, 13:38:05”, “11.06.2023 13:38”.
struct MessengerTime {
  /// Seconds since 1970-01-01 00:00 local time.
  let local: Int64
  let resolution: TimeResolution

  /// - Parameter order: The order of day and month in dates of numbers.
  init?(_ text: String, _ order: ImportOptions.DayOrder) {
    guard text.utf8.count <= 96 else { return nil }
    var scanner = ReadableTimeScanner(text)
    if let date = scanner.date() ?? Self.named(&scanner), let clock = Self.clock(&scanner) {
      local = date.start + Int64(clock.second)
      resolution = clock.resolution
    } else if let written = WrittenTime(text), let time = written.local(order) {
      local = time
      resolution = written.resolution
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

  /// A date with the name of a month that is not English: “11. Okt. 2023”, “11 de junio de 2023”, “juin 11, 2023”.
  private static func named(_ scanner: inout ReadableTimeScanner) -> CivilDate? {
    var ahead = scanner
    var (day, month, year): (Int?, Int?, Int?)
    while year == nil, !ahead.isAtEnd {
      if let number = ahead.number(digits: 4...4) {
        year = number
      } else if day == nil, let number = ahead.number(digits: 1...2) {
        day = number
      } else if let word = ahead.word() {
        month = month ?? self.month(word.lowercased())
      } else if !ahead.skip("."), !ahead.skip(","), !ahead.skipBlanks() {
        return nil
      }
    }
    guard let day, let month, let year, let date = CivilDate(year: year, month: month, day: day) else {
      return nil
    }
    scanner = ahead
    return date
  }

  /// The number of a month whose name begins like a word.
  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
  }

  /// The beginnings of the names in German, Spanish, French, Italian, Portuguese, Dutch, Polish, Turkish and Swedish.
  private static let months = [
    ["jan", "ene", "gen", "sty", "oca", "jän"], ["feb", "fév", "fev", "lut", "şub"],
    ["mar", "mär", "maa", "mrt", "mars"], ["abr", "avr", "apr", "kwi", "nis"],
    ["mai", "may", "mei", "mag", "maj"],
    ["jun", "giu", "juin", "cze", "haz"], ["jul", "lug", "juil", "lip", "tem"],
    ["aug", "ago", "aoû", "sie", "ağu"], ["sep", "set", "wrz", "eyl"],
    ["okt", "oct", "ott", "out", "paź", "eki"],
    ["nov", "lis", "kas"], ["dez", "dic", "déc", "dec", "gru", "ara"],
  ]
}
