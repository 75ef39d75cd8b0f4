@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// A child that a finger swipes away, in a real window.
final class SwipeAwayTests: XCTestCase {
  @MainActor
  private struct Bench {
    let window: Window
    let child = Label("Gone")
    let away: SwipeAway

    init(_ window: Window) {
      self.window = window
      child.setSizeRequest(width: 200, height: 40)
      away = SwipeAway(child)
      away.halign = .center
      away.valign = .center
      window.child = away
      window.setDefaultSize(width: 500, height: 300)
      window.present()
      pump("the window") { child.isMapped && child.width > 0 }
    }

    var place: Rect { child.bounds(in: away)! }

    func paint() {
      var isPainted = false
      let handle = window.frameClock?.afterPaint.connect(weak: window) { _ in isPainted = true }
      pump("a frame") {
        window.queueDraw()
        return isPainted
      }
      handle?.disconnect()
    }

    /// Begins a touch, which the controllers of both directions get, as with a finger.
    func touch(on device: SwipeTracker.Device = .touch) {
      for swipe in [away.across, away.down] { swipe.press(at: Point(x: 50, y: 20), on: device, time: 0) }
    }

    func move(x: Double = 0, y: Double = 0, at time: Double) {
      for swipe in [away.across, away.down] { swipe.move(to: Point(x: x, y: y), at: time) }
      paint()
    }

    func lift(at time: Double) { for swipe in [away.across, away.down] { swipe.release(at: time) } }
  }

  @MainActor
  private static func run(_ body: @escaping @MainActor (Bench) -> Void) {
    let settings = DesktopSettings.current!
    let before = settings.enableAnimations
    settings.enableAnimations = false
    let window = Window()
    body(Bench(window))
    window.destroy()
    drain()
    settings.enableAnimations = before
  }

  func testTheChildFollowsTheFingerAlongOneAxisAndReturns() {
    onMainThread {
      Self.run { bench in
        var count = 0
        bench.away.didSwipeAway.connect { count += 1 }
        for sign in [-1.0, 1] {
          bench.touch()
          bench.move(x: sign * 10, at: 0.1)
          XCTAssertEqual(bench.place.x, 0, "within the slop it is a tap")
          for way in [50.0, 90, 70] {
            bench.move(x: sign * way, y: 30, at: way)
            XCTAssertEqual(bench.place.x, sign * (way - 16), accuracy: 1)
            XCTAssertEqual(bench.place.y, 0)
          }
          bench.lift(at: 999)
          bench.paint()
          XCTAssertEqual(bench.place.x, 0)
        }
        bench.touch()
        bench.move(x: 5, y: 40, at: 0.1)
        XCTAssertEqual(bench.place.y, 24, accuracy: 1)
        bench.lift(at: 9)
        bench.paint()
        XCTAssertEqual(bench.place.y, 0)
        XCTAssertEqual(count, 0)
      }
    }
  }

  func testHalfOfTheWayOrAFlickIsTheEndOfIt() {
    onMainThread {
      Self.run { bench in
        var count = 0
        bench.away.didSwipeAway.connect { count += 1 }
        for (x, y) in [(130.0, 0.0), (-130, 0), (0, 60)] {
          bench.touch()
          bench.move(x: x, y: y, at: 0.1)
          bench.lift(at: 9)
        }
        XCTAssertEqual(count, 3, "slowly")
        for (x, y) in [(30.0, 0.0), (-30, 0), (0, 30)] {
          bench.touch()
          bench.move(x: x, y: y, at: 0.05)
          bench.lift(at: 0.05)
        }
        XCTAssertEqual(count, 6, "flicks")
        bench.paint()
        XCTAssertEqual(bench.place.x, 0, "what is shown next is in its place")
        XCTAssertEqual(bench.child.opacity, 1)
        bench.touch()
        bench.move(y: -80, at: 0.1)
        bench.lift(at: 0.1)
        XCTAssertEqual(count, 6, "not upwards")
        bench.touch(on: .mouse)
        bench.move(x: 150, at: 0.1)
        bench.lift(at: 0.1)
        XCTAssertEqual(count, 6, "a mouse has the button")
      }
    }
  }

  func testItGoesWithItsWindow() {
    onMainThread {
      weak var area: SwipeAway?
      weak var edge: EdgeSwipeArea?
      Self.run { bench in area = bench.away }
      edge = Self.shownAndClosed()
      drain()
      XCTAssertNil(area)
      XCTAssertNil(edge)
    }
  }

  @MainActor
  private static func shownAndClosed() -> EdgeSwipeArea {
    let window = Window()
    let area = EdgeSwipeArea(Label("A page"))
    area.response = { _ in .goBack {} }
    window.child = area
    window.present()
    pump("the window") { area.isMapped }
    window.destroy()
    return area
  }

  // It jumped to its place.
  func testAChildOnItsWayBackIsNotDraggedAlongTheOtherAxis() {
    onMainThread {
      Self.run { bench in
        DesktopSettings.current!.enableAnimations = true
        bench.touch()
        bench.move(x: 90, at: 0.1)
        let x = bench.place.x
        bench.lift(at: 9)
        bench.touch()
        bench.move(x: 0, y: 60, at: 9.1)
        bench.move(x: 0, y: 90, at: 9.2)
        XCTAssertEqual(bench.place.y, 0)
        var places = [x, bench.place.x]
        while places.last != 0 {
          bench.paint()
          places.append(bench.place.x)
        }
        XCTAssertEqual(places, places.sorted(by: >))
        bench.lift(at: 9.3)
      }
    }
  }
}
