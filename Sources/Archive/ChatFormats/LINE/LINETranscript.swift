import Chats
import Foundation
import Translation

typealias LINEReader = TranscriptReader<LINETranscript>

/// LINE's chat history in Japanese, English, Korean, Chinese and Thai: lines with time, name and text between tabs,
/// after a line with the day. A text of several lines is in quotation marks.
///
/// LINE for computers writes no heading, days such as “2024.01.02 Tuesday”, and blanks in place of the tabs.
struct LINETranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.line] }

  private static let fileName = ChatFileName(
    prefixes: ["[LINE] Chat with ", "[LINE] Chat history with ", "[LINE]與", "[LINE]与", "[LINE]", "LINE_"],
    suffixes: ["とのトーク", "的聊天"],
    generic: ["line", "chat"])

  private let people: Set<String>
  private var pasted: PasteGuard
  private var likeness = HeaderLikeness()
  private let order: ImportOptions.DayOrder
  private let isOrderCertain: Bool
  private let hasOwner: Bool
  /// The names in a history with blanks; nil if it has tabs.
  private let blankNames: LINENames?
  private var day: CivilDate?
  /// The last line of the open message if it could be a day, and the length of the text before it.
  ///
  /// In a history of a computer, a message follows each day, so a day before other lines is text.
  private var heldDay: (date: CivilDate, length: Int)?
  /// The last lines of quoted texts with lines that look like days or events, by the numbers of the first ones.
  private let quotations: [Int: Int]
  /// The chats that were pasted into messages of a history of a computer.
  private let runs: PastedRuns
  /// The last line of the quoted text or of the pasted chat that is being read.
  private var quotationEnd = 0

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    var lines = TextLines(try input.bytes(of: input.parts[0]))
    var survey = NameSurvey()
    var title: String?
    var days = LINEDayOrder()
    var latest = 0
    var quotations: [Int: Int] = [:]
    var quotation: LINEQuotation?
    var runs = PastedRuns(areDaysCertain: false)
    let name = Self.fileName.title(of: input.parts[0].url)
    let blankNames = try Self.blankNames(in: input, chat: name)
    self.blankNames = blankNames
    while let line = lines.next() {
      guard let text = line.text else { continue }
      let found = LINELine(text, blankNames)
      if blankNames != nil {
        switch found {
        case .day(let day): if let date = day.date(.yearFirst) { runs.add(date, at: line.number) }
        case .message(let clock, _, _): runs.add(clock, at: line.number, text)
        default: runs.addText(text)
        }
      }
      if found?.name != nil, let open = quotation {
        // The quotation mark was a part of the text, so the days after it were days.
        for day in open.days { days.add(day) }
        if !open.days.isEmpty { latest = 0 }
        quotation = nil
      }
      if quotation != nil {
        quotation?.add(text, found)
        if let open = quotation, open.isClosed {
          if open.isNeeded { quotations[open.line] = line.number }
          quotation = nil
        }
        continue
      }
      switch found {
      case .title(let found) where line.number <= 2: title = found
      case .day(let day):
        days.add(day)
        latest = 0
      case .message(let clock, let name?, let text):
        survey.add(name, longer: nil, goesOn: clock.second >= latest)
        latest = max(latest, clock.second)
        // Computers write texts of several lines without quotation marks.
        if blankNames == nil { quotation = LINEQuotation(text, at: line.number) }
      default: break
      }
    }
    for day in quotation?.days ?? [] { days.add(day) }
    self.quotations = quotations
    self.runs = runs
    (order, isOrderCertain) = days.order(asked: input.options.dayOrder)
    people = survey.names(known: []).people
    pasted = PasteGuard(people: people)
    transcript.source = "line"
    transcript.title = title ?? name ?? "LINE"
    transcript.owner = Transcript.owner(ofChat: title ?? (blankNames == nil ? nil : name), people)
    hasOwner = transcript.owner != nil || !people.isDisjoint(with: Self.selves)
  }

  var questions: Set<ImportQuestion> {
    Set([hasOwner ? nil : ImportQuestion.owner, isOrderCertain ? nil : .dayOrder].compactMap(\.self))
  }

  /// The names in a history of a computer; nil if this is a history with tabs.
  ///
  /// - Parameter form: The form of its times; nil for that of the first message.
  private static func blankNames(
    in input: ImportInput, chat: String?, form: LINELine.ClockForm? = nil
  ) throws(ImportError) -> LINENames? {
    var lines = TextLines(try input.bytes(of: input.parts[0]))
    var names = LINENames(chat: chat)
    var form = form
    var hasDay = false
    while let line = lines.next() {
      guard let text = line.text, !text.isBlank else { continue }
      // The first line decides.
      if !hasDay, !LINELine.isDayOfComputer(text) { return nil }
      hasDay = true
      form = form ?? LINELine.clockForm(of: text)
      if let form, let (_, rest) = LINELine.clock(text, form) {
        names.add(rest)
      } else if form == .periodLast, LINELine.clock(text, .plain) != nil {
        // The words after the times of other messages are names.
        return try blankNames(in: input, chat: chat, form: .plain)
      }
    }
    names.conclude()
    names.clockForm = form ?? .plain
    return names
  }

  static func format(of lines: [String]) -> ImportFormat? {
    guard let first = lines.first else { return nil }
    if LINELine.isDayOfComputer(first), lines.count > 1,
      lines.dropFirst().prefix(20).contains(where: { LINELine.clockForm(of: $0) != nil })
    {
      return .line
    }
    if case .title = LINELine(first),
      lines.dropFirst().prefix(3).contains(where: { LINELine($0)?.isHeading ?? false })
    {
      return .line
    }
    guard let heading = LINELine(first) else { return nil }
    return (heading.isHeading || isHeader(first)) && lines.prefix(20).contains(where: isHeader) ? .line : nil
  }

  static func isHeader(_ line: String) -> Bool {
    if case .message = LINELine(line) { return true }
    return false
  }

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    if transcript.isOpen, let end = runs.ends[number] {
      quotationEnd = end
      heldDay = nil
    }
    guard number > quotationEnd else {
      transcript.append(
        line, number, isHeader: blankNames != nil && LINELine(line, blankNames)?.name != nil)
      return
    }
    switch LINELine(line, blankNames) {
    case .title where day == nil && !transcript.isOpen, .saved where day == nil && !transcript.isOpen: break
    case .day(let written):
      guard let date = written.date(order),
        day.map({ date.dayNumber >= $0.dayNumber }) ?? true || !Self.isQuoted(transcript.open?.text)
      else {
        transcript.append(line, number)
        return
      }
      dropHeldDay(&transcript)
      if blankNames != nil, let length = transcript.open?.text.utf8.count {
        transcript.append(line, number)
        heldDay = (date, length)
        return
      }
      transcript.close()
      day = date
    case .message(let clock, let name, let text):
      guard let day = heldDay?.date ?? day else {
        transcript.report(tr("message without a date"), at: number, .skipped)
        return
      }
      let local = day.start + Int64(clock.second)
      if transcript.isOpen, pasted.isPasted(name, at: local) {
        transcript.append(line, number)
        heldDay = nil
        return
      }
      dropHeldDay(&transcript)
      self.day = day
      if !transcript.isOpen { _ = pasted.isPasted(nil, at: local) }
      if blankNames == nil { likeness.note(line.prefix { $0 != "\t" }) }
      var message = TranscriptMessage(local: local, resolution: clock.resolution, sender: name)
      message.isBare = blankNames != nil
      transcript.begin(message, text, at: number)
      quotationEnd = quotations[number] ?? 0
    default:
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(
        String.init)
      if let message = transcript.open?.message, fields.count == 3, people.contains(fields[1].cleanName),
        likeness.isLike(fields[0])
      {
        transcript.beginBroken(after: message, by: fields[1].cleanName, fields[2], at: number)
      } else {
        transcript.append(line, number)
        if !line.isBlank { heldDay = nil }
      }
    }
  }

  /// Removes a day line from the end of the open message.
  private mutating func dropHeldDay(_ transcript: inout Transcript) {
    if let heldDay { transcript.shorten(to: heldDay.length) }
    heldDay = nil
  }

  mutating func end(_ transcript: inout Transcript) { dropHeldDay(&transcript) }

  /// Whether the text begins with a quotation mark that is still open.
  private static func isQuoted(_ text: String?) -> Bool {
    guard let text else { return false }
    return text.hasPrefix("\"") && !(text.count > 1 && text.hasSuffix("\""))
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    LINEText(text, isBare: message.isBare).fill(&message, owner: transcript.owner)
  }
}

/// A text that begins with a quotation mark, which may be closed on a later line.
///
/// A message of a person ends it, because a text can begin with a quotation mark of its own. Marks within a quoted text
/// are doubled.
private struct LINEQuotation {
  /// The number of its first line.
  let line: Int
  /// The lines that look like days.
  private(set) var days: [WrittenDay] = []
  /// Whether a line looks like a day or an event.
  private(set) var isNeeded = false
  private(set) var isClosed = false

  private static let mark = UInt8(ascii: "\"")

  /// Nil if the text does not open a quotation.
  init?(_ text: String, at line: Int) {
    guard text.utf8.first == Self.mark, Self.hasOddMarks(text) else { return nil }
    self.line = line
  }

  /// Adds the next line.
  mutating func add(_ text: String, _ found: LINELine?) {
    isClosed = text.utf8.last == Self.mark && Self.hasOddMarks(text)
    switch found {
    case .day(let day):
      days.append(day)
      isNeeded = true
    case .message: isNeeded = true
    default: break
    }
  }

  private static func hasOddMarks(_ text: String) -> Bool {
    !text.utf8.count { $0 == mark }.isMultiple(of: 2)
  }
}

/// A line of LINE's chat history.
enum LINELine: Sendable, Hashable {
  case title(String)
  case saved
  case day(WrittenDay)
  /// Events have no name.
  case message(ClockTime, name: String?, text: String)

  var isHeading: Bool {
    switch self {
    case .saved, .day: true
    default: false
    }
  }

  /// The person of a message.
  fileprivate var name: String? {
    if case .message(_, let name, _) = self { return name }
    return nil
  }

  /// - Parameter names: The names in a history with blanks; nil for one with tabs.
  init?(_ line: String, _ names: LINENames?) {
    guard let names else {
      self.init(line)
      return
    }
    if LINELine.isDayOfComputer(line), let day = WrittenDay(line) {
      self = .day(day)
    } else if let (clock, rest) = LINELine.clock(line, names.clockForm) {
      let (name, text) = names.isEvent(rest) ? (nil, rest) : names.split(rest)
      let isRename = name != nil && LINEText.isRename(text)
      self = .message(clock, name: isRename ? nil : name, text: String(isRename ? rest : text))
    } else {
      return nil
    }
  }

  /// Reads the day of a history of a computer, “2024.01.02 Tuesday”.
  static func isDayOfComputer(_ line: String) -> Bool {
    let parts = line.split(separator: " ")
    guard parts.count == 2, line.utf8.count <= 64 else { return false }
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    return numbers.map(\.count) == [4, 2, 2]
      && numbers.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
      && parts[1].unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark
      }
  }

  /// The form of the times in a history of a computer, of which the system's language and settings decide.
  enum ClockForm: Sendable, Hashable {
    /// “12:34 Mara Hello”.
    case plain
    /// “오후 12:34 Mara Hello”.
    case periodFirst
    /// “12:34 PM Mara Hello”.
    case periodLast
  }

  /// The form of the time at the beginning of a line; nil if there is no time.
  static func clockForm(of line: String) -> ClockForm? {
    [.periodFirst, .periodLast, .plain].first { clock(line, $0) != nil }
  }

  /// Reads the time at the beginning of a line.
  static func clock(_ line: String, _ form: ClockForm) -> (clock: ClockTime, rest: Substring)? {
    guard form != .plain else { return plainClock(line) }
    guard let first = line.utf8.first, first.isDigit == (form == .periodLast) else { return nil }
    var scanner = ReadableTimeScanner(line)
    guard let clock = scanner.time(), scanner.skip(" "),
      form == .periodFirst || plainClock(line)?.rest.startIndex != scanner.rest.startIndex
    else { return nil }
    return (clock, scanner.rest)
  }

  private static func plainClock(_ line: String) -> (clock: ClockTime, rest: Substring)? {
    guard let blank = line.utf8.prefix(24).firstIndex(of: UInt8(ascii: " ")), line.utf8.first?.isDigit == true
    else {
      return nil
    }
    var scanner = ReadableTimeScanner(line[..<blank])
    guard let clock = scanner.time(), scanner.isAtEnd else { return nil }
    return (clock, line[line.utf8.index(after: blank)...])
  }

  init?(_ line: String) {
    if line.utf8.contains(UInt8(ascii: "\t")) {
      guard let message = LINELine.message(line) else { return nil }
      self = message
    } else if let title = LINELine.title(of: line) {
      self = .title(title)
    } else if LINELine.savedWords.contains(where: { line.begins(with: $0) }) {
      self = .saved
    } else if let day = WrittenDay(line) {
      self = .day(day)
    } else {
      return nil
    }
  }

  /// Reads `12:34⇥Mara⇥Hello` or `午後3:22⇥⇥event`.
  private static func message(_ line: String) -> LINELine? {
    let fields = line.utf8.split(
      separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false
    )
    .map { Substring($0) }
    var scanner = ReadableTimeScanner(fields[0])
    guard let clock = scanner.time(), scanner.isAtEnd else { return nil }
    if fields.count == 2 { return .message(clock, name: nil, text: String(fields[1])) }
    let name = String(fields[1]).cleanName
    return .message(clock, name: name.isEmpty ? nil : name, text: String(fields[2]))
  }

  /// Whether a line is the title of a history.
  static func isTitle(_ line: String) -> Bool { title(of: line) != nil }

  private static func title(of line: String) -> String? {
    guard line.utf8.count < 600 else { return nil }
    let isMarked = line.hasPrefix("[LINE]")
    let text = isMarked ? String(line.dropFirst(6)).cleanName : line.cleanName
    for (prefix, suffix) in titles where text.begins(with: prefix) && text.ends(with: suffix) {
      let title = String(text.dropFirst(prefix.count).dropLast(suffix.count)).cleanName
      if !title.isEmpty { return title }
    }
    return isMarked && !text.isEmpty ? text : nil
  }

  /// The words around the name of a chat, the longer ones first.
  private static let titles = [
    ("Chat history with ", ""), ("Chat history in ", ""), ("", "とのトーク履歴"), ("", "のトーク履歴"), ("", "님과의 대화"),
    ("", "님과 주고받은 대화"), ("", "와의 대화"), ("", "과의 대화"), ("", "의 대화"), ("與", "的聊天記錄"), ("与", "的聊天记录"),
    ("", "的聊天記錄"), ("", "的聊天记录"), ("ประวัติการแชทกับ ", ""), ("ประวัติการแชทใน ", ""), ("ประวัติการสนทนากับ ", ""),
  ]

  private static let savedWords = [
    "Saved on:", "Saved on：", "保存日時", "저장 일시", "저장한 날짜:", "저장일시", "儲存日期", "保存日期", "บันทึกเมื่อ", "วันที่บันทึก",
  ]
}

/// A day on a separate line: “2024/01/15(Mon)”, “Mon, 1/15/2024”, “2024年1月15日 星期一”, “2024년 1월 15일 월요일”.
struct WrittenDay: Sendable, Hashable {
  let numbers: [WrittenNumber]
  /// From 0 for Monday to 6 for Sunday; nil if the line does not contain it in English.
  let weekday: Int?

  init?(_ line: String) {
    guard let runs = NumberRuns(line.unicodeScalars), runs.numbers.count == 3 else { return nil }
    let numbers = runs.numbers
    let signs = runs.gaps.joined()
    let words = signs.filter(\.properties.isAlphabetic)
    guard numbers[0].digits == 4 || numbers[2].digits == 4, numbers[1].digits <= 2, words.count <= 16,
      signs.contains(where: { "/.-年년".unicodeScalars.contains($0) }), signs.allSatisfy(Self.isSign),
      line.unicodeScalars.first?.digit != nil || line.contains(",") || line.contains(".")
    else { return nil }
    self.numbers = numbers
    let name = String(String.UnicodeScalarView(words.prefix(3))).lowercased()
    weekday = WrittenDay.weekdays.firstIndex { $0 == name }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.isWhitespace
      || scalar.properties.generalCategory == .nonspacingMark || "/.-,()（）".unicodeScalars.contains(scalar)
  }

  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  func date(_ order: ImportOptions.DayOrder) -> CivilDate? {
    if numbers[0].digits == 4 {
      return CivilDate(writtenYear: numbers[0], month: numbers[1].value, day: numbers[2].value)
    }
    let (day, month) = order == .monthFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    return CivilDate(writtenYear: numbers[2], month: month.value, day: day.value)
  }
}

/// The order of day and month in the days of a chat history, most of which include the weekday.
struct LINEDayOrder {
  private var matches: [ImportOptions.DayOrder: Int] = [:]
  private var isAmbiguous = false
  private var hasWeekday = false

  mutating func add(_ day: WrittenDay) {
    guard day.numbers[0].digits != 4 else { return }
    isAmbiguous = true
    for order in [ImportOptions.DayOrder.dayFirst, .monthFirst] {
      guard let date = day.date(order) else { continue }
      hasWeekday = hasWeekday || day.weekday != nil
      // 1970-01-01 was a Thursday.
      let isMatch = day.weekday.map { $0 == (date.dayNumber + 3) % 7 } ?? true
      matches[order, default: 0] += isMatch ? 1 : 0
    }
  }

  func order(asked: ImportOptions.DayOrder?) -> (order: ImportOptions.DayOrder, isCertain: Bool) {
    guard isAmbiguous else { return (.dayFirst, true) }
    let counts = (day: matches[.dayFirst, default: 0], month: matches[.monthFirst, default: 0])
    if counts.day != counts.month { return (counts.day > counts.month ? .dayFirst : .monthFirst, true) }
    if let asked, asked != .yearFirst { return (asked, true) }
    return (hasWeekday ? .monthFirst : .dayFirst, false)
  }
}
