import Chats
import Foundation

/// The chat.md that signal-export writes for a conversation of Signal.
struct SignalMarkdownExport: ExportWriter {
  let name = "signal-export"
  let holds: ExportFacts = [.seconds, .reactions, .deletions, .events, .albums, .captions, .files]

  func name(of person: Int, in chat: RandomChat) -> String { person == 0 ? "Me" : chat.people[person].name }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if message.invites != nil {
        shown.sender = nil
        shown.text = event(message, chat)
      } else if let quote = quote(message, chat), !message.isDeleted {
        shown.text = shown.text.isEmpty ? quote : "\(quote)\n\(shown.text)"
      }
      return shown
    }
  }

  private func event(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    "\(name(of: message.sender, in: chat)) added \(name(of: message.invites ?? 0, in: chat))"
  }

  /// The quotation is a part of the text.
  private func quote(_ message: RandomChat.Message, _ chat: RandomChat) -> String? {
    guard let target = message.replyTo else { return nil }
    return chat.messages[target].texts[0].value.split(separator: "\n").first.map(String.init)
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let folder = folder.appendingPathComponent(chat.title)
    let media = folder.appendingPathComponent("media")
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
    var text = ""
    for message in chat.messages[range] {
      let time = WallTime(message.sentAt, in: chat.timeZone)
      let name = message.invites == nil ? name(of: message.sender, in: chat) : "No-Sender"
      text += "[\(time.date) \(time.clock)] \(name): \(body(message, chat))  \n"
      guard !message.isDeleted else { continue }
      for file in message.files {
        try Data([0xff, 0xd8, 0xff]).write(to: media.appendingPathComponent(fileName(file)))
      }
    }
    try Data(text.utf8).write(to: folder.appendingPathComponent("chat.md"))
    return range.count
  }

  private func body(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    if message.invites != nil { return event(message, chat) }
    if message.isDeleted { return "(This message was deleted)" }
    var body = quote(message, chat).map { "\n\n> \($0)\n\n" } ?? ""
    body += message.text
    if !message.reactions.isEmpty {
      let all = message.reactions.map { "\(name(of: $0.person, in: chat)): \($0.emoji)" }
      body += "\n(- \(all.joined(separator: ", ")) -)"
    }
    for file in message.files {
      let mark = file.kind == .photo ? "!" : ""
      body += "  \(mark)[\(fileName(file))](./media/\(fileName(file)))"
    }
    return body
  }

  private func fileName(_ file: RandomChat.File) -> String {
    "\(file.name)\([.photo: ".jpg", .voice: "-ptt.opus"][file.kind] ?? ".pdf")"
  }
}
