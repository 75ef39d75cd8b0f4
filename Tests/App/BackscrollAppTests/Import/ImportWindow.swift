import ChatStore
import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport

@testable import BackscrollApp
@testable import Controls
@testable import Importing

/// A window into which files can be dropped, and a folder for it.
final class ImportWindow: Window, Announcing {
  let announcer = Announcer()
  let imports: WindowImports
  let folder: URL
  var opened: [String] = []
  var outcomes: [ImportOutcome] = []
  /// The chats that were reported as changed.
  var changes: [Set<Conversation.ID>] = []

  /// With a separate archive, or with the demo's.
  init(
    isDemo: Bool = false, work: ImportWork = .real, undoWork: UndoWork = .real, survey: SurveyWork = .real,
    width: Int = 700, height: Int = 760
  ) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-\(UUID().uuidString)")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("mine.sqlite").path
    _ = try! Archive(path: path, mode: .createIfMissing)
    imports = WindowImports(
      into: isDemo ? .demo : .file(path: path), work: work, undoWork: undoWork,
      surveyWork: survey)
    super.init()
    attachUnseen(announcer)
    addClass("backscroll")
    setDefaultSize(width: width, height: height)
    let column = Box(.vertical)
    column.append(imports.panel, imports.hint)
    let overlay = Overlay(child: column)
    imports.sheet.covers = CoverStack(over: column)
    overlay.addOverlay(imports.sheet)
    child = overlay
    add(imports.target)
    imports.didRequestOpening = { [weak self] in self?.opened.append($0) }
    imports.didFinish = { [weak self] in self?.outcomes.append($0) }
    imports.didChangeChats = { [weak self] in self?.changes.append($0) }
    present()
  }

  var archivePath: String { folder.appendingPathComponent("mine.sqlite").path }

  /// In the form that the page of an import shows.
  var archiveFolder: String { folder.path }

  /// Closes the window and deletes its folder.
  func finish() {
    destroy()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes a file into the folder.
  func file(_ name: String, _ contents: Data) -> String {
    let file = folder.appendingPathComponent(name)
    try! contents.write(to: file)
    return file.path
  }

  /// A chat of Mara and Jonas in WhatsApp's export format, in a separate folder.
  func transcript(mara: String = "Mara", minutes: Range<Int>, in name: String) -> String {
    let lines = minutes.map { minute in
      "3/4/24, \(9 + minute / 60):\(String(minute % 60 + 100).dropFirst()) PM - \(minute % 2 == 0 ? mara : "Jonas"): Words of minute \(minute)\n"
    }
    let subfolder = folder.appendingPathComponent(name)
    try! FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
    let file = subfolder.appendingPathComponent("WhatsApp Chat with Walks.txt")
    try! Data(lines.joined().utf8).write(to: file)
    return file.path
  }

  /// An export in Telegram's format.
  func export(_ name: String, chat: Int, messages: Int) -> String {
    let messages = (0..<messages).map { number in
      """
      {"id": \(number), "type": "message", "date_unixtime": "\(1_700_000_000 + number)", "from": "Ann", \
      "from_id": "user1", "text": "Number \(number)"}
      """
    }
    let text = """
      {"name": "Chat \(chat)", "type": "personal_chat", "id": \(chat), "messages": [\(messages.joined(separator: ","))]}
      """
    return file(name, Data(text.utf8))
  }

  /// Accepts the page as soon as possible.
  func accept() {
    pump("a page that can be accepted") { imports.page?.form.obstacle == nil }
    imports.page?.accept()
  }

  /// Opens files, and imports them.
  func importNow(_ files: [String]) {
    imports.take(files)
    accept()
  }

  var texts: [String] { imports.panel.shownTexts }
}
