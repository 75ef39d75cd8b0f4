import Chats
import Foundation

/// The log of a conversation that Pidgin writes.
struct PidginLog: ExportWriter {
  enum Form: String {
    case text = "txt"
    case html
  }

  let form: Form

  var name: String { "pidgin \(form)" }
  var holds: ExportFacts { [.events, .seconds] }

  /// A message without files. Nothing is ever deleted.
  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    let isEvent = message.invites != nil
    return [
      ShownMessage(
        sentAt: time(message.sentAt), sender: isEvent ? nil : name(of: message.sender, in: chat),
        kind: isEvent ? .service : .normal, text: text(message, chat))
    ]
  }

  /// The text, after the names of files in place of their addresses.
  private func text(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    if let invites = message.invites {
      return "\(name(of: message.sender, in: chat)) invited \(name(of: invites, in: chat)) to the room."
    }
    return (message.files.map(\.name) + (message.text.isEmpty ? [] : [message.text])).joined(separator: "\n")
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let messages = chat.messages[range]
    guard let first = messages.first else { return 0 }
    let folder = folder.appendingPathComponent("logs/jabber/mara@example.org/\(chat.number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let start = WallTime(first.sentAt, in: chat.timeZone)
    let date =
      "\(start.weekday.prefix(3)) \(start.two(start.day.day)) \(start.month.prefix(3)) \(start.day.year)"
    let heading =
      "Conversation with \(chat.title) at \(date) \(start.clock) UTC on mara@example.org/home (jabber)"
    let lines = messages.map { line($0, chat) }
    let log =
      form == .text
      ? "\(heading)\n\(lines.joined())"
      : "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=UTF-8\"><title>\(escaped(heading))"
        + "</title></head><body><h3>\(escaped(heading))</h3>\n\(lines.joined())</body></html>\n"
    let offset =
      chat.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(first.sentAt / 1000))) / 60
    let zone = "\(offset < 0 ? "-" : "+")\(start.two(abs(offset) / 60))\(start.two(abs(offset) % 60))XYZ"
    let name = "\(start.date).\(start.clock.replacing(":", with: ""))\(zone).\(form.rawValue)"
    try Data(log.utf8).write(to: folder.appendingPathComponent(name))
    return messages.count
  }

  private func line(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    let clock = WallTime(message.sentAt, in: chat.timeZone).clock
    let name = name(of: message.sender, in: chat)
    let text = text(message, chat)
    let isEvent = message.invites != nil
    switch form {
    case .text: return isEvent ? "(\(clock)) \(text)\n" : "(\(clock)) \(name): \(text)\n"
    case .html where isEvent: return "<font size=\"2\">(\(clock))</font><b> \(escaped(text))</b><br/>\n"
    case .html:
      let color = message.sender == 0 ? "#16569E" : "#A82F2F"
      return "<font color=\"\(color)\"><font size=\"2\">(\(clock))</font> <b>\(escaped(name)):</b></font> "
        + "\(escaped(text).replacing("\n", with: "<br>"))<br/>\n"
    }
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
