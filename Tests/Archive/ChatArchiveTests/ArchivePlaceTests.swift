import FilePaths
import Foundation
import GRDB
import Synchronization
import Testing
import XCTest

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("An archive that is closed, replaced or deleted", .dedicatedThreads)
struct ArchivePlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func replace(_ path: String, by other: String) throws {
    try #require(rename(other, path) == 0)
  }

  private func texts(ofCopyOf path: String) async throws -> [String] {
    let copy = folder.path("copy-\(UUID().uuidString)")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let archive = try Archive(path: copy, mode: .existing)
    defer { archive.close() }
    #expect(try await archive.info().integrity == .ok)
    return try await archive.allMessages().map(\.text)
  }

  // MARK: Closing

  @Test("A copy of the file alone has each message that was sent")
  func sent() async throws {
    let path = try folder.closedArchive("a", 0..<9)
    let archive = try Archive(path: path, mode: .existing)
    _ = try await archive.newest(in: 1, limit: 5)
    for number in 1...3 {
      _ = try await archive.send("sent \(number)", in: 1, at: 0)
      #expect(try await texts(ofCopyOf: path).last == "sent \(number)")
    }
  }

  @Test("A copy of the file alone has what was imported, while others have the archive open")
  func imported() async throws {
    let path = try folder.closedArchive("a", 0..<9)
    let other = try Archive(path: path, mode: .existing)
    _ = try await other.newest(in: 1, limit: 5)
    let log = folder.url.appendingPathComponent("#walks.log")
    try FileManager.default.copyItem(at: Fixture.irssi, to: log)
    let summary = Importer(into: try Archive(path: path, mode: .existing), timeZone: .gmt).run(
      [log])
    #expect(summary.added > 0)
    let copy = folder.path("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(try await Archive(path: copy, mode: .existing).info().messageCount == 9 + summary.added)
    other.close()
  }

  @Test("After closing, the file is alone, also with reads under way")
  func closes() async throws {
    let path = try folder.closedArchive("a", 0..<500)
    for _ in 1...5 {
      let archive = try Archive(path: path, mode: .existing)
      _ = try await archive.send("x", in: 1, at: 0)
      async let pages = (0..<8).concurrently { _ in try? await archive.newest(in: 1, limit: 400) }
      archive.close()
      _ = await pages
      archive.close()
      #expect(try folder.names() == ["a"])
      await #expect(throws: ArchiveError.self) { try await archive.send("x", in: 1, at: 0) }
    }
  }

  @Test("Reading leaves no file behind")
  func reading() async throws {
    let path = try folder.closedArchive("a", 0..<9)
    let archive = try Archive(path: path, mode: .existing)
    _ = try await archive.info()
    _ = try await archive.newest(in: 1, limit: 5)
    archive.close()
    #expect(try folder.names() == ["a"])
  }

  @Test("An archive that is released is closed")
  func released() async throws {
    let path = try folder.closedArchive("a", 0..<9)
    let connections: ArchiveConnections
    do {
      let archive = try Archive(path: path, mode: .existing)
      _ = try await archive.send("x", in: 1, at: 0)
      connections = try archive.connectionsOfItsOwn
    }
    #expect(!ArchiveFile.isOpenHere(path))
    #expect(try folder.names() == ["a"])
    withExtendedLifetime(connections) {}
  }

  // MARK: Another file at its path

  @Test(
    "An archive that replaces an open one is not written to, and is sound afterwards", arguments: [0, 1, 2])
  func replaced(sentBefore: Int) async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let new = try folder.closedArchive("new", 100..<3000)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: new))
    let archive = try Archive(path: path, mode: .existing)
    for number in 0..<sentBefore { _ = try await archive.send("sent \(number)", in: 1, at: 0) }
    // The messages are only in the log, as in the middle of an import.
    _ = try archive.writeBatch(ImportedMessage.samples(40..<sentBefore * 50 + 41))
    #expect(await archive.displacement == nil)
    try replace(path, by: new)
    #expect(await archive.displacement == .replaced(path: path))
    await #expect(throws: ArchiveError.replaced(path: path)) { try await archive.send("x", in: 1, at: 0) }
    #expect(throws: ArchiveError.replaced(path: path)) { try archive.writeBatch([.sample("x")]) }
    await #expect(throws: ArchiveError.replaced(path: path)) { try await archive.newest(in: 1, limit: 1) }
    archive.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(try folder.names() == ["a"])
    let opened = try Archive(path: path, mode: .existing)
    #expect(try await opened.info().integrity == .ok)
    #expect(try await opened.allMessages().count == 2900)
  }

  @Test("An archive that was closed while another file had its place remains replaced")
  func closedWhileReplaced() async throws {
    let path = try folder.closedArchive("a", 0..<9)
    let new = try folder.closedArchive("new", 0..<9)
    let archive = try Archive(path: path, mode: .existing)
    try replace(folder.path("aside"), by: path)
    try replace(path, by: new)
    archive.close()
    try replace(path, by: folder.path("aside"))
    #expect(await archive.displacement == .replaced(path: path))
  }

  @Test("The files beside an archive stay while another program has them open")
  func replacedUnderTwo() async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let new = try folder.closedArchive("new", 0..<10)
    let archive = try Archive(path: path, mode: .existing)
    _ = try archive.writeBatch(ImportedMessage.samples(40..<50))
    let holder = Process()
    holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The lock of SQLite on the index, held by another process.
    holder.arguments = [
      "python3", "-c",
      """
      import fcntl, struct, sys
      index = open(sys.argv[1], "r+b")
      fcntl.fcntl(index, fcntl.F_SETLK, struct.pack("hhqqi", fcntl.F_RDLCK, 0, 128, 1, 0))
      print("locked", flush=True)
      sys.stdin.read()
      """, path + "-shm",
    ]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    try replace(path, by: new)
    archive.close()
    #expect(try folder.names() == ["a", "a-shm", "a-wal"])
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
  }

  @Test("A message that is sent after the archive was deleted is not stored, and what was loaded can be read")
  func removed() async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let archive = try Archive(path: path, mode: .existing)
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: ArchiveError.removed(path: path)) { try await archive.send("x", in: 1, at: 0) }
    #expect(throws: ArchiveError.removed(path: path)) { try archive.writeBatch([.sample("x")]) }
    #expect(try await archive.newest(in: 1, limit: 99).count == 40)
    archive.close()
    #expect(try folder.names() == [])
  }

  @Test("An archive that was moved away and back is written to again")
  func back() async throws {
    let path = try folder.closedArchive("a", 0..<3)
    let archive = try Archive(path: path, mode: .existing)
    try #require(rename(path, folder.path("b")) == 0)
    #expect(await archive.displacement == .removed(path: path))
    try #require(rename(folder.path("b"), path) == 0)
    _ = try await archive.send("back", in: 1, at: 0)
    archive.close()
    #expect(try await texts(ofCopyOf: path).last == "back")
  }

  @Test("Looking at an open archive's header releases none of its locks")
  func keepsLocks() async throws {
    let path = try folder.closedArchive("a", 0..<40)
    let archive = try Archive(path: path, mode: .existing)
    _ = try await archive.send("one", in: 1, at: 0)
    #expect(Archive.isArchive(at: path))
    #expect(!Importer.recognises(path))
    // Another program opens and closes it, which would remove the log without a lock.
    try runProgram(
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT count(*) FROM message').fetchone(); c.close()",
      path)
    #expect(try folder.names() == ["a", "a-shm", "a-wal"])
    archive.close()
  }
}

extension Range<Int> {
  /// The results of `body`, which runs for all numbers concurrently.
  fileprivate func concurrently<Value: Sendable>(_ body: @escaping @Sendable (Int) async -> Value) async
    -> [Value]
  {
    await withTaskGroup(of: Value.self) { group in
      for number in self { group.addTask { await body(number) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// XCTest runs synchronous tests on the main thread.
final class ArchiveReleaseTests: XCTestCase {
  func testTheMainThreadDoesNotWaitForAnArchiveThatItReleases() throws {
    XCTAssertTrue(Thread.isMainThread)
    let folder = try TemporaryFolder()
    let path = folder.path("a")
    var archive: Archive? = try Archive(path: path, mode: .createIfMissing)
    let connections = try XCTUnwrap(archive?.connectionsOfItsOwn)
    let (begun, released, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let wasReleased = Mutex(false)
    Thread.detachNewThread {
      // Closing waits for the end of this write.
      try? connections.write(.ofCounts) { _ in
        begun.signal()
        let result = released.wait(timeout: .now() + 120)
        wasReleased.withLock { $0 = result == .success }
      }
      ended.signal()
    }
    begun.wait()
    archive = nil
    released.signal()
    ended.wait()
    XCTAssertTrue(wasReleased.withLock(\.self))
    let end = Date(timeIntervalSinceNow: 120)
    while ArchiveFile.isOpenHere(path), Date() < end { sched_yield() }
    XCTAssertFalse(ArchiveFile.isOpenHere(path))
    XCTAssertEqual(try folder.names(), ["a"])
    withExtendedLifetime(connections) {}
  }
}

extension Archive {
  /// The connections, for a test that retains them, so that only the archive closes them.
  fileprivate var connectionsOfItsOwn: ArchiveConnections {
    get throws {
      try #require(Mirror(reflecting: self).descendant("connections") as? ArchiveConnections)
    }
  }
}

@Suite("Creating an archive", .dedicatedThreads)
struct ArchiveCreatingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Nobody else may read an archive and the files beside it")
  func mode() async throws {
    let archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    _ = try archive.writeBatch(ImportedMessage.samples(0..<9))
    for name in try folder.names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
    }
    #expect(try folder.names() == ["a", "a-shm", "a-wal"])
    archive.close()
  }

  @Test(
    "With little space, an archive is created whole or not at all",
    .enabled(if: TinyDisk.isPossible, TinyDisk.whyNot),
    arguments: Array(stride(from: 24, through: 180, by: 4)))
  func littleSpace(kibibytes: Int) async throws {
    let disk = try TinyDisk(kibibytes: kibibytes)
    let path = disk.folder.path("a")
    do {
      try Archive(path: path, mode: .createIfMissing).close()
    } catch {
      #expect(error == .diskFull(path: path))
    }
    guard FileManager.default.fileExists(atPath: path) else {
      #expect(try disk.folder.names() == [])
      return
    }
    #expect(try disk.folder.names() == ["a"])
    try FileManager.default.copyItem(atPath: path, toPath: folder.path("a"))
    let archive = try Archive(path: folder.path("a"), mode: .existing)
    #expect(try await archive.info().integrity == .ok)
    #expect(try archive.writeBatch(ImportedMessage.samples(0..<3)).added == 3)
    archive.close()
  }

  @Test("Drafts of killed programs are removed, and those of running ones stay")
  func drafts() throws {
    let gone = Process()
    gone.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gone.arguments = ["true"]
    try gone.run()
    gone.waitUntilExit()
    let stale = "a.new-\(gone.processIdentifier)-0123ABCD"
    let running = "a.new-\(getpid())-0123ABCD"
    let others = ["b.new-\(gone.processIdentifier)-0123ABCD", running]
    for name in [stale, stale + "-wal", stale + "-shm"] + others {
      _ = try folder.write(Data("x".utf8), to: name)
    }
    try Archive(path: folder.path("a"), mode: .createIfMissing).close()
    #expect(try folder.names() == (["a"] + others).sorted())
    _ = try folder.write(Data("x".utf8), to: stale)
    try Archive(path: folder.path("a"), mode: .existing).close()
    #expect(try folder.names() == (["a"] + others).sorted())
  }

  @Test("A link to a file that does not exist is called that")
  func danglingLink() throws {
    let link = folder.url.resolvingSymlinksInPath().appendingPathComponent("link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("no"))
    for mode in [Archive.OpenMode.existing, .createIfMissing] {
      #expect(throws: ArchiveError.danglingLink(path: link)) { try Archive(path: link, mode: mode) }
    }
  }

  // An archive of another name was created.
  @Test("A path that is not in UTF-8 is refused")
  func notUTF8() throws {
    let path = folder.url.resolvingSymlinksInPath().path + "/" + FilePath.text(of: [0x63, 0xe9])
    for mode in [Archive.OpenMode.existing, .createIfMissing] {
      #expect(throws: ArchiveError.nameNotUTF8(path: path)) { try Archive(path: path, mode: mode) }
    }
    #expect(try folder.names() == [])
  }

  @Test(
    "A name that leaves no room for SQLite's is too long", arguments: [233, 240, 250, 251, 252, 255, 300])
  func longName(length: Int) throws {
    let path = folder.path(String(repeating: "n", count: length))
    #expect(throws: ArchiveError.nameTooLong(path: path)) { try Archive(path: path, mode: .createIfMissing) }
    #expect(try folder.names() == [])
    guard (...255).contains(length) else { return }
    try Archive(path: folder.path("a"), mode: .createIfMissing).close()
    try #require(rename(folder.path("a"), path) == 0)
    do {
      let archive = try Archive(path: path, mode: .existing)
      #expect(archive.writeObstacle == nil)
      archive.close()
    } catch {
      #expect(error == .nameTooLong(path: path))
    }
    #expect(try folder.names().map(\.utf8.count) == [length])
  }

  @Test("A refusal of the system is told in its words")
  func systemReason() {
    let io = CocoaError(.fileReadUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EIO)])
    #expect(ArchiveError(io, path: "/a") == .other(path: "/a", reason: String(cString: strerror(EIO))))
    let unknown = ArchiveError(CocoaError(.fileReadUnknown), path: "/a")
    #expect(unknown == .other(path: "/a", reason: "the system reports error 256"))
    #expect(ArchiveError(POSIXError(.ENOSPC), path: "/a") == .diskFull(path: "/a"))
  }
}
