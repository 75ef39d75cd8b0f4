@_spi(Testing) import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import Backscroll
@testable import BackscrollApp
@testable import Showcase

/// If the desktop disables animations, requested content appears at once.
final class StillnessTests: XCTestCase {
  @MainActor
  private static func withoutAnimations(_ body: () -> Void) {
    let settings = DesktopSettings.current!
    let before = settings.enableAnimations
    settings.enableAnimations = false
    body()
    settings.enableAnimations = before
  }

  func testTheCarouselIsAtItsPageAtOnce() {
    onMainThread {
      CarouselTabBench.run { bench in
        let carousel = bench.tab.carousel
        var positions: [Double] = []
        carousel.didMove.connect { positions.append($0) }
        bench.tab.advance(by: 1)
        XCTAssertFalse(carousel.isMoving)
        XCTAssertEqual(positions, [1])
        bench.tab.autoplays = true
        bench.frame()
        XCTAssertEqual(carousel.selectedIndex, 1)
      }
    }
  }

  func testThePickerIsAtItsOptionAtOnce() {
    onMainThread {
      StillnessTests.withoutAnimations {
        let tab = PickerTab(latency: Latency())
        AuditTests.show(tab) {
          pump("the first call") { !tab.card.rows.isEmpty }
          tab.picker.advance()
          XCTAssertFalse(tab.picker.isMoving)
          XCTAssertEqual(tab.picker.position, 1)
        }
      }
    }
  }

  func testAJumpToTheEndIsThereWithTheNextFrame() {
    onMainThread {
      StillnessTests.withoutAnimations {
        let bench = ChatBench(messages: 2_000)
        bench.view.olderLoading = .pull
        bench.open()
        bench.scrollToTop()
        XCTAssertFalse(bench.list.isAtEnd)
        bench.view.places.jumpToEnd()
        bench.frame()
        XCTAssertTrue(bench.list.isAtEnd)
        bench.close()
      }
    }
  }

  func testTheIndicatorOfALoadComesAndGoesWithoutAFade() {
    onMainThread {
      StillnessTests.withoutAnimations {
        struct Offline: Error {}
        let overlay = RefreshOverlay(ScrolledWindow(child: Label("content")))
        AuditTests.show(overlay) {
          overlay.activity = .loading
          XCTAssertTrue(overlay.indicator.visible)
          XCTAssertEqual(overlay.indicator.opacity, 1)
          overlay.activity = .none
          XCTAssertFalse(overlay.indicator.visible)
        }
      }
    }
  }

  func testASheenStandsStill() {
    onMainThread {
      StillnessTests.watchSkeleton { frames, _ in
        pump("a moving sheen, where the desktop wants animations") { frames() >= 10 }
      }
      StillnessTests.withoutAnimations {
        StillnessTests.watchSkeleton { frames, otherFrames in
          // A new window is painted a few times.
          var last = (frames: 0, otherFrames: 0)
          pump("a sheen that stands still") {
            if frames() != last.frames { last = (frames(), otherFrames()) }
            return otherFrames() >= last.otherFrames + 15
          }
        }
      }
    }
  }

  /// Counts the painted frames of a skeleton row, and those of another window that is always animated.
  @MainActor
  private static func watchSkeleton(_ body: (_ frames: () -> Int, _ otherFrames: () -> Int) -> Void) {
    let (row, other) = (FeedSkeletonRow(), Label("moves"))
    var (frames, otherFrames) = (0, 0)
    AuditTests.show(row) {
      AuditTests.show(other) {
        let animation = Animation(on: other)
        animation.start { _ in other.queueDraw() }
        let handles = [
          row.frameClock?.afterPaint.connect(weak: row) { _ in frames += 1 },
          other.frameClock?.afterPaint.connect(weak: other) { _ in otherFrames += 1 },
        ]
        body({ frames }, { otherFrames })
        for handle in handles { handle?.disconnect() }
        animation.cancel()
      }
    }
  }
}
