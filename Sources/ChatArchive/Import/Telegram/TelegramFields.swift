import Foundation

/// The members of a Telegram object. A member that is missing, or has an unexpected type, is nil and does not affect
/// the others.
struct TelegramFields: Decodable {
  struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }

  /// Whether the member exists. Its value can be null.
  func contains(_ key: Key) -> Bool { container.contains(key) }

  func value<T: Decodable>(_ key: Key, as type: T.Type = T.self) -> T? {
    guard container.contains(key) else { return nil }
    return try? container.decode(T.self, forKey: key)
  }

  func string(_ key: Key) -> String? { value(key) }

  func int(_ key: Key) -> Int? { value(key) }

  /// A number or a string as text: older exports contain numbers where newer ones contain strings.
  func text(_ key: Key) -> String? { value(key, as: TelegramScalar.self)?.text }

  func object(_ key: Key) -> TelegramFields? { value(key) }

  func objects(_ key: Key) -> [TelegramFields] { value(key) ?? [] }

  func styledText(_ key: Key) -> StyledText? { value(key, as: TelegramText.self)?.styled }

  func bool(_ key: Key) -> Bool { value(key) ?? false }

  /// A name or the like, without what exceeds `limit` bytes; nil if it is missing or empty.
  func line(_ key: Key, limit: Int = TelegramLimit.line) -> String? {
    guard let text = text(key), !text.isEmpty else { return nil }
    return text.prefix(bytes: limit)
  }

  /// The name in this member: that of a deleted account if it is null or empty; nil if the member is missing.
  func name(_ key: Key) -> String? {
    guard contains(key) else { return nil }
    guard let name = string(key), !name.isEmpty else { return TelegramMessage.deletedAccount }
    return name.prefix(bytes: TelegramLimit.line)
  }

  /// A number of people, votes or seconds, from 1; nil if it is anything else.
  func count(_ key: Key, limit: Int = TelegramLimit.count) -> Int? {
    int(key).flatMap { (1...limit).contains($0) ? $0 : nil }
  }

  /// The error for a required member that is missing or has an unexpected type.
  fileprivate func unreadable(_ key: Key) -> DecodingError {
    .dataCorrupted(.init(codingPath: container.codingPath + [key], debugDescription: "unreadable"))
  }
}

/// What an export may ask for. Telegram's own limits are far below.
enum TelegramLimit {
  /// Bytes of a name, a title or an answer, of which Telegram allows 255 characters.
  static let line = 1024
  /// Bytes of the number of a message or a person.
  static let id = 64
  /// Bytes of a path and of the target of a link.
  static let path = 4096
  /// People, votes, stars.
  static let count = 1_000_000_000
  /// Seconds of a film, a sound or a call: a year.
  static let seconds = 31_536_000
  /// Answers of a poll and entries of a checklist, of which Telegram allows 30.
  static let options = 100
  /// Names in a sentence.
  static let names = 50
  /// Styled ranges of a text, of which Telegram keeps 100.
  static let entities = 1000
}

extension String {
  /// The beginning that has at most so many bytes, without a scalar that is cut.
  func prefix(bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

/// A string, or a number as its digits.
struct TelegramScalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try (try? container.decode(String.self)) ?? String(container.decode(Int64.self))
  }
}

/// A text in Telegram's form: a string, or an array of strings and objects with a type.
private struct TelegramText: Decodable {
  private(set) var styled = StyledText()

  /// Throws if any piece is unreadable. Otherwise the text would lose that piece silently.
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
        let isStyled = styled.entities.count < TelegramLimit.entities
        styled.append(text, as: isStyled ? TelegramText.kind(of: piece, text: text) : nil)
      }
    }
  }

  /// The meaning of a piece; nil if it is plain or of a kind that the archive does not have.
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
    case "blockquote": piece.bool("collapsed") ? .expandableQuote : .quote
    case "custom_emoji": .customEmoji
    case "bot_command": .botCommand
    case "link": link(text, LinkTarget.web)
    case "text_link": link(piece.string("href") ?? "", LinkTarget.web)
    case "email": link(text, LinkTarget.mail)
    case "phone": link(text, LinkTarget.phone)
    default: nil
    }
  }

  /// A link to what the gate makes of the address; nil if the gate refuses it or the address is too long for one.
  private static func link(_ address: String, _ gate: (String) -> String?) -> TextEntity.Kind? {
    guard address.utf8.count <= TelegramLimit.path else { return nil }
    return gate(address).map { .link(target: $0) }
  }
}
