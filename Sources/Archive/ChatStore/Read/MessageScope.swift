import Chats
import GRDB

/// The messages that a number names: those of a chat, or those of a topic or thread; see ``Topic/part(_:)``.
struct MessageScope: Sendable {
  /// The column of `message` that has ``value`` in each of them. There is an index of both columns with `order_key`.
  let column: String
  let value: Int64

  init(_ number: Conversation.ID) {
    if let topic = Topic.id(ofPart: number) {
      (column, value) = ("topic", topic)
    } else {
      (column, value) = ("chat", number)
    }
  }
}

extension Database {
  /// The number of the chat whose messages, or some of them, a number names; nil for a topic that does not exist.
  func wholeChat(_ number: Conversation.ID) throws -> Conversation.ID? {
    guard let topic = Topic.id(ofPart: number) else { return number }
    return try Int64.fetchOne(
      cachedStatement(
        sql: """
          SELECT coalesce(c.merged_into, c.id) FROM topic t JOIN conversation c ON c.id = t.conversation
          WHERE t.id = ?
          """), arguments: [topic])
  }
}
