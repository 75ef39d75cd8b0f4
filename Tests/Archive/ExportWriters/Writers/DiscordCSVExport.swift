import Chats
import Foundation

/// The CSV that DiscordChatExporter writes for a group conversation.
struct DiscordCSVExport: DiscordWriter {
  /// Whether the files of messages are downloaded as well.
  let hasFiles: Bool

  var name: String { hasFiles ? "discord-csv" : "discord-csv without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [.milliseconds, .senderKeys, .events, .albums, .captions]
    return hasFiles ? facts.union(.files) : facts
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let messages = chat.messages[range].filter { !$0.isDeleted }
    let name = "Direct Messages - Group - \(chat.title) [\(chat.number)].csv"
    let rows = messages.map { row($0, chat, media: "\(name)_Files") }
    let text = "AuthorID,Author,Date,Content,Attachments,Reactions\r\n" + rows.joined()
    if hasFiles { try writeFiles(of: messages, to: folder.appendingPathComponent("\(name)_Files")) }
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    return messages.count
  }

  private func row(_ message: RandomChat.Message, _ chat: RandomChat, media: String) -> String {
    let sentAt = sentAt(message)
    let time = WallTime(sentAt, in: chat.timeZone)
    let seconds = chat.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(sentAt / 1000)))
    let (hours, minutes) = (time.two(abs(seconds) / 3600), time.two(abs(seconds) / 60 % 60))
    let fraction = String(1000 + sentAt % 1000).dropFirst()
    let zone = "\(seconds < 0 ? "-" : "+")\(hours):\(minutes)"
    let text = message.invites.map { "Added \(chat.people[$0].name) to the group." } ?? message.text
    let files = message.files.map { file in
      hasFiles ? "\(media)/\(fileName(file))" : "https://cdn.example.org/\(fileName(file))"
    }
    let groups = Dictionary(grouping: message.reactions, by: \.emoji).sorted { $0.key < $1.key }
    let person = chat.people[message.sender]
    let fields = [
      "\(person.key)", person.name, "\(time.date)T\(time.clock).\(fraction)0000\(zone)", text,
      files.joined(separator: ","), groups.map { "\($0) (\($1.count))" }.joined(separator: ","),
    ]
    return fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\r\n"
  }
}
