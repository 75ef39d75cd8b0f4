import Chats
import GRDB

/// Decides whether an import's messages belong to the conversation that has their key.
///
/// A key can stand for several chats: Telegram numbers the messages of private chats and basic groups for each account,
/// so the exports of two members use the same numbers for different messages. An export that this program or a stranger
/// wrote can have the key of any chat. Such a chat is stored beside the first one: its key is that key, a separator and
/// a number.
struct ConversationIdentity {
  /// The number of messages of a batch that are compared, and of agreeing messages that decide at once.
  private static let (compared, decisive) = (50, 3)

  /// U+001F, which no title has: keys of sources can contain all other signs, such as "whatsapp:Team#2".
  private static let separator = "\u{1f}"

  let db: Database
  let people: PeopleRoots
  /// Whether the times of the import's messages are in an assumed time zone.
  let isZoneAssumed: Bool

  /// The conversations with a key, the first one first.
  func candidates(for key: String) throws -> [Conversation.ID] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql:
          "SELECT id FROM conversation WHERE key = ?1 OR key > ?2 AND key < ?3 ORDER BY key <> ?1, id"
      ),
      arguments: [key, key + Self.separator, key + " "])
  }

  /// A key for one more conversation.
  func nextKey(for key: String) throws -> String {
    var number = 2
    while try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM conversation WHERE key = ?"),
      arguments: [key + Self.separator + "\(number)"])
      != nil
    { number += 1 }
    return key + Self.separator + "\(number)"
  }

  /// The conversation to which messages with a key belong; nil if it is none of the candidates.
  func conversation(of messages: [MessageBox], among candidates: [Conversation.ID]) throws -> Conversation.ID?
  {
    var possible: [(id: Conversation.ID, number: Int64)] = []
    for id in candidates {
      let (agree, contradict) = try compare(messages, with: id)
      if agree > contradict { return id }
      if contradict > agree { continue }
      // The messages decide nothing, usually because none is in both.
      if let number = try continuedNumber(messages, id) { possible.append((id, number)) }
    }
    return possible.max { $0.number < $1.number }?.id
  }

  private func compare(
    _ messages: [MessageBox], with conversation: Conversation.ID
  ) throws -> (agree: Int, contradict: Int) {
    var (agree, contradict) = (0, 0)
    let step = max(1, messages.count / Self.compared)
    for index in stride(from: 0, to: messages.count, by: step) {
      switch try isKnown(messages[index].message, in: conversation) {
      case true?: agree += 1
      case false?: contradict += 1
      case nil: break
      }
      if agree >= Self.decisive, contradict == 0 { break }
    }
    return (agree, contradict)
  }

  /// Whether the conversation has the message; false if it has another one with its key, nil if that is not known.
  private func isKnown(_ message: ImportedMessage, in conversation: Conversation.ID) throws -> Bool? {
    if message.sequence != nil {
      guard !message.text.isEmpty else { return nil }
      let isThere = try TitledMoments(db: db, conversation: conversation).has(
        text: message.text.withoutNUL, inMinute: TimeResolution.minute(of: message.sentAt))
      return isThere ? true : nil
    }
    let stored = try StoredMessage.fetch(
      db, "conversation = ? AND source = ?", [conversation, message.sourceID.withoutNUL]
    ).first
    guard let stored else { return nil }
    if isTimeEqual(message, stored) || isTextEqual(message, stored) { return true }
    return try isAnother(message, than: stored) ? false : nil
  }

  /// Whether a record with the key of a stored message is another message: its time, its sender and its text differ.
  func isAnother(_ message: ImportedMessage, than stored: StoredMessage) throws -> Bool {
    guard message.kind == .normal, stored.version.body.kind == Message.Kind.normal.rawValue,
      !message.text.isEmpty, !stored.version.body.text.isEmpty, !isTimeEqual(message, stored),
      !isTextEqual(message, stored), let sender = message.sender, let known = stored.version.author.sender
    else { return false }
    return try people.key(of: known) != sender.key && people.name(of: known) != sender.name
      && people.root(of: known) != people.root(ofKey: sender.key)
  }

  private func isTimeEqual(_ message: ImportedMessage, _ stored: StoredMessage) -> Bool {
    let sentAt = stored.version.time.sentAt
    return sentAt == message.sentAt
      || (isZoneAssumed || stored.version.time.isAssumed)
        && ClockTime.canBeEqual(sentAt, message.sentAt)
  }

  private func isTextEqual(_ message: ImportedMessage, _ stored: StoredMessage) -> Bool {
    let text = SequenceItem.folded(message.text)
    return !text.isEmpty
      && ([stored.version.body.text] + stored.version.earlier.map(\.text)).contains {
        SequenceItem.folded($0) == text
      }
  }

  // MARK: Chats without common messages

  /// The number that messages continue in a conversation with which they have nothing in common, or 0; nil if the people
  /// or the numbers do not allow that.
  private func continuedNumber(_ messages: [MessageBox], _ conversation: Conversation.ID) throws -> Int64? {
    let key = try String.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM conversation WHERE id = ?"), arguments: [conversation])
    guard try allowsPeople(of: messages, in: conversation, key: key ?? "") else { return nil }
    return key?.hasPrefix(Self.basicGroup) == true ? try number(before: messages, in: conversation) : 0
  }

  private func allowsPeople(
    of messages: [MessageBox], in conversation: Conversation.ID, key: String
  ) throws -> Bool {
    let senders = Set(messages.compactMap { $0.message.kind == .normal ? $0.message.sender?.key : nil })
    let members = try String.fetchSet(
      db.cachedStatement(
        sql: """
          SELECT p.key FROM membership m JOIN participant p ON p.id = m.participant WHERE m.conversation = ?
          """), arguments: [conversation])
    if messages.contains(where: \.message.isKeyClaimed) {
      return senders.isEmpty || members.isEmpty || !senders.isDisjoint(with: members)
    }
    // In a private chat, only the peer and the account that exported it write.
    guard key.hasPrefix(Self.user) else { return true }
    let peer = String(key.prefix { $0 != "\u{1f}" })
    func accounts(_ keys: Set<String>) -> Set<String> {
      keys.filter { $0.hasPrefix(Self.user) && $0 != peer }
    }
    let (one, other) = (accounts(senders), accounts(members))
    return one.isEmpty || other.isEmpty || !one.isDisjoint(with: other)
  }

  /// The number of the conversation's last message before these, or 0; nil if the numbers do not have the order of the
  /// times. The numbers of a basic group are those of an account, and grow with time; another account's do not fit.
  private func number(before messages: [MessageBox], in conversation: Conversation.ID) throws -> Int64? {
    func number(_ condition: String, _ minute: Int64) throws -> Int64? {
      try String.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT m.source FROM conversation c JOIN message m ON m.chat = coalesce(c.merged_into, c.id)
            WHERE c.id = ?1 AND m.conversation = ?1 AND m.order_key \(condition) LIMIT 1
            """), arguments: [conversation, MinuteMerge.firstKey(of: minute)]
      ).flatMap { Int64($0) }
    }
    var first: Int64?
    let step = max(1, messages.count / Self.compared)
    for index in stride(from: 0, to: messages.count, by: step) {
      let message = messages[index].message
      guard let own = Int64(message.sourceID) else { continue }
      let minute = TimeResolution.minute(of: message.sentAt)
      let before = try number("< ?2 ORDER BY m.order_key DESC", minute)
      let after = try number(">= ?2 ORDER BY m.order_key", minute + 1)
      guard before ?? .min < own, own < after ?? .max else { return nil }
      first = first ?? before ?? 0
    }
    return first ?? 0
  }

  private static let (user, basicGroup) = ("telegram:user", "telegram:chat")
}

/// Times that were read from a clock whose time zone is not known.
enum ClockTime {
  /// The smallest difference between time zones, and the largest, in milliseconds.
  private static let (step, limit) = (900_000 as Int64, 50_400_000 as Int64)

  /// Whether two times can be the same time of a clock, read in two time zones.
  static func canBeEqual(_ a: Int64, _ b: Int64) -> Bool {
    let (distance, overflows) = a.subtractingReportingOverflow(b)
    return !overflows && distance % step == 0 && distance.magnitude <= UInt64(limit)
  }
}
