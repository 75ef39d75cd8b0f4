import Foundation
import GRDB
import GitHubServer
import Testing

@testable import StarredRepositories

@Suite("The cache's file")
struct PageCacheTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("cache/\(PageCache.fileName)")
  }

  private func key(_ number: Int) -> CachedPage.Key {
    CachedPage.Key(base: .gitHub, stargazer: .user("ada"), token: nil, pageSize: 30, number: number)
  }

  private func page(_ size: Int = 10, at time: Double = 0, tag: String? = "\"t\"") -> CachedPage {
    CachedPage(
      tag: tag, next: URL(string: "https://api.github.com/next"), body: Data(repeating: 0x20, count: size),
      fetchedAt: Date(timeIntervalSince1970: time))
  }

  private func open(_ limit: Int = PageCache.defaultByteLimit) -> PageCache {
    PageCache(folder: folder.path("cache"), byteLimit: limit)
  }

  @Test("A stored page can be read")
  func roundTrip() async throws {
    let cache = open()
    await cache.store(page(tag: nil), at: key(1), isLast: false)
    #expect(await cache.page(key(1)) == page(tag: nil))
    await cache.store(page(), at: key(1), isLast: false)
    #expect(await cache.page(key(1)) == page())
    #expect(await cache.page(key(2)) == nil)
    await cache.confirm(key(1), at: Date(timeIntervalSince1970: 9))
    #expect(await cache.page(key(1)) == page(at: 9))
  }

  @Test("Only its owner can read the file")
  func permissions() throws {
    let cache = open()
    #expect(cache.isOpen && cache.filePath.hasSuffix(PageCache.fileName))
    for (path, mode) in [(file, 0o600), (folder.path("cache"), 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }
  }

  @Test("When there are too many pages, those confirmed longest ago go first")
  func prunes() async throws {
    let cache = open(100)
    await cache.store(page(40, at: 3), at: key(1), isLast: false)
    await cache.store(page(40, at: 1), at: key(2), isLast: false)
    await cache.store(page(40, at: 2), at: key(3), isLast: false)
    #expect(await cache.page(key(1)) != nil)
    #expect(await cache.page(key(2)) == nil)
    #expect(await cache.page(key(3)) != nil)
  }

  @Test(
    "A file that is not a database is replaced",
    arguments: ["not a database at all, only text", "SQLite format 3\0 but then"])
  func garbage(text: String) async throws {
    try FileManager.default.createDirectory(atPath: folder.path("cache"), withIntermediateDirectories: true)
    try Data(String(repeating: text, count: 200).utf8).write(to: URL(fileURLWithPath: file))
    let cache = open()
    await cache.store(page(), at: key(1), isLast: false)
    #expect(await cache.page(key(1)) == page())
  }

  @Test("A file damaged while it is open is replaced at the next use")
  func brokenLater() async throws {
    let cache = open()
    await cache.store(page(), at: key(1), isLast: false)
    do {
      let other = try DatabaseQueue(path: file)
      try await other.write { db in try db.execute(sql: "DROP TABLE page") }
      try other.close()
    }
    #expect(await cache.page(key(1)) == nil)
    await cache.store(page(), at: key(2), isLast: false)
    #expect(await cache.page(key(2)) == page())
  }

  @Test("A damaged part of the file empties the cache and is not an error")
  func damagedInside() async throws {
    do {
      let cache = open()
      for number in 1...40 { await cache.store(page(20_000), at: key(number), isLast: false) }
      cache.close()
    }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 200_000))
    try handle.close()
    let cache = open()
    for number in 1...40 { _ = await cache.page(key(number)) }
    await cache.store(page(), at: key(1), isLast: false)
    #expect(await cache.page(key(1)) == page())
  }

  @Test(
    "A file of another version is emptied, not misread",
    arguments: [
      "PRAGMA user_version = 99; DELETE FROM grdb_migrations", "INSERT INTO grdb_migrations VALUES ('later')",
    ])
  func otherVersion(sql: String) async throws {
    do {
      let cache = open()
      await cache.store(page(), at: key(1), isLast: false)
      cache.close()
    }
    do {
      let other = try DatabaseQueue(path: file)
      try await other.write { db in try db.execute(sql: sql) }
      try other.close()
    }
    let cache = open()
    #expect(await cache.page(key(1)) == nil)
    await cache.store(page(), at: key(1), isLast: false)
    #expect(await cache.page(key(1)) == page())
  }

  @Test("Without a folder there is no cache, and nothing fails")
  func noFolder() async throws {
    let path = try folder.write(Data("a file".utf8), to: "file")
    let cache = PageCache(folder: path)
    #expect(!cache.isOpen)
    await cache.store(page(), at: key(1), isLast: true)
    await cache.confirm(key(1), at: Date())
    #expect(await cache.page(key(1)) == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a file")
  }

  @Test("With a folder in the file's place there is no cache")
  func folderInPlace() async throws {
    try FileManager.default.createDirectory(atPath: file + "/inner", withIntermediateDirectories: true)
    let cache = open()
    await cache.store(page(), at: key(1), isLast: true)
    #expect(await cache.page(key(1)) == nil)
    #expect(FileManager.default.fileExists(atPath: file + "/inner"))
  }

  @Test("Two programs can use it at once")
  func shared() async throws {
    let (first, second) = (open(), open())
    await withTaskGroup { group in
      for number in 1...20 {
        group.addTask { await first.store(page(), at: key(number), isLast: false) }
        group.addTask { await second.store(page(), at: key(100 + number), isLast: false) }
      }
    }
    for number in 1...20 {
      #expect(await second.page(key(number)) != nil)
      #expect(await first.page(key(100 + number)) != nil)
    }
  }

  @Test("A closed cache finds nothing and fails nothing")
  func closed() async throws {
    let cache = open()
    cache.close()
    await cache.store(page(), at: key(1), isLast: true)
    #expect(await cache.page(key(1)) == nil)
  }
}
