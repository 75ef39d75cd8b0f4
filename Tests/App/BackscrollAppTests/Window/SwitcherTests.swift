import Backscroll
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Controls

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
          switcher.window?.focusWidget = nil
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

  // The ring stayed on the tab that was left, which did not look selected.
  func testTheRingGoesWithTheTabThatAKeyShows() {
    onMainThread {
      SidebarBench.run(chats: 1, height: 300) { bench in
        let switcher = bench.all(TabSwitcher.self, in: bench.window).first(where: \.isMapped)!
        switcher.tab = .feed
        switcher.buttons[.feed]!.takeFocus()
        bench.window.activateAction("win.show-tab", text: "carousel")
        XCTAssertTrue(switcher.buttons[.carousel]!.hasFocus)
      }
    }
  }

  func testASegmentedControlIsOneStopWithArrows() {
    onMainThread {
      let control = SegmentedControl([(1, "One"), (2, "Two"), (3, "Three")], name: "Number")
      let window = Window()
      window.child = control
      window.present()
      pump("the window") { control.isMapped }
      var chosen: [Int] = []
      control.didChoose = { chosen.append($0) }
      window.focusWidget = nil
      XCTAssertTrue(control.moveFocus(.forward))
      XCTAssertTrue(control.children[0].hasFocus, "nothing is chosen yet")
      control.choice = 2
      XCTAssertTrue(control.children[1].hasFocus, "the focus goes with the choice")
      for direction in [FocusDirection.forward, .backward] {
        XCTAssertFalse(control.moveFocus(direction))
        window.focusWidget = nil
        XCTAssertTrue(control.moveFocus(direction))
        XCTAssertTrue(control.children[1].hasFocus)
      }
      XCTAssertEqual(chosen, [])
      for (key, wanted) in [(Key.right, 3), (Key.right, 3), (Key.home, 1), (Key.left, 1), (Key.end, 3)] {
        XCTAssertTrue(control.choose(by: key))
        XCTAssertEqual(control.choice, wanted)
        XCTAssertTrue(control.children[wanted - 1].hasFocus)
      }
      XCTAssertEqual(chosen, [3, 1, 3])
      // The chosen one is bold.
      let places = [1, 2, 3].map { choice in
        control.choice = choice
        paint(window)
        return control.children.map { $0.convert(Point(x: 0, y: 0), to: control)?.x ?? .nan }
      }
      XCTAssertEqual(Set(places).count, 1, "\(places)")
      XCTAssertFalse(control.choose(by: Key.down))
      window.destroy()
      drain()
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
