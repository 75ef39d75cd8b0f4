import Foundation
import GRDB

extension Archive {
  /// Removes the archive at a path if nothing was ever put into it and nobody has it open; answers whether it did.
  ///
  /// For one that was made for an import from which nothing came. Another import, of this process or of another, may be
  /// about to fill the same file: then it stays. All connections of one's own must have been closed.
  @discardableResult
  public static func removeIfEmpty(at path: String) -> Bool {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard isArchive(at: path) else { return false }
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    // Fails where any other connection exists: each holds a lock on the log's index as long as it lives.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    do {
      return try DatabaseQueue(path: path, configuration: configuration).write { database in
        for table in ["message", "conversation", "participant"] {
          guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == false else {
            return false
          }
        }
        // While it is locked, so that nobody comes in between.
        for suffix in ["-wal", "-shm", ""] { try? FileManager.default.removeItem(atPath: path + suffix) }
        return true
      }
    } catch {
      return false
    }
  }
}
