/// A message as an importer delivers it, before the archive assigns a number.
public struct ImportedMessage: Sendable, Hashable {
  /// The key of the conversation in its source, for example "telegram:user123" or "irc:libera/#swift".
  public var conversationKey: String
  /// Whether the export chose ``conversationKey`` freely, so that it can be the key of a conversation of any source.
  ///
  /// Exports of this program contain the keys of other sources, and another person can have written one. The archive adds
  /// such a message to a conversation that it has only if their messages agree.
  package var isKeyClaimed: Bool {
    get { rareBox?.values.isKeyClaimed ?? false }
    set { setRare(isDefault: !newValue) { $0.isKeyClaimed = newValue } }
  }
  /// The title of the conversation.
  public var conversationTitle: String
  /// The key of this message in its conversation. A record has the same key in every import, so that a second import
  /// of a file adds nothing. Ignored if ``sequence`` is set.
  public var sourceID: String
  /// The precision of ``sentAt``, for messages of a source without keys; nil for messages with keys.
  ///
  /// The archive identifies such messages by their order and contents; see ``SequenceAligner``. Deliver those of a
  /// conversation in the order of the file.
  public var sequence: TimeResolution?
  /// The sender; nil for a service message without one.
  public var sender: Sender?
  /// Whether the archive's owner sent it.
  public var isOwn: Bool
  /// The archive's owner, if the source names one; needed only in conversations in which the owner wrote nothing.
  public var owner: Sender? {
    get { rareBox?.values.owner }
    set { setRare(isDefault: newValue == nil) { $0.owner = newValue } }
  }
  /// The time of the message, in milliseconds since 1970 UTC.
  public var sentAt: Int64
  /// Whether the source has no time for the message, so that ``sentAt`` is that of the message before, or after. For
  /// messages with keys: an export that has the time replaces it.
  public var isTimeAssumed: Bool {
    get { rareBox?.values.isTimeAssumed ?? false }
    set { setRare(isDefault: !newValue) { $0.isTimeAssumed = newValue } }
  }
  /// The kind of the message.
  public var kind: Message.Kind
  /// Plain text; can be empty if there is an attachment.
  public var text: String
  /// Ranges of `text` with a meaning, in ascending order without overlaps. Offsets are UTF-8 bytes.
  public var entities: [TextEntity]
  /// The `sourceID` of the message that this one replies to, in the same conversation.
  public var replyTo: String?
  /// The pictures and files of the message, at most ``maximumAttachments``.
  public var attachments: [Attachment]
  /// A key that only messages share which can be in one album, unique in the conversation; nil for a message without an
  /// album. The archive makes one message of up to ten of them if they have one sender and second, follow one another,
  /// reply to the same message, and at most one of them has a text.
  public var album: String? {
    get { rareBox?.values.album }
    set { setRare(isDefault: newValue == nil) { $0.album = newValue } }
  }
  /// The reactions, with the people who reacted.
  public var reactions: [ImportedReaction] {
    get { rareBox?.values.reactions ?? [] }
    set { setRare(isDefault: newValue.isEmpty) { $0.reactions = newValue } }
  }
  /// The time of the last change of the text, in milliseconds since 1970 UTC.
  public var editedAt: Int64? {
    get { rareBox?.values.editedAt }
    set { setRare(isDefault: newValue == nil) { $0.editedAt = newValue } }
  }
  /// Earlier texts, the oldest first.
  public var edits: [Edit] {
    get { rareBox?.values.edits ?? [] }
    set { setRare(isDefault: newValue.isEmpty) { $0.edits = newValue } }
  }
  /// The topic that begins with this message. Replies to it, and replies to those, belong to it.
  public var opensTopic: String? {
    get { rareBox?.values.opensTopic }
    set { setRare(isDefault: newValue == nil) { $0.opensTopic = newValue } }
  }
  /// The new title of the topic that was opened by the message that this one replies to.
  public var renamesTopic: String? {
    get { rareBox?.values.renamesTopic }
    set { setRare(isDefault: newValue == nil) { $0.renamesTopic = newValue } }
  }
  /// The topic of the message, if the source contains it; nil for the topic of the message to which it replies.
  public var topic: TopicKey? {
    get { rareBox?.values.topic }
    set { setRare(isDefault: newValue == nil) { $0.topic = newValue } }
  }
  /// The time zone of the conversation, if the source contains it: an identifier such as "Europe/Lisbon".
  public var timeZone: String? {
    get { rareBox?.values.timeZone }
    set { setRare(isDefault: newValue == nil) { $0.timeZone = newValue } }
  }
  /// The people whom the export has as one person each: the names of each, first the one that is shown. Needed only in
  /// one message of an export.
  package var samePeople: [[Sender]] {
    get { rareBox?.values.samePeople ?? [] }
    set { setRare(isDefault: newValue.isEmpty) { $0.samePeople = newValue } }
  }
  /// The origin, the bot, and contents such as polls, which only few messages have.
  public var details: Message.Details {
    get { rareBox?.values.details ?? Message.Details() }
    set { setRare(isDefault: newValue.isEmpty) { $0.details = newValue } }
  }
  /// The word of the reader's bookmark, which an export of this program can contain; nil for none. It can be empty.
  package var bookmark: String? {
    get { rareBox?.values.bookmark }
    set { setRare(isDefault: newValue == nil) { $0.bookmark = newValue } }
  }
  /// The order among all messages of the conversation, for sources that have one of their own; nil to order by `sentAt`.
  public var orderKey: Int64?

  /// The properties that only few messages have. They are apart, so that a copy of another message counts few references.
  private struct Rare: Sendable, Hashable {
    var owner: Sender?
    var album: String?
    var reactions: [ImportedReaction] = []
    var editedAt: Int64?
    var edits: [Edit] = []
    var opensTopic: String?
    var renamesTopic: String?
    var isTimeAssumed = false
    var topic: TopicKey?
    var timeZone: String?
    var samePeople: [[Sender]] = []
    var details = Message.Details()
    var isKeyClaimed = false
    var bookmark: String?
  }

  /// A class, so that reading a member copies that member only.
  private final class RareBox: Sendable, Hashable {
    let values: Rare

    init(_ values: Rare) { self.values = values }

    static func == (a: RareBox, b: RareBox) -> Bool { a.values == b.values }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// Nil if all properties have the values of an empty `Rare`.
  private var rareBox: RareBox?

  /// Whether the message has none of the properties that only few have: no details, reactions or edits, no album and no topic.
  package var isPlain: Bool { rareBox == nil }

  private mutating func setRare(isDefault: Bool, _ change: (inout Rare) -> Void) {
    if isDefault, rareBox == nil { return }
    var rare = rareBox?.values ?? Rare()
    change(&rare)
    rareBox = isDefault && rare == Rare() ? nil : RareBox(rare)
  }

  /// The most attachments of an album or a message that the archive stores.
  public static let maximumAttachments = 100
  /// The most earlier texts of a message that the archive stores.
  public static let maximumEdits = 100
  /// The most kinds of reactions to one message that the archive stores.
  public static let maximumReactions = 100
  /// The most people of all reactions to one message that the archive stores.
  public static let maximumReactors = 10_000

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

  /// A topic or a thread as an importer delivers it.
  public struct TopicKey: Sendable, Hashable {
    /// The `sourceID` of the message that began it, which the archive may not have. Not empty.
    public var source: String
    /// The title, unless the archive has another one already. Threads have none.
    public var title: String
    /// Whether it is a thread. Only its first message and the messages that name it belong to it, and not the replies
    /// to these.
    public var isThread: Bool

    /// A topic with this key and title.
    public init(source: String, title: String) {
      self.source = source
      self.title = title
      isThread = false
    }

    /// The thread that a message opens.
    public static func thread(_ source: String) -> Self {
      var key = Self(source: source, title: "")
      key.isThread = true
      return key
    }
  }

  /// A reaction as an importer delivers it.
  public struct ImportedReaction: Sendable, Hashable {
    /// The emoji, or the text that stands for a picture.
    public var key: String
    /// The number of people who gave it, known or not; at least that of `people`.
    public var count: Int
    /// The known people who gave it.
    public var people: [Person]

    /// A person who reacted, and the time, in milliseconds since 1970 UTC.
    public struct Person: Sendable, Hashable {
      public var sender: Sender
      public var reactedAt: Int64?

      /// A person who reacted at this time.
      public init(sender: Sender, reactedAt: Int64? = nil) {
        self.sender = sender
        self.reactedAt = reactedAt
      }
    }

    /// A reaction of this number of people.
    public init(key: String, count: Int, people: [Person] = []) {
      self.key = key
      self.count = count
      self.people = people
    }
  }

  /// The reactions that the archive stores.
  package var storedReactions: [ImportedReaction] {
    reactions.isEmpty ? [] : reactions.filter { $0.count > 0 }
  }

  /// A message; only its position, sender, time and text are required.
  public init(
    conversationKey: String, conversationTitle: String, sourceID: String, sender: Sender?,
    isOwn: Bool = false, owner: Sender? = nil,
    sentAt: Int64, kind: Message.Kind = .normal, text: String, entities: [TextEntity] = [],
    replyTo: String? = nil, attachments: [Attachment] = [], album: String? = nil,
    reactions: [ImportedReaction] = [], editedAt: Int64? = nil, edits: [Edit] = [],
    opensTopic: String? = nil, details: Message.Details = Message.Details(),
    orderKey: Int64? = nil, sequence: TimeResolution? = nil
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
    self.attachments = attachments
    self.orderKey = orderKey
    self.sequence = sequence
    self.owner = owner
    self.album = album
    self.reactions = reactions
    self.editedAt = editedAt
    self.edits = edits
    self.opensTopic = opensTopic
    self.details = details
  }
}

/// A message of a batch. Passing it on counts one reference rather than those of all its members. Messages of a chat
/// share some of those, so that the threads that read and write would wait for each other's counts.
public final class MessageBox: Sendable {
  /// The message.
  public let message: ImportedMessage

  /// A message in a box.
  public init(_ message: consuming ImportedMessage) { self.message = message }
}

/// The precision of a source's times, from the finest to the coarsest. Archives store the raw values.
public enum TimeResolution: Int, Sendable, Hashable, Comparable, CaseIterable, Codable {
  case milliseconds = 0
  case seconds = 1
  case minutes = 2

  /// The length of the span that counts as one time.
  public var milliseconds: Int64 {
    switch self {
    case .milliseconds: 1
    case .seconds: 1000
    case .minutes: 60_000
    }
  }

  /// Whether `a` is finer than `b`.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension TimeResolution {
  /// The number of the minute since 1970 that contains a time.
  package static func minute(of time: Int64) -> Int64 {
    let (quotient, rest) = time.quotientAndRemainder(dividingBy: TimeResolution.minutes.milliseconds)
    return rest < 0 ? quotient - 1 : quotient
  }
}
