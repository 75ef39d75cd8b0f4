import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import ChatArchive

/// What the program's window shows after an import was taken back, or people in it were made one.
final class ImportedChatsTests: XCTestCase {
  /// Writes an export of a chat.
  private static func export(_ title: String, into folder: URL) -> String {
    let file = folder.appendingPathComponent("\(title).json")
    let messages = (0..<3).map { number in
      """
      {"id": \(number), "type": "message", "date_unixtime": "\(1_800_000_000 + number)", "from": "Ann", \
      "from_id": "user1", "text": "Number \(number)"}
      """
    }
    let text = """
      {"name": "\(title)", "type": "personal_chat", "id": 77, "messages": [\(messages.joined(separator: ","))]}
      """
    try! Data(text.utf8).write(to: file)
    return file.path
  }

  /// Lines of a chat as WhatsApp exports it.
  private static func transcript(_ mara: String, into folder: URL) -> String {
    let lines = (0..<20).map { minute in
      let second = String(minute + 100).dropFirst()
      return "3/4/34, 9:\(second) PM - \(minute % 2 == 0 ? mara : "Jonas"): Words of minute \(minute)\n"
    }
    let subfolder = folder.appendingPathComponent(mara)
    try! FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
    let file = subfolder.appendingPathComponent("WhatsApp Chat with Walks.txt")
    try! Data(lines.joined().utf8).write(to: file)
    return file.path
  }

  @MainActor
  private static func run(_ bench: SidebarBench, _ file: String) {
    bench.window.offerImport(of: [file])
    pump("the survey") { bench.find(ImportPage.self, in: bench.window)?.form.survey.isComplete == true }
    let page = bench.find(ImportPage.self, in: bench.window)!
    page.change { $0.owner = .nobody }
    pump("a page that can be accepted") { page.form.obstacle == nil }
    page.accept()
    pump("the report") { bench.report.visible && bench.report.shownTexts.contains("Undo") }
    bench.paint()
  }

  func testChatsOfAnImportThatIsTakenBackAreGoneAndAnotherOneShows() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.export("Ridge", into: folder))
        pump("the chat") { bench.titles.contains("Ridge") }
        let ridge = bench.view.contents.chats.first { $0.title == "Ridge" }!
        bench.tab.showConversation(ridge.id)
        pump("its messages") { bench.shown == "Ridge" && bench.tab.view?.feed.content == .items }
        XCTAssertTrue(bench.report.press("Undo"))
        pump("the end") { bench.report.shownTexts.contains("The import was taken back") }
        pump("the sidebar") { bench.titles == ["Chat 2", "Chat 1"] }
        pump("another chat") { bench.shown == "Chat 2" && bench.tab.view?.feed.content == .items }
      }
    }
  }

  func testWithoutAnotherChatThePageOfAnEmptyArchiveShows() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.export("Ridge", into: folder))
        pump("the chat") { bench.titles.contains("Ridge") }
        let other = bench.view.contents.chats.first { $0.title == "Chat 1" }!.id
        bench.window.sidebar.change(renewing: [other]) { try await $0.delete(other) }
        pump("only it") { bench.titles == ["Ridge"] && bench.shown == "Ridge" }
        XCTAssertTrue(bench.report.press("Undo"))
        pump("no chat") { bench.titles.isEmpty && bench.tab.view == nil }
        pump("the page") { !(bench.tab.shownPage?.shownTexts.isEmpty ?? true) }
      }
    }
  }

  func testTheSamePersonShowsInTheOpenChatAndInTheSidebar() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.transcript("Mara", into: folder))
        pump("the chat") { bench.titles.contains("Walks") }
        let walks = bench.view.contents.chats.first { $0.title == "Walks" }!
        Self.run(bench, Self.transcript("+49 170 1234567", into: folder))
        bench.tab.showConversation(walks.id, reloading: true)
        pump("both") { bench.tab.view?.feed.model.messages.count == 30 }
        pump("the question") { bench.report.shownTexts.contains("Same person") }
        XCTAssertTrue(bench.report.press("Same person"))
        pump("each once") { bench.tab.view?.feed.model.messages.count == 20 }
        let names = Set(bench.tab.view?.feed.model.messages.compactMap(\.sender?.name) ?? [])
        XCTAssertEqual(names, ["Mara", "Jonas"])
        pump("the sidebar") { bench.window.sidebar.summary(walks.id)?.messageCount == 20 }
        XCTAssertFalse(bench.report.shownTexts.contains("Same person"))
      }
    }
  }
}

extension SidebarBench {
  fileprivate var report: ImportReportView { find(ImportReportView.self, in: window)! }
}
