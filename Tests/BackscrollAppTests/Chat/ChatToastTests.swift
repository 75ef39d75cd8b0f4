@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp

/// How long a sentence over the messages stays.
final class ChatToastTests: XCTestCase {
  /// A second that has to be ended by the test.
  @MainActor
  private final class Clock {
    private var ends: [@MainActor () -> Void] = []
    private(set) var count = 0

    func add(_ end: @escaping @MainActor () -> Void) { ends.append(end) }

    func tick(_ seconds: Int = 1) {
      for _ in 0..<seconds {
        let due = ends
        ends = []
        count += due.count
        for end in due { end() }
      }
    }
  }

  // A note that was deleted by mistake was gone for good after twelve seconds behind a picture.
  func testItsTimeStandsStillWhileItCannotBeRead() {
    onMainThread {
      let (window, other) = (Window(), Window())
      let (toast, clock) = (ChatToast(), Clock())
      toast.afterStep = {
        clock.add($0)
        return nil
      }
      let (stack, page) = (Stack(), Box(.vertical))
      page.append(toast, Button("Elsewhere"))
      stack.add(page, name: "chat")
      stack.add(Label("another tab"), name: "other")
      window.child = stack
      window.setDefaultSize(width: 500, height: 200)
      window.present()
      pump("the window") { window.isActive && page.isMapped }
      var isDismissed = false
      toast.didDismiss = { isDismissed = true }
      toast.show("Note deleted", button: "Undo") {}
      pump("the sentence") { toast.isMapped }
      let ample = 3 * ChatToast.patience
      @MainActor func holds(_ what: String, line: UInt = #line) {
        clock.tick(ample)
        XCTAssertEqual(toast.text, "Note deleted", what, line: line)
      }

      clock.tick(ChatToast.patience - 1)
      stack.visibleChildName = "other"
      pump("another tab") { !toast.isMapped }
      holds("another tab shows")
      stack.visibleChildName = "chat"
      pump("the tab") { toast.isMapped }

      stack.canFocus = false
      holds("a viewer lies over it")
      stack.canFocus = true

      other.present()
      pump("another window") { other.isActive && !window.isActive }
      holds("another window is used")
      other.destroy()
      window.present()
      pump("the window again") { window.isActive }

      window.focusWidget = nil
      XCTAssertTrue(toast.moveFocusInside())
      holds("the focus is in it")
      window.focusWidget = nil

      XCTAssertFalse(isDismissed)
      clock.tick()
      XCTAssertNil(toast.text, "it goes on where it has stopped")
      XCTAssertTrue(isDismissed)
      let count = clock.count
      clock.tick(ample)
      XCTAssertEqual(clock.count, count, "then nothing waits")
      window.destroy()
    }
  }
}

extension ChatToast {
  /// Puts the focus on the first button.
  fileprivate func moveFocusInside() -> Bool {
    func first(in widget: Widget) -> Button? {
      widget.children.lazy.compactMap { $0 as? Button ?? first(in: $0) }.first
    }
    return first(in: self)?.takeFocus() ?? false
  }
}
