import Foundation
import GRDB
import SeededRandom
import Synchronization
import Testing

@testable import ChatArchive

@Suite("Upgrading an archive", .dedicatedThreads)
struct ArchiveUpgradeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A copy of an archive that the first release wrote.
  private func versionOne() throws -> String {
    let path = folder.path("a")
    try FileManager.default.copyItem(atPath: Fixture.versionOne.path, toPath: path)
    return path
  }

  /// The rows of version 1 in its order, in SQL's own words.
  private struct OldMessage: Equatable {
    let conversation: Int64
    let values: [DatabaseValue]
  }

  private func oldMessages(_ path: String) throws -> [OldMessage] {
    try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT conversation, id, sent_at, sender, is_own, kind, text, attachment_kind, attachment_path
          FROM message ORDER BY conversation, sent_at, id
          """
      ).map { OldMessage(conversation: $0[0], values: Array($0.databaseValues.dropFirst())) }
    }
  }

  private func newMessages(_ archive: Archive) async throws -> [OldMessage] {
    var all: [OldMessage] = []
    for conversation in try await archive.conversations().map(\.id).sorted() {
      for message in try await archive.newest(in: conversation, limit: .max) {
        let attachment = message.attachments.first
        let values: [(any DatabaseValueConvertible)?] = [
          message.id, message.sentAt, message.sender?.id, message.isOwn, message.kind.rawValue, message.text,
          attachment?.kind.rawValue, attachment?.path,
        ]
        all.append(
          OldMessage(conversation: conversation, values: values.map { $0?.databaseValue ?? .null }))
      }
    }
    return all
  }

  @Test("An archive of version 1 has the same messages in the same order after it, and takes new ones")
  func upgrades() async throws {
    let path = try versionOne()
    let before = try oldMessages(path)
    let archive = try Archive(path: path, mode: .existing)
    #expect(archive.writeObstacle == nil)
    #expect(try await newMessages(archive) == before)
    let info = try await archive.info()
    #expect(info.schemaVersion == 5 && info.integrity == .ok)
    // The synthetic messages have the same keys as before.
    let count = info.messageCount
    try SyntheticConversation.generate(into: archive, messages: 40, seed: 1)
    #expect(try await archive.info().messageCount == count)
    for conversation in try await archive.conversations() {
      let all = try await archive.newest(in: conversation.id, limit: .max)
      for (index, message) in all.enumerated() {
        #expect(try await archive.ordinal(of: message.cursor, in: conversation.id) == index)
      }
    }
  }

  @Test("A new archive has the tables of an upgraded one")
  func sameTables() throws {
    do { _ = try Archive(path: folder.path("b"), mode: .createIfMissing) }
    let path = try versionOne()
    do { _ = try Archive(path: path, mode: .existing) }
    #expect(try tables(path) == (try tables(folder.path("b"))))
  }

  /// Name and SQL statement of each table and index.
  private func tables(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { db in
      try String.fetchAll(
        db, sql: "SELECT tbl_name || ': ' || name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
    }
  }

  @Test("The copy of the old file is kept until messages were read from the upgraded one")
  func copy() async throws {
    let path = try versionOne()
    let before = try oldMessages(path)
    do {
      let archive = try Archive(path: path, mode: .existing)
      _ = try await archive.conversations()
      archive.close()
    }
    #expect(try folder.names() == ["a", "a.before-upgrade"])
    #expect(try oldMessages(UpgradeCopy.path(of: path)) == before)
    let archive = try Archive(path: path, mode: .existing)
    #expect(try await newMessages(archive) == before)
    archive.close()
    #expect(try folder.names() == ["a"])
  }

  @Test(
    "An upgrade that fails at any step leaves the archive as it was", arguments: [0, 2, 3, 4, 5, 6, 7, 8])
  func failure(step: Int) async throws {
    struct Stop: Error {}
    let path = try versionOne()
    let before = try oldMessages(path)
    let count = Atomic(0)
    var options = Archive.ConnectionOptions()
    options.upgradeProgress = { _ in
      if count.add(1, ordering: .relaxed).oldValue == step { throw Stop() }
    }
    #expect(throws: ArchiveError.self) { try Archive(path: path, mode: .existing, options: options) }
    try #require(count.load(ordering: .relaxed) == step + 1)
    #expect(try oldMessages(path) == before)
    #expect(try await newMessages(Archive(path: path, mode: .existing)) == before)
  }

  @Test("A kill at any moment leaves the old archive or the new one")
  func kill() async throws {
    let path = try versionOne()
    let before = try oldMessages(path)
    let killed = Mutex<[String]>([])
    var options = Archive.ConnectionOptions()
    // A kill leaves the files as they are at that moment.
    options.upgradeProgress = { _ in
      let name = killed.withLock { names in
        names.append("killed\(names.count)")
        return names[names.count - 1]
      }
      try folder.copyFiles(of: "a", to: name)
    }
    _ = try Archive(path: path, mode: .existing, options: options)
    let names = killed.withLock(\.self)
    #expect(names.count > 5)
    for name in names {
      let archive = try Archive(path: folder.path(name), mode: .existing)
      #expect(try await newMessages(archive) == before)
      #expect(try await archive.info().integrity == .ok)
    }
  }

  @Test("The progress goes from 0 to 1 and never back")
  func progress() throws {
    let reports = Mutex<[Double]>([])
    let path = try versionOne()
    _ = try Archive(path: path, mode: .existing) { fraction in
      reports.withLock { $0.append(fraction) }
    }
    let all = reports.withLock(\.self)
    #expect(all == all.sorted())
    #expect(all.first == 0 && all.last == 1)
    #expect(all.count > 5)
  }

  @Test("Damaged values of version 1 are carried over, and cost no other message")
  func damagedRows() async throws {
    let path = try versionOne()
    try await DatabaseQueue(path: path).writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'message';
          PRAGMA writable_schema = RESET;
          """)
      try db.execute(
        sql: """
          UPDATE message SET text = NULL, sent_at = 'never', is_own = NULL, kind = 'x', entities = 'y'
          WHERE id = (SELECT min(id) + 5 FROM message WHERE conversation = 1)
          """)
    }
    let archive = try Archive(path: path, mode: .existing)
    let found = try await archive.newest(in: 1, limit: .max)
    let count = try await archive.conversations().first { $0.id == 1 }?.messageCount
    #expect(found.count == count)
    #expect(found.filter { $0.text == "This message is damaged and cannot be shown." }.count == 1)
  }

  @Test("An archive that may not be written to says that it has to be upgraded, and stays as it is")
  func readOnly() throws {
    let path = try versionOne()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    // Also for the superuser, who may write to any file.
    var options = Archive.ConnectionOptions()
    options.upgradeProgress = { _ in throw POSIXError(.EROFS) }
    #expect(throws: ArchiveError.outdated(path: path)) {
      try Archive(path: path, mode: .existing, options: options)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }
}
