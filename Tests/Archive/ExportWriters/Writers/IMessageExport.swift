import Chats
import Foundation

/// The text that imessage-exporter writes for a conversation.
struct IMessageExport: ExportWriter {
  /// Whether the files of messages are copied beside the text.
  let hasFiles: Bool

  var name: String { hasFiles ? "imessage" : "imessage without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [.seconds, .edited, .reactions, .deletions, .events, .albums, .captions]
    return hasFiles ? facts.union(.files) : facts
  }

  func name(of person: Int, in chat: RandomChat) -> String { person == 0 ? "Me" : chat.people[person].name }

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
    let name = message.sender == 0 ? "You" : name(of: message.sender, in: chat)
    return "\(name) added \(chat.people[message.invites ?? 0].name) to the conversation."
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    var text = ""
    for index in chat.messages[range].indices {
      let message = chat.messages[index]
      if message.invites != nil {
        text += "\(header(message, chat)) \(event(message, chat))\n\n"
        continue
      }
      text += lines(message, chat).joined(separator: "\n") + "\n\n"
      // Replies are below the message that they answer, and at their own place.
      for reply in chat.messages[range] where reply.replyTo == index {
        text +=
          lines(reply, chat).map { "    \($0.replacing("\n", with: "\n    "))" }.joined(separator: "\n")
          + "\n\n"
      }
      guard hasFiles, !message.isDeleted else { continue }
      for file in message.files {
        let path = folder.appendingPathComponent(path(file))
        try FileManager.default.createDirectory(
          at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([0xff, 0xd8, 0xff]).write(to: path)
      }
    }
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(chat.title).txt"))
    return range.count
  }

  /// For example “May 17, 2022  5:29:42 PM”.
  private func header(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    let time = WallTime(message.sentAt, in: chat.timeZone)
    let hour = (time.hour + 11) % 12 + 1
    let clock = "\(hour < 10 ? " " : "")\(hour):\(time.two(time.minute)):\(time.two(time.second))"
    return
      "\(time.month.prefix(3)) \(time.two(time.day.day)), \(time.day.year) \(clock) \(time.hour < 12 ? "AM" : "PM")"
  }

  private func lines(_ message: RandomChat.Message, _ chat: RandomChat) -> [String] {
    let name = name(of: message.sender, in: chat)
    let receipt = message.sender == 0 ? "" : " (Read by you after 1 hour, 49 seconds)"
    var lines = [header(message, chat) + receipt, name]
    if message.isDeleted {
      lines.append(message.sender == 0 ? "You unsent a message." : "\(name) unsent a message!")
      return lines
    }
    lines += message.files.flatMap { [path($0)] + ($0.words.map { ["Transcription: \($0)"] } ?? []) }
    if !message.texts[0].value.isEmpty { lines.append(message.texts[0].value) }
    lines += message.texts.dropFirst().map { "Edited 1 minute, 5 seconds later: \($0.value)" }
    if !message.reactions.isEmpty {
      lines.append("Tapbacks:")
      lines += message.reactions.map { reaction in
        "    \(reaction.emoji == "👍" ? "Liked" : "Loved") by \(self.name(of: reaction.person, in: chat))"
      }
    }
    if message.replyTo != nil { lines.append("This message responded to an earlier message.") }
    return lines
  }

  private func path(_ file: RandomChat.File) -> String {
    let ending = [Attachment.Kind.photo: "heic", .voice: "caf"][file.kind] ?? "pdf"
    let folder = hasFiles ? "attachments/7" : "/Users/mara/Library/Messages/Attachments/7a"
    return "\(folder)/\(file.name).\(ending)"
  }
}
