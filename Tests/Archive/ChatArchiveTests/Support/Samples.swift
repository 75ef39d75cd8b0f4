import ChatStore
import Chats

extension ImportedMessage {
  static let mara = Sender(key: "user:mara", name: "Mara Lind")
  static let jonas = Sender(key: "user:jonas", name: "Jonas Weber")

  /// A message with default values for everything that the test does not set.
  static func sample(
    _ source: String, at sentAt: Int64 = 0, text: String? = nil, from sender: Sender? = mara,
    in conversation: String = "test:walks", own: Bool = false, kind: Message.Kind = .normal,
    entities: [TextEntity] = [], replyTo: String? = nil, attachments: [Attachment] = []
  ) -> ImportedMessage {
    ImportedMessage(
      conversationKey: conversation, conversationTitle: "Walks", sourceID: source, sender: sender, isOwn: own,
      sentAt: sentAt, kind: kind, text: text ?? "Message \(source)", entities: entities, replyTo: replyTo,
      attachments: attachments)
  }

  /// Messages one second apart, with the source keys "0", "1", …
  static func samples(_ range: Range<Int>, in conversation: String = "test:walks") -> [ImportedMessage] {
    range.map { .sample("\($0)", at: Int64($0) * 1000, in: conversation) }
  }
}

extension TemporaryFolder {
  /// The path of a new archive with samples, all of whose connections are closed.
  func closedArchive(_ name: String, _ samples: Range<Int>) throws -> String {
    let archive = try Archive(path: path(name), mode: .createIfMissing)
    _ = try archive.writeBatch(ImportedMessage.samples(samples))
    archive.close()
    return archive.path
  }
}

extension Archive {
  /// The only conversation of the archive.
  func onlyConversation() async throws -> Conversation {
    let all = try await conversations()
    guard let first = all.first, all.count == 1 else { throw NotOneConversation(count: all.count) }
    return first
  }

  /// All messages of the only conversation, in order.
  func allMessages() async throws -> [Message] {
    try await newest(in: onlyConversation().id, limit: .max)
  }
}

struct NotOneConversation: Error {
  let count: Int
}
