import Chats
import ScrollCore

/// A place in a chat.
enum ChatPlace: Hashable, Sendable {
  case end
  case message(Message.ID, at: RowPlace = .center, isHighlighted: Bool = true)
  /// A former place of the reader.
  case row(Row)

  /// The place of a message's row.
  struct Row: Codable, Hashable, Sendable {
    var message: Message.ID
    /// The message's order key. With it, the nearest message is found if this one is gone. Nil if the message is known to exist.
    var order: Int64?
    /// Points between the view's top edge and the row's; negative for a row that begins above the list.
    var top: Double
    var cursor: MessageCursor? { order.map { MessageCursor(orderKey: $0, id: message) } }
  }
}

/// A place in a chat that the reader goes to, and the reason. ``ChatTab/open(_:anew:)`` goes to it.
package struct ChatDestination: Sendable {
  var chat: Conversation.ID
  /// Nil: the place at which the reader left the chat, or else its end.
  var place: ChatPlace?
  var reason = Reason.other
  var focus = Focus.usual

  /// The reason for going to a place. Determines what happens with the previous place.
  enum Reason: Hashable, Sendable {
    /// The first hit of a search.
    case search
    /// A further hit of the same search. Back leads to the place before the search.
    case hit
    /// A message: by a quote, a date.
    case message
    /// The end, the unread line, another chat.
    case other
    /// A return: the place that the reader leaves is not kept.
    case restoring
  }

  /// The focus at the place.
  enum Focus: Hashable, Sendable {
    /// In a newly shown chat, the composer. In a chat that was already shown, the focus stays, but a focus on a message
    /// moves along.
    case usual
    /// The message, or otherwise the last one in view.
    case messages
  }

  package static func lastPlace(in chat: Conversation.ID) -> Self { Self(chat: chat) }

  /// A message, which is highlighted.
  package static func message(_ id: Message.ID, in chat: Conversation.ID, at place: RowPlace = .center)
    -> Self
  {
    Self(chat: chat, place: .message(id, at: place), reason: .message)
  }
}
