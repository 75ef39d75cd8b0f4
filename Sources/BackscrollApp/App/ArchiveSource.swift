import ChatArchive
import Foundation
import Translation

/// Where a window's conversations come from.
enum ArchiveSource: Hashable, Sendable {
  case file(path: String)
  /// The made-up conversation, which is made when it is first asked for.
  case demo

  /// Messages of the made-up conversation.
  static let demoLength = 10_000

  /// Opens the archive, and makes the made-up conversation if it is not all there. Does the work off the
  /// caller's actor.
  ///
  /// `progress` hears the share of the work that is done, 0…1, and only if it takes a while; from any thread.
  /// Throws ``ArchiveError``, or ``CommandFailure`` if there is no place for the made-up conversation.
  @concurrent
  func open(progress: @Sendable (Double) -> Void) async throws -> Archive {
    switch self {
    case .file(let path): return try Archive(path: path, mode: .existing)
    case .demo:
      let path = try Self.demoPath()
      let archive = try Archive(path: path, mode: .createIfMissing)
      let existing = try await archive.conversations().reduce(0) { $0 + $1.messageCount }
      guard existing < Self.demoLength else { return archive }
      progress(0)
      // A start that was killed half-way is made good here: what is there already is not written twice.
      try SyntheticConversation.generate(
        into: archive, messages: Self.demoLength, seed: SyntheticConversation.usualSeed
      ) { progress(Double($0) / Double(Self.demoLength)) }
      return archive
    }
  }

  /// The folder for a person's data, made if need be, and the file's name in it.
  private static func demoPath() throws -> String {
    let folder = UserFolder.data.appendingPathComponent("backscroll")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        tr(
          "The folder “{folder}” for the demo conversation cannot be created. Set XDG_DATA_HOME to a folder that can be written to, or open an archive of yours.",
          ["folder": folder.path]))
    }
    return folder.appendingPathComponent("demo.sqlite").path
  }
}
