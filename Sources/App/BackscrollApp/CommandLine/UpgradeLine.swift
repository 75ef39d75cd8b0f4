import ChatArchive
import Synchronization
import Translation

/// Tells on a terminal that an archive of an earlier release is upgraded, in one line that is erased at the end.
final class UpgradeLine: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ line: sending ProgressLine = ProgressLine()) { self.line = Mutex(line) }

  /// Shows the fraction that is done, 0…1.
  func show(_ fraction: Double) {
    line.withLock { $0.show(tr("Upgrading the archive…"), fraction: fraction) }
  }

  func clear() { line.withLock { $0.clear() } }

  /// Opens an archive for a command.
  static func open(_ path: String, _ mode: Archive.OpenMode) throws(ArchiveError) -> Archive {
    let line = UpgradeLine()
    defer { line.clear() }
    return try Archive(path: path, mode: mode) { line.show($0) }
  }
}
