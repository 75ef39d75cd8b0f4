extension Message {
  /// The properties that only few messages have: their origin, and contents besides text and files.
  public struct Details: Sendable, Hashable {
    /// The origin of a forwarded message; nil for others.
    public var forward: Forward?
    /// The quoted words as this message has them, for a ``Quote`` of a message that the archive does not have.
    public var quotation: Quotation?
    /// The name of the bot that helped to write it, without "@".
    public var bot: String?
    /// A poll, place, contact or call.
    public var content: Content?
    /// The source's name for a message of kind ``Message/Kind/unsupported``, for example "unsupported" or "story".
    public var unsupportedKind: String?
    /// The known facts about missing messages; only for messages of kind ``Message/Kind/gap``.
    public var gap: Gap?

    /// Details without the properties that are omitted.
    public init(
      forward: Forward? = nil, quotation: Quotation? = nil, bot: String? = nil, content: Content? = nil,
      unsupportedKind: String? = nil, gap: Gap? = nil
    ) {
      self.forward = forward
      self.quotation = quotation
      self.bot = bot
      self.content = content
      self.unsupportedKind = unsupportedKind
      self.gap = gap
    }

    /// Whether the message has no details.
    public var isEmpty: Bool {
      forward == nil && quotation == nil && bot == nil && content == nil && unsupportedKind == nil
        && gap == nil
    }
  }

  /// The content of a message that is neither text nor a file.
  public enum Content: Sendable, Hashable {
    case poll(Poll)
    case place(Place)
    case contact(Contact)
    case call(Call)
  }
}

/// The origin of a message that was forwarded or saved.
public struct Forward: Sendable, Hashable, Codable {
  /// The name of the person, channel or chat.
  public var name: String
  /// The key of that person or chat in the source, as in ``ImportedMessage/Sender/key``; nil if unknown.
  public var key: String?
  /// The time of the original, in milliseconds since 1970 UTC; nil if unknown.
  public var sentAt: Int64?

  /// An origin with this name.
  public init(name: String, key: String? = nil, sentAt: Int64? = nil) {
    self.name = name
    self.key = key
    self.sentAt = sentAt
  }
}

/// What a reply says of the message that it quotes.
public struct Quotation: Sendable, Hashable, Codable {
  /// The name of the quoted person; nil if unknown.
  public var name: String?
  /// The quoted words, at most ``maximumBytes`` of UTF-8.
  public private(set) var text: String

  /// The longest text that is kept.
  public static let maximumBytes = 4_096

  /// A quotation; nil without words.
  public init?(name: String?, text: String) {
    let words = text.drop(while: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    self.name = name
    self.text = String(words).prefix(bytes: Self.maximumBytes)
  }
}

/// A question with answers to choose from.
public struct Poll: Sendable, Hashable, Codable {
  /// An answer.
  public struct Option: Sendable, Hashable, Codable {
    public var text: String
    /// The number of people who have chosen it; nil if the source does not contain it.
    public var votes: Int?
    /// Whether the archive's owner has chosen it.
    public var isChosen: Bool

    /// An answer with its votes.
    public init(text: String, votes: Int? = nil, isChosen: Bool = false) {
      self.text = text
      self.votes = votes
      self.isChosen = isChosen
    }
  }

  /// The most answers that the archive stores.
  public static let maximumOptions = 1000

  public var question: String
  public var options: [Option]
  /// The number of people who have voted; nil if the source does not contain it. With several answers a person, it is
  /// less than that of the votes.
  public var voterCount: Int?
  /// Whether the poll was closed when it was exported.
  public var isClosed: Bool

  /// A poll as it was exported.
  public init(question: String, options: [Option], voterCount: Int? = nil, isClosed: Bool = false) {
    self.question = question
    self.options = options
    self.voterCount = voterCount
    self.isClosed = isClosed
  }
}

/// A place on the earth.
public struct Place: Sendable, Hashable, Codable {
  /// Degrees north, −90…90.
  public var latitude: Double
  /// Degrees east, −180…180.
  public var longitude: Double
  public var name: String?
  public var address: String?
  /// Whether the sender's place was shared live for some time.
  public var isLive: Bool

  /// A place with these coordinates; nil if they are invalid.
  public init?(
    latitude: Double, longitude: Double, name: String? = nil, address: String? = nil, isLive: Bool = false
  ) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.name = name
    self.address = address
    self.isLive = isLive
  }
}

/// The contact data of a person, sent in a message.
public struct Contact: Sendable, Hashable, Codable {
  public var name: String
  public var phone: String?
  /// Absolute path of a vCard at the time of the import.
  public var path: String?

  /// A contact with this name.
  public init(name: String, phone: String? = nil, path: String? = nil) {
    self.name = name
    self.phone = phone
    self.path = path
  }
}

/// A call, which is a service message.
public struct Call: Sendable, Hashable, Codable {
  /// The outcome of a call.
  public enum Outcome: String, Sendable, Hashable, Codable {
    case ended, missed, busy, failed
  }

  public var outcome: Outcome
  /// Seconds; nil if the call was not answered or the duration is unknown.
  public var duration: Int?
  /// Whether a group was called.
  public var isGroup: Bool

  /// A call with this outcome.
  public init(outcome: Outcome, duration: Int? = nil, isGroup: Bool = false) {
    self.outcome = outcome
    self.duration = duration
    self.isGroup = isGroup
  }
}

/// Messages that the source has and the archive does not.
public struct Gap: Sendable, Hashable, Codable {
  /// The token with which they can be requested from the source; nil if they cannot.
  public var token: String?
  /// Their number; nil if unknown.
  public var count: Int?
  /// Whether `count` is exact.
  public var isExact: Bool

  /// Missing messages.
  public init(token: String? = nil, count: Int? = nil, isExact: Bool = false) {
    self.token = token
    self.count = count
    self.isExact = isExact
  }
}

/// A reaction to a message, usually an emoji, with the people who gave it.
public struct Reaction: Sendable, Hashable {
  /// The emoji, or the text that stands for a picture.
  public var key: String
  /// The number of people who gave it, at least 1.
  public var count: Int
  /// The known people among them in the order of their reactions, with the archive's owner last.
  public var people: [Participant]
  /// Whether the archive's owner gave it.
  public var isOwn: Bool

  /// A reaction of this number of people.
  public init(key: String, count: Int, people: [Participant] = [], isOwn: Bool = false) {
    self.key = key
    self.count = count
    self.people = people
    self.isOwn = isOwn
  }
}

/// An earlier text of a message.
public struct Edit: Sendable, Hashable {
  /// The time at which the text was replaced, in milliseconds since 1970 UTC.
  public var replacedAt: Int64
  /// The text until then.
  public var text: String

  /// A text that was replaced.
  public init(replacedAt: Int64, text: String) {
    self.replacedAt = replacedAt
    self.text = text
  }
}

/// A part of a chat that can be read alone: a topic of a forum, or a thread, which is a message with the replies to it.
public struct Topic: Sendable, Hashable, Identifiable {
  /// The archive's number for the topic, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the topic.
  public var id: ID
  /// The chat of its messages.
  public var chat: Conversation.ID
  /// Never empty. The title of a thread is the beginning of its first message.
  public var title: String
  /// Whether it is a thread.
  public var isThread: Bool
  /// Whether the archive has the first message of the thread; false for a topic.
  public var hasOpener = false
  /// The number of its messages, at least 1. That of a thread counts its first message, if the archive has it.
  public var messageCount: Int
  /// The number of notes in ``messageCount``.
  public var noteCount = 0
  /// As ``ChatSummary/unreadCount``.
  public var unreadCount = 0
  /// The time of its newest message, in milliseconds since 1970 UTC.
  public var lastSentAt: Int64

  package init(
    id: ID, chat: Conversation.ID, title: String, isThread: Bool = false, hasOpener: Bool = false,
    messageCount: Int, noteCount: Int = 0, unreadCount: Int = 0, lastSentAt: Int64
  ) {
    self.id = id
    self.chat = chat
    self.title = title
    self.isThread = isThread
    self.hasOpener = hasOpener
    self.messageCount = messageCount
    self.noteCount = noteCount
    self.unreadCount = unreadCount
    self.lastSentAt = lastSentAt
  }

  /// The number that names a topic's messages where a chat's number is expected. Chats have numbers above 0, so these
  /// are below; a number that no topic has, as in a damaged archive, names nothing.
  public static func part(_ id: ID) -> Conversation.ID { id > 0 ? -id : .min }

  /// The topic that a number names; nil for that of a chat.
  public static func id(ofPart number: Conversation.ID) -> ID? {
    number < 0 && number != .min ? -number : nil
  }

  /// The replies to a message that opens a thread.
  public struct Replies: Sendable, Hashable {
    /// The number of replies, at least 1.
    public var count: Int
    /// The people who replied, at most ``Topic/shownPeople``, the first one first.
    public var people: [Participant]
    /// The number of people among the first ``Topic/readReplies`` replies.
    public var peopleCount: Int
    /// The time of the newest reply, in milliseconds since 1970 UTC.
    public var lastSentAt: Int64

    /// See the properties.
    public init(count: Int, people: [Participant], peopleCount: Int, lastSentAt: Int64) {
      self.count = count
      self.people = people
      self.peopleCount = peopleCount
      self.lastSentAt = lastSentAt
    }
  }

  /// The most replies whose people are counted.
  public static let readReplies = 1_000
  /// The most people in ``Replies/people``.
  public static let shownPeople = 3
}

extension Message {
  /// Whether the message is one of those that a number names: that of its conversation, or of its topic or thread; see
  /// ``Topic/part(_:)``.
  public func isIn(_ number: Conversation.ID) -> Bool {
    number == conversation || topic.map(Topic.part) == number
  }
}
