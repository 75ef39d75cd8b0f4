import Gtk
import XCTest

extension ListBench {
  func openAndClose() {
    open()
    close()
  }

  /// A row in mid-view stands exactly where it stood, in every frame after `change`.
  func expectStill(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    let row = readRow
    let place = top(row)
    let start = frames.count
    change()
    paint()
    settle()
    XCTAssertEqual(drift(of: row, from: place, since: start), 0, file: file, line: line)
  }

  /// The last row stands on the bottom edge in every frame after `change`.
  func expectAtEnd(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    let start = frames.count
    change()
    settle()
    for frame in start..<frames.count {
      XCTAssertEqual(lastRowBottoms[frame], bottomEdges[frame], file: file, line: line)
    }
    XCTAssertTrue(list.isAtEnd, file: file, line: line)
  }

  /// In a fling upwards every frame moves the rows by what GTK's fling moved the value, to the pixel they are
  /// placed on, across `change`; and the fling goes on, slowing down smoothly.
  func expectUnbrokenFling(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    scroller.fling(velocity: -3_000)
    frame(3)
    expectUnbrokenMotion(change, file: file, line: line)
  }

  /// The same for whatever is moving the content by now.
  func expectUnbrokenMotion(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    let start = frames.count - 2
    let changed = frames.count
    change()
    frame(8)
    let steps = steps(since: start)
    var speed = Double.infinity
    for (index, step) in zip(start..., steps) {
      let motion = clock[index - 1].value - clock[index].value
      XCTAssertEqual(step ?? .nan, motion, accuracy: 1, "\(steps)", file: file, line: line)
      // A frame that came late moved farther: the fling goes by the clock.
      let now = motion / (clock[index].time - clock[index - 1].time)
      XCTAssertLessThanOrEqual(now, speed * 1.05, "no step out of line", file: file, line: line)
      speed = now
      // Only the first frames after the change: on a busy machine the fling may end by itself within a few more.
      if index <= changed + 1 {
        XCTAssertGreaterThan(speed, 60, "the fling goes on", file: file, line: line)
      }
    }
  }
}
