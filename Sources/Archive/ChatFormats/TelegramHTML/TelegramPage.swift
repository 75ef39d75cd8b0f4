import Chats

/// A page of an export of Telegram Desktop.
enum TelegramPage {
  /// An element of a page.
  enum Item {
    /// The name of the chat, in the header.
    case title(String)
    /// A row with a date, or “No exported messages”, which Telegram gives a negative number.
    case day(String)
    case message(id: String)
    /// A message whose number is damaged.
    case unnumbered

    init?(_ element: HTMLElement) {
      guard element.isOf(class: "message") else {
        guard let title = element.line else { return nil }
        self = .title(title)
        return
      }
      if let id = TelegramPage.id(of: element.tag) {
        self = TelegramPage.isRow(id, element.tag) ? .day(element.line ?? "") : .message(id: id)
      } else {
        self = .unnumbered
      }
    }
  }

  static func role(of tag: HTMLTag) -> HTMLRecords.Role? {
    guard tag.name == "div" else { return nil }
    if tag.isOf(class: "page_header") { return .head }
    return tag.isOf(class: "message") && (tag.isOf(class: "default") || id(of: tag) != nil) ? .record : nil
  }

  /// The number in `id="message123"`.
  private static func id(of tag: HTMLTag) -> String? {
    guard let id = tag.attribute("id"), id.hasPrefix("message"),
      let number = number(String(id.dropFirst("message".count)))
    else { return nil }
    let isDamaged = number.hasPrefix("-") && tag.isOf(class: "default") && !isMigrated(number)
    return isDamaged ? nil : number
  }

  /// The number of a message or of a row with a date, if the text is one.
  static func number(_ text: String) -> String? {
    let digits = text.first == "-" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.count <= 20, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    return text
  }

  /// Whether an element with this number is a row with a date. Telegram counts them with -1, -2 and so on.
  ///
  /// A group that became a supergroup has the messages from before, with their numbers less 1,000,000,000.
  private static func isRow(_ id: String, _ tag: HTMLTag) -> Bool {
    id.hasPrefix("-") && !tag.isOf(class: "default") && !isMigrated(id)
  }

  private static func isMigrated(_ id: String) -> Bool { Int64(id).map { $0 < lastMigrated } ?? false }

  /// Above all numbers of messages from before a migration, and below those of rows.
  private static let lastMigrated: Int64 = -100_000_000
}

extension TelegramPage {
  /// The local date of a row such as “1 March 2024”.
  static func date(ofDay text: String) -> CivilDate? {
    var scanner = ReadableTimeScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    return date
  }

  /// A time as Telegram writes it: “01.03.2024 09:01:00 UTC+01:00”, in older versions without the offset.
  struct Time: Hashable {
    /// Seconds since 1970-01-01 00:00 local time.
    var local: Int64
    /// Seconds east of Greenwich; nil if the time does not contain them.
    var offset: Int64?

    init?(_ text: String) {
      var cursor = ByteCursor(Array(text.utf8.prefix(TelegramLimit.id))[...])
      guard let day = cursor.number(digits: 1...2), cursor.skip("."),
        let month = cursor.number(digits: 1...2), cursor.skip("."), let year = cursor.number(digits: 4...4),
        let date = CivilDate(year: year, month: month, day: day), cursor.skip(" "),
        let time = cursor.clockTime()
      else { return nil }
      local = Int64(date.dayNumber * CivilDate.secondsPerDay + time.second)
      guard cursor.skip(" UTC") else { return }
      let isWest = cursor.skip("-")
      if !isWest { _ = cursor.skip("+") }
      guard let hours = cursor.number(digits: 1...2), hours <= 14 else { return }
      let minutes = cursor.skip(":") ? cursor.number(digits: 2...2) ?? 0 : 0
      let east = Int64(hours * 3600 + minutes * 60)
      offset = isWest ? -east : east
    }
  }
}
