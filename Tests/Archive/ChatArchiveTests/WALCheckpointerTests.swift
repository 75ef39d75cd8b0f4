import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Moving the log while an import goes on")
final class WALCheckpointerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a") }

  init() throws { folder = try TemporaryFolder() }

  /// A database with a log of more than 8 MB, and a table of that many rows.
  private func writer(rows: Int) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.journalMode = .wal
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (text TEXT)")
      let text = String(repeating: "a", count: 1000)
      try db.inTransaction {
        for _ in 0..<rows { try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [text]) }
        return .commit
      }
    }
    return writer
  }

  private func mover() throws -> WALCheckpointer {
    WALCheckpointer(FilePlace(path: path, file: try #require(FileIdentity(path))))
  }

  /// Moves the log and waits for the end. Returns false if the move did not begin.
  private func move(_ mover: WALCheckpointer, _ writer: DatabaseQueue) async throws -> Bool {
    await withCheckedContinuation { continuation in
      var begins = false
      writer.inDatabase { db in
        mover.move(db) {
          begins = true
        } after: {
          continuation.resume(returning: true)
        }
      }
      if !begins { continuation.resume(returning: false) }
    }
  }

  @Test("What a connection has written is in the file, and a log that has grown little stays")
  func moves() async throws {
    let writer = try writer(rows: 9_000)
    let mover = try mover()
    #expect(try await move(mover, writer))
    let copy = folder.path("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let rows = try await DatabaseQueue(path: copy).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM t")
    }
    #expect(rows == 9_000)

    try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES ('b')") }
    #expect(try await !move(mover, writer))
    mover.finish()
    try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES ('c')") }
    let all = try await writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
    #expect(all == 9_002)
  }

  @Test("A file that was deleted does not come back")
  func deleted() async throws {
    let writer = try writer(rows: 9_000)
    let mover = try mover()
    try FileManager.default.removeItem(atPath: path)
    #expect(try await move(mover, writer))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("The log of a file that was replaced does not come into the other one")
  func replaced() async throws {
    let writer = try writer(rows: 9_000)
    let mover = try mover()
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("before"))
    _ = try folder.write(Data("something else".utf8), to: "a")
    #expect(try await move(mover, writer))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("something else".utf8))
  }

  @Test("A mover that was closed does not begin")
  func closed() async throws {
    let writer = try writer(rows: 9_000)
    let mover = try mover()
    mover.close()
    #expect(try await !move(mover, writer))
  }

  @Test("While the log is moved, changes of the file are none of a stranger; before and after that, they are")
  func watch() async throws {
    let writer = try writer(rows: 9_000)
    try writer.inDatabase { db in
      _ = try db.checkpoint(.truncate)
      var watch = try ContentsWatch(path: path, db)
      try db.execute(sql: "INSERT INTO t VALUES ('b')")
      watch.noteOwnChange(db)
      watch.suspend()
      // Like another connection.
      _ = try db.checkpoint(.passive)
      try watch.check(db)
      watch.resume()
      try watch.check(db)
      #expect(watch.isUnchanged)

      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.truncate(atOffset: 5_000_000)
      try file.close()
      #expect(throws: ArchiveError.replaced(path: path)) { try watch.check(db) }
    }
  }

  @Test(
    "An import that is longer than the log is whole in the file, and a file that is overwritten then is noticed"
  )
  func archive() throws {
    let archive = try Archive(path: path, mode: .createIfMissing)
    var count = 0
    for _ in 0..<40 {
      var batch: WordedBatch? = WordedBatch()
      for message in ImportedMessage.samples(count..<count + 1_000) { batch?.append(MessageBox(message)) }
      count += try archive.write { batch.take().map { ($0, ImportContext()) } }.added
    }
    #expect(count == 40_000)
    archive.moveLogIntoFile()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.truncate(atOffset: file.seekToEnd() / 2)
    try file.close()
    #expect(throws: ArchiveError.replaced(path: path)) {
      try archive.writeBatch(ImportedMessage.samples(count..<count + 1))
    }
  }
}
