import Foundation
import GRDB

extension Archive {
  /// Opens the file that `ArchiveFile.inspect` has found to be an archive: for writing if possible, else for
  /// reading, else as a file that nobody can change.
  static func connect(
    to path: String, options: ConnectionOptions
  ) throws(ArchiveError) -> (pool: DatabasePool, obstacle: ArchiveError?) {
    let obstacle: ArchiveError
    do {
      return (try writablePool(path, options), nil)
    } catch {
      switch error {
      case .readOnly, .unreadable, .diskFull: obstacle = error
      default: throw error
      }
    }
    // A reader of a WAL database wants to create a file of shared memory beside it. Where it cannot, and no log
    // is waiting to be read, the file alone is the whole truth and may be declared immutable.
    do {
      return (try readOnlyPool(path, options), obstacle)
    } catch {
      guard !ArchiveFile.hasPendingLog(path), let uri = immutableURI(path) else { throw error }
      return (try readOnlyPool(path, options, location: uri), obstacle)
    }
  }

  private static func writablePool(
    _ path: String, _ options: ConnectionOptions
  ) throws(ArchiveError) -> DatabasePool {
    var configuration = configuration(options)
    configuration.prepareDatabase { db in
      guard !db.configuration.readonly else { return }
      try db.execute(sql: "PRAGMA cache_size = \(-writerCacheKibibytes)")
      if let limit = options.maximumPageCount {
        _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(limit)")
      }
    }
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      if try pool.read({ db in try Schema.isOutdated(in: db, path: path) }) {
        try pool.write { db in try Schema.migrate(db) }
      }
      return pool
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  private static func readOnlyPool(
    _ path: String, _ options: ConnectionOptions, location: String? = nil
  ) throws(ArchiveError) -> DatabasePool {
    var configuration = configuration(options)
    configuration.readonly = true
    do {
      let pool = try DatabasePool(path: location ?? path, configuration: configuration)
      if try pool.read({ db in try Schema.isOutdated(in: db, path: path) }) {
        throw ArchiveError.readOnly(path: path)
      }
      return pool
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  private static func configuration(_ options: ConnectionOptions) -> Configuration {
    var configuration = Configuration()
    configuration.label = "archive"
    configuration.busyMode = .timeout(options.busyTimeout)
    // Rows refer to rows that the same writer has just found or inserted; there is nothing to check.
    configuration.foreignKeysEnabled = false
    return configuration
  }

  /// Keeps the upper levels of the two indexes of a million messages in memory during an import.
  private static let writerCacheKibibytes = 32_768

  /// SQLite's name for the file at `path` as one that no process writes to.
  private static func immutableURI(_ path: String) -> String? {
    // Everything that could end the path of a URI, or start an escape, has to be escaped.
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "file:\($0)?immutable=1" }
  }
}
