import ExportWriters
import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

/// The readable contents of an archive, without what depends on its history: numbers of rows, and the order of arrival.
struct ArchiveFacts {
  /// A chat in lines that can be compared.
  struct Chat {
    var title: String
    /// The title, people, topics and so on.
    var head: [String] = []
    /// The names that people had before.
    var otherNames: [String] = []
    /// A line for each message, in order.
    var messages: [String] = []
    var shown: [ShownMessage] = []

    func lines(hasOtherNames: Bool = true) -> [String] { head + (hasOtherNames ? otherNames : []) + messages }
  }

  /// The chats by the keys of their conversations.
  private(set) var chats: [String: Chat] = [:]
  /// The imports, the first one first.
  private(set) var imports: [String] = []

  /// All lines, for archives whose chats have different titles.
  var lines: [String] { chats.values.sorted { $0.title < $1.title }.flatMap { $0.lines() } + imports }

  /// Reads an archive.
  ///
  /// - Parameter checksPlaces: Whether to compare order keys, and to check the ordinal of each message, which takes as long
  ///   as all the rest.
  init(_ archive: Archive, checksPlaces: Bool = false) async throws {
    for chat in try await archive.chats() {
      var (key, head) = try await Self.head(of: chat, in: archive)
      // Telegram's pages do not have the number of their chat, so the key depends on which export was the first.
      if key.hasPrefix("telegram:") { key = "telegram: \(chat.title)" }
      while chats[key] != nil { key += " again" }
      chats[key] = try await Self.facts(
        of: chat, head, in: archive, checksPlaces: checksPlaces)
    }
    imports = try await archive.imports().reversed().map {
      "\($0.path) \($0.messageCount) \($0.conversationCount)"
    }
  }

  /// Expects the indexes and the counters of an archive to agree with its messages, and rows to exist that others refer
  /// to.
  static func expectSound(_ archive: Archive, _ note: String = "") async throws {
    #expect(try await archive.searchIndexIsSound(), "\(note)")
    #expect(try await archive.info().integrity == .ok, "\(note)")
  }

  /// The key of a chat, and its title, time zone and owner in words.
  private static func head(
    of chat: ChatSummary, in archive: Archive
  ) async throws -> (key: String, head: String) {
    try await archive.reading { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT c.key, c.time_zone, coalesce(pp.name, p.name) AS owner, c.owner_is_known FROM conversation c
            LEFT JOIN participant p ON p.id = c.owner LEFT JOIN participant pp ON pp.id = p.person WHERE c.id = ?
            """), arguments: [chat.id])!
      let (owner, isKnown): (String?, Bool) = (row["owner"], row["owner_is_known"])
      let head = """
        \(chat.title) \(chat.messageCount) \(chat.lastSentAt ?? 0) \(chat.isDirect) \(chat.hasMedia) \
        \(row["time_zone"] ?? "-") owner \(owner ?? "-") \(isKnown)
        """
      return (row["key"], head)
    }
  }

  private static func facts(
    of chat: ChatSummary, _ head: String, in archive: Archive, checksPlaces: Bool
  ) async throws -> Chat {
    var facts = Chat(title: chat.title)
    facts.head = [head]
    let people = try await archive.people(of: chat.id)
    facts.head += people.map { "\($0.name) \($0.messageCount)" }.sorted()
    facts.otherNames = people.flatMap { person in person.otherNames.map { "\(person.name) \($0)" } }.sorted()
    facts.head += try await archive.topics(in: chat.id).map { "\($0.title) \($0.messageCount)" }.sorted()
    let all = try await archive.wholeMessages(
      in: chat.id, after: MessageCursor(orderKey: .min, id: .min), limit: .max, hasKeys: true)
    for (ordinal, whole) in all.enumerated() where checksPlaces || ordinal == all.count - 1 {
      #expect(try await archive.ordinal(of: whole.message.cursor, in: chat.id) == ordinal)
    }
    facts.messages = all.map { (checksPlaces ? "\($0.message.orderKey) " : "") + line($0) }
    facts.shown = all.map { ShownMessage($0) }
    return facts
  }

  private static func line(_ whole: WholeMessage) -> String {
    let message = whole.message
    let reactions = message.reactions.map { "\($0.key) \($0.count) \($0.people.map(\.name).sorted())" }
    let attachments = message.attachments.map {
      """
      \($0.kind) \($0.name ?? "-") \($0.path ?? "-") \($0.byteCount ?? 0) \($0.width ?? 0)x\($0.height ?? 0) \
      \($0.duration ?? 0) \($0.thumbnail ?? "-")\($0.isSpoiler ? " hidden" : "") \
      \($0.transcript?.text ?? "-")
      """
    }
    return """
      \(message.sentAt) \(message.sender?.name ?? "-")\(message.isOwn ? "*" : "") \(message.kind) \(message.text) \
      \(message.entities) \(attachments) edited \(message.editedAt ?? 0) \
      \(whole.edits.map { "\($0.replacedAt) \($0.text)" }) \
      reply \(message.reply?.sender?.name ?? "-"): \(message.reply?.excerpt ?? "") \(message.details) \
      \(whole.topic.map { $0.isThread ? "thread" : $0.title } ?? "") \(message.replies?.count ?? 0) \(reactions.sorted())
      """
  }
}

extension ShownMessage {
  /// A message of an archive.
  init(_ whole: WholeMessage) {
    let message = whole.message
    self.init(sentAt: message.sentAt, sender: message.sender?.name, kind: message.kind, text: message.text)
    files = message.attachments.map { File(kind: $0.kind, isPresent: $0.path != nil) }
    reactions = Set(
      message.reactions.flatMap { reaction in reaction.people.map { "\(reaction.key) \($0.name)" } })
    isEdited = message.editedAt != nil
    earlierTexts = Set(whole.edits.map(\.text))
    // The words of a message that the archive lacks are the writer's own.
    quote = message.reply.flatMap { $0.id == nil ? nil : $0 }.map {
      "\($0.sender?.name ?? "-"): \($0.excerpt)"
    }
  }
}
