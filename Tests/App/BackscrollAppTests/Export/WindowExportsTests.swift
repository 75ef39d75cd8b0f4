import Foundation
import GtkTestSupport
import Synchronization
import XCTest

@testable import BackscrollApp
@testable import ChatExport
@testable import ChatStore
@testable import Chats
@testable import Commands
@testable import Controls
@testable import Finding
@_spi(Testing) @testable import Gtk
@testable import Reader

/// Exports from a window: the dialog, the bar and the result.
final class WindowExportsTests: XCTestCase {
  @MainActor
  private static func with(work: ExportWork = .real, _ body: (ExportWindow) -> Void) {
    let window = ExportWindow(work: work)
    body(window)
    window.finish()
    drain()
  }

  @MainActor
  private static func waitForTheEnd(_ window: ExportWindow, line: UInt = #line) {
    pump("the end of the export", line: line) { window.exports.state != .idle && !window.exports.isRunning }
  }

  func testAChatIsWrittenAndTheResultIsSaid() {
    onMainThread {
      Self.with { window in
        let path = window.folder.appendingPathComponent("walks.txt").path
        window.exports.begin(1, in: window.archive, .init(format: .txt, timeZone: .gmt), to: path)
        XCTAssertTrue(window.exports.isRunning)
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts, ["Exported 3 messages to “walks.txt”", "Open", path])
        XCTAssertEqual(window.mood, .done)
        XCTAssertEqual(window.announcer.text, "Exported 3 messages to “walks.txt”. \(path)")
        XCTAssertTrue(try! String(contentsOfFile: path, encoding: .utf8).hasPrefix("Walks\n3 messages"))
        XCTAssertTrue(window.exports.escape())
        XCTAssertFalse(window.exports.panel.visible)
        XCTAssertFalse(window.exports.escape(), "now it is for others")
      }
    }
  }

  func testAFailureAndAnEmptySpanAreSentences() {
    onMainThread {
      Self.with { window in
        let path = "/nowhere/at/all/walks.txt"
        window.exports.begin(1, in: window.archive, .init(format: .txt, timeZone: .gmt), to: path)
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "The chat could not be exported")
        XCTAssertEqual(window.mood, .failed)
        XCTAssertEqual(window.texts.last?.contains("does not exist"), true)
        let span = ExportSpan(start: 0, end: 1)
        window.exports.begin(1, in: window.archive, .init(format: .txt, span: span, timeZone: .gmt), to: path)
        Self.waitForTheEnd(window)
        XCTAssertEqual(
          window.texts, ["Nothing to export", "The chat has no messages in that span. Nothing was written."])
      }
    }
  }

  func testAnExportIsCancelledByButtonAndByEscape() {
    onMainThread {
      for byButton in [true, false] {
        let work = ExportWork { _, _, _, _, progress, isCancelled throws(ExportError) in
          progress(ExportProgress(messages: 1_000, total: 4_000))
          while !isCancelled() { await Task.yield() }
          throw .cancelled
        }
        Self.with(work: work) { window in
          window.exports.begin(
            1, in: window.archive, .init(format: .html, timeZone: .gmt), to: "/nowhere/a.html")
          pump("the bar") { window.exports.panel.bar.fraction == 0.25 }
          XCTAssertEqual(window.texts, ["Exporting to “a.html”", "Cancel", "1,000 messages"])
          if byButton {
            XCTAssertTrue(window.exports.panel.press("Cancel"))
          } else {
            XCTAssertTrue(window.exports.escape())
          }
          Self.waitForTheEnd(window)
          XCTAssertEqual(window.texts, ["Export cancelled", "Nothing was written."])
          XCTAssertNil(window.mood)
        }
      }
    }
  }

  func testTheDialogTakesFormatDaysAndNamesAndSaysWhatIsNoDay() {
    onMainThread {
      let dialog = ExportDialog("Walks", timeZone: .gmt)
      var accepted: [ExportOptions] = []
      dialog.didAccept = { accepted.append($0) }
      dialog.present()
      XCTAssertEqual(dialog.format, .html)
      dialog.choose(.json)
      dialog.days.from.text = "2024-02-30"
      dialog.accept()
      XCTAssertTrue(dialog.days.problem.contains("2024-02-30"))
      XCTAssertEqual(accepted.count, 0)
      (dialog.days.from.text, dialog.days.to.text) = (" 2024-03 ", "2024-03-14")
      dialog.renames.active = true
      dialog.accept()
      XCTAssertEqual(accepted.first?.format, .json)
      XCTAssertEqual(accepted.first?.renamesPeople, true)
      XCTAssertEqual(
        accepted.first?.span, ExportSpan(start: 1_709_251_200_000, end: 1_710_460_800_000))
      dialog.destroy()
      drain()
    }
  }

  // A sentence about a wrong date pushed the buttons out of a short window.
  func testTheButtonsStayInViewWhateverIsTyped() {
    onMainThread {
      SidebarBench.run(width: 360, height: 480) { bench in
        bench.resize(360, 480)
        let dialog = ExportDialog("Ridge walk", notes: 3, timeZone: .gmt)
        dialog.present(over: bench.window)
        pump("the dialog") { dialog.isMapped && dialog.height > 1 && dialog.scroller.vadjustment.upper > 0 }
        dialog.days.from.text = String(repeating: "a day that there never was ", count: 8)
        dialog.accept()
        bench.paint()
        XCTAssertTrue(dialog.days.note.isMapped)
        let button = dialog.exportButton
        pump("the form to scroll") {
          dialog.scroller.vadjustment.upper > dialog.scroller.vadjustment.pageSize
        }
        let bottom = button.convert(Point(x: 0, y: Double(button.height)), to: dialog)!.y
        XCTAssertTrue(button.isMapped)
        XCTAssertLessThanOrEqual(bottom, Double(dialog.height))
        XCTAssertTrue(dialog.days.from.containsFocus, "the field that is wrong")
        dialog.destroy()
        drain()
      }
    }
  }

  // Only numbers as in 2024-03-14 were read.
  func testTheDialogReadsDatesInWordsAndTellsTheDaysOfTheChat() {
    onMainThread {
      let dialog = ExportDialog("Walks", timeZone: .gmt)
      var accepted: [ExportOptions] = []
      dialog.didAccept = { accepted.append($0) }
      dialog.present()
      // 3 January 2021 and 20 June 2021.
      dialog.days.show(first: 1_609_632_000_000, last: 1_624_147_200_000)
      XCTAssertTrue(
        dialog.days.note.text.hasPrefix("All messages: 3 Jan 2021 to 20 Jun 2021."), dialog.days.note.text)
      dialog.days.from.text = "15 june 2021"
      XCTAssertEqual(dialog.days.note.text, "From 15 Jun 2021 to 20 Jun 2021")
      dialog.days.to.text = "no day"
      XCTAssertEqual(dialog.days.note.text, "Invalid date: no day")
      XCTAssertEqual(dialog.days.problem, "Invalid date: no day")
      dialog.days.to.text = "2021-05"
      XCTAssertTrue(dialog.days.problem.contains("2021-05"), "before the first day")
      dialog.days.to.text = "16 june 2021"
      dialog.accept()
      XCTAssertEqual(
        accepted.first?.span, ExportSpan(start: 1_623_715_200_000, end: 1_623_888_000_000))
      dialog.destroy()
      drain()
    }
  }

  // The last day was that of the reader's note, which is not exported.
  func testTheDaysAreThoseOfTheMessages() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let archive = bench.archive
        _ = try! Blocking.wait { try await archive.addNote("Later", in: 1, at: 4_000_000_000_000) }
        bench.window.activateAction("win.export-chat")
        pump("the days") {
          Window.all.compactMap { $0 as? ExportDialog }.first?.days.note.text.hasPrefix("All messages: ")
            ?? false
        }
        let dialog = Window.all.compactMap { $0 as? ExportDialog }.first!
        XCTAssertFalse(dialog.days.note.text.contains("2096"), dialog.days.note.text)
        XCTAssertTrue(dialog.days.note.text.contains("2023"), dialog.days.note.text)
        dialog.close()
        drain()
      }
    }
  }

  func testADayIsTakenFromACalendar() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let archive = bench.archive
        let days = DayCalendar(timeZone: .gmt, locale: .desktop)
        let dialog = ExportDialog(
          "Chat 1", dates: { DateFinder(archive, 1, days, at: 0) }, timeZone: .gmt)
        dialog.present(over: bench.window)
        pump("the dialog") { dialog.isMapped && dialog.height > 1 }
        let details = try! Blocking.wait { try await archive.details(of: 1) }
        dialog.days.show(first: details?.firstSentAt, last: details?.lastSentAt)
        for (button, day, entry) in [(0, "14", dialog.days.from), (1, "15", dialog.days.to)] {
          let button = dialog.days.calendars[button]
          button.open()
          pump("the days") {
            bench.all(MonthGrid.self, in: button).first.map { grid in
              grid.isMapped && bench.all(Button.self, in: grid).contains { $0.label == day && $0.sensitive }
            } ?? false
          }
          let grid = bench.find(MonthGrid.self, in: button)!
          XCTAssertTrue(grid.containsFocus)
          XCTAssertTrue(grid.press(day))
          pump("the calendar to close") { !button.isOpen }
          XCTAssertEqual(entry.text, "\(day) Nov 2023")
        }
        XCTAssertEqual(dialog.days.note.text, "From 14 Nov 2023 to 15 Nov 2023")
        dialog.destroy()
        drain()
      }
    }
  }

  // An export left out the reader's notes without saying so.
  func testTheDialogTellsWhatBecomesOfNotes() {
    onMainThread {
      let dialog = ExportDialog("Walks", notes: 2, timeZone: .gmt)
      dialog.present()
      let stay = "Your 2 notes stay in Backscroll; they are not exported."
      XCTAssertTrue(dialog.notesNote.isMapped)
      XCTAssertEqual(dialog.notesNote.text, stay)
      dialog.choose(.json)
      XCTAssertEqual(dialog.notesNote.text, "Your 2 notes are exported too.")
      dialog.renames.active = true
      XCTAssertEqual(dialog.notesNote.text, stay)
      dialog.destroy()
      let other = ExportDialog("Walks", timeZone: .gmt)
      other.present()
      XCTAssertFalse(other.notesNote.visible)
      other.destroy()
      drain()
    }
  }

  func testNotesAreNotCountedAsMessagesThatWereExported() {
    onMainThread {
      Self.with { window in
        _ = try! Blocking.wait { [archive = window.archive] in
          // Only an imported chat has notes.
          _ = try archive.writeBatch(
            [
              ImportedMessage(
                conversationKey: "walks", conversationTitle: "Walks", sourceID: "9",
                sender: .init(key: "ann", name: "Ann"), sentAt: 1_710_000_000_009, text: "9")
            ], context: ImportContext(id: try archive.beginImport(of: "/export.json", at: 1)))
          return try await archive.addNote("mine", in: 1, at: 1_720_000_000_000)
        }
        let path = window.folder.appendingPathComponent("walks.json").path
        window.exports.begin(1, in: window.archive, .init(format: .json, timeZone: .gmt), to: path)
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "Exported 4 messages and 1 note to “walks.json”")
      }
    }
  }

  func testFilesAreSavedAndThePageOverTheWindowSaysSo() {
    onMainThread {
      Self.with { window in
        let cover = window.exports.coverPanel()
        (window.child as? Box)?.append(cover)
        let target = window.folder.appendingPathComponent("saved")
        let saver = MediaSaver(window.archive, .all(.all), timeZone: .gmt)
        window.exports.save(saver, into: target.path)
        Self.waitForTheEnd(window)
        XCTAssertEqual(
          window.texts, ["Nothing to save", "There is no file to save. Nothing was written."])
        let picture = window.folder.appendingPathComponent("1.jpg")
        try! Data("picture".utf8).write(to: picture)
        _ = try! window.archive.writeBatch([
          ImportedMessage(
            conversationKey: "walks", conversationTitle: "Walks", sourceID: "p",
            sender: .init(key: "ann", name: "Ann"), sentAt: 1_710_000_000_000, text: "",
            attachments: [
              Attachment(kind: .photo, path: picture.path), Attachment(kind: .photo, path: "/none.jpg"),
            ])
        ])
        window.exports.save(saver, into: target.path)
        Self.waitForTheEnd(window)
        XCTAssertEqual(
          window.texts, ["Saved 1 file in “saved”", "Open Folder", "1 file is not in the export."])
        XCTAssertEqual((cover as? ExportPanel)?.shownTexts, window.texts)
        XCTAssertEqual(window.mood, .done)
        window.exports.save(saver, into: target.path)
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "No new file was saved.")
        XCTAssertNil(window.mood)
        var place = ""
        Task { @MainActor in place = await WindowExports.place(in: window.folder.path, named: "Walks/1") }
        pump("the place") { !place.isEmpty }
        XCTAssertEqual(place, window.folder.appendingPathComponent("Walks-1").path, "files do not mix")
      }
    }
  }

  func testAResultIsOfUseOnOneTabOnlyAndComesBackWithIt() {
    onMainThread {
      let work = ExportWork { _, _, _, _, _, isCancelled throws(ExportError) in
        while !isCancelled() { await Task.yield() }
        throw .cancelled
      }
      Self.with(work: work) { window in
        window.exports.begin(
          1, in: window.archive, .init(format: .html, timeZone: .gmt), to: "/nowhere/a.html")
        window.exports.panel.showsResults = false
        XCTAssertTrue(window.exports.panel.visible, "it runs")
        window.exports.cancel()
        Self.waitForTheEnd(window)
        XCTAssertFalse(window.exports.panel.visible)
        XCTAssertEqual(
          window.announcer.text, "Export cancelled. Nothing was written.", "it is said all the same")
        XCTAssertFalse(window.exports.escape(), "Escape closes nothing out of sight")
        window.exports.panel.showsResults = true
        XCTAssertTrue(window.exports.panel.visible)
        XCTAssertEqual(window.texts, ["Export cancelled", "Nothing was written."])
        XCTAssertTrue(window.exports.escape())
        XCTAssertFalse(window.exports.panel.visible)
      }
    }
  }

  func testTheProposedNameIsTheTitleUnlessItIsToTellNobody() {
    onMainThread {
      let chat = Conversation(
        id: 1, title: "a/b: c?", messageCount: 1, participantCount: 1, lastSentAt: nil)
      let named = WindowExports.name(of: chat, .init(format: .html, timeZone: .gmt))
      XCTAssertEqual(named, "a-b- c-.html")
      let renamed = WindowExports.name(of: chat, .init(format: .txt, timeZone: .gmt, renamesPeople: true))
      XCTAssertEqual(renamed, "Chat.txt")
    }
  }
}
