import Chats
import Dispatch

/// The running storing of written texts, in all windows.
///
/// A message belongs to the program, not to the view in which it was written, so closing the window does not cancel it.
/// The same applies to notes, and to deleted and restored messages.
package enum PendingWrites {
  private static let underWay = DispatchGroup()

  /// Seconds. Storing a message takes milliseconds, or as long as the archive waits for another program's batch.
  private static let waitLimit = 6.0

  /// Starts storing. `ended` is called after success or failure.
  package static func start<Stored: Sendable>(
    _ work: @escaping @Sendable () async throws(ArchiveError) -> Stored,
    ended: @escaping @MainActor @Sendable (Result<Stored, ArchiveError>) -> Void
  ) {
    underWay.enter()
    Task.detached {
      let result: Result<Stored, ArchiveError>
      do throws(ArchiveError) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      underWay.leave()
      await ended(result)
    }
  }

  /// Waits until everything is stored or has failed, at most ``waitLimit`` seconds. Call it when the program ends.
  package static func waitForAll() { _ = underWay.wait(timeout: .now() + waitLimit) }
}
