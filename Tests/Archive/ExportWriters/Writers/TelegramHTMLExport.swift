import Chats
import Foundation

/// The messages.html that Telegram Desktop writes for one chat.
struct TelegramHTMLExport: ExportWriter {
  /// Whether the files of messages are exported as well.
  let hasFiles: Bool

  var name: String { hasFiles ? "telegram html" : "telegram html without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [.keys, .seconds, .reactions, .replies, .events, .albums, .captions]
    return hasFiles ? facts.union(.files) : facts
  }

  /// A page does not contain the number of its chat. It is the same chat if both exports have one of the first messages.
  func fitted(_ range: Range<Int>, in chat: RandomChat) -> Range<Int> { chat.rangeFromBeginning(to: range) }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      guard message.invites != nil else { return shown }
      var shown = shown
      shown.sender = nil
      shown.text = sentence(message, chat)
      // Events have no time. They get that of a message of the same day.
      shown.tolerance = 1000 * Int64(CivilDate.secondsPerDay)
      return shown
    }
  }

  private func sentence(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    "\(name(of: message.sender, in: chat)) invited \(name(of: message.invites ?? 0, in: chat))"
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    var rows: [String] = []
    var count = 0
    var last: (day: String, sender: Int?) = ("", nil)
    for message in chat.messages[range] where !message.isDeleted {
      let time = WallTime(message.sentAt, in: chat.timeZone)
      let day = "\(time.day.day) \(time.month) \(time.day.year)"
      if day != last.day {
        rows.append(service(day, id: "-\(rows.count + 1)"))
        last = (day, nil)
      }
      if message.invites != nil {
        rows.append(service(Self.escaped(sentence(message, chat)), id: "\(message.key)"))
        last.sender = nil
        count += 1
        continue
      }
      for index in 0..<max(1, message.files.count) {
        rows.append(record(message, index, chat, at: time, isJoined: last.sender == message.sender))
        last.sender = message.sender
        count += 1
      }
    }
    let page = """
      <!DOCTYPE html>
      <html>
       <head><meta charset="utf-8"/><title>Exported Data</title><link href="css/style.css" rel="stylesheet"/></head>
       <body onload="CheckLocation();">
        <div class="page_wrap">
         <div class="page_header"><div class="content"><div class="text bold">
      \(Self.escaped(chat.title))
         </div></div></div>
         <div class="page_body chat_page"><div class="history">
      \(rows.joined(separator: "\n"))
         </div></div>
        </div>
       </body>
      </html>
      """
    try Data(page.utf8).write(to: folder.appendingPathComponent("messages.html"))
    return count
  }

  private func service(_ text: String, id: String) -> String {
    "<div class=\"message service\" id=\"message\(id)\"><div class=\"body details\">\n\(text)\n</div></div>"
  }

  /// - Parameter index: The index of one of the message's files. The first one has the caption and the reactions.
  private func record(
    _ message: RandomChat.Message, _ index: Int, _ chat: RandomChat, at time: WallTime, isJoined: Bool
  ) -> String {
    let offset = chat.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(message.sentAt / 1000)))
    let zone =
      "UTC\(offset < 0 ? "-" : "+")\(time.two(abs(offset) / 3600)):\(time.two(abs(offset) / 60 % 60))"
    let date = "\(time.two(time.day.day)).\(time.two(time.day.month)).\(time.day.year)"
    var body = "<div class=\"pull_right date details\" title=\"\(date) \(time.clock) \(zone)\">\n-\n</div>\n"
    if !isJoined {
      body += "<div class=\"from_name\">\n\(Self.escaped(name(of: message.sender, in: chat))) \n</div>\n"
    }
    if let target = message.replyTo.map({ chat.messages[$0].key }) {
      body += "<div class=\"reply_to details\">\nIn reply to <a href=\"#go_to_message\(target)\" "
      body += "onclick=\"return GoToMessage(\(target))\">this message</a>\n</div>\n"
    }
    if index < message.files.count {
      body += "<div class=\"media_wrap clearfix\">\n\(media(message.files[index]))\n</div>\n"
    }
    if index == 0, !message.text.isEmpty {
      body += "<div class=\"text\">\n\(Self.linked(message.text))\n</div>\n"
    }
    if index == 0, !message.reactions.isEmpty {
      body += "<span class=\"reactions\">\(reactions(message, chat))</span>\n"
    }
    return """
      <div class="message default clearfix\(isJoined ? " joined" : "")" id="message\(message.key + index)">
      <div class="body">
      \(body)</div></div>
      """
  }

  private func media(_ file: RandomChat.File) -> String {
    func entry(_ kind: String, _ title: String, _ status: String, _ link: String) -> String {
      let (tag, target) = hasFiles ? ("a", " href=\"\(link)\"") : ("div", "")
      let missing =
        "<div class=\"description\">Not included, change data exporting settings to download.</div>"
      return """
        <\(tag) class="media clearfix pull_left \(kind)"\(target)><div class="fill pull_left"></div><div class="body">
        <div class="title bold">\(title)</div>\(hasFiles ? "" : missing)<div class="status details">\(status)</div>
        </div></\(tag)>
        """
    }
    switch file.kind {
    case .photo where hasFiles:
      return """
        <a class="photo_wrap clearfix pull_left" href="photos/\(file.name).jpg"><img class="photo" \
        src="photos/\(file.name)_thumb.jpg" style="width: 260px; height: 195px"/></a>
        """
    case .photo: return entry("media_photo", "Photo", "640x480, 100.5 KB", "")
    case .voice:
      return entry("media_voice_message", "Voice message", "00:07", "voice_messages/\(file.name).ogg")
    default: return entry("media_file", "\(file.name).pdf", "12.0 KB", "files/\(file.name).pdf")
    }
  }

  private func reactions(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    Dictionary(grouping: message.reactions, by: \.emoji).sorted { $0.key < $1.key }.map { emoji, all in
      let people = all.map { reaction in
        let name = Self.escaped(name(of: reaction.person, in: chat))
        return "<div class=\"userpic\"><div class=\"initials\" title=\"\(name)\">\nJ\n</div></div>"
      }
      return """
        <span class="reaction"><span class="emoji">
        \(emoji)
        </span><span class="userpics">\(people.joined())</span></span>
        """
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("\n", with: "<br>")
  }

  private static func linked(_ text: String) -> String {
    escaped(text).replacing(/https:\/\/\S+/) { "<a href=\"\($0.output)\">\($0.output)</a>" }
  }
}
