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
          switcher.choice = tab
          switcher.window?.focusWidget = nil
          XCTAssertTrue(switcher.moveFocus(.forward))
          XCTAssertTrue(switcher.button(for: tab)!.hasFocus, "\(tab)")
          XCTAssertFalse(switcher.moveFocus(.forward), "\(tab)")
          switcher.window?.focusWidget = nil
          XCTAssertTrue(switcher.moveFocus(.backward))
          XCTAssertTrue(switcher.button(for: tab)!.hasFocus, "\(tab)")
        }
      }
    }
  }

  // The purpose of a carousel in a chat reader was not explained.
  func testEachTabSaysWhatItIsFor() {
    onMainThread {
      Self.run { switcher in
        XCTAssertEqual(switcher.children.count, Tab.allCases.count)
        for tab in Tab.allCases { XCTAssertEqual(switcher.button(for: tab)?.tooltipText, tab.purpose) }
      }
    }
  }

  func testArrowKeysChooseTheTabBeside() {
    onMainThread {
      Self.run { switcher in
        switcher.choice = .lab
        switcher.button(for: .lab)!.takeFocus()
        let steps: [(UInt32, Tab)] = [
          (Key.right, .feed), (Key.left, .lab), (Key.left, .chat), (Key.left, .chat), (Key.end, .picker),
          (Key.right, .picker), (Key.home, .chat),
        ]
        for (key, tab) in steps {
          XCTAssertTrue(switcher.choose(by: key))
          XCTAssertEqual(switcher.choice, tab)
          XCTAssertTrue(switcher.button(for: tab)!.hasFocus, "\(tab)")
        }
        XCTAssertFalse(switcher.choose(by: Key.down))
      }
    }
  }

  // The ring stayed on the previous tab, which did not look selected.
  func testTheRingGoesWithTheTabThatAKeyShows() {
    onMainThread {
      SidebarBench.run(chats: 1, height: 300) { bench in
        let switcher = bench.all(TabSwitcher.self, in: bench.window).first(where: \.isMapped)!
        bench.window.show(.feed)
        switcher.button(for: .feed)!.takeFocus()
        bench.window.activateAction("win.show-tab", text: "carousel")
        XCTAssertTrue(switcher.button(for: .carousel)!.hasFocus)
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
      // The chosen segment is bold.
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

  func testASegmentSaysTheNameOfASettingAndOtherwiseItsTitle() {
    onMainThread {
      for (kind, label) in [
        (SegmentedControl<Int>.Kind.values, "Number One"), (.choices, "One"), (.tabs, "One"),
      ] {
        let control = SegmentedControl([(1, "One"), (2, "Two")], name: "Number", kind: kind)
        XCTAssertEqual(control.accessibleLabel, "Number")
        XCTAssertEqual(control.button(for: 1)?.accessibleLabel, label)
        XCTAssertNil(control.button(for: 3))
        control.choice = 2
        let selected = [1, 2].map { control.button(for: $0)!.isAccessibleSelected }
        XCTAssertEqual(selected, kind == .tabs ? [false, true] : [false, false])
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
