import ChatFormats
import Chats
import Foundation

/// The JSON lines that Signal itself writes for all chats, with a folder of files.
struct SignalBackupExport: ExportWriter {
  let name = "signal-backup"
  let holds: ExportFacts = [
    .keys, .senderKeys, .milliseconds, .edited, .editTimes, .earlierTexts, .reactions, .replies, .deletions,
    .events, .albums, .captions, .files,
  ]

  /// All chats of Signal have the same owner.
  func name(of person: Int, in chat: RandomChat) -> String { person == 0 ? "You" : chat.people[person].name }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if let invited = message.invites {
        let actor = name(of: message.sender, in: chat)
        shown.text =
          chat.isDirect
          ? "The safety number of \(actor) has changed" : "\(actor) added \(name(of: invited, in: chat))"
      } else if let editedAt = message.editedAt, !message.isDeleted {
        // An archive that has an export from before the edit shows the original time.
        (shown.sentAt, shown.tolerance) = (editedAt, editedAt - message.sentAt)
      }
      return shown
    }
  }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    var frames: [JSON] = [["version": "1", "backupTimeMs": "1", "currentAppVersion": "Desktop 8.10.2"]]
    frames.append(["account": ["givenName": .string(name(of: 0, in: chat))]])
    frames.append(["recipient": ["id": "1", "self": [:]]])
    for person in chat.people.indices.dropFirst() {
      let contact: JSON = [
        "aci": .string(aci(person, chat)), "registered": [:],
        "profileGivenName": .string(chat.people[person].name),
      ]
      frames.append(["recipient": ["id": .string(id(person)), "contact": contact]])
    }
    let group: JSON = [
      "masterKey": .string(base64(chat.number)), "snapshot": ["title": ["title": .string(chat.title)]],
    ]
    if !chat.isDirect { frames.append(["recipient": ["id": "99", "group": group]]) }
    frames.append(["chat": ["id": "7", "recipientId": .string(chat.isDirect ? id(1) : "99")]])
    for message in chat.messages[range] {
      frames.append(["chatItem": try item(message, chat, range, folder)])
    }
    let text = frames.map { "\($0.text)\n" }.joined()
    try Data(text.utf8).write(to: folder.appendingPathComponent("main.jsonl"))
    return range.count
  }

  private func id(_ person: Int) -> String { "\(person + 1)" }

  private func aci(_ person: Int, _ chat: RandomChat) -> String { base64(chat.people[person].key) }

  private func base64(_ number: Int) -> String {
    Data((0..<16).map { $0 < 8 ? UInt8(7) : UInt8(truncatingIfNeeded: number >> (8 * (15 - $0))) })
      .base64EncodedString()
  }

  private func time(_ time: Int64) -> JSON { .string("\(time)") }

  private func item(
    _ message: RandomChat.Message, _ chat: RandomChat, _ range: Range<Int>, _ folder: URL
  ) throws -> JSON {
    let isEdited = message.editedAt != nil && !message.isDeleted
    var item: JSON = [
      "chatId": "7", "authorId": .string(id(message.sender)),
      "dateSent": time(isEdited ? message.editedAt! : message.sentAt),
    ]
    let isEvent = message.invites != nil
    item.add(isEvent ? "directionless" : message.sender == 0 ? "outgoing" : "incoming", [:])
    if let invited = message.invites {
      let change: JSON = [
        "groupMemberAddedUpdate": [
          "updaterAci": .string(aci(message.sender, chat)), "newMemberAci": .string(aci(invited, chat)),
        ]
      ]
      let update: JSON =
        chat.isDirect
        ? ["simpleUpdate": ["type": "IDENTITY_UPDATE"]] : ["groupChange": ["updates": [change]]]
      item.add("updateMessage", update)
      return item
    }
    if message.isDeleted {
      item.add("remoteDeletedMessage", [:])
      return item
    }
    var standard: JSON = message.text.isEmpty ? [:] : ["text": ["body": .string(message.text)]]
    if let target = message.replyTo {
      standard.add("quote", quote(target, chat, isHere: range.contains(target)))
    }
    let files = try message.files.map { try attachment($0, folder) }
    if !files.isEmpty { standard.add("attachments", .array(files)) }
    let reactions = message.reactions.map { reaction -> JSON in
      [
        "emoji": .string(reaction.emoji), "authorId": .string(id(reaction.person)),
        "sentTimestamp": time(reaction.time),
      ]
    }
    if !reactions.isEmpty { standard.add("reactions", .array(reactions)) }
    item.add("standardMessage", standard)
    if isEdited {
      item.add(
        "revisions",
        .array(
          message.texts.dropLast().map {
            ["dateSent": time($0.since), "standardMessage": ["text": ["body": .string($0.value)]]]
          }))
    }
    return item
  }

  /// A quote has the time of the original or that of its last edit, as of the export.
  private func quote(_ target: Int, _ chat: RandomChat, isHere: Bool) -> JSON {
    let quoted = chat.messages[target]
    let edited = isHere && !quoted.isDeleted && target.isMultiple(of: 2) ? quoted.editedAt : nil
    return [
      "targetSentTimestamp": time(edited ?? quoted.sentAt), "authorId": .string(id(quoted.sender)),
      "text": ["body": "quoted"],
    ]
  }

  private func attachment(_ file: RandomChat.File, _ folder: URL) throws -> JSON {
    let (type, ending) =
      [.photo: ("image/jpeg", "jpg"), .voice: ("audio/aac", "aac")][file.kind] ?? ("application/pdf", "pdf")
    let (hash, key) = (Array(file.name.utf8), Array("key".utf8))
    let name = SHA256.hex(hash + key)
    let place = folder.appendingPathComponent("files/\(name.prefix(2))")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data([0xff, 0xd8, 0xff]).write(to: place.appendingPathComponent("\(name).\(ending)"))
    var pointer: JSON = [
      "contentType": .string(type),
      "locatorInfo": [
        "size": 3, "plaintextHash": .string(Data(hash).base64EncodedString()),
        "localKey": .string(Data(key).base64EncodedString()),
      ],
    ]
    if file.kind != .voice { pointer.add("fileName", .string("\(file.name).\(ending)")) }
    var attachment: JSON = ["pointer": pointer, "wasDownloaded": true]
    if file.kind == .voice { attachment.add("flag", "VOICE_MESSAGE") }
    return attachment
  }
}
