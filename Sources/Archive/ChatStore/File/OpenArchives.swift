import Chats
import Dispatch
import Synchronization

/// The archives that this process has open; their files are in ``OpenFiles``.
enum OpenArchives {
  private struct Entry {
    weak var connections: ArchiveConnections?
    let file: FileIdentity
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])
  /// Has one entry for each archive, including those that are being closed.
  private static let open = DispatchGroup()

  static func add(_ connections: ArchiveConnections, _ file: FileIdentity) {
    open.enter()
    OpenFiles.add(file)
    entries.withLock { $0[ObjectIdentifier(connections)] = Entry(connections: connections, file: file) }
  }

  /// Does nothing if the archive is not in the list.
  static func remove(_ connections: ArchiveConnections) {
    guard let entry = entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(connections)) }) else {
      return
    }
    OpenFiles.remove(entry.file)
    open.leave()
  }

  /// Closes all archives, and waits up to `seconds` for those that are being closed. Returns false if that time was too short.
  static func closeAll(seconds: Double) -> Bool {
    for connections in entries.withLock({ $0.values.compactMap(\.connections) }) {
      // Do not close on this thread: a disk that does not respond would keep the program from ending.
      DispatchQueue.global().async { connections.close() }
    }
    return open.wait(timeout: .now() + seconds) == .success
  }
}
