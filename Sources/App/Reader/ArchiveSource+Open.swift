import AppBase
import ChatStore
import Foundation
import SampleChat
import Translation

extension ArchiveSource {
  /// Opens the archive, and completes the sample conversation if necessary. Runs off the caller's actor.
  ///
  /// `progress` is called on any thread with the completed fraction of the sample conversation, 0…1, if it is not complete.
  /// Throws ``ArchiveError``, or ``CommandFailure`` if the folder of the sample conversation cannot be created.
  @concurrent
  package func open(progress: @escaping @Sendable (Double) -> Void) async throws -> Archive {
    switch self {
    case .file(let path): return try Archive(path: path, mode: .existing)
    case .demo:
      let path = try Self.demoPath()
      let archive = try Archive(path: path, mode: .createIfMissing)
      let existing = try await archive.conversations().reduce(0) { $0 + $1.messageCount }
      guard existing < Self.demoLength else { return archive }
      progress(0)
      // Completes a conversation whose generation was killed. Existing messages are not written again.
      try SyntheticConversation.generate(
        into: archive, messages: Self.demoLength, seed: SyntheticConversation.usualSeed
      ) { progress(Double($0) / Double(Self.demoLength)) }
      return archive
    }
  }

  /// Creates the folder for the user's data if necessary.
  private static func demoPath() throws -> String {
    let folder = demoFile.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        tr(
          "The folder “{folder}” for the sample conversation cannot be created. Set XDG_DATA_HOME to a writable folder, or open another archive.",
          ["folder": folder.path]))
    }
    return demoFile.path
  }
}
