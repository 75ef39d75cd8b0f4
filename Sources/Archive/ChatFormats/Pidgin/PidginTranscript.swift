import Chats
import Foundation
import Translation

typealias PidginReader = TranscriptReader<PidginTranscript>

/// The logs of Pidgin, Finch, Adium's older versions and other programs with libpurple: a file of text or HTML for each
/// conversation, whose name and first line say when it began.
struct PidginTranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.pidgin] }
  static var selves: Set<String> { [] }
  /// Each conversation is a file of its own. The account and the contact identify the chat.
  static var knowsChatsByTitle: Bool { false }

  private let isHTML: Bool
  private let people: Set<String>
  private let hasOwner: Bool
  private var pasted: PasteGuard
  /// The day of the last line, in days since 1970-01-01.
  private var day: Int
  /// Seconds since midnight of the last line.
  private var lastSecond: Int

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    let file = input.parts[0]
    var lines = TextLines(try input.bytes(of: file))
    var survey = PidginPeople()
    var heading: PidginHeading?
    var own: String?
    let writers = try Self.writers(of: input)
    while let line = lines.next() {
      guard let text = line.text else { continue }
      if heading == nil { heading = PidginHeading(text) }
      guard let found = PidginLine(text, people: writers), let name = found.name else { continue }
      if found.isOwn { own = own ?? name }
      survey.add(name, at: found.time.second)
    }
    isHTML = heading?.isHTML ?? false
    let names = survey.people
    people = names
    pasted = PasteGuard(people: people)
    let start = PidginFileName(file.url)
    let written = start?.day ?? heading?.day ?? file.dayOfLastChange(in: input.options.timeZone)
    day = written
    lastSecond = start?.second ?? heading?.second ?? 0
    transcript.offset = start?.offset
    let folder = Self.folderName(of: file.url)
    // The accounts of a person can have a contact in common.
    let source = heading.map { "pidgin:\($0.protocolName)/\($0.bareAccount)" } ?? "pidgin"
    transcript.source = source.prefix(bytes: JSONFields.lineLimit)
    transcript.title = heading.map { $0.contact(inFolder: folder) } ?? folder ?? "Pidgin"
    transcript.owner =
      own ?? heading.flatMap { heading in names.first { heading.isAccount($0) } }
      ?? Transcript.owner(ofChat: heading?.partner, names)
    hasOwner = transcript.owner != nil
    if start == nil, heading?.day == nil {
      transcript.report(
        tr(
          "has times but no dates; assumed to end on {date}, when the file was last modified",
          ["date": CivilDate(dayNumber: written)?.description ?? tr("today")]), at: 1, .noted)
    }
  }

  /// The names before the messages of a log of text, with which its actions can begin.
  private static func writers(of input: ImportInput) throws(ImportError) -> Set<String> {
    var lines = TextLines(try input.bytes(of: input.parts[0]))
    var names: Set<String> = []
    while let line = lines.next(), names.count < PidginPeople.limit {
      guard let found = line.text.flatMap({ PidginLine($0) }), let name = found.name else { continue }
      // In HTML, a tag ends the name.
      if found.isHTML { break }
      if !found.isAction { names.insert(name) }
    }
    return names
  }

  var questions: Set<ImportQuestion> { hasOwner ? [] : [.owner] }

  /// The folder of a log is that of a person or a room.
  private static func folderName(of file: URL) -> String? {
    let folder = file.deletingLastPathComponent().lastPathComponent
    let name = folder.hasSuffix(".chat") ? String(folder.dropLast(5)) : folder
    return name.isEmpty || name == "/" ? nil : name
  }

  static func format(of lines: [String]) -> ImportFormat? {
    guard let first = lines.first, let heading = PidginHeading(first) else { return nil }
    // A log of HTML has nothing else like its heading, and one that was cut off may have no whole line after it.
    return heading.isHTML || lines.count <= 2 || lines.dropFirst().prefix(50).contains(where: isHeader)
      ? .pidgin : nil
  }

  static func isHeader(_ line: String) -> Bool { PidginLine(line) != nil }

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    if number == 1, PidginHeading(line) != nil { return }
    guard let found = PidginLine(line, people: people), !isHTML || found.isHTML else {
      // The end of a page, and the rest of a message that contains a line end.
      let rest = isHTML ? PidginText(line.replacing("</body></html>", with: "")).text : line
      if transcript.isOpen || !rest.isBlank { transcript.append(rest, number, lead: .noted) }
      return
    }
    let time = found.time.second
    let stated = found.date.flatMap { Self.day($0, near: day) }
    let nights = stated.map { $0 - day } ?? LogDayRule.days(from: lastSecond, to: time) { nil }
    if !isHTML, stated == nil {
      // A pasted line is earlier on its day; that of a person of the chat may be on the next day.
      let local = Int64(
        (day + (found.name.map(people.contains) ?? true ? nights : 0)) * CivilDate.secondsPerDay + time)
      if pasted.isPasted(transcript.isOpen ? found.name : nil, at: local), transcript.isOpen {
        transcript.append(line, number, isHeader: true)
        return
      }
    }
    day += nights
    lastSecond = time
    var message = TranscriptMessage(
      local: Int64(day * CivilDate.secondsPerDay + time), resolution: found.time.resolution,
      sender: found.name)
    message.kind = found.name == nil ? .service : found.isAction ? .action : .normal
    if isHTML {
      let text = PidginText(found.text)
      message.entities = text.entities
      message.attachments = text.pictures.map { transcript.attachment(named: $0, kind: .photo) }
      transcript.begin(message, text.text, at: number)
    } else {
      transcript.begin(message, found.text, at: number)
    }
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    message.text = text
  }

  /// The day of a date that is nearest to another day: the order of the numbers depends on the language.
  private static func day(_ date: WrittenTime, near day: Int) -> Int? {
    ImportOptions.DayOrder.allCases.compactMap { date.date($0)?.dayNumber }.min {
      abs($0 - day) < abs($1 - day)
    }
  }
}

/// The people who write in a conversation. Those of a conversation that was pasted into a message write earlier than
/// it, and the times go on from there; after midnight, the times stay earlier.
private struct PidginPeople {
  private var writers: Set<String> = []
  /// People who have only written at times before those of the messages above.
  private var earlier: Set<String> = []
  private var latest = 0

  /// The largest number of people in a chat.
  fileprivate static let limit = 10_000
  /// Seconds by which a message can be late.
  private static let tolerance = 2 * 3600

  mutating func add(_ name: String, at second: Int) {
    guard writers.count + earlier.count < Self.limit else { return }
    guard second >= latest - Self.tolerance else {
      earlier.insert(name)
      return
    }
    writers.insert(name)
    if second >= latest { earlier = [] }
    latest = max(latest, second)
  }

  var people: Set<String> { writers.union(earlier) }
}

/// “Conversation with jonas@example.org at Fri 01 Mar 2024 08:00:00 AM UTC on mara@example.org/home (jabber)”.
struct PidginHeading {
  let partner: String
  let account: String
  let protocolName: String
  let isHTML: Bool
  /// Days since 1970-01-01; nil if the date is in an unknown form, which depends on the language.
  let day: Int?
  /// Seconds since midnight.
  let second: Int?

  init?(_ line: String) {
    guard line.utf8.count <= 8192 else { return nil }
    var text = line[...]
    isHTML = line.hasPrefix("<")
    if isHTML {
      // The title contains the same words as the heading.
      guard let start = line.range(of: "<title>"), let end = line.range(of: "</title>"),
        start.upperBound <= end.lowerBound
      else { return nil }
      text = HTMLElement(parsing: String(line[start.upperBound..<end.lowerBound])).text[...]
    }
    guard text.hasPrefix("Conversation with "), text.last == ")",
      let on = text.range(of: " on ", options: .backwards),
      let at = text[..<on.lowerBound].range(of: " at ", options: .backwards),
      let bracket = text[on.upperBound...].range(of: " (", options: .backwards)
    else { return nil }
    partner = String(text[..<at.lowerBound].dropFirst("Conversation with ".count))
    account = String(text[on.upperBound..<bracket.lowerBound])
    protocolName = String(text[bracket.upperBound...].dropLast())
    guard !partner.isEmpty, !account.isEmpty, !protocolName.isEmpty else { return nil }
    (day, second) = Self.time(text[at.upperBound..<on.lowerBound])
  }

  /// The account without the device from which it was used.
  var bareAccount: String { Self.bare(account) }

  /// The contact without the device, unless the part after the slash is the name of a person in a room: the folder of a
  /// contact's logs is named without the device.
  func contact(inFolder folder: String?) -> String {
    let bare = Self.bare(partner)
    return folder == bare ? bare : partner
  }

  private static func bare(_ account: String) -> String {
    guard account.contains("@"), let slash = account.firstIndex(of: "/"), slash > account.startIndex else {
      return account
    }
    return String(account[..<slash])
  }

  /// Whether a name is that of the account, with or without its server.
  func isAccount(_ name: String) -> Bool {
    name == account || name == bareAccount || name == bareAccount.prefix { $0 != "@" }
  }

  /// Reads “Fri 01 Mar 2024 08:00:00 AM UTC”, “Fri Mar  1 08:00:00 2024”, “2024-03-01T08:00:00” and the like.
  private static func time(_ text: Substring) -> (day: Int?, second: Int?) {
    var month: Int?
    var numbers: [Int] = []
    var second: Int?
    let words = text.split { $0 == " " || $0 == "," || $0 == "T" && text.contains("-") }
    for (index, word) in words.enumerated() {
      var scanner = ReadableTimeScanner(word)
      if let time = scanner.time() {
        var after = ReadableTimeScanner(words[index...].prefix(2).joined(separator: " "))
        second = (after.time() ?? time).second
      } else if second == nil, let found = MonthName.number(of: word) {
        // A weekday before the month can begin like another one. The name of a zone follows the time.
        month = found
      } else if case .day(let date)? = LogPathDate.Part(word) {
        return (date.dayNumber, second)
      } else if let number = Int(word) {
        numbers.append(number)
      }
    }
    guard let month, let year = numbers.first(where: { $0 > 31 }),
      let day = numbers.first(where: { $0 <= 31 })
    else { return (nil, second) }
    return (CivilDate(year: year, month: month, day: day)?.dayNumber, second)
  }
}

/// The time in the name of a log: “2024-03-01.080000+0000UTC.html”.
private struct PidginFileName {
  let day: Int
  let second: Int
  /// Seconds east of Greenwich; nil in the names of older versions.
  let offset: Int?

  init?(_ file: URL) {
    var cursor = ByteCursor(Array(file.lastPathComponent.utf8)[...])
    guard let date = cursor.isoDate(), cursor.skip("."), let hour = cursor.number(digits: 2...2), hour < 24,
      let minute = cursor.number(digits: 2...2), minute < 60, let second = cursor.number(digits: 2...2),
      second <= 60
    else { return nil }
    day = date.dayNumber
    self.second = hour * 3600 + minute * 60 + min(second, 59)
    offset = cursor.zoneOffset()
  }
}

/// A line that begins a message or an event.
private struct PidginLine {
  private(set) var time: ClockTime
  /// The date, which lines of an earlier day contain.
  private(set) var date: WrittenTime?
  /// Nil for an event.
  private(set) var name: String?
  private(set) var text: String
  private(set) var isAction = false
  /// Whether the exporter wrote it; only HTML contains that.
  private(set) var isOwn = false
  private(set) var isHTML = false

  /// - Parameter people: The known names, of which an action in a log of text can begin with one that has blanks.
  init?(_ line: String, people: Set<String> = []) {
    var rest = line[...]
    var color: Substring?
    if line.hasPrefix("<font ") || line.hasPrefix("<span ") {
      isHTML = true
      if rest.hasPrefix("<font color=") {
        color = rest.dropFirst("<font color=".count).prefix { $0 != ">" }
        guard let end = rest.firstIndex(of: ">") else { return nil }
        rest = rest[rest.index(after: end)...]
      }
      guard rest.hasPrefix("<font size="), let end = rest.firstIndex(of: ">") else { return nil }
      rest = rest[rest.index(after: end)...]
    }
    guard rest.hasPrefix("("), let close = rest.prefix(80).firstIndex(of: ")"),
      let (time, date) = Self.time(rest[rest.index(after: rest.startIndex)..<close])
    else { return nil }
    (self.time, self.date) = (time, date)
    rest = rest[rest.index(after: close)...]
    text = ""
    if isHTML {
      guard rest.hasPrefix("</font>") else { return nil }
      rest = rest.dropFirst("</font>".count).drop { $0 == " " }
      readHTML(rest, color: color?.filter { $0 != "\"" }.uppercased())
    } else {
      guard rest.first == " " else { return nil }
      readText(rest.dropFirst(), people)
    }
  }

  private static func time(_ text: Substring) -> (ClockTime, WrittenTime?)? {
    var scanner = ReadableTimeScanner(text)
    if let time = scanner.time(), scanner.isAtEnd { return (time, nil) }
    guard let written = WrittenTime(text), let second = written.secondOfDay else { return nil }
    return (ClockTime(second: second, hasSeconds: written.second != nil), written)
  }

  /// Reads `<b>Jonas:</b></font> hello<br/>`. The colours are those of libpurple: one's own messages, those of others,
  /// whispers, and actions.
  private mutating func readHTML(_ rest: Substring, color: String?) {
    var body = rest
    for end in ["<br/>", "<br>", "<BR>"] where body.hasSuffix(end) { body = body.dropLast(end.count) }
    text = String(body)
    guard let color, color != "#FF0000", body.hasPrefix("<b>"), let end = body.range(of: "</b>") else {
      return
    }
    var name = HTMLElement(parsing: String(body[..<end.lowerBound].dropFirst(3))).text
    if name.hasPrefix("***") {
      isAction = true
      name = String(name.dropFirst(3))
    } else if name.hasSuffix(":") {
      name = String(name.dropLast())
    } else {
      return
    }
    isOwn = color == "#16569E"
    self.name = Self.cleaned(name)
    body = body[end.upperBound...]
    if body.hasPrefix("</font>") { body = body.dropFirst("</font>".count) }
    text = String(body.first == " " ? body.dropFirst() : body)
  }

  private mutating func readText(_ rest: Substring, _ people: Set<String>) {
    text = String(rest)
    if rest.hasPrefix("***") {
      // A name can contain blanks, which nothing distinguishes from those after it, unless it is known.
      let words = rest.dropFirst(3)
      let ends = words.prefix(Self.nameLimit).indices.filter { words[$0] == " " } + [words.endIndex]
      let known = ends.last { people.contains(Self.cleaned(String(words[..<$0]))) }
      let name = known.map { words[..<$0] } ?? words.prefix { $0 != " " }
      guard !name.isEmpty else { return }
      (self.name, isAction) = (Self.cleaned(String(name)), true)
      text = String(rest.dropFirst(3 + name.count + 1))
      return
    }
    guard
      let colon = rest[...].firstRange(ofBytes: ": ")
        ?? (rest.last == ":" ? rest.firstRange(ofBytes: ":") : nil)
    else { return }
    let name = rest[..<colon.lowerBound]
    guard !name.isEmpty, name.utf8.count <= Self.nameLimit, !Self.isEvent(name) else { return }
    self.name = Self.cleaned(String(name))
    text = String(rest[colon.upperBound...])
  }

  private static let nameLimit = 256

  /// The name without the mark of an answer that a program gave.
  private static func cleaned(_ name: String) -> String {
    let name = name.cleanName
    guard name.last == ">", let open = name.range(of: " <", options: .backwards),
      autoReplies.contains(String(name[open.upperBound...].dropLast()))
    else { return name }
    return String(name[..<open.lowerBound]).cleanName
  }

  /// In the languages of Pidgin.
  private static let autoReplies: Set<String> = [
    "AUTO-REPLY", "Automatisch antworten", "AUTO-ANTWORT", "Réponse automatique", "RESPUESTA AUTOMÁTICA",
    "RISPOSTA AUTOMATICA", "AUTO-ANTWOORD", "RESPOSTA-AUTOMATICA", "AUTO-RESPOSTA", "RESPOSTA-AUTOMÀTICA",
    "AUTO-SVAR", "AUTOMAATTIVASTAUS", "ODPOWIEDŹ-AUTOMATYCZNA", "AUTO-ODPOVĚĎ", "AUTOMATIKUS VÁLASZ",
    "Răspuns-Automat", "Otomatik-cevap", "АВТО-ВІДПОВІДЬ", "ΑΥΤΟΜΑΤΗ-ΑΠΑΝΤΗΣΗ", "رد-تلقائي", "מענה-אוטומטי",
    "自动回复", "自動回覆",
  ]

  /// Whether the text before a colon belongs to an event of libpurple, which has no name.
  private static func isEvent(_ text: Substring) -> Bool {
    // French has a blank before the colon.
    let text = String(text).cleanName
    return eventStarts.contains(where: text.hasPrefix) || eventParts.contains { text.contains($0) }
      || topics.contains { text.hasPrefix($0.start) && text.hasSuffix($0.end) }
  }

  /// The words around the name of a room before its topic or its people, and after a name before a new topic.
  private static let topics: [(start: String, end: String)] = [
    ("Das Thema für ", " ist"), ("", " hat das Thema geändert zu"), ("Benutzer auf #", ""),
    ("Le sujet de ", " est"), ("", " a changé le sujet en"), ("Utilisateurs dans #", ""),
    ("El tema de ", " es"), ("", " ha cambiado el tema a"), ("Usuarios en #", ""),
    ("L'argomento di ", " è"), ("", " ha scelto come argomento"), ("Utenti su #", ""),
    ("O tópico do ", " é"), ("", " mudou o tópico para"), ("Usuários em #", ""), ("Utilizadores em #", ""),
    ("Het onderwerp voor ", " is"), ("", " heeft het onderwerp veranderd naar"), ("Gebruikers op #", ""),
    ("Ämnet för ", " är"), ("", " har bytt ämne till"), ("Användare på #", ""),
    ("Emne for ", " er"), ("Temaet for ", " er"), ("", " har ændret emnet til"),
    ("", " har endret temaet til"), ("Brugere på #", ""), ("Brukere på #", ""),
    ("Temat dla ", " to"), ("", " zmienił temat na"), ("Użytkownicy na #", ""),
    ("Téma pro ", " je"), ("", " změnil téma na"), ("Uživatelé na #", ""),
    ("Тема для #", ""), ("", " сменил тему на"), ("Пользователи на #", ""), ("", " のトピック"),
    ("", " さんがトピックを変更しました"), ("", " 의 주제"), ("", " 님이 주제를 변경했습니다"),
  ]

  private static let eventStarts = [
    "The topic ", "Topic ", "Unable to ", "Error", "Transfer of file", "Failed to ",
    "Message could not be sent",
    "You have ", "mode (", "Users on ", "OTR Error", "The following message received from ",
  ]
  private static let eventParts = [
    " has set the topic to", " has changed the topic to", " changed the topic to", " left the room (",
    " has left the room",
    " was kicked by ", " has been kicked", " set the topic to", " mode (", " is now known as ", " has quit (",
  ]
}

/// The text of a message in HTML.
private struct PidginText {
  let text: String
  let entities: [TextEntity]
  /// The names of pictures in the text, which are files beside the log.
  let pictures: [String]

  init(_ html: String) {
    let element = HTMLElement(parsing: html)
    pictures = element.all(named: "img").compactMap { $0.tag.attribute("src") }
    let styled = HTMLText.styled(element, collapses: false, effect: Self.effect)
    (text, entities) = (styled.text, styled.entities)
  }

  private static func effect(_ element: HTMLElement) -> HTMLText.Effect {
    guard element.name == "span", let style = element.tag.attribute("style") else { return .markup(element) }
    return styles.first { style.contains($0.words) }.map { .kind($0.kind) } ?? .none
  }

  private static let styles: [(words: String, kind: TextEntity.Kind)] = [
    ("bold", .bold), ("italic", .italic), ("underline", .underline), ("line-through", .strikethrough),
  ]
}
