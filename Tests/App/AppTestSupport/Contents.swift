import ChatStore
import Chats
import Foundation
import GRDB
import SampleChat

/// The contents of an archive before the program opens it.
enum Contents {
  /// The newest messages of the synthetic conversation, which also exists without any messages.
  case synthetic(Int)
  /// Some messages, the last of which is wide and replies to the first.
  case answer
  /// Messages of one line each.
  case lines(Int)
  /// Conversations named "Talk 1" and so on, each with that many messages.
  case talks(Int, messages: Int)
  /// A message for each picture, in small tiles; a message without a picture if there are none.
  case pictures([URL])
  /// These messages.
  case messages([ImportedMessage])
  /// These messages, from an import that has ended, which determines topics and threads.
  case imported([ImportedMessage])
  /// A message for each column and the expression to which it is set, although the tables do not allow it.
  case damaged([(column: String, value: String)])

  func write(to archive: Archive) throws {
    switch self {
    case .synthetic(0): try Self.addConversation(to: archive.path)
    case .synthetic(let count): try SyntheticConversation.generate(into: archive, messages: count, seed: 3)
    case .answer: _ = try archive.writeBatch(Self.messages(0..<40, answer: 39))
    case .talks(let talks, let count):
      for talk in 1...talks {
        _ = try archive.writeBatch(
          Self.messages(0..<count).map {
            var message = $0
            (message.conversationKey, message.conversationTitle) = ("test:\(talk)", "Talk \(talk)")
            return message
          })
      }
    case .damaged(let damages):
      _ = try archive.writeBatch(
        Self.messages(0..<damages.count).map {
          var message = $0
          message.attachments = [
            Attachment(kind: .file, byteCount: 100, name: "a.txt", path: "/nowhere/a.txt")
          ]
          message.reactions = [.init(key: "👍", count: 2)]
          return message
        })
      archive.close()
      try Self.damage(damages, in: archive.path)
    case .messages(let messages): _ = try archive.writeBatch(messages)
    case .imported(let messages):
      let context = ImportContext(id: try archive.beginImport(of: "/export", at: 1))
      try archive.endImport(into: try archive.writeBatch(messages, context: context).conversations)
    case .pictures(let files):
      var messages = Self.messages(0..<max(1, files.count))
      for (index, file) in files.enumerated() {
        messages[index].text = ""
        messages[index].attachments = [Attachment(kind: .photo, width: 120, height: 90, path: file.path)]
      }
      _ = try archive.writeBatch(messages)
    case .lines(let count): _ = try archive.writeBatch(Self.messages(0..<count))
    }
  }

  /// The text of the answer.
  static let answerWords =
    "This answer fills its bubble from one side to the other, in one long line of text"

  /// Messages, a minute apart; the one with the number `answer` replies to the first.
  static func messages(_ numbers: Range<Int>, answer: Int? = nil) -> [ImportedMessage] {
    numbers.map { number in
      let isAnswer = number == answer
      return ImportedMessage(
        conversationKey: "test:lines", conversationTitle: "Lines", sourceID: "\(number)",
        sender: .init(key: isAnswer ? "me" : "ann", name: isAnswer ? "Me" : "Ann"), isOwn: isAnswer,
        sentAt: 1_700_000_000_000 + Int64(number) * 60_000,
        text: isAnswer ? answerWords : "Message number \(number) of some length",
        replyTo: isAnswer ? "0" : nil)
    }
  }

  /// A forum of 40 messages in turn in "Keys" and "Stove", the last three of which are replies in a thread.
  static let forum = Contents.imported(
    messages(0..<40).enumerated().map { number, message in
      var message = message
      if number > 36 {
        (message.topic, message.replyTo) = (.thread("36"), "36")
      } else if number < 36 {
        message.topic = .init(source: "t\(number % 2)", title: ["Keys", "Stove"][number % 2])
      }
      return message
    })

  static func newestText(in path: String) throws -> String {
    try DatabaseQueue(path: path).read { db in
      try String.fetchOne(db, sql: "SELECT text FROM message ORDER BY sent_at DESC, id DESC LIMIT 1") ?? ""
    }
  }

  static func messageCount(in path: String) throws -> Int {
    try DatabaseQueue(path: path).read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM message") ?? 0
    }
  }

  /// Removes the messages while the program is running, or restores them. Meanwhile no page can be read.
  static func setReadable(_ isReadable: Bool, in path: String) throws {
    try DatabaseQueue(path: path).write { db in
      let (from, to) = isReadable ? ("away", "message") : ("message", "away")
      try db.execute(sql: "ALTER TABLE \(from) RENAME TO \(to)")
    }
  }

  private static func damage(_ damages: [(column: String, value: String)], in path: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name IN ('message', 'attachment', 'reaction');
          PRAGMA writable_schema = RESET;
          """)
    }
    try queue.close()
    let damaged = try DatabaseQueue(path: path, configuration: configuration)
    try damaged.write { db in
      for (number, (column, value)) in damages.enumerated() {
        let parts = column.split(separator: ".")
        let (table, key) = parts.count == 2 ? ("\(parts[0])", "message") : ("message", "id")
        try db.execute(
          sql: "UPDATE \(table) SET \(parts[parts.count - 1]) = \(value) WHERE \(key) = \(number + 1)")
      }
    }
    try damaged.close()
  }

  /// A conversation without messages: importers do not write one, but an archive may contain one.
  private static func addConversation(to path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      try db.execute(sql: "INSERT INTO conversation (key, title) VALUES ('test:nobody', 'Nobody')")
    }
    try database.close()
  }
}
