import Foundation
import GRDB
import Synchronization

/// Upgrades an archive of an earlier version in its place.
///
/// One transaction changes the tables, so that a kill leaves the old version or the new one. A copy of the old file is kept
/// beside it until messages were read from the upgraded one.
enum Upgrade {
  /// - Parameter report: Called with the fraction that is done. What it throws ends the upgrade, and the archive is as it was.
  static func run(
    _ writer: DatabaseQueue, path: String, report: @escaping @Sendable (Double) throws -> Void
  ) throws {
    guard try writer.read(Schema.storedVersion) < Schema.firstWithSmallSteps else {
      try Schema.migrate(writer) { _ in }
      return
    }
    try report(0)
    try UpgradeCopy.make(of: writer, path: path) { try report(Share.copy * $0) }
    try Schema.migrate(writer) { try report(Share.copy + Share.tables * $0) }
    // The old tables' pages are as many as the new ones'. A disk without room for that keeps them for new messages.
    try? writer.vacuum()
    try? writer.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    // The archive is upgraded, whatever is said to that.
    try? report(1)
  }

  /// Shares of the time that a million messages take.
  private enum Share {
    static let copy = 0.05
    static let tables = 0.75
  }
}

/// The copy of an archive of an earlier version, beside the upgraded one.
final class UpgradeCopy: Sendable {
  private let path: String
  private let exists: Atomic<Bool>

  /// The copy of the archive at `path`, if there is one.
  init(of path: String) {
    self.path = Self.path(of: path)
    exists = Atomic(FileManager.default.fileExists(atPath: self.path))
  }

  static func path(of archive: String) -> String { archive + ".before-upgrade" }

  /// Removes it. Call it when messages were read from the upgraded archive.
  func remove() {
    guard exists.load(ordering: .relaxed), exists.exchange(false, ordering: .relaxed) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Copies the archive. A kill leaves a draft that the next opening removes.
  fileprivate static func make(
    of writer: DatabaseQueue, path: String, report: @escaping @Sendable (Double) throws -> Void
  ) throws {
    let draft = ArchiveFile.draftName(of: path)
    defer { ArchiveFile.removeDraft(draft) }
    try ArchiveFile.createPrivate(draft)
    let copy = try DatabaseQueue(path: draft)
    try writer.backup(to: copy, pagesPerStep: pagesPerStep) { progress in
      try report(Double(progress.completedPageCount) / Double(max(progress.totalPageCount, 1)))
    }
    try copy.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: draft))
    try file.synchronize()
    try file.close()
    guard rename(draft, Self.path(of: path)) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Sixteen megabytes.
  private static let pagesPerStep: CInt = 4096
}
