import Gtk
import GtkTestSupport
import XCTest

final class OneWindowTests: XCTestCase {
  func testAProgramOfOneWindowShowsItAndEndsWithIt() {
    onMainThread {
      var size = (width: 0, height: 0)
      let status = Application.run("io.github.backscroll.OneWindow", width: 300, height: 200) { window in
        let label = Label("Hello")
        window.child = label
        // A window that is never shown would keep the loop running.
        MainLoop.after(seconds: 20) { [weak window] in window?.destroy() }
        label.addTickCallback { _ in
          guard label.width > 0 else { return true }
          size = (label.width, label.height)
          window.close()
          return false
        }
      }
      XCTAssertEqual(status, 0)
      XCTAssertEqual(size.width, 300)
      XCTAssertGreaterThan(size.height, 100)
    }
  }
}
