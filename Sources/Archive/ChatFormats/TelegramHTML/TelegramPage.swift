import Chats

/// Reads a page of an export of Telegram Desktop, message by message.
///
/// A message begins with its tag, regardless of open elements: Telegram escapes people's texts, so that no text
/// contains such a tag. Damage in a message therefore does not affect other messages.
struct TelegramPage {
  enum Item {
    /// The name of the chat, in the header.
    case title(String)
    /// A row with a date, or “No exported messages”, which Telegram gives a negative number.
    case day(String)
    case message(HTMLElement, id: String, place: Int64, isWhole: Bool)
    /// A message whose number is damaged.
    case unnumbered(place: Int64)
  }

  private(set) var tokens: HTMLTokenizer<ByteReader>
  private var tree: HTMLTreeBuilder?
  private var place: Int64 = 0
  private var due: [Item] = []
  /// Whether the end tag of the whole page was read.
  private(set) var isWhole = false
  /// Whether the file ends in a message.
  private(set) var endsInMessage = false

  init(_ reader: ByteReader) {
    tokens = HTMLTokenizer(reader)
  }

  /// Bytes read so far.
  var offset: Int64 { tokens.source.offset }

  /// The next item; nil at the end.
  mutating func next() -> Item? {
    while due.isEmpty {
      let start = offset
      guard let token = tokens.next() else {
        endsInMessage = tree.map { $0.element.isOf(class: "message") } ?? false
        // The current item is truncated.
        if let item = finish(isWhole: false) { due.append(item) }
        break
      }
      read(token, from: start)
    }
    return due.isEmpty ? nil : due.removeFirst()
  }

  private mutating func read(_ token: HTMLTokenizer<ByteReader>.Token, from start: Int64) {
    switch token {
    case .start(let tag) where Self.begins(tag):
      if let item = finish(isWhole: false) { due.append(item) }
      tree = HTMLTreeBuilder(tag)
      place = start
    case .start(let tag) where tag.name == "div" && tag.isOf(class: "message") && tag.isOf(class: "default"):
      if let item = finish(isWhole: false) { due.append(item) }
      tree = nil
      due.append(.unnumbered(place: start))
    case .end("html"):
      isWhole = true
      if let item = finish(isWhole: false) { due.append(item) }
    default:
      tree?.add(token)
      if tree?.isComplete == true, let item = finish(isWhole: true) { due.append(item) }
    }
  }

  private static func begins(_ tag: HTMLTag) -> Bool {
    guard tag.name == "div" else { return false }
    return tag.isOf(class: "page_header") || tag.isOf(class: "message") && id(of: tag) != nil
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

  private mutating func finish(isWhole: Bool) -> Item? {
    guard let element = tree?.element else { return nil }
    tree = nil
    guard let id = Self.id(of: element.tag), element.isOf(class: "message") else {
      return element.line.map { .title($0) }
    }
    if Self.isRow(id, element.tag) { return .day(element.line ?? "") }
    return .message(element, id: id, place: place, isWhole: isWhole)
  }
}

extension TelegramPage {
  /// The local date of a row such as “1 March 2024”.
  static func date(ofDay text: String) -> CivilDate? {
    let words = text.split(separator: " ")
    guard words.count == 3, let day = Int(words[0]), let month = months.firstIndex(of: words[1]),
      let year = Int(words[2])
    else { return nil }
    return CivilDate(year: year, month: month + 1, day: day)
  }

  private static let months: [Substring] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

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
