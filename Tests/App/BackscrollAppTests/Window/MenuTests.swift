@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Importing
@testable import Showcase

/// The window's menu.
final class MenuTests: XCTestCase {
  /// The most entries of a menu that can be read at a glance.
  private static let limit = 9

  func testNoMenuHasMoreThanNineEntries() {
    onMainThread {
      @MainActor func expectFew(_ entries: [Menu.Entry], _ name: String) {
        XCTAssertTrue((1...Self.limit).contains(entries.count), "\(name): \(entries.map(\.label))")
        for entry in entries {
          if let submenu = entry.submenu, entry.label != "Recent" {
            expectFew(submenu, "\(name), \(entry.label)")
          }
        }
      }
      for tab in Tab.allCases {
        for isDemo in [false, true] {
          for hasTool in [false, true] {
            let menu = WindowMenu.menu(.init(tab, isDemo: isDemo, hasTool: hasTool))
            expectFew(menu.entries, "\(tab)")
          }
        }
      }
      // The menu also has the demo's conversation.
      XCTAssertLessThan(Settings.recentLimit, Self.limit)
    }
  }

  func testWhatTriesThingsOutIsOnlyInTheDemoAndTheGallery() {
    onMainThread {
      @MainActor func labels(_ tab: Tab, isDemo: Bool) -> [String] {
        WindowMenu.menu(.init(tab, isDemo: isDemo)).entries.map(\.label)
      }
      XCTAssertTrue(labels(.chat, isDemo: true).contains("Simulate Incoming Messages"))
      XCTAssertFalse(labels(.chat, isDemo: false).contains("Simulate Incoming Messages"))
      for tab in Tab.allCases {
        XCTAssertEqual(labels(tab, isDemo: false).contains("Demo Tools"), tab == .feed)
      }
    }
  }

  func testTheFeedHasNoMenuOfItsOwnAndTheWindowsMenuReachesIt() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        bench.window.show(.feed)
        bench.paint()
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the first page") { feed.feed.items.count == 30 }
        XCTAssertEqual(
          bench.all(MenuButton.self, in: feed).count, 3,
          "the languages, the topics, and the filters that do not fit")
        // The menu looks the action up from the button.
        XCTAssertTrue(bench.window.menu.button.activateAction("feed.latency", text: "0"))
        XCTAssertTrue(bench.window.menu.button.activateAction("feed.fail-next"))
      }
    }
  }

  func testTheMenuIsThatOfTheTabThatShowsInTheSamePopover() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let menu = bench.window.menu
        let popover = menu.button.popover
        for tab in [Tab.lab, .chat, .lab, .chat] {
          bench.window.show(tab)
          bench.paint()
          XCTAssertEqual(menu.shown?.tab, tab)
          XCTAssertTrue(menu.button.popover === popover, "GTK 4.8 crashes in another one")
        }
      }
    }
  }

  // The search opened below the page, and the gallery of pictures replaced the content that the page covered.
  func testKeysDoNothingBelowThePageOfAnImport() {
    onMainThread {
      SidebarBench.run(chats: 3) { bench in
        let shown = bench.shown
        bench.window.offerImport(of: ["/nowhere/result.json"])
        let page = bench.find(ImportPage.self, in: bench.window)
        XCTAssertNotNil(page)
        for action in ["find", "sidebar", "media", "next-chat", "previous-chat", "go-to-date", "add-note"] {
          bench.window.activateAction("win.\(action)")
        }
        bench.window.activateAction("win.show-tab", text: "lab")
        bench.paint()
        XCTAssertFalse(bench.tab.finding.isSearching)
        XCTAssertFalse(bench.window.sidebar.sheet.isOpen)
        XCTAssertNil(bench.window.coverPages?.media.page)
        XCTAssertEqual(bench.shown, shown)
        XCTAssertNil(bench.find(LabTab.self, in: bench.window))
        XCTAssertEqual(page?.containsFocus, true)
        XCTAssertTrue(page?.isMapped == true)
        pump("the page is closed") {
          _ = page?.press("Close") ?? false
          return bench.find(ImportPage.self, in: bench.window) == nil
        }
        bench.window.activateAction("win.find")
        XCTAssertTrue(bench.tab.finding.isSearching)
      }
    }
  }

}
