import Foundation
import GtkTestSupport
import XCTest

@testable import ChatExport
@testable import ChatStore
@testable import Chats
@testable import Commands
@testable import Controls
@_spi(Testing) @testable import Gtk
@testable import Printing
@testable import Reader

/// Printing from a window: the dialog, its preview, and the two destinations.
final class PrintingTests: XCTestCase {
  @MainActor
  private static func with(fill: ((Archive) -> Void)? = nil, _ body: (ExportWindow) -> Void) {
    let window = ExportWindow(fill: fill)
    body(window)
    window.finish()
    drain()
  }

  private static var options: PrintOptions {
    PrintOptions(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
  }

  private static func isPDF(_ path: String) -> Bool {
    (try? Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("%PDF-".utf8))) ?? false
  }

  /// Prints the chat with a printer that writes a file.
  @MainActor
  private static func print(in window: ExportWindow, to path: String) {
    Task { [exports = window.exports, archive = window.archive] in
      await exports.print(nil, of: 1, in: archive, Self.options, titled: "Walks", over: window) {
        $0.propose(file: path)
      }
    }
  }

  // MARK: Printer

  func testPagesGoToThePrinter() {
    onMainThread {
      Self.with { window in
        let path = window.folder.appendingPathComponent("printed.pdf").path
        Self.print(in: window, to: path)
        pump("the desktop's dialog") { PrintOperation.answerDialog(prints: true) }
        pump("the end") { window.texts.first == "Printed “Walks”" }
        XCTAssertEqual(window.texts, ["Printed “Walks”", "1 page"])
        XCTAssertEqual(window.mood, .done)
        pump("the printer's file") { Self.isPDF(path) }
        XCTAssertFalse(window.exports.isRunning)
      }
    }
  }

  func testACancelledDialogPrintsNothing() {
    onMainThread {
      Self.with { window in
        let path = window.folder.appendingPathComponent("printed.pdf").path
        Self.print(in: window, to: path)
        pump("the desktop's dialog") { PrintOperation.answerDialog(prints: false) }
        pump("the end") { !window.exports.isRunning }
        XCTAssertEqual(window.exports.state, .idle)
        XCTAssertFalse(FileManager.default.fileExists(atPath: path))
      }
    }
  }

  // MARK: PDF

  func testPagesAreSavedAsPDF() {
    onMainThread {
      Self.with { window in
        let path = window.folder.appendingPathComponent("walks.pdf").path
        window.exports.save(nil, of: 1, in: window.archive, Self.options, to: path)
        pump("the end") { window.exports.state != .idle && !window.exports.isRunning }
        XCTAssertEqual(window.texts, ["Exported 3 messages to “walks.pdf”", "Open", path])
        XCTAssertTrue(Self.isPDF(path))
        var options = Self.options
        options.span = ExportSpan(start: 0, end: 1)
        window.exports.save(nil, of: 1, in: window.archive, options, to: path)
        pump("the end") { window.texts.first == "Nothing to export" }
        XCTAssertTrue(Self.isPDF(path), "the earlier file")
      }
    }
  }

  func testACancelledPDFLeavesNoFile() {
    onMainThread {
      Self.with(fill: Self.fillLong) { window in
        let path = window.folder.appendingPathComponent("walks.pdf").path
        window.exports.save(nil, of: 1, in: window.archive, Self.options, to: path)
        pump("a page") {
          if case .running(_, let progress) = window.exports.state { progress.unit == .pages } else { false }
        }
        XCTAssertTrue(window.texts.last?.hasPrefix("page ") == true, "\(window.texts)")
        XCTAssertTrue(window.exports.escape())
        pump("the end") { !window.exports.isRunning }
        XCTAssertEqual(window.texts, ["Export cancelled", "Nothing was written."])
        let files = try! FileManager.default.contentsOfDirectory(atPath: window.folder.path)
        XCTAssertFalse(files.contains { $0.contains("pdf") }, "\(files)")
      }
    }
  }

  /// Writes a chat of some hundred pages.
  private static func fillLong(_ archive: Archive) {
    let messages = (0..<4_000).map { number in
      ImportedMessage(
        conversationKey: "walks", conversationTitle: "Walks", sourceID: "\(number)",
        sender: .init(key: "\(number % 2)", name: number % 2 == 0 ? "Ann" : "Ben"),
        sentAt: 1_710_000_000_000 + Int64(number) * 600_000, text: "Message number \(number)")
    }
    _ = try! archive.writeBatch(messages)
  }

  // MARK: The dialog

  @MainActor
  private static func dialog(_ window: ExportWindow) -> PrintDialog {
    let chat = try! Blocking.wait { [archive = window.archive] in try await archive.conversations()[0] }
    let dialog = PrintDialog(chat, in: window.archive)
    dialog.present(over: window)
    return dialog
  }

  func testTheDialogShowsThePagesOfWhatIsChosen() {
    onMainThread {
      Self.with(fill: Self.fillLong) { window in
        let dialog = Self.dialog(window)
        XCTAssertEqual(dialog.pagesNote.text, "Counting pages…")
        pump("the pages") { dialog.printed != nil && dialog.preview.isShown }
        let all = dialog.printed!.pageCount
        XCTAssertEqual(dialog.pagesNote.text, "\(all) pages · 4,000 messages")
        XCTAssertEqual(dialog.preview.number.text, "1 of \(all)")
        dialog.days.from.text = "2024-03-12"
        dialog.days.to.text = "2024-03-12"
        XCTAssertNil(dialog.printed, "of other days")
        pump("the pages of a day") { dialog.printed != nil }
        XCTAssertEqual(dialog.printed?.counts.messages, 144)
        XCTAssertLessThan(dialog.printed!.pageCount, all)
        let one = dialog.printed!.pageCount
        XCTAssertTrue(dialog.press("Two columns"))
        pump("two columns") { dialog.printed?.options.columns == 2 && dialog.preview.number.text != "" }
        XCTAssertLessThan(dialog.printed!.pageCount, one)
        dialog.preview.newer.emit("clicked")
        XCTAssertEqual(dialog.preview.page, 1)
        dialog.close()
        drain()
      }
    }
  }

  func testTheDialogTellsWrongAndEmptyDays() {
    onMainThread {
      Self.with { window in
        let dialog = Self.dialog(window)
        pump("the pages") { dialog.printed != nil }
        dialog.days.from.text = "2024-02-30"
        XCTAssertFalse(dialog.printButton.sensitive)
        XCTAssertTrue(dialog.days.problem.contains("2024-02-30"))
        dialog.days.from.text = "2030-01-01"
        pump("the answer") { dialog.days.problem == "The chat has no messages on these days." }
        XCTAssertFalse(dialog.printButton.sensitive || dialog.saveButton.sensitive)
        XCTAssertEqual(dialog.pagesNote.text, "")
        dialog.days.from.text = ""
        pump("the pages") { dialog.printed != nil }
        XCTAssertTrue(dialog.printButton.sensitive && dialog.saveButton.sensitive)
        var accepted: [(PrintOptions, Bool, PrintDialog.Destination)] = []
        dialog.didAccept = { accepted.append(($0, $1 != nil, $2)) }
        dialog.renames.active = true
        dialog.saveButton.emit("clicked")
        XCTAssertEqual(accepted.count, 1)
        XCTAssertTrue(accepted.first?.0.renamesPeople == true)
        XCTAssertEqual(accepted.first?.1, false, "the pages are of other options")
        XCTAssertEqual(accepted.first?.2, .pdf)
        drain()
      }
    }
  }
}
