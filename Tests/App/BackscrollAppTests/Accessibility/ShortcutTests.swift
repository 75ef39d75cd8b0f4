@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Reader
@testable import Showcase

/// The window of keyboard shortcuts lists all keys of the program, and no others.
final class ShortcutTests: XCTestCase {
  private static var triggers: [ShortcutList.Shortcut.Trigger] {
    ShortcutList.groups().flatMap(\.shortcuts).map(\.trigger)
  }

  private static var listedActions: Set<String> {
    Set(triggers.compactMap { if case .action(let name) = $0 { name } else { nil } })
  }

  func testEveryActionWithKeysIsListedAndNoOther() {
    XCTAssertEqual(Self.listedActions, Set(Shortcuts.all.map(\.action)))
  }

  func testWithoutTheDemoTabsTheirKeysAreNotListed() {
    let all = ShortcutList.groups()
    let rest = ShortcutList.groups(withDemoTabs: false)
    XCTAssertEqual(
      Set(all.map(\.title)).subtracting(rest.map(\.title)), ["Feed", "Carousel", "Picker"])
    let keys = rest.flatMap(\.shortcuts).flatMap(\.keys)
    for index in 1...Tab.allCases.count { XCTAssertFalse(keys.contains("<Alt>\(index)"), "\(index)") }
    XCTAssertTrue(keys.contains("<Control>q"))
    XCTAssertTrue(keys.contains("<Control>f"))
  }

  /// The keys of the chat's messages and its toast, of the sidebar's chats, and of the statistics.
  private static let ofWidgets = [
    "<Control>c", "<Control>d", "<Control>z", "<Control>p", "<Control>u", "<Alt>Return", "<Control>1...3",
    "<Control>s", "<Control>t", "<Control>space", "<Control>a",
    "<Control><Shift>Return",
  ]

  // Keys with Control or Alt belong to actions, or to widgets that are named here.
  func testKeysOfActionsAreNotListedASecondTime() {
    for case .keys(let keys) in Self.triggers {
      for key in keys.split(separator: " ") where key.hasPrefix("<Control>") || key.hasPrefix("<Alt>") {
        XCTAssertTrue(Self.ofWidgets.contains(String(key)), "\(key)")
      }
    }
  }

  func testEveryTabHasItsKey() {
    XCTAssertEqual(Shortcuts.all.filter { $0.action.hasPrefix("win.show-tab::") }.count, Tab.allCases.count)
  }

  func testNoKeyDoesTwoThings() {
    let keys = Shortcuts.all.flatMap(\.keys)
    XCTAssertEqual(Set(keys).count, keys.count)
  }

  // The same page was named "Details", "Chat Details" and "Show Chat Details".
  func testAShortcutHasTheNameThatItsMenuEntryHas() {
    let titles = ShortcutList.groups().flatMap(\.shortcuts).map(\.title)
    onMainThread {
      @MainActor func entries(_ menu: [Menu.Entry]) -> [Menu.Entry] {
        menu.flatMap { [$0] + entries($0.submenu ?? []) }
      }
      let labels = entries(WindowMenu.menu(.init(.chat)).entries).map(\.label)
      for name in ["Chat Details", "Go to Newest Message", "Search All Chats in This Archive"] {
        XCTAssertTrue(titles.contains(name), name)
        XCTAssertTrue(labels.contains(name), name)
      }
      XCTAssertEqual(JumpToEndButton().name, "Go to Newest Message")
    }
  }

  func testTheWindowIsNoWiderThanANarrowOneBelowIt() {
    onMainThread {
      SidebarBench.run(width: 360) { bench in
        let shortcuts = ShortcutsWindow()
        shortcuts.present(over: bench.window)
        pump("the window") { shortcuts.isMapped && shortcuts.width > 1 }
        XCTAssertLessThanOrEqual(shortcuts.width, bench.window.width)
        shortcuts.destroy()
        drain()
      }
    }
  }

  func testTheSearchLeavesWhatContainsIt() {
    onMainThread {
      let window = ShortcutsWindow()
      window.present()
      pump("the window") { window.isMapped && window.shownTexts.contains("Reading") }
      window.searchText = "next film"
      pump("the shortcut") { !window.shownTexts.contains("Reading") }
      XCTAssertEqual(
        window.shownTexts.filter { $0 != "Keyboard Shortcuts" },
        ["Carousel", "Go to Previous or Next Film", "Page Up", "Page Down"])
      window.searchText = "no such shortcut"
      pump("nothing") { window.shownTexts.contains("No shortcuts found.") }
      window.destroy()
      drain()
    }
  }

  func testNothingOfTheWindowsIsLeftWhenTheyAreClosed() {
    onMainThread {
      let parent = Window()
      parent.present()
      expectNothingLeft {
        for window in [ShortcutsWindow(), AboutWindow()] {
          window.present(over: parent)
          pump("the window") { window.isMapped && window.width > 0 }
          window.close()
        }
        drain()
      }
      parent.destroy()
      drain()
    }
  }
}
