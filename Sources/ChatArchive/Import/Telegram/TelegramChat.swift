/// What an export tells of a chat before its messages.
struct TelegramChat: Sendable, Hashable {
  /// The number of the person, group or channel; numbers of different sorts overlap.
  var id: String?
  /// Nil for the chat with oneself and for deleted accounts.
  var name: String?
  /// For instance "private_supergroup".
  var type: String?

  /// Whether messages can be placed: without number and sort nobody knows whose they are.
  var isComplete: Bool { id != nil && type != nil }

  /// The chat with oneself, where people keep notes.
  var isSavedMessages: Bool { type == "saved_messages" }

  /// The key of the one other person in the chat, as messages have it in `from_id`.
  var partner: String? {
    guard let id, type == "personal_chat" || type == "bot_chat" else { return nil }
    return "user\(id)"
  }

  /// - Parameter file: Name that stands in for the number where damage has swallowed it.
  func conversationKey(file: String) -> String {
    guard let id else { return "telegram:file/\(file)" }
    return "telegram:\(sort)\(id)"
  }

  var conversationTitle: String {
    if let name, !name.isEmpty { return name }
    return switch type {
    case "saved_messages": "Saved Messages"
    case "replies": "Replies"
    case "verification_codes": "Verification Codes"
    case "personal_chat", "bot_chat": TelegramMessage.deletedAccount
    default: "Telegram chat"
    }
  }

  /// The word that Telegram puts before the number elsewhere in the file.
  private var sort: String {
    switch type {
    case "private_group": "chat"
    case "private_supergroup", "public_supergroup", "private_channel", "public_channel": "channel"
    case nil: ""
    default: "user"
    }
  }
}
