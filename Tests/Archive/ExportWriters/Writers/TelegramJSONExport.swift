import Chats
import Foundation

/// The result.json that Telegram Desktop writes for one chat, or for an account.
struct TelegramJSONExport: ExportWriter {
  /// Whether the files of messages are exported as well.
  var hasFiles = true
  /// The index of the person whose account is exported; nil for the export of one chat, which tells no owner. In a chat of
  /// two people, it is always the first one, because the other one's chat has another number.
  var account: Int?
  /// Whether all exports have one of the chat's first messages, by which its pages (HTML) recognize it.
  var isFromBeginning = false

  var name: String {
    account.map { "telegram of account \($0)" } ?? (hasFiles ? "telegram" : "telegram without files")
  }

  var holds: ExportFacts {
    let facts: ExportFacts = [
      .keys, .senderKeys, .seconds, .edited, .editTimes, .reactions, .replies, .events, .albums, .captions,
    ]
    return hasFiles ? facts.union(.files) : facts
  }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if let invites = message.invites {
        shown.text = "\(chat.people[message.sender].name) invited \(chat.people[invites].name)"
      }
      return shown
    }
  }

  func fitted(_ range: Range<Int>, in chat: RandomChat) -> Range<Int> {
    isFromBeginning ? chat.rangeFromBeginning(to: range) : range
  }

  var brokenRecord: JSON? {
    ["id": 1, "type": "message", "date": "never", "date_unixtime": "never", "text": "x"]
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let records = chat.messages[range].filter { !$0.isDeleted }.flatMap { self.records($0, chat) }
    let exported: JSON = [
      "name": .string(chat.title), "type": chat.isDirect ? "personal_chat" : "private_supergroup",
      "id": .number(chat.isDirect ? chat.partner.key : chat.number), "messages": list(records, of: chat),
    ]
    let file = folder.appendingPathComponent("result.json")
    let owner = account.map { chat.people[chat.isDirect ? 0 : $0] }
    let export: JSON =
      owner.map { owner in
        [
          "personal_information": [
            "user_id": .number(owner.key), "first_name": .string(owner.name), "last_name": "",
          ], "chats": ["list": .array([exported])],
        ]
      } ?? exported
    try Data(export.text.utf8).write(to: file)
    return records.count
  }

  /// One record, or one for each picture of an album.
  private func records(_ message: RandomChat.Message, _ chat: RandomChat) -> [JSON] {
    var first = head(message.key, message, chat)
    if let invites = message.invites {
      first.add("action", "invite_members")
      first.add("members", [.string(chat.people[invites].name)])
      add("", to: &first)
      return [first]
    }
    if let editedAt = message.editedAt { add("edited", editedAt, chat, to: &first) }
    addReply(message, chat, to: &first)
    if let file = message.files.first { add(file, to: &first) }
    add(message.text, to: &first)
    if !message.reactions.isEmpty { first.add("reactions", reactions(message, chat)) }
    let rest = message.files.enumerated().dropFirst().map { index, file in
      var record = head(message.key + index, message, chat)
      addReply(message, chat, to: &record)
      add(file, to: &record)
      add("", to: &record)
      return record
    }
    return [first] + rest
  }

  private func head(_ key: Int, _ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    let isEvent = message.invites != nil
    let sender = chat.people[message.sender]
    var record: JSON = ["id": .number(key), "type": isEvent ? "service" : "message"]
    add("date", message.sentAt, chat, to: &record)
    record.add(isEvent ? "actor" : "from", .string(sender.name))
    record.add(isEvent ? "actor_id" : "from_id", "user\(sender.key)")
    return record
  }

  private func add(_ key: String, _ instant: Int64, _ chat: RandomChat, to record: inout JSON) {
    let time = WallTime(instant, in: chat.timeZone)
    record.add(key, "\(time.date)T\(time.clock)")
    record.add("\(key)_unixtime", "\(instant / 1000)")
  }

  private func addReply(_ message: RandomChat.Message, _ chat: RandomChat, to record: inout JSON) {
    if let target = message.replyTo {
      record.add("reply_to_message_id", .number(chat.messages[target].key))
    }
  }

  private func add(_ file: RandomChat.File, to record: inout JSON) {
    let missing = "(File not included. Change data exporting settings to download.)"
    switch file.kind {
    case .photo:
      record.add("photo", .string(hasFiles ? "photos/\(file.name).jpg" : missing))
      record.add("width", 640)
      record.add("height", 480)
    case .voice:
      record.add("file", .string(hasFiles ? "voice_messages/\(file.name).ogg" : missing))
      record.add("media_type", "voice_message")
      record.add("duration_seconds", 7)
    default:
      record.add("file", .string(hasFiles ? "files/\(file.name).pdf" : missing))
      record.add("file_name", "\(file.name).pdf")
      record.add("mime_type", "application/pdf")
    }
  }

  /// Links are pieces of their own.
  private func add(_ text: String, to record: inout JSON) {
    let link = text.range(of: #"https://\S+"#, options: .regularExpression)
    let pieces: [(type: String, text: Substring)] =
      link.map { [("plain", text[..<$0.lowerBound]), ("link", text[$0]), ("plain", text[$0.upperBound...])] }
      ?? [("plain", text[...])]
    let entities = pieces.filter { !$0.text.isEmpty }.map { piece -> JSON in
      ["type": .string(piece.type), "text": .string(String(piece.text))]
    }
    record.add("text", link == nil ? .string(text) : .array(entities))
    record.add("text_entities", .array(entities))
  }

  private func reactions(_ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    let groups = Dictionary(grouping: message.reactions, by: \.emoji).sorted { $0.key < $1.key }
    return .array(
      groups.map { emoji, all in
        let recent = all.map { reaction -> JSON in
          let person = chat.people[reaction.person]
          var record: JSON = ["from": .string(person.name), "from_id": "user\(person.key)"]
          record.add("date", .string(WallTime(reaction.time, in: chat.timeZone).date + "T00:00:00"))
          record.add("date_unixtime", "\(reaction.time / 1000)")
          return record
        }
        return [
          "type": "emoji", "count": .number(all.count), "emoji": .string(emoji), "recent": .array(recent),
        ]
      })
  }
}
