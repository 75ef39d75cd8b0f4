/// The members of one of Telegram's objects, read without fuss: a member that is not there, or is not what it was
/// in the versions we know, is nil and spoils nothing else.
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

  /// Whether the member is there, be it null.
  func contains(_ key: Key) -> Bool { container.contains(key) }

  func value<T: Decodable>(_ key: Key, as type: T.Type = T.self) -> T? {
    guard container.contains(key) else { return nil }
    return try? container.decode(T.self, forKey: key)
  }

  func string(_ key: Key) -> String? { value(key) }

  func int(_ key: Key) -> Int? { value(key) }

  /// A number or a string as text: older exports have numbers where newer ones have strings.
  func text(_ key: Key) -> String? { value(key, as: TelegramScalar.self)?.text }

  func object(_ key: Key) -> TelegramFields? { value(key) }

  func objects(_ key: Key) -> [TelegramFields] { value(key) ?? [] }

  /// The error that the member ought to be there and is not, or is something else.
  func unreadable(_ key: Key) -> DecodingError {
    .dataCorrupted(.init(codingPath: container.codingPath + [key], debugDescription: "unreadable"))
  }

  func styledText(_ key: Key) -> StyledText? { value(key, as: TelegramText.self)?.styled }
}

/// A string, or a number as its digits.
struct TelegramScalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try (try? container.decode(String.self)) ?? String(container.decode(Int64.self))
  }
}
