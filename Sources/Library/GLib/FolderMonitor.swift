internal import CGLib

/// Notices when files in a folder are added, changed, deleted or renamed. Subfolders need monitors of their own.
///
/// The kernel reports these events, so a monitor of a folder that does not change costs nothing. Some network file systems
/// report only the changes that this computer makes.
@MainActor
package final class FolderMonitor: Object {
  /// Makes a monitor; nil if the file system or the system's limits do not allow it.
  package init?(path: String) {
    let file = g_file_new_for_path(path)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else {
      return nil
    }
    super.init(owned: UnsafeMutableRawPointer(monitor))
  }

  /// Emitted after an event, on the main loop. Changes in quick succession are reported together.
  package var changed: Signal<> { Signal(self, "changed") }
}
