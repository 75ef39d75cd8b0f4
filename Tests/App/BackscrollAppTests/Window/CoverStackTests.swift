import Gtk
import GtkTestSupport
import XCTest

@testable import Controls

final class CoverStackTests: XCTestCase {
  func testOnlyTheUppermostCoverTakesTheFocusAndReturnsIt() {
    onMainThread {
      let window = Window()
      let (below, media, viewer) = (Button("Below"), Button("Media"), Button("Viewer"))
      let overlay = Overlay(child: below)
      window.child = overlay
      window.present()
      pump("the window") { window.isMapped }
      let covers = CoverStack(over: below)
      var closed: [Cover] = []
      @MainActor func open(_ cover: Cover, _ widget: Button) {
        overlay.addOverlay(widget)
        covers.open(cover, widget) {
          closed.append(cover)
          covers.remove(cover)
          overlay.removeOverlay(widget)
        }
        XCTAssertTrue(widget.takeFocus())
      }
      @MainActor func focusable() -> [Bool] { [below.canFocus, media.canFocus, viewer.canFocus] }

      below.takeFocus()
      open(.media, media)
      XCTAssertEqual(focusable(), [false, true, true])
      XCTAssertTrue(below.isUnderCover)
      open(.viewer, viewer)
      XCTAssertEqual(focusable(), [false, false, true])
      covers.close(.viewer)
      XCTAssertTrue(window.focusWidget === media)
      XCTAssertEqual(covers.top, .media)

      // A cover below another one goes: the focus returns to what was below both.
      open(.viewer, viewer)
      covers.close(.media)
      XCTAssertEqual(focusable(), [false, false, true])
      covers.close(.viewer)
      XCTAssertTrue(window.focusWidget === below)
      XCTAssertNil(covers.top)
      XCTAssertFalse(below.isUnderCover)

      open(.importPage, media)
      open(.viewer, viewer)
      closed = []
      covers.closeAll()
      XCTAssertEqual(closed, [.viewer])
      XCTAssertEqual(covers.top, .importPage)
      covers.close(.importPage)
      window.destroy()
    }
  }
}
