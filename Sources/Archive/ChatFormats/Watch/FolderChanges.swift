import Chats

/// The files of a folder that are to be read: those that have changed since they were read, and that are complete.
///
/// A file counts as complete when its size and time have stayed the same for ``settling``. The log of a busy channel may
/// never be that quiet, so a file that grows for ``patience`` is read as well if it is a log. The times come from a
/// monotonic clock, and stamps are only compared, so changes of the clock have no effect.
public struct FolderChanges: Sendable {
  public typealias Instant = ContinuousClock.Instant

  public static let settling = Duration.seconds(5)
  public static let patience = Duration.seconds(30)
  /// Some clients write in blocks, so that a line can be half written for minutes. After this time a last line without an
  /// end counts as whole.
  public static let rest = Duration.seconds(600)

  /// The files to read at a moment, by their paths in the folder.
  public struct Due: Sendable, Equatable {
    /// Files that are complete, with their stamps.
    package var settled: [String: String] = [:]
    /// Files that have been growing for long.
    package var growing: [String: String] = [:]
    /// The number of files that have changed and may still be incomplete.
    public var pendingCount = 0
    /// When to look again, also if nothing is reported; nil if nothing is pending.
    public var nextLook: Instant?

    public var isEmpty: Bool { settled.isEmpty && growing.isEmpty }
    /// The files that are not read yet.
    public var unreadCount: Int { settled.count + pendingCount }
  }

  private struct Pending {
    var stamp: String
    /// Since when it has this stamp.
    var since: Instant
    /// Since when it differs from what was read.
    var first: Instant
  }

  private var known: [String: WatchedFile] = [:]
  private var pending: [String: Pending] = [:]

  public init() {}

  /// Sets the files that were read before, by this program or another one.
  public mutating func setKnown(_ files: [WatchedFile]) {
    known = Dictionary(files.map { ($0.path, $0) }) { $1 }
  }

  public var hasKnownFiles: Bool { !known.isEmpty }
  /// The files that could not be read, sorted by path.
  public var failures: [WatchedFile] { files(.failed) }
  /// The files about which a question has no answer yet, sorted by path.
  public var waiting: [WatchedFile] { files(.waiting) }

  private func files(_ outcome: WatchedFile.Outcome) -> [WatchedFile] {
    known.values.filter { $0.outcome == outcome }.sorted { $0.path < $1.path }
  }

  /// Whether a file was read before.
  package func wasRead(_ path: String) -> Bool {
    switch known[path]?.outcome {
    case .read, .open: true
    case .undone, .failed, .waiting, .seen, nil: false
    }
  }

  /// Whether a file was read up to its last line, and has not changed since.
  package func isAtRest(_ path: String, _ stamp: String) -> Bool {
    known[path]?.outcome == .open && known[path]?.stamp == stamp
  }

  /// Drops what is known of files that are not there any more: a failure or a question of one is over.
  mutating func dropMissing(_ listing: FolderListing) {
    guard listing.state == .readable else { return }
    known = known.filter { file in
      switch file.value.outcome {
      case .failed, .waiting: listing.stamps[file.key] != nil
      case .read, .undone, .seen, .open: true
      }
    }
  }

  /// Compares the folder with what was read.
  public mutating func look(at listing: FolderListing, now: Instant) -> Due {
    var due = Due()
    guard listing.state == .readable else { return due }
    pending = pending.filter { listing.stamps[$0.key] != nil }
    for (path, stamp) in listing.stamps {
      let isOpen = isAtRest(path, stamp)
      if let known = known[path], known.stamp == stamp && !isOpen || known.outcome == .undone {
        pending[path] = nil
        continue
      }
      var item = pending[path] ?? Pending(stamp: stamp, since: now, first: now)
      if item.stamp != stamp { (item.stamp, item.since) = (stamp, now) }
      defer { pending[path] = item }
      if now - item.since >= (isOpen ? Self.rest : Self.settling) {
        due.settled[path] = stamp
      } else if isOpen {
        let next = item.since + Self.rest
        due.nextLook = min(due.nextLook ?? next, next)
      } else {
        if now - item.first >= Self.patience {
          due.growing[path] = stamp
          item.first = now
        }
        due.pendingCount += 1
        let next = item.since + Self.settling
        due.nextLook = min(due.nextLook ?? next, next)
      }
    }
    return due
  }
}
