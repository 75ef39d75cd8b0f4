import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Opening an archive", .dedicatedThreads)
struct ArchiveOpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A created archive is empty and opens again")
  func creates() async throws {
    let path = folder.path("a.backscroll")
    do {
      let archive = try Archive(path: path, mode: .createIfMissing)
      #expect(try await archive.conversations().isEmpty)
      #expect(archive.writeObstacle == nil)
      #expect(archive.path == path)
    }
    #expect(try folder.names() == ["a.backscroll"])
    #expect(try await Archive(path: path, mode: .existing).conversations().isEmpty)
  }

  @Test("createIfMissing keeps the contents of an existing archive")
  func keepsContent() async throws {
    let path = folder.path("a")
    do {
      _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<3))
    }
    let archive = try Archive(path: path, mode: .createIfMissing)
    #expect(try await archive.allMessages().count == 3)
  }

  @Test("The log of a deleted archive is not replayed into a new one")
  func ignoresStaleLog() async throws {
    let old = try Archive(path: folder.path("a"), mode: .createIfMissing)
    _ = try old.writeBatch(ImportedMessage.samples(0..<3))
    try FileManager.default.copyItem(atPath: folder.path("a-wal"), toPath: folder.path("b-wal"))
    let new = try Archive(path: folder.path("b"), mode: .createIfMissing)
    #expect(try await new.info().messageCount == 0)
    #expect(try await new.info().integrity == .ok)
  }

  @Test("A missing file is an error that creates nothing", arguments: ["a", "no/such/folder/a"])
  func missing(name: String) throws {
    #expect(throws: ArchiveError.missing(path: folder.path(name))) {
      try Archive(path: folder.path(name), mode: .existing)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("An archive is not created in a folder that does not exist")
  func folderMissing() throws {
    let path = folder.path("no/a")
    #expect(throws: ArchiveError.folderMissing(path: path, folder: folder.path("no"))) {
      try Archive(path: path, mode: .createIfMissing)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("A folder is not an archive", arguments: [Archive.OpenMode.existing, .createIfMissing])
  func directory(mode: Archive.OpenMode) throws {
    let path = folder.url.resolvingSymlinksInPath().path
    #expect(throws: ArchiveError.isDirectory(path: path)) { try Archive(path: path, mode: mode) }
  }

  @Test(
    "A file that is no archive is reported for what it is, and none of its bytes change",
    arguments: Stranger.all)
  func strangers(stranger: Stranger) throws {
    for mode in [Archive.OpenMode.existing, .createIfMissing] {
      let path = try folder.write(stranger.bytes, to: "file")
      let error = #expect(throws: ArchiveError.self) { try Archive(path: path, mode: mode) }
      #expect(error == stranger.error(path))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == stranger.bytes)
      #expect(try folder.names() == ["file"])
    }
  }

  @Test("Another program's database is recognized and left unchanged")
  func foreign() throws {
    let path = folder.path("other.db")
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for mode in [Archive.OpenMode.existing, .createIfMissing] {
      #expect(throws: ArchiveError.foreign(path: path)) { try Archive(path: path, mode: mode) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names() == ["other.db"])
  }

  @Test("A truncated archive is damaged", arguments: [20, 99, 100, 4096, 20_000])
  func truncated(byteCount: Int) throws {
    do {
      _ = try Archive(path: folder.path("a"), mode: .createIfMissing).writeBatch(
        ImportedMessage.samples(0..<500))
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("a")))
    try #require(bytes.count > 20_000)
    let path = try folder.write(bytes.prefix(byteCount), to: "cut")
    let error = #expect(throws: ArchiveError.self) { try Archive(path: path, mode: .createIfMissing) }
    guard case .damaged(path, _) = error else {
      Issue.record("Not called damaged: \(String(describing: error))")
      return
    }
  }

  @Test("Damage among the messages is reported, and the rest of the archive stays open")
  func damagedMessages() async throws {
    let path = try archiveOverwritten(from: 320_000)
    let archive = try Archive(path: path, mode: .existing)
    let info = try await archive.info()
    guard case .damaged(let lines) = info.integrity else {
      Issue.record("Damage was not seen")
      return
    }
    #expect(!lines.isEmpty)
    #expect(info.messageCount == 5000)
    let conversation = try await archive.onlyConversation().id
    let error = await #expect(throws: ArchiveError.self) {
      try await archive.newest(in: conversation, limit: .max)
    }
    guard case .damaged(path, _) = error else {
      Issue.record("Not called damaged: \(String(describing: error))")
      return
    }
  }

  @Test("Damage to everything but the file's header is reported as damage")
  func damagedCompletely() async throws {
    let path = try archiveOverwritten(from: 4096)
    let error = await #expect(throws: ArchiveError.self) {
      _ = try await Archive(path: path, mode: .existing).conversations()
    }
    guard case .damaged(path, _) = error else {
      Issue.record("Not called damaged: \(String(describing: error))")
      return
    }
  }

  /// An archive of 5,000 messages whose bytes from `offset` are overwritten.
  private func archiveOverwritten(from offset: UInt64) throws -> String {
    let path = folder.path("a")
    do {
      _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<5000))
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data(repeating: 0xaa, count: Int(size - offset)))
    try file.close()
    return path
  }

  @Test("An archive of a newer version is reported as such")
  func newerSchema() throws {
    let path = folder.path("a")
    do { _ = try Archive(path: path, mode: .createIfMissing) }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 99") }
    let error = ArchiveError.newerSchema(path: path, found: 99, supported: Schema.version)
    #expect(throws: error) { try Archive(path: path, mode: .existing) }
    #expect(throws: error) { try Archive(path: path, mode: .createIfMissing) }
  }

  @Test("An archive of a development version is refused, and none of its bytes change")
  func olderSchema() throws {
    let path = folder.path("a")
    do { _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<3)) }
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "PRAGMA user_version = \(Schema.version - 1)")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = ArchiveError.olderSchema(path: path)
    #expect(throws: error) { try Archive(path: path, mode: .existing) }
    #expect(throws: error) { try Archive(path: path, mode: .createIfMissing) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names() == ["a"])
  }

  @Test("A file without permission to read is unreadable", .enabled(if: geteuid() != 0, "The superuser may"))
  func unreadable() throws {
    let path = try folder.write(Data("SQLite format 3\0".utf8), to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(throws: ArchiveError.unreadable(path: path)) { try Archive(path: path, mode: .existing) }
  }

  @Test("A symbolic link leads to its archive")
  func symbolicLink() async throws {
    _ = try Archive(path: folder.path("a"), mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<3))
    let link = folder.url.appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("a"))
    let archive = try Archive(path: link, mode: .existing)
    #expect(archive.path == folder.path("a"))
    #expect(try await archive.allMessages().count == 3)
  }

  @Test("Characters with a meaning in SQLite's URIs are allowed in file names")
  func oddNames() async throws {
    for name in ["file:a?mode=memory", ":memory:", "a b%20c#d?e", "휴가 🏔"] {
      let path = folder.url.appendingPathComponent(name).path
      _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<3))
      #expect(try await Archive(path: path, mode: .existing).allMessages().count == 3)
    }
    #expect(try folder.names().count == 4)
  }
}

@Suite("Removing an empty archive", .dedicatedThreads)
struct ArchiveRemovingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("An empty archive is removed with SQLite's files beside it")
  func empty() throws {
    do { _ = try Archive(path: folder.path("a"), mode: .createIfMissing) }
    #expect(Archive.removeIfEmpty(at: folder.path("a")))
    #expect(try folder.names() == [])
  }

  @Test("An archive with a message stays")
  func filled() async throws {
    do {
      _ = try Archive(path: folder.path("a"), mode: .createIfMissing).writeBatch([.sample("1")])
    }
    #expect(!Archive.removeIfEmpty(at: folder.path("a")))
    #expect(try folder.names() == ["a"])
    #expect(try await Archive(path: folder.path("a"), mode: .existing).allMessages().count == 1)
  }

  @Test("An archive that is open elsewhere stays, because an import may be about to fill it")
  func inUse() async throws {
    do {
      let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
      #expect(!Archive.removeIfEmpty(at: folder.path("a")))
      #expect(try await archive.conversations().isEmpty)
    }
    #expect(Archive.removeIfEmpty(at: folder.path("a")))
    #expect(try folder.names() == [])
  }

  @Test("A missing file and a file that is no archive are left alone")
  func stranger() throws {
    #expect(!Archive.removeIfEmpty(at: folder.path("a")))
    let path = try folder.write(Data("not ours".utf8), to: "a")
    #expect(!Archive.removeIfEmpty(at: path))
    #expect(try folder.names() == ["a"])
  }
}

/// A file that is not an archive, and the error that `Archive` must throw for it.
struct Stranger: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let bytes: Data
  let error: @Sendable (String) -> ArchiveError

  static let all = [
    Stranger(testDescription: "empty", bytes: Data()) { .empty(path: $0) },
    Stranger(testDescription: "text", bytes: Data("hello\n".utf8)) { .notSQLite(path: $0) },
    Stranger(
      testDescription: "JSON", bytes: Data("{\"name\": \"\(String(repeating: "x", count: 500))\"}".utf8)
    ) {
      .notSQLite(path: $0)
    },
    Stranger(testDescription: "zeros", bytes: Data(count: 8192)) { .notSQLite(path: $0) },
    Stranger(testDescription: "head only", bytes: Data("SQLite format 3\0".utf8)) {
      .damaged(path: $0, reason: "it ends within its first 100 bytes")
    },
  ]
}
