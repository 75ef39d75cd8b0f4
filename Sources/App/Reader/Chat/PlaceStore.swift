import AppBase
import ChatStore
import Dispatch
import Foundation
import Synchronization

/// Reads and writes one file of ``SavedPlaces`` on a serial queue, so that the main thread never waits for the disk.
///
/// The decoded file stays in memory, and is read again only if another process has replaced it. Changes that are made
/// before a write begins are written together. Of two changes to a chat, in any window or process, the later one is
/// kept; changes to different chats are all kept.
///
/// If the file cannot be written, the changes stay in memory for the next write, and the log has a warning.
package final class PlaceStore: Sendable {
  /// `$XDG_CONFIG_HOME/backscroll/places.json`, which all windows share.
  package static let user = PlaceStore(SavedPlaces.file)

  /// The access to the stored file.
  struct Disk: Sendable {
    /// Returns the file's version; nil if there is no file.
    var version: @Sendable () -> PrivateFile.Version?
    var read: @Sendable () -> SavedPlaces
    var write: @Sendable (SavedPlaces) throws -> PrivateFile.Version?

    static func file(_ file: URL) -> Disk {
      Disk(
        version: { PrivateFile.version(of: file) }, read: { SavedPlaces.load(from: file) },
        write: { try $0.write(to: file) })
    }
  }

  /// The content that was last read or written.
  private struct Copy {
    var version: PrivateFile.Version?
    var places: SavedPlaces
  }

  /// The changes that are not written, at most one for each path, and whether their write is scheduled.
  private struct Pending {
    var changes: [SavedPlaces.Change] = []
    var isScheduled = false

    mutating func add(_ change: SavedPlaces.Change) {
      if let index = changes.firstIndex(where: { $0.path == change.path }) {
        changes[index].merge(change)
      } else {
        changes.append(change)
      }
    }
  }

  private let disk: Disk
  private let queue = DispatchQueue(label: Program.applicationID + ".places", qos: .utility)
  private let writes = DispatchGroup()
  private let pending = Mutex(Pending())
  /// Used only on the queue.
  private let copy = Mutex<Copy?>(nil)

  private static let log = EventLog("places")
  /// Seconds. A write takes milliseconds; the program does not wait longer for a disk that does not respond.
  package static let waitLimit = 2.0

  init(_ disk: Disk) { self.disk = disk }

  /// A store for a file. Two stores for one file in a process work like those of two processes.
  package convenience init(_ file: URL) { self.init(.file(file)) }

  /// Returns the kept state of an archive, with all changes so far.
  func archive(at path: String) async -> SavedPlaces.Archive {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        var places = current()
        for change in pending.withLock(\.changes) { places.apply(change) }
        continuation.resume(returning: places[path])
      }
    }
  }

  /// Writes a change soon. Returns at once.
  func put(_ change: SavedPlaces.Change) {
    let isFirst = pending.withLock { pending in
      pending.add(change)
      defer { pending.isScheduled = true }
      return !pending.isScheduled
    }
    if isFirst { queue.async(group: writes) { [self] in write() } }
  }

  /// Waits until all changes are written or a write has failed. Call it when the program ends.
  package func waitUntilWritten(atMost seconds: Double = PlaceStore.waitLimit) {
    _ = writes.wait(timeout: .now() + seconds)
  }

  // MARK: On the queue

  /// The present content of the file.
  private func current() -> SavedPlaces {
    // Get the version before reading: if the file is replaced in between, the next call reads it again.
    let version = disk.version()
    if let known = copy.withLock({ $0 }), known.version == version { return known.places }
    let places = disk.read()
    copy.withLock { $0 = Copy(version: version, places: places) }
    return places
  }

  private func write() {
    let changes = pending.withLock { pending in
      defer { pending = Pending() }
      return pending.changes
    }
    let before = current()
    var places = before
    for change in changes { places.apply(change) }
    guard places != before else { return }
    do {
      let version = try disk.write(places)
      copy.withLock { $0 = Copy(version: version, places: places) }
    } catch {
      Self.log.warning("unwritable", ["error": "\(error)"])
      pending.withLock { pending in
        let newer = pending.changes
        pending.changes = changes
        for change in newer { pending.add(change) }
      }
    }
  }
}
