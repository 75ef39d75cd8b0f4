import AppBase
import Dispatch
import Foundation

/// Whether the files of an import are still there. A disk that sleeps must not stop the window, so it is asked elsewhere.
package enum FilePresence {
  private static let queue = DispatchQueue(label: Program.applicationID + ".files", qos: .utility)

  /// The numbers of those paths at which there is no file.
  package static func missing(_ paths: [(Int, String)]) async -> Set<Int> {
    await withCheckedContinuation { done in
      queue.async {
        let missing = paths.filter {
          !$1.hasPrefix("synthetic:") && !MediaDoor.store.exists($1)
        }
        done.resume(returning: Set(missing.map { $0.0 }))
      }
    }
  }
}
