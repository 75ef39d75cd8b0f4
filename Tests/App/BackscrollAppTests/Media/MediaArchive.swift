import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import ZipWriter

@testable import BackscrollApp

/// An archive in a separate folder, with pictures of one colour each.
@MainActor
final class MediaArchive {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("media-\(UUID().uuidString)")
  let archive: Archive
  private(set) var messages: [Message] = []
  let conversation: Conversation

  /// The colour of a picture.
  static func color(_ number: Int) -> Color {
    Color(red: 0.2 + 0.1 * Double(number % 8), green: 0.9 - 0.1 * Double(number % 7), blue: 0.5)
  }

  /// Pictures of 800 × 600 pixels, a minute apart.
  ///
  /// - Parameters:
  ///   - missing: The pictures whose files are not at their paths.
  ///   - absent: The pictures that the export lacks.
  ///   - isZipped: Whether the pictures are only in a zip file.
  ///   - isDrawn: Whether the pictures are drawn, as in the sample conversation.
  init(
    _ count: Int, leavingOut missing: Set<Int> = [], lacking absent: Set<Int> = [],
    hiding spoilers: Set<Int> = [], isZipped: Bool = false, isDrawn: Bool = false
  ) {
    let photos = folder.appendingPathComponent("export/photos")
    try! FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    for number in 0..<count where !missing.contains(number) {
      let texture = Texture(width: 800, height: 600) { context in
        context.setColor(Self.color(number))
        context.paint()
      }
      precondition(texture.save(to: photos.appendingPathComponent("\(number).png").path))
    }
    let export = folder.appendingPathComponent("export")
    let zip = folder.appendingPathComponent("export.zip")
    if isZipped {
      var writer = ZipWriter()
      try! writer.add(folder: export)
      try! writer.data().write(to: zip)
      try! FileManager.default.removeItem(at: export)
    }
    let place = (isZipped ? zip : export).appendingPathComponent("photos")
    func path(_ number: Int) -> String? {
      if absent.contains(number) { return nil }
      return isDrawn ? "synthetic:\(number)" : place.appendingPathComponent("\(number).png").path
    }
    archive = try! Archive(path: folder.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
    _ = try! archive.writeBatch(
      (0..<count).map { number in
        ImportedMessage(
          conversationKey: "walks", conversationTitle: "Walks", sourceID: "\(number)",
          sender: .init(key: "ann", name: "Ann"), sentAt: 1_700_000_000_000 + Int64(number) * 60_000,
          text: "Caption \(number)",
          attachments: [
            Attachment(
              kind: .photo, width: 800, height: 600,
              name: "IMG_\(number).jpg",
              path: path(number),
              isSpoiler: spoilers.contains(number))
          ])
      })
    (conversation, messages) = Self.read(archive)
  }

  private static func read(_ archive: Archive) -> (Conversation, [Message]) {
    var result: (Conversation, [Message])?
    Task {
      let chat = try! await archive.conversations()[0]
      result = (chat, try! await archive.newest(in: chat.id, limit: .max))
    }
    while result == nil { MainLoop.iterate(mayBlock: true) }
    return result!
  }

  func remove() {
    archive.close()
    try? FileManager.default.removeItem(at: folder)
  }
}
