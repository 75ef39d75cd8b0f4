/// A message as a catalogue has it.
public struct Message: Hashable, Sendable {
  public var context: String?
  public var id: String
  /// Of a message for a count; `id` is that for one.
  public var plural: String?
  /// One for each form the language has; one in all for a message without a count.
  public var translations: [String]
  public var isFuzzy = false
  /// The files it is called in, as its entry names them.
  public var files: [String] = []

  public init(
    _ id: String, plural: String? = nil, context: String? = nil, _ translations: [String] = []
  ) {
    self.id = id
    self.translations = translations
    self.plural = plural
    self.context = context
  }

  /// The key that a compiled catalogue has it under.
  public var key: String {
    (context.map { "\($0)\u{4}" } ?? "") + id + (plural.map { "\0\($0)" } ?? "")
  }

  /// The names in braces in a text, each as often as it is there.
  public static func names(in text: String) -> [String] {
    text.matches(of: /{[^{}]*}/).map { String($0.output) }.sorted()
  }
}
