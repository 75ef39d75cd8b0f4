@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Reader
@testable import Showcase

/// The header, and the bar at the bottom of a narrow window: they do not move.
final class HeaderTests: XCTestCase {
  func testTheSwitcherStandsAtTheSamePlaceInAllTabsAtEveryWidth() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 1_240, height: 300) { bench in
        // Widths beyond those of a screen.
        bench.expectStillSwitchers(
          at: Array(stride(from: 1_600, through: 1_260, by: -20)), isLaidOutOnly: true)
        bench.expectStillSwitchers(at: Array(stride(from: 1_240, through: 360, by: -20)))
      }
    }
  }

  func testAWindowThatGrowsHasTheSwitcherAtTheSamePlaceInAllTabs() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 360, height: 300) { bench in
        bench.expectStillSwitchers(at: Array(stride(from: 560, through: 900, by: 20)))
      }
    }
  }

  // The window had only the close button, and room for a choice, until it was painted.
  func testAWindowThatAppearsInPlaceOfAnotherHasTheSameButtons() {
    onMainThread {
      @MainActor func buttons(in widget: Widget) -> Int {
        widget.all(Widget.self).count { $0.cssNodeName == "button" && $0.isMapped }
      }
      let windows = (0..<2).map { _ in Window() }
      for window in windows {
        window.setTitlebar(HeaderBar())
        window.setDefaultSize(width: 400, height: 300)
      }
      windows[0].present()
      pump("the first window") { windows[0].isMapped }
      windows[1].belong(to: windows[0])
      windows[1].present()
      pump("the second window") { windows[1].isMapped }
      XCTAssertEqual(buttons(in: windows[1]), buttons(in: windows[0]))
      XCTAssertGreaterThan(buttons(in: windows[0]), 1)
      // The owner of the second window may be closed first.
      windows[0].destroy()
      drain()
      windows[1].belong(to: nil)
      windows[1].destroy()
      drain()
    }
  }

  func testTheTabsOfANarrowWindowAreEquallyWide() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 360) { bench in
        let buttons = bench.switcher!.children.map(\.width)
        XCTAssertLessThanOrEqual(buttons.max()! - buttons.min()!, 1, "\(buttons)")
      }
    }
  }

  func testTheChoiceOfOlderMessagesIsInTheHeaderOrInTheMenu() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 1_240, height: 300) { bench in
        let tool = bench.find(OlderMenu.self, in: bench.window)!
        let title = bench.find(TitleBlock.self, in: bench.window)!
        var wasShown: Set<Bool> = []
        for width in stride(from: 1_240, through: 360, by: -40) {
          bench.resize(width, 300)
          XCTAssertEqual(bench.menu.contains("Older Messages"), !tool.isMapped, "at \(width)")
          if tool.isMapped { XCTAssertGreaterThanOrEqual(title.width, title.headingWidth, "at \(width)") }
          wasShown.insert(tool.isMapped)
        }
        XCTAssertEqual(wasShown, [true, false])
      }
    }
  }

  func testTheFirstRowLetsOlderMessagesLoadWhileScrolling() {
    onMainThread {
      SidebarBench.run(
        chats: 1, adding: { _ in (0..<200).map { SidebarBench.message("Word \($0)", in: 7, $0) } }
      ) { bench in
        pump("the chat") { bench.shown == SidebarBench.title(7) }
        bench.window.activateAction("win.older-loading", text: "pull")
        pump("the row") { bench.tab.view?.olderRow.visible == true }
        XCTAssertTrue(bench.tab.view?.olderRow.press("Always Load") ?? false)
        pump("the choice") { bench.tab.olderLoading == .auto }
        pump("the end of the row") { bench.tab.view?.olderRow.visible == false }
        Settings.update { $0.archiveOlderLoading = nil }
      }
    }
  }

  func testTheFeedHasARefreshButtonInThePlaceOfTheSearch() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 1_000, height: 300) { bench in
        @MainActor func button(_ label: String) -> Button? {
          bench.all(Button.self, in: bench.window).first { $0.accessibleLabel == label }
        }
        let (search, refresh) = (button("Search in This Chat")!, button("Refresh")!)
        XCTAssertFalse(refresh.isMapped)
        let place = search.bounds(in: bench.window)
        bench.window.show(.feed)
        bench.paint()
        XCTAssertTrue(refresh.isMapped)
        XCTAssertFalse(search.isMapped)
        XCTAssertEqual(refresh.bounds(in: bench.window), place)
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the rows") { feed.feed.items.count == 30 }
        XCTAssertTrue(bench.window.activateAction("win.refresh"))
        pump("the refresh") { feed.feed.pager.generation == 2 }
        // The button applies to the list, so the page of a repository has none.
        feed.open(feed.feed.items[0])
        bench.paint()
        XCTAssertFalse(refresh.isMapped)
        feed.goBack()
        bench.paint()
        XCTAssertTrue(refresh.isMapped)
      }
    }
  }

  func testAShortTitleIsWholeAtEveryWidth() {
    onMainThread {
      SidebarBench.run(chats: 2, width: 1_000, height: 300) { bench in
        let title = bench.find(TitleBlock.self, in: bench.window)!
        for width in stride(from: 1_000, through: 360, by: -40) {
          bench.resize(width, 300)
          XCTAssertEqual(bench.shown, "Chat 2")
          XCTAssertGreaterThanOrEqual(title.width, min(title.headingWidth, 90), "at \(width)")
        }
      }
    }
  }
}

extension SidebarBench {
  /// The visible switcher.
  fileprivate var switcher: TabSwitcher? { all(TabSwitcher.self, in: window).first(where: \.isMapped) }

  /// The labels of the window's menu.
  fileprivate var menu: [String] { window.menu.shown.map { WindowMenu.menu($0).entries.map(\.label) } ?? [] }

  /// The place of the switcher, and of each of its buttons, as of the latest frame.
  private var places: [Rect] {
    guard let switcher else { return [] }
    return ([switcher] + Tab.allCases.compactMap { switcher.button(for: $0) }).compactMap {
      $0.bounds(in: window)
    }
  }

  /// Visits all tabs at each width. `isLaidOutOnly`: only the window's content gets the width; the window keeps its own.
  fileprivate func expectStillSwitchers(
    at widths: [Int], isLaidOutOnly: Bool = false, file: StaticString = #filePath, line: UInt = #line
  ) {
    let content = window.child!
    for width in widths {
      window.show(.chat)
      if !isLaidOutOnly { resize(width, 300) }
      var before: [Rect] = []
      for tab in Tab.allCases {
        window.show(tab)
        GtkTestSupport.paint(window, frames: 1)
        if isLaidOutOnly {
          _ = content.measured(.horizontal)
          content.place(x: 0, y: 0, width: width, height: content.height)
          XCTAssertEqual(content.width, width, file: file, line: line)
        }
        if tab == .chat { before = places }
        XCTAssertEqual(places, before, "\(tab) at \(width)", file: file, line: line)
      }
      XCTAssertEqual(before.count, 1 + Tab.allCases.count, "at \(width)", file: file, line: line)
    }
  }
}
