/// A message as an importer hands it over, before the archive has given it a number.
public struct ImportedMessage: Sendable, Hashable {
  /// Key of the conversation in its source, e.g. "telegram:123" or "irc:libera/#swift".
  public var conversationKey: String
  public var conversationTitle: String
  /// Key of this message in its conversation. The same record always has the same key, so that a
  /// second import of the same file adds nothing.
  public var sourceID: String
  /// Key and name of the sender; nil for a service line that names nobody.
  public var sender: Sender?
  public var isOwn: Bool
  /// Milliseconds since 1970 UTC.
  public var sentAt: Int64
  public var kind: Message.Kind
  public var text: String
  public var entities: [TextEntity]
  /// `sourceID` of the message it answers, in the same conversation.
  public var replyTo: String?
  public var attachment: Attachment?

  public struct Sender: Sendable, Hashable {
    public var key: String
    public var name: String

    public init(key: String, name: String) {
      self.key = key
      self.name = name
    }
  }

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
