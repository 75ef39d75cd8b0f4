import Translation

/// An ordered sequence of messages: a chat, a group or a channel.
public struct Conversation: Sendable, Hashable, Identifiable {
  /// The archive's number for the conversation, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the conversation.
  public var id: ID
  /// Never empty.
  public var title: String
  /// Number of messages, service messages and notes included.
  public var messageCount: Int
  /// Number of people who wrote at least one message other than a service message.
  public var participantCount: Int
  /// The time of the newest message, in milliseconds since 1970 UTC; nil if there is none.
  public var lastSentAt: Int64?
  /// Whether the conversation is kept above the others.
  public var isPinned = false
  /// The time zone of its days: an identifier such as "Europe/Lisbon". Nil for that of the machine.
  public var timeZone: String?
  /// The origin of its messages.
  public var origin = Origin.here
  /// The number of notes in ``messageCount``.
  public var noteCount = 0
  /// The topic or thread to which the messages are limited, whose number is then ``id``; nil for the whole conversation.
  public var topic: Topic?

  /// The number of the whole conversation.
  public var chat: ID { topic?.chat ?? id }

  /// The title, and that of the topic: "Hut keepers · Keys".
  public var fullTitle: String { topic.map { "\(title) · \($0.title)" } ?? title }

  package init(
    id: ID, title: String, messageCount: Int, participantCount: Int, lastSentAt: Int64? = nil,
    isPinned: Bool = false, timeZone: String? = nil, origin: Origin = Origin.here, noteCount: Int = 0,
    topic: Topic? = nil
  ) {
    self.id = id
    self.title = title
    self.messageCount = messageCount
    self.participantCount = participantCount
    self.lastSentAt = lastSentAt
    self.isPinned = isPinned
    self.timeZone = timeZone
    self.origin = origin
    self.noteCount = noteCount
    self.topic = topic
  }

  /// The origin of a conversation's messages.
  public enum Origin: Sendable, Hashable {
    /// They are written in Backscroll: the sample conversation.
    case here
    /// At least some of them were imported. Messages that are written beside them are not sent.
    ///
    /// `program` is the name of their original program, such as "Telegram"; nil if it is not known.
    case imported(program: String?)
  }
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

  package init(id: ID, name: String, colorSeed: UInt64) {
    self.id = id
    self.name = name
    self.colorSeed = colorSeed
  }
}

/// One message of a conversation, as read from an archive.
public struct Message: Sendable, Hashable, Identifiable {
  /// The archive's number for the message, which never changes in the file.
  public typealias ID = Int64

  /// The kind of a message.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// A text of a person.
    case normal = 0
    /// An action of a person ("/me waves"); the text does not repeat the name.
    case action = 1
    /// An event reported by the network or the service: joins, topics, pinned messages, calls.
    case service = 2
    /// A message of a kind that its source could not export or that cannot be shown; ``Message/unsupportedKind`` names it.
    case unsupported = 3
    /// A message that was deleted before it was exported.
    case deleted = 4
    /// A place at which messages of the source are missing; see ``Message/gap``.
    case gap = 5
    /// A note that the reader wrote beside an imported chat. It was not sent, and has no sender.
    case note = 6
  }

  /// The archive's number for the message.
  public var id: ID
  /// The conversation of the message.
  public var conversation: Conversation.ID
  /// The sender; nil for a service message without one.
  public var sender: Participant?
  /// Whether the archive's owner sent it.
  public var isOwn: Bool
  /// The time of the message: milliseconds since 1970-01-01 00:00 UTC.
  public var sentAt: Int64
  /// The kind of the message.
  public var kind: Kind
  /// Plain text; can be empty if there is an attachment.
  public var text: String
  /// Ranges of `text` with a meaning, in ascending order without overlaps. Offsets are UTF-8 bytes.
  public var entities: [TextEntity]
  /// The message that this one replies to, if known.
  public var reply: Quote?
  /// The attachments in the order of the source: the pictures of an album, a file, a voice note.
  public var attachments: [Attachment]
  /// The reactions, the most frequent first.
  public var reactions: [Reaction]
  /// The time of the last change of the text, in milliseconds since 1970 UTC; nil if it was never changed.
  public var editedAt: Int64?
  /// Whether ``Archive/edits(of:)`` has earlier texts.
  public var hasEarlierTexts: Bool
  /// The topic or the thread of the message, in conversations with such parts.
  public var topic: Topic.ID?
  /// Whether ``topic`` is a thread.
  public var isInThread = false
  /// The replies, if the message opens a thread.
  public var replies: Topic.Replies?
  /// The origin, the bot, and contents such as polls, which only few messages have.
  public var details: Details
  /// The word of the reader's bookmark, which can be empty; nil for a message without a bookmark.
  public var bookmark: String?
  /// The number by which the message is ordered in its conversation; see ``OrderKey``.
  public var orderKey: Int64
  /// Whether the message was written in this archive rather than imported. It can then be deleted, and a note be changed.
  public var isWrittenHere: Bool

  /// The position of the message in its conversation.
  public var cursor: MessageCursor { MessageCursor(orderKey: orderKey, id: id) }

  /// A message without the properties that are omitted. Without `orderKey` it is ordered by its time.
  public init(
    id: ID, conversation: Conversation.ID, sender: Participant?, isOwn: Bool, sentAt: Int64,
    kind: Kind = .normal, text: String, entities: [TextEntity] = [], reply: Quote? = nil,
    attachments: [Attachment] = [], reactions: [Reaction] = [], editedAt: Int64? = nil,
    hasEarlierTexts: Bool = false, topic: Topic.ID? = nil, details: Details = Details(),
    bookmark: String? = nil, orderKey: Int64? = nil, isWrittenHere: Bool = false
  ) {
    self.id = id
    self.conversation = conversation
    self.sender = sender
    self.isOwn = isOwn
    self.sentAt = sentAt
    self.kind = kind
    self.text = text
    self.entities = entities
    self.reply = reply
    self.attachments = attachments
    self.reactions = reactions
    self.editedAt = editedAt
    self.hasEarlierTexts = hasEarlierTexts
    self.topic = topic
    self.details = details
    self.bookmark = bookmark
    self.orderKey = orderKey ?? OrderKey.make(sentAt: sentAt)
    self.isWrittenHere = isWrittenHere
  }
}

/// A position in a conversation: messages are ordered by their order key, then by number.
public struct MessageCursor: Sendable, Hashable, Comparable {
  /// See ``OrderKey``.
  public var orderKey: Int64
  /// Orders messages of the same order key.
  public var id: Message.ID

  /// The position of a message with this order key and number, which need not exist.
  public init(orderKey: Int64, id: Message.ID) {
    self.orderKey = orderKey
    self.id = id
  }

  /// The position before all messages that were sent at this time or later, in milliseconds since 1970 UTC.
  public init(before sentAt: Int64) {
    self.init(orderKey: OrderKey.make(sentAt: sentAt), id: .min)
  }

  /// Whether `a` is earlier in the conversation than `b`.
  public static func < (a: Self, b: Self) -> Bool {
    (a.orderKey, a.id) < (b.orderKey, b.id)
  }
}

/// The number by which messages are ordered, apart from the time that they show.
///
/// A source with times gives each message the key of its time, and a rank among messages of the same time: logs with
/// minutes keep the order of the file. A source with an order of its own, such as Matrix, makes its own keys.
public enum OrderKey {
  /// The number of ranks within one millisecond.
  public static let ranks: Int64 = 1 << 20

  /// The key of a time in milliseconds since 1970 UTC. Times before the year 1691 or after 2248 have the keys of those.
  ///
  /// - Parameter rank: The place among messages of the same time, from 0. Ranks that are too high count as the last.
  public static func make(sentAt: Int64, rank: Int64 = 0) -> Int64 {
    min(max(sentAt, -furthest), furthest) * ranks + min(max(rank, 0), ranks - 1)
  }

  /// The time in a key, in milliseconds since 1970 UTC.
  public static func time(of key: Int64) -> Int64 { key >> 20 }

  /// Milliseconds from 1970: the largest whose key fits into 64 bits.
  package static let furthest: Int64 = (1 << 43) - 1
}

/// A range of a message's text with a meaning.
public struct TextEntity: Sendable, Hashable, Codable {
  /// The meaning of a range.
  public enum Kind: Sendable, Hashable, Codable {
    /// `code` is within a line and `pre` a block of lines, as in Telegram.
    case bold, italic, underline, strikethrough, code, pre, spoiler, mention, hashtag
    /// Quoted lines; those of an `expandableQuote` are shown in part at first.
    case quote, expandableQuote
    /// An emoji that stands for a picture of its own, and a command to a bot.
    case customEmoji, botCommand
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
  /// The number of the quoted message; nil if the archive has only the reply's ``Message/Details/quotation``.
  public var id: Message.ID?
  /// The sender of the quoted message; nil for a service message without one.
  public var sender: Participant?
  /// Whether the archive's owner sent the quoted message.
  public var isOwn: Bool
  /// The first line of its text, at most 200 characters.
  public var excerpt: String
  /// The kind of the quoted message's attachment. The excerpt of a photo without a caption is empty.
  public var attachmentKind: Attachment.Kind?
  /// Whether it is the first message of the thread that the reply is in.
  public var isThreadOpener = false

  package init(
    id: Message.ID?, sender: Participant? = nil, isOwn: Bool, excerpt: String,
    attachmentKind: Attachment.Kind? = nil
  ) {
    self.id = id
    self.sender = sender
    self.isOwn = isOwn
    self.excerpt = excerpt
    self.attachmentKind = attachmentKind
  }
}

extension Quote {
  /// The quotation of a message that the archive does not have.
  package init(_ quotation: Quotation) {
    let sender = quotation.name.map { name in
      Participant(id: 0, name: name, colorSeed: name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    }
    self.init(id: nil, sender: sender, isOwn: false, excerpt: Self.excerpt(of: quotation.text))
  }

  /// The name of the author, or what stands for it: the author of a message that the archive lacks can be unknown, and an
  /// event has none.
  package var author: String { sender?.name ?? (id == nil ? tr("Message") : tr("Service message")) }

  /// The excerpt of a text in which hidden words are replaced by signs.
  package static func excerpt(of text: String, _ entities: [TextEntity]) -> String {
    let spoilers = entities.filter { $0.kind == .spoiler }
    guard !spoilers.isEmpty else { return excerpt(of: text) }
    var bytes = Array(text.utf8)
    for spoiler in spoilers.reversed() {
      let range = (spoiler.start..<spoiler.start + max(0, spoiler.length)).clamped(to: 0..<bytes.count)
      let count = String(decoding: bytes[range], as: UTF8.self).count
      bytes.replaceSubrange(range, with: String(repeating: "░", count: min(count, 12)).utf8)
    }
    return excerpt(of: String(decoding: bytes, as: UTF8.self))
  }

  /// The first line that is not blank, trimmed and cut after 200 characters.
  package static func excerpt(of text: String) -> String {
    let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }.prefix(200)
    guard let end = line.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(line[...end])
  }
}
