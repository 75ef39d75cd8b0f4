import CGtk
@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

/// A widget that this module does not wrap.
private final class Calendar: Widget {
  init() { super.init(unsafeBorrowing: gtk_calendar_new()) }
}

/// Widgets between Swift and C.
final class UnsafePointerTests: XCTestCase {
  func testAWidgetOfCIsWrappedOnceAndLivesAsLongAsEitherSideNeedsIt() {
    onMainThread {
      let objects = Object.liveCount
      weak var gone: Widget?
      do {
        let box = Box(.vertical)
        do {
          let calendar = Calendar()
          box.append(calendar)
          gone = calendar
        }
        let pointer = box.children[0].unsafeGtkPointer
        XCTAssertTrue(gone is Calendar, "its parent keeps it, and it keeps its class")
        XCTAssertTrue(Widget.wrapper(unsafeOf: pointer) === gone)
      }
      XCTAssertNil(gone)
      XCTAssertEqual(Object.liveCount, objects)
    }
  }

  func testAReferenceThatCOwnsKeepsTheWidgetWithoutAParent() {
    onMainThread {
      weak var label: Label?
      let pointer = {
        let made = Label("kept by C")
        label = made
        return made.unsafeRetainedGtkPointer()
      }()
      XCTAssertEqual(label?.text, "kept by C")
      XCTAssertTrue(Widget.wrapper(unsafeOf: pointer) === label)
      g_object_unref(pointer)
      XCTAssertNil(label)
    }
  }

  func testAnOwnedReferenceIsTakenOver() {
    onMainThread {
      let raw = UnsafeMutableRawPointer(gtk_calendar_new()!)
      g_object_ref_sink(raw)
      g_object_add_weak_pointer(raw.assumingMemoryBound(to: GObject.self), &Self.pointer)
      Self.pointer = raw
      do {
        let widget = Widget(unsafeOwning: raw)
        XCTAssertEqual(widget.unsafeGtkPointer, raw)
      }
      XCTAssertNil(Self.pointer)
    }
  }

  /// Set to nil by GObject when the widget is gone.
  nonisolated(unsafe) private static var pointer: gpointer?
}
