import Chats
import Foundation

typealias SignalExportReader = TranscriptReader<SignalExportTranscript>

/// The `chat.md` or `index.md` that signal-export writes for each chat: `[2024-01-02 12:34:56] Mara: hello`.
struct SignalExportTranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.signalExport] }
  static var selves: Set<String> { ["Me"] }

  private static let fileName = ChatFileName(prefixes: [], generic: ["chat", "index", "messages"])

  private let people: Set<String>
  private let namesWithColon: Set<String>
  private var pasted: PasteGuard
  private var likeness = HeaderLikeness()

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    var lines = TextLines(try input.bytes(of: input.parts[0]))
    var survey = NameSurvey()
    var latest = Int64.min
    while let line = lines.next() {
      guard let text = line.text, let header = SignalLine(text) else { continue }
      survey.add(header.name, longer: header.longer?.name, goesOn: header.local >= latest)
      latest = max(latest, header.local)
    }
    let title = Self.fileName.title(of: input.parts[0].url)
    (namesWithColon, people) = survey.names(known: [title])
    pasted = PasteGuard(people: people)
    transcript.source = "signal"
    transcript.title = title ?? "Signal"
    transcript.people = people
  }

  /// A WhatsApp export of an iPhone can have the same headers, but contains direction marks.
  static func format(of lines: [String]) -> ImportFormat? {
    guard lines.first.map(isHeader) ?? false,
      !lines.contains(where: { $0.unicodeScalars.contains("\u{200e}") && isHeader($0.withoutMarks) })
    else { return nil }
    let isTold = lines.contains { line in
      ["Me", "No-Sender"].contains(SignalLine(line)?.name) || line.contains("](./media/")
        || line.hasSuffix("  ")
        || line.hasPrefix("(- ")
    }
    return isTold ? .signalExport : nil
  }

  static func isHeader(_ line: String) -> Bool { SignalLine(line) != nil }

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    var header = SignalLine(line)
    if let longer = header?.longer, namesWithColon.contains(longer.name) { header = longer }
    if let header, !transcript.isOpen || !pasted.isPasted(header.name, at: header.local) {
      if !transcript.isOpen { _ = pasted.isPasted(nil, at: header.local) }
      likeness.note(line.prefix { $0 != "]" } + "] ")
      transcript.begin(
        TranscriptMessage(local: header.local, resolution: header.resolution, sender: header.name),
        header.text, at: number)
    } else if header == nil, let last = transcript.open?.message,
      let (name, text) = likeness.message(in: line, people: people, before: ["] "], after: ": ")
    {
      transcript.beginBroken(after: last, by: name, text, at: number)
    } else {
      transcript.append(line, number)
    }
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    SignalText(text).fill(&message, transcript)
    guard message.sender == "No-Sender" else { return }
    message.sender = nil
    message.kind = message.kind == .deleted ? .deleted : .service
  }
}

/// A line that begins a message.
struct SignalLine {
  let local: Int64
  let resolution: TimeResolution
  let name: String
  let text: String

  /// Reads `[2024-01-02 12:34:56] Mara: hello`; earlier versions have a comma and no seconds.
  init?(_ line: String) {
    guard line.utf8.first == UInt8(ascii: "[") else { return nil }
    var cursor = ByteCursor(Array(line.utf8)[...])
    guard cursor.skip("["), let date = cursor.isoDate(), cursor.skip(", ") || cursor.skip(" "),
      let time = cursor.clockTime(), cursor.skip("] ")
    else { return nil }
    let rest = cursor.text
    // A name can contain a colon. An empty message ends with one.
    guard let colon = rest[...].firstRange(ofBytes: ": ") ?? rest[...].firstRange(ofBytes: ":"),
      !rest.begins(with: "<"), !rest.begins(with: "*")
    else {
      return nil
    }
    name = String(rest[..<colon.lowerBound]).cleanName
    guard !name.isEmpty else { return nil }
    text = String(rest[colon.upperBound...].drop { $0 == " " })
    local = date.start + Int64(time.second)
    resolution = time.resolution
  }

  private init(_ line: SignalLine, name: String, text: String) {
    (local, resolution, self.name, self.text) = (line.local, line.resolution, name, text)
  }

  /// The line with a name up to the second colon; nil if there is none.
  var longer: SignalLine? {
    guard let colon = text[...].firstRange(ofBytes: ": "), colon.lowerBound > text.startIndex else {
      return nil
    }
    let name = "\(name): \(text[..<colon.lowerBound])".cleanName
    return SignalLine(self, name: name, text: String(text[colon.upperBound...].drop { $0 == " " }))
  }
}

/// The text of a message in Markdown: a quotation, the text, files, a sticker and reactions.
private struct SignalText {
  private var lines: [String]

  init(_ text: String) {
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(Substring($0)).trimmedEnd
    }
  }

  func fill(_ message: inout TranscriptMessage, _ transcript: Transcript) {
    var lines = lines
    func dropBlank() { while lines.last?.isEmpty == true { lines.removeLast() } }
    dropBlank()
    if lines == ["(This message was deleted)"] {
      message.kind = .deleted
      return
    }
    // Files follow the reactions on the same line.
    var files: [Attachment] = []
    lines = lines.map { line in
      let (rest, found) = Self.files(in: line, transcript)
      files += found
      return rest
    }
    dropBlank()
    if let last = lines.last, last.hasPrefix("(( "), last.hasSuffix(" ))") {
      files.append(Attachment(kind: .sticker, name: String(last.dropFirst(3).dropLast(3))))
      lines.removeLast()
      dropBlank()
    }
    if let last = lines.last, last.hasPrefix("(- "), last.hasSuffix(" -)") {
      message.reactions = Self.reactions(last.dropFirst(3).dropLast(3), transcript)
      lines.removeLast()
      dropBlank()
    }
    message.attachments = files
    lines = Array(lines.drop(while: \.isEmpty))
    let quoted = lines.prefix { $0.hasPrefix(">") }
    if !quoted.isEmpty {
      lines = Array(lines.dropFirst(quoted.count).drop(while: \.isEmpty))
      let quote = quoted.map { String($0.dropFirst().drop { $0 == " " }) }.joined(separator: "\n")
      message.text = ([quote] + lines).joined(separator: "\n")
      if !quote.isEmpty { message.entities = [TextEntity(start: 0, length: quote.utf8.count, kind: .quote)] }
      return
    }
    message.text = lines.joined(separator: "\n")
    guard lines.count == 1, let call = Self.call(message.text) else { return }
    message.kind = .service
    message.content = .call(call)
    if message.sender == "No-Sender" { message.sender = nil }
    if let sender = message.sender { message.text = TelegramService.sentence(of: call, by: sender) }
  }

  /// The line without the links to files at its end: `![name](./media/name)`.
  private static func files(in line: String, _ transcript: Transcript) -> (rest: String, files: [Attachment])
  {
    var rest = line
    var files: [Attachment] = []
    while true {
      guard let (before, kind) = missingFile(at: rest) else { break }
      files.insert(Attachment(kind: kind), at: 0)
      rest = before
    }
    while rest.hasSuffix(")"), let middle = rest.range(of: "](./", options: .backwards) ?? stickerLink(rest),
      let start = rest[..<middle.lowerBound].lastIndex(of: "[")
    {
      let path = rest[middle.upperBound...].dropLast()
      let isSticker = path.contains("exported_stickers/")
      guard path.hasPrefix("media/") || isSticker else { break }
      let name = String(rest[rest.index(after: start)..<middle.lowerBound])
      let file = path.removingPercentEncoding ?? String(path)
      files.insert(
        transcript.attachment(
          named: file, kind: isSticker ? .sticker : nil, shown: name.isEmpty ? nil : name,
          above: isSticker ? 1 : 0),
        at: 0)
      rest = String(rest[..<start])
      if rest.hasSuffix("!") { rest.removeLast() }
      rest = rest.trimmedEnd
    }
    return (rest, files)
  }

  /// The line before the words for a file that was left out: “(media not exported)”, after two blanks or alone.
  private static func missingFile(at line: String) -> (rest: String, kind: Attachment.Kind)? {
    guard line.hasSuffix(" not exported)"), let open = line.range(of: "(", options: .backwards)?.lowerBound
    else {
      return nil
    }
    let (before, words) = (line[..<open], line[open...])
    guard before.isEmpty || before.hasSuffix("  "), let kind = missingFiles[String(words)] else { return nil }
    return (String(before).trimmedEnd, kind)
  }

  /// signal-export distinguishes only pictures and films from other files.
  private static let missingFiles: [String: Attachment.Kind] = [
    "(media not exported)": .photo, "(attachment not exported)": .file, "(image not exported)": .photo,
    "(video not exported)": .video, "(audio not exported)": .audio, "(sticker not exported)": .sticker,
    "(file not exported)": .file,
  ]

  private static func stickerLink(_ text: String) -> Range<String.Index>? {
    text.range(of: "](../", options: .backwards)
  }

  /// Reads `Mara: 👍, Jonas: ❤️`.
  private static func reactions(
    _ text: Substring, _ transcript: Transcript
  ) -> [ImportedMessage.ImportedReaction] {
    var tally = ReactionTally()
    for part in parts(text, transcript.people) {
      guard let colon = lastColon(in: part) else { continue }
      let key = String(part[colon.upperBound...])
      let sender = transcript.sender(String(part[..<colon.lowerBound]).cleanName)
      tally.add(key, by: .init(sender: sender))
    }
    return tally.reactions
  }

  /// The reactions of a line. A name can contain a comma and a colon, so a part ends with an emoji, or before a known name.
  private static func parts(_ text: Substring, _ people: Set<String>) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var position = start
    // Foundation's search would copy the rest of the line for each part.
    while let comma = text.utf8[position...].firstIndex(of: UInt8(ascii: ",")) {
      position = text.utf8.index(after: comma)
      guard position < text.endIndex, text.utf8[position] == UInt8(ascii: " ") else { continue }
      position = text.utf8.index(after: position)
      let part = text[start..<comma]
      let next = text[position...]
      if endsWithEmoji(part) || people.contains(where: { next.hasPrefix("\($0): ") }) && part.contains(": ") {
        parts.append(part)
        start = position
      }
    }
    return parts + [text[start...]]
  }

  /// The last colon with a blank.
  private static func lastColon(in part: Substring) -> Range<String.Index>? {
    var end = part.endIndex
    while let blank = part.utf8[..<end].lastIndex(of: UInt8(ascii: " ")), blank > part.startIndex {
      let colon = part.utf8.index(before: blank)
      if part.utf8[colon] == UInt8(ascii: ":") { return colon..<part.utf8.index(after: blank) }
      end = blank
    }
    return nil
  }

  private static func endsWithEmoji(_ part: Substring) -> Bool {
    guard let colon = lastColon(in: part) else { return false }
    let key = part[colon.upperBound...]
    return !key.isEmpty && key.count <= 4 && !key.contains { $0.isLetter || $0.isWhitespace }
  }

  /// Reads “Incoming voice call (accepted, 3m 2s)”.
  private static func call(_ text: String) -> Call? {
    guard text.utf8.count <= 80, ["Incoming ", "Outgoing ", "Missed "].contains(where: text.hasPrefix) else {
      return nil
    }
    let words = text.lowercased()
    // A person can write “Missed your call”.
    let kinds = words.prefix { $0 != "(" }.split(separator: " ").dropFirst()
    guard kinds.last == "call",
      kinds.dropLast().allSatisfy({ ["voice", "video", "group", "adhoc"].contains($0) }),
      words.hasSuffix(" call") || words.hasSuffix(")")
    else { return nil }
    let isGroup = words.contains(" group ")
    var duration: Int?
    for word in words.split(whereSeparator: { " (),".contains($0) }) {
      guard let number = Int(word.dropLast()), number < 100_000, let unit = word.last, "hms".contains(unit)
      else { continue }
      duration = (duration ?? 0) + number * (unit == "h" ? 3600 : unit == "m" ? 60 : 1)
    }
    // A call with a duration was answered, whatever else is written.
    let outcome: Call.Outcome =
      duration != nil
      ? .ended
      : words.hasPrefix("missed") || words.contains("unanswered")
        ? .missed : words.contains("declined") ? .busy : .ended
    return Call(outcome: outcome, duration: duration, isGroup: isGroup)
  }
}
