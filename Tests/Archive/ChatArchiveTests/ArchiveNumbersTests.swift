import Foundation
import GRDB
import Testing

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// Arithmetic with a number at the ends of 64 bits ended the process.
@Suite("Numbers at the ends of 64 bits in an archive", .dedicatedThreads)
struct ArchiveNumbersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let chat = """
    [01.03.24, 10:00:00] Mara: one
    [01.03.24, 10:00:30] Jonas: two
    [01.03.24, 10:01:00] Mara: <attached: a.jpg>
    [02.03.24, 10:00:00] Jonas: three

    """

  /// An archive with rows in most tables: messages with and without keys, in two imports, albums, reactions, topics.
  private func template() throws -> String {
    let path = folder.path("template")
    let archive = try Archive(path: path, mode: .createIfMissing)
    let context = ImportContext(
      id: try archive.beginImport(of: "/exports/walks", at: 1), timeZone: "Europe/Lisbon")
    _ = try archive.writeBatch(ExportSamples.all, context: context)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<600, in: "test:long"), context: context)
    try archive.endImport(into: [1, 2])
    run("WhatsApp Chat - Ridge.txt", Self.chat, into: archive)
    run("WhatsApp Chat - Ridge (1).txt", Self.chat.replacing("Mara", with: "+49 151 1234567"), into: archive)
    archive.close()
    return path
  }

  private func run(_ name: String, _ text: String, into archive: Archive) {
    guard (try? folder.write(Data(text.utf8), to: name)) != nil else { return }
    _ = Importer(into: archive, timeZone: .gmt).run([URL(fileURLWithPath: folder.path(name))])
  }

  /// All columns that can have a number.
  private func columns(of path: String) throws -> [(table: String, column: String)] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name"
      ).flatMap { table in
        try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_info('\(table)')").compactMap { row in
          row["type"] == "INTEGER" ? (table, row["name"]) : nil
        }
      } + [("search_state", "version"), ("search_state", "pending_to"), ("search_state", "total")]
    }
  }

  @Test(
    "Nothing that reads or changes an archive ends the process",
    arguments: ["9223372036854775807", "-9223372036854775808"])
  func extremes(value: String) async throws {
    let template = try template()
    for (table, column) in try columns(of: template) {
      let path = folder.path("a")
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try FileManager.default.copyItem(atPath: template, toPath: path)
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isChanged =
        (try? await queue.write { db in
          // Of rows that must differ, the last one remains.
          try db.execute(sql: "UPDATE OR REPLACE \(table) SET \(column) = \(value)")
          return db.changesCount > 0
        }) ?? false
      try queue.close()
      guard isChanged, let archive = try? Archive(path: path, mode: .existing) else { continue }
      await use(archive)
      archive.close()
    }
  }

  /// Does what the program does with an archive. Errors are allowed.
  private func use(_ archive: Archive) async {
    _ = try? await archive.info()
    _ = try? await archive.chats()
    _ = try? await archive.namesByChat()
    let calendar = DayCalendar(timeZone: .gmt)
    for chat in (try? await archive.conversations().map(\.id)) ?? [] {
      let newest = (try? await archive.newest(in: chat, limit: 20)) ?? []
      for message in newest.prefix(3) {
        _ = try? await archive.messages(in: chat, before: message.cursor, limit: 300)
        _ = try? await archive.ordinal(of: message.cursor, in: chat)
        _ = try? await archive.edits(of: message.id)
      }
      for ordinal in [0, 255, 256, 300, 599] { _ = try? await archive.cursor(at: ordinal, in: chat) }
      for scope in [MediaScope.links] + MediaShelf.allCases.map(MediaScope.shelf) {
        _ = try? await archive.mediaMonths(in: chat, scope, timeZone: .gmt)
      }
      _ = try? await archive.noteOrdinals(in: chat)
      _ = try? await archive.periods(in: chat) { $0 + 86_400_000 }
      _ = try? await archive.firstMessage(in: chat, atOrAfter: 0)
      _ = try? await archive.ends(of: chat)
      _ = try? await archive.yearsWithMessages(in: chat, calendar)
      _ = try? await archive.messageCounts(in: chat, of: [0..<1_700_000_000_000])
      _ = try? await archive.nearestMessage(in: chat, to: 1_709_632_800_000)
      _ = try? await archive.unread(in: chat)
      _ = try? await archive.people(of: chat)
      _ = try? await archive.details(of: chat)
      _ = try? await archive.topics(in: chat)
      for shelf in MediaShelf.allCases { _ = try? await archive.mediaCount(in: chat, .shelf(shelf)) }
      let options = ExportOptions(format: .json, timeZone: .gmt)
      _ = try? await Exporter(archive, chat: chat, options: options).run(
        to: .stream(folder: folder.url) { _ in })
      _ = try? await archive.markAsRead(chat)
      _ = try? await archive.send("hello", in: chat, at: 1_709_632_800_000)
    }
    _ = try? await archive.searchIndexState()
    _ = try? await archive.peopleQuestions()
    run("WhatsApp Chat - Ridge.txt", Self.chat + "[03.03.24, 10:00:00] Jonas: four\n", into: archive)
    _ = try? archive.writeBatch(ImportedMessage.samples(590..<620, in: "test:long"))
    for record in (try? await archive.imports()) ?? [] {
      _ = try? await archive.forgetting(record.id)
      _ = try? await archive.forget(record.id)
    }
    _ = try? await archive.info()
  }
}
