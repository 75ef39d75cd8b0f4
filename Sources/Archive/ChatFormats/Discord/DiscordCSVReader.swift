import Chats
import Foundation
import Translation

/// Reads the CSV of DiscordChatExporter: a channel in one table or in partitions.
///
/// The tables have the numbers of people, but not those of messages. Therefore they are chats of their own, beside those
/// of the JSON.
struct DiscordCSVReader: ImportSource {
  private let input: ImportInput
  private var part = 0
  private var offsetBefore: Int64 = 0
  private var lines: TextLines
  private var records = CSVRecords()
  private var due: [ImportItem] = []
  private var isAtEnd = false
  private(set) var failure: ImportError?
  private(set) var questions: Set<ImportQuestion> = []
  private(set) var assumedZone: TimeZone?
  private let order: ImportOptions.DayOrder
  private var clock: WallClock
  /// Seconds since 1970 UTC. Of an hour that occurs twice in autumn, a message after it is in the second one.
  private var lastInstant = Int64.min
  private let title: String
  private let key: String

  static var formats: [ImportFormat] { [.discordCSV] }

  init(_ input: ImportInput) throws(ImportError) {
    self.input = input
    var evidence = DayOrderEvidence()
    var hasLocalTimes = false
    for part in input.parts {
      var lines = TextLines(try input.bytes(of: part))
      while let line = lines.next() {
        // A date is the third of the fields, of which none contains a comma.
        guard let text = line.text, Self.beginsRow(text) else { continue }
        let fields = text.prefix(400).components(separatedBy: "\",\"")
        guard fields.count > 3, ExportTime.instant(iso: fields[2]) == nil else { continue }
        hasLocalTimes = true
        if let time = WrittenTime(fields[2]) { evidence.add(time) }
      }
    }
    let (order, isCertain) = evidence.order(asked: input.options.dayOrder)
    self.order = order
    if hasLocalTimes {
      assumedZone = input.options.timeZone
      questions.insert(.timeZone)
      if !isCertain, evidence.hasTimes { questions.insert(.dayOrder) }
    }
    if input.options.owner == nil { questions.insert(.owner) }
    clock = WallClock(input.options.timeZone)
    let name = DiscordReader.channel(of: input.parts[0])
    title = name.title
    key = "discord:table/\(name.id ?? name.title)"
    lines = TextLines(try input.bytes(of: input.parts[0]))
  }

  var offset: Int64 { offsetBefore + lines.offset }

  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil, !isAtEnd else { return nil }
      guard let line = lines.next() else {
        if let record = records.end() { read(record) }
        endPart()
        continue
      }
      guard let text = line.text else {
        report(
          ImportProblem.lineTooLong, at: line.number,
          .skipped)
        continue
      }
      if let finding = line.finding { report(finding.reason, at: line.number, .noted) }
      for record in records.records(endingWith: text, line.number, beginsRow: Self.beginsRow(text)) {
        read(record)
      }
    }
    return due.removeFirst()
  }

  private mutating func endPart() {
    failure = lines.failure
    guard failure == nil, part + 1 < input.parts.count else {
      isAtEnd = true
      return
    }
    offsetBefore += lines.offset
    part += 1
    do {
      lines = TextLines(try input.bytes(of: input.parts[part]))
    } catch {
      failure = error
    }
  }

  private mutating func report(_ reason: String, at line: Int, _ effect: ImportProblem.Effect) {
    due.append(.problem(reason, in: input.parts[part], at: .line(line), effect))
  }

  // MARK: Rows

  private static let heading = "AuthorID,Author,Date,Content,Attachments"
  /// The number of its columns. Newer versions add one.
  private static let fewestFields = 5

  /// Whether a line begins a row: `"5","mara","2024-…`.
  private static func beginsRow(_ line: String) -> Bool {
    var cursor = ByteCursor(Array(line.utf8.prefix(96))[...])
    return cursor.skip("\"") && cursor.skip(while: \.isDigit) && cursor.skip("\",\"")
  }

  private mutating func read(_ record: CSVRecords.Record) {
    if record.isBlank || record.fields.joined(separator: ",").hasPrefix(Self.heading) { return }
    guard record.fields.count >= 4, DiscordNumber.isValid(record.fields[0])
    else {
      report(tr("not a message"), at: record.line, .skipped)
      return
    }
    guard let (sentAt, resolution) = time(record.fields[2]) else {
      report(tr("invalid date"), at: record.line, .skipped)
      return
    }
    let sender = Self.sender(record.fields[0], record.fields[1])
    let files = record.fields.count > 4 ? self.files(record.fields[4]) : []
    let words = record.fields[3]
    let event = Self.isEvent(words) ? DiscordEvent.sentence(words, by: sender.name) : nil
    let text = event.map { StyledText($0) } ?? DiscordDecoder.marked(words)
    let isMissing = text.isEmpty && files.isEmpty
    due.append(
      .message(
        ImportedMessage(
          conversationKey: key, conversationTitle: title, sourceID: "", sender: sender,
          isOwn: input.options.isOwner(key: sender.key, names: sender.name), sentAt: sentAt,
          kind: event != nil ? .service : isMissing ? .unsupported : .normal, text: text.text,
          entities: text.entities, attachments: files,
          reactions: record.fields.count > 5 ? Self.reactions(record.fields[5]) : [],
          details: Message.Details(unsupportedKind: isMissing ? "message" : nil), sequence: resolution)))
    if let cut = record.cut {
      report(Transcript.tooLongReason, at: cut, .incomplete)
    } else if record.isOpen || record.fields.count < Self.fewestFields {
      report(CSVRecords.Record.openReason, at: record.line, .incomplete)
    }
  }

  /// Versions from 2.40 on write instants, older ones local times in the language of the computer: “01-Jan-20 01:33 AM”,
  /// “1/20/2024 1:33 AM”.
  private mutating func time(_ text: String) -> (sentAt: Int64, resolution: TimeResolution)? {
    if let instant = ExportTime.instant(iso: text) { return (instant, .milliseconds) }
    var local: Int64?
    var resolution = TimeResolution.minutes
    if let time = WrittenTime(text) {
      (local, resolution) = (time.local(order), time.resolution)
    } else {
      var cursor = ByteCursor(Array(text.utf8.prefix(64))[...])
      if let day = cursor.number(digits: 1...2), cursor.skip("-"), let month = cursor.monthName(),
        cursor.skip("-"),
        let year = cursor.number(digits: 2...4), cursor.skip(" "),
        let date = CivilDate(year: year < 100 ? 2000 + year : year, month: month, day: day)
      {
        var scanner = ReadableTimeScanner(cursor.text)
        local = scanner.time().map { date.start + Int64($0.second) }
      }
    }
    guard let local else { return nil }
    lastInstant = clock.instant(ofLocal: local, notBefore: lastInstant)
    return ExportTime.valid(lastInstant * 1000).map { ($0, resolution) }
  }

  /// The sender, without the number after the name, which is 0 for the webhooks of older versions.
  private static func sender(_ id: String, _ fullName: String) -> ImportedMessage.Sender {
    var name = fullName.cleanName
    var isWebhook = false
    if let sign = name.lastIndex(of: "#"), sign > name.startIndex {
      let number = name[name.index(after: sign)...]
      if number.utf8.count == 4, number.utf8.allSatisfy(\.isDigit) {
        isWebhook = number == "0000"
        name = String(name[..<sign])
      }
    }
    if name.isEmpty { name = id }
    return .init(
      key: "discord:\(isWebhook ? "\(id)/\(name)" : id)", name: name.prefix(bytes: JSONFields.lineLimit))
  }

  // MARK: Events

  /// Whether the text is that of an event, which the exporter writes without its person.
  private static func isEvent(_ text: String) -> Bool {
    events.contains(text)
      || eventParts.contains { text.hasPrefix($0.start) && text.hasSuffix($0.end) && !text.contains("\n") }
  }

  private static let events: Set<String> = [
    "Pinned a message.", "Joined the server.", "Started a thread.", "Changed the channel icon.",
    "Left the group.",
  ]
  private static let eventParts: [(start: String, end: String)] = [
    ("Added ", " to the group."), ("Removed ", " from the group."),
    ("Started a call that lasted ", " minutes."),
    ("Changed the channel name: ", ""),
  ]

  // MARK: Files and reactions

  /// The addresses or paths, which are separated by commas without blanks.
  private func files(_ field: String) -> [Attachment] {
    let sign = field.contains("://") ? ",http" : ","
    let places = field.components(separatedBy: sign).enumerated().map { index, place in
      index > 0 && sign != "," ? "http\(place)" : place
    }
    return places.filter { !$0.isEmpty }.map { place in
      let last = place.prefix { $0 != "?" }.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      var name = (last.flatMap { $0.removingPercentEncoding } ?? last)?.prefix(bytes: JSONFields.lineLimit)
      // The exporter adds a hash of the address to the names of files that it loads.
      if !place.contains("://") { name?.replace(/-[0-9A-F]{5}(?=\.[^.]*$|$)/, with: "", maxReplacements: 1) }
      let path = DiscordFiles.path(place, beside: input.parts[part], in: input.tree)
      return Attachment(
        kind: Attachment.Kind(type: nil, name: name),
        byteCount: path.flatMap { input.tree.byteCount(at: $0) },
        name: name, path: path)
    }
  }

  /// Reads `👍 (2),boot (1)`.
  private static func reactions(_ field: String) -> [ImportedMessage.ImportedReaction] {
    field.split(separator: ",").compactMap { part in
      guard part.hasSuffix(")"), let open = part.range(of: " (", options: .backwards),
        let count = Int(part[open.upperBound...].dropLast()), (1...TelegramLimit.count).contains(count)
      else { return nil }
      let name = String(part[..<open.lowerBound]).prefix(bytes: 64)
      return .init(key: name.utf8.allSatisfy { $0 < 0x80 } ? ":\(name):" : name, count: count)
    }
  }
}

extension DiscordCSVReader {
  static func format(of head: FileHead) -> ImportFormat? {
    head.transcript == .discordCSV ? .discordCSV : nil
  }

  static func beginsTable(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
    return text.starts(with: heading.utf8)
  }

  static func groups(of files: [ImportFile]) -> [[ImportFile]] { DiscordReader.groups(of: files) }
}
