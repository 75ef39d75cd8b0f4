import ChatStatistics
import ChatStore
import Chats
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Controls
@testable import Finding
@testable import Reader
@testable import Statistics

/// The statistics: what they count and show, and where their numbers lead.
final class StatisticsPageTests: XCTestCase {
  /// 1 March 2024, 12:00 UTC.
  private static let noon: Int64 = 1_709_294_400_000

  private static func message(
    _ number: Int, day: Int, _ text: String, from name: String, in chat: String = "hut"
  ) -> ImportedMessage {
    ImportedMessage(
      conversationKey: chat, conversationTitle: chat == "hut" ? "Hut keepers" : "Work", sourceID: "\(number)",
      sender: .init(key: name, name: name), sentAt: noon + Int64(day) * 86_400_000 + Int64(number) * 60_000,
      text: text)
  }

  private static let messages = [
    message(1, day: 0, "The gate is open", from: "Mara"),
    message(2, day: 0, "Which gate? 👍", from: "Jonas Weber"),
    message(3, day: 0, "gate two", from: "Mara"), message(4, day: 40, "The stove is warm", from: "Mara"),
    message(5, day: 400, "gate again", from: "Mara"),
    message(6, day: 3, "a report", from: "Mara", in: "work"),
  ]

  @MainActor
  private static func run(
    width: Int = 1_000, _ body: @escaping @MainActor (SidebarBench, StatisticsPage) -> Void
  ) {
    let added: (URL) -> [ImportedMessage] = { _ in messages }
    SidebarBench.run(chats: 1, adding: added, width: width) { bench in
      let window = bench.window
      let hut = bench.view.contents.chats.first { $0.title == "Hut keepers" }!.id
      bench.tab.open(.lastPlace(in: hut))
      pump("the chat") {
        bench.tab.view?.conversation.id == hut && bench.tab.view?.feed.content == .items
      }
      window.activateAction("win.statistics")
      pump("the numbers") { window.coverPages?.statistics.page.map(isCounted) ?? false }
      body(bench, window.coverPages!.statistics.page!)
    }
  }

  @MainActor
  private static func isCounted(_ page: StatisticsPage) -> Bool {
    if case .loaded = page.model.state { page.isMapped } else { false }
  }

  /// The charts of the page in their order.
  @MainActor
  private static func charts(_ widget: Widget) -> [ChartWidget] {
    widget.children.flatMap { child -> [ChartWidget] in
      (child as? ChartWidget).map { [$0] } ?? charts(child)
    }
  }

  @MainActor
  private static func buttons<Kind: Button>(_ widget: Widget, of kind: Kind.Type) -> [Kind] {
    widget.children.flatMap { child in (child as? Kind).map { [$0] } ?? buttons(child, of: kind) }
  }

  /// The headings of a table.
  @MainActor
  private static func heads(_ table: NumberTable) -> [Button] {
    table.all(Button.self).filter { $0.hasClass("bs-columnhead") }
  }

  func testInANarrowWindowTheFiguresAreRowsAndTheChartsStay() {
    onMainThread {
      Self.run { bench, page in
        let figures = { (isNarrow: Bool) in
          page.all(Box.self).contains { $0.hasClass("bs-chart-row") && $0.shownTexts.contains("Messages") }
            == isNarrow
        }
        XCTAssertTrue(figures(false))
        let charts = Self.charts(page)
        bench.resize(400)
        pump("rows") { figures(true) }
        XCTAssertEqual(charts.map(ObjectIdentifier.init), Self.charts(page).map(ObjectIdentifier.init))
        bench.resize(1_000)
        pump("a line") { figures(false) }
        XCTAssertEqual(charts.map(ObjectIdentifier.init), Self.charts(page).map(ObjectIdentifier.init))
      }
    }
  }

  func testThePageCountsTheChatAndASecondPressClosesIt() {
    onMainThread {
      Self.run { bench, page in
        let window = bench.window
        for text in ["5", "Messages", "Days with messages", "of 401 days", "Messages over time"] {
          XCTAssertTrue(page.shownTexts.contains(text), "\(text) in \(page.shownTexts)")
        }
        let chart = Self.charts(page)[0]
        XCTAssertEqual(chart.marks.count, 14, "a bar for each month")
        XCTAssertEqual(chart.marks[0], .init(unit: "March 2024", value: 3))
        XCTAssertEqual(chart.marks[2], .init(unit: "May 2024", value: 0))
        window.activateAction("win.statistics")
        XCTAssertNil(window.coverPages?.statistics.page)
      }
    }
  }

  func testABarLeadsToItsFirstMessage() {
    onMainThread {
      Self.run { bench, page in
        let window = bench.window
        let chart = Self.charts(page)[0]
        XCTAssertTrue(chart.takeFocus())
        XCTAssertEqual(chart.current, 13)
        chart.press(Key.home)
        chart.press(Key.right)
        XCTAssertEqual(chart.accessibleValueText, "April 2024, 1 message")
        // A month without messages leads nowhere.
        chart.press(Key.right)
        chart.press(Key.returnKey)
        XCTAssertNotNil(window.coverPages?.statistics.page)
        chart.press(Key.left)
        chart.press(Key.returnKey)
        pump("the chat") { window.coverPages?.statistics.page == nil }
        let view = bench.tab.view!
        pump("the message") {
          view.feed.model.messages.contains { message in
            message.text == "The stove is warm" && view.list.row(message.id)?.isMapped == true
          }
        }
        window.activateAction("win.back")
        pump("the page as it was left") { window.coverPages?.statistics.page === page && chart.isMapped }
        XCTAssertEqual(chart.accessibleValueText, "April 2024, 1 message")
        window.activateAction("win.back")
        XCTAssertNil(window.coverPages?.statistics.page)
        XCTAssertTrue(bench.tab.finding.history.canGoBack, "the place before the statistics")
      }
    }
  }

  func testTablesReplaceTheChartsAndLeadToTheMessages() {
    onMainThread {
      Self.run { bench, page in
        page.tables.active = true
        XCTAssertTrue(Self.charts(page).isEmpty)
        var rows = Self.buttons(page, of: NumberRow.self)
        XCTAssertEqual(
          rows.prefix(3).map(\.accessibleLabel),
          ["April 2025: 1 message", "April 2024: 1 message", "March 2024: 3 messages"])
        XCTAssertTrue(rows.contains { $0.accessibleLabel == "5 Apr 2025: 1 message" }, "a day of the year")
        // By the numbers, and back to the latest month first.
        let table = page.first(NumberTable.self)!
        Self.heads(table)[1].emit("clicked")
        rows = Self.buttons(table, of: NumberRow.self)
        XCTAssertEqual(
          rows.map(\.accessibleLabel),
          ["March 2024: 3 messages", "April 2024: 1 message", "April 2025: 1 message"])
        for _ in 0..<2 { Self.heads(table)[0].emit("clicked") }
        rows = Self.buttons(table, of: NumberRow.self)
        XCTAssertEqual(rows.map(\.accessibleLabel).last, "March 2024: 3 messages")
        rows[1].emit("clicked")
        pump("the message") { bench.window.coverPages?.statistics.page == nil }
        bench.window.activateAction("win.back")
        pump("the page") { bench.window.coverPages?.statistics.page === page }
        _ = page.pressed(Key.t, .control)
        XCTAssertEqual(Self.charts(page).count, 3)
      }
    }
  }

  func testTheCalendarAndTheWeekHaveTheirCells() {
    onMainThread {
      Self.run { _, page in
        let charts = Self.charts(page)
        pump("the layout") { charts.allSatisfy { $0.width > 0 } }
        XCTAssertEqual(charts[1].marks.count, 365, "the days of 2025")
        XCTAssertEqual(charts[1].marks.filter { $0.value > 0 }.map(\.name), ["5 Apr 2025, 1 message"])
        XCTAssertEqual(charts[2].marks.count, 7 * 24)
        XCTAssertEqual(charts[2].marks.reduce(0) { $0 + $1.value }, 5)
        for chart in charts {
          for index in chart.marks.indices where chart.marks[index].value > 0 {
            let rect = chart.rect(of: index)!
            let middle = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
            XCTAssertEqual(chart.index(at: middle), index, "\(chart.marks[index].name)")
            XCTAssertLessThanOrEqual(rect.maxX, Double(chart.width))
          }
        }
      }
    }
  }

  func testInAPhonesWindowTheYearIsInTwoParts() {
    onMainThread {
      Self.run(width: 360) { bench, page in
        let window = bench.window
        let chart = Self.charts(page)[1]
        pump("the layout") { chart.width > 0 && chart.width < 360 }
        let rects = chart.marks.indices.compactMap { chart.rect(of: $0) }
        XCTAssertEqual(rects.count, 365)
        XCTAssertLessThanOrEqual(rects.map(\.maxX).max()!, Double(chart.width))
        XCTAssertGreaterThan(rects.last!.y, rects[0].y + 60)
        XCTAssertLessThanOrEqual(window.width, 360)
        for (number, part) in [(1, StatisticsPage.Part.people), (2, .words)] {
          page.press(Key.one + UInt32(number), .control)
          XCTAssertEqual(page.part, part)
          let rows: [Button] =
            Self.buttons(page, of: NumberRow.self) + Self.buttons(page, of: CountedRow.self)
          pump("the rows") { !rows.isEmpty && rows[0].width > 0 }
          XCTAssertLessThanOrEqual(window.width, 360)
          guard let table = page.first(NumberTable.self) else { continue }
          pump("the menu that sorts") { table.sortButton.isMapped }
          XCTAssertFalse(table.all(Button.self).contains { $0.hasClass("bs-columnhead") && $0.isMapped })
          table.sortButton.activateAction("table.sort", text: "2")
          XCTAssertEqual(table.order, TableOrder(column: 2, isDescending: true))
        }
      }
    }
  }

  func testAPersonAndAWordLeadToTheSearch() {
    onMainThread {
      Self.run { bench, page in
        let window = bench.window
        page.press(Key.one + 1, .control)
        let people = Self.buttons(page, of: NumberRow.self)
        XCTAssertEqual(people.count, 2)
        XCTAssertEqual(
          people[0].accessibleLabel, "Mara, 4 messages, 80%, 12 words, 0 pictures and files")
        people[1].open?()
        pump("the results") {
          bench.tab.finding.isShowingResults && window.coverPages?.statistics.page == nil
        }
        XCTAssertEqual(
          bench.tab.finding.results?.field.query, "in:\"Hut keepers\" from:\"Jonas Weber\"")
        window.activateAction("win.statistics")
        pump("all chats") { window.coverPages?.statistics.page.map(Self.isCounted) ?? false }
        let all = window.coverPages!.statistics.page!
        XCTAssertTrue(all.model.isEverywhere)
        all.press(Key.one + 2, .control)
        let words = Self.buttons(all, of: CountedRow.self)
        XCTAssertEqual(words[0].accessibleLabel, "gate, 4")
        words[0].open()
        pump("the word") { bench.tab.finding.results?.field.query == "\"gate\"" }
      }
    }
  }

  func testASpanWithoutMessagesOffersAllTime() {
    onMainThread {
      Self.run { _, page in
        XCTAssertEqual(page.model.years, [2025, 2024])
        page.activateAction("statistics.span", text: "2025")
        pump("2025") { Self.isCounted(page) && page.shownTexts.contains("1 message") }
        page.activateAction("statistics.span", text: "30")
        pump("nothing") { page.shownTexts.contains("No messages in the last 30 days") }
        XCTAssertTrue(page.shownTexts.contains("The chat has none then."))
        XCTAssertTrue(page.press("Show All Time"))
        pump("all") { page.shownTexts.contains("5 messages") }
      }
    }
  }

  func testTheDaysOfARangeAreTyped() {
    onMainThread {
      Self.run { _, page in
        XCTAssertNil(page.spanPanel, "it has two calendars, which take longer than the page")
        let button = page.all(MenuButton.self).first {
          $0.accessibleLabel == "Time that is counted"
        }!
        button.open()
        pump("the choice") { page.spanPanel?.isMapped == true }
        let panel = page.spanPanel!
        let labels = Self.buttons(panel, of: Button.self).compactMap(\.accessibleLabel)
        XCTAssertEqual(
          labels.prefix(5),
          [
            "All Time, 5 messages", "Last 12 Months, No messages", "Last 30 Days, No messages",
            "2025, 1 message", "2024, 4 messages",
          ].map { $0.replacing("No messages", with: "0 messages") }[...])
        panel.days.from.text = "2024-04-01"
        pump("from April") { Self.isCounted(page) && page.shownTexts.contains("2 messages") }
        XCTAssertTrue(page.shownTexts.contains("From 1 Apr 2024 on"))
        panel.days.to.text = "2024-04"
        pump("April") { Self.isCounted(page) && page.shownTexts.contains("1 message") }
        XCTAssertTrue(page.shownTexts.contains("1 Apr 2024 – 30 Apr 2024"))
        XCTAssertEqual(
          page.model.span.filters(in: page.model.timeZone).map { "\($0.key):\($0.value)" },
          ["after:2024-03-31", "before:2024-05-01"])
        panel.days.from.text = "32 May"
        drain()
        XCTAssertTrue(panel.days.note.hasClass("bs-bad"))
        XCTAssertTrue(page.shownTexts.contains("1 Apr 2024 – 30 Apr 2024"), "as before")
        panel.days.from.text = "2024-05-01"
        panel.days.to.text = "2024-05-31"
        pump("nothing") { page.shownTexts.contains("No messages in these days") }
        XCTAssertTrue(page.press("Show All Time"))
        pump("all") { page.shownTexts.contains("5 messages") }
        XCTAssertEqual(panel.days.from.text, "")
        page.activateAction("statistics.span", text: "2024")
        pump("2024") { Self.isCounted(page) && page.shownTexts.contains("4 messages") }
        XCTAssertEqual(
          panel.all(Button.self).filter { $0.hasClass("bs-countrow") && $0.hasClass("chosen") }.count, 1)
      }
    }
  }

  func testAHeadingSortsThePeopleAndTurnsTheOrderRound() {
    onMainThread {
      Self.run { _, page in
        page.press(Key.one + 1, .control)
        @MainActor func names() -> [String] {
          Self.buttons(page, of: NumberRow.self).compactMap {
            $0.accessibleLabel?.split(separator: ",").first
          }
          .map(String.init)
        }
        let table = page.first(NumberTable.self)!
        pump("the headings") {
          table.all(Button.self).contains { $0.hasClass("bs-columnhead") && $0.isMapped && $0.width > 0 }
        }
        XCTAssertEqual(names(), ["Mara", "Jonas Weber"])
        let heads = Self.heads(table)
        XCTAssertEqual(
          heads.map(\.accessibleLabel), ["Person", "Messages", "Words", "Per message", "Media"])
        XCTAssertTrue(heads[1].hasClass("sorted"))
        heads[1].emit("clicked")
        XCTAssertEqual(names(), ["Jonas Weber", "Mara"])
        heads[0].emit("clicked")
        XCTAssertEqual(names(), ["Jonas Weber", "Mara"])
        heads[0].emit("clicked")
        XCTAssertEqual(names(), ["Mara", "Jonas Weber"])
        // The order stays when the numbers are shown again.
        page.model.count()
        pump("the numbers") { Self.isCounted(page) }
        XCTAssertEqual(page.first(NumberTable.self)?.order, TableOrder(column: 0, isDescending: true))
      }
    }
  }

  func testAWordCanBeLeftOut() {
    onMainThread {
      Self.run { _, page in
        page.press(Key.one + 2, .control)
        XCTAssertEqual(Self.buttons(page, of: CountedRow.self)[0].accessibleLabel, "gate, 4")
        Settings.update { $0.leftOutWords = ["gate"] }
        defer { Settings.update { $0.leftOutWords = nil } }
        page.press(Key.one, .control)
        page.press(Key.one + 2, .control)
        let words = Self.buttons(page, of: CountedRow.self).compactMap(\.accessibleLabel)
        XCTAssertFalse(words.contains("gate, 4"), "\(words)")
        XCTAssertTrue(page.press("gate"))
        pump("the word") {
          Self.buttons(page, of: CountedRow.self).first?.accessibleLabel == "gate, 4"
        }
      }
    }
  }

  func testAClosedArchiveIsAReasonAndATry() {
    onMainThread {
      Self.run { bench, page in
        let window = bench.window
        bench.tab.archive!.close()
        page.model.count()
        pump("the reason") { page.shownTexts.contains("Could not be counted") }
        XCTAssertTrue(page.shownTexts.contains("Try Again"))
        _ = page.escape(Key.escape)
        XCTAssertNil(window.coverPages?.statistics.page)
      }
    }
  }

  func testThePictureOfAPageHasAllOfIt() {
    onMainThread {
      Self.run { _, page in
        for part in StatisticsPage.Part.allCases {
          XCTAssertTrue(
            page.pressed(Key.one + UInt32(StatisticsPage.Part.allCases.firstIndex(of: part)!), .control))
          paint(page.window!)
          guard let picture = page.picture, let cards = page.first(Clamp.self) else { return XCTFail("none") }
          XCTAssertGreaterThan(picture.width, 2 * (cards.width - 60), "\(part)")
          let card = page.all(Widget.self).filter { $0.hasClass("bs-chart-card") }.map(\.height)
          XCTAssertGreaterThan(picture.height, 2 * card.reduce(0, +), "what is scrolled away, too")
        }
      }
    }
  }

  func testTheTablesOfAPageAreCommaSeparated() {
    var statistics = ChatStatistics()
    statistics.days = [19_783: 2]
    statistics.usedWords = [.init(text: "a \"b\", c", count: 2), .init(text: "=1", count: 1)]
    XCTAssertEqual(
      StatisticsTable.words(statistics, shown: statistics.usedWords),
      "Word,Used\r\n\"a \"\"b\"\", c\",2\r\n'=1,1\r\n\r\nEmoji,Used\r\n\r\nReaction,Used\r\n")
    let time = StatisticsTable.time(statistics)
    XCTAssertTrue(time.contains("\r\nDay,Messages\r\n2024-03-01,2\r\n"), time)
    XCTAssertTrue(time.contains("\r\nSunday,0,0,"), time)
  }
}

extension ChartWidget {
  fileprivate func press(_ key: UInt32) { _ = pressed(key, []) }
}

extension StatisticsPage {
  fileprivate func press(_ key: UInt32, _ modifiers: Modifiers) { _ = pressed(key, modifiers) }
}
