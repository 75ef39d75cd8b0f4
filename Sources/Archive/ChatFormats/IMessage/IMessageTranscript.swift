import Chats
import Foundation

typealias IMessageReader = TranscriptReader<IMessageTranscript>

/// The text files of imessage-exporter: a line with the time, a line with the sender, the text, and an empty line.
///
///     May 17, 2022  5:29:42 PM (Read by you after 1 hour, 49 seconds)
///     Mara Lind
///     Hello
///     Tapbacks:
///         Loved by Me
struct IMessageTranscript: TranscriptFormat {
  static var formats: [ImportFormat] { [.imessage] }
  static var selves: Set<String> { ["Me"] }

  private static let fileName = ChatFileName(prefixes: [], generic: ["orphaned", "chat", "messages"])

  /// Whether the next line of the open message is its sender.
  private var isBeforeSender = false
  /// Whether the last line was empty, so that the next header can begin another message.
  private var isAfterBlank = true
  /// Whether the current message is an indented reply. Replies follow the message that they reply to, after an empty line
  /// in some versions, and are repeated in their own place.
  private var isInReply = false
  /// An indented header directly after a line of a text. The next line shows whether a reply begins with it.
  private var heldHeader: (line: String, number: Int)?
  private var likeness = HeaderLikeness()

  init(_ input: ImportInput, _ transcript: inout Transcript) throws(ImportError) {
    transcript.source = "imessage"
    transcript.title = Self.fileName.title(of: input.parts[0].url) ?? "iMessage"
  }

  static func format(of lines: [String]) -> ImportFormat? {
    guard let first = lines.first, let header = IMessageHeader(first) else { return nil }
    // The next line is a name, not another message.
    return header.event != nil || lines.count > 1 && IMessageHeader(lines[1]) == nil ? .imessage : nil
  }

  static func isHeader(_ line: String) -> Bool { IMessageHeader(line) != nil }

  mutating func read(_ line: String, _ number: Int, _ transcript: inout Transcript) {
    let wasAfterBlank = isAfterBlank
    if let held = heldHeader {
      heldHeader = nil
      // The next line of a reply is its sender.
      if line.hasPrefix("    ") { isInReply = true } else { transcript.append(held.line, held.number) }
    }
    if line.hasPrefix("    "), IMessageHeader(line.drop { $0 == " " }) != nil {
      if isAfterBlank || isInReply {
        isInReply = true
      } else {
        heldHeader = (line, number)
        return
      }
    } else if isAfterBlank || !transcript.isOpen, let header = IMessageHeader(line) {
      isInReply = false
      isAfterBlank = false
      if header.event == nil { likeness.note(Self.time(line)) }
      let message = TranscriptMessage(local: header.local, resolution: .seconds)
      if let event = header.event {
        transcript.addEvent(message, event)
      } else {
        transcript.begin(message, "", at: number)
        isBeforeSender = true
      }
      return
    }
    isAfterBlank = line.isBlank
    // Some versions indent only the first line of a reply's text, which can have empty lines.
    if isInReply, !wasAfterBlank || line.isBlank || line.hasPrefix("    ") || !endsReply(line, transcript) {
      return
    }
    isInReply = false
    if isBeforeSender, transcript.isOpen {
      isBeforeSender = false
      let name = line.cleanName
      transcript.open?.message.sender = name.isEmpty ? nil : name
    } else {
      transcript.append(line, number)
    }
  }

  /// Whether a line after a reply can be the next part of the message before the reply, or a damaged header. A message with
  /// parts has files or withdrawn parts, and replies follow the part that they reply to.
  private func endsReply(_ line: String, _ transcript: Transcript) -> Bool {
    guard let open = transcript.open, !likeness.isLike(Self.time(line)) else { return true }
    // The text begins with the end of the sender's line.
    let lines = open.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return (lines.map(String.init) + [line]).contains {
      IMessageText.isPart($0, by: open.message.sender, transcript)
    }
  }

  /// A header without the words about when the message was read.
  private static func time(_ line: String) -> Substring {
    line[...].firstRange(ofBytes: " (").map { line[..<$0.lowerBound] } ?? line[...]
  }

  mutating func end(_ transcript: inout Transcript) {
    if let held = heldHeader { transcript.append(held.line, held.number) }
  }

  static func complete(_ message: inout TranscriptMessage, _ text: String, in transcript: Transcript) {
    // The text begins with the end of the sender's line.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst()
    IMessageText(lines.map { String(Substring($0)) }).fill(&message, transcript)
    if message.sender == nil, message.kind == .normal { message.kind = .service }
  }
}

/// The line with the time of a message or an event.
struct IMessageHeader {
  let local: Int64
  /// The event, if it follows on the same line.
  let event: String?

  init?(_ line: some StringProtocol) {
    var scanner = ReadableTimeScanner(line)
    guard line.utf8.count < 2000, line.first?.isLetter == true, let date = scanner.date(),
      scanner.skipBlanks(),
      let clock = scanner.time(), clock.hasSeconds
    else { return nil }
    local = date.start + Int64(clock.second)
    if scanner.isAtEnd || scanner.rest.hasPrefix(" (") {
      event = nil
    } else if scanner.skip(" "), scanner.rest.hasSuffix(".") || scanner.rest.contains(" the conversation ") {
      event = String(scanner.rest)
    } else {
      return nil
    }
  }
}

/// The lines of a message: text, files, edits, tapbacks.
private struct IMessageText {
  private let lines: [String]

  init(_ lines: [String]) {
    self.lines = lines
  }

  func fill(_ message: inout TranscriptMessage, _ transcript: Transcript) {
    var texts: [String] = []
    var isInTapbacks = false
    var isUnsent = false
    var tally = ReactionTally()
    /// The index of the first line of an edited text, of which each version follows the previous one.
    var editStart: Int?
    for line in lines {
      if isInTapbacks, line.hasPrefix("    "), let (key, name) = Self.tapback(line) {
        tally.add(key, by: .init(sender: transcript.sender(name)))
        continue
      }
      isInTapbacks = line == "Tapbacks:" || line == "Reactions:"
      let hasContent = !texts.isEmpty || !message.attachments.isEmpty
      if isInTapbacks || Self.remarks.contains(line) || hasContent && Self.effects.contains(line) { continue }
      if !hasContent, line == Self.deletedRemark { continue }
      if Self.isUnsent(line, by: message.sender) {
        isUnsent = true
      } else if let file = Self.file(line, transcript) {
        message.attachments.append(file)
      } else if let words = Self.words(line), message.attachments.last?.transcript == nil,
        message.attachments.last?.kind == .voice
      {
        message.attachments[message.attachments.count - 1].transcript = words
      } else if let text = Self.edit(line) {
        // The last version counts.
        message.isEdited = true
        texts.removeSubrange((editStart ?? 0)...)
        editStart = editStart ?? 0
        texts.append(text)
      } else {
        if Self.isFirstVersion(line) { editStart = texts.count }
        texts.append(line)
      }
    }
    message.reactions = tally.reactions
    let text = texts.joined(separator: "\n").trimmedEnd
    if isUnsent, text.isEmpty, message.attachments.isEmpty {
      message.kind = .deleted
    } else if let event = Self.events[text], message.attachments.isEmpty, let name = message.sender {
      message.kind = .service
      message.text = "\(name) \(event)"
    } else {
      message.text = text
    }
  }

  private static let remarks: Set<String> = ["This message responded to an earlier message."]

  /// Whether a message was in the bin of the phone.
  private static let deletedRemark = "This message was deleted from the conversation!"

  /// The ways of sending, which are on a line after the text.
  private static let effects: Set<String> = Set(
    [
      "Confetti", "Echo", "Fireworks", "Balloons", "Heart", "Lasers", "Shooting Star", "Shooting Start",
      "Sparkles", "Spotlight", "Slam", "Loud", "Gentle", "Invisible Ink",
    ].map { "Sent with \($0)" })

  /// The contents of messages that are events.
  private static let events = [
    "Started sharing location!": "started sharing their location",
    "Stopped sharing location!": "stopped sharing their location",
    "Shared location!": "shared their location",
    "SharePlay Message\nEnded": "ended SharePlay",
  ]

  /// Whether a line stands for a part that its sender has withdrawn: “You unsent this message part 3 seconds after
  /// sending!”. Older versions write “You deleted a message.” or “Mara unsent a message!”.
  private static func isUnsent(_ line: String, by sender: String?) -> Bool {
    // Older versions write “They” for everybody but the owner. A name can begin with “You”.
    let names = ["You", sender == "Me" ? nil : "They", sender]
    return names.compactMap(\.self).contains { name in
      guard line.hasPrefix("\(name) ") else { return false }
      let words = line.dropFirst(name.count + 1)
      if unsentWords.contains(String(words)) { return true }
      let (start, end) = ("unsent this message part ", " after sending!")
      guard words.hasPrefix(start), words.hasSuffix(end) else { return false }
      return isDuration(words.dropFirst(start.count).dropLast(end.count))
    }
  }

  /// Whether a line is a part of a message that is no text.
  static func isPart(_ line: String, by sender: String?, _ transcript: Transcript) -> Bool {
    file(line, transcript) != nil || isUnsent(line, by: sender)
  }

  private static let unsentWords: Set<String> = [
    "unsent this message part!", "unsent a message.", "unsent a message!", "deleted a message.",
  ]

  /// Whether a line is the first version of an edited text, which has the time of the message: “Aug 02, 2026  9:45:00 PM At
  /// eight”.
  private static func isFirstVersion(_ line: String) -> Bool {
    var scanner = ReadableTimeScanner(line.prefix(64))
    return line.first?.isLetter == true && scanner.date() != nil && scanner.skipBlanks()
      && scanner.time()?.hasSeconds == true && scanner.skip(" ")
  }

  /// Reads “Loved by Mara Lind” or “🎉 by Mara Lind”.
  private static func tapback(_ line: String) -> (key: String, name: String)? {
    if let name = stickerSender(line.trimmingCharacters(in: .whitespaces)[...]) { return ("Sticker", name) }
    guard let by = line.range(of: " by ") else { return nil }
    let word = String(line[..<by.lowerBound]).cleanName.trimmingCharacters(in: .whitespaces)
    let name = String(line[by.upperBound...]).cleanName
    guard !word.isEmpty, word.count <= 40, !name.isEmpty else { return nil }
    return (tapbacks[word] ?? word, name)
  }

  private static let tapbacks = [
    "Loved": "❤️", "Liked": "👍", "Disliked": "👎", "Laughed": "😂", "Emphasized": "‼️", "Questioned": "❓",
  ]

  /// Reads “Sticker from Mara Lind: attachments/1/wave.heic from Mara Lind” or “Sticker from Mara Lind not found!”. An effect
  /// can precede it.
  private static func stickerSender(_ line: Substring) -> String? {
    guard let rest = afterStickerSign(line) else { return nil }
    if rest.hasSuffix(" not found!") { return String(rest.dropLast(" not found!".count)).cleanName }
    guard let colon = rest.range(of: ": ") else { return nil }
    return String(rest[..<colon.lowerBound]).cleanName
  }

  private static func afterStickerSign(_ line: Substring) -> Substring? {
    let sign = "Sticker from "
    if line.begins(with: sign) { return line.dropFirst(sign.count) }
    guard let blank = line.firstIndex(of: " ") else { return nil }
    let rest = line[line.index(after: blank)...]
    return line[..<blank].allSatisfy(\.isLetter) && rest.begins(with: sign) ? rest.dropFirst(sign.count) : nil
  }

  /// Reads “Edited 1 minute, 5 seconds later: new text”. There is no duration if it is less than a second.
  private static func edit(_ line: String) -> String? {
    guard line.begins(with: "Edited ") else { return nil }
    let rest = line.dropFirst("Edited ".count)
    guard let later = rest.firstRange(ofBytes: " later: ") else { return nil }
    return isDuration(rest[..<later.lowerBound]) ? String(rest[later.upperBound...]) : nil
  }

  /// Reads “Transcription: We are at the dam”, the line after a sound.
  private static func words(_ line: String) -> Attachment.Transcript? {
    let sign = "Transcription: "
    return line.begins(with: sign) ? Attachment.Transcript(String(line.dropFirst(sign.count))) : nil
  }

  private static func isDuration(_ text: Substring) -> Bool {
    text.split(separator: ", ").allSatisfy { part in
      let words = part.split(separator: " ", omittingEmptySubsequences: false)
      return words.count == 2 && Int(words[0]) != nil
        && ["day", "hour", "minute", "second"].contains(
          words[1].hasSuffix("s") ? words[1].dropLast() : words[1])
    }
  }

  /// The words for a file that the phone does not have.
  private static let missingFiles: Set<String> = ["Attachment missing!", "Attachment missing name metadata!"]

  /// The file of a line that is a path: “attachments/1/hut.heic” for a copy beside the export, or else the path on the
  /// exporting machine, which does not exist here.
  private static func file(_ line: String, _ transcript: Transcript) -> Attachment? {
    if missingFiles.contains(line) { return Attachment(kind: .file) }
    var path = line[...]
    var isSticker = false
    if let rest = afterStickerSign(path), let colon = rest.firstRange(ofBytes: ": ") {
      isSticker = true
      path = rest[colon.upperBound...]
      if path.hasSuffix(")"), let open = path.range(of: " (", options: .backwards) {
        path = path[..<open.lowerBound]
      }
    }
    let isCopy = path.begins(with: "attachments/")
    guard isCopy || path.hasPrefix("/") || path.hasPrefix("~/"), path.utf8.count <= 1024,
      !path.hasSuffix("/"),
      let name = path.split(separator: "/").last.map(String.init), let dot = name.lastIndex(of: "."),
      name.distance(from: dot, to: name.endIndex) <= 6
    else { return nil }
    let kind = isSticker ? .sticker : MediaName.kind(of: name)
    if isCopy { return transcript.attachment(named: String(path), kind: kind, above: 1) }
    return kind != .file || path.contains("/Attachments/") ? Attachment(kind: kind, name: name) : nil
  }
}
