import Foundation
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import ChatArchive
@_spi(Testing) @testable import Gtk

/// Files dropped on a window: what becomes of them, and what is said of it.
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
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts, ["Imported 7 messages from 2 conversations", "Show"])
        XCTAssertEqual(window.announcer.text, "Imported 7 messages from 2 conversations")
        XCTAssertEqual(window.outcomes.map(\.archivePath), [window.archivePath])
        var shown: Set<Conversation.ID> = []
        window.imports.didRequestMessages = { shown = $0.conversations }
        XCTAssertTrue(window.imports.panel.press("Show"))
        pump("the button") { shown.count == 2 }
        XCTAssertFalse(window.imports.panel.visible)
        window.imports.take(files)
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts, ["Nothing new to import", "7 existed already."])
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
        window.imports.take(["/nowhere/result.json"])
        XCTAssertEqual(window.texts, ["Importing “result.json”", "Cancel", "Examining the files"])
        XCTAssertEqual(window.announcer.text, "Importing “result.json”")
        let file = URL(fileURLWithPath: "/nowhere/2024.log")
        script.tell(
          .progress(ImportProgress(bytesRead: 500_000, totalBytes: 2_000_000, messages: 1_200, file: file)))
        pump("the bar") { window.texts.contains("500 KB of 2.0 MB · 1,200 messages") }
        XCTAssertEqual(window.texts.first, "Importing “2024.log”")
        XCTAssertEqual(window.imports.panel.bar.fraction, 0.25)
        XCTAssertTrue(window.imports.panel.bar.hasAccessibleRole(.progressBar))
        script.tell(.end(ImportSummary(added: 5, conversations: [1])))
        Self.waitForTheEnd(window)
        XCTAssertFalse(window.imports.panel.bar.visible)
      }
    }
  }

  func testAnImportIsCancelledByButtonAndByEscapeAndSaysWhatIsKept() {
    onMainThread {
      for byButton in [true, false] {
        let script = ScriptedWork()
        Self.with(work: script.work) { window in
          window.imports.take(["/nowhere/a.json"])
          window.imports.take(["/nowhere/b.json"])
          if byButton {
            XCTAssertTrue(window.imports.panel.press("Cancel"))
          } else {
            XCTAssertTrue(window.imports.escape())
          }
          pump("the button") {
            if case .cancelling = window.imports.queue.state { true } else { false }
          }
          XCTAssertTrue(window.texts.contains("Saving what has been read"), "\(window.texts)")
          script.tell(.end(ImportSummary(added: 2_000, conversations: [1])))
          Self.waitForTheEnd(window)
          XCTAssertEqual(
            window.texts,
            [
              "Import cancelled", "Show",
              "The 2,000 messages added so far are kept. Import the same files again for the rest.",
            ])
          XCTAssertEqual(script.orders.map(\.title), ["a.json"], "the one that waited is not begun")
          XCTAssertTrue(window.imports.escape())
          XCTAssertFalse(window.imports.panel.visible)
          XCTAssertFalse(window.imports.escape(), "now it is for others")
        }
      }
    }
  }

  func testADropAfterACancelIsImportedAllTheSame() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.take(["/nowhere/a.json"])
        window.imports.queue.cancel()
        window.imports.take(["/nowhere/b.json"])
        script.tell(.end(ImportSummary(added: 2_000, conversations: [1])))
        pump("the second") { script.orders.count == 2 }
        script.tell(.end(ImportSummary(added: 3, conversations: [2])))
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts, ["Imported 3 messages from 1 conversation", "Show"])
      }
    }
  }

  func testADropDuringAnImportWaitsForItsTurn() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(isDemo: true, work: script.work) { window in
        window.imports.take(["/nowhere/a.json"])
        window.imports.take(["/nowhere/b.json"])
        window.imports.offer(["/nowhere/c.json"])
        pump("the first") { script.orders.count == 1 }
        XCTAssertTrue(window.texts.contains("Examining the files · 2 more waiting"), "\(window.texts)")
        script.tell(.end(ImportSummary(added: 3, conversations: [1])))
        pump("the second") { script.orders.count == 2 }
        script.tell(.end(ImportSummary(added: 4, duplicates: 5, conversations: [1, 2])))
        pump("the third") { script.orders.count == 3 }
        script.tell(.end(ImportSummary(skipped: 1)))
        Self.waitForTheEnd(window)
        XCTAssertEqual(script.orders.map(\.title), ["a.json", "b.json", "c.json"])
        XCTAssertEqual(Set(script.orders.map(\.archivePath)).count, 1, "all of one stretch together")
        XCTAssertEqual(
          window.texts,
          [
            "Imported 7 messages from 2 conversations", "Show", "5 existed already; 1 record skipped.",
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
          picture: "The format of “\(picture)” is not supported.",
          folder: "The folder “\(folder)” contains no chat that can be imported.",
          "/gone.json": "There is no file at “/gone.json”. Check the path.",
        ]
        for (path, sentence) in cases {
          XCTAssertTrue(window.imports.target.drop([path]))
          Self.waitForTheEnd(window)
          XCTAssertEqual(window.texts.first, "Nothing could be imported")
          XCTAssertTrue(window.texts.last?.hasPrefix(sentence) == true, "\(window.texts)")
          XCTAssertTrue(window.announcer.text.contains(sentence))
        }
        XCTAssertEqual(window.outcomes, [])
        // One of two.
        window.imports.take([picture, window.export("result.json", chat: 1, messages: 3)])
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "Imported 3 messages from 1 conversation")
        XCTAssertTrue(window.texts.last?.hasPrefix(cases[picture]!) == true, "\(window.texts)")
      }
    }
  }

  func testANewArchiveIsMadeOnlyForSomething() {
    onMainThread {
      Self.with { window in
        let path = window.folder.appendingPathComponent("data/new.sqlite").path
        @MainActor func run(_ files: [String]) {
          var order = ImportOrder(files, from: .demo)
          order.archivePath = path
          window.imports.queue.add(order)
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

  // It went into the file that was no archive, or was made anew in place of one that had been moved away.
  func testAnArchiveThatCouldNotBeOpenedIsNotWrittenTo() {
    onMainThread {
      let script = ScriptedWork()
      Self.with(work: script.work) { window in
        window.imports.hasFailed = { true }
        window.imports.take(["/nowhere/a.json"])
        pump("the import") { script.orders.count == 1 }
        XCTAssertEqual(script.orders.first, ImportOrder(["/nowhere/a.json"], from: .demo))
        XCTAssertNotEqual(script.orders.first?.archivePath, window.archivePath)
        script.tell(.end(ImportSummary(added: 3, conversations: [2])))
        Self.waitForTheEnd(window)
      }
    }
  }

  func testWhatWasOpenedIsImportedOnlyIfOneSaysSo() {
    onMainThread {
      Self.with { window in
        let file = window.export("result.json", chat: 1, messages: 3)
        window.imports.offer([file])
        XCTAssertEqual(
          window.texts, ["Import “result.json”?", "Import", "The messages will be added to “mine.sqlite”."])
        XCTAssertTrue(window.imports.escape())
        XCTAssertEqual(window.imports.queue.state, .idle)
        window.imports.offer([file])
        XCTAssertTrue(window.imports.panel.press("Import"))
        Self.waitForTheEnd(window)
        XCTAssertEqual(window.texts.first, "Imported 3 messages from 1 conversation")
      }
    }
  }

  func testAWindowThatGoesDuringAnImportLeavesNothing() {
    onMainThread {
      expectNothingLeft {
        let script = ScriptedWork()
        Self.with(work: script.work) { window in
          window.imports.take(["/nowhere/a.json"])
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
