/// One message of a conversation, as it is read from an archive.
public struct Message: Sendable, Hashable, Identifiable {
  /// The archive's own number of the message: stable for the life of the archive file.
  public typealias ID = Int64

  /// What sort of line a message is.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// Somebody said it.
    case normal = 0
    /// Somebody did it ("/me waves"); the text does not repeat the name.
    case action = 1
    /// The network or the service tells it: joins, topics, pinned messages, calls.
    case service = 2
  }

  /// The archive's number of the message.
  public var id: ID
  /// The conversation it belongs to.
  public var conversation: Conversation.ID
  /// Who sent it; nil for a service line that names nobody.
  public var sender: Participant?
  /// True when the archive's owner sent it.
  public var isOwn: Bool
  /// When it was sent: milliseconds since 1970-01-01 00:00 UTC.
  public var sentAt: Int64
  /// What sort of line it is.
  public var kind: Kind
  /// Plain text. May be empty when there is an attachment.
  public var text: String
  /// Ranges of `text` with a meaning, ascending, never overlapping, offsets in UTF-8 bytes.
  public var entities: [TextEntity]
  /// The message it answers, as far as that is known.
  public var reply: Quote?
  /// What came with it, a photograph for instance.
  public var attachment: Attachment?

  /// Where the message stands in its conversation's order.
  public var cursor: MessageCursor { MessageCursor(sentAt: sentAt, id: id) }
}

/// A place in a conversation: messages are ordered by time, then by number.
public struct MessageCursor: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970 UTC.
  public var sentAt: Int64
  /// Puts messages of the same millisecond in order.
  public var id: Message.ID

  /// The place of the message with this time and number, whether it exists or not.
  public init(sentAt: Int64, id: Message.ID) {
    self.sentAt = sentAt
    self.id = id
  }

  /// Earlier in the conversation.
  public static func < (a: Self, b: Self) -> Bool {
    (a.sentAt, a.id) < (b.sentAt, b.id)
  }
}

/// A stretch of a message's text with a meaning of its own.
public struct TextEntity: Sendable, Hashable, Codable {
  /// What the stretch is.
  public enum Kind: Sendable, Hashable, Codable {
    case bold, italic, underline, strikethrough, code, pre, spoiler, mention, hashtag
    /// A link; `target` is what it opens.
    case link(target: String)
  }

  /// Where it starts, in UTF-8 bytes of the message's text, on a scalar boundary.
  public var start: Int
  /// How long it is, in UTF-8 bytes; it ends on a scalar boundary.
  public var length: Int
  /// What the stretch is.
  public var kind: Kind

  /// A stretch of `length` UTF-8 bytes from byte `start` on.
  public init(start: Int, length: Int, kind: Kind) {
    self.start = start
    self.length = length
    self.kind = kind
  }
}

/// The message that another one answers, short enough to show above the answer.
public struct Quote: Sendable, Hashable {
  /// The number of the quoted message.
  public var id: Message.ID
  /// The sender of the quoted message; nil when a service line is quoted.
  public var sender: Participant?
  /// True when the archive's owner sent the quoted message.
  public var isOwn: Bool
  /// The first line of its text, at most 200 characters.
  public var excerpt: String
  /// What came with the quoted message: the excerpt of a photograph without a caption is empty.
  public var attachmentKind: Attachment.Kind?
}

/// Something that came with a message: a photograph, a file.
public struct Attachment: Sendable, Hashable {
  /// What sort of file it is.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    case photo = 0
    case video = 1
    case audio = 2
    case file = 3
    case sticker = 4
  }

  /// What sort of file it is.
  public var kind: Kind
  /// Width in pixels, when the export tells it; over 0.
  public var width: Int?
  /// Height in pixels, when the export tells it; over 0.
  public var height: Int?
  /// Size in bytes, when known.
  public var byteCount: Int64?
  /// The file's name as people see it.
  public var name: String?
  /// Absolute path of the file at the time of the import, or `synthetic:SEED` for the drawn pictures
  /// of the synthetic conversation; nil when the export left the file out.
  public var path: String?

  /// An attachment of which only the kind need be known.
  public init(
    kind: Kind, width: Int? = nil, height: Int? = nil, byteCount: Int64? = nil, name: String? = nil,
    path: String? = nil
  ) {
    self.kind = kind
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.name = name
    self.path = path
  }
}
