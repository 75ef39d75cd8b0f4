import AppBase
import Dispatch
import Foundation

/// Checks whether the files of an import still exist. The disk is read on another thread, since waiting for a sleeping
/// disk would block the window.
package enum FilePresence {
  private static let queue = DispatchQueue(label: Program.applicationID + ".files", qos: .utility)

  /// Returns the numbers of the paths without a file.
  package static func missing(_ paths: [(Int, String)]) async -> Set<Int> {
    await withCheckedContinuation { done in
      queue.async {
        let missing = paths.filter {
          !$1.hasPrefix("synthetic:") && !MediaLoader.store.exists($1)
        }
        done.resume(returning: Set(missing.map { $0.0 }))
      }
    }
  }
}
