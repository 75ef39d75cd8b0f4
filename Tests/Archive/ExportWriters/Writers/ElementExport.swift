import Chats
import Foundation

/// The export.json that Element writes for a Matrix room: the events of a part of the room, and what happened to their
/// messages since.
struct ElementExport: ExportWriter {
  /// Whether the files of messages are exported as well.
  let hasFiles: Bool

  var name: String { hasFiles ? "element" : "element without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [
      .keys, .milliseconds, .edited, .editTimes, .earlierTexts, .reactions, .replies, .deletions, .events,
      .captions,
    ]
    return hasFiles ? facts.union(.files) : facts
  }

  /// Names are in the events in which people join, which a part of the room may lack. These people have no names.
  func name(of person: Int, in chat: RandomChat) -> String { "p\(chat.people[person].key)" }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      guard let invites = message.invites else { return shown }
      var shown = shown
      shown.text = "\(name(of: message.sender, in: chat)) invited \(name(of: invites, in: chat))"
      return shown
    }
  }

  var brokenRecord: JSON? { ["type": "m.room.message", "content": ["msgtype": "m.text", "body": "x"]] }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let messages = chat.messages[range].flatMap { events($0, chat) }
    let changes = chat.messages[range].flatMap { effects($0, chat) }
    let all = (messages + changes).sorted { $0.time < $1.time }
    let export: JSON = [
      "room_name": .string(chat.title), "room_creator": address(0, chat), "export_date": "1 March 2025",
      "exported_by": address(0, chat), "messages": list(all.map(\.json), of: chat),
    ]
    try Data(export.text.utf8).write(to: folder.appendingPathComponent("export.json"))
    guard hasFiles else { return messages.count }
    for message in chat.messages[range] where !message.isDeleted {
      for file in message.files {
        let place = folder.appendingPathComponent(
          file.kind == .photo ? "images" : file.kind == .voice ? "audio" : "files")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let name = "\(file.name)-1-3-2024 at 09-00-00\(ending(file))"
        try Data([0xff, 0xd8, 0xff]).write(to: place.appendingPathComponent(name))
      }
    }
    return messages.count
  }

  private typealias Event = (time: Int64, json: JSON)

  private func address(_ person: Int, _ chat: RandomChat) -> JSON {
    .string("@\(name(of: person, in: chat)):example.org")
  }

  private func event(
    _ type: String, _ id: String, by sender: Int, at time: Int64, _ content: JSON, in chat: RandomChat
  ) -> JSON {
    [
      "type": .string(type), "content": content, "sender": address(sender, chat), "event_id": .string(id),
      "origin_server_ts": .number(Int(time)), "room_id": "!room\(chat.number):example.org",
    ]
  }

  private func id(_ message: RandomChat.Message, _ index: Int = 0) -> String { "$\(message.key + index)" }

  /// One event, or one for each file.
  private func events(_ message: RandomChat.Message, _ chat: RandomChat) -> [Event] {
    if let invites = message.invites {
      let content: JSON = ["membership": "invite", "displayname": .string(name(of: invites, in: chat))]
      var event = event(
        "m.room.member", id(message), by: message.sender, at: message.sentAt, content, in: chat)
      event.add("state_key", address(invites, chat))
      return [(message.sentAt, event)]
    }
    return (0..<max(1, message.files.count)).map { index in
      let content = message.isDeleted ? [:] : self.content(message, index, chat)
      var event = event(
        "m.room.message", id(message, index), by: message.sender, at: message.sentAt, content, in: chat)
      if message.isDeleted { event.add("unsigned", ["redacted_because": ["type": "m.room.redaction"]]) }
      return (message.sentAt, event)
    }
  }

  private func content(_ message: RandomChat.Message, _ index: Int, _ chat: RandomChat) -> JSON {
    var content = body(message.texts[0].value, of: message, index)
    if let target = message.replyTo {
      let quote = "> <@someone:example.org> quoted\n> and more\n\n"
      if message.files.isEmpty {
        content = ["msgtype": "m.text", "body": .string(quote + message.texts[0].value)]
      }
      content.add("m.relates_to", ["m.in_reply_to": ["event_id": .string(id(chat.messages[target]))]])
    }
    return content
  }

  private func body(_ text: String, of message: RandomChat.Message, _ index: Int) -> JSON {
    guard index < message.files.count else { return ["msgtype": "m.text", "body": .string(text)] }
    let file = message.files[index]
    let name = file.name + ending(file)
    let type = [Attachment.Kind.photo: "m.image", .voice: "m.audio"][file.kind] ?? "m.file"
    var content: JSON = [
      "msgtype": .string(type), "body": .string(index == 0 && !text.isEmpty ? text : name),
      "filename": .string(name), "info": ["size": 3],
    ]
    if file.kind == .voice { content.add("org.matrix.msc3245.voice", [:]) }
    return content
  }

  private func ending(_ file: RandomChat.File) -> String {
    [.photo: ".jpg", .voice: ".ogg"][file.kind] ?? ".pdf"
  }

  /// Edits, reactions and redactions.
  private func effects(_ message: RandomChat.Message, _ chat: RandomChat) -> [Event] {
    var effects: [Event] = []
    func add(_ type: String, by sender: Int, at time: Int64, _ content: JSON) {
      let id = "\(id(message))-\(effects.count)"
      effects.append((time, event(type, id, by: sender, at: time, content, in: chat)))
    }
    if message.isDeleted {
      add(
        "m.room.redaction", by: message.sender, at: message.deletedAt ?? 0, ["redacts": .string(id(message))])
      return effects
    }
    for text in message.texts.dropFirst() {
      let content: JSON = [
        "msgtype": "m.text", "body": "* edited", "m.new_content": body(text.value, of: message, 0),
        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(id(message))],
      ]
      add("m.room.message", by: message.sender, at: text.since, content)
    }
    for reaction in message.reactions {
      let relation: JSON = [
        "rel_type": "m.annotation", "event_id": .string(id(message)), "key": .string(reaction.emoji),
      ]
      add("m.reaction", by: reaction.person, at: reaction.time, ["m.relates_to": relation])
    }
    return effects
  }
}
