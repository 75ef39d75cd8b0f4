import Chats
import GRDB

/// Finds the chat of an export without chat numbers, such as Telegram's HTML, among the chats of exports that have
/// them, and vice versa.
///
/// The key of such a chat is provisional: `telegram:title/TITLE/ID@SECONDS`, with the first message of the export. When
/// the chat is found, the archive stores its other key as an alias, so that the next import finds it at once.
struct ProvisionalConversation {
  private static let prefix = ProvisionalKey.prefix
  private static let source = "telegram:"
  /// The number of messages at the beginning of the batch that are compared with those of a chat, and of samples from
  /// the rest of the batch.
  private static let compared = 200
  /// The number of people that two groups of the same title must share to be the same group.
  private static let peopleInCommon = 2

  let db: Database
  /// The import whose chat is searched for.
  let importID: ImportRecord.ID?
  /// Whether the times of its messages are in an assumed time zone.
  let isZoneAssumed: Bool
  /// Messages of the rest of the export, because the archive's part of the chat can begin after the batch.
  var witnesses = ChatWitnesses()

  /// The conversation to use for a Telegram key that the archive does not have yet; nil for a new one.
  ///
  /// - Parameter delivered: The first messages with the key.
  func conversation(
    for key: String, title: String, of delivered: [MessageBox]
  ) throws -> Conversation.ID? {
    guard key.hasPrefix(Self.source) else { return nil }
    let own = delivered.map(\.message).filter { $0.kind == .normal }
    let messages = own.prefix(Self.compared)
    let rest = own.dropFirst(Self.compared)
    let step = max(1, rest.count / Self.compared)
    let compared =
      messages.map { ChatWitnesses.Message(sourceID: $0.sourceID, sentAt: $0.sentAt) }
      + stride(from: rest.startIndex, to: rest.endIndex, by: step).map {
        ChatWitnesses.Message(sourceID: rest[$0].sourceID, sentAt: rest[$0].sentAt)
      } + (witnesses.messages[key] ?? [])
    let candidates = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, key, time_zone FROM conversation WHERE title = ?1 AND key GLOB '\(Self.source)*'
          """), arguments: [title])
    var found: [(id: Conversation.ID, key: String)] = []
    var likely: [(id: Conversation.ID, key: String)] = []
    for row in candidates {
      guard let id: Int64 = row.value("id"), let other: String = row.value("key"),
        ProvisionalKey.isProvisional(key) || ProvisionalKey.isProvisional(other)
      else { continue }
      let (agree, contradict) = try compare(
        compared, with: id, isExact: !isZoneAssumed && (row.value("time_zone") as String?) == nil)
      if agree > contradict {
        found.append((id, other))
      } else if contradict == 0, Self.isGroup(key) || Self.isGroup(other),
        try commonPeople(Array(messages), with: id) >= Self.peopleInCommon
      {
        likely.append((id, other))
      }
    }
    // If several match, the right one is unknown.
    guard let chosen = found.count == 1 ? found[0] : found.isEmpty && likely.count == 1 ? likely[0] : nil
    else {
      return nil
    }
    try db.execute(
      sql: "INSERT OR IGNORE INTO conversation_alias (key, conversation, import) VALUES (?, ?, ?)",
      arguments: [key, chosen.id, importID])
    return chosen.id
  }

  private static func isGroup(_ key: String) -> Bool {
    key.hasPrefix("telegram:channel") || key.hasPrefix("telegram:chat")
  }

  /// The number of messages that the conversation has at the same time, and at a different time.
  private func compare(
    _ messages: [ChatWitnesses.Message], with conversation: Conversation.ID, isExact: Bool
  ) throws -> (agree: Int, contradict: Int) {
    var (agree, contradict) = (0, 0)
    for message in messages {
      let sentAt = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT sent_at FROM message WHERE conversation = ? AND source = ?"),
        arguments: [conversation, message.sourceID])
      guard let sentAt else { continue }
      if sentAt == message.sentAt || !isExact && ClockTime.canBeEqual(sentAt, message.sentAt) {
        agree += 1
      } else {
        contradict += 1
      }
    }
    return (agree, contradict)
  }

  private func commonPeople(_ messages: [ImportedMessage], with conversation: Conversation.ID) throws -> Int {
    var count = 0
    for name in Set(messages.compactMap(\.sender?.name)).prefix(Self.compared) {
      let isKnown = try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM membership m JOIN participant p ON p.id = m.participant
              WHERE m.conversation = ? AND p.name = ?)
            """), arguments: [conversation, name])
      if isKnown == true { count += 1 }
    }
    return count
  }

  // MARK: Chats known from pages

  /// The numbers of some messages of each chat that is known from pages only, by the chat's title. In an export with
  /// chat numbers, these messages can be far behind the first batch.
  static func awaited(_ db: Database) throws -> [String: Set<String>] {
    let chats = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, title FROM conversation c WHERE key GLOB '\(prefix)*' AND NOT EXISTS (
            SELECT 1 FROM conversation_alias WHERE conversation = c.id AND key NOT GLOB '\(prefix)*')
          """))
    var awaited: [String: Set<String>] = [:]
    for chat in chats {
      guard let id: Int64 = chat.value("id"), let title: String = chat.value("title") else { continue }
      let messages = try String.fetchSet(
        db.cachedStatement(
          sql: """
            SELECT source FROM (
              SELECT source, row_number() OVER (ORDER BY sent_at) AS number, count(*) OVER () AS count
              FROM message WHERE conversation = ?1 AND kind = 0)
            WHERE number % max(1, count / ?2) = 0
            """), arguments: [id, compared])
      awaited[title, default: []].formUnion(messages)
    }
    return awaited
  }
}
