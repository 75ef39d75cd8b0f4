/// Places in Telegram's JSON that can be told from their first bytes: where reading can go on after damage.
///
/// A quotation mark within a string is always escaped, so that no message can contain what looks like one.
enum TelegramLandmark {
  /// A message: `{"id": 17, "type": "message",`.
  case message
  /// A chat of a full export: `{"name": "Mara", "type": "personal_chat", "id": 5, "messages": [`.
  case chat

  /// Bytes that are needed to recognise one; a name has 255 characters at most.
  static let reach = 4096

  /// The landmark that begins with the first byte, if one does.
  init?(_ bytes: ArraySlice<UInt8>) {
    if TelegramLandmark.beginsMessage(bytes) {
      self = .message
    } else if TelegramLandmark.beginsChat(bytes) {
      self = .chat
    } else {
      return nil
    }
  }

  private static func beginsMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    return cursor.skip("{") && cursor.skipNumber(after: "id") && cursor.skipSign(",")
      && cursor.skipKey("type")
      && (cursor.skip("\"message\"") || cursor.skip("\"service\"") || cursor.skip("\"unsupported\""))
  }

  private static func beginsChat(_ bytes: ArraySlice<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    guard cursor.skip("{") else { return false }
    // The chat with oneself has no name, that with a deleted account has null for one.
    if cursor.skipKey("name") {
      guard cursor.skip("null") || cursor.skipString(), cursor.skipSign(",") else { return false }
    }
    return cursor.skipKey("type") && cursor.skipString() && cursor.skipSign(",")
      && cursor.skipNumber(after: "id") && cursor.skipSign(",") && cursor.skipKey("messages")
      && cursor.skip("[")
  }
}

extension ByteCursor {
  /// Passes a comma or a colon and the whitespace around it.
  fileprivate mutating func skipSign(_ sign: String) -> Bool {
    skip(while: \.isSpace)
    guard skip(sign) else { return false }
    skip(while: \.isSpace)
    return true
  }

  fileprivate mutating func skipKey(_ key: String) -> Bool {
    skip(while: \.isSpace)
    return skip("\"\(key)\"") && skipSign(":")
  }

  fileprivate mutating func skipNumber(after key: String) -> Bool {
    guard skipKey(key) else { return false }
    _ = skip("-")
    return skip(while: \.isDigit)
  }

  fileprivate mutating func skipString() -> Bool {
    guard skip("\"") else { return false }
    while true {
      skip { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if skip("\"") { return true }
      guard skip("\\"), !isAtEnd, skip(rest[rest.startIndex]) else { return false }
    }
  }
}
