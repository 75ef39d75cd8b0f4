import Foundation
import GRDB
import Synchronization
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Kills, locks, full and read-only disks", .dedicatedThreads)
struct ArchiveDurabilityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A kill during a batch leaves the state before the batch")
  func killedBatch() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<100))
    let before = try await archive.allMessages()
    try await DatabaseQueue(path: archive.path).writeWithoutTransaction { db in
      // With a small cache, half of the batch is in the log at the time of the kill.
      try db.execute(sql: "PRAGMA cache_size = 4")
      try db.inTransaction {
        _ = try BatchWriter.write(ImportedMessage.samples(50..<3000).map(MessageBox.init), to: db)
        try folder.copyFiles(of: "a", to: "killed")
        return .rollback
      }
    }
    let log = try FileManager.default.attributesOfItem(atPath: folder.path("killed-wal"))[.size] as? Int
    #expect((log ?? 0) > 100_000)

    let killed = try Archive(path: folder.path("killed"), mode: .existing)
    #expect(try await killed.allMessages() == before)
    #expect(try await killed.info().integrity == .ok)
    // A second import completes the first.
    #expect(try killed.writeBatch(ImportedMessage.samples(0..<3000)).added == 2900)
  }

  @Test("A message that send has returned survives a kill")
  func killedAfterSend() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<100))
    let sent = try await archive.send("still here", in: archive.onlyConversation().id, at: 0)
    try folder.copyFiles(of: "a", to: "killed")
    let killed = try Archive(path: folder.path("killed"), mode: .existing)
    #expect(try await killed.allMessages().last == sent)
  }

  // A read without a connection opened one after the others were closed, and SQLite's log stayed.
  @Test("An archive that is closed amid reads leaves one file")
  func closedAmidReads() async throws {
    for round in 0..<20 {
      let path = folder.path("\(round)")
      let archive = try Archive(path: path, mode: .createIfMissing)
      _ = try archive.writeBatch(ImportedMessage.samples(0..<20))
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            if number == round % 12 { return await archive.closeInBackground() }
            // The read is refused, or succeeds as usual.
            _ = try? await archive.allMessages()
          }
        }
      }
      #expect(try folder.names() == (0...round).map { "\($0)" }.sorted())
    }
  }

  @Test("A full disk stops a batch and keeps the old state readable")
  func pageLimit() async throws {
    let path = folder.path("a")
    do {
      _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<100))
    }
    let archive = try Archive(path: path, mode: .existing, options: .init(maximumPageCount: 30))
    let before = try await archive.allMessages()
    #expect(throws: ArchiveError.diskFull(path: path)) {
      try archive.writeBatch(ImportedMessage.samples(0..<5000))
    }
    await #expect(throws: ArchiveError.diskFull(path: path)) {
      let long = String(repeating: "x", count: 200_000)
      return try await archive.send(long, in: archive.onlyConversation().id, at: 0)
    }
    #expect(try await archive.allMessages() == before)
    #expect(try await archive.onlyConversation().messageCount == 100)
    #expect(try await archive.info().integrity == .ok)
  }

  @Test(
    "On a disk that is really full, writing fails and reading continues",
    .enabled(if: TinyDisk.isPossible, TinyDisk.whyNot))
  func fullDisk() async throws {
    let disk = try TinyDisk(kibibytes: 1024)
    let path = disk.folder.path("a")
    var stored = 0
    do {
      let archive = try Archive(path: path, mode: .createIfMissing)
      let error = #expect(throws: ArchiveError.self) {
        while stored < 100_000 {
          _ = try archive.writeBatch(ImportedMessage.samples(stored..<stored + 100))
          stored += 100
        }
      }
      #expect(error == .diskFull(path: path))
      #expect(try await archive.allMessages().count == stored)
    }
    #expect(stored > 0)

    try disk.fill()
    let again = try Archive(path: path, mode: .existing)
    #expect(try await again.allMessages().count == stored)
    #expect(throws: ArchiveError.diskFull(path: path)) {
      try again.writeBatch(ImportedMessage.samples(stored..<stored + 1000))
    }
    #expect(try await again.allMessages().count == stored)
  }

  @Test(
    "On a full disk no archive is created and no file is left behind",
    .enabled(if: TinyDisk.isPossible, TinyDisk.whyNot))
  func fullDiskOnCreation() throws {
    let disk = try TinyDisk(kibibytes: 64)
    try disk.fill()
    let path = disk.folder.path("a")
    #expect(throws: ArchiveError.diskFull(path: path)) { try Archive(path: path, mode: .createIfMissing) }
    #expect(try disk.folder.names() == ["ballast"])
  }

  @Test("An archive on a read-only disk can be read", .enabled(if: TinyDisk.isPossible, TinyDisk.whyNot))
  func readOnlyDisk() async throws {
    let disk = try TinyDisk(kibibytes: 1024)
    // A name that must be escaped in a URI.
    let path = disk.folder.path("50% über #1?.backscroll")
    do {
      _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<100))
    }
    try disk.makeReadOnly()
    try await expectReadOnly(path)
    #expect(throws: ArchiveError.readOnly(path: disk.folder.path("new"))) {
      try Archive(path: disk.folder.path("new"), mode: .createIfMissing)
    }
  }

  @Test(
    "An archive in a folder without permission to write can be read",
    .enabled(if: geteuid() != 0, "The superuser may write anywhere"))
  func readOnlyFolder() async throws {
    let path = folder.path("a")
    do {
      _ = try Archive(path: path, mode: .createIfMissing).writeBatch(ImportedMessage.samples(0..<100))
    }
    let permissions = [(path, 0o444), (folder.url.path, 0o555)]
    for (path, mode) in permissions {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    }
    try await expectReadOnly(path)
  }

  private func expectReadOnly(_ path: String) async throws {
    let archive = try Archive(path: path, mode: .existing)
    #expect(archive.writeObstacle == .readOnly(path: path))
    #expect(try await archive.allMessages().count == 100)
    #expect(try await archive.info().integrity == .ok)
    #expect(throws: ArchiveError.readOnly(path: path)) { try archive.writeBatch([.sample("x")]) }
    let conversation = try await archive.onlyConversation().id
    await #expect(throws: ArchiveError.readOnly(path: path)) {
      try await archive.send("x", in: conversation, at: 0)
    }
  }

  @Test("A writer times out while another program writes, and can still read")
  func locked() async throws {
    let path = folder.path("a")
    let impatient = Archive.ConnectionOptions(busyTimeout: 0)
    let archive = try Archive(path: path, mode: .createIfMissing, options: impatient)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { db in
      try db.beginTransaction(.immediate)
      _ = try BatchWriter.write(ImportedMessage.samples(3..<6).map(MessageBox.init), to: db)
    }
    #expect(throws: ArchiveError.locked(path: path)) {
      try archive.writeBatch(ImportedMessage.samples(0..<9))
    }
    #expect(try await archive.newest(in: 1, limit: 9).count == 3)
    try await other.writeWithoutTransaction { try $0.commit() }
    #expect(try archive.writeBatch(ImportedMessage.samples(0..<9)).added == 3)
  }

  @Test("An archive that another program opened exclusively is locked")
  func exclusivelyLocked() throws {
    let path = folder.path("a")
    do { _ = try Archive(path: path, mode: .createIfMissing) }
    let other = try DatabaseQueue(path: path)
    try other.inDatabase { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    }
    #expect(throws: ArchiveError.locked(path: path)) {
      try Archive(path: path, mode: .existing, options: .init(busyTimeout: 0))
    }
  }

  @Test("A reader beside a writer sees only whole batches, and never fewer than before")
  func readerWhileWriting() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<100))
    let conversation = try await archive.onlyConversation().id
    let isDone = Mutex(false)
    async let writing: Void = {
      defer { isDone.withLock { $0 = true } }
      for batch in 1..<60 {
        _ = try archive.writeBatch(ImportedMessage.samples(batch * 100..<batch * 100 + 100))
      }
    }()
    var seen = 0
    while !isDone.withLock({ $0 }) {
      let found = try await archive.newest(in: conversation, limit: .max).count
      #expect(found % 100 == 0)
      #expect(found >= seen)
      seen = found
    }
    try await writing
    #expect(try await archive.onlyConversation().messageCount == 6000)
  }

  @Test("Messages of two programs that write at the same time are all stored")
  func twoWriters() async throws {
    let path = folder.path("a")
    let archives = try [Archive(path: path, mode: .createIfMissing), Archive(path: path, mode: .existing)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, archive) in archives.enumerated() {
        group.addTask {
          for i in 0..<30 { _ = try archive.writeBatch([.sample("\(number)-\(i)"), .sample("both-\(i)")]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await archives[0].onlyConversation().messageCount == 90)
    #expect(try await archives[1].allMessages().count == 90)
  }

  @Test("Many programs that create the same archive at once get the same archive")
  func concurrentCreation() async throws {
    let path = folder.path("a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<8 {
        group.addTask {
          _ = try Archive(path: path, mode: .createIfMissing).writeBatch([.sample("\(i)")])
        }
      }
      try await group.waitForAll()
    }
    let archive = try Archive(path: path, mode: .existing)
    #expect(try await archive.allMessages().count == 8)
    #expect(try await archive.info().integrity == .ok)
    #expect(try folder.names().allSatisfy { ["a", "a-wal", "a-shm"].contains($0) })
  }
}
