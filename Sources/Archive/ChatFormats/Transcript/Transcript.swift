import Chats
import Foundation
import Translation

/// A format of text lines for human readers, without keys for its messages.
///
/// ``TranscriptReader`` reads all of them; the formats differ in how they parse a line.
protocol TranscriptFormat {
  static var formats: [ImportFormat] { get }
  /// The format of a file that begins with these lines, none of which is blank. ``TranscriptDetection`` tries the
  /// formats in a fixed order, so that a format does not need to know those after it.
  static func format(of lines: [String]) -> ImportFormat?
  /// Whether a line begins a message of the format.
  static func isHeader(_ line: String) -> Bool
  /// Whether the lines only look like the format, because another program writes the same headers.
  static func isForeign(_ lines: [String]) -> Bool
  /// Whether files can be in code page 949.
  static var canBeKorean: Bool { get }
  /// Words for the exporter in place of a name.
  static var selves: Set<String> { get }
  /// Whether files know their chat by its title alone, which other chats can share.
  static var knowsChatsByTitle: Bool { get }

  /// Begins a file. The format may read the file once before, to find out what single lines do not show.
  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError)

  /// Parses the next line: begins a message, or appends the line to the open one.
  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript)
  /// Adds what is known only at the end of the file. Afterwards, the open message is closed.
  mutating func end(_ transcript: inout Transcript)
  /// Completes a message after all its lines were read.
  ///
  /// - Parameter text: The text after the header, with the appended lines.
  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript)
  var questions: Set<ImportQuestion> { get }
}

extension TranscriptFormat {
  static var canBeKorean: Bool { false }
  static func isForeign(_ lines: [String]) -> Bool { false }
  static var selves: Set<String> { ["You", "Me", "나", "회원님"] }
  static var knowsChatsByTitle: Bool { true }
  mutating func end(_ transcript: inout Transcript) {}
  var questions: Set<ImportQuestion> { [] }
}

/// Reads an export in a transcript format.
struct TranscriptReader<Format: TranscriptFormat>: ImportSource {
  private var lines: TextLines
  private var format: Format
  private var transcript: Transcript
  private var isAtEnd = false

  static var formats: [ImportFormat] { Format.formats }
  static var knowsChatsByTitle: Bool { Format.knowsChatsByTitle }
  static func format(of head: FileHead) -> ImportFormat? {
    head.transcript.flatMap { formats.contains($0) ? $0 : nil }
  }
  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool {
    guard head.json == nil else { return false }
    let lines = TextEncoding.lines(of: head.bytes)
    return Format.format(of: lines) != nil || lines.contains { Format.isHeader($0) }
  }

  init(_ input: ImportInput) throws(ImportError) {
    transcript = Transcript(input, Format.self)
    format = try Format(input, &transcript)
    lines = TextLines(try input.bytes(of: input.parts[0]), canBeKorean: Format.canBeKorean)
  }

  var offset: Int64 { lines.offset }
  var failure: ImportError? { isAtEnd ? lines.failure : nil }
  var assumedZone: TimeZone? { transcript.offset == nil ? transcript.input.options.timeZone : nil }
  var questions: Set<ImportQuestion> { format.questions }

  mutating func next() -> ImportItem? {
    while true {
      if let item = transcript.nextItem() { return item }
      if isAtEnd { return nil }
      guard let line = lines.next() else {
        isAtEnd = true
        format.end(&transcript)
        transcript.close()
        continue
      }
      guard let text = line.text else {
        transcript.report(
          ImportProblem.lineTooLong, at: line.number,
          .skipped)
        continue
      }
      if let finding = line.finding { transcript.report(finding.reason, at: line.number, .noted) }
      format.read(text, line.number, &transcript)
    }
  }
}

/// Distinguishes transcripts of different programs, which may contain one another, because people paste chats into chats.
enum TranscriptDetection {
  /// Formats that are recognized by the first lines of a file come first.
  private static var formats: [any TranscriptFormat.Type] {
    [
      PidginTranscript.self, KakaoTalkTranscript.self, LINETranscript.self, IMessageTranscript.self,
      SignalExportTranscript.self,
      WhatsAppTranscript.self,
    ]
  }

  /// The transcript of which a web page is a form.
  static func format(ofPage head: ArraySlice<UInt8>) -> ImportFormat? {
    PidginTranscript.format(of: TextEncoding.lines(of: head))
  }

  static func format(of head: ArraySlice<UInt8>) -> ImportFormat? {
    guard head.contains(where: { $0.isDigit || $0 >= 0x80 }) else { return nil }
    let lines = TextEncoding.lines(of: head)
    let own = formats.filter { !$0.isForeign(lines) }
    if let format = own.lazy.compactMap({ $0.format(of: lines) }).first { return format }
    // The beginning can be cut off. An IRC log that contains another chat is still an IRC log.
    guard let first = lines.first, !IRCLogReader.isLine(first), own.count == formats.count else { return nil }
    let counts = formats.map { format in (format: format, count: lines.count { format.isHeader($0) }) }
    guard let most = counts.max(by: { $0.count < $1.count }), most.count > 0, most.count * 3 >= lines.count
    else {
      return nil
    }
    return most.format.formats.first
  }
}

/// The chat that is built from a transcript.
struct Transcript {
  let input: ImportInput
  let file: ImportFile
  /// The prefix of all keys, for example "whatsapp".
  var source = ""
  /// The name of the chat, which the key is derived from. A damaged line can be of any length.
  var title = "" {
    didSet { title = title.prefix(bytes: JSONFields.lineLimit) }
  }
  /// The name under which the exporter of the chat writes; nil if it is unknown.
  var owner: String? {
    didSet { owner = owner?.prefix(bytes: JSONFields.lineLimit) }
  }

  /// The people who write in the chat, if the format needs them to read a message.
  var people: Set<String> = []
  /// Seconds east of Greenwich, if the export contains them.
  var offset: Int?
  /// The name under which events are written, such as a group's name on iPhones; nil if it could be a person's.
  var group: String?
  /// Whether events are marked, so that a text without a mark under the group's name is a person's of the same name.
  var marksEvents = false
  /// Whether events have a sender, as on iPhones.
  var hasSenders = false

  /// A message whose lines are being read.
  struct Open {
    var message: TranscriptMessage
    fileprivate(set) var text: String
    /// The number of its first line.
    fileprivate let line: Int
    /// Lines of the text that look like headers.
    fileprivate var quotedHeaders = 0
    var isQuoting: Bool { quotedHeaders > 0 }
    fileprivate var isTooLong = false
  }
  var open: Open?
  var isOpen: Bool { open != nil }

  private let format: any TranscriptFormat.Type
  private var hasNotedLead = false
  private var clock: WallClock
  private var lastInstant = Int64.min
  private var due: [ImportItem] = []
  private var position = 0

  init(_ input: ImportInput, _ format: any TranscriptFormat.Type) {
    self.input = input
    self.format = format
    file = input.parts[0]
    clock = WallClock(input.options.timeZone)
  }

  /// The next message or problem; nil if it needs more lines.
  mutating func nextItem() -> ImportItem? {
    guard position < due.count else {
      due.removeAll(keepingCapacity: true)
      position = 0
      return nil
    }
    position += 1
    return due[position - 1]
  }

  var conversationKey: String { "\(source):\(title)" }

  // MARK: Reports

  mutating func report(_ reason: String, at line: Int, _ effect: ImportProblem.Effect) {
    due.append(.problem(reason, in: file, at: .line(line), effect))
  }

  /// Begins a message whose time is unreadable. It has the time of the one before it.
  mutating func beginBroken(
    after last: TranscriptMessage, by name: String, _ text: some StringProtocol, at line: Int
  ) {
    reportBrokenHeader(at: line)
    begin(
      TranscriptMessage(local: last.local, resolution: last.resolution, sender: name, isBare: last.isBare),
      text, at: line)
  }

  /// Reports a message whose time is unreadable.
  mutating func reportBrokenHeader(at line: Int) {
    report(tr("invalid date; the message has the time of the one before it"), at: line, .noted)
  }

  /// Reports the first line that is left out of a message that is too long.
  mutating func reportTooLong(at line: Int) { report(Self.tooLongReason, at: line, .incomplete) }

  static var tooLongReason: String {
    tr(
      "message larger than {size} MB; the rest of it is left out",
      ["size": "\(ByteReader.captureLimit >> 20)"])
  }

  // MARK: Lines

  /// Closes the open message and opens another one.
  ///
  /// - Parameters:
  ///   - text: The rest of the line after the header.
  ///   - quotesHeader: Whether this text looks like a header.
  mutating func begin(
    _ message: TranscriptMessage, _ text: some StringProtocol, at line: Int, quotesHeader: Bool = false
  ) {
    close()
    open = Open(
      message: Transcript.bounded(message), text: String(text), line: line,
      quotedHeaders: quotesHeader ? 1 : 0)
  }

  /// Appends a line to the open message. Without an open message, reports the first line that is not blank.
  ///
  /// - Parameters:
  ///   - isHeader: Whether the line looks like a header, but belongs to the text.
  ///   - lead: The effect to report for a line that belongs to no message.
  mutating func append(
    _ line: String, _ number: Int, isHeader: Bool = false, lead: ImportProblem.Effect = .skipped
  ) {
    guard let length = open?.text.utf8.count else {
      if !hasNotedLead, !line.isBlank {
        hasNotedLead = true
        report(tr("text before the first message"), at: number, lead)
      }
      return
    }
    guard open?.isTooLong == false else { return }
    if isHeader { open?.quotedHeaders += 1 }
    if length + line.utf8.count >= ByteReader.captureLimit {
      open?.isTooLong = true
      reportTooLong(at: number)
      return
    }
    open?.text += "\n"
    open?.text += line
  }

  /// Removes the lines of the open message that were appended when its text had this length in bytes.
  mutating func shorten(to length: Int) {
    guard let text = open?.text, length < text.utf8.count else { return }
    open?.text = String(text[..<text.utf8.index(text.startIndex, offsetBy: length)])
  }

  /// Closes the open message and adds an event.
  mutating func addEvent(_ message: TranscriptMessage, _ text: String) {
    close()
    var event = message
    event.kind = .service
    event.text = text
    add(event)
  }

  /// The number of lines of a pasted chat from which it is noted.
  private static let manyQuoted = 20

  /// Completes and adds the open message.
  mutating func close() {
    guard let closed = open else { return }
    open = nil
    if closed.quotedHeaders >= Self.manyQuoted {
      report(
        trn(
          "{count} line that looks like a message, with an earlier time, is part of the text of this one",
          "{count} lines that look like messages, with earlier times, are part of the text of this one",
          closed.quotedHeaders), at: closed.line, .noted)
    }
    var message = closed.message
    format.complete(&message, closed.text, in: self)
    add(message)
  }

  // MARK: Messages

  /// The instant of a local time, in milliseconds since 1970 UTC.
  mutating func instant(_ local: Int64) -> Int64 {
    if let offset { return (local - Int64(offset)) * 1000 }
    let instant = clock.instant(ofLocal: local, notBefore: lastInstant)
    lastInstant = instant
    return instant * 1000
  }

  mutating func add(_ message: TranscriptMessage) {
    let message = Transcript.bounded(message)
    let text = message.text.trimmedEnd
    let sentAt = instant(message.local)
    // A call has a person, unlike other events.
    let isEvent = message.kind == .service && !(message.content?.isCall ?? false)
    let isGroups =
      group != nil && message.sender == group && (!marksEvents || message.kind == .service)
    let sender = isEvent || isGroups ? nil : message.sender.map(sender)
    var imported = ImportedMessage(
      conversationKey: conversationKey, conversationTitle: title, sourceID: "", sender: sender,
      isOwn: message.sender.map(isOwn) ?? false, sentAt: sentAt, kind: message.kind, text: text,
      entities: Transcript.entities(in: text, message.entities), attachments: message.attachments,
      reactions: message.reactions, editedAt: message.isEdited ? sentAt : nil,
      details: Message.Details(unsupportedKind: message.unsupportedKind), sequence: message.resolution)
    if isEvent { imported.isOwn = false }
    imported.details.content = message.content
    due.append(.message(imported))
  }

  private static func bounded(_ message: TranscriptMessage) -> TranscriptMessage {
    var message = message
    message.sender = message.sender?.prefix(bytes: JSONFields.lineLimit)
    for index in message.attachments.indices {
      message.attachments[index].name = message.attachments[index].name?.prefix(bytes: JSONFields.lineLimit)
    }
    for index in message.reactions.indices {
      message.reactions[index].key = message.reactions[index].key.prefix(bytes: JSONFields.lineLimit)
    }
    return message
  }

  /// The sender with a name. A word for the exporter, such as "You", is a person of this conversation only.
  func sender(_ name: String) -> ImportedMessage.Sender {
    let key = format.selves.contains(name) ? "you@\(title)" : name
    return ImportedMessage.Sender(key: "\(source):\(key)", name: name)
  }

  func isOwn(_ name: String) -> Bool {
    if let told = input.options.owner { return told == name || told == "\(source):\(name)" }
    return format.selves.contains(name) || name == owner
  }

  /// The exporter of a chat of two people that is named after the other one.
  static func owner(ofChat title: String?, _ people: Set<String>) -> String? {
    guard let title, people.count == 2, people.contains(title) else { return nil }
    return people.first { $0 != title }
  }

  /// The entities and the links of a text, in order and without overlaps.
  private static func entities(in text: String, _ entities: [TextEntity]) -> [TextEntity] {
    let links = LinkDetector.links(in: text)
    guard !entities.isEmpty else { return links }
    let length = text.utf8.count
    let others = entities.filter { entity in
      entity.start + entity.length <= length
        && !links.contains { $0.start < entity.start + entity.length && entity.start < $0.start + $0.length }
    }
    return (links + others).sorted { $0.start < $1.start }
  }

  // MARK: Files

  /// A file that the transcript refers to, with its path if the export contains it.
  ///
  /// - Parameters:
  ///   - shown: The shown name, if it is not the file name.
  ///   - depth: The number of folders above that of the transcript to which the path may be relative.
  func attachment(
    named name: String, kind: Attachment.Kind? = nil, shown: String? = nil, above depth: Int = 0
  ) -> Attachment {
    let found = input.tree.file(name, beside: file, above: depth)
    let last = name.split(separator: "/").last.map(String.init) ?? name
    return Attachment(
      kind: kind ?? MediaName.kind(of: last), byteCount: found?.byteCount, name: shown ?? last,
      path: found?.url.path)
  }
}

/// A message of a transcript.
struct TranscriptMessage {
  /// Seconds since 1970-01-01 00:00 local time.
  var local: Int64
  var resolution: TimeResolution
  /// Nil for events.
  var sender: String?
  var kind = Message.Kind.normal
  var text = ""
  var attachments: [Attachment] = []
  var content: Message.Content?
  var reactions: [ImportedMessage.ImportedReaction] = []
  var isEdited = false
  var unsupportedKind: String?
  /// Mentions and quotations. Links are added later.
  var entities: [TextEntity] = []
  /// Whether the transcript writes placeholders without signs around them.
  var isBare = false
}

extension Call {
  /// The seconds of a duration such as “3:21” or “1:02:03”; nil for any other text.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.map((0..<1000).contains) ?? false }) else {
      return nil
    }
    return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
  }
}

extension Message.Content {
  fileprivate var isCall: Bool {
    if case .call = self { return true }
    return false
  }
}

extension String {
  /// The text without blanks and line ends at the end.
  var trimmedEnd: String {
    if let byte = utf8.last, byte > 0x20, byte < 0x80 { return self }
    guard let last = unicodeScalars.last, last.properties.isWhitespace || last.isDirectionMark else {
      return self
    }
    var scalars = unicodeScalars[...]
    while let last = scalars.last, last.properties.isWhitespace || last.isDirectionMark {
      scalars.removeLast()
    }
    return String(scalars)
  }

  /// A name without direction marks, with plain blanks inside, and without blanks at both ends.
  var cleanName: String {
    guard utf8.contains(where: { $0 >= 0x80 }) || utf8.first == 0x20 || utf8.last == 0x20 else { return self }
    var clean = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isDirectionMark {
      let isBlank =
        scalar == "\u{a0}" || scalar == "\u{202f}" || scalar.properties.generalCategory == .spaceSeparator
      // Leading blanks are skipped here, trailing ones are removed at the end.
      if clean.isEmpty, isBlank || scalar == "\t" { continue }
      clean.append(scalar == "\u{a0}" || scalar == "\u{202f}" ? " " : scalar)
    }
    while let last = clean.last, last == "\t" || last.properties.generalCategory == .spaceSeparator {
      clean.removeLast()
    }
    return String(clean)
  }

  /// The text without direction marks.
  var withoutMarks: String {
    utf8.contains { $0 >= 0x80 } && unicodeScalars.contains { $0.isDirectionMark }
      ? String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark })) : self
  }
}
