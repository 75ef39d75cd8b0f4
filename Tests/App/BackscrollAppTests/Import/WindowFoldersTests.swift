import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@testable import Controls
@testable import Importing
@testable import Reader
@testable import Watching

/// A folder that the window's archive is kept up to date with, from the page of its import to its end.
final class WindowFoldersTests: XCTestCase {
  @MainActor
  private struct Bench {
    let bench: SidebarBench
    let script = ScriptedWorld()
    let logs: URL

    init(_ bench: SidebarBench) {
      self.bench = bench
      logs = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        .appendingPathComponent("Chat logs")
      try! FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
      bench.window.folders.world = script.world
    }

    func write(_ numbers: Range<Int>, to channel: String = "walks") {
      let text: String = numbers.map { number -> String in
        let time = String(format: "%02d:%02d:%02d", 10 + number / 3_600, number / 60 % 60, number % 60)
        return "2034-03-01 \(time)\t\(number % 2 == 0 ? "mara" : "jonas")\tNumber \(number)\n"
      }.joined()
      try! Data(text.utf8).write(to: logs.appendingPathComponent("irc.libera.#\(channel).weechatlog"))
    }

    /// Imports the folder, and keeps the archive up to date with it.
    func begin() {
      bench.window.offerImport(of: [logs.path])
      pump("the survey") { bench.find(ImportPage.self, in: bench.window)?.form.survey.isComplete == true }
      let page = bench.find(ImportPage.self, in: bench.window)!
      XCTAssertFalse(page.keeping.toggle.active)
      XCTAssertEqual(page.keeping.folder, logs.path)
      page.keeping.toggle.active = true
      page.change { $0.owner = .nobody }
      pump("a page that can be accepted") { page.form.obstacle == nil }
      page.accept()
      let report = bench.window.imports.panel.report
      pump("the report") { report.visible && report.shownTexts.contains("Undo") }
      bench.window.imports.queue.dismiss()
      script.pump("the folder") { isUpToDate }
      pump("the chat") { bench.titles.contains { $0.contains("walks") } }
      bench.tab.open(.lastPlace(in: chat))
      pump("its messages") {
        bench.shown?.contains("walks") == true && bench.tab.view?.feed.content == .items
      }
      bench.paint()
    }

    var isUpToDate: Bool {
      if case .upToDate? = bench.window.folders.folders.first?.status { true } else { false }
    }

    var chat: Conversation.ID { bench.view.contents.chats.first { $0.title.contains("walks") }!.id }

    /// The rows in view, by their texts, and their places.
    var rows: [Message.ID: Double] {
      let view = bench.tab.view!
      var rows: [Message.ID: Double] = [:]
      for index in view.visibleRows {
        let id = view.feed.model.id(at: index)
        rows[id] = view.list.row(id)?.convert(Point(x: 0, y: 0), to: view.list)?.y
      }
      return rows
    }

    func grow(to count: Int) {
      write(0..<count)
      script.change()
      script.pump("the messages") {
        isUpToDate && bench.view.contents.chats.first { $0.title.contains("walks") }?.messageCount == count
      }
      bench.paint()
    }
  }

  func testALineThatIsAppendedToALogArrivesWithoutMovingWhatIsRead() {
    onMainThread {
      SidebarBench.run(chats: 2) { window in
        let bench = Bench(window)
        bench.write(0..<200)
        bench.begin()
        let view = window.tab.view!
        view.places.open(.message(view.feed.model.id(at: view.feed.model.count - 30)))
        pump("the place") { !view.isAtNewest }
        window.paint()
        let before = bench.rows
        XCTAssertGreaterThan(before.count, 3)
        bench.grow(to: 203)
        XCTAssertEqual(bench.rows, before)
        pump("the badge") { view.jumpButton.unread == 3 }
        XCTAssertEqual(window.view.arrivals.texts.first, "3 new messages in 1 chat")
        bench.grow(to: 204)
        XCTAssertEqual(bench.rows, before)
        XCTAssertEqual(window.view.arrivals.texts.first, "4 new messages in 1 chat")
        XCTAssertTrue(window.window.titleBlock.freshness?.hasPrefix("up to date") == true)
        // It is read at the end, and the notice closes.
        view.places.jumpToEnd()
        pump("the end") { window.view.arrivals.texts.isEmpty }
      }
    }
  }

  func testAnImportByHandInterruptsTheReadingOfAFolder() {
    onMainThread {
      let queue = ImportQueue()
      var interruptions = 0
      queue.willBegin = { interruptions += 1 }
      XCTAssertTrue(queue.occupy())
      XCTAssertFalse(queue.occupy())
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      queue.add(ImportRequest(["/none"], from: .file(path: folder.appendingPathComponent("a.sqlite").path)))
      XCTAssertEqual(interruptions, 1)
      XCTAssertEqual(queue.state, .idle)
      var isFree = false
      queue.didBecomeFree = { isFree = true }
      queue.release()
      XCTAssertTrue(queue.state.isRunning)
      XCTAssertFalse(queue.occupy())
      pump("the report") { isFree && !queue.state.isBusy }
      XCTAssertTrue(queue.occupy())
      try? FileManager.default.removeItem(at: folder)
    }
  }

  func testTheDetailsPauseResumeAndStopAndUndo() {
    onMainThread {
      SidebarBench.run(chats: 2) { window in
        let bench = Bench(window)
        bench.write(0..<20)
        bench.begin()
        bench.grow(to: 23)
        window.window.activateAction("win.chat-details")
        pump("the details") {
          window.window.details?.cards.count == 1 && window.window.details?.isMapped == true
        }
        let details = window.window.details!
        let card = details.cards[0]
        // The facts are read again after each change, which replaces the card.
        let press = { @MainActor (label: String, next: FolderCard.Act) in
          let before = details.cards[0]
          let isPressed = before.press(label)
          XCTAssertTrue(isPressed, label)
          bench.script.pump("the effect of \(label)") {
            details.cards[0] !== before && details.cards[0].buttons[next] != nil
          }
        }
        pump("the state") { card.shownTexts.contains { $0.hasPrefix("Up to date, ") } }
        XCTAssertTrue(card.shownTexts.contains("Chat logs"))
        XCTAssertTrue(details.shownTexts.contains("3 new messages"))
        press("Pause", .resume)
        press("Resume", .pause)
        bench.script.pump("the end of the pause") { bench.isUpToDate }
        press("Stop", .chooseFolder)
        XCTAssertEqual(details.toast.text, "No longer kept up to date")
        let stopped = details.cards[0]
        details.toast.activate()
        bench.script.pump("the undo") {
          details.cards[0] !== stopped && details.cards[0].buttons[.stop] != nil && bench.isUpToDate
        }
        XCTAssertTrue(details.press("Undo"))
        pump("the undone reading") { !details.shownTexts.contains("3 new messages") }
        pump("the chat") {
          window.view.contents.chats.first { $0.title.contains("walks") }?.messageCount == 20
        }
        details.destroy()
      }
    }
  }

  func testAFolderThatHoldsMoreThanExportsCannotBeKept() {
    onMainThread {
      let window = ImportWindow()
      let file = window.folder.appendingPathComponent("irc.libera.#walks.weechatlog")
      try! Data("2034-03-01 10:00:00\tmara\tHello\n".utf8).write(to: file)
      window.imports.take([file.path])
      pump("the survey") { window.imports.page?.form.survey.isComplete == true }
      let field = window.imports.page!.keeping
      XCTAssertTrue(field.toggle.sensitive)
      field.toggle.active = true
      for folder in ["/", window.archivePath + ".media"] {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        field.show(folder)
        XCTAssertFalse(field.toggle.sensitive, folder)
        XCTAssertNil(field.kept)
      }
      field.show(window.folder.path)
      XCTAssertEqual(field.kept, window.folder.path)
      window.finish()
    }
  }
}
