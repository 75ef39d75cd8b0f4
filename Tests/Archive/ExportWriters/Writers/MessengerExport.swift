import Chats
import Foundation

/// The folder that a download from Facebook or Instagram contains for a chat.
struct MessengerExport: MessengerWriter {
  /// Whether the files of messages are downloaded as well.
  let hasFiles: Bool
  var service = "facebook"

  var name: String { hasFiles ? "messenger" : "messenger without files" }

  var holds: ExportFacts {
    let facts: ExportFacts = [.milliseconds, .reactions, .deletions, .events, .albums, .captions]
    return hasFiles ? facts.union(.files) : facts
  }

  /// The newest message comes first.
  var brokenRecord: JSON? { ["sender_name": "x", "content": "x"] }

  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int {
    let messages = chat.messages[range].reversed().map { record($0, chat) }
    let export: JSON = [
      "participants": .array(
        chat.people.indices.map { ["name": .string(Self.garbled(name(of: $0, in: chat)))] }),
      "messages": list(messages, of: chat), "title": .string(Self.garbled(chat.title)),
      "is_still_participant": true,
      "thread_path": .string(thread(chat)),
    ]
    let place = folder.appendingPathComponent("your_\(service)_activity/messages/\(thread(chat))")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(export.text.utf8).write(to: place.appendingPathComponent("message_1.json"))
    guard hasFiles else { return messages.count }
    for file in chat.messages[range].filter({ !$0.isDeleted }).flatMap(\.files) {
      let path = folder.appendingPathComponent(path(file, chat))
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data([0xff, 0xd8, 0xff]).write(to: path)
    }
    return messages.count
  }

  private func path(_ file: RandomChat.File, _ chat: RandomChat) -> String {
    let name = [.photo: "photos/\(file.name).jpg", .voice: "audio/\(file.name).mp4"][file.kind]
    return "your_\(service)_activity/messages/\(thread(chat))/\(name ?? "files/\(file.name).pdf")"
  }

  private func record(_ message: RandomChat.Message, _ chat: RandomChat) -> JSON {
    var record: JSON = [
      "sender_name": .string(Self.garbled(name(of: message.sender, in: chat))),
      "timestamp_ms": .number(Int(message.sentAt)),
    ]
    if message.invites != nil {
      record.add("content", .string(Self.garbled(event(message, chat))))
      record.add("type", "Subscribe")
      return record
    }
    guard !message.isDeleted else {
      record.add("is_unsent", true)
      return record
    }
    if !message.text.isEmpty { record.add("content", .string(Self.garbled(message.text))) }
    if let first = message.files.first {
      let list = [Attachment.Kind.photo: "photos", .voice: "audio_files"][first.kind] ?? "files"
      record.add(
        list, .array(message.files.map { ["uri": .string(path($0, chat)), "creation_timestamp": 1] }))
    }
    if !message.reactions.isEmpty {
      record.add(
        "reactions",
        .array(
          message.reactions.map { reaction in
            [
              "reaction": .string(Self.garbled(reaction.emoji)),
              "actor": .string(Self.garbled(name(of: reaction.person, in: chat))),
              "timestamp": .number(Int(reaction.time / 1000)),
            ]
          }))
    }
    record.add("is_geoblocked_for_viewer", false)
    return record
  }

  /// The bytes of a text, one by one as characters, as Facebook writes them.
  private static func garbled(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }
}

/// What the JSON and the HTML of a download have in common.
protocol MessengerWriter: ExportWriter {}

extension MessengerWriter {
  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat).map { shown in
      var shown = shown
      if message.invites != nil {
        shown.sender = nil
        shown.text = event(message, chat)
      }
      // The path is known also if the file is missing.
      for index in shown.files.indices { shown.files[index].isPresent = true }
      return shown
    }
  }

  func event(_ message: RandomChat.Message, _ chat: RandomChat) -> String {
    "\(name(of: message.sender, in: chat)) added \(name(of: message.invites ?? 0, in: chat)) to the group."
  }

  func thread(_ chat: RandomChat) -> String { "inbox/walks_\(1_000_000 + chat.number)" }
}
