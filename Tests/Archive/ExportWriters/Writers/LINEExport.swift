import Chats
import Foundation

/// The chat history that LINE saves.
struct LINEExport: ExportWriter {
  let name = "line"
  let holds: ExportFacts = [.deletions, .events]

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      guard message.invites != nil else { return shown }
      var shown = shown
      shown.sender = nil
      shown.text = event(message, chat)
      return shown
    }
  }

  private func event(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    "\(name(of: message.sender, in: chat)) invited \(name(of: message.invites ?? 0, in: chat)) to the group."
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    var lines = ["Chat history with \(chat.title)", "Saved on: 03/18/2025, 10:20", ""]
    var day = ""
    var count = 0
    for message in chat.messages[range] {
      let time = WallTime(message.sentAt, in: chat.timeZone)
      let date = "\(time.two(time.day.month))/\(time.two(time.day.day))/\(time.day.year)"
      if date != day {
        lines += (day.isEmpty ? [] : [""]) + ["\(time.weekday.prefix(3)), \(date)"]
        day = date
      }
      let bodies = bodies(message, chat)
      lines += bodies.map { "\(time.two(time.hour)):\(time.two(time.minute))\t\($0)" }
      count += bodies.count
    }
    let text = lines.map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: folder.appendingPathComponent("[LINE] Chat with \(chat.title).txt"))
    return count
  }

  /// The lines after the time, one for each record.
  private func bodies(_ message: RandomChat.Message, _ chat: RandomChat) -> [String] {
    if message.invites != nil { return [event(message, chat)] }
    let name = name(of: message.sender, in: chat)
    if message.isDeleted {
      return Array(repeating: "\(name) unsent a message.", count: recordCount(of: message))
    }
    let files = message.files.map { [.photo: "[Photo]", .voice: "[Voice message]"][$0.kind] ?? "[File]" }
    let text =
      message.text.contains("\n") ? "\"\(message.text.replacing("\"", with: "\"\""))\"" : message.text
    return (files + (text.isEmpty ? [] : [text])).map { "\(name)\t\($0)" }
  }
}
