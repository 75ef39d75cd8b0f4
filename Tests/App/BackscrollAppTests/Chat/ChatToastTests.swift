@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import BackscrollApp
@testable import Controls
@testable import Importing
@testable import Reader

/// The time for which a sentence over the messages stays.
final class ChatToastTests: XCTestCase {
  /// A clock whose seconds the test ends.
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

  // A note that was deleted by mistake could not be restored after twelve seconds behind a picture.
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

  func testItsButtonIsBelowTheSentenceIfThereIsNoRoomBesideIt() {
    onMainThread {
      for (width, sentence, isBelow) in [(170, "Your note was brought back", true), (500, "Gone", false)] {
        let (window, toast) = (Window(), ChatToast())
        window.child = toast
        window.setDefaultSize(width: width, height: 200)
        window.present()
        toast.show(sentence, button: "Undo") {}
        let card = toast.card
        pump("the sentence") { card.isMapped && card.height > 0 }
        let (words, button) = (card.label.bounds(in: card)!, card.button.bounds(in: card)!)
        XCTAssertEqual(button.y >= words.maxY, isBelow, sentence)
        XCTAssertLessThanOrEqual(button.maxY, Double(card.height), sentence)
        window.destroy()
        drain()
      }
    }
  }

  // The result of an export appeared below the chat and pushed the toast up, so the press went to a widget that had
  // moved below the pointer.
  func testItStaysUnderThePointerWhilePanelsOpenBelowTheChat() {
    onMainThread {
      SidebarBench.run(chats: 1, width: 800, height: 500) { bench in
        pump("the chat") { bench.tab.view?.list.isLaidOut == true }
        let (window, toast) = (bench.window, bench.tab.view!.writing.toast)
        var isTaken = false
        toast.show("Note deleted", button: "Undo") { isTaken = true }
        pump("the sentence") {
          bench.paint()
          return toast.card.isMapped && toast.card.width > 50
        }
        let button = bench.all(Button.self, in: toast).first { $0.label == "Undo" }!
        let place = button.bounds(in: window)!
        let panels = bench.all(Shrinking.self, in: window).filter { !$0.isMapped }
        var places: Set<Double> = []
        window.frameClock!.afterPaint.connect(weak: toast) { [weak button, weak window] _ in
          if let button, let window, let y = button.bounds(in: window)?.y { places.insert(y) }
        }
        window.title = "Pointed"
        RealPointer.move(
          over: "Pointed", x: Int(place.x + place.width / 2), y: Int(place.y + place.height / 2))
        pump("the pointer") { panels.allSatisfy(\.isHeld) }
        let contents: [Widget] = [
          bench.find(OwnerPanel.self, in: window)!, bench.find(ImportPanel.self, in: window)!,
          bench.find(ExportPanel.self, in: window)!,
        ]
        for panel in contents { panel.visible = true }
        for _ in 0..<3 { bench.paint() }
        XCTAssertEqual(places, [place.y])
        RealPointer.press()
        RealPointer.release()
        pump("the press") { isTaken }
        pump("the panels") {
          bench.paint()
          return contents.allSatisfy(\.isMapped)
        }
        RealPointer.park()
      }
    }
  }
}

extension ChatToast {
  /// Focuses the first button.
  fileprivate func moveFocusInside() -> Bool {
    func first(in widget: Widget) -> Button? {
      widget.children.lazy.compactMap { $0 as? Button ?? first(in: $0) }.first
    }
    return first(in: self)?.takeFocus() ?? false
  }
}
