import Chats
import Foundation
import Translation

typealias KakaoTalkReader = TranscriptReader<KakaoTalkTranscript>

/// KakaoTalk's exports of a chat, in Korean and in English.
///
///     2021년 12월 29일 오후 8:36, 이름 : 글          Android, and older iPhones with “2021. 12. 29.”
///     오후 8:36, 이름 : 글                           iPhone, after a line with the day
///     Dec 31, 2014 at 19:12, Name : text             iPhone in English
///     [이름] [오후 8:36] 글                          Windows, after a rule with the day
///     2021-12-29 20:36:00,"이름","글"                macOS
struct KakaoTalkTranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.kakaotalk] }
  static var canBeKorean: Bool { true }

  private let shape: KakaoTalkLine.Shape
  private let longerNames: Set<String>
  private let people: Set<String>
  /// Whether the headers of a phone have dates; nil without a header. Headers of the other form are text.
  private var hasDates: Bool?
  /// Whether any line begins a message, so that text before it can be a heading.
  private let hasMessages: Bool
  /// The form of the days on separate lines; nil without such a line before the first message.
  private let dayForm: KakaoTalkLine.DayForm?
  private var likeness = HeaderLikeness()
  private var pasted: PasteGuard
  /// The pasted chats in an export of Windows, and the last line of the one that is being read.
  private let runs: PastedRuns
  private var runEnd = 0
  private var table = CSVRecords()
  /// The day of the lines without a date.
  private var day: CivilDate?
  private var last: Int64?
  /// The last line of the open message if it could be a day line, and the length of the text before it.
  ///
  /// Where headers have dates, a day line adds no information, so it stays in the text until a header of that day follows.
  /// On Windows, a header or an event follows each day.
  private var heldDay: (date: CivilDate, length: Int)?
  /// The last line of the open message if it could be an event, and the length of the text before it.
  ///
  /// An event of Windows is one line.
  private var heldEvent: (text: String, local: Int64, length: Int)?
  private var hasOwner: Bool

  private static let fileName = ChatFileName(
    prefixes: ["KakaoTalk_Chat_", "KakaoTalk Chat ", "KakaoTalk_"],
    generic: ["kakaotalkchats", "kakaotalk", "chat"],
    genericPrefixes: ["Talk_", "KakaoTalk_20"], isDated: true)

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    var lines = TextLines(try input.bytes(of: input.parts[0]), canBeKorean: true)
    var shape: KakaoTalkLine.Shape?
    var title: String?
    var survey = NameSurvey()
    var records = CSVRecords()
    var day: CivilDate?
    var dayForm: KakaoTalkLine.DayForm?
    var hasDates: Bool?
    var latest = Int64.min
    var hasMessages = false
    var runs = PastedRuns(areDaysCertain: true)
    while let line = lines.next() {
      guard let text = line.text else { continue }
      shape = shape ?? KakaoTalkTranscript.shape(text)
      if shape == .table {
        for record in records.records(
          endingWith: text, line.number, beginsRow: KakaoTalkRow.isLine(text))
        {
          if let row = KakaoTalkRow(record), !row.isEvent { survey.add(row.name, longer: nil, goesOn: true) }
        }
        continue
      }
      let found = KakaoTalkLine(text, shape: shape ?? .phone)
      if shape == .windows { Self.survey(found, text, line.number, &runs) }
      switch found {
      case .title(let found) where line.number <= 2: title = found
      case .day(let found):
        // The last one before the first message decides, because a text that was cut off can precede it.
        if hasDates == nil { dayForm = found.form }
        if shape == .windows || found.form == dayForm { day = found.date }
      case .event: hasMessages = true
      case .message(let time, let name, let text):
        hasMessages = true
        let local = (time.date ?? day).map { $0.start + Int64(time.clock.second) }
        if hasDates == nil, local != nil { hasDates = time.date != nil }
        // A header of the other form may be text, whose names are not people of the chat.
        guard hasDates == nil || hasDates == (time.date != nil) else { break }
        survey.add(
          name, longer: KakaoTalkLine.longerName(name, text), goesOn: local.map { $0 >= latest } ?? false)
        latest = max(latest, local ?? latest)
      default: break
      }
    }
    self.shape = shape ?? .phone
    self.dayForm = dayForm
    self.hasDates = hasDates
    self.hasMessages = hasMessages
    self.runs = runs
    let name = title ?? Self.fileName.title(of: input.parts[0].url)
    let (longer, people) = survey.names(known: [name])
    longerNames = longer
    self.people = people
    pasted = PasteGuard(people: people)
    transcript.source = "kakaotalk"
    let others = people.filter { !Self.selves.contains($0) }
    transcript.title =
      name ?? (others.isEmpty ? "KakaoTalk" : others.sorted().prefix(4).joined(separator: ", "))
    hasOwner = others.count < people.count
    if !hasOwner {
      transcript.owner = Transcript.owner(ofChat: title, people)
      hasOwner = transcript.owner != nil
    }
  }

  private static func survey(
    _ found: KakaoTalkLine?, _ line: String, _ number: Int, _ runs: inout PastedRuns
  ) {
    switch found {
    case .day(let day): runs.add(day.date, at: number)
    case .message(let time, _, _), .event(let time, _): runs.add(time.clock, at: number, line)
    // A second export begins, whose days can be earlier ones.
    case .saved: runs.restart()
    // An event can follow a day, and has no time.
    default: if !KakaoTalkLine.isEvent(line) { runs.addText(line) }
    }
  }

  var questions: Set<ImportQuestion> { hasOwner ? [] : [.owner] }

  // MARK: Detection

  static func format(of lines: [String]) -> ImportFormat? {
    guard let first = lines.first else { return nil }
    if KakaoTalkRow.isHeading(first) { return .kakaotalk }
    // LINE writes the same words about the time of saving.
    if lines.prefix(3).contains(where: { KakaoTalkLine($0, shape: .phone) == .saved }),
      !LINELine.isTitle(first),
      lines.contains(where: isHeader) || !lines.contains(where: LINETranscript.isHeader)
    {
      return .kakaotalk
    }
    if case .title = KakaoTalkLine(first, shape: .phone), lines.contains(where: isHeader) {
      return .kakaotalk
    }
    return lines.prefix(2).contains(where: isHeader) && (isHeader(first) || isDay(first)) ? .kakaotalk : nil
  }

  static func isHeader(_ line: String) -> Bool {
    for shape in [KakaoTalkLine.Shape.phone, .windows] {
      if case .message = KakaoTalkLine(line, shape: shape) { return true }
    }
    return KakaoTalkRow.isLine(line)
  }

  private static func isDay(_ line: String) -> Bool {
    if case .day = KakaoTalkLine(line, shape: .phone) ?? KakaoTalkLine(line, shape: .windows) { return true }
    return false
  }

  /// The shape of an export with this line; nil for a line that occurs in all shapes.
  private static func shape(_ line: String) -> KakaoTalkLine.Shape? {
    if KakaoTalkRow.isHeading(line) || KakaoTalkRow.isLine(line) { return .table }
    switch KakaoTalkLine(line, shape: .windows) {
    case .message, .event, .day: return .windows
    default: break
    }
    switch KakaoTalkLine(line, shape: .phone) {
    case .message, .event: return .phone
    default: return nil
    }
  }

  // MARK: Lines

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    guard shape != .table else {
      let records = table.records(endingWith: line, number, beginsRow: KakaoTalkRow.isLine(line))
      for record in records { add(record, &transcript) }
      return
    }
    if transcript.isOpen, let end = runs.ends[number] { runEnd = end }
    guard number > runEnd else {
      append(line, number, &transcript, isHeader: Self.isHeader(line))
      return
    }
    switch KakaoTalkLine(line, shape: shape, isName: longerNames.contains) {
    case .title where !transcript.isOpen && last == nil, .saved where !transcript.isOpen && last == nil: break
    // English exports of iPhones begin with their file name.
    case nil where number == 1 && line.hasPrefix("Talk_"): break
    case .day(let found): read(found, line, number, &transcript)
    case .message(let time, let name, let text):
      if isForeign(time, isKnown: people.contains(name), &transcript) {
        append(line, number, &transcript, isHeader: true)
      } else {
        begin(time, name, text, line, number, &transcript)
      }
    case .event(let time, let text):
      if isForeign(time, isKnown: KakaoTalkLine.isEvent(text), &transcript) {
        append(line, number, &transcript, isHeader: true)
      } else {
        begin(time, nil, text, line, number, &transcript)
      }
    default:
      if shape == .windows, isEvent(line),
        let local = [last, (heldDay?.date ?? day)?.start].compactMap(\.self).max()
      {
        addEvent(line, at: local, number, &transcript)
      } else if let last, let (name, text) = broken(line) {
        dropHeldDay(&transcript)
        let before = TranscriptMessage(local: last, resolution: .minutes)
        transcript.beginBroken(after: before, by: name, text, at: number)
      } else {
        append(line, number, &transcript)
      }
    }
  }

  /// Whether a line of Windows without a time is an event. An invitation begins with the name of a person.
  private func isEvent(_ line: String) -> Bool {
    guard !KakaoTalkLine.isEvent(line) else { return true }
    guard let name = KakaoTalkLine.inviter(line) else { return false }
    return people.contains(name) || Self.selves.contains(name)
  }

  private mutating func read(
    _ found: KakaoTalkLine.Day, _ line: String, _ number: Int, _ transcript: inout Transcript
  ) {
    // Any date is a day where no text can be.
    let isDay =
      shape == .windows || !transcript.isOpen || (dayForm.map { $0 == found.form } ?? found.form.isUsual)
    // A day within a pasted chat is before the day that the chat has reached.
    let isQuoted = pasted.isQuoting && day.map { found.date.dayNumber < $0.dayNumber } ?? false
    guard isDay, !isQuoted else {
      append(line, number, &transcript)
      return
    }
    if shape == .windows {
      dropHeldDay(&transcript)
      releaseEvent(&transcript)
    }
    if hasDates == true || shape == .windows, let length = transcript.open?.text.utf8.count {
      append(line, number, &transcript)
      if shape == .windows || found.date != day && dayForm != nil { heldDay = (found.date, length) }
      // Whatever follows a day of Windows that does not go back, it counts.
      if shape == .windows, found.date.dayNumber >= day?.dayNumber ?? .min { day = found.date }
    } else {
      transcript.close()
      day = found.date
    }
  }

  /// Whether a line within a message has the form of a header that the file does not use.
  ///
  /// Later exports of iPhones have dates in all lines, and two exports can follow each other, so a known person can go on
  /// in the other form, without dates after a day. All others then have that form, too.
  private mutating func isForeign(
    _ time: KakaoTalkLine.Time, isKnown: Bool, _ transcript: inout Transcript
  ) -> Bool {
    guard transcript.isOpen, shape == .phone, let hasDates, hasDates != (time.date != nil) else {
      return false
    }
    guard isKnown else { return true }
    if let date = time.date {
      guard date.start + Int64(time.clock.second) >= last ?? .min else { return true }
    } else {
      guard let heldDay else { return true }
      dropHeldDay(&transcript)
      day = heldDay.date
    }
    self.hasDates = time.date != nil
    return false
  }

  /// Removes a day line from the end of the open message.
  private mutating func dropHeldDay(_ transcript: inout Transcript) {
    if let heldDay { transcript.shorten(to: heldDay.length) }
    heldDay = nil
  }

  /// Adds a line of Windows that is an event unless lines of a text follow it.
  private mutating func addEvent(
    _ line: String, at local: Int64, _ number: Int, _ transcript: inout Transcript
  ) {
    if let heldDay {
      dropHeldDay(&transcript)
      transcript.close()
      day = heldDay.date
    }
    releaseEvent(&transcript)
    if let open = transcript.open, open.message.kind == .normal, !KakaoTalkLine.isWarned(line) {
      let length = open.text.utf8.count
      append(line, number, &transcript)
      heldEvent = (line, local, length)
    } else {
      transcript.begin(
        TranscriptMessage(local: local, resolution: .minutes, kind: .service), line, at: number)
    }
  }

  /// Makes the last line of the open message an event.
  private mutating func releaseEvent(_ transcript: inout Transcript) {
    guard let event = heldEvent else { return }
    heldEvent = nil
    transcript.shorten(to: event.length)
    transcript.addEvent(TranscriptMessage(local: event.local, resolution: .minutes), event.text)
  }

  private mutating func begin(
    _ time: KakaoTalkLine.Time, _ name: String?, _ text: Substring, _ line: String, _ number: Int,
    _ transcript: inout Transcript
  ) {
    guard let date = time.date ?? (shape == .windows ? heldDay?.date : nil) ?? day else {
      transcript.report(tr("message without a date"), at: number, .skipped)
      return
    }
    let local = date.start + Int64(time.clock.second)
    guard !pasted.isPasted(name, at: local) || !transcript.isOpen else {
      append(line, number, &transcript)
      return
    }
    if heldDay?.date == date { dropHeldDay(&transcript) }
    heldDay = nil
    releaseEvent(&transcript)
    if shape == .phone, let name, let start = line[...].firstRange(ofBytes: ", \(name)") {
      likeness.note(line[..<start.lowerBound])
    }
    day = date
    last = local
    transcript.begin(
      TranscriptMessage(
        local: local, resolution: time.clock.resolution, sender: name, kind: name == nil ? .service : .normal),
      text, at: number)
  }

  /// The name and the text of a line of a phone whose date is damaged.
  private func broken(_ line: String) -> (name: String, text: Substring)? {
    guard shape == .phone, let end = line[...].firstRange(ofBytes: " : "),
      let start = line[..<end.lowerBound].range(of: ", ", options: .backwards)
    else { return nil }
    let name = String(line[start.upperBound..<end.lowerBound]).cleanName
    guard people.contains(name), likeness.isLike(line[..<start.lowerBound]) else { return nil }
    return (name, line[end.upperBound...])
  }

  private mutating func append(
    _ line: String, _ number: Int, _ transcript: inout Transcript, isHeader: Bool = false
  ) {
    // A heading, or the first message, whose date cannot be read.
    let isHeading = hasMessages && last == nil && day == nil && !(shape == .phone && line.contains(" : "))
    transcript.append(line, number, isHeader: isHeader, lead: isHeading ? .noted : .skipped)
    if !line.isBlank { (heldDay, heldEvent) = (nil, nil) }
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    if message.kind == .service {
      message.text = text
    } else {
      KakaoTalkText(text, in: transcript).fill(&message)
    }
  }

  mutating func end(_ transcript: inout Transcript) {
    if shape == .windows {
      dropHeldDay(&transcript)
      releaseEvent(&transcript)
    }
    if shape == .table, let record = table.end() { add(record, &transcript) }
  }

  // MARK: Tables

  private mutating func add(_ record: CSVRecords.Record, _ transcript: inout Transcript) {
    guard let row = KakaoTalkRow(record) else {
      if !KakaoTalkRow.isHeading(record.fields.joined(separator: ",")), !record.isBlank {
        transcript.report(
          tr("not a message in the {format} format", ["format": "kakaotalk"]), at: record.line, .skipped)
      }
      return
    }
    guard let local = row.local ?? last else {
      transcript.report(tr("message without a date"), at: record.line, .skipped)
      return
    }
    last = local
    transcript.begin(
      TranscriptMessage(
        local: local, resolution: .seconds,
        sender: row.isEvent || row.name.isEmpty ? nil : row.name,
        kind: row.isEvent ? .service : .normal),
      row.text, at: record.line)
    if let cut = record.cut { transcript.reportTooLong(at: cut) }
    if record.isOpen { transcript.report(CSVRecords.Record.openReason, at: record.line, .incomplete) }
    transcript.close()
  }
}

/// A row of macOS's table: `2021-12-29 20:36:00,"이름","글"`.
struct KakaoTalkRow {
  /// Nil for a deleted message, which has neither a date nor a name: `,"","삭제된 메시지입니다."`.
  let local: Int64?
  let name: String
  let text: String

  var isEvent: Bool {
    name.isEmpty ? !KakaoTalkText.isDeletion(text) : KakaoTalkLine.isEvent(text, by: name)
  }

  init?(_ record: CSVRecords.Record) {
    guard record.fields.count >= 3 else { return nil }
    if record.fields[0].isBlank, record.fields[1].isBlank, KakaoTalkText.isDeletion(record.fields[2]) {
      (local, name, text) = (nil, "", record.fields[2])
      return
    }
    var scanner = ReadableTimeScanner(record.fields[0])
    guard let date = scanner.date(), scanner.skipBlanks(), let clock = scanner.time(), scanner.isAtEnd else {
      return nil
    }
    local = date.start + Int64(clock.second)
    name = record.fields[1].cleanName
    text = record.fields[2...].joined(separator: ",")
  }

  static func isHeading(_ line: String) -> Bool {
    ["Date,User,Message", "날짜,사용자,메시지"].contains(line.replacing("\"", with: ""))
  }

  /// Whether a row begins with the line.
  static func isLine(_ line: String) -> Bool {
    guard line.utf8.first?.isDigit == true else { return false }
    var scanner = ReadableTimeScanner(line)
    return scanner.date() != nil && scanner.skipBlanks() && scanner.time()?.hasSeconds == true
      && scanner.skip(",\"")
  }
}
