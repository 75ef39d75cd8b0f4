import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

@Suite("What others write to an archive, and that reading writes nothing", .dedicatedThreads)
struct ArchiveContentsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  // In a separate process: closing a file in this one would release SQLite's locks on it.
  private func overwrite(_ path: String, with other: String) throws {
    let before = FileIdentity(path)
    try runProgram("cp", other, path)
    try #require(FileIdentity(path) == before)
  }

  // MARK: Reading

  @Test("Opening, reading and closing changes no byte, nor the time of the last change")
  func reading() async throws {
    let path = try folder.closedArchive("a", 0..<400)
    let before = try bytes(path)
    let changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    for _ in 1...3 {
      let archive = try Archive(path: path, mode: .existing)
      #expect(archive.writeObstacle == nil)
      _ = try await archive.info()
      _ = try await archive.newest(in: 1, limit: 50)
      #expect(try bytes(path + "-wal").isEmpty)
      archive.close()
    }
    #expect(try bytes(path) == before)
    let now = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(now == changed)
    #expect(try folder.names() == ["a"])
  }

  @Test("An archive that another program is writing to opens, and is writable")
  func openingBesideAWriter() async throws {
    let path = try folder.closedArchive("a", 0..<10)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    let archive = try Archive(path: path, mode: .existing, options: .init(busyTimeout: 0))
    #expect(archive.writeObstacle == nil)
    #expect(try await archive.newest(in: 1, limit: 99).count == 10)
    try await other.writeWithoutTransaction { try $0.rollback() }
    _ = try await archive.send("x", in: 1, at: 0)
  }

  // MARK: Overwritten in place

  @Test(
    "An archive whose file is overwritten is neither written to nor read, and the new contents stay as they are",
    arguments: [0, 1, 2], [3, 40, 900])
  func overwritten(sentBefore: Int, newMessages: Int) async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let new = try folder.closedArchive("new", 100..<100 + newMessages)
    let expected = try bytes(new)
    let archive = try Archive(path: path, mode: .existing)
    _ = try await archive.newest(in: 1, limit: 5)
    for number in 0..<sentBefore { _ = try await archive.send("sent \(number)", in: 1, at: 0) }
    #expect(await archive.displacement == nil)
    try overwrite(path, with: new)
    await #expect(throws: ArchiveError.replaced(path: path)) { try await archive.newest(in: 1, limit: 1) }
    await #expect(throws: ArchiveError.replaced(path: path)) { try await archive.send("x", in: 1, at: 0) }
    #expect(throws: ArchiveError.replaced(path: path)) { try archive.writeBatch([.sample("x")]) }
    #expect(await archive.displacement == .replaced(path: path))
    archive.close()
    #expect(try bytes(path) == expected)
    #expect(try folder.names() == ["a", "new"])
    let opened = try Archive(path: path, mode: .existing)
    #expect(try await opened.allMessages().count == newMessages)
  }

  @Test("An archive that is overwritten and then only closed has the new contents", arguments: [0, 1])
  func closedUnnoticed(batches: Int) throws {
    let path = try folder.closedArchive("a", 0..<40)
    let new = try folder.closedArchive("new", 100..<500)
    let archive = try Archive(path: path, mode: .existing)
    // The messages are only in the log, as in the middle of an import.
    for _ in 0..<batches { _ = try archive.writeBatch(ImportedMessage.samples(40..<80)) }
    try overwrite(path, with: new)
    archive.close()
    #expect(try bytes(path) == bytes(new))
    #expect(try folder.names() == ["a", "new"])
  }

  @Test("An import into an archive that is overwritten meanwhile ends")
  func overwrittenDuringAnImport() throws {
    let path = try folder.closedArchive("a", 0..<40)
    let new = try folder.closedArchive("new", 100..<500)
    let archive = try Archive(path: path, mode: .existing)
    for batch in 1...3 {
      _ = try archive.writeBatch(ImportedMessage.samples(batch * 1_000..<(batch + 1) * 1_000))
    }
    try overwrite(path, with: new)
    #expect(throws: ArchiveError.replaced(path: path)) { try archive.writeBatch([.sample("x")]) }
    archive.moveLogIntoFile()
    archive.close()
    #expect(try bytes(path) == bytes(new))
  }

  // MARK: Other programs that write with SQLite

  @Test("What other programs and imports write does not count as overwritten")
  func otherWriters() async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let archive = try Archive(path: path, mode: .existing)
    let importing = try Archive(path: path, mode: .existing)
    for round in 1...6 {
      _ = try importing.writeBatch(ImportedMessage.samples(round * 1_000..<(round + 1) * 1_000))
      _ = try await archive.newest(in: 1, limit: 5)
      _ = try await archive.send("sent \(round)", in: 1, at: 0)
      if round.isMultiple(of: 2) { importing.moveLogIntoFile() }
      try runProgram(
        "python3", "-c",
        """
        import sqlite3, sys
        c = sqlite3.connect(sys.argv[1])
        c.execute("UPDATE message SET text = text || '.' WHERE source = '7'")
        c.commit()
        c.execute("PRAGMA wal_checkpoint(PASSIVE)")
        c.close()
        """, path)
      #expect(await archive.displacement == nil)
      #expect(await importing.displacement == nil)
      _ = try await importing.newest(in: 1, limit: 5)
    }
    importing.close()
    _ = try await archive.send("last", in: 1, at: 0)
    #expect(try await archive.info().messageCount == 6_047)
    archive.close()
    #expect(try folder.names() == ["a"])
  }

  @Test("An archive that was closed says nothing of the file that is there now")
  func closedTwice() async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let new = try folder.closedArchive("new", 100..<140)
    let old = try Archive(path: path, mode: .existing)
    try overwrite(path, with: new)
    old.close()
    let opened = try Archive(path: path, mode: .existing)
    _ = try opened.writeBatch([.sample("1")])
    old.close()
    #expect(try folder.names() == ["a", "a-shm", "a-wal", "new"])
    opened.close()
    #expect(try await Archive(path: path, mode: .existing).allMessages().count == 41)
  }
}
