@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp

/// The window's menu.
final class MenuTests: XCTestCase {
  /// The most entries of a menu that are read at a glance.
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
      // And the demo's conversation.
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
        // As the menu looks it up: from the button.
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
}
