import Chats
import Foundation

/// The pages that a download from Instagram or Facebook contains for a chat.
struct MessengerHTMLExport: MessengerWriter {
  /// Whether the files of messages are downloaded as well.
  let hasFiles: Bool

  var name: String { hasFiles ? "messenger html" : "messenger html without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [.reactions, .deletions, .events, .albums, .captions]
    return hasFiles ? facts.union(.files) : facts
  }

  /// The newest message comes first.
  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let place = folder.appendingPathComponent("your_instagram_activity/messages/\(thread(chat))")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let blocks = chat.messages[range].reversed().map { block($0, chat) }
    let page = """
      <html><head><meta charset="utf-8"/><base href="../../../../"/><style type="text/css">body{margin:0}</style>\
      <title>\(escaped(chat.title))</title></head><body class="_5vb_"><div class="_a706" role="main">\
      \(blocks.joined())</div></body></html>
      """
    try Data(page.utf8).write(to: place.appendingPathComponent("message_1.html"))
    guard hasFiles else { return blocks.count }
    for file in chat.messages[range].filter({ !$0.isDeleted }).flatMap(\.files) {
      let path = folder.appendingPathComponent(path(file, chat))
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data([0xff, 0xd8, 0xff]).write(to: path)
    }
    return blocks.count
  }

  private func path(_ file: RandomChat.File, _ chat: RandomChat) -> String {
    let name = [.photo: "photos/\(file.name).jpg", .voice: "audio/\(file.name).mp4"][file.kind]
    return "your_instagram_activity/messages/\(thread(chat))/\(name ?? "files/\(file.name).pdf")"
  }

  private func block(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    let name = name(of: message.sender, in: chat)
    let text =
      message.invites != nil
      ? event(message, chat) : message.isDeleted ? "\(name) unsent a message" : message.text
    var parts = ["", escaped(text).replacing("\n", with: "<br/>"), "", ""]
    if !message.isDeleted, message.invites == nil {
      parts += message.files.map { file in
        let path = escaped(path(file, chat))
        let inner = file.kind == .photo ? "<img src=\"\(path)\" class=\"_a6_o _3-96\"/>" : "<div>Click</div>"
        return "<div><a target=\"_blank\" href=\"\(path)\">\(inner)</a><div></div></div>"
      }
      let reactions = message.reactions.map { reaction in
        let time = time(of: reaction.time, chat)
        return
          "<li><span>\(reaction.emoji)\(escaped(self.name(of: reaction.person, in: chat)))<span> (\(time))</span></span></li>"
      }
      if !reactions.isEmpty { parts.append("<ul class=\"_a6-q\">\(reactions.joined())</ul>") }
    }
    return """
      <div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><h2 class="_3-95 _2pim _a6-h _a6-i">\(escaped(name))</h2>\
      <div class="_3-95 _a6-p"><div>\(parts.map { "<div>\($0)</div>" }.joined())</div></div>\
      <div class="_3-94 _a6-o">\(time(of: message.sentAt, chat))</div></div>
      """
  }

  /// For example “Jun 11, 2023 1:38 pm”.
  private func time(of instant: Int64, _ chat: RandomChat) -> String {
    let time = WallTime(instant, in: chat.timeZone)
    return
      "\(time.month.prefix(3)) \(time.two(time.day.day)), \(time.day.year) \(time.twelveHours.lowercased())"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#039;")
  }
}
