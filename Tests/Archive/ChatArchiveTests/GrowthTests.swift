import CSQLite
import ExportWriters
import Foundation
import GRDB
import Synchronization
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// The growth of counts that are the same on every machine: the steps of SQLite's virtual machine, and the bytes that
/// readers get from files. Work in memory is in neither of them; `backscroll-bench import --growth` measures that.
@Suite("The growth of imports", .dedicatedThreads)
struct GrowthTests {
  private static let size = 40
  /// See `GrowthBench.largestRatio`.
  private static let largestRatio = 2.3

  /// Formats with keys, with keys and edits, with milliseconds and without keys. The archive treats others like them.
  private static let families: Set = ["telegram", "element", "messenger", "whatsapp"]

  @Test(
    "Twice the size takes SQLite at most a little more than twice the steps",
    arguments: GrowingExport.all.filter { families.contains($0.family.name) })
  func steps(of export: GrowingExport) throws {
    let costs = try [1, Self.size, 2 * Self.size].map { size in
      let folder = try TemporaryFolder()
      let places = try export.write(size: size, to: folder.url.appendingPathComponent("export"))
      let steps = StatementSteps()
      var options = Archive.ConnectionOptions()
      options.prepareWriter = { db in steps.begin(db) }
      let archive = try Archive(path: folder.path("archive"), mode: .createIfMissing, options: options)
      defer { archive.close() }
      // Twice, since messages that are known take another way.
      for place in places + places {
        #expect(Importer(into: archive, timeZone: .gmt).run([place]).failures == [], "\(export.name)")
      }
      return try archive.writing { db in steps.end(db) }
    }
    let ratio = Double(costs[2] - costs[0]) / Double(max(1, costs[1] - costs[0]))
    #expect(ratio < Self.largestRatio, "\(export.name): \(costs)")
  }

  @Test("Twice the size is read as often", arguments: ExportFamily.all.map(\.name))
  func bytes(of family: String) throws {
    for export in GrowingExport.all where export.family.name == family {
      let ratios = try [Self.size, 2 * Self.size].map { size in
        let folder = try TemporaryFolder()
        let places = try export.write(size: size, to: folder.url.appendingPathComponent("export"))
        let before = try Self.bytesRead()
        for place in places { _ = try ReadExport(place) }
        let read = try Self.bytesRead() - before
        let files = FileManager.default.enumerator(atPath: folder.url.path)
        var byteCount = 0
        while files?.nextObject() != nil {
          byteCount += (files?.fileAttributes?[.size] as? NSNumber)?.intValue ?? 0
        }
        return Double(read) / Double(byteCount)
      }
      // Less than once more: the beginnings of files that are shorter than the buffers differ in their parts of the whole.
      #expect(ratios[1] < ratios[0] + 1, "\(export.name): \(ratios)")
    }
  }

  /// The bytes that this thread has read from files.
  private static func bytesRead() throws -> Int {
    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst("rchar: ".count)))
  }
}

/// Counts the steps of SQLite's virtual machine on a connection.
private struct StatementSteps: Sendable {
  /// The steps by connection.
  private static let counts = Mutex<[UInt: Int]>([:])

  func begin(_ db: Database) {
    guard let connection = db.sqliteConnection else { return }
    let key = UInt(bitPattern: connection)
    Self.counts.withLock { $0[key] = 0 }
    // Called at the end of each execution.
    _ = sqlite3_trace_v2(
      connection, CUnsignedInt(SQLITE_TRACE_PROFILE),
      { _, _, statement, _ in
        guard let statement = statement.map(OpaquePointer.init) else { return 0 }
        let steps = Int(sqlite3_stmt_status(statement, CInt(SQLITE_STMTSTATUS_VM_STEP), 1))
        let key = UInt(bitPattern: sqlite3_db_handle(statement))
        StatementSteps.counts.withLock { $0[key, default: 0] += steps }
        return 0
      }, nil)
  }

  /// The steps since the beginning.
  func end(_ db: Database) -> Int {
    let key = UInt(bitPattern: db.sqliteConnection)
    return Self.counts.withLock { $0.removeValue(forKey: key) } ?? 0
  }
}
