import Foundation
import GRDB

/// A chat archive: one SQLite file that holds conversations of any length.
///
/// Several processes may have the same archive open; one of them writes at a time, and readers are never
/// held up by the writer. What `send` and `writeBatch` have returned survives a kill of the process.
///
/// For example:
///
/// ```swift
/// let archive = try Archive(path: "/home/mara/walks.backscroll", mode: .existing)
/// let page = try await archive.newest(in: conversation, limit: 60)
/// let older = try await archive.messages(in: conversation, before: page[0].cursor, limit: 60)
/// ```
///
/// All methods may be called from any thread and any actor. The asynchronous ones never block the caller's.
public final class Archive: Sendable {
  /// What `init` does about a file that is not there.
  public enum OpenMode: Sendable {
    /// The file has to exist.
    case existing
    /// A missing file is created, in a folder that has to exist. A file that exists is never replaced,
    /// whatever it holds.
    case createIfMissing
  }

  /// Absolute path of the archive's file.
  public let path: String

  /// Why nothing can be written: a read-only medium, a full disk; nil for an archive that takes messages.
  ///
  /// It is decided once, when the archive is opened.
  public let writeObstacle: ArchiveError?

  let pool: DatabasePool

  /// Opens the archive at `path`, or creates it.
  ///
  /// An archive that cannot be written to is opened for reading if there is any way to; see `writeObstacle`.
  ///
  /// Blocks for a few milliseconds, and for five seconds at most while another program keeps the archive locked.
  ///
  /// - Complexity: Independent of the number of messages.
  public convenience init(path: String, mode: OpenMode) throws(ArchiveError) {
    try self.init(path: path, mode: mode, options: ConnectionOptions())
  }

  init(path: String, mode: OpenMode, options: ConnectionOptions) throws(ArchiveError) {
    // Symbolic links are followed here, so that SQLite's companions of the file are looked for in the right
    // folder, and so that a path can never be taken for a URI.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    switch (try ArchiveFile.inspect(path), mode) {
    case (.archive, _): break
    case (.missing, .createIfMissing): try ArchiveFile.create(path)
    case (.missing, .existing): throw .missing(path: path)
    }
    self.path = path
    (pool, writeObstacle) = try Archive.connect(to: path, options: options)
  }

  /// Runs `body` in a snapshot of the archive, off the caller's actor.
  func reading<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws(ArchiveError) -> T {
    do {
      return try await pool.read(body)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }
}
