extension Message {
  /// What only few messages have: where they came from, and what they contain besides text and files.
  public struct Details: Sendable, Hashable {
    /// Where the message was forwarded from; nil if it was not.
    public var forward: Forward?
    /// The name of the bot that helped to write it, without "@".
    public var bot: String?
    /// A poll, place, contact or call.
    public var content: Content?
    /// What the source calls a message of kind ``Message/Kind/unsupported``, for example "unsupported" or "story".
    public var unsupportedKind: String?
    /// What is known of the messages that are missing; only for messages of kind ``Message/Kind/gap``.
    public var gap: Gap?

    /// Details; what is left out, the message does not have.
    public init(
      forward: Forward? = nil, bot: String? = nil, content: Content? = nil, unsupportedKind: String? = nil,
      gap: Gap? = nil
    ) {
      self.forward = forward
      self.bot = bot
      self.content = content
      self.unsupportedKind = unsupportedKind
      self.gap = gap
    }

    /// Whether there are none.
    public var isEmpty: Bool {
      forward == nil && bot == nil && content == nil && unsupportedKind == nil && gap == nil
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
  /// When the original was sent, in milliseconds since 1970 UTC; nil if unknown.
  public var sentAt: Int64?

  /// An origin with this name.
  public init(name: String, key: String? = nil, sentAt: Int64? = nil) {
    self.name = name
    self.key = key
    self.sentAt = sentAt
  }
}

/// A question with answers to choose from.
public struct Poll: Sendable, Hashable, Codable {
  /// An answer.
  public struct Option: Sendable, Hashable, Codable {
    public var text: String
    /// How many have chosen it; nil if the source does not tell.
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

  public var question: String
  public var options: [Option]
  /// How many people have voted; nil if the source does not tell. With several answers a person, less than all votes.
  public var voterCount: Int?
  /// Whether nobody could vote any more when the poll was exported.
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
  /// Whether the sender's place was followed for a while.
  public var isLive: Bool

  /// A place with these coordinates; nil if they are none.
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

/// The address of a person that was sent.
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
  /// How a call ended.
  public enum Outcome: String, Sendable, Hashable, Codable {
    case ended, missed, busy, failed
  }

  public var outcome: Outcome
  /// Seconds; nil if nobody answered or it is unknown.
  public var duration: Int?
  /// Whether a group was called.
  public var isGroup: Bool

  /// A call that ended so.
  public init(outcome: Outcome, duration: Int? = nil, isGroup: Bool = false) {
    self.outcome = outcome
    self.duration = duration
    self.isGroup = isGroup
  }
}

/// Messages that the source has and the archive does not.
public struct Gap: Sendable, Hashable, Codable {
  /// With what the source is asked for them; nil if it cannot be asked.
  public var token: String?
  /// How many there are; nil if unknown.
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

/// One kind of answer to a message, usually an emoji, with all who gave it.
public struct Reaction: Sendable, Hashable {
  /// The emoji, or the text that stands for a picture.
  public var key: String
  /// How many gave it, at least 1.
  public var count: Int
  /// Those of them who are known, the first ones first, and the archive's owner last.
  public var people: [Participant]
  /// Whether the archive's owner gave it.
  public var isOwn: Bool

  /// A reaction of so many people.
  public init(key: String, count: Int, people: [Participant] = [], isOwn: Bool = false) {
    self.key = key
    self.count = count
    self.people = people
    self.isOwn = isOwn
  }
}

/// An earlier text of a message.
public struct Edit: Sendable, Hashable {
  /// When the text was replaced, in milliseconds since 1970 UTC.
  public var replacedAt: Int64
  /// The text until then.
  public var text: String

  /// A text that was replaced.
  public init(replacedAt: Int64, text: String) {
    self.replacedAt = replacedAt
    self.text = text
  }
}

/// A part of a conversation with a title of its own: a topic of a forum, a thread.
public struct Topic: Sendable, Hashable, Identifiable {
  /// The archive's number for the topic, which never changes in the file.
  public typealias ID = Int64

  /// The archive's number for the topic.
  public var id: ID
  /// Never empty.
  public var title: String

  package init(id: ID, title: String) {
    self.id = id
    self.title = title
  }
}
