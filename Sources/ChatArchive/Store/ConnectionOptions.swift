import Foundation

/// What tests turn to meet locks and full disks without waiting for them.
struct ConnectionOptions: Sendable {
  /// Seconds to wait for another process to let go of the archive.
  ///
  /// Long enough to sit out another program's batch, short enough not to be taken for a hang.
  var busyTimeout: TimeInterval = 5
  /// The file may not grow over so many pages; nil: as large as the disk allows.
  var maximumPageCount: Int?
}
