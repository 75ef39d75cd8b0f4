import ChatArchive
import Dispatch

/// The messages that are being stored, in all windows.
///
/// A message belongs to the program, not to the view in which it was written: closing the window does not cancel it.
enum Sending {
  private static let underWay = DispatchGroup()

  /// Seconds. Storing a message takes milliseconds, or as long as the archive waits for another program's batch.
  private static let waitLimit = 6.0

  /// Stores a message. `ended` is called when it is stored, or cannot be.
  static func start(
    _ text: String, in conversation: Conversation.ID, of archive: Archive, at sentAt: Int64,
    ended: @escaping @MainActor @Sendable (Result<Message, ArchiveError>) -> Void
  ) {
    underWay.enter()
    Task.detached {
      let result: Result<Message, ArchiveError>
      do throws(ArchiveError) {
        result = .success(try await archive.send(text, in: conversation, at: sentAt))
      } catch {
        result = .failure(error)
      }
      underWay.leave()
      await ended(result)
    }
  }

  /// Waits until all messages are stored or have failed, at most ``waitLimit`` seconds. Call it when the program ends.
  static func waitForAll() { _ = underWay.wait(timeout: .now() + waitLimit) }
}
