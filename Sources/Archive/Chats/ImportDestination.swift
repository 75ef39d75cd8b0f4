/// What an import writes to: an archive. The functions block; do not call them on the main actor.
public protocol ImportDestination<Batch>: Sendable {
  associatedtype Batch: ImportBatch

  /// Where the archive is.
  var path: String { get }
  /// Why nothing can be written to the archive; nil if it can.
  var writeObstacle: ArchiveError? { get }
  /// What has happened to the archive's file since it was opened, if it is not at its place any more.
  var loss: ArchiveError? { get }

  /// Enters an import into the archive's list, for the messages of ``write(_:context:)``.
  ///
  /// - Parameters:
  ///   - path: Absolute path of the file or folder.
  ///   - time: Milliseconds since 1970 UTC.
  ///   - format: The format of the file, such as "telegram"; nil if that is not known yet.
  func beginImport(of path: String, at time: Int64, format: String?) throws(ArchiveError) -> ImportRecord.ID

  /// Stores a batch in one transaction: after an error or a kill, all of it is stored or none.
  func write(_ batch: Batch, context: ImportContext) throws(ArchiveError) -> BatchResult

  /// Stores the owners that the user has named, by the keys of their conversations. Conversations whose owner is known keep it.
  func tell(_ owners: [String: ImportOwner]) throws(ArchiveError)
  /// Stores that the user has confirmed the owners that the files name.
  func noteToldOwner(ofKeys keys: [String]) throws(ArchiveError)
  /// Stores that the user is in none of these conversations. Conversations whose owner is known keep it.
  func noteNoOwner(ofKeys keys: [String]) throws(ArchiveError)
  /// Notes people who wrote the same at the same time in two imports; see ``BatchResult/samePeople``.
  @discardableResult
  func noteSamePeople(_ messages: [PeoplePair: Int]) throws(ArchiveError) -> [PeoplePair]

  /// The numbers of some messages of each chat that has a ``ProvisionalKey``, by the chat's title.
  func awaitedMessages() throws(ArchiveError) -> [String: Set<String>]
  /// Makes attachments that lead to files which were copied lead to the copies: the places of those, by where they were.
  func relocate(_ places: [String: String]) throws(ArchiveError)

  /// Completes what finding messages by their ordinals needs, after the last batch.
  func endImport(into conversations: Set<Conversation.ID>) throws(ArchiveError)
  /// Moves what was written from the database's log into its file.
  func moveLogIntoFile()
}

/// Messages that are written together.
public protocol ImportBatch: Sendable {
  /// An empty batch.
  init()
  /// The messages in their order.
  var messages: [MessageBox] { get }
  /// Adds a message at the end.
  mutating func append(_ message: MessageBox)
  /// Takes the last messages out of the batch; returns them.
  mutating func removeLast(_ count: Int) -> Self
}

/// The numbers and times of messages at several places of an export.
package struct ChatWitnesses: Sendable, Hashable {
  package struct Message: Sendable, Hashable {
    package var sourceID: String
    /// Milliseconds since 1970 UTC.
    package var sentAt: Int64

    package init(sourceID: String, sentAt: Int64) {
      self.sourceID = sourceID
      self.sentAt = sentAt
    }
  }

  /// By the key of their chat in the export.
  package var messages: [String: [Message]] = [:]

  package init(messages: [String: [Message]] = [:]) {
    self.messages = messages
  }
}

/// The result of writing a batch.
public struct BatchResult: Sendable, Hashable {
  /// Messages that are new in the archive.
  public var added: Int
  /// Messages that the archive already had, or that came twice in the batch. They were left unchanged.
  public var duplicates: Int
  /// Conversations to which a message was added.
  public var conversations: Set<Conversation.ID>
  /// How many messages people wrote at the same time with the same words, once in this batch and once in the archive, where
  /// the two are not the same person. See ``Archive/noteSamePeople(_:)``.
  public var samePeople: [PeoplePair: Int] = [:]

  /// A result with the given values; by default, nothing was done.
  public init(added: Int = 0, duplicates: Int = 0, conversations: Set<Conversation.ID> = []) {
    self.added = added
    self.duplicates = duplicates
    self.conversations = conversations
  }
}

/// Where the messages of a batch come from.
public struct ImportContext: Sendable, Hashable {
  /// The import that the messages are counted for; see ``Archive/beginImport(of:at:)``.
  public var id: ImportRecord.ID?
  /// The first import of the same run, with which the others are one; nil for ``id`` itself. What comes after messages of
  /// earlier imports is unread.
  public var firstID: ImportRecord.ID?
  /// The time zone of the source, an identifier such as "Europe/Lisbon": that of conversations without one.
  public var timeZone: String?
  /// The format of the file, such as "telegram".
  public var format: String?
  /// The number of the file in the import. Messages without keys of one file and one conversation are a run: a part of the
  /// conversation without gaps.
  public var run = 0
  /// Whether messages of later minutes follow those without keys.
  public var isRunOpen = false
  /// The conversation that the messages go to, whatever their key says; nil for that of their key. Later imports of the same
  /// key follow it.
  public var conversation: Conversation.ID?
  /// Messages from all over an export that does not tell the chat's number, by which its chat is found.
  package var witnesses = ChatWitnesses()

  /// The context of messages with this origin.
  public init(id: ImportRecord.ID? = nil, timeZone: String? = nil) {
    self.id = id
    self.timeZone = timeZone
  }
}

/// Two people of a conversation who may be one: one export calls the person this, another one that.
public struct PeoplePair: Sendable, Hashable {
  /// The person as the later import knows them.
  public var person: Participant.ID
  /// The person as the archive knows them.
  public var other: Participant.ID

  /// A pair of people.
  public init(_ person: Participant.ID, _ other: Participant.ID) {
    self.person = person
    self.other = other
  }
}

/// Who of the people of a chat the person is who imports it.
public enum ImportOwner: Sendable, Hashable {
  /// This one, as a person has told.
  case person(ImportedMessage.Sender)
  /// Probably the person with this key. The archive asks for it again.
  case guessed(String)
  /// The one whom the files tell, as a person has seen and accepted. The archive does not ask for it again.
  case told
  /// None of them.
  case nobody

  /// Whether the owner has written a message.
  package func isOwn(_ message: ImportedMessage) -> Bool {
    switch self {
    case .person(let sender): message.sender?.key == sender.key
    case .guessed(let key): message.sender?.key == key
    case .told: message.isOwn
    case .nobody: false
    }
  }
}
