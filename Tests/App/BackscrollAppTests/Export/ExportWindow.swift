import Foundation
import GtkTestSupport

@testable import ChatStore
@testable import Chats
@testable import Controls
@_spi(Testing) @testable import Gtk
@testable import Reader

/// A window with the panel of exports, and a folder with an archive of three messages.
final class ExportWindow: Window, Announcing {
  let announcer = Announcer()
  let exports: WindowExports
  let folder: URL
  let archive: Archive

  /// - Parameter fill: Writes the archive; by default, a chat of three messages.
  init(work: ExportWork = .real, fill: ((Archive) -> Void)? = nil) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    archive = try! Archive(
      path: folder.appendingPathComponent("mine.sqlite").path, mode: .createIfMissing)
    if let fill { fill(archive) } else { Self.fill(archive) }
    exports = WindowExports(work: work)
    super.init()
    attachUnseen(announcer)
    setDefaultSize(width: 620, height: 300)
    let column = Box(.vertical)
    column.append(exports.panel)
    child = column
    present()
  }

  private static func fill(_ archive: Archive) {
    let messages = (0..<3).map { number in
      ImportedMessage(
        conversationKey: "walks", conversationTitle: "Walks", sourceID: "\(number)",
        sender: .init(key: "ann", name: "Ann"), sentAt: 1_710_000_000_000 + Int64(number), text: "\(number)")
    }
    _ = try! archive.writeBatch(messages)
  }

  /// The texts of the panel: the title, the button and the details.
  var texts: [String] { exports.panel.shownTexts }

  /// The color of the panel's disc.
  var mood: Notice.Mood? {
    let disc = exports.panel.first(Disc.self)
    return Notice.Mood.allCases.first { disc?.hasClass($0.rawValue) == true }
  }

  func finish() {
    archive.close()
    destroy()
    try? FileManager.default.removeItem(at: folder)
  }
}
