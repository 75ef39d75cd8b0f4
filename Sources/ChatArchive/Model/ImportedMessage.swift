/// A message as an importer delivers it, before the archive assigns a number.
public struct ImportedMessage: Sendable, Hashable {
  /// The key of the conversation in its source, for example "telegram:user123" or "irc:libera/#swift".
  public var conversationKey: String
  /// The title of the conversation.
  public var conversationTitle: String
  /// The key of this message in its conversation. A record has the same key in every import, so that a second import
  /// of a file adds nothing.
  public var sourceID: String
  /// The sender; nil for a service message without one.
  public var sender: Sender?
  /// Whether the archive's owner sent it.
  public var isOwn: Bool
  /// When it was sent, in milliseconds since 1970 UTC.
  public var sentAt: Int64
  /// The kind of the message.
  public var kind: Message.Kind
  /// Plain text; can be empty if there is an attachment.
  public var text: String
  /// Ranges of `text` with a meaning, in ascending order without overlaps. Offsets are UTF-8 bytes.
  public var entities: [TextEntity]
  /// The `sourceID` of the message that this one replies to, in the same conversation.
  public var replyTo: String?
  /// A photo, file or the like that came with the message.
  public var attachment: Attachment?

  /// The sender of an imported message.
  public struct Sender: Sendable, Hashable {
    /// The key of the person in the source, the same in all conversations, for example "telegram:user123".
    public var key: String
    /// The name of the person.
    public var name: String

    /// A sender with this key and name.
    public init(key: String, name: String) {
      self.key = key
      self.name = name
    }
  }

  /// A message; only its position, sender, time and text are required.
  public init(
    conversationKey: String, conversationTitle: String, sourceID: String, sender: Sender?,
    isOwn: Bool = false,
    sentAt: Int64, kind: Message.Kind = .normal, text: String, entities: [TextEntity] = [],
    replyTo: String? = nil, attachment: Attachment? = nil
  ) {
    self.conversationKey = conversationKey
    self.conversationTitle = conversationTitle
    self.sourceID = sourceID
    self.sender = sender
    self.isOwn = isOwn
    self.sentAt = sentAt
    self.kind = kind
    self.text = text
    self.entities = entities
    self.replyTo = replyTo
    self.attachment = attachment
  }
}

/// A text that is composed of pieces, with the entities of the pieces.
struct StyledText: Sendable, Hashable {
  private(set) var text = ""
  private(set) var entities: [TextEntity] = []

  init() {}

  /// A plain text.
  init(_ text: String) {
    self.text = text
  }

  /// The parts, each on its own line.
  init(lines: [StyledText]) {
    for (index, line) in lines.enumerated() {
      if index > 0 { text += "\n" }
      append(line)
    }
  }

  var isEmpty: Bool { text.isEmpty }

  /// Appends a piece as an entity of this kind, or as plain text if `kind` is nil.
  mutating func append(_ piece: some StringProtocol, as kind: TextEntity.Kind? = nil) {
    if let kind, !piece.isEmpty {
      entities.append(TextEntity(start: text.utf8.count, length: piece.utf8.count, kind: kind))
    }
    text += piece
  }

  mutating func append(_ other: StyledText) {
    let shift = text.utf8.count
    entities += other.entities.map { TextEntity(start: $0.start + shift, length: $0.length, kind: $0.kind) }
    text += other.text
  }
}
