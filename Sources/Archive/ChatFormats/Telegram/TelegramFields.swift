import Chats

extension JSONFields {
  func styledText(_ key: StaticString) -> StyledText? { value(key).flatMap { TelegramText($0)?.styled } }

  /// The name in this member: the name of a deleted account if it is null or empty; nil if the member is missing.
  func name(_ key: StaticString) -> String? {
    guard contains(key) else { return nil }
    guard let name = string(key), !name.isEmpty else { return TelegramMessage.deletedAccount }
    return name.prefix(bytes: TelegramLimit.line)
  }
}

/// A text in Telegram's form: a string, or an array of strings and objects with a type.
private struct TelegramText {
  private(set) var styled = StyledText()

  /// Fails if any piece is unreadable. Otherwise the text would silently lose that piece.
  init?(_ value: JSONValue) {
    if value.isNull { return }
    if let text = value.asString {
      styled.append(text)
      return
    }
    guard let pieces = value.asArray else { return nil }
    for piece in pieces {
      if let text = piece.asString {
        styled.append(text)
      } else {
        guard let piece = piece.asObject, let text = piece.string("text") else { return nil }
        let isStyled = styled.entities.count < TelegramLimit.entities
        styled.append(text, as: isStyled ? TelegramText.kind(of: piece, text: text) : nil)
      }
    }
  }

  /// The meaning of a piece; nil if it is plain or of a kind that archives do not have.
  private static func kind(of piece: JSONFields, text: String) -> TextEntity.Kind? {
    switch piece.string("type") {
    case "bold": .bold
    case "italic": .italic
    case "underline": .underline
    case "strikethrough": .strikethrough
    case "code": .code
    case "pre": .pre
    case "spoiler": .spoiler
    case "mention", "mention_name": .mention
    case "hashtag", "cashtag": .hashtag
    case "blockquote": piece.bool("collapsed") == true ? .expandableQuote : .quote
    case "custom_emoji": .customEmoji
    case "bot_command": .botCommand
    case "link": link(text, LinkTarget.web)
    case "text_link": link(piece.string("href") ?? "", LinkTarget.web)
    case "email": link(text, LinkTarget.mail)
    case "phone": link(text, LinkTarget.phone)
    default: nil
    }
  }

  /// A link to the gate's result for the address; nil if the gate refuses it, or if the address is too long.
  private static func link(_ address: String, _ gate: (String) -> String?) -> TextEntity.Kind? {
    guard address.utf8.count <= TelegramLimit.path else { return nil }
    return gate(address).map { .link(target: $0) }
  }
}
