@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

/// Gestures of a single pointer.
final class GestureTests: XCTestCase {
  func testTheKindsDifferInWhichPointersTheyFollow() {
    onMainThread {
      let gestures: [GestureSingle] = [GestureClick(), GestureDrag(), GestureLongPress()]
      XCTAssertEqual(gestures.map(\.touchOnly), [false, false, true])
      for gesture in gestures {
        XCTAssertEqual(gesture.button, 1)
        XCTAssertEqual(gesture.currentButton, 0, "nothing is pressed")
        XCTAssertTrue(gesture.exclusive)
        gesture.button = 3
        gesture.exclusive = false
        gesture.touchOnly.toggle()
        XCTAssertEqual(gesture.button, 3)
        XCTAssertFalse(gesture.exclusive)
      }
      XCTAssertEqual(gestures.map(\.touchOnly), [true, true, false])
    }
  }

  // GTK logged a critical.
  func testAPinchWithoutFingersHasNoCenter() {
    onMainThread { XCTAssertNil(GestureZoom().center) }
  }

  func testAGestureOfAnyButtonKnowsWhichOneItFollows() {
    onMainThread {
      RealPointer.park()
      let title = "any-button"
      let widget = Bin(child: Label("Press"))
      let click = GestureClick()
      click.button = 0
      var events: [String] = []
      click.begin.connect { [unowned click] _ in events.append("begin \(click.currentButton)") }
      click.pressed.connect { [unowned click] _, _, _ in events.append("press \(click.currentButton)") }
      click.end.connect { _ in events.append("end") }
      widget.add(click)
      let window = Window()
      window.title = title
      window.setDefaultSize(width: 200, height: 200)
      window.child = widget
      window.present()
      pump("the window") { widget.isMapped && widget.width > 0 }
      RealPointer.press(over: title, x: 100, y: 100)
      RealPointer.release()
      pump("the release") { events.last == "end" }
      XCTAssertEqual(events, ["begin 1", "press 1", "end"])
      XCTAssertEqual(click.currentButton, 0)
      window.destroy()
      drain()
      RealPointer.park()
    }
  }
}
