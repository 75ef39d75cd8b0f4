@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Reader

/// The text that the round buttons in the corner of the messages leave uncovered.
final class CornerButtonTests: XCTestCase {
  private static let widths = [360, 420, 560, 578, 600, 700, 900, 1_000, 1_100, 1_241]

  // The buttons covered the ends of the own messages, which could not be read without scrolling.
  func testNoOwnMessageReachesUnderTheRoundButtons() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        let bench = ChatBench(messages: 400, height: 640)
        bench.open()
        let view = bench.view
        bench.list.scroll(to: view.feed.model.id(at: view.feed.model.count / 2), at: .center)
        pump("the buttons") { view.jumpButton.isShown }
        for width in Self.widths {
          bench.window.setDefaultSize(width: width, height: 640)
          pump("\(width) points") { abs(bench.window.width - width) < 2 }
          bench.frame(3)
          let face = Self.face(of: view.jumpButton).bounds(in: bench.list)!
          let own = view.visibleRows.compactMap { index -> Rect? in
            let message = view.feed.model.messages[index]
            guard message.isOwn, let bubble = bench.list.row(message.id)?.geometry?.bubble else { return nil }
            return bubble.rect
          }
          XCTAssertFalse(own.isEmpty, "own messages are in view at \(width)")
          for bubble in own {
            let gap = isRightToLeft ? bubble.x - face.maxX : face.x - bubble.maxX
            XCTAssertGreaterThanOrEqual(gap, 6, "at \(width)")
          }
        }
        bench.close()
      }
      Widget.setDefaultRightToLeft(false)
    }
  }

  // The space for the buttons is always reserved, so the text does not move.
  func testNothingMovesWhenARoundButtonComesAndGoes() {
    onMainThread {
      // The bench has GTK's own style, in which a field grows when the window gets the keyboard.
      let animates = DesktopSettings.current!.enableAnimations
      DesktopSettings.current!.enableAnimations = false
      defer { DesktopSettings.current!.enableAnimations = animates }
      for width in [360, 700] {
        let bench = ChatBench(messages: 400, width: width, height: 640)
        bench.open()
        pump("the keyboard") { bench.window.isActive }
        bench.frame(2)
        let view = bench.view
        let before = view.visibleRows.compactMap { bench.list.row(view.feed.model.id(at: $0))?.geometry }
        let places = bench.frames.last!
        let count = bench.frames.count
        XCTAssertFalse(view.jumpButton.isShown)
        view.jumpButton.isShown = true
        bench.frame(4)
        for frame in bench.frames.dropFirst(count) { XCTAssertEqual(frame, places, "at \(width)") }
        XCTAssertEqual(
          view.visibleRows.compactMap { bench.list.row(view.feed.model.id(at: $0))?.geometry }, before)
        bench.close()
      }
    }
  }

  // F5 away from the end: the sentence was below the button.
  func testTheResultOfACheckStandsBesideTheButton() {
    onMainThread {
      for isRightToLeft in [false, true] {
        Widget.setDefaultRightToLeft(isRightToLeft)
        let bench = ChatBench(messages: 400, width: 360, height: 640)
        bench.open()
        let view = bench.view
        bench.list.scroll(to: view.feed.model.id(at: view.feed.model.count / 2), at: .center)
        pump("the buttons") { view.jumpButton.isShown }
        view.loadNewer()
        pump("the result") { view.newer.indicator.visible && view.newer.state != .loading }
        bench.frame(3)
        let face = Self.face(of: view.jumpButton).bounds(in: bench.list)!
        let pill = view.newer.indicator.bounds(in: bench.list)!
        XCTAssertGreaterThanOrEqual(
          isRightToLeft ? pill.x - face.maxX : face.x - pill.maxX, 0, "\(pill) \(face)")
        XCTAssertGreaterThanOrEqual(min(pill.x, Double(bench.list.width) - pill.maxX), 0)
        bench.close()
      }
      Widget.setDefaultRightToLeft(false)
    }
  }

  @MainActor
  private static func face(of button: CornerButton) -> Image {
    func first(in widget: Widget) -> Image? {
      widget.children.lazy.compactMap { $0 as? Image ?? first(in: $0) }.first
    }
    return first(in: button)!
  }
}
