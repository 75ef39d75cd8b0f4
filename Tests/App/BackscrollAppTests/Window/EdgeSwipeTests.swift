@_spi(Testing) import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase

/// A finger that swipes from the leading edge.
final class EdgeSwipeTests: XCTestCase {
  /// The slop of a finger.
  private static let slop = SwipeTracker.Device.touch.slop

  @MainActor
  private struct Finger {
    let bench: SidebarBench
    let isRightToLeft: Bool
    var area: EdgeSwipeArea { bench.find(EdgeSwipeArea.self, in: bench.window)! }

    /// Touches at a distance from the leading edge.
    func touch(_ distance: Double, on device: SwipeTracker.Device = .touch) {
      let x = isRightToLeft ? Double(area.width) - distance : distance
      area.swipe.press(at: Point(x: x, y: 300), on: device, time: 0)
    }

    /// Moves to a distance from the place of the touch, away from the leading edge.
    func move(_ distance: Double, y: Double = 0, at time: Double) {
      area.swipe.move(to: Point(x: isRightToLeft ? -distance : distance, y: y), at: time)
      bench.paint()
    }

    func lift(at time: Double) { area.swipe.release(at: time) }

    /// Drags by a distance, without a flick.
    func drag(from edge: Double = 5, _ distance: Double, on device: SwipeTracker.Device = .touch) {
      touch(edge, on: device)
      move(distance.sign == .minus ? -EdgeSwipeTests.slop : EdgeSwipeTests.slop, at: 0.1)
      move(distance, at: 0.2)
      lift(at: 9)
    }

    /// The visible width of the chats, in points.
    var shown: Double {
      guard bench.view.isMapped else { return 0 }
      let x = bench.x(bench.view)
      return isRightToLeft ? Double(area.width) - x : x + Double(bench.view.width)
    }
  }

  @MainActor
  private static func run(animated: Bool = false, _ body: @escaping @MainActor (Finger) -> Void) {
    for isRightToLeft in [false, true] {
      Widget.setDefaultRightToLeft(isRightToLeft)
      SidebarBench.run(width: 372, animated: animated) { bench in
        bench.resize(372)
        body(Finger(bench: bench, isRightToLeft: isRightToLeft))
      }
    }
    Widget.setDefaultRightToLeft(false)
  }

  func testTheChatsFollowTheFingerPointForPoint() {
    onMainThread {
      Self.run { finger in
        let sidebar = finger.bench.window.sidebar
        finger.touch(5)
        finger.move(10, at: 0.1)
        XCTAssertEqual(finger.shown, 0, "within the slop it is a tap")
        for way in [40.0, 120, 90, 200] {
          finger.move(way, at: way)
          XCTAssertEqual(finger.shown, way - Self.slop, accuracy: 1)
          XCTAssertFalse(sidebar.isShown)
        }
        finger.lift(at: 999)
        finger.bench.paint()
        XCTAssertTrue(sidebar.isShown, "more than half of the way")
        XCTAssertEqual(finger.shown, sidebar.swipeExtent, accuracy: 1)
        XCTAssertTrue(finger.bench.view.containsFocus)
        // From any place, in the other direction.
        finger.touch(200)
        finger.move(-100, at: 0.1)
        XCTAssertEqual(finger.shown, sidebar.swipeExtent - 100 + Self.slop, accuracy: 1)
        finger.move(-190, at: 0.2)
        finger.lift(at: 9)
        finger.bench.paint()
        XCTAssertFalse(sidebar.isShown || finger.bench.view.isMapped)
      }
    }
  }

  func testHalfOfTheWayDecidesAndAFlickByItsVelocity() {
    onMainThread {
      Self.run { finger in
        let sidebar = finger.bench.window.sidebar
        finger.drag(120)
        finger.bench.paint()
        XCTAssertFalse(sidebar.isShown || finger.bench.view.isMapped, "less than half")
        finger.touch(5)
        finger.move(20, at: 0.01)
        finger.move(70, at: 0.05)
        finger.lift(at: 0.05)
        XCTAssertTrue(sidebar.isShown, "a flick")
        finger.bench.paint()
        finger.drag(from: 200, -120)
        XCTAssertTrue(sidebar.isShown, "less than half")
        finger.touch(200)
        finger.move(-20, at: 0.01)
        finger.move(-70, at: 0.05)
        finger.lift(at: 0.05)
        XCTAssertFalse(sidebar.isShown, "a flick")
        // A cancelled movement leaves the initial state.
        finger.bench.paint()
        finger.touch(5)
        finger.move(300, at: 0.1)
        finger.area.swipe.cancel()
        finger.bench.paint()
        XCTAssertFalse(sidebar.isShown || finger.bench.view.isMapped)
      }
    }
  }

  func testOnlyAFingerFromTheEdgeThatGoesAcrossPullsTheChats() {
    onMainThread {
      Self.run { finger in
        finger.drag(from: 30, 200)
        XCTAssertEqual(finger.shown, 0, "not at the edge")
        finger.drag(200, on: .mouse)
        XCTAssertEqual(finger.shown, 0, "a mouse")
        finger.touch(5)
        finger.move(10, y: 30, at: 0.1)
        finger.move(200, y: 40, at: 0.2)
        XCTAssertEqual(finger.shown, 0, "it scrolls")
        finger.lift(at: 9)
        finger.touch(5)
        finger.lift(at: 0.1)
        XCTAssertFalse(finger.bench.window.sidebar.isShown, "a tap")
        finger.bench.resize(1_000)
        finger.drag(200)
        XCTAssertFalse(finger.bench.window.sidebar.sheet.isMapped, "a wide window has a pane")
      }
    }
  }

  func testTwoFingersOnATouchpadPullTheChats() {
    onMainThread {
      Self.run { finger in
        let swipe = finger.area.swipe
        let sign = finger.isRightToLeft ? -1.0 : 1
        var time = 0.0
        swipe.now = { time }
        for _ in 0..<20 {
          time += 0.1
          _ = swipe.touchpadMoved(dx: sign * 10, dy: 0)
        }
        finger.bench.paint()
        XCTAssertEqual(finger.shown, 200, accuracy: 1)
        swipe.touchpadEnded()
        XCTAssertTrue(finger.bench.window.sidebar.isShown)
      }
    }
  }

  func testTheChatsGoOnFromWhereTheFingerHasLeftThem() {
    onMainThread {
      Self.run(animated: true) { finger in
        let sidebar = finger.bench.window.sidebar
        finger.touch(5)
        finger.move(200, at: 0.2)
        var places: [Double] = []
        let handle = finger.bench.window.frameClock?.afterPaint.connect(weak: finger.bench.window) { _ in
          places.append(finger.shown)
        }
        finger.lift(at: 9)
        pump("the chats") { finger.shown == sidebar.swipeExtent }
        handle?.disconnect()
        XCTAssertEqual(places.first ?? 0, 200 - Self.slop, accuracy: 40)
        XCTAssertEqual(places, places.sorted())
        XCTAssertGreaterThan(Set(places).count, 2, "\(places)")
      }
    }
  }

  func testAFilmsPageIsLeftByASwipeAndAnArrowShowsIt() {
    onMainThread {
      Self.run { finger in
        finger.bench.window.show(.carousel)
        finger.bench.paint()
        let tab = finger.bench.find(CarouselTab.self, in: finger.bench.window)!
        pump("the films") { !tab.shelf.films.isEmpty }
        finger.drag(200)
        XCTAssertFalse(finger.bench.window.sidebar.sheet.isMapped, "only the chat has chats beside it")
        tab.open(0)
        finger.drag(from: 200, 100)
        finger.drag(60)
        XCTAssertNotNil(tab.openFilm, "less than half")
        finger.touch(5)
        finger.move(Self.slop + 30, at: 0.1)
        XCTAssertEqual(finger.area.arrowProgress, 0.25)
        finger.move(Self.slop + 90, at: 0.2)
        XCTAssertEqual(finger.area.arrowProgress, 0.75)
        finger.lift(at: 9)
        XCTAssertNil(tab.openFilm)
        XCTAssertEqual(finger.area.arrowProgress, 0, "nothing moves after it")
      }
    }
  }

  // The buttons covered the time and the text of the messages.
  func testTheRoundButtonsLeaveRoomInANarrowWindow() {
    onMainThread {
      Self.run { finger in
        let view = finger.bench.tab.view!
        for (width, side, edge) in [(1_000, 42.0, 16.0), (372, 36, 12), (1_000, 42, 16)] {
          finger.bench.resize(width)
          let button = finger.bench.find(Button.self, in: view.jumpButton)!
          let face = finger.bench.find(Image.self, in: button)!.bounds(in: view.list)!
          XCTAssertEqual(face.width, side, accuracy: 0.1, "at \(width)")
          XCTAssertEqual(face.height, side, accuracy: 0.1, "at \(width)")
          XCTAssertEqual(
            finger.isRightToLeft ? face.x : Double(view.list.width) - face.maxX, edge, accuracy: 0.1,
            "at \(width)")
          XCTAssertGreaterThanOrEqual(min(button.width, button.height), 40, "for fingers")
        }
      }
    }
  }

  func testARepositoryTheResultsAndTheMediaAreLeftByASwipe() {
    onMainThread {
      Self.run { finger in
        let window = finger.bench.window
        window.activateAction("win.find-everywhere")
        finger.bench.paint()
        XCTAssertTrue(finger.bench.tab.finding.isShowingResults)
        finger.drag(120)
        XCTAssertFalse(finger.bench.tab.finding.isShowingResults)
        XCTAssertFalse(window.sidebar.isShown)
        window.activateAction("win.media")
        finger.bench.paint()
        XCTAssertNotNil(window.coverPages?.media.page)
        finger.drag(120)
        XCTAssertNil(window.coverPages?.media.page)
        XCTAssertFalse(window.sidebar.isShown)
        window.show(.feed)
        let tab = finger.bench.find(FeedTab.self, in: window)!
        pump("the feed") { !tab.feed.items.isEmpty }
        tab.open(tab.feed.items[0])
        finger.bench.paint()
        finger.drag(120)
        XCTAssertNil(tab.openRepository)
      }
    }
  }
}
