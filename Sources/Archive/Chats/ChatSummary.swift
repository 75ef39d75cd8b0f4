/// A chat as a list of chats shows it.
public struct ChatSummary: Sendable, Hashable, Identifiable {
  /// The number of the conversation that the others are merged into.
  public var id: Conversation.ID
  /// Never empty.
  public var title: String
  /// Whether the user has changed the title; otherwise it is the source's.
  public var isRenamed: Bool
  /// The seed of the colours: those of the other person in a chat of two, otherwise the chat's own.
  public var colorSeed: UInt64
  /// The newest message; nil if there is none.
  public var last: LastMessage?
  /// The time of the newest message, in milliseconds since 1970 UTC.
  public var lastSentAt: Int64?
  /// Number of messages, service messages and notes included.
  public var messageCount: Int
  /// The number of messages after the read ones that an import has added; ``unreadLimit`` stands for that many or more.
  public var unreadCount: Int
  /// The order key of the last of these messages; nil if there are none.
  public var lastUnreadKey: Int64?
  /// Whether the chat is kept above the others.
  public var isPinned: Bool
  /// Whether at most two people write in the chat.
  public var isDirect: Bool
  /// Whether the chat has pictures or films.
  public var hasMedia: Bool
  /// Number of conversations that are merged into this one.
  public var mergedCount: Int
  /// The number of notes in ``messageCount``.
  public var noteCount = 0

  package init(
    id: Conversation.ID, title: String, isRenamed: Bool, colorSeed: UInt64, last: LastMessage? = nil,
    lastSentAt: Int64? = nil, messageCount: Int, unreadCount: Int, lastUnreadKey: Int64? = nil,
    isPinned: Bool, isDirect: Bool, hasMedia: Bool, mergedCount: Int, noteCount: Int = 0
  ) {
    self.id = id
    self.title = title
    self.isRenamed = isRenamed
    self.colorSeed = colorSeed
    self.last = last
    self.lastSentAt = lastSentAt
    self.messageCount = messageCount
    self.unreadCount = unreadCount
    self.lastUnreadKey = lastUnreadKey
    self.isPinned = isPinned
    self.isDirect = isDirect
    self.hasMedia = hasMedia
    self.mergedCount = mergedCount
    self.noteCount = noteCount
  }

  /// The most unread messages that are counted.
  public static let unreadLimit = 100

  /// Counts newer messages that are not in the archive, such as simulated ones. `last` is the newest of them.
  public mutating func count(_ more: Int, upTo last: Message, unread: Int) {
    messageCount += more
    unreadCount = min(Self.unreadLimit, unreadCount + unread)
    lastSentAt = last.sentAt
    self.last = LastMessage(
      sender: last.sender, isOwn: last.isOwn, kind: last.kind, excerpt: Quote.excerpt(of: last.text),
      attachmentKind: last.attachments.first?.kind, content: last.details.content)
  }

  /// The newest message of a chat.
  public struct LastMessage: Sendable, Hashable {
    /// The sender; nil for a service message without one.
    public var sender: Participant?
    public var isOwn: Bool
    public var kind: Message.Kind
    /// The first line that is not blank; empty if there is no text.
    public var excerpt: String
    /// The kind of the first attachment.
    public var attachmentKind: Attachment.Kind?
    /// The content other than text and files, such as a poll or a place.
    public var content: Message.Content?

    package init(
      sender: Participant? = nil, isOwn: Bool, kind: Message.Kind, excerpt: String,
      attachmentKind: Attachment.Kind? = nil, content: Message.Content? = nil
    ) {
      self.sender = sender
      self.isOwn = isOwn
      self.kind = kind
      self.excerpt = excerpt
      self.attachmentKind = attachmentKind
      self.content = content
    }
  }
}

/// A person who writes in a chat.
public struct ChatPerson: Sendable, Hashable, Identifiable {
  /// The number of the participant that stands for the person.
  public var id: Participant.ID
  /// The latest name of that participant. Never empty.
  public var name: String
  /// Other names, sorted, at most 20.
  public var otherNames: [String]
  /// The seed of the person's colours.
  public var colorSeed: UInt64
  /// The number of messages in the chat, without service messages.
  public var messageCount: Int
  /// The participants that are this person; several if they were merged.
  public var participants: [Participant.ID]

  package init(
    id: Participant.ID, name: String, otherNames: [String], colorSeed: UInt64, messageCount: Int,
    participants: [Participant.ID]
  ) {
    self.id = id
    self.name = name
    self.otherNames = otherNames
    self.colorSeed = colorSeed
    self.messageCount = messageCount
    self.participants = participants
  }
}

/// The archive's owner among a chat's people.
public struct ChatOwner: Sendable, Hashable {
  /// The owner; nil if it is none of the people, or not known.
  public var person: Participant?
  /// Whether the source or the user has named the owner; otherwise it is a guess.
  public var isKnown: Bool

  package init(person: Participant? = nil, isKnown: Bool) {
    self.person = person
    self.isKnown = isKnown
  }
}

/// The question which person is the owner, for chats whose source does not name one.
public struct OwnerQuestion: Sendable, Hashable {
  /// The chats that an answer holds for.
  public var chats: Set<Conversation.ID>
  /// The people of these chats, the ones in the most chats first, at most 1,000.
  public var candidates: [Candidate]
  /// The probable owner; nil if unknown.
  public var guess: Participant.ID?

  package init(chats: Set<Conversation.ID>, candidates: [Candidate], guess: Participant.ID? = nil) {
    self.chats = chats
    self.candidates = candidates
    self.guess = guess
  }

  /// A person who may be the owner.
  public struct Candidate: Sendable, Hashable, Identifiable {
    public var id: Participant.ID
    public var name: String
    public var colorSeed: UInt64
    public var chatCount: Int
    public var messageCount: Int

    package init(id: Participant.ID, name: String, colorSeed: UInt64, chatCount: Int, messageCount: Int) {
      self.id = id
      self.name = name
      self.colorSeed = colorSeed
      self.chatCount = chatCount
      self.messageCount = messageCount
    }
  }
}

/// The facts about a chat besides its messages.
public struct ChatDetails: Sendable, Hashable {
  /// Never empty.
  public var title: String
  /// The title that the source gives.
  public var sourceTitle: String
  /// The time of the first message, in milliseconds since 1970 UTC; nil if there is none. Notes do not count.
  public var firstSentAt: Int64?
  /// The time of the last message. Notes do not count.
  public var lastSentAt: Int64?
  /// Number of messages, with service messages and notes.
  public var messageCount: Int
  /// The number of notes among them.
  public var noteCount: Int
  /// Number of attachments of each part of the media.
  public var mediaCounts: [MediaShelf: Int]
  /// An identifier such as "Europe/Lisbon"; nil for the machine's time zone.
  public var timeZone: String?
  /// The owner.
  public var owner: ChatOwner
  /// The conversations that are merged into the chat.
  public var merged: [Merged]

  package init(
    title: String, sourceTitle: String, firstSentAt: Int64? = nil, lastSentAt: Int64? = nil,
    messageCount: Int, noteCount: Int, mediaCounts: [MediaShelf: Int], timeZone: String? = nil,
    owner: ChatOwner, merged: [Merged]
  ) {
    self.title = title
    self.sourceTitle = sourceTitle
    self.firstSentAt = firstSentAt
    self.lastSentAt = lastSentAt
    self.messageCount = messageCount
    self.noteCount = noteCount
    self.mediaCounts = mediaCounts
    self.timeZone = timeZone
    self.owner = owner
    self.merged = merged
  }

  /// A conversation that is shown as a part of another.
  public struct Merged: Sendable, Hashable, Identifiable {
    public var id: Conversation.ID
    public var title: String
    /// Without notes.
    public var messageCount: Int

    package init(id: Conversation.ID, title: String, messageCount: Int) {
      self.id = id
      self.title = title
      self.messageCount = messageCount
    }
  }
}
