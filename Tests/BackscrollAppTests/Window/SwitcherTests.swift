import Backscroll
import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp

/// The keys and the focus in the switcher of the tabs.
final class SwitcherTests: XCTestCase {
  @MainActor
  private static func run(_ body: @escaping @MainActor (TabSwitcher) -> Void) {
    SidebarBench.run(chats: 1, height: 300) { bench in
      body(bench.all(TabSwitcher.self, in: bench.window).first(where: \.isMapped)!)
    }
  }

  func testTheSwitcherIsOneStop() {
    onMainThread {
      Self.run { switcher in
        for tab in [Tab.chat, .feed, .picker] {
          switcher.tab = tab
          XCTAssertTrue(switcher.moveFocus(.forward))
          XCTAssertTrue(switcher.buttons[tab]!.hasFocus, "\(tab)")
          XCTAssertFalse(switcher.moveFocus(.forward), "\(tab)")
          switcher.window?.focusWidget = nil
          XCTAssertTrue(switcher.moveFocus(.backward))
          XCTAssertTrue(switcher.buttons[tab]!.hasFocus, "\(tab)")
        }
      }
    }
  }

  // A chat reader with a carousel: what for?
  func testEachTabSaysWhatItIsFor() {
    onMainThread {
      Self.run { switcher in
        XCTAssertEqual(Set(switcher.buttons.keys), Set(Tab.allCases))
        for (tab, button) in switcher.buttons { XCTAssertEqual(button.tooltipText, tab.purpose) }
      }
    }
  }

  func testArrowKeysChooseTheTabBeside() {
    onMainThread {
      Self.run { switcher in
        switcher.tab = .lab
        switcher.buttons[.lab]!.takeFocus()
        let steps: [(UInt32, Tab)] = [
          (Key.right, .feed), (Key.left, .lab), (Key.left, .chat), (Key.left, .chat), (Key.end, .picker),
          (Key.right, .picker), (Key.home, .chat),
        ]
        for (key, tab) in steps {
          XCTAssertTrue(switcher.choose(by: key))
          XCTAssertEqual(switcher.tab, tab)
          XCTAssertTrue(switcher.buttons[tab]!.hasFocus, "\(tab)")
        }
        XCTAssertFalse(switcher.choose(by: Key.down))
      }
    }
  }

  func testThePickersTabOpensWithTheFocusOnTheSelectedOption() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        bench.window.focusWidget = nil
        bench.window.show(.picker)
        XCTAssertTrue(bench.find(OptionPicker.self, in: bench.window)!.containsFocus)
      }
    }
  }
}
