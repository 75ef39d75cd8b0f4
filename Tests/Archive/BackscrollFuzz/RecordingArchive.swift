import Chats
import Synchronization

/// A destination that keeps the messages of an import in memory, and stores nothing.
final class RecordingArchive: ImportDestination {
  struct Batch: ImportBatch {
    private(set) var messages: [MessageBox] = []

    init() {}

    mutating func append(_ message: MessageBox) { messages.append(message) }

    mutating func removeLast(_ count: Int) -> Self {
      var rest = Self()
      rest.messages = Array(messages.suffix(count))
      messages.removeLast(count)
      return rest
    }
  }

  private let written = Mutex<[ImportedMessage]>([])

  /// The messages in the order of their batches.
  var messages: [ImportedMessage] { written.withLock { $0 } }

  var path: String { "/nowhere/archive" }
  var writeObstacle: ArchiveError? { nil }
  var loss: ArchiveError? { nil }

  func beginImport(of path: String, at time: Int64, format: String?) throws(ArchiveError) -> ImportRecord.ID {
    1
  }

  func write(_ next: () -> (batch: Batch, context: ImportContext)?) throws(ArchiveError) -> BatchResult {
    var count = 0
    while let (batch, _) = next() {
      count += batch.messages.count
      written.withLock { $0 += batch.messages.map(\.message) }
    }
    return BatchResult(added: count, conversations: [1], read: [1])
  }

  func tell(
    _ owners: [String: ImportOwner], in conversations: Set<Conversation.ID>
  ) throws(ArchiveError) {}
  func joinPeople(_ people: [[String]], since first: ImportRecord.ID?) throws(ArchiveError) -> [[String]] {
    []
  }
  func noteSamePeople(_ messages: [PeoplePair: Int]) throws(ArchiveError) -> [PeoplePair] { [] }
  func awaitedMessages() throws(ArchiveError) -> [String: Set<String>] { [:] }
  func titledChats(withKey key: String) throws(ArchiveError) -> [TitledChat] { [] }
  func knownConversations(ofKeys keys: Set<String>) throws(ArchiveError) -> Set<String> { [] }
  func relocate(_ places: [String: String]) throws(ArchiveError) {}
  func endImport(into conversations: Set<Conversation.ID>) throws(ArchiveError) {}
  func moveLogIntoFile() {}
}
