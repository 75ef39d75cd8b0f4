/// A message in a catalogue.
public struct Message: Hashable, Sendable {
  public var context: String?
  public var id: String
  /// The plural text of a message for a count; `id` is the singular.
  public var plural: String?
  /// The translations: one for each plural form of the language, or a single one for a message without a count.
  public var translations: [String]
  public var isFuzzy = false
  /// The files that use the message, as its entry names them.
  public var files: [String] = []

  public init(
    _ id: String, plural: String? = nil, context: String? = nil, _ translations: [String] = []
  ) {
    self.id = id
    self.translations = translations
    self.plural = plural
    self.context = context
  }

  /// The message's key in a compiled catalogue.
  public var key: String {
    (context.map { "\($0)\u{4}" } ?? "") + id + (plural.map { "\0\($0)" } ?? "")
  }

  /// The names in braces in a text, with repetitions.
  public static func names(in text: String) -> [String] {
    text.matches(of: /{[^{}]*}/).map { String($0.output) }.sorted()
  }
}
