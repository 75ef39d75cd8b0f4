import Chats
import Foundation

/// The export of a Slack workspace with one channel: lists of people and channels, and a file for each day.
struct SlackExport: ExportWriter {
  let name = "slack"
  let holds: ExportFacts = [
    .keys, .senderKeys, .milliseconds, .edited, .editTimes, .reactions, .replies, .events, .albums, .captions,
  ]

  func title(of chat: RandomChat) -> String { "#\(channel(chat))" }

  private func channel(_ chat: RandomChat) -> String { "walks-\(chat.number)" }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if let invites = message.invites {
        shown.sender = name(of: invites, in: chat)
        shown.text = "@\(name(of: invites, in: chat)) has joined the channel"
      }
      shown.replyTo = thread(of: message, in: chat)
      return shown
    }
  }

  /// The index of the message that opened the thread; nil for messages that are in none. A thread has no threads.
  private func thread(of message: RandomChat.Message, in chat: RandomChat) -> Int? {
    message.replyTo.map { thread(of: chat.messages[$0], in: chat) ?? $0 }
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let people = chat.people.indices.map { person -> JSON in
      let profile: JSON = [
        "real_name": "Account \(person)", "display_name": .string(name(of: person, in: chat)),
      ]
      return ["id": id(person, chat), "team_id": "T1", "name": "account\(person)", "profile": profile]
    }
    let channel: JSON = [
      "id": "C\(chat.number)", "name": .string(channel(chat)), "created": 1_300_000_000,
      "members": .array(chat.people.indices.map { id($0, chat) }),
    ]
    try write(people, to: folder.appendingPathComponent("users.json"))
    try write([channel], to: folder.appendingPathComponent("channels.json"))
    let days = Dictionary(grouping: chat.messages[range].indices.filter { !chat.messages[$0].isDeleted }) {
      WallTime(chat.messages[$0].sentAt, in: TimeZone(identifier: "UTC")!).date
    }
    let place = folder.appendingPathComponent(self.channel(chat))
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for (day, indices) in days {
      try write(indices.map { record($0, chat) }, to: place.appendingPathComponent("\(day).json"))
    }
    return days.values.reduce(0) { $0 + $1.count }
  }

  private func write(_ records: [JSON], to file: URL) throws {
    try Data(JSON.array(records).text.utf8).write(to: file)
  }

  private func id(_ person: Int, _ chat: RandomChat) -> JSON { "U\(chat.people[person].key)" }

  /// The time of a message, which no other one has.
  private func stamp(_ index: Int, _ chat: RandomChat) -> JSON {
    let time = chat.messages[index].sentAt
    let fraction = String(1_000_000 + Int(time % 1000) * 1000 + index).dropFirst()
    return "\(time / 1000).\(String(fraction))"
  }

  private func record(_ index: Int, _ chat: RandomChat) -> JSON {
    let message = chat.messages[index]
    var record: JSON = ["type": "message", "ts": stamp(index, chat)]
    if let invites = message.invites {
      record.add("subtype", "channel_join")
      record.add("user", id(invites, chat))
      record.add("text", "<@U\(chat.people[invites].key)> has joined the channel")
      record.add("inviter", id(message.sender, chat))
      return record
    }
    record.add("user", id(message.sender, chat))
    record.add("text", .string(marked(message.text)))
    if !message.text.isEmpty { record.add("blocks", blocks(message.text)) }
    if let editedAt = message.editedAt {
      record.add("edited", ["user": id(message.sender, chat), "ts": "\(editedAt / 1000).000000"])
    }
    if let thread = thread(of: message, in: chat) { record.add("thread_ts", stamp(thread, chat)) }
    if !message.files.isEmpty { record.add("files", .array(message.files.map(file))) }
    if !message.reactions.isEmpty { record.add("reactions", reactions(message, chat)) }
    return record
  }

  private func marked(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing(/https:\/\/\S+/) { "<\($0.output)>" }
  }

  private func blocks(_ text: String) -> JSON {
    var elements: [JSON] = []
    var rest = text[...]
    while let link = rest.firstMatch(of: /https:\/\/[^\s,]+/) {
      elements.append(["type": "text", "text": .string(String(rest[..<link.range.lowerBound]))])
      elements.append(["type": "link", "url": .string(String(link.output))])
      rest = rest[link.range.upperBound...]
    }
    if rest == "👍" {
      elements.append(["type": "emoji", "name": "+1", "unicode": "1f44d"])
    } else if !rest.isEmpty {
      elements.append(["type": "text", "text": .string(String(rest))])
    }
    let section: JSON = ["type": "rich_text_section", "elements": .array(elements)]
    return [["type": "rich_text", "block_id": "b", "elements": [section]]]
  }

  private func file(_ file: RandomChat.File) -> JSON {
    let (type, ending) =
      [.photo: ("image/jpeg", "jpg"), .voice: ("audio/mp4", "m4a")][file.kind] ?? ("application/pdf", "pdf")
    var record: JSON = [
      "id": "F\(file.name)", "name": "\(file.name).\(ending)", "mimetype": .string(type), "size": 3,
    ]
    if let words = file.words {
      record.add("subtype", "slack_audio")
      record.add(
        "transcription",
        ["status": "complete", "locale": "en-US", "preview": ["content": .string(words), "has_more": false]])
    }
    record.add("url_private", "https://files.example.org/\(file.name)?t=xoxe")
    return record
  }

  private func reactions(_ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    let groups = Dictionary(grouping: message.reactions, by: \.emoji).sorted { $0.key < $1.key }
    return .array(
      groups.map { emoji, all in
        [
          "name": emoji == "👍" ? "+1" : "heart", "users": .array(all.map { id($0.person, chat) }),
          "count": .number(all.count),
        ]
      })
  }
}
