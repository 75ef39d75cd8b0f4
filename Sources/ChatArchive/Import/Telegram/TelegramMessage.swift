/// One of Telegram's message objects, in the terms of an archive.
struct TelegramMessage {
  /// Telegram writes null where the name of somebody would be who is no longer there.
  static let deletedAccount = "Deleted account"

  let fields: TelegramFields
  /// What was written, empty perhaps; nil when there is none, or when it cannot be read.
  let text: StyledText?

  init(_ fields: TelegramFields) {
    self.fields = fields
    let text = fields.styledText("text")
    self.text = text?.isEmpty == false ? text : fields.styledText("text_entities") ?? text
  }

  var id: String? { fields.text("id") }

  var isService: Bool { fields.string("type") == "service" }

  /// Seconds since 1970 UTC, as text.
  var unixTime: String? { fields.text("date_unixtime") }

  /// Date and time where the export was made, for instance “2024-01-02T12:34:56”.
  var localTime: String? { fields.string("date") }

  /// For instance “user123”; exports before 2021 have the number only.
  var senderID: String? {
    guard let id = fields.text(isService ? "actor_id" : "from_id"), !id.isEmpty else { return nil }
    return id.utf8.allSatisfy(\.isDigit) ? "user\(id)" : id
  }

  var senderName: String? {
    name(isService ? "actor" : "from")
  }

  /// Whether there is a text that cannot be read, in neither of the two forms newer exports have it.
  var hasUnreadableText: Bool { text == nil && fields.contains("text") }

  /// The id of the message this one answers, if it is in the same chat.
  var replyTo: String? {
    fields.contains("reply_to_peer_id") ? nil : fields.text("reply_to_message_id")
  }

  /// The name in this member; nil when it is not there at all.
  func name(_ key: TelegramFields.Key) -> String? {
    guard fields.contains(key) else { return nil }
    guard let name = fields.string(key), !name.isEmpty else { return TelegramMessage.deletedAccount }
    return name
  }
}
