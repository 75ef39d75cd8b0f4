import Foundation
import Gtk
import ScrollCore
import XCTest

extension ListBench {
  func openAndClose() {
    open()
    close()
  }

  /// Expects a row in mid-view at exactly the same place in every frame after `change`.
  func expectStill(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    let row = readRow
    let place = top(row)
    let start = frames.count
    change()
    paint()
    settle()
    XCTAssertEqual(drift(of: row, from: place, since: start), 0, file: file, line: line)
  }

  /// Expects the last row on the bottom edge in every frame after `change`.
  func expectAtEnd(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    let start = frames.count
    change()
    settle()
    for frame in start..<frames.count {
      XCTAssertEqual(lastRowBottoms[frame], bottomEdges[frame], file: file, line: line)
    }
    XCTAssertTrue(list.isAtEnd, file: file, line: line)
  }

  /// Expects a fling upwards to continue across `change` as without it. Every frame moves the rows by the distance that
  /// GTK's fling moved the value, to the pixel on which they are placed.
  func expectUnbrokenFling(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    scroller.fling(velocity: -1_140)
    frame(3)
    expectUnbrokenMotion(change, file: file, line: line)
  }

  /// The same for any movement that is under way and is slowed down by friction alone.
  func expectUnbrokenMotion(_ change: () -> Void, file: StaticString = #filePath, line: UInt = #line) {
    let start = frames.count - 1
    change()
    frame(10)
    let steps = steps(since: start)
    // The remaining way, by the step of the frame before the change. GTK's fling and ours have the same friction.
    var left = motion(start) / (1 - decay(start)) * decay(start)
    XCTAssertGreaterThan(left, 15, "the motion is not over before the change", file: file, line: line)
    for (index, step) in zip(start..., steps).dropFirst() {
      XCTAssertEqual(step ?? .nan, motion(index), accuracy: 1, "\(steps)", file: file, line: line)
      // A late frame moves farther: both depend on the frame's time.
      let expected = left * (1 - decay(index))
      XCTAssertEqual(motion(index), expected, accuracy: 0.1, "the motion goes on", file: file, line: line)
      left -= expected
    }
  }

  /// Points that the value moved upwards in a frame.
  private func motion(_ frame: Int) -> Double { clock[frame - 1].value - clock[frame].value }

  /// The part of a velocity that friction leaves after a frame.
  private func decay(_ frame: Int) -> Double {
    exp(-Decay.friction * (clock[frame].time - clock[frame - 1].time))
  }
}
