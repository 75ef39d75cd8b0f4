import Foundation
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
    /// A line for each message, in order.
    var messages: [String] = []
    var shown: [ShownMessage] = []

    var lines: [String] { head + messages }
  }

  /// The chats by the keys of their conversations.
  private(set) var chats: [String: Chat] = [:]
  /// The imports, the first one first.
  private(set) var imports: [String] = []

  /// All lines, for archives whose chats have different titles.
  var lines: [String] { chats.values.sorted { $0.title < $1.title }.flatMap(\.lines) + imports }

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - checksPlaces: Whether to compare order keys, and to check the ordinal of each message, which takes as long as all
  ///     the rest.
  ///   - hasOtherNames: Whether to compare the names that people had before, which exports do not contain.
  init(_ archive: Archive, checksPlaces: Bool = false, hasOtherNames: Bool = true) async throws {
    for chat in try await archive.chats() {
      let key = try await archive.whole(chat.id)?.origins.first?.key ?? ""
      chats[key] = try await Self.facts(of: chat, in: archive, checksPlaces: checksPlaces, hasOtherNames)
    }
    imports = try await archive.imports().reversed().map {
      "\($0.path) \($0.messageCount) \($0.conversationCount)"
    }
  }

  /// Expects the indexes and the counters of an archive to agree with its messages.
  static func expectSound(_ archive: Archive, _ note: String = "") async throws {
    #expect(try await archive.searchIndexIsSound(), "\(note)")
    #expect(try await archive.info().integrity == .ok, "\(note)")
  }

  private static func facts(
    of chat: ChatSummary, in archive: Archive, checksPlaces: Bool, _ hasOtherNames: Bool
  ) async throws -> Chat {
    let details = try await archive.details(of: chat.id)
    let owner = details?.owner.person?.name ?? "-"
    var facts = Chat(title: chat.title)
    facts.head = [
      """
      \(chat.title) \(chat.messageCount) \(chat.lastSentAt ?? 0) \(chat.isDirect) \(chat.hasMedia) \
      \(details?.timeZone ?? "-") owner \(owner) \(details?.owner.isKnown ?? false)
      """
    ]
    facts.head += try await archive.people(of: chat.id).map {
      "\($0.name) \(hasOtherNames ? $0.otherNames : []) \($0.messageCount)"
    }.sorted()
    facts.head += try await archive.topics(in: chat.id).map(\.title)
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
      \($0.duration ?? 0) \($0.thumbnail ?? "-")\($0.isSpoiler ? " hidden" : "")
      """
    }
    return """
      \(message.sentAt) \(message.sender?.name ?? "-")\(message.isOwn ? "*" : "") \(message.kind) \(message.text) \
      \(message.entities) \(attachments) edited \(message.editedAt ?? 0) \
      \(whole.edits.map { "\($0.replacedAt) \($0.text)" }) \
      reply \(message.reply?.sender?.name ?? "-"): \(message.reply?.excerpt ?? "") \(message.details) \
      \(whole.topic?.title ?? "") \(reactions.sorted())
      """
  }
}
