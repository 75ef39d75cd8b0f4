@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Showcase

/// Tab through whole windows.
final class FocusCycleTests: XCTestCase {
  /// A number above the stops of every tab.
  private static let limit = 120

  // In the Lab, a line of verdicts that cannot have the focus claimed to have taken it, so Tab stayed at the button
  // before it for ever.
  func testTabGoesRoundEveryTabOfTheWindowEitherWay() {
    onMainThread {
      for width in [1_000, 400] {
        SidebarBench.run(chats: 2, width: width) { bench in
          for tab in Tab.allCases {
            bench.window.show(tab)
            bench.paint()
            for direction in [FocusDirection.forward, .backward] {
              Self.expectCycle(bench.window, direction, "\(tab), \(width) points, \(direction)")
            }
          }
        }
      }
    }
  }

  // A page passes the focus to its scroller, and took it back at its last link.
  func testTabLeavesThePageOfARepository() {
    onMainThread {
      SidebarBench.run(chats: 1) { bench in
        bench.window.show(.feed)
        let feed = bench.find(FeedTab.self, in: bench.window)!
        pump("the rows") { feed.feed.items.count == 30 }
        feed.open(feed.feed.items[0])
        bench.paint()
        for direction in [FocusDirection.forward, .backward] {
          Self.expectCycle(bench.window, direction, "the page, \(direction)")
        }
      }
    }
  }

  @MainActor
  private static func expectCycle(_ window: Window, _ direction: FocusDirection, _ place: String) {
    XCTAssertTrue(window.moveFocus(direction), place)
    guard let first = window.focusWidget else { return XCTFail("no focus: \(place)") }
    var before = first
    for _ in 0..<limit {
      XCTAssertTrue(window.moveFocus(direction), place)
      guard let focus = window.focusWidget else { return XCTFail("the focus is lost: \(place)") }
      XCTAssertTrue(focus.isMapped, "\(focus) cannot be seen: \(place)")
      if focus === before { return XCTFail("it stays at \(focus) \(focus.shownTexts): \(place)") }
      if focus === first { return }
      before = focus
    }
    XCTFail("it does not come back: \(place)")
  }
}
