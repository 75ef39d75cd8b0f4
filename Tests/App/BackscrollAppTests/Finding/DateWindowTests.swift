import Chats
import Foundation
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Finding
@testable import MessageRow
@testable import Reader

/// Going to a date, in a window.
final class DateWindowTests: XCTestCase {
  private static let day: Int64 = 86_400_000
  /// Saturday, 1 March 2025, 00:00 UTC.
  private static let march: Int64 = 1_740_787_200_000

  /// In the chat "Dates": from December 2024 on, some messages on each second day, more on the 15th of March.
  private static func messages(in folder: URL) -> [ImportedMessage] {
    stride(from: -80, through: 40, by: 2).flatMap { number in
      (0..<(number == 14 ? 120 : 8)).map { message(number, $0) }
    }
  }

  /// A message at nine o'clock or a multiple of five minutes later, that many days after the 1st of March.
  private static func message(_ day: Int, _ number: Int) -> ImportedMessage {
    ImportedMessage(
      conversationKey: "dates", conversationTitle: "Dates", sourceID: "\(day) \(number)",
      sender: .init(key: "ann", name: "Ann"), isOwn: false,
      sentAt: march + Int64(day) * Self.day + 9 * 3_600_000 + Int64(number) * 300_000,
      text: "Day \(day), number \(number)")
  }

  @MainActor
  private static func run(
    width: Int = 1_000, height: Int = 760, file: StaticString = #filePath, line: UInt = #line,
    _ body: @escaping @MainActor (SidebarBench, ChatView) -> Void
  ) {
    SidebarBench.run(
      chats: 1, adding: messages, width: width, height: height, file: file, line: line
    ) { bench in
      guard let view = bench.tab.view, view.conversation.title == "Dates" else {
        return XCTFail("another chat")
      }
      body(bench, view)
    }
  }

  /// Waits until the panel is open, and has counted and found its destination.
  @MainActor
  private static func panel(
    of view: ChatView, file: StaticString = #filePath, line: UInt = #line
  ) -> DatePanel? {
    pump("the panel", file: file, line: line) {
      guard let panel = view.dates.panel else { return false }
      return panel.isMapped && panel.finder.contents != .loading && (panel.hit != nil || panel.isEmpty)
    }
    return view.dates.panel
  }

  /// Waits until the reader is at the first message of a day, or at another one of it.
  @MainActor
  private static func expectAt(
    _ text: String, _ view: ChatView, file: StaticString = #filePath, line: UInt = #line
  ) {
    pump("“\(text)” in view", file: file, line: line) {
      !view.dates.isOpen
        && view.visibleRows.contains { view.feed.model.messages[$0].text == text }
        && view.list.row(view.feed.model.messages.first { $0.text == text }!.id)?.isMapped == true
    }
  }

  @MainActor
  private static func showMarch(_ panel: DatePanel) {
    panel.finder.show(month: march)
    pump("March") { panel.shownTexts.contains("March 2025") && !panel.finder.isCounting }
  }

  @MainActor
  private static func type(_ text: String, _ panel: DatePanel, until note: String) {
    panel.entry.text = text
    pump("“\(note)”, not “\(panel.note.text)”") { panel.note.text == note }
  }

  func testTheActionOpensItAndADayThatIsChosenIsWhereTheReaderLands() {
    onMainThread {
      Self.run { bench, view in
        bench.window.activateAction("win.go-to-date")
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertNotNil(view.floatingDate.shownDay, "the day stays while it is open")
        XCTAssertTrue(panel.entry.containsFocus)
        XCTAssertTrue(panel.hasAccessibleRole(.dialog))
        XCTAssertEqual(panel.accessibleLabel, "Go to Date")
        // The newest message is of 10 April.
        XCTAssertTrue(panel.shownTexts.contains("April 2025"), "\(panel.shownTexts)")
        let cells = bench.all(Button.self, in: panel.grid).filter(\.isMapped)
        XCTAssertEqual(cells.count, 30)
        XCTAssertEqual(cells.filter(\.sensitive).compactMap(\.label), ["2", "4", "6", "8", "10"])
        XCTAssertEqual(cells[3].accessibleLabel, "Friday, 4 April 2025, 8 messages")
        XCTAssertEqual(cells[3].tooltipText, "Friday, 4 April: 8 messages")
        XCTAssertEqual(cells[4].accessibleLabel, "Saturday, 5 April 2025, No messages")
        XCTAssertTrue(panel.grid.press("4"))
        Self.expectAt("Day 34, number 0", view)
        // The focus was on the third or fourth message of the day.
        pump("the focus") { bench.window.focusWidget is MessageRow }
        XCTAssertEqual((bench.window.focusWidget as? MessageRow)?.content?.message.text, "Day 34, number 0")
        pump("the day to go") { view.floatingDate.shownDay == nil }
      }
    }
  }

  func testTheFloatingDateOpensItWhereTheReaderIs() {
    onMainThread {
      Self.run { bench, view in
        bench.window.activateAction("win.go-to-date")
        guard let first = Self.panel(of: view) else { return }
        Self.type("15 mar 2025", first, until: "Saturday, 15 March 2025, 120 messages")
        XCTAssertTrue(first.press("Go To"))
        Self.expectAt("Day 14, number 0", view)
        view.floatingDate.noteMovement()
        view.floatingDate.show("Saturday 15 March")
        XCTAssertTrue(view.floatingDate.press("Saturday 15 March"))
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertTrue(panel.shownTexts.contains("March 2025"), "\(panel.shownTexts)")
        view.dates.close()
        XCTAssertFalse(view.dates.isOpen)
        pump("the day to go") { view.floatingDate.shownDay == nil }
        drain()
      }
    }
  }

  func testWhatIsTypedIsFoundOrSaidNotToExist() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        Self.type("31 feb 2025", panel, until: "Invalid date: 31 feb 2025")
        XCTAssertFalse(panel.go.sensitive)
        Self.type(
          "15 mar 2025 10:31", panel,
          until: "Saturday, 15 March 2025, 10:31, 120 messages that day, nearest at 10:30")
        XCTAssertTrue(panel.go.sensitive)
        XCTAssertEqual(panel.time.text, "10:31")
        Self.type("mar 2025", panel, until: "March 2025, 240 messages")
        XCTAssertEqual(panel.time.text, "", "the time went with what was typed")
        Self.type("2 mar 2025", panel, until: "Sunday, 2 March 2025, No messages, nearest on 3 Mar 2025")
        Self.type("2024", panel, until: "2024, 88 messages")
        pump("the month of the first message") { panel.shownTexts.contains("December 2024") }
        // The time is in a separate field, too.
        Self.type("15 mar 2025", panel, until: "Saturday, 15 March 2025, 120 messages")
        panel.time.text = "9:59"
        pump("the time") {
          panel.note.text == "Saturday, 15 March 2025, 09:59, 120 messages that day, nearest at 10:00"
        }
        panel.time.text = "9:99"
        XCTAssertEqual(panel.note.text, "Invalid date: 15 mar 2025 9:99")
        panel.time.text = "9:59"
        // Before the place is found.
        XCTAssertTrue(panel.press("Go To") || panel.hit == nil)
        pump("it to be found") { panel.hit != nil || !view.dates.isOpen }
        if view.dates.isOpen { XCTAssertTrue(panel.press("Go To")) }
        Self.expectAt("Day 14, number 12", view)
      }
    }
  }

  func testTheEndsOfTheConversation() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertEqual(panel.first.accessibleLabel, "First message, 11 Dec 2024")
        XCTAssertEqual(panel.last.accessibleLabel, "Last message, 10 Apr 2025")
        XCTAssertTrue(panel.first.sensitive)
        XCTAssertFalse(panel.last.sensitive, "the reader is there")
        panel.didChoose?(.message(panel.finder.ends!.first))
        Self.expectAt("Day -80, number 0", view)
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertFalse(panel.first.sensitive)
        XCTAssertTrue(panel.last.sensitive)
        panel.didChoose?(.end)
        Self.expectAt("Day 40, number 7", view)
      }
    }
  }

  func testKeysGoFromDayToDayPastThoseWithoutMessages() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        let finder = panel.finder
        @MainActor func expect(_ step: DateFinder.Step, _ day: Int, line: UInt = #line) {
          let wanted = Self.march + Int64(day) * Self.day
          panel.grid.didMove?(step)
          pump("day \(day) after \(step)", line: line) {
            finder.chosen.lowerBound == wanted && !finder.isCounting
          }
        }
        panel.grid.stop?.takeFocus()
        XCTAssertTrue(panel.grid.containsFocus)
        XCTAssertEqual(finder.chosen.lowerBound, Self.march + 38 * Self.day, "that of the topmost message")
        expect(.day(-1), 36)
        expect(.day(1), 38)
        expect(.day(1), 40)
        panel.grid.didMove?(.day(1))
        expect(.week(-1), 32)
        // The 2nd of March is empty, and the 1st as near as the 3rd.
        expect(.month(-1), 0)
        expect(.month(-1), -28)
        // There is nothing beyond.
        expect(.year(1), -28)
        expect(.weekStart, -32)
        expect(.weekEnd, -28)
        XCTAssertTrue(panel.grid.containsFocus, "the focus follows")
        XCTAssertEqual(
          (bench.window.focusWidget as? Button)?.accessibleLabel?.hasPrefix("Saturday, 1 February"), true)
        pump("what it leads to") { panel.hit?.typed.span == finder.chosen }
        view.dates.close()
      }
    }
  }

  func testDaysYearsAndMonthsAreOneStopEach() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        let days = bench.all(Button.self, in: panel.grid).filter(\.isMapped)
        XCTAssertEqual(days.filter(\.focusable).compactMap(\.label), ["8"], "the day of the topmost message")
        let lists = bench.all(CountList.self, in: panel)
        XCTAssertEqual(lists.count, 2)
        for (list, name) in zip(lists, ["2025, 512 messages", "Apr, 40 messages"]) {
          XCTAssertTrue(list.moveFocus(.forward), name)
          XCTAssertEqual(bench.window.focusWidget?.accessibleLabel, name)
          XCTAssertFalse(list.moveFocus(.forward), name)
        }
        // From January to April there are messages.
        XCTAssertTrue(lists[1].move(by: Key.up))
        XCTAssertEqual(bench.window.focusWidget?.accessibleLabel?.hasPrefix("Mar"), true)
        XCTAssertTrue(lists[1].move(by: Key.home))
        XCTAssertEqual(bench.window.focusWidget?.accessibleLabel?.hasPrefix("Jan"), true)
        XCTAssertTrue(lists[1].move(by: Key.end))
        XCTAssertEqual(bench.window.focusWidget?.accessibleLabel?.hasPrefix("Apr"), true)
        view.dates.close()
      }
    }
  }

  // The keys continued from the chosen day, in a month that is not shown.
  func testKeysInAnotherMonthGoOnFromItsFirstDay() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        Self.showMarch(panel)
        XCTAssertTrue(panel.grid.moveFocus(.forward))
        XCTAssertEqual((bench.window.focusWidget as? Button)?.label, "1")
        panel.grid.didMove?(.day(1))
        pump("the 3rd") { panel.finder.chosen.lowerBound == Self.march + 2 * Self.day }
        XCTAssertEqual((bench.window.focusWidget as? Button)?.label, "3")
        view.dates.close()
      }
    }
  }

  func testYearsAndMonthsShowAnother() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertTrue(panel.shownTexts.contains("512"), "messages of 2025: \(panel.shownTexts)")
        let row = bench.all(Button.self, in: panel).first { $0.accessibleLabel == "2024, 88 messages" }
        XCTAssertNotNil(row)
        panel.finder.show(year: Self.march - 80 * Self.day)
        pump("December") { panel.shownTexts.contains("December 2024") && !panel.finder.isCounting }
        Self.showMarch(panel)
        let shades = bench.all(Button.self, in: panel.grid).filter(\.isMapped)
        XCTAssertEqual(shades.filter(\.sensitive).count, 16)
        view.dates.close()
      }
    }
  }

  // The answer about the year came later, and took the reader away from the month.
  func testAMonthThatIsChosenAfterAYearStays() {
    onMainThread {
      Self.run { _, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        panel.finder.show(year: Self.march - 80 * Self.day)
        panel.finder.show(month: Self.march - 40 * Self.day)
        pump("January") { !panel.finder.isCounting }
        XCTAssertTrue(panel.shownTexts.contains("January 2025"), "\(panel.shownTexts)")
        view.dates.close()
      }
    }
  }

  func testAConversationWithoutMessagesSaysSo() {
    onMainThread {
      let bench = ChatBench(messages: 1)
      let pages = ChatPages(archive: bench.archive, conversation: 4711)
      var conversation = bench.conversation
      conversation.id = 4711
      let view = ChatView(conversation, pages: pages)
      let window = Window()
      window.setDefaultSize(width: 700, height: 640)
      window.child = view
      window.present()
      pump("nothing") { view.feed.content == .empty && view.isMapped }
      view.dates.open()
      guard let panel = Self.panel(of: view) else { return }
      XCTAssertEqual(panel.shownTexts, ["No messages"])
      window.destroy()
      drain()
      bench.close()
    }
  }

  func testANarrowWindowHasASheet() {
    onMainThread {
      Self.run(width: 400, height: 700) { bench, view in
        bench.window.activateAction("win.go-to-date")
        guard let panel = Self.panel(of: view) else { return }
        let sheet = bench.window.bottomSheet
        XCTAssertTrue(sheet.isOpen)
        XCTAssertNotNil(bench.find(MenuButton.self, in: panel), "years and months are menus")
        bench.paint()
        XCTAssertEqual(AuditTests.faults(in: panel).faults, [])
        XCTAssertTrue(panel.entry.containsFocus)
        XCTAssertEqual(bench.find(AdaptiveRoot.self, in: bench.window)?.canFocus, false)
        bench.window.activateAction("win.go-to-date")
        XCTAssertTrue(view.dates.panel === panel)
        sheet.close()
        pump("the sheet to go") { !sheet.isMapped && !view.dates.isOpen }
        bench.window.activateAction("win.go-to-date")
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertTrue(panel.grid.press("2"))
        Self.expectAt("Day 32, number 0", view)
        pump("the sheet to go") { !sheet.isMapped }
        pump("the focus on the first message of the day") {
          (bench.window.focusWidget as? MessageRow)?.content?.message.text == "Day 32, number 0"
        }
      }
    }
  }

  func testTheSheetFitsATelephonesScreenWhileFingersAreUsed() {
    onMainThread {
      Self.run(width: 360, height: 640) { bench, view in
        bench.window.lastInput = .touch
        bench.window.activateAction("win.go-to-date")
        guard let panel = Self.panel(of: view) else { return }
        bench.paint()
        let scroller = bench.find(ScrolledWindow.self, in: bench.window.bottomSheet)!
        XCTAssertTrue(scroller.isAncestor(of: panel))
        pump("a layout") { scroller.vadjustment.upper > 1 }
        XCTAssertLessThanOrEqual(scroller.vadjustment.upper, scroller.vadjustment.pageSize)
      }
    }
  }

  func testLargeTextHasASheetInAWideWindow() {
    onMainThread {
      let settings = DesktopSettings.current!
      let before = settings.fontResolution
      settings.fontResolution = 96 * 1.5
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        XCTAssertTrue(bench.window.bottomSheet.isOpen)
        XCTAssertNotNil(bench.find(MenuButton.self, in: panel))
        view.dates.close()
      }
      settings.fontResolution = before
    }
  }

  func testItClosesWhenTheConversationTheTabOrTheWindowGoes() {
    onMainThread {
      for width in [1_000, 400] {
        Self.run(width: width) { bench, view in
          view.dates.open()
          _ = Self.panel(of: view)
          bench.window.show(.lab)
          pump("it to close") { !view.dates.isOpen && !bench.window.bottomSheet.isOpen }
          bench.window.activateAction("win.go-to-date")
          XCTAssertFalse(view.dates.isOpen, "not while another tab shows")
          bench.window.show(.chat)
          pump("the chat") { view.isMapped }
          view.dates.open()
          _ = Self.panel(of: view)
          let other = bench.tab.session.conversations.first { $0.title != "Dates" }!
          bench.tab.open(.lastPlace(in: other.id))
          pump("it to close") { !view.dates.isOpen && !bench.window.bottomSheet.isOpen }
          pump("the other chat") {
            bench.tab.view?.isMapped == true && bench.tab.view?.feed.content == .items
          }
          bench.paint()
          XCTAssertTrue(bench.tab.view?.window?.focusWidget?.isMapped ?? true)
          // The window is closed while the panel is open.
          bench.tab.view?.dates.open()
          if let view = bench.tab.view { _ = Self.panel(of: view) }
        }
      }
    }
  }

  func testWhatArrivesIsCounted() {
    onMainThread {
      Self.run { bench, view in
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        let result = try! bench.archive.writeBatch([Self.message(40, 100), Self.message(41, 0)])
        bench.tab.noteImport(into: result.conversations)
        pump("the counts") {
          let cells = bench.all(Button.self, in: panel.grid).filter { $0.isMapped && $0.sensitive }
          return cells.compactMap(\.label) == ["2", "4", "6", "8", "10", "11"]
            && cells[4].accessibleLabel == "Thursday, 10 April 2025, 9 messages"
        }
        XCTAssertEqual(panel.last.accessibleLabel, "Last message, 11 Apr 2025")
        view.dates.close()
      }
    }
  }

  func testDaysAndTimesAreThoseOfTheConversationsZone() {
    onMainThread {
      Self.run { bench, view in
        let chat = view.conversation.id
        var isSet = false
        Task {
          try! await bench.archive.setTimeZone("Pacific/Auckland", of: chat)
          isSet = true
        }
        pump("the zone") { isSet }
        bench.tab.noteChange(of: [chat])
        pump("the chat anew") {
          bench.tab.view !== view && bench.tab.view?.feed.content == .items
            && bench.tab.view?.isMapped == true
            && bench.tab.view?.visibleRows.isEmpty == false
        }
        guard let view = bench.tab.view else { return }
        // 21:00 in Auckland, after the end of its summer.
        XCTAssertEqual(view.feed.model.content(at: view.feed.model.count - 8).time, "21:00")
        view.dates.open()
        guard let panel = Self.panel(of: view) else { return }
        Self.type("15 mar 2025", panel, until: "Saturday, 15 March 2025, 24 messages")
        Self.type("16 mar 2025", panel, until: "Sunday, 16 March 2025, 96 messages")
        XCTAssertTrue(panel.press("Go To"))
        Self.expectAt("Day 14, number 24", view)
        let index = view.feed.model.messages.firstIndex { $0.text == "Day 14, number 24" }!
        XCTAssertTrue(view.feed.model.decorations[index].startsDay, "the row begins the day, too")
      }
    }
  }

  // A panel that retained any part of a chat that was left would retain its rows.
  func testNothingIsLeftOfItWhenItsConversationIsLeft() {
    onMainThread {
      Self.run { bench, _ in
        let ids = bench.tab.session.conversations.map(\.id)
        @MainActor func goToAndFro(_ times: Int) {
          var left = Departing()
          for place in 0..<2 * times {
            bench.tab.open(.lastPlace(in: ids[(place + 1) % 2]))
            pump("the rows") { bench.tab.view.map { $0.isMapped && !$0.list.visibleRange.isEmpty } == true }
            guard let view = bench.tab.view else { return }
            left.watch(view)
            view.dates.open()
            left.watch(Self.panel(of: view))
            if place % 3 == 0 { view.dates.close() }
          }
          // It has two messages. The number of rows that a longer one has made depends on the time that it had.
          bench.tab.open(.lastPlace(in: ids[1]))
          pump("all rows") { bench.tab.view.map { $0.isMapped && $0.list.isSettled } == true }
          pump("what was left to go") { left.areGone }
          bench.paint()
        }
        goToAndFro(4)
        let (objects, closures) = (Object.liveCount, liveClosureCount)
        goToAndFro(3)
        pump("what belonged to it to go") {
          Object.liveCount <= objects && liveClosureCount <= closures
        }
      }
    }
  }
}
