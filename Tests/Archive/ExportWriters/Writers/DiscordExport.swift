import Chats
import Foundation

/// The JSON that DiscordChatExporter writes for a channel or a conversation.
struct DiscordExport: DiscordWriter {
  /// Whether the files of messages are downloaded as well.
  let hasFiles: Bool

  var name: String { hasFiles ? "discord" : "discord without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [
      .keys, .senderKeys, .milliseconds, .edited, .editTimes, .reactions, .replies, .events, .albums,
      .captions,
    ]
    return hasFiles ? facts.union(.files) : facts
  }

  var brokenRecord: JSON? { ["id": "x", "type": "Default", "content": "x"] }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let messages = chat.messages[range].filter { !$0.isDeleted }
    let name = "\(chat.number).json"
    let export: JSON = [
      "guild": ["id": chat.isDirect ? "0" : "900", "name": chat.isDirect ? "Direct Messages" : "Walkers"],
      "channel": [
        "id": "\(chat.number)", "type": chat.isDirect ? "DirectTextChat" : "DirectGroupTextChat",
        "categoryId": nil, "category": nil, "name": .string(chat.title), "topic": nil,
      ],
      "messages": list(messages.map { record($0, chat, media: "\(name)_Files") }, of: chat),
    ]
    if hasFiles { try writeFiles(of: messages, to: folder.appendingPathComponent("\(name)_Files")) }
    let file = folder.appendingPathComponent(name)
    try Data(export.text.utf8).write(to: file)
    return messages.count
  }

  private func record(_ message: RandomChat.Message, _ chat: RandomChat, media: String) -> JSON {
    let type = message.invites != nil ? "RecipientAdd" : message.replyTo != nil ? "Reply" : "Default"
    var record: JSON = [
      "id": .string(id(message)), "type": .string(type),
      "timestamp": .string(time(sentAt(message), chat)),
      "timestampEdited": message.editedAt.map { .string(time($0 + Self.shift, chat)) } ?? nil,
      "callEndedTimestamp": nil, "isPinned": false,
      "content": message.invites.map { "Added \(chat.people[$0].name) to the group." }
        ?? .string(message.text),
      "author": person(message.sender, chat), "embeds": [], "stickers": [],
    ]
    record.add("attachments", .array(message.files.map { attachment($0, media: media) }))
    record.add("reactions", reactions(message, chat))
    record.add("mentions", [])
    if let target = message.replyTo {
      record.add(
        "reference", ["messageId": .string(id(chat.messages[target])), "channelId": "\(chat.number)"])
    }
    return record
  }

  /// For example “2024-03-01T10:00:00.123+01:00”.
  private func time(_ instant: Int64, _ chat: RandomChat) -> String {
    let time = WallTime(instant, in: chat.timeZone)
    let fraction = String(1000 + instant % 1000).dropFirst()
    let offset = chat.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant / 1000))) / 60
    let (hours, minutes) = (time.two(abs(offset) / 60), time.two(abs(offset) % 60))
    return "\(time.date)T\(time.clock).\(fraction)\(offset < 0 ? "-" : "+")\(hours):\(minutes)"
  }

  private func person(_ person: Int, _ chat: RandomChat) -> JSON {
    let key = chat.people[person].key
    return [
      "id": "\(key)", "name": "account\(key)", "discriminator": "0000",
      "nickname": .string(chat.people[person].name), "isBot": false,
    ]
  }

  private func attachment(_ file: RandomChat.File, media: String) -> JSON {
    let place = hasFiles ? "\(media)/\(fileName(file))" : "https://cdn.example.org/\(fileName(file))"
    return [
      "id": .string(file.name), "url": .string(place), "fileName": .string(fileName(file)),
      "fileSizeBytes": 3,
    ]
  }

  private func reactions(_ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    let groups = Dictionary(grouping: message.reactions, by: \.emoji).sorted { $0.key < $1.key }
    return .array(
      groups.map { emoji, all in
        [
          "emoji": ["id": "", "name": .string(emoji), "code": "code", "isAnimated": false],
          "count": .number(all.count), "users": .array(all.map { person($0.person, chat) }),
        ]
      })
  }
}

/// What all exports of DiscordChatExporter have in common.
protocol DiscordWriter: ExportWriter {}

extension DiscordWriter {
  /// Numbers of Discord have no times before 2015, so that all messages are four years later.
  static var shift: Int64 { 4 * 365 * 86_400_000 }

  func sentAt(_ message: RandomChat.Message) -> Int64 { message.sentAt + Self.shift }

  func id(_ message: RandomChat.Message) -> String {
    "\((sentAt(message) - 1_420_070_400_000) << 22 | Int64(message.key % 4096) << 2)"
  }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      shown.sentAt += Self.shift
      if let invites = message.invites {
        shown.text = "\(chat.people[message.sender].name) added \(chat.people[invites].name) to the group"
      }
      for index in shown.files.indices where shown.files[index].kind == .voice {
        // A sound like any other.
        shown.files[index].kind = .audio
      }
      return shown
    }
  }

  func fileName(_ file: RandomChat.File) -> String {
    file.name + ([.photo: ".jpg", .voice: ".ogg"][file.kind] ?? ".pdf")
  }

  /// Writes the files of messages into a folder beside the export.
  func writeFiles(of messages: [RandomChat.Message], to media: URL) throws {
    guard messages.contains(where: { !$0.files.isEmpty }) else { return }
    try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
    for file in messages.flatMap(\.files) {
      try Data([0xff, 0xd8, 0xff]).write(to: media.appendingPathComponent(fileName(file)))
    }
  }
}
