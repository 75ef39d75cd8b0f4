import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import ChatFormats
@testable import ChatStore
@testable import Chats
@testable import Commands
@testable import Importing
@testable import Reader

/// The program's window after an import was undone, or after people in it were merged.
final class ImportedChatsTests: XCTestCase {
  /// Writes an export of a chat.
  private static func export(_ title: String, messages count: Int = 3, into folder: URL) -> String {
    let file = folder.appendingPathComponent("\(title).json")
    let messages = (0..<count).map { number in
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

  /// Lines of a chat in WhatsApp's export format.
  private static func transcript(
    _ mara: String, jonas: String = "Jonas", minutes: Int = 20,
    text: (Int) -> String = { "Words of minute \($0)" }, into folder: URL
  ) -> String {
    let lines = (0..<minutes).map { minute in
      let time = "\(1 + minute / 60):\(String(minute % 60 + 100).dropFirst())"
      return "3/4/34, \(time) PM - \(minute % 2 == 0 ? mara : jonas): \(text(minute))\n"
    }
    let subfolder = folder.appendingPathComponent(mara)
    try! FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
    let file = subfolder.appendingPathComponent("WhatsApp Chat with Walks.txt")
    try! Data(lines.joined().utf8).write(to: file)
    return file.path
  }

  /// Imports further messages into the first chat, in turn in the topics.
  @MainActor
  private static func add(_ numbers: Range<Int>, to archive: Archive, topics: [String] = []) {
    let context = ImportContext(id: try! archive.beginImport(of: "/later.json", at: 2))
    let new = numbers.map { number in
      var message = SidebarBench.message("Number \(number)", in: 1, number)
      if !topics.isEmpty {
        let topic = topics[number % topics.count]
        message.topic = .init(source: topic, title: topic)
      }
      return message
    }
    try! archive.endImport(into: try! archive.writeBatch(new, context: context).conversations)
  }

  @MainActor
  private static func run(_ bench: SidebarBench, _ file: String, awaiting button: String = "Undo") {
    bench.window.offerImport(of: [file])
    pump("the survey") { bench.find(ImportPage.self, in: bench.window)?.form.survey.isComplete == true }
    let page = bench.find(ImportPage.self, in: bench.window)!
    page.change { $0.owner = .nobody }
    pump("a page that can be accepted") { page.form.obstacle == nil }
    page.accept()
    pump("the report") { bench.report.visible && bench.report.shownTexts.contains(button) }
    bench.paint()
  }

  func testChatsOfAnImportThatIsTakenBackAreGoneAndAnotherOneShows() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.export("Ridge", into: folder))
        pump("the chat") { bench.titles.contains("Ridge") }
        let ridge = bench.view.contents.chats.first { $0.title == "Ridge" }!
        bench.tab.open(.lastPlace(in: ridge.id))
        pump("its messages") { bench.shown == "Ridge" && bench.tab.view?.feed.content == .items }
        XCTAssertTrue(bench.report.press("Undo"))
        pump("the end") { bench.report.shownTexts.contains("The import was undone") }
        pump("the sidebar") { bench.titles == ["Chat 2", "Chat 1"] }
        pump("another chat") { bench.shown == "Chat 2" && bench.tab.view?.feed.content == .items }
      }
    }
  }

  // The page opened below the media, with the focus, and Return imported without being seen.
  func testAnImportClosesTheMediaPageThatLiesOverTheWindow() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        bench.window.activateAction("win.media")
        bench.paint()
        XCTAssertNotNil(bench.window.coverPages?.media.page)
        bench.window.offerImport(of: [Self.export("Ridge", into: folder)])
        XCTAssertNil(bench.window.coverPages?.media.page)
        pump("the page") { bench.find(ImportPage.self, in: bench.window)?.containsFocus == true }
      }
    }
  }

  // The list of chats stayed over the page and the report, which could not take the focus.
  func testAnImportClosesTheListOfChatsThatLiesOverTheWindow() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 400) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        let sheet = bench.window.sidebar.sheet
        @MainActor func openSheet() {
          bench.window.activateAction("win.sidebar")
          bench.paint()
          XCTAssertTrue(sheet.isOpen && bench.view.containsFocus)
        }
        openSheet()
        let file = Self.export("Ridge", into: folder)
        bench.window.offerImport(of: [file])
        pump("the page") {
          !sheet.isOpen && bench.find(ImportPage.self, in: bench.window)?.containsFocus == true
        }
        let page = bench.find(ImportPage.self, in: bench.window)!
        pump("the survey") { page.form.survey.isComplete }
        page.change { $0.owner = .nobody }
        pump("a page that can be accepted") { page.form.obstacle == nil }
        page.accept()
        pump("the report") { bench.report.containsFocus }
        // A report of another window's import appears while the list is open.
        let outcome = bench.report.outcome!
        bench.window.showImported(ImportOutcome(archivePath: bench.archive.path))
        bench.report.didClose?()
        XCTAssertFalse(bench.report.isMapped)
        openSheet()
        bench.window.showImported(outcome)
        pump("the focus in the report") { !sheet.isOpen && bench.report.containsFocus }
        bench.paint()
        XCTAssertEqual((bench.window.focusWidget as? Button)?.label, "Show Messages")
      }
    }
  }

  // If the chat was already shown, the button seemed only to close the report.
  func testTheButtonOfTheReportHighlightsWhatItGoesTo() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.export("Ridge", messages: 100, into: folder))
        XCTAssertTrue(bench.report.shownTexts.contains("“Ridge”"), "\(bench.report.shownTexts)")
        let ridge = bench.view.contents.chats.first { $0.title == "Ridge" }!
        bench.tab.open(.lastPlace(in: ridge.id))
        pump("the chat at its end") { bench.shown == "Ridge" && bench.tab.view?.isAtNewest == true }
        bench.paint()
        @MainActor func highlighted(_ text: String) -> Bool {
          guard let view = bench.tab.view else { return false }
          let message = view.feed.model.messages.first { $0.text == text }
          return (message.flatMap { view.list.row($0.id) }?.highlight ?? 0) > 0
        }
        XCTAssertFalse(highlighted("Number 99"))
        XCTAssertTrue(bench.report.press("Show Messages"))
        pump("the newest message") { highlighted("Number 99") }
        XCTAssertEqual(bench.tab.view?.isAtNewest, true)
        Self.run(bench, Self.export("Ridge", messages: 180, into: folder))
        XCTAssertTrue(bench.report.shownTexts.contains("“Ridge”"), "\(bench.report.shownTexts)")
        XCTAssertTrue(bench.report.press("Show Messages"))
        pump("the first new message") { highlighted("Number 100") }
        // The same files again: there is nothing to show.
        Self.run(bench, Self.export("Ridge", messages: 180, into: folder), awaiting: "Copy Report")
        XCTAssertEqual(bench.report.shownTexts.first, "Nothing new to import")
        XCTAssertFalse(bench.report.shownTexts.contains("Show Messages"))
        XCTAssertFalse(bench.report.shownTexts.contains("“Ridge”"))
      }
    }
  }

  // The report was below every tab, and took a third of its height.
  func testTheReportIsBelowTheChatsOnlyUntilItIsClosed() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.export("Ridge", into: folder))
        pump("the focus in the report") { bench.report.containsFocus }
        bench.window.show(.picker)
        bench.paint()
        XCTAssertFalse(bench.report.isMapped)
        pump("the focus in the tab") { bench.window.focusWidget?.isMapped == true }
        bench.window.show(.chat)
        bench.paint()
        XCTAssertTrue(bench.report.isMapped)
        XCTAssertTrue(bench.report.shownTexts.contains("Undo"))
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

  // The search ended with its chat, but its button stayed active.
  func testTheButtonOfTheSearchIsNotLitInAChatWithoutASearch() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let button = bench.all(Button.self, in: bench.window).first {
          $0.tooltipText == "Search in This Chat"
        }!
        bench.tab.finding.toggle()
        pump("the search") { button.hasClass("on") }
        let others = bench.tab.session.conversations.filter { $0.id != bench.tab.view?.conversation.id }
        bench.tab.open(.lastPlace(in: others[0].id))
        XCTAssertFalse(bench.tab.finding.isSearching)
        XCTAssertFalse(button.hasClass("on"))
      }
    }
  }

  func testTheButtonOfTheReportFocusesWhatIsNewInTheOpenChat() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        Self.run(bench, Self.export("Ridge", messages: 100, into: folder))
        pump("the button") { bench.report.shownTexts.contains("Show Messages") }
        XCTAssertTrue(bench.report.press("Show Messages"))
        pump("the new chat at its end") {
          bench.shown == "Ridge" && bench.tab.view?.isAtNewest == true && bench.focusIsInMessages
        }
        XCTAssertFalse(bench.report.isMapped)
        let view = bench.tab.view!
        // Only messages after these are new, and the reader is far above them.
        view.places.open(.message(view.feed.model.messages[0].id))
        bench.paint()
        Self.run(bench, Self.export("Ridge", messages: 180, into: folder))
        XCTAssertEqual(bench.shown, "Ridge")
        XCTAssertTrue(bench.report.press("Show Messages"))
        pump("the first new message") {
          let view = bench.tab.view!
          let new = view.feed.model.messages.first { $0.text == "Number 100" }
          return new.map { view.list.isInView($0.id) } == true && bench.focusIsInMessages
        }
        XCTAssertFalse(bench.report.isMapped)
        XCTAssertFalse(bench.tab.view!.isAtNewest)
      }
    }
  }

  // The view did not know about the new messages, so the sidebar marked them as read.
  func testImportsIntoTheChatThatIsReadAtItsEndAreUnread() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let archive = bench.archive
        let chat = bench.view.contents.chats[0].id
        @MainActor func counts() -> [Int?] {
          [bench.tab.view?.jumpButton.unread, bench.window.sidebar.summary(chat)?.unreadCount]
        }
        Self.add(10..<50, to: archive)
        try! Blocking.wait { try await archive.markAsRead(chat) }
        bench.tab.open(.lastPlace(in: chat), anew: true)
        pump("the chat at its end") {
          bench.tab.view.map { $0.isAtNewest && $0.isMapped && $0.feed.model.messages.count == 42 } == true
        }
        bench.paint()
        let view = bench.tab.view!
        let last = view.feed.model.messages.last!
        let before = bench.top(last)
        var places: [Double] = []
        let painted = bench.window.frameClock?.afterPaint.connect(weak: bench.window) { _ in
          places.append(bench.top(last))
        }
        Self.add(50..<70, to: archive)
        bench.tab.noteImport(into: [chat])
        pump("the new messages") { counts() == [20, 20] && view.feed.model.messages.count == 62 }
        XCTAssertEqual(view.feed.model.unreadMarker?.count, 20)
        // Before those messages are read.
        Self.add(70..<80, to: archive)
        bench.tab.noteImport(into: [chat])
        pump("the next ones") { counts() == [30, 30] && view.feed.model.messages.count == 72 }
        bench.paint()
        painted?.disconnect()
        for place in places { XCTAssertEqual(place, before, accuracy: 1) }
        let marker = view.feed.model.unreadMarker
        XCTAssertEqual(marker?.count, 30)
        XCTAssertEqual(view.feed.model.messages.first { $0.id == marker?.id }?.text, "Number 50")
        view.places.jumpToEnd()
        pump("nothing unread") { counts() == [0, 0] }
        pump("that it is stored") {
          (try? Blocking.wait { try await archive.chats()[0].unreadCount }) == 0
        }
      }
    }
  }

  func testMarkAsReadInTheListClearsTheTopicsOfTheOpenChat() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let archive = bench.archive
        let chat = bench.view.contents.chats[0].id
        let topics = ["Keys", "Stove"]
        Self.add(10..<50, to: archive, topics: topics)
        try! Blocking.wait { try await archive.markAsRead(chat) }
        bench.tab.open(.lastPlace(in: chat), anew: true)
        pump("the end") { bench.tab.view.map { $0.isAtNewest && $0.visibleRows.count > 3 } == true }
        bench.paint()
        // At the end, new messages would count as read.
        bench.tab.view!.list.scroll(by: -600)
        pump("another place") { bench.tab.view?.isAtNewest == false }
        Self.add(50..<70, to: archive, topics: topics)
        bench.tab.noteImport(into: [chat])
        @MainActor func unread() -> [Int] {
          bench.find(TopicBar.self, in: bench.tab)?.chips.map { chip in
            chip.button.shownTexts.compactMap(Int.init).first ?? 0
          } ?? []
        }
        pump("the badges") { unread().sorted().suffix(3) == [10, 10, 20] }
        bench.view.didRequest?(.markAsRead, chat)
        pump("no badge") { unread().max() == 0 }
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
        bench.tab.open(.lastPlace(in: walks.id), anew: true)
        pump("both") { bench.tab.view?.feed.model.messages.count == 30 }
        pump("the question") { bench.report.shownTexts.contains("Same Person") }
        XCTAssertTrue(bench.report.press("Same Person"))
        pump("each once") { bench.tab.view?.feed.model.messages.count == 20 }
        let names = Set(bench.tab.view?.feed.model.messages.compactMap(\.sender?.name) ?? [])
        XCTAssertEqual(names, ["Mara", "Jonas"])
        pump("the sidebar") { bench.window.sidebar.summary(walks.id)?.messageCount == 20 }
        XCTAssertFalse(bench.report.shownTexts.contains("Same Person"))
      }
    }
  }

  func testWhatTheCommandLineLeavesOpenIsAskedInTheOpenWindow() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
        XCTAssertFalse(bench.report.isMapped)
        let archive = try! Archive(path: bench.archive.path, mode: .existing)
        for mara in ["Mara", "+49 170 1234567"] {
          let summary = Importer(into: archive, timeZone: .gmt).run(
            [URL(fileURLWithPath: Self.transcript(mara, into: folder))]
          )
          XCTAssertEqual(summary.failures, [])
        }
        archive.close()
        pump("the question") { bench.report.isMapped && bench.report.shownTexts.contains("Same Person") }
        XCTAssertTrue(bench.report.press("Same Person"))
        pump("the end") { !bench.report.isMapped }
        var count: Int?
        Task { count = try? await bench.archive.peopleQuestions().count }
        pump("the answer") { count == 0 }
      }
    }
  }

  /// Answers that two people are one while a message of the second person is in the middle of the list, and checks that
  /// its text does not move in any frame.
  @MainActor
  private static func answer(
    _ bench: SidebarBench, jonas: String = "Jonas", pairs: Int = 1,
    text: (Int) -> String = { "Words of minute \($0)" }, line: UInt = #line
  ) {
    let folder = URL(fileURLWithPath: bench.archive.path).deletingLastPathComponent()
    let number = "+49 170 1234567"
    run(bench, transcript("Mara", minutes: 120, text: text, into: folder))
    pump("the chat", line: line) { bench.titles.contains("Walks") }
    let walks = bench.view.contents.chats.first { $0.title == "Walks" }!
    run(bench, transcript(number, jonas: jonas, minutes: 120, text: text, into: folder))
    pump("the question", line: line) { bench.report.questions.questions.count == pairs }
    bench.tab.open(.lastPlace(in: walks.id), anew: true)
    pump("the chat", line: line) {
      bench.shown == "Walks" && bench.tab.view.map { $0.feed.content == .items && $0.isMapped } == true
    }
    bench.paint()
    let view = bench.tab.view!
    let middle = view.feed.model.messages.first { $0.text == text(100) && $0.sender?.name == number }!
    view.places.open(.message(middle.id, at: .fraction(0.4)))
    pump("the place", line: line) { view.list.isInView(middle.id) && view.list.isSettled }
    bench.paint()
    let before = bench.top(middle, line: line)
    for question in bench.report.questions.questions { bench.report.questions.didAnswer?(question, true) }
    var places: [Double] = []
    let painted = bench.window.frameClock?.afterPaint.connect(weak: bench.window) { _ in
      guard let new = bench.tab.view, new !== view else { return }
      let copy = new.feed.model.messages.first { $0.text == middle.text }
      if let copy, new.list.row(copy.id)?.isMapped == true { places.append(bench.top(copy, line: line)) }
    }
    pump("the chat with each message once", line: line) {
      bench.report.questions.questions.isEmpty
        && bench.tab.view.map {
          $0 !== view && $0.feed.content == .items && $0.isMapped
            && !$0.feed.model.messages.contains {
              [number, jonas == "Jonas" ? "" : jonas].contains($0.sender?.name)
            }
        } == true
    }
    bench.paint()
    painted?.disconnect()
    let messages = bench.tab.view!.feed.model.messages
    XCTAssertFalse(messages.contains { $0.sender?.name == number }, line: line)
    XCTAssertFalse(places.isEmpty, line: line)
    for place in places { XCTAssertEqual(place, before, accuracy: 1, line: line) }
    XCTAssertEqual(bench.top(messages.first { $0.text == middle.text }!), before, accuracy: 1, line: line)
  }

  func testTheSamePersonLeavesTheReaderAtTheirPlace() {
    onMainThread { SidebarBench.run(chats: 1, height: 900) { Self.answer($0) } }
  }

  func testSeveralPairsAnsweredAtOnceLeaveTheReaderInPlace() {
    onMainThread {
      SidebarBench.run(chats: 1, height: 1_000) { Self.answer($0, jonas: "+49 170 7654321", pairs: 2) }
    }
  }

  func testTheReaderOfALongMessageThatWasThereTwiceStaysInIt() {
    onMainThread {
      SidebarBench.run(chats: 1, height: 900) {
        Self.answer($0) { minute in
          let words = "Words of minute \(minute)"
          return minute == 100
            ? Array(repeating: words, count: 120).joined(separator: " and then again, and on, ") : words
        }
      }
    }
  }
}

extension SidebarBench {
  /// The top edge of a message in the window.
  fileprivate func top(_ message: Message, line: UInt = #line) -> Double {
    let row = tab.view?.list.row(message.id)
    XCTAssertEqual(row?.isMapped, true, "the message is not in view", line: line)
    return row?.convert(Point(x: 0, y: 0), to: window)?.y ?? .nan
  }

  fileprivate var focusIsInMessages: Bool {
    guard let view = tab.view, let focus = window.focusWidget else { return false }
    return view.list.isAncestor(of: focus)
  }

  fileprivate var report: ImportReportView { find(ImportReportView.self, in: window)! }
}
