import Chats
import Foundation

/// The list of messages that sigtop writes for a conversation of Signal.
struct SignalExport: ExportWriter {
  let name = "signal"
  let holds: ExportFacts = [
    .keys, .senderKeys, .milliseconds, .edited, .editTimes, .earlierTexts, .reactions, .replies, .deletions,
    .events, .albums, .captions,
  ]

  /// A group is recognized by two other people who write, or by a change of the group.
  private func isGroup(_ range: Range<Int>, in chat: RandomChat) -> Bool {
    let messages = chat.messages[range]
    let senders = Set(messages.filter { $0.invites == nil }.map(\.sender)).subtracting([0])
    return !chat.isDirect && (senders.count > 1 || messages.contains { $0.invites != nil })
  }

  func fitted(_ range: Range<Int>, in chat: RandomChat) -> Range<Int> {
    isGroup(range, in: chat) && tellsOwner(range, in: chat) ? range : chat.messages.indices
  }

  /// Whether the owner's messages have the owner's identifiers, which older versions of Signal did not store.
  private func hasOwnSource(_ chat: RandomChat) -> Bool { chat.number.isMultiple(of: 2) }

  /// Whether the owner can be told from a quoted person of whom the range has no message.
  private func tellsOwner(_ range: Range<Int>, in chat: RandomChat) -> Bool {
    let messages = chat.messages[range]
    let senders = Set(messages.filter { $0.invites == nil }.map(\.sender))
    if hasOwnSource(chat), senders.contains(0) { return true }
    return messages.allSatisfy { message in
      guard let target = message.replyTo else { return true }
      return range.contains(target) || senders.subtracting([0]).contains(chat.messages[target].sender)
    }
  }

  /// Only the title of a conversation of two people is a name.
  func name(of person: Int, in chat: RandomChat) -> String {
    guard person > 0 else { return "You" }
    return isGroup(chat.messages.indices, in: chat) ? number(of: person, in: chat) : chat.title
  }

  private func number(of person: Int, in chat: RandomChat) -> String { "+49170\(chat.people[person].key)" }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if message.invites != nil {
        shown.sender = nil
        shown.text =
          chat.isDirect ? "The safety number of \(chat.title) has changed" : "The group was changed"
      }
      guard shown.kind == .normal else { return shown }
      shown.reactions = Set(message.reactions.map { "\($0.emoji) \(reactor($0, chat).name)" })
      return shown
    }
  }

  var brokenRecord: JSON? { ["id": "x", "type": "incoming", "body": "x"] }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let records = chat.messages[range].map { record($0, chat) }
    let file = folder.appendingPathComponent("\(chat.title) (+49170).json")
    try Data(list(records, of: chat).text.utf8).write(to: file)
    return records.count
  }

  private func record(_ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    let isOwn = message.sender == 0
    let event = chat.isDirect ? "keychange" : "group-v2-change"
    let sentAt = JSON.number(Int(message.sentAt))
    var record: JSON = [
      "id": "id-\(chat.number)-\(message.key)",
      "type": .string(message.invites != nil ? event : isOwn ? "outgoing" : "incoming"),
      "conversationId": "conversation-\(chat.number)", "sent_at": sentAt, "received_at": .number(message.key),
      "timestamp": sentAt,
    ]
    if message.invites != nil { return record }
    if isOwn {
      if hasOwnSource(chat) { record.add("sourceServiceId", "aci-own") }
    } else {
      record.add("sourceServiceId", "aci-\(chat.people[message.sender].key)")
      record.add("source", .string(number(of: message.sender, in: chat)))
    }
    record.add("body", .string(message.isDeleted ? "" : message.text))
    if message.isDeleted {
      record.add("deletedForEveryone", true)
      return record
    }
    if let editedAt = message.editedAt {
      record.add("editHistory", history(message))
      record.add("editMessageTimestamp", .number(Int(editedAt)))
    }
    if let target = message.replyTo {
      let author = chat.messages[target].sender
      record.add(
        "quote",
        [
          "id": .number(Int(chat.messages[target].sentAt)), "text": "quoted",
          "authorAci": .string(author == 0 ? "aci-own" : "aci-\(chat.people[author].key)"),
        ])
    }
    if !message.files.isEmpty { record.add("attachments", .array(message.files.map(attachment))) }
    if !message.reactions.isEmpty { record.add("reactions", reactions(message, chat)) }
    return record
  }

  /// The newest text comes first.
  private func history(_ message: RandomChat.Message) -> JSON {
    .array(
      message.texts.reversed().map { ["body": .string($0.value), "timestamp": .number(Int($0.since))] })
  }

  private func attachment(_ file: RandomChat.File) -> JSON {
    switch file.kind {
    case .photo: ["contentType": "image/jpeg", "fileName": "\(file.name).jpg", "width": 640, "height": 480]
    case .voice: ["contentType": "audio/aac", "flags": 1, "size": 5]
    default: ["contentType": "application/pdf", "fileName": "\(file.name).pdf", "size": 1234]
    }
  }

  private func reactions(_ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    .array(
      message.reactions.map { reaction in
        let (id, name) = reactor(reaction, chat)
        return [
          "emoji": .string(reaction.emoji), "fromId": .string(id), "fromName": .string(name),
          "targetTimestamp": .number(Int(message.sentAt)), "timestamp": .number(Int(reaction.time)),
        ]
      })
  }

  /// The owner's reactions have another key than the owner's messages.
  private func reactor(_ reaction: RandomChat.Reaction, _ chat: RandomChat) -> (id: String, name: String) {
    let person = reaction.person
    return person == 0
      ? ("own-\(chat.number)", "Me") : ("aci-\(chat.people[person].key)", name(of: person, in: chat))
  }
}
