import Gtk
import GtkTestSupport
import XCTest

/// A widget with a child at leading coordinates.
private final class Frame: CustomWidget {
  let child = Label("child")

  override init() {
    super.init()
    child.setParent(self)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    _ = child.measured(orientation)
    return Measure(minimum: 200)
  }

  override func allocate(width: Int, height: Int) {
    child.place(leading: 10, top: 20, width: 90, height: 40)
  }

  override func dispose() {
    child.unparent()
    super.dispose()
  }
}

final class ReadingDirectionTests: XCTestCase {
  func testAChildIsPlacedFromTheLeadingEdge() {
    onMainThread {
      let frame = Frame()
      let window = Window()
      window.child = frame
      window.present()
      defer { window.destroy() }
      pump("the window") { frame.isMapped && frame.width >= 200 }
      @MainActor func edge() -> Point? { frame.child.convert(Point(x: 0, y: 0), to: frame) }
      XCTAssertEqual(edge(), Point(x: 10, y: 20))
      // The parent's direction applies.
      frame.child.setRightToLeft(true)
      frame.queueAllocate()
      pump("another layout") { edge() == Point(x: 10, y: 20) }
      frame.setRightToLeft(true)
      frame.child.setRightToLeft(false)
      pump("the mirrored place") { edge() == Point(x: Double(frame.width) - 10 - 90, y: 20) }
      XCTAssertEqual(frame.child.width, 90)
      XCTAssertEqual(frame.x(leading: 10, width: 90), Double(frame.width) - 10 - 90)
    }
  }

  func testCoordinatesFromBothEdgesMirrorInARectangle() {
    let rect = Rect(x: 100, y: 0, width: 50, height: 10)
    XCTAssertEqual(ReadingDirection.leftToRight.x(leading: 5, width: 20, in: rect), 105)
    XCTAssertEqual(ReadingDirection.leftToRight.x(trailing: 5, width: 20, in: rect), 125)
    XCTAssertEqual(ReadingDirection.rightToLeft.x(leading: 5, width: 20, in: rect), 125)
    XCTAssertEqual(ReadingDirection.rightToLeft.x(trailing: 5, width: 20, in: rect), 105)
  }
}
