/// A text as Telegram writes it: one string, or pieces of which each is a string or an object with a type.
struct TelegramText: Decodable {
  private(set) var styled = StyledText()

  /// Throws when any part cannot be read: a text with a hole in it would be lost without a word.
  init(from decoder: any Decoder) throws {
    let whole = try decoder.singleValueContainer()
    if whole.decodeNil() { return }
    if let text = try? whole.decode(String.self) {
      styled.append(text)
      return
    }
    var pieces = try decoder.unkeyedContainer()
    while !pieces.isAtEnd {
      if let text = try? pieces.decode(String.self) {
        styled.append(text)
      } else {
        let piece = try pieces.decode(TelegramFields.self)
        guard let text = piece.string("text") else { throw piece.unreadable("text") }
        styled.append(text, as: TelegramText.kind(of: piece, text: text))
      }
    }
  }

  /// What a piece means; nil when it is plain, or of a kind that a row of text cannot show.
  private static func kind(of piece: TelegramFields, text: String) -> TextEntity.Kind? {
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
    case "link": LinkTarget.web(text).map { .link(target: $0) }
    case "text_link": LinkTarget.web(piece.string("href") ?? "").map { .link(target: $0) }
    case "email": LinkTarget.mail(text).map { .link(target: $0) }
    case "phone": LinkTarget.phone(text).map { .link(target: $0) }
    default: nil
    }
  }
}
