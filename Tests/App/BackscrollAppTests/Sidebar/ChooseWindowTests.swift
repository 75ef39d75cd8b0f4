@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Controls

/// The window for choosing one entry of a list, by the keyboard.
final class ChooseWindowTests: XCTestCase {
  @MainActor
  private static func open(
    _ count: Int, chosen: Int64? = nil, _ body: (ChooseWindow, _ rows: () -> [Widget]) -> Void
  ) {
    let dialog = ChooseWindow(
      "Zone", (0..<count).map { .init(id: Int64($0), name: "Zone \($0)", note: "") }, chosen: chosen,
      none: "None of These", search: "Search zones")
    dialog.present()
    pump("the window") { dialog.isMapped && dialog.search.containsFocus }
    body(dialog) { dialog.all(Widget.self).filter { $0.hasClass("bs-person") } }
    dialog.destroy()
    drain()
  }

  // The chosen zone was somewhere among 400, of which 100 were shown without a note.
  func testItOpensAtTheOneThatIsChosenAndSaysThatThereAreMore() {
    onMainThread {
      Self.open(400, chosen: 250) { dialog, rows in
        XCTAssertEqual(rows().count, 100)
        XCTAssertEqual(rows()[0].shownTexts, ["Zone 250"])
        XCTAssertEqual(rows()[0].accessibleLabel, "Zone 250")
        XCTAssertEqual(
          rows().filter { $0.children[0].children.contains { $0 is Image } }.count, 1, "one mark")
        XCTAssertEqual(rows()[1].shownTexts, ["Zone 0"])
        XCTAssertTrue(dialog.shownTexts.contains("300 more are not shown."), "\(dialog.shownTexts)")
        dialog.search.text = "Zone 39"
        pump("the search") { rows().count == 11 }
        XCTAssertFalse(dialog.shownTexts.contains { $0.contains("not shown") }, "\(dialog.shownTexts)")
      }
    }
  }

  func testTheListIsOneStopWithArrows() {
    onMainThread {
      Self.open(30, chosen: 7) { dialog, rows in
        XCTAssertTrue(dialog.moveFocus(.forward))
        XCTAssertTrue(rows()[0].hasFocus, "\(String(describing: dialog.focusWidget))")
        XCTAssertTrue(dialog.moveFocus(.forward))
        XCTAssertEqual((dialog.focusWidget as? Button)?.label, "None of These")
        XCTAssertTrue(dialog.moveFocus(.backward))
        XCTAssertTrue(rows()[0].hasFocus)
        for (key, row) in [
          (Key.down, 1), (Key.down, 2), (Key.up, 1), (Key.end, 29), (Key.home, 0), (Key.up, 0),
        ] {
          XCTAssertTrue(dialog.move(by: key))
          XCTAssertTrue(rows()[row].hasFocus, "row \(row)")
        }
        XCTAssertEqual(rows().filter(\.focusable).count, 1)
      }
    }
  }
}
