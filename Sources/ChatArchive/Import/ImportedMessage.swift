/// A message as an importer hands it over, before the archive has given it a number.
public struct ImportedMessage: Sendable, Hashable {
  /// Key of the conversation in its source, e.g. "telegram:user123" or "irc:libera/#swift".
  public var conversationKey: String
  /// What people call the conversation.
  public var conversationTitle: String
  /// Key of this message in its conversation. The same record always has the same key, so that a
  /// second import of the same file adds nothing.
  public var sourceID: String
  /// Key and name of the sender; nil for a service line that names nobody.
  public var sender: Sender?
  /// True when the archive's owner sent it.
  public var isOwn: Bool
  /// Milliseconds since 1970 UTC.
  public var sentAt: Int64
  /// What sort of line it is.
  public var kind: Message.Kind
  /// Plain text. May be empty when there is an attachment.
  public var text: String
  /// Ranges of `text` with a meaning, ascending, never overlapping, offsets in UTF-8 bytes.
  public var entities: [TextEntity]
  /// `sourceID` of the message it answers, in the same conversation.
  public var replyTo: String?
  /// What came with it.
  public var attachment: Attachment?

  /// Somebody who writes.
  public struct Sender: Sendable, Hashable {
    /// Key of the person in the source, the same in all conversations, e.g. "telegram:user123".
    public var key: String
    /// What people call them.
    public var name: String

    /// Somebody with this key and name.
    public init(key: String, name: String) {
      self.key = key
      self.name = name
    }
  }

  /// A message of which only the place, the time and the text need be known.
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
