import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// The option picker in a real window. E1 to E4 are the requirements; the other numbers are those of failures in other pickers.
final class OptionPickerTests: XCTestCase {
  // E1: pages turn at the seam as elsewhere.
  func testFromTheLastToTheFirstItGoesAsFromAnyToTheNext() {
    onMainThread {
      OptionPickerBench.run(OptionPickerBench.names(4)) { bench in
        for step in [1, -1] {
          var ways: [[Double]] = []
          for _ in 0..<8 {
            let start = Double(bench.picker.carousel.turns * 4) + bench.picker.position
            var way: [Double] = []
            bench.picker.advance(by: step)
            bench.settle {
              way.append(Double(bench.picker.carousel.turns * 4) + bench.picker.position - start)
            }
            XCTAssertEqual(way.last ?? 0, Double(step), accuracy: 1e-9)
            ways.append(way)
          }
          for way in ways {
            for (a, b) in zip(way, way.dropFirst()) {
              XCTAssertGreaterThanOrEqual((b - a) * Double(step), -1e-9, "never back")
            }
          }
        }
        XCTAssertEqual(bench.wraps, [.forward, .forward, .backward, .backward])
        XCTAssertEqual(bench.calls.count, 17)
        XCTAssertEqual(bench.calls.suffix(4), ["3 option 3", "2 option 2", "1 option 1", "0 option 0"])
      }
    }
  }

  // E1, 3: no frame lacks a text beside the window or a page in it; with two options the same text is on both sides.
  func testNoFrameOfAWrapShowsABlank() {
    onMainThread {
      for count in [2, 3, 4, 12] {
        OptionPickerBench.run(OptionPickerBench.names(count)) { bench in
          bench.expectNoBlank()
          for step in [-1, -1, 1, 1, 1] {
            bench.picker.advance(by: step)
            bench.settle { bench.expectNoBlank() }
          }
          bench.picker.scroll(to: count - 1, animated: false)
          bench.drag(by: -300) { bench.expectNoBlank() }
          bench.settle { bench.expectNoBlank() }
          bench.drag(by: 300) { bench.expectNoBlank() }
          bench.settle { bench.expectNoBlank() }
          XCTAssertEqual(bench.picker.selectedIndex, count - 1)
        }
      }
      OptionPickerBench.run(["a", "b"]) { bench in
        XCTAssertEqual(Set(bench.picker.sides.filter { $0.opacity == 1 }.map(\.index)), [0, 1])
        XCTAssertEqual(bench.picker.sides.filter { $0.index == 1 && $0.opacity == 1 }.count, 2)
        // 3: forward from the last option is forward.
        bench.tap()
        bench.settle()
        bench.tap()
        bench.settle()
        XCTAssertEqual(bench.wraps, [.forward])
        XCTAssertEqual(bench.calls, ["0 a", "1 b", "0 a"])
      }
    }
  }

  // E2.
  func testPagesAreHalfAsWideAsThePickerAndATapGoesOnByOne() {
    onMainThread {
      OptionPickerBench.run(OptionPickerBench.names(4)) { bench in
        let picker = bench.picker
        XCTAssertEqual(picker.carousel.geometry.pageWidth, Double(picker.width) / 2)
        XCTAssertEqual(picker.carousel.geometry.step, Double(picker.width) / 2)
        XCTAssertEqual(picker.carousel.width, picker.width)
        XCTAssertEqual(picker.carousel.height, picker.height)
        for (x, y) in [(20.0, 80.0), (254, 80), (490, 80), (254, 170), (3, 3)] {
          let before = picker.selectedIndex!
          bench.tap(x: x, y: y)
          XCTAssertTrue(picker.isMoving, "with animation")
          bench.settle()
          XCTAssertEqual(picker.selectedIndex, (before + 1) % 4)
        }
      }
    }
  }

  func testOfQuickTapsEachCounts() {
    onMainThread {
      for count in [2, 3, 12] {
        OptionPickerBench.run(OptionPickerBench.names(count)) { bench in
          for _ in 0..<5 {
            bench.tap()
            bench.frame(2)
          }
          bench.settle()
          XCTAssertEqual(bench.picker.selectedIndex, 5 % count)
          // 9: options that only pass are not reported.
          XCTAssertEqual(bench.calls.dropFirst(), ["\(5 % count) option \(5 % count)"])
        }
      }
    }
  }

  // E2.
  func testADragPagesAndADragTooShortToPageIsNoTap() {
    onMainThread {
      OptionPickerBench.run(OptionPickerBench.names(4)) { bench in
        bench.drag(by: -200)
        bench.settle()
        XCTAssertEqual(bench.picker.selectedIndex, 1)
        bench.drag(by: 60)
        bench.settle()
        XCTAssertEqual(bench.picker.selectedIndex, 1)
        XCTAssertEqual(bench.calls, ["0 option 0", "1 option 1"])
      }
    }
  }

  // E3, 8, 9.
  func testItReportsTheFirstLayoutAndEachChangeAtRestAndNoSentinel() {
    onMainThread {
      let bench = OptionPickerBench(["a", "b", "c"])
      XCTAssertEqual(bench.calls, [], "nothing is laid out yet")
      bench.open()
      XCTAssertEqual(bench.calls, ["0 a"])
      bench.picker.advance()
      bench.frame(2)
      XCTAssertEqual(bench.calls, ["0 a"], "not while it moves")
      bench.settle()
      XCTAssertEqual(bench.calls, ["0 a", "1 b"])
      // Forward and back before it rests: nothing has changed.
      bench.picker.advance()
      bench.frame(2)
      bench.picker.advance(by: -1)
      bench.settle()
      XCTAssertEqual(bench.calls, ["0 a", "1 b"])
      for _ in 0..<4 {
        bench.picker.advance(by: -1)
        bench.settle()
      }
      XCTAssertEqual(bench.calls.dropFirst(2), ["0 a", "2 c", "1 b", "0 a"])
      bench.window.setDefaultSize(width: 700, height: 300)
      bench.frame(4)
      XCTAssertEqual(bench.calls.count, 6, "a new size is no new choice")
      bench.close()
    }
  }

  // E4, 1, 2.
  func testWithNoOptionsOrOneNothingMovesAndOnlyTheOneIsTold() {
    onMainThread {
      for options in [nil, [], ["a"]] as [[String]?] {
        OptionPickerBench.run(options) { bench in
          let expected = options?.isEmpty == false ? ["0 a"] : []
          XCTAssertEqual(bench.calls, expected)
          bench.tap()
          bench.drag(by: -200)
          bench.picker.advance()
          for key in [Key.left, Key.right, Key.home, Key.end, Key.space] {
            _ = bench.picker.carousel.pressed(key)
          }
          XCTAssertFalse(bench.picker.carousel.wheelDidTurn(0, 1, at: 5), "the wheel is the parent's")
          bench.settle()
          XCTAssertEqual(bench.picker.position, 0)
          XCTAssertEqual(bench.calls, expected)
          XCTAssertTrue(bench.picker.sides.isEmpty, "one is not its own neighbour")
          XCTAssertEqual(bench.picker.selectedIndex, expected.isEmpty ? nil : 0)
        }
      }
    }
  }

  // E4, 15.
  func testOptionsThatComeLateOpenWhereOneAskedAndAreTold() {
    onMainThread {
      OptionPickerBench.run(nil) { bench in
        bench.picker.selectedIndex = 2
        bench.frame(2)
        XCTAssertEqual(bench.calls, [])
        bench.picker.options = ["a", "b", "c", "d"]
        XCTAssertEqual(bench.calls, [], "not before they are laid out")
        bench.frame(2)
        XCTAssertEqual(bench.calls, ["2 c"])
        XCTAssertEqual(bench.picker.position, 2)
      }
    }
  }

  // E4, 14.
  func testChangedOptionsKeepTheChosenOneIfItIsThereAndAreToldAnew() {
    onMainThread {
      OptionPickerBench.run(["a", "b", "c", "d"]) { bench in
        bench.picker.selectedIndex = 3
        XCTAssertEqual(bench.wraps, [.backward], "the shorter way leads over the seam")
        bench.frame()
        bench.picker.options = ["x", "d", "a"]
        bench.frame(2)
        bench.picker.options = ["x", "a"]
        bench.frame(2)
        XCTAssertEqual(bench.picker.selectedIndex, 1)
        bench.picker.options = nil
        bench.frame(2)
        XCTAssertNil(bench.picker.selectedOption)
        bench.picker.options = ["y"]
        bench.frame(2)
        XCTAssertEqual(bench.calls, ["0 a", "3 d", "1 d", "1 a", "0 y"])
        XCTAssertEqual(bench.wraps.count, 1, "a change of the options is no turn")
      }
    }
  }

  // 14, also in mid-drag and mid-motion.
  func testOptionsThatChangeInMidMotionLeaveItAtRestAtOneOfThem() {
    onMainThread {
      for isHeld in [false, true] {
        for new in [["b", "a"], ["z"], ["y", "z"], nil] as [[String]?] {
          OptionPickerBench.run(["a", "b", "c", "d"]) { bench in
            if isHeld {
              bench.picker.carousel.began()
              bench.picker.carousel.moved(to: -8, at: 0)
              bench.picker.carousel.moved(to: -150, at: 0.1)
            } else {
              bench.picker.advance(by: -1)
              bench.frame(3)
            }
            bench.picker.options = new
            bench.frame(2)
            if isHeld { bench.picker.carousel.released(at: 2) }
            bench.settle()
            XCTAssertEqual(bench.picker.position.truncatingRemainder(dividingBy: 1), 0)
            let last = bench.picker.selectedOption.map { "\(bench.picker.selectedIndex!) \($0)" }
            XCTAssertEqual(new == nil ? nil : bench.calls.last, last)
            XCTAssertEqual(Set(bench.calls).count, bench.calls.count, "told once each: \(bench.calls)")
          }
        }
      }
    }
  }

  func testTextsThatOccurTwiceAreTwoOptions() {
    onMainThread {
      OptionPickerBench.run(["a", "a", "b"]) { bench in
        for _ in 0..<3 {
          bench.tap()
          bench.settle()
        }
        XCTAssertEqual(bench.calls, ["0 a", "1 a", "2 b", "0 a"])
      }
    }
  }

  func testKeysPageGoToTheEndsAndAdvance() {
    onMainThread {
      OptionPickerBench.run(OptionPickerBench.names(4)) { bench in
        let keys = [
          (Key.left, 3), (Key.right, 0), (Key.end, 3), (Key.space, 0), (Key.returnKey, 1), (Key.home, 0),
        ]
        for (key, expected) in keys {
          XCTAssertTrue(bench.picker.carousel.pressed(key))
          bench.settle()
          XCTAssertEqual(bench.picker.selectedIndex, expected)
        }
      }
    }
  }

  func testReadFromRightToLeftItIsTheMirrorImage() {
    onMainThread {
      OptionPickerBench.run(OptionPickerBench.names(4)) { bench in
        @MainActor func placeOfNext() -> Double { bench.picker.sides.first { $0.index == 1 }!.x }
        let before = placeOfNext()
        XCTAssertGreaterThan(before, 254)
        bench.picker.setRightToLeft(true)
        bench.picker.carousel.setRightToLeft(true)
        bench.frame(2)
        XCTAssertEqual(placeOfNext(), Double(bench.picker.width) - before)
        XCTAssertTrue(bench.picker.carousel.pressed(Key.left))
        bench.settle()
        XCTAssertEqual(bench.picker.selectedIndex, 1)
        bench.drag(by: 200)
        bench.settle()
        XCTAssertEqual(bench.picker.selectedIndex, 2)
      }
    }
  }

  // Reduced motion, 25: each step ends at once, and is reported in order.
  func testWithoutAnimationsATapIsThereAtOnce() {
    onMainThread {
      let animates = DesktopSettings.current?.enableAnimations ?? true
      DesktopSettings.current?.enableAnimations = false
      OptionPickerBench.run(["a", "b", "c"]) { bench in
        for _ in 0..<4 { bench.tap() }
        XCTAssertFalse(bench.picker.isMoving)
        XCTAssertEqual(bench.calls, ["0 a", "1 b", "2 c", "0 a", "1 b"])
      }
      DesktopSettings.current?.enableAnimations = animates
    }
  }

  func testNothingIsLeftOfPickersThatAreGoneAlsoInMidMotion() {
    onMainThread {
      expectNothingLeft(times: 3) {
        OptionPickerBench.run(OptionPickerBench.names(12)) { bench in
          bench.picker.advance()
          bench.frame(2)
        }
        OptionPickerBench.run(nil) { bench in
          bench.picker.options = ["a", "b"]
        }
      }
    }
  }
}
