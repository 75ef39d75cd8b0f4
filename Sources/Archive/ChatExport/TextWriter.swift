import ChatStore
import Chats
import Foundation

/// Writes a chat as plain text. docs/EXPORTS.md describes the form, which is the same in every language.
struct TextWriter: ExportWriter {
  private let chat: WholeChat
  private let survey: SpanSurvey
  private let options: ExportOptions
  private let files: ExportFiles
  private var clock: LocalClock

  /// Precedes each line of a message but the first.
  private static let indent = "    "

  init(_ chat: WholeChat, _ survey: SpanSurvey, _ options: ExportOptions, _ files: ExportFiles) {
    self.chat = chat
    self.survey = survey
    self.options = options
    self.files = files
    clock = LocalClock(options.timeZone)
  }

  mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append("\(Self.line(chat.title))\n")
    let count = survey.count == 1 ? "1 message" : "\(survey.count) messages"
    if let times = survey.times {
      let (first, last) = (clock.reading(times.lowerBound).date, clock.reading(times.upperBound).date)
      bytes.append("\(count), \(first == last ? first : "\(first) to \(last)")")
    } else {
      bytes.append(count)
    }
    bytes.append(", times of \(options.timeZone.identifier)\n\n")
  }

  mutating func add(_ exported: WholeMessage, _ bytes: inout [UInt8]) {
    let message = exported.message
    let reading = clock.reading(message.sentAt)
    var lines = Self.lines(message.text)
    let sender = message.sender.map { Self.line($0.name) }
    bytes.append("[\(reading.date) \(reading.clock)] ")
    switch message.kind {
    case .service, .gap, .note:
      bytes.append("* ")
      if message.kind == .gap { lines.append(Self.gap(message.details.gap)) }
    case .action: bytes.append("* \(sender ?? "Unknown") ")
    case .normal: bytes.append("\(sender ?? Self.line(chat.title)): ")
    case .deleted:
      bytes.append("\(sender ?? "Unknown"): ")
      lines.insert("[deleted message]", at: 0)
    case .unsupported:
      bytes.append("\(sender ?? "Unknown"): ")
      lines.insert("[unsupported message]", at: 0)
    }
    lines += parts(of: exported)
    // An empty line also belongs to the message.
    if let first = lines.first { bytes.append(first) }
    bytes.append("\n")
    for line in lines.dropFirst() { bytes.append("\(Self.indent)\(line)\n") }
  }

  func end(_ bytes: inout [UInt8]) {}

  // MARK: Parts

  /// The parts of a message other than its text, each in brackets on a separate line.
  private mutating func parts(of exported: WholeMessage) -> [String] {
    let message = exported.message
    var parts: [String] = []
    if let reply = message.reply {
      let name = reply.sender.map { Self.line($0.name) } ?? "a message"
      let words = reply.excerpt.isEmpty ? "" : ": \(Self.line(reply.excerpt))"
      parts.append("[in reply to \(name)\(words)]")
    }
    if let forward = message.details.forward {
      let time = forward.sentAt.map { ", \(stamp($0))" } ?? ""
      parts.append("[forwarded from \(Self.line(forward.name))\(time)]")
    }
    if let bot = message.details.bot { parts.append("[via @\(Self.line(bot))]") }
    for attachment in message.attachments {
      parts.append("[\(describe(attachment))]")
      if let transcript = attachment.transcript { parts.append("[said: \(Self.line(transcript.text))]") }
    }
    if let content = message.details.content { parts += describe(content) }
    for reaction in message.reactions {
      let names = reaction.people.map { Self.line($0.name) }.joined(separator: ", ")
      parts.append(
        "[\(Self.line(reaction.key)) \(reaction.count)\(names.isEmpty ? "" : ": \(names)")]")
    }
    for edit in exported.edits {
      parts.append("[until \(stamp(edit.replacedAt)): \(Self.line(edit.text))]")
    }
    if let editedAt = message.editedAt { parts.append("[edited \(stamp(editedAt))]") }
    return parts
  }

  private mutating func stamp(_ instant: Int64) -> String {
    let reading = clock.reading(instant)
    return "\(reading.date) \(reading.clock)"
  }

  private func describe(_ attachment: Attachment) -> String {
    var words = [ExportKind.name(attachment.kind).replacing("_", with: " ")]
    if attachment.isSpoiler { words.append("hidden") }
    if let name = attachment.name { words.append(Self.line(name)) }
    if let width = attachment.width, let height = attachment.height { words.append("\(width)x\(height)") }
    if let duration = attachment.duration { words.append("\(duration / 1000) s") }
    if let size = attachment.byteCount { words.append("\(size) bytes") }
    if let place = files.place(attachment.path) { words.append(Self.line(place)) }
    return words.joined(separator: ", ")
  }

  private func describe(_ content: Message.Content) -> [String] {
    switch content {
    case .poll(let poll):
      let options = poll.options.map { option in
        let votes = option.votes.map { " (\($0))" } ?? ""
        return "[\(option.isChosen ? "x" : " ")] \(Self.line(option.text))\(votes)"
      }
      return ["[\(poll.isClosed ? "closed poll" : "poll"): \(Self.line(poll.question))]"] + options
    case .place(let place):
      let names = [place.name, place.address].compactMap(\.self).map(Self.line)
      let words = ["\(place.latitude) \(place.longitude)"] + names
      return ["[\(place.isLive ? "live place" : "place"): \(words.joined(separator: ", "))]"]
    case .contact(let contact):
      let words = [contact.name, contact.phone].compactMap(\.self).map(Self.line)
      return ["[contact: \(words.joined(separator: ", "))]"]
    case .call(let call):
      let duration = call.duration.map { ", \($0) s" } ?? ""
      return ["[\(call.isGroup ? "group call" : "call"), \(call.outcome.rawValue)\(duration)]"]
    }
  }

  private static func gap(_ gap: Gap?) -> String {
    guard let count = gap?.count else { return "[missing messages]" }
    return "[\(gap?.isExact == true ? "" : "about ")\(count) missing messages]"
  }

  // MARK: Lines

  /// The lines of a text, split at all line ends of Unicode. Other control characters for terminals are left out.
  static func lines(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = [String.UnicodeScalarView()]
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\n", "\r", "\u{0b}", "\u{0c}", "\u{85}", "\u{2028}", "\u{2029}": lines.append(.init())
      case "\t": lines[lines.count - 1].append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: lines[lines.count - 1].append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return lines.map { String($0) }
  }

  /// A name or similar text on one line.
  static func line(_ text: String) -> String { lines(text).joined(separator: " ") }
}
