import Foundation

/// The archive that a window shows.
package enum ArchiveSource: Hashable, Sendable {
  case file(path: String)
  /// A generated conversation, which is written when it is first opened.
  case demo

  /// The archive at a path. Links are followed, and the path of the sample's file gives the sample. So an archive has
  /// one source, and one window, for all paths by which it is opened.
  package init(path: String) {
    let real = Self.real(URL(fileURLWithPath: path))
    if real == Self.real(Self.demoFile) {
      self = .demo
    } else {
      // Keep the path of a dangling link, since it cannot be opened.
      self = .file(path: FileManager.default.fileExists(atPath: real) ? real : path)
    }
  }

  private static func real(_ file: URL) -> String { file.standardizedFileURL.resolvingSymlinksInPath().path }

  /// Number of messages of the sample conversation.
  package static let demoLength = 10_000

  /// The file of the sample conversation.
  package static var demoFile: URL { UserFolder.data.appendingPathComponent("backscroll/demo.sqlite") }
}
