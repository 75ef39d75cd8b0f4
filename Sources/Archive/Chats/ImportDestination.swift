/// The destination of an import: an archive. The functions block; do not call them on the main actor.
public protocol ImportDestination<Batch>: Sendable {
  associatedtype Batch: ImportBatch

  /// The path of the archive.
  var path: String { get }
  /// The reason why the archive cannot be written to; nil if it can.
  var writeObstacle: ArchiveError? { get }
  /// The error if the archive's file was moved, deleted or replaced since it was opened; otherwise nil.
  var loss: ArchiveError? { get }

  /// Enters an import into the archive's list, for the messages of ``write(_:)``.
  ///
  /// - Parameters:
  ///   - path: Absolute path of the file or folder.
  ///   - time: Milliseconds since 1970 UTC.
  ///   - format: The format of the file, such as "telegram"; nil if that is not known yet.
  func beginImport(of path: String, at time: Int64, format: String?) throws(ArchiveError) -> ImportRecord.ID

  /// Stores batches in one transaction: after an error or a kill, all of them are stored or none.
  ///
  /// - Parameter next: Returns the next batch; nil ends the transaction. A batch is not used after the next one was
  ///   requested.
  /// - Returns: The results of all batches together.
  func write(_ next: () -> (batch: Batch, context: ImportContext)?) throws(ArchiveError) -> BatchResult

  /// Stores the owners that the user has named, by the keys of their conversations. Known owners stay.
  ///
  /// - Parameter conversations: Those of the messages that were read. Others with these keys are left alone.
  func tell(_ owners: [String: ImportOwner], in conversations: Set<Conversation.ID>) throws(ArchiveError)
  /// Merges people who are one person by what an export says. People whom the archive had before as two stay two, because
  /// another person can have written the export; unless their messages raised the question already.
  ///
  /// - Parameters:
  ///   - people: The keys of the names of each person.
  ///   - first: The first import of the run that read them.
  /// - Returns: The names of the people who stay two.
  func joinPeople(_ people: [[String]], since first: ImportRecord.ID?) throws(ArchiveError) -> [[String]]
  /// Stores pairs of people who wrote the same texts at the same times in two imports; see ``BatchResult/samePeople``.
  @discardableResult
  func noteSamePeople(_ messages: [PeoplePair: Int]) throws(ArchiveError) -> [PeoplePair]

  /// The numbers of some messages of each chat that has a ``ProvisionalKey``, by the chat's title.
  func awaitedMessages() throws(ArchiveError) -> [String: Set<String>]
  /// The conversations with a key, the first one first. Only for sources that know a chat by its title alone.
  func titledChats(withKey key: String) throws(ArchiveError) -> [TitledChat]
  /// Those of some keys in sources for which there is a conversation.
  func knownConversations(ofKeys keys: Set<String>) throws(ArchiveError) -> Set<String>
  /// Changes the paths of attachments whose files were copied: `places` has the new paths by the old ones.
  func relocate(_ places: [String: String]) throws(ArchiveError)

  /// Completes an import after the last batch: topics, names and titles that follow from all imports, and the index of
  /// messages by their ordinals.
  ///
  /// - Parameter conversations: Those of the messages that were read, new or not.
  func endImport(into conversations: Set<Conversation.ID>) throws(ArchiveError)
  /// Moves the contents of the database's log into its file.
  func moveLogIntoFile()
}

/// An archive that is kept up to date with folders. The functions block; do not call them on the main actor.
public protocol WatchDestination: ImportDestination {
  /// A folder as it is now; nil if it was forgotten.
  func watchedFolder(_ id: WatchedFolder.ID) throws(ArchiveError) -> WatchedFolder?
  /// The files of a folder as they were when they were last read.
  func watchedFiles(of folder: WatchedFolder.ID) throws(ArchiveError) -> [WatchedFile]
  /// Makes the files with an outcome due again.
  func retryFiles(of folder: WatchedFolder.ID, _ outcome: WatchedFile.Outcome) throws(ArchiveError)
  /// Marks an import as a reading of a folder, before it has a message.
  func assign(_ id: ImportRecord.ID, to folder: WatchedFolder.ID) throws(ArchiveError)
  /// Stores the result of looking at a folder.
  ///
  /// - Parameters:
  ///   - files: The files that were read, or could not be. Files that no longer exist stay known: their disk may only be
  ///     unplugged.
  ///   - reading: The result, if something was read.
  ///   - paths: The files that were read.
  ///   - importID: Its import; nil if it has none.
  ///   - time: When the folder had nothing unread, in milliseconds since 1970 UTC; nil if it has.
  func noteLook(
    at folder: WatchedFolder.ID, files: [WatchedFile], reading: FolderReading?, paths: [String],
    importID: ImportRecord.ID?, lookedAt time: Int64?) throws(ArchiveError)
}

/// Messages that are written together.
public protocol ImportBatch: Sendable {
  /// An empty batch.
  init()
  /// The messages in their order.
  var messages: [MessageBox] { get }
  /// Adds a message at the end.
  mutating func append(_ message: MessageBox)
  /// Removes the last messages from the batch, and returns them.
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

  /// The messages by the key of their chat in the export.
  package var messages: [String: [Message]] = [:]

  package init(messages: [String: [Message]] = [:]) {
    self.messages = messages
  }
}

/// The conversation of an import's messages.
package enum ChatPlacement: Sendable, Hashable {
  /// The conversation of their key.
  case byKey
  /// This one of the conversations with their key.
  case conversation(Conversation.ID)
  /// A new conversation beside those with their key.
  case apart
}

/// The result of writing a batch.
public struct BatchResult: Sendable, Hashable {
  /// Messages that are new in the archive.
  public var added: Int
  /// Messages that the archive already had, or that were twice in the batch. They were left unchanged.
  public var duplicates: Int
  /// Conversations to which a message was added.
  public var conversations: Set<Conversation.ID>
  /// Conversations of the messages of the batch, new or not.
  public var read: Set<Conversation.ID> = []
  /// The titles of chats that are stored beside another one with their key, because their messages differ.
  public var apart: [Conversation.ID: String] = [:]
  /// The number of messages with the same time and words in this batch and in the archive, by the pair of different
  /// people who wrote them. See ``Archive/noteSamePeople(_:)``.
  public var samePeople: [PeoplePair: Int] = [:]

  /// Makes a result; by default of a batch that changed nothing.
  public init(
    added: Int = 0, duplicates: Int = 0, conversations: Set<Conversation.ID> = [],
    read: Set<Conversation.ID> = []
  ) {
    self.added = added
    self.duplicates = duplicates
    self.conversations = conversations
    self.read = read
  }

  /// Adds the result of a later batch.
  package mutating func add(_ other: BatchResult) {
    added += other.added
    duplicates += other.duplicates
    conversations.formUnion(other.conversations)
    read.formUnion(other.read)
    apart.merge(other.apart) { $1 }
    samePeople.merge(other.samePeople) { $0 + $1 }
  }
}

/// The origin of the messages of a batch.
public struct ImportContext: Sendable, Hashable {
  /// The import for which the messages are counted; see ``Archive/beginImport(of:at:)``.
  public var id: ImportRecord.ID?
  /// The first import of the same run, with which the others count as one; nil for ``id`` itself. Messages after those
  /// of earlier runs are unread.
  public var firstID: ImportRecord.ID?
  /// The time zone of the source, for conversations without one: an identifier such as "Europe/Lisbon".
  public var timeZone: String?
  /// The format of the file, such as "telegram".
  public var format: String?
  /// The number of the file in the import. Messages without keys of one file and one conversation are a run: a part of the
  /// conversation without gaps.
  public var run = 0
  /// Whether messages of later minutes follow those without keys.
  public var isRunOpen = false
  /// The conversation to which the messages are added instead of that of their key; nil for that of their key. It also
  /// applies to later imports of the same key.
  public var conversation: Conversation.ID?
  /// Messages from several places of an export without the chat's number, by which its chat is found.
  package var witnesses = ChatWitnesses()
  /// The conversation for the messages.
  package var placement = ChatPlacement.byKey
  /// The owners that the user has named, by the keys of their conversations.
  package var owners: [String: ImportOwner] = [:]

  /// The context of messages with this origin.
  public init(id: ImportRecord.ID? = nil, timeZone: String? = nil) {
    self.id = id
    self.timeZone = timeZone
  }
}

/// Two people of a conversation who may be the same person under two names in two exports.
public struct PeoplePair: Sendable, Hashable {
  /// The person in the later import.
  public var person: Participant.ID
  /// The person in the archive.
  public var other: Participant.ID

  /// A pair of people.
  public init(_ person: Participant.ID, _ other: Participant.ID) {
    self.person = person
    self.other = other
  }
}

/// The person of a chat who imports it.
public enum ImportOwner: Sendable, Hashable {
  /// The person that the user has selected.
  case person(ImportedMessage.Sender)
  /// Probably the person with this key. The archive asks for it again.
  case guessed(String)
  /// The person that the files name, which the user has confirmed. The archive does not ask for it again.
  case told
  /// None of the people.
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
