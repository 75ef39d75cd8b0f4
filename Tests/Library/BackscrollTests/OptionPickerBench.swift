import Gtk
import GtkTestSupport
import ScrollCore
import XCTest

@testable import Backscroll

/// An option picker in a window, its callbacks, and its parts in each painted frame.
@MainActor
final class OptionPickerBench {
  let picker = OptionPicker()
  let window = Window()
  /// "index option", in the order of the callbacks.
  private(set) var calls: [String] = []
  private(set) var wraps: [Wraparound.Direction] = []
  private(set) var positions: [Double] = []
  private(set) var frames = 0

  init(_ options: [String]?, width: Int = 508) {
    picker.didSelect.connect(weak: self) { $0.calls.append("\($1) \($2)") }
    picker.didWrap.connect(weak: self) { $0.wraps.append($1) }
    picker.didMove.connect(weak: self) { $0.positions.append($1) }
    picker.options = options
    window.decorated = false
    window.setDefaultSize(width: width, height: 182)
    window.child = picker
  }

  static func names(_ count: Int) -> [String] { (0..<count).map { "option \($0)" } }

  /// Runs `body` with a picker on the screen.
  static func run(_ options: [String]?, _ body: (OptionPickerBench) -> Void) {
    let bench = OptionPickerBench(options)
    bench.open()
    body(bench)
    bench.close()
  }

  func open() {
    window.present()
    pump("a first frame") { self.window.frameClock != nil && self.picker.isMapped }
    window.frameClock!.afterPaint.connect(weak: self) { $0.frames += 1 }
    frame(3)
  }

  func close() {
    window.destroy()
    drain()
  }

  func frame(_ count: Int = 1) {
    let goal = frames + count
    pump("\(count) frames") {
      if self.frames < goal { self.picker.queueDraw() }
      return self.frames >= goal
    }
  }

  func settle(file: StaticString = #filePath, line: UInt = #line, eachFrame: () -> Void = {}) {
    pump("rest", file: file, line: line) {
      guard self.picker.isMoving else { return true }
      self.frame()
      eachFrame()
      return false
    }
    frame()
  }

  /// A press and a release at a point of the picker.
  func tap(x: Double = 254, y: Double = 80) {
    picker.carousel.began()
    picker.carousel.released(at: 1)
    picker.carousel.tapped(at: Point(x: x, y: y))
  }

  /// Drags by `way` points in slow steps, and releases at rest.
  func drag(by way: Double, eachFrame: () -> Void = {}) {
    let carousel = picker.carousel
    carousel.began()
    for step in 1...10 {
      carousel.moved(to: way * Double(step) / 10, at: Double(step))
      frame()
      eachFrame()
    }
    carousel.released(at: 30)
  }

  /// Expects a text on each side of the window, and in the window a page at each place of one.
  func expectNoBlank(file: StaticString = #filePath, line: UInt = #line) {
    let window = picker.geometry.window
    let sides = picker.sides.filter { $0.opacity > 0.1 }
    // A text that is half hidden by the window, or more, does not count.
    XCTAssertTrue(
      sides.contains { (0..<window.x - 1).contains($0.x) }, "left at \(picker.position)", file: file,
      line: line)
    XCTAssertTrue(
      sides.contains { $0.x > window.maxX + 1 && $0.x < picker.geometry.width },
      "right at \(picker.position)", file: file, line: line)
    let carousel = picker.carousel
    var covered = [Range<Double>]()
    for (_, place) in carousel.shown {
      let half = carousel.geometry.pageWidth * place.scale / 2
      covered.append(place.center - half..<place.center + half)
    }
    for x in stride(from: window.x + 0.5, to: window.maxX, by: 1) {
      XCTAssertTrue(covered.contains { $0.contains(x) }, "window at \(x)", file: file, line: line)
    }
  }
}
