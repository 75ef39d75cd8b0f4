internal import CGLib

/// Notices when a file is changed, deleted, renamed or replaced, or a folder gets or loses one.
///
/// The kernel reports these events, so a monitor of a file that does not change costs nothing. Some network file systems
/// report only the changes that this computer makes.
@MainActor
public final class FileMonitor: Object {
  /// Makes a monitor; nil if the file system or the system's limits do not allow it. The file need not exist.
  public init?(path: String) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let monitor = g_file_monitor_file(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
    super.init(owned: UnsafeMutableRawPointer(monitor))
  }

  /// Makes a monitor of the files in a folder; nil if the file system or the system's limits do not allow it. Subfolders
  /// need monitors of their own.
  package init?(folder path: String) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else {
      return nil
    }
    super.init(owned: UnsafeMutableRawPointer(monitor))
  }

  /// Emitted after an event, on the main loop. Changes in quick succession are reported together.
  public var changed: Signal<> { Signal(self, "changed") }
}
