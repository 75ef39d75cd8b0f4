import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// The text of the page indicator at positions between pages.
final class PageIndicatorTests: XCTestCase {
  func testBeyondTheEndsOfARowItIsTheOuterPageAndOnARingTheFirst() {
    onMainThread {
      for (wraps, position, page) in [
        (false, -0.7, 1), (false, 9.7, 10), (false, 4.4, 5), (true, 9.7, 1), (true, 9.3, 10), (true, 0.2, 1),
      ] {
        let indicator = PageIndicator()
        var told: [Int] = []
        indicator.text = { page, count in
          told.append(page)
          return "\(page) of \(count)"
        }
        indicator.count = 10
        indicator.wraps = wraps
        indicator.position = 5
        indicator.position = position
        XCTAssertEqual(told.last, page, "at \(position) \(wraps ? "of a ring" : "of a row")")
      }
    }
  }
}
