@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Controls
@testable import Reader
@testable import Showcase

/// The window with and without the tabs that show the widgets in other uses.
final class DemoTabTests: XCTestCase {
  override func tearDown() {
    Settings.update { $0.tab = nil }
    super.tearDown()
  }

  func testWithoutTheDemoTabsThereIsNoSwitcher() {
    onMainThread {
      for width in [360, 700, 1_100] {
        SidebarBench.run(chats: 2, width: width) { bench in
          @MainActor func switchers() -> Int {
            bench.all(TabSwitcher.self, in: bench.window).filter(\.isMapped).count
          }
          XCTAssertEqual(switchers(), 1, "\(width)")
          for isOn in [false, true, false] {
            bench.window.showsDemoTabs = isOn
            pump("\(isOn) at \(width)") { switchers() == (isOn ? 1 : 0) }
            bench.paint()
          }
          XCTAssertEqual(bench.window.width, width, accuracy: 12)
          let list = bench.tab.view!.list
          XCTAssertLessThan(
            Double(bench.window.height) - list.bounds(in: bench.window)!.maxY, 120,
            "no room for a bar is left")
        }
      }
    }
  }

  func testTheChatTakesThePlaceOfADemoTabAndItsKeysDoNothing() {
    onMainThread {
      SidebarBench.run(chats: 2) { bench in
        let switcher = bench.find(TabSwitcher.self, in: bench.window)!
        bench.window.show(.lab)
        XCTAssertEqual(switcher.choice, .lab)
        bench.window.showsDemoTabs = false
        XCTAssertEqual(switcher.choice, .chat)
        pump("the chat") { bench.tab.isMapped }
        for tab in Tab.allCases {
          bench.window.activateAction("win.show-tab", text: tab.rawValue)
          XCTAssertEqual(switcher.choice, .chat, "\(tab)")
        }
        bench.window.show(.feed)
        XCTAssertEqual(switcher.choice, .chat)
        XCTAssertNil(bench.find(FeedTab.self, in: bench.window))
        bench.window.showsDemoTabs = true
        bench.window.activateAction("win.show-tab", text: "lab")
        XCTAssertEqual(switcher.choice, .lab)
      }
    }
  }

  func testAStoredDemoTabIsShownOnlyInAWindowThatHasIt() {
    onMainThread {
      for showsDemoTabs in [false, true] {
        Settings.update { $0.tab = .picker }
        SidebarBench.run(chats: 1, showsDemoTabs: showsDemoTabs, arguments: []) { bench in
          XCTAssertEqual(
            bench.find(TabSwitcher.self, in: bench.window)!.choice, showsDemoTabs ? .picker : .chat)
        }
      }
    }
  }

  func testTheToolOfTheChatIsInTheHeaderOfAWideWindowWithoutSwitcher() {
    onMainThread {
      SidebarBench.run(chats: 1, width: 1_100, showsDemoTabs: false) { bench in
        let tool = bench.tab.headerTool!
        pump("the tool") { tool.isMapped && tool.isChildVisible }
        XCTAssertEqual(bench.window.menu.shown?.conditions.contains(.withoutTool), false)
        let title = bench.find(TitleBlock.self, in: bench.window)!
        XCTAssertLessThanOrEqual(title.bounds(in: bench.window)!.maxX, tool.bounds(in: bench.window)!.x)
        bench.resize(360)
        pump("no room") { bench.window.menu.shown?.conditions.contains(.withoutTool) == true }
      }
    }
  }

  func testTheMenuHasTheChoiceInEveryTab() {
    onMainThread {
      for tab in Tab.allCases {
        let appearance = WindowMenu.menu(.init(tab)).entries.first { $0.label == "Appearance" }
        XCTAssertEqual(appearance?.submenu?.map(\.label).last, "Show Demo Tabs", "\(tab)")
      }
    }
  }
}
