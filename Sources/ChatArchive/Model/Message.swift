/// An ordered sequence of messages: a chat, a group or a channel.
public struct Conversation: Sendable, Hashable, Identifiable {
  /// The archive's number for the conversation, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the conversation.
  public var id: ID
  /// Never empty.
  public var title: String
  /// Number of messages, service messages included.
  public var messageCount: Int
  /// Number of people who wrote at least one message other than a service message.
  public var participantCount: Int
  /// When the newest message was sent, in milliseconds since 1970 UTC; nil if there is none.
  public var lastSentAt: Int64?
}

/// A person who writes in a conversation.
public struct Participant: Sendable, Hashable, Identifiable {
  /// The archive's number for the person, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the person.
  public var id: ID
  /// Never empty.
  public var name: String
  /// A hash of the person's key in the source, the same on every machine and in every archive. Colours derive from it.
  public var colorSeed: UInt64
}

/// One message of a conversation, as read from an archive.
public struct Message: Sendable, Hashable, Identifiable {
  /// The archive's number for the message, which never changes in the file.
  public typealias ID = Int64

  /// The kind of a message.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// What a person wrote.
    case normal = 0
    /// What a person did ("/me waves"); the text does not repeat the name.
    case action = 1
    /// An event reported by the network or the service: joins, topics, pinned messages, calls.
    case service = 2
  }

  /// The archive's number for the message.
  public var id: ID
  /// The conversation it belongs to.
  public var conversation: Conversation.ID
  /// The sender; nil for a service message without one.
  public var sender: Participant?
  /// Whether the archive's owner sent it.
  public var isOwn: Bool
  /// When it was sent: milliseconds since 1970-01-01 00:00 UTC.
  public var sentAt: Int64
  /// The kind of the message.
  public var kind: Kind
  /// Plain text; can be empty if there is an attachment.
  public var text: String
  /// Ranges of `text` with a meaning, in ascending order without overlaps. Offsets are UTF-8 bytes.
  public var entities: [TextEntity]
  /// The message that this one replies to, if known.
  public var reply: Quote?
  /// A photo, file or the like that came with the message.
  public var attachment: Attachment?

  /// The position of the message in its conversation.
  public var cursor: MessageCursor { MessageCursor(sentAt: sentAt, id: id) }
}

/// A position in a conversation: messages are ordered by time, then by number.
public struct MessageCursor: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970 UTC.
  public var sentAt: Int64
  /// Orders messages of the same millisecond.
  public var id: Message.ID

  /// The position of a message with this time and number, which does not need to exist.
  public init(sentAt: Int64, id: Message.ID) {
    self.sentAt = sentAt
    self.id = id
  }

  /// Whether `a` is earlier in the conversation than `b`.
  public static func < (a: Self, b: Self) -> Bool {
    (a.sentAt, a.id) < (b.sentAt, b.id)
  }
}

/// A range of a message's text with a meaning.
public struct TextEntity: Sendable, Hashable, Codable {
  /// The meaning of a range.
  public enum Kind: Sendable, Hashable, Codable {
    /// `code` is within a line and `pre` a block of lines, as in Telegram.
    case bold, italic, underline, strikethrough, code, pre, spoiler, mention, hashtag
    /// A link that opens `target`.
    case link(target: String)
  }

  /// The start of the range in UTF-8 bytes of the message's text, on a scalar boundary.
  public var start: Int
  /// The length of the range in UTF-8 bytes; it ends on a scalar boundary.
  public var length: Int
  /// The meaning of the range.
  public var kind: Kind

  /// A range of `length` UTF-8 bytes from byte `start`.
  public init(start: Int, length: Int, kind: Kind) {
    self.start = start
    self.length = length
    self.kind = kind
  }
}

/// The message that another one replies to, in a form short enough to show above the reply.
public struct Quote: Sendable, Hashable {
  /// The number of the quoted message.
  public var id: Message.ID
  /// The sender of the quoted message; nil for a service message without one.
  public var sender: Participant?
  /// Whether the archive's owner sent the quoted message.
  public var isOwn: Bool
  /// The first line of its text, at most 200 characters.
  public var excerpt: String
  /// The kind of the quoted message's attachment. The excerpt of a photo without a caption is empty.
  public var attachmentKind: Attachment.Kind?
}

/// A photo, file or the like that came with a message.
public struct Attachment: Sendable, Hashable {
  /// The kind of an attachment. Archives store the raw values.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    case photo = 0
    case video = 1
    case audio = 2
    case file = 3
    case sticker = 4
  }

  /// The kind of the attachment.
  public var kind: Kind
  /// Width in pixels, positive; nil if the export does not contain it.
  public var width: Int?
  /// Height in pixels, positive; nil if the export does not contain it.
  public var height: Int?
  /// Size in bytes; nil if unknown.
  public var byteCount: Int64?
  /// The name of the file as shown to the user.
  public var name: String?
  /// Absolute path of the file at the time of the import, or `synthetic:SEED` for a generated picture of the
  /// synthetic conversation; nil if the export does not include the file.
  public var path: String?

  /// An attachment; everything but its kind is optional.
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
