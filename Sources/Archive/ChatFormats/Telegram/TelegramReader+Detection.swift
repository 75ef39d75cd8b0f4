extension TelegramReader {
  /// Telegram's format, if a file that begins with this head is an export of Telegram Desktop.
  ///
  /// Other programs also write lists called “messages”, so the contents of a message or the members around the list
  /// must be Telegram's. After damage, the beginning of one of its messages is enough.
  static func format(of head: FileHead) -> ImportFormat? {
    guard let json = head.json else { return nil }
    return isAccount(json) || isChat(json) || containsMessage(head.bytes) ? .telegram : nil
  }

  static func canRead(_ head: FileHead, as format: ImportFormat) -> Bool {
    guard head.bytes.first(where: { !$0.isSpace }) == UInt8(ascii: "{") else { return false }
    let found = ImportFormat.detect(head)
    return found == nil || found == .telegram
  }

  private static func isAccount(_ json: JSONOutline) -> Bool {
    json.has("personal_information") || json.has("chats.list") || json.has("left_chats.list")
      || json.has("about") && parts.contains { json.has($0) }
  }

  /// Members of an account's export that can precede its chats.
  private static let parts = [
    "profile_pictures", "stories", "contacts", "frequent_contacts", "sessions", "web_sessions", "other_data",
    "chats", "left_chats",
  ]

  private static func isChat(_ json: JSONOutline) -> Bool {
    if json.has("id"), !json.texts("type").isDisjoint(with: chatTypes) { return true }
    return json.has("messages[].id") && !json.texts("messages[].type").isDisjoint(with: messageTypes)
      && (json.has("messages[].date") || json.has("messages[].date_unixtime")
        || json.texts("messages[].type").contains("unsupported"))
  }

  private static let messageTypes: Set<String> = ["message", "service", "unsupported"]
  private static let chatTypes: Set<String> = [
    "personal_chat", "bot_chat", "saved_messages", "replies", "verification_codes", "private_group",
    "private_supergroup", "public_supergroup", "private_channel", "public_channel",
  ]

  private static func containsMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      if TelegramLandmark.beginsMessage(rest[start...]) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }
}
