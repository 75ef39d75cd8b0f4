import Chats
import Foundation

/// The HTML that DiscordChatExporter writes for a group conversation.
struct DiscordHTMLExport: DiscordWriter {
  /// Whether the files of messages are downloaded as well.
  let hasFiles: Bool

  var name: String { hasFiles ? "discord-html" : "discord-html without files" }

  /// Of reactions, the pages have only the numbers, and of edits, only that there was one.
  var holds: ExportFacts {
    let facts: ExportFacts = [
      .keys, .senderKeys, .milliseconds, .edited, .replies, .events, .albums, .captions,
    ]
    return hasFiles ? facts.union(.files) : facts
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let messages = chat.messages[range].filter { !$0.isDeleted }
    let name = "Direct Messages - Group - \(chat.number) [\(chat.number)].html"
    var groups: [String] = []
    var last: Int?
    for message in messages {
      let isFirst = message.invites != nil || message.replyTo != nil || message.sender != last
      if isFirst, !groups.isEmpty { groups[groups.count - 1] += "</div>" }
      let start = isFirst ? #"<div class="chatlog__message-group">"# : ""
      groups.append(start + container(message, chat, isFirst: isFirst, media: "\(name)_Files"))
      last = message.invites == nil ? message.sender : nil
    }
    let page = """
      <!DOCTYPE html><html lang="en"><head><title>Direct Messages - \(Self.escaped(chat.title))</title>
      <style>.chatlog__message-group{display:grid}</style></head><body>
      <div class="preamble"><div class="preamble__entries-container"><div class="preamble__entry">Direct Messages</div>
      <div class="preamble__entry">Group / \(Self.escaped(chat.title))</div></div></div>
      <div class="chatlog">\(groups.joined(separator: "\n"))\(groups.isEmpty ? "" : "</div>")</div>
      <div class="postamble"><div class="postamble__entry">Exported \(messages.count) message(s)</div></div>
      </body></html>
      """
    if hasFiles { try writeFiles(of: messages, to: folder.appendingPathComponent("\(name)_Files")) }
    try Data(page.utf8).write(to: folder.appendingPathComponent(name))
    return messages.count
  }

  private func author(_ person: Int, _ chat: RandomChat, class name: String) -> String {
    let (key, shown) = (chat.people[person].key, Self.escaped(chat.people[person].name))
    return #"<span class="\#(name)" title="account\#(key)" data-user-id="\#(key)">\#(shown)</span>"#
  }

  private func container(
    _ message: RandomChat.Message, _ chat: RandomChat, isFirst: Bool, media: String
  ) -> String {
    let id = id(message)
    let body = message.invites == nil ? primary(message, chat, isFirst, media) : event(message, chat)
    return
      ##"<div id="chatlog__message-container-\##(id)" class="chatlog__message-container " data-message-id="\##(id)">"##
      + #"<div class="chatlog__message"><div class="chatlog__message-aside"></div>"#
      + #"<div class="chatlog__message-primary">\#(body)</div></div></div>"#
  }

  private func event(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    let invited = Self.escaped(chat.people[message.invites ?? 0].name)
    return author(message.sender, chat, class: "chatlog__system-notification-author")
      + "<span> </span><span class=\"chatlog__system-notification-content\"><span>added </span>"
      + "<a class=\"chatlog__system-notification-link\" title=\"x\">\(invited)</a><span> to the group.</span></span>"
  }

  private func primary(
    _ message: RandomChat.Message, _ chat: RandomChat, _ isFirst: Bool, _ media: String
  ) -> String {
    var body = ""
    if let target = message.replyTo.map({ chat.messages[$0] }) {
      body += "<div class=\"chatlog__reply\"><div class=\"chatlog__reply-author\" title=\"x\">x</div>"
      body += "<div class=\"chatlog__reply-content\"><span class=\"chatlog__reply-link\" "
      body += "onclick=\"scrollToMessage(event, '\(id(target))')\">quoted</span></div></div>"
    }
    if isFirst {
      body += "<div class=\"chatlog__header\">\(author(message.sender, chat, class: "chatlog__author"))</div>"
    }
    let isEdited = message.editedAt != nil
    if !message.text.isEmpty || isEdited {
      let edited = "<span class=\"chatlog__edited-timestamp\" title=\"3/1/2024 9:00 AM\">(edited)</span>"
      body += "<div class=\"chatlog__content chatlog__markdown\"><span class=\"chatlog__markdown-preserve\">"
      body += "\(Self.linked(message.text))</span>\(isEdited ? edited : "")</div>"
    }
    body += message.files.map { attachment($0, media) }.joined()
    let groups = Dictionary(grouping: message.reactions, by: \.emoji).sorted { $0.key < $1.key }
    body += groups.map { emoji, all in
      #"<div class="chatlog__reaction" title="code"><img class="chatlog__emoji" alt="\#(emoji)" src="e.svg">"#
        + "<span class=\"chatlog__reaction-count\">\(all.count)</span></div>"
    }.joined()
    return body
  }

  private func attachment(_ file: RandomChat.File, _ media: String) -> String {
    let name = fileName(file)
    let place =
      hasFiles
      ? "\(media.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? media)/\(name)"
      : "https://cdn.example.org/\(name)"
    let content =
      switch file.kind {
      case .photo:
        #"<a href="\#(place)"><img class="chatlog__attachment-media" src="\#(place)" title="Image: \#(name) (3 bytes)"></a>"#
      case .voice:
        #"<audio class="chatlog__attachment-media"><source src="\#(place)" title="Audio: \#(name) (3 bytes)"></audio>"#
      default:
        #"<div class="chatlog__attachment-generic-name"><a href="\#(place)"> \#(name) </a></div>"#
      }
    return "<div class=\"chatlog__attachment \">\(content)</div>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  private static func linked(_ text: String) -> String {
    escaped(text).replacing(/https:\/\/\S+/) { "<a href=\"\($0.output)\">\($0.output)</a>" }
  }
}
