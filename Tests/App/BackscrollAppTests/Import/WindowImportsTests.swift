import Foundation
import GtkTestSupport
import Synchronization
import XCTest

@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@_spi(Testing) @testable import Gtk
@testable import Importing

/// Files dropped on a window: their effects, and the report.
final class WindowImportsTests: XCTestCase {
  @MainActor
  private static func with(
    isDemo: Bool = false, work: ImportWork = .real, _ body: (ImportWindow) -> Void
  ) {
    let window = ImportWindow(isDemo: isDemo, work: work)
    body(window)
    window.finish()
    drain()
  }

  private static func request(_ file: String) -> ImportRequest {
    ImportRequest([file], from: .file(path: "/nowhere/archive.sqlite"))
  }

  @MainActor
  private static func waitForTheEnd(_ window: ImportWindow, line: UInt = #line) {
    pump("the end of the import", line: line) {
      if case .finished = window.imports.queue.state { true } else { false }
    }
  }

  func testDroppedExportsAreImportedIntoTheWindowsArchive() {
    onMainThread {
      Self.with { window in
        let files = [
          window.export("result.json", chat: 1, messages: 3), window.export("b.json", chat: 2, messages: 4),
        ]
        XCTAssertTrue(window.imports.target.drop(files))
        XCTAssertTrue(window.imports.sheet.isOpen, "a drop imports nothing yet")
        XCTAssertEqual(window.imports.queue.state, .idle)
        window.accept()
        XCTAssertFalse(window.imports.sheet.isOpen)
        Self.waitForTheEnd(window)
        XCTAssertEqual(
          window.texts,
          [
            "2 chats imported", "“Chat 1”, “Chat 2”", "Messages read", "7", "New", "7",
            "Already in the archive", "0",
            "Could not be read", "0", "Copy Report", "Undo", "Show Messages",
          ])
        XCTAssertEqual(window.announcer.text, "2 chats imported. “Chat 1”, “Chat 2”")
        XCTAssertEqual(window.outcomes.map(\.archivePath), [window.archivePath])
        var shown: Set<Conversation.ID> = []
        window.imports.didRequestMessages = { shown = $0.conversations }
        XCTAssertTrue(window.imports.panel.press("Show Messages"))
        pump("the button") { shown.count == 2 }
        XCTAssertFalse(window.imports.panel.visible)
        window.importNow(files)
        Self.waitForTheEnd(window)
        XCTAssertEqual(
          Array(window.texts.prefix(7)),
          ["Nothing new to import", "Messages read", "7", "New", "0", "Already in the archive", "7"])
      }
    }
  }

  // The report was many Tab stops away.
  func testTheReportHasTheFocusUnlessAPersonIsTyping() {
    onMainThread {
      for isTyping in [false, true] {
        Self.with { window in
          let field = Entry()
          let column = window.imports.panel.parent as! Box
          column.append(field)
          field.text = isTyping ? "A word" : ""
          XCTAssertTrue(window.imports.target.drop([window.export("result.json", chat: 1, messages: 3)]))
          window.accept()
          field.takeFocus()
          Self.waitForTheEnd(window)
          pump("the focus") { field.containsFocus == isTyping }
          guard !isTyping else { return }
          XCTAssertEqual((window.focusWidget as? Button)?.label, "Show Messages")
          // In another window nothing has run before it.
          let outcome = window.outcomes[0]
          window.imports.queue.dismiss()
          window.imports.queue.show(outcome)
          XCTAssertEqual((window.focusWidget as? Button)?.label, "Show Messages")
          window.focusWidget = nil
          XCTAssertTrue(window.imports.takeFocus())
          XCTAssertEqual((window.focusWidget as? Button)?.label, "Show Messages")
          window.imports.queue.dismiss()
          XCTAssertFalse(window.imports.takeFocus())
        }
      }
    }
  }

  func testADroppedArchiveIsOpenedAndTheRestImported() {
    onMainThread {
      Self.with { window in
        let other = window.folder.appendingPathComponent("other.db").path
        _ = try! Archive(path: other, mode: .createIfMissing)
        XCTAssertTrue(window.imports.target.drop([other]))
        XCTAssertEqual(window.opened, [other])
        XCTAssertEqual(window.imports.queue.state, .idle)
        XCTAssertTrue(window.imports.target.drop([other, window.export("a.json", chat: 1, messages: 1)]))
        XCTAssertEqual(window.opened, [other, other])
        window.accept()
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.outcomes.map(\.added), [1])
        XCTAssertFalse(window.imports.target.drop([]), "nothing that is on this machine")
      }
    }
  }

  func testTheBarTellsHowFarTheImportIs() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.queue.add(Self.request("/nowhere/result.json"))
        XCTAssertEqual(
          window.texts,
          [
            "Importing “result.json”", "0 %", "Examining the files", "Messages", "0", "Rate", "–",
            "Left out so far", "0", "You can already read the chats that were imported.", "Cancel",
          ])
        XCTAssertEqual(window.announcer.text, "Importing “result.json”")
        let file = URL(fileURLWithPath: "/nowhere/2024.log")
        script.tell(
          .progress(ImportProgress(bytesRead: 500_000, totalBytes: 2_000_000, messages: 1_200, file: file)))
        pump("the bar") { window.texts.contains("25 %") }
        XCTAssertEqual(window.texts.first, "Importing “2024.log”")
        XCTAssertTrue(window.texts.contains("1,200"), "\(window.texts)")
        XCTAssertTrue(window.texts.contains("estimating"), "not before two seconds: \(window.texts)")
        XCTAssertEqual(window.imports.panel.progress.bar.fraction, 0.25)
        XCTAssertTrue(window.imports.panel.progress.bar.hasAccessibleRole(.progressBar))
        XCTAssertEqual(
          window.imports.panel.progress.spokenValue, "0 percent, Examining the files",
          "a reader of the screen is told every five seconds")
        script.tell(.end(ImportSummary(added: 5, conversations: [1])))
        Self.waitForTheEnd(window)
        XCTAssertFalse(window.imports.panel.progress.visible)
      }
    }
  }

  func testAnImportIsCancelledByItsButtonAndSaysWhatIsKept() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.queue.add(Self.request("/nowhere/a.json"))
        window.imports.queue.add(Self.request("/nowhere/b.json"))
        XCTAssertTrue(window.imports.panel.press("Cancel"))
        pump("the button") {
          if case .cancelling = window.imports.queue.state { true } else { false }
        }
        XCTAssertTrue(window.texts.contains("Saving what has been read"), "\(window.texts)")
        script.tell(.end(ImportSummary(added: 2_000, conversations: [1])))
        Self.waitForTheEnd(window)
        XCTAssertEqual(
          Array(window.texts.prefix(2)),
          [
            "Import cancelled",
            "The 2,000 messages added so far are kept. Import the same files again for the rest.",
          ])
        XCTAssertEqual(script.orders.map(\.title), ["a.json"], "the one that waited is not begun")
        XCTAssertTrue(window.imports.escape())
        XCTAssertFalse(window.imports.panel.visible)
        XCTAssertFalse(window.imports.escape(), "now it is for others")
      }
    }
  }

  func testEscapeAsksBeforeItCancelsAnImport() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.queue.add(Self.request("/nowhere/a.json"))
        for answer in ["Cancel", "Cancel Import"] {
          XCTAssertTrue(window.imports.escape())
          let question = window.imports.question
          pump("the question") { question?.shownTexts.first == "Cancel Import?" }
          XCTAssertTrue(question?.press(answer) == true)
          pump("the answer") { question?.isMapped != true }
          drain()
          let isCancelling = if case .cancelling = window.imports.queue.state { true } else { false }
          XCTAssertEqual(isCancelling, answer == "Cancel Import")
        }
        script.tell(.end(ImportSummary(added: 1, conversations: [1])))
        Self.waitForTheEnd(window)
      }
    }
  }

  func testADropAfterACancelIsImportedAllTheSame() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.queue.add(Self.request("/nowhere/a.json"))
        window.imports.queue.cancel()
        window.imports.queue.add(Self.request("/nowhere/b.json"))
        script.tell(.end(ImportSummary(added: 2_000, conversations: [1])))
        pump("the second") { script.orders.count == 2 }
        script.tell(.end(ImportSummary(added: 3, conversations: [2])))
        Self.waitForTheEnd(window)
        XCTAssertEqual(Array(window.texts.prefix(3)), ["1 chat imported", "Messages read", "3"])
      }
    }
  }

  func testADropDuringAnImportWaitsForItsTurn() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(isDemo: true, work: script.work) { window in
        for name in ["a", "b", "c"] { window.imports.queue.add(Self.request("/nowhere/\(name).json")) }
        pump("the first") { script.orders.count == 1 }
        XCTAssertTrue(window.texts.contains("2 more waiting"), "\(window.texts)")
        script.tell(.end(ImportSummary(added: 3, conversations: [1])))
        pump("the second") { script.orders.count == 2 }
        script.tell(.end(ImportSummary(added: 4, duplicates: 5, conversations: [1, 2])))
        pump("the third") { script.orders.count == 3 }
        script.tell(.end(ImportSummary(skipped: 1)))
        Self.waitForTheEnd(window)
        XCTAssertEqual(script.orders.map(\.title), ["a.json", "b.json", "c.json"])
        XCTAssertEqual(Set(script.orders.map(\.archivePath)).count, 1, "all of one stretch together")
        XCTAssertEqual(
          Array(window.texts.prefix(9)),
          [
            "2 chats imported", "Messages read", "13", "New", "7", "Already in the archive", "5",
            "Could not be read", "1",
          ])
      }
    }
  }

  func testWhatIsNoChatIsSaidInASentence() {
    onMainThread {
      Self.with { window in
        let picture = window.file("cat.png", Data([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]))
        let folder = window.folder.appendingPathComponent("empty").path
        try! FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let cases = [
          picture:
            "“cat.png” is a picture. Backscroll shows the pictures that a chat’s export brings along; it cannot add one to a chat.",
          folder: "The folder “\(folder)” contains no chat that can be imported.",
          "/gone.json": "There is no file at “/gone.json”. Check the path.",
        ]
        for (path, sentence) in cases {
          XCTAssertTrue(window.imports.target.drop([path]))
          pump("the survey") { window.imports.page?.form.survey.isComplete == true }
          let texts = window.imports.sheet.shownTexts
          XCTAssertTrue(texts.contains("Nothing to import"), "\(texts)")
          XCTAssertTrue(texts.contains { $0.hasPrefix(sentence) && $0.contains("Telegram") }, "\(texts)")
          XCTAssertFalse(texts.contains { $0.hasPrefix("Import ") }, "no button: \(texts)")
          XCTAssertTrue(window.announcer.text.contains(sentence), window.announcer.text)
          window.imports.page?.accept()
          XCTAssertTrue(window.imports.sheet.isOpen)
          XCTAssertTrue(window.imports.escape())
          XCTAssertFalse(window.imports.sheet.isOpen)
        }
        XCTAssertEqual(window.outcomes, [])
        // Only one of the two files can be imported.
        window.importNow([picture, window.export("result.json", chat: 1, messages: 3)])
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "1 chat imported")
        XCTAssertTrue(window.texts.contains { $0.hasPrefix(cases[picture]!) }, "\(window.texts)")
      }
    }
  }

  func testANewArchiveIsMadeOnlyForSomething() {
    onMainThread {
      Self.with { window in
        let path = window.folder.appendingPathComponent("data/new.sqlite").path
        @MainActor func run(_ files: [String]) {
          var request = ImportRequest(files, from: .demo)
          request.archivePath = path
          window.imports.queue.add(request)
          Self.waitForTheEnd(window)
        }
        run(["/gone.json"])
        XCTAssertEqual(
          try? FileManager.default.contentsOfDirectory(atPath: window.folder.path + "/data"), [])
        run([window.export("result.json", chat: 1, messages: 3)])
        XCTAssertTrue(Archive.isArchive(at: path))
        run(["/gone.json"])
        XCTAssertTrue(Archive.isArchive(at: path), "what was there stays")
      }
    }
  }

  // The import was written into the file that was not an archive, or created an archive in place of one that had been
  // moved away.
  func testAnArchiveThatCouldNotBeOpenedIsNotWrittenTo() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.hasFailed = { true }
        window.importNow([window.export("a.json", chat: 1, messages: 2)])
        pump("the import") { script.orders.count == 1 }
        let files = [window.folder.appendingPathComponent("a.json").path]
        XCTAssertEqual(script.orders.first?.archivePath, ImportRequest(files, from: .demo).archivePath)
        XCTAssertNotEqual(script.orders.first?.archivePath, window.archivePath)
        script.tell(.end(ImportSummary(added: 3, conversations: [2])))
        Self.waitForTheEnd(window)
      }
    }
  }

  func testOfAnArchiveThatIsTakenAwayMeanwhileNothingIsSaidToBeInIt() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        let path = window.archivePath
        for name in ["a", "b", "c"] { window.imports.queue.add(Self.request("/nowhere/\(name).json")) }
        script.tell(.end(ImportSummary(added: 5, conversations: [1])))
        pump("the second") { script.orders.count == 2 }
        script.tell(.end(ImportSummary(failures: [.archive(.replaced(path: path))])))
        Self.waitForTheEnd(window)
        let error = ArchiveError.replaced(path: path).description
        let caption =
          "It is unknown which messages were kept. Import the same files again when the right archive is in its place."
        XCTAssertEqual(
          window.texts, ["The import was interrupted", caption, error, "Copy Report"],
          "no button to take it back")
        XCTAssertTrue(window.announcer.text.contains(error), window.announcer.text)
        XCTAssertEqual(
          window.imports.panel.report.outcome?.text, "The import was interrupted\n\(caption)\n\(error)\n")
        XCTAssertEqual(window.outcomes, [])
        XCTAssertEqual(script.orders.count, 2, "the third one would go into the other archive")
      }
    }
  }

  func testAnArchiveMovedDuringAnImportIsNotReportedAsComplete() {
    onMainThread {
      let moved = Atomic(false)
      let work = ImportWork { request, observer in
        var observer = observer
        observer.isCancelled = {
          if !moved.exchange(true, ordering: .relaxed) {
            rename(request.archivePath, request.archivePath + ".aside")
          }
          return false
        }
        return ImportWork.real.run(request, observer)
      }
      Self.with(work: work) { window in
        window.importNow([window.export("a.json", chat: 1, messages: 3)])
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "The import was interrupted")
        XCTAssertFalse(window.texts.contains("Undo"), "\(window.texts)")
        XCTAssertEqual(window.outcomes, [])
      }
    }
  }

  func testAWindowThatGoesDuringAnImportLeavesNothing() {
    onMainThread {
      expectNothingLeft {
        let script = ScriptedWork()
        Self.with(work: script.work) { window in
          window.imports.queue.add(Self.request("/nowhere/a.json"))
          pump("the import") { script.orders.count == 1 }
          window.imports.queue.cancel()
        }
        script.tell(.end(ImportSummary(added: 1)))
        ImportWork.waitForAll()
        drain()
      }
    }
  }
}
