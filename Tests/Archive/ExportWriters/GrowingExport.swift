import Chats
import Foundation

/// An export that grows in one direction and in no other, for measuring how the cost of an import grows.
package struct GrowingExport: Sendable {
  package let family: ExportFamily
  package let direction: Direction

  private var writer: any ExportWriter { family.writers[0] }

  /// A number that has no limit in an export.
  package enum Direction: String, CaseIterable, Sendable {
    case messages, chats, people
    case renamedPeople = "renamed people"
    case minute = "messages of one minute"
    case moment = "equal messages of one time"
    case lines = "lines of a message"
    case length = "length of a message"
    case marks = "marks left open in a message"
    case quotes = "messages with an open quotation mark"
    case reactions = "reactions to a message"
    case replies = "replies to a message"
    case files = "files of a message"
    case edits = "edits of a message"
    case relations = "messages with a reply, an edit and a reaction"
    case events
    case parts = "overlapping parts of a chat"

    /// The facts without which a format cannot grow in this direction.
    fileprivate var needs: ExportFacts {
      switch self {
      case .renamedPeople: .senderKeys
      case .reactions: .reactions
      case .replies: .replies
      case .files: .albums
      case .edits: .editTimes
      case .relations: [.replies, .reactions]
      case .events: .events
      default: []
      }
    }
  }

  /// All formats in all directions in which they can grow.
  package static let all = ExportFamily.all.flatMap { family in
    Direction.allCases.compactMap { direction in
      family.writers[0].holds.isSuperset(of: direction.needs)
        ? GrowingExport(family: family, direction: direction) : nil
    }
  }

  package var name: String { "\(family.name): \(direction.rawValue)" }

  /// Writes an export of a size.
  ///
  /// - Parameter folder: A folder that does not exist.
  /// - Returns: The places to import, one after the other.
  package func write(size: Int, to folder: URL) throws -> [URL] {
    switch direction {
    case .chats:
      for number in 1...size {
        let chat = Self.chat(number: number, messages: 3) { _, _ in }
        try write(chat, chat.messages.indices, to: folder.appendingPathComponent("\(number)"))
      }
      return [folder]
    case .parts:
      let chat = Self.chat(messages: 2 * size + 2) { _, _ in }
      for part in 0..<size {
        try write(chat, 2 * part..<2 * part + 4, to: folder.appendingPathComponent("\(1_000_000 + part)"))
      }
      return [folder]
    case .renamedPeople:
      let chat = chat(size)
      let places = ["before", "after"].map { folder.appendingPathComponent($0) }
      try write(chat.seen(at: chat.messages[0].sentAt), chat.messages.indices, to: places[0])
      try write(chat.seen(at: .max), chat.messages.indices, to: places[1])
      return places
    default:
      let chat = chat(size)
      try write(chat, chat.messages.indices, to: folder)
      return [folder]
    }
  }

  private func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try writer.write(chat, range, to: folder)
  }

  // MARK: Chats

  private static let start: Int64 = 1_700_000_000_000
  private static let minute: Int64 = 60_000

  /// A chat with a message every minute.
  private static func chat(
    number: Int = 1, people: Int = 3, messages: Int, change: (inout RandomChat.Message, Int) -> Void
  ) -> RandomChat {
    let all = (0..<messages).map { index in
      let time = start + Int64(index) * minute
      var message = RandomChat.Message(
        key: 1 + index, sender: index % people, sentAt: time, invites: nil,
        texts: [RandomChat.Dated(since: time, value: "Sentence \(index) of chat \(number)")])
      change(&message, index)
      return message
    }
    return RandomChat(
      number: number, title: "Walks \(number)",
      people: (0..<people).map { person in
        RandomChat.Person(
          key: number * 10 + person,
          names: [RandomChat.Dated(since: .min, value: "Person \(person) of \(number)")])
      }, messages: all)
  }

  /// A chat of a size, for directions that need only one.
  private func chat(_ size: Int) -> RandomChat {
    func first(_ text: String) -> RandomChat {
      Self.chat(messages: 3) { message, index in
        if index == 0 { message.texts[0].value = text }
      }
    }
    func times(_ time: @escaping (Int) -> Int64, _ text: @escaping (Int) -> String) -> RandomChat {
      Self.chat(messages: size) { message, index in
        message.sentAt = Self.start + time(index)
        message.texts = [RandomChat.Dated(since: message.sentAt, value: text(index))]
      }
    }
    func reaction(_ person: Int, _ message: RandomChat.Message) -> RandomChat.Reaction {
      RandomChat.Reaction(
        emoji: person % 2 == 0 ? "👍" : "❤️", person: person, time: message.sentAt + 1 + Int64(person))
    }
    switch direction {
    case .messages, .chats, .parts: return Self.chat(messages: size) { _, _ in }
    case .people: return Self.chat(people: size, messages: size) { _, _ in }
    case .renamedPeople:
      var chat = Self.chat(people: size, messages: size) { _, _ in }
      chat.rename(at: chat.end)
      return chat
    case .minute:
      return times({ Int64($0) * Self.minute / Int64(size) }, { "Sentence \($0)" })
    case .moment: return times({ _ in 0 }, { _ in "ha" })
    case .lines: return first((0..<size).map { "Line \($0)" }.joined(separator: "\n"))
    case .length: return first(String(repeating: "Many words, ", count: size))
    case .marks: return first(String(repeating: "a [b *c _d `e <f \"g (h http://i. ~j ", count: size))
    case .quotes:
      return Self.chat(messages: size) { message, index in message.texts[0].value = "\"open \(index)" }
    case .reactions:
      return Self.chat(people: size, messages: 3) { message, index in
        if index == 0 { message.reactions = (0..<size).map { reaction($0, message) } }
      }
    case .replies:
      return Self.chat(messages: size) { message, index in
        if index > 0 { message.replyTo = 0 }
      }
    case .files:
      return Self.chat(messages: 3) { message, index in
        guard index == 1 else { return }
        message.files = (0..<size).map { RandomChat.File(kind: .photo, name: "IMG-\($0)") }
      }
    case .edits:
      return Self.chat(messages: 3) { message, index in
        guard index == 2 else { return }
        message.texts += (1...size).map { edit in
          RandomChat.Dated(since: message.sentAt + Int64(edit) * 1000, value: "Edit \(edit)")
        }
      }
    case .relations:
      return Self.chat(messages: size) { message, index in
        if index > 0 { message.replyTo = index / 2 }
        message.reactions = [reaction(index % 3, message)]
        message.texts.append(
          RandomChat.Dated(since: message.sentAt + 1000, value: "\(message.texts[0].value), edited"))
      }
    case .events: return Self.chat(messages: size) { message, index in message.invites = (index + 1) % 3 }
    }
  }
}
