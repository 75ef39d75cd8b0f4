import Chats
import Foundation

/// The messages.json of Skype's data export, with one conversation.
struct SkypeExport: ExportWriter {
  let name = "skype"
  /// Without events and reactions, in which people who wrote nothing have only a number.
  let holds: ExportFacts = [
    .keys, .senderKeys, .milliseconds, .edited, .editTimes, .replies, .deletions,
  ]

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      // Only a text can quote a message.
      if !shown.files.isEmpty { shown.replyTo = nil }
      return shown
    }
  }

  var brokenRecord: JSON? { ["id": "x", "messagetype": "RichText", "content": "x"] }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    // The newest messages are first.
    let all = chat.messages[range].flatMap { $0.invites == nil ? records($0, chat) : [] }.reversed()
    let export: JSON = [
      "userId": .string(key(of: 0, in: chat)), "exportDate": "2026-01-01T00:00",
      "conversations": [
        [
          "id": .string(id(of: chat)), "displayName": .string(chat.title), "version": 1, "properties": nil,
          "threadProperties": nil, "MessageList": list(Array(all), of: chat),
        ]
      ],
    ]
    try Data(export.text.utf8).write(to: folder.appendingPathComponent("\(chat.number).json"))
    return all.count
  }

  private func id(of chat: RandomChat) -> String {
    chat.isDirect ? key(of: 1, in: chat) : "19:\(chat.number)@thread.skype"
  }

  private func key(of person: Int, in chat: RandomChat) -> String { "8:live:p\(chat.people[person].key)" }

  private func key(of message: RandomChat.Message, _ part: Int, in chat: RandomChat) -> String {
    "\(chat.number)0\(message.key)\(part)"
  }

  private func records(_ message: RandomChat.Message, _ chat: RandomChat) -> [JSON] {
    (0..<recordCount(of: message)).map { index in
      let isFile = index < message.files.count
      let type = isFile ? "RichText/Media_GenericFile" : "RichText"
      let record: JSON = [
        "id": .string(key(of: message, index, in: chat)),
        "displayName": .string(chat.people[message.sender].name),
        "originalarrivaltime": .string(time(message.sentAt)), "messagetype": .string(type), "version": 1,
        "content": .string(
          message.isDeleted ? "" : isFile ? file(message.files[index]) : content(message, chat)),
        "conversationid": .string(id(of: chat)), "from": .string(key(of: message.sender, in: chat)),
      ]
      return record
    }
  }

  private func time(_ instant: Int64) -> String {
    let time = WallTime(instant, in: .gmt)
    return "\(time.date)T\(time.clock).\(String(1000 + instant % 1000).dropFirst())Z"
  }

  private func content(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    var content = ""
    if let target = message.replyTo {
      content +=
        "<quote author=\"x\" authorname=\"x\" conversation=\"\(id(of: chat))\" messageid=\""
        + "\(key(of: chat.messages[target], 0, in: chat))\" cuid=\"1\"><legacyquote>[1] x: </legacyquote>quoted"
        + "<legacyquote>\n\n&lt;&lt;&lt; </legacyquote></quote>"
    }
    content += escaped(message.text)
    if let editedAt = message.editedAt {
      content += "<e_m ts=\"1\" ts_ms=\"\(editedAt)\" a=\"x\" t=\"61\"></e_m>"
    }
    return content
  }

  private func file(_ file: RandomChat.File) -> String {
    let (type, ending) =
      [.photo: ("Picture.1", "jpg"), .voice: ("Audio.1/Message.1", "mp4")][file.kind] ?? ("File.1", "pdf")
    return
      "<URIObject type=\"\(type)\" uri=\"https://api.asm.skype.com/v1/objects/0-weu-\(file.name)\">To view this, "
      + "go to: <a href=\"https://login.skype.com/x\">https://login.skype.com/x</a>"
      + "<OriginalName v=\"\(file.name).\(ending)\"></OriginalName><FileSize v=\"3\"></FileSize></URIObject>"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("'", with: "&apos;").replacing("\"", with: "&quot;")
  }
}
