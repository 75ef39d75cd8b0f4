import Foundation

/// The archive that a window shows.
package enum ArchiveSource: Hashable, Sendable {
  case file(path: String)
  /// A generated conversation, which is written when it is first opened.
  case demo

  /// The archive at a path. Links are followed, and the sample's own file is the sample: by whatever path an archive is opened,
  /// it has one source, and so one window.
  package init(path: String) {
    let real = Self.real(URL(fileURLWithPath: path))
    if real == Self.real(Self.demoFile) {
      self = .demo
    } else {
      // A link that leads nowhere is what cannot be opened.
      self = .file(path: FileManager.default.fileExists(atPath: real) ? real : path)
    }
  }

  private static func real(_ file: URL) -> String { file.standardizedFileURL.resolvingSymlinksInPath().path }

  /// Number of messages of the sample conversation.
  package static let demoLength = 10_000

  /// Where the sample conversation is.
  package static var demoFile: URL { UserFolder.data.appendingPathComponent("backscroll/demo.sqlite") }
}
