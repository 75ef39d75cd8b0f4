import Gtk
import GtkTestSupport
import XCTest

@testable import Backscroll

/// A line of the test's conversation: its height follows from `lines` and the width.
struct Line: Identifiable, Equatable {
  let id: Int
  var lines: Int
}

/// A row that needs no font: its height is arithmetic, so tests are the same on every machine.
final class LineRow: CustomWidget {
  var line = Line(id: -1, lines: 1) {
    didSet {
      if line != oldValue { queueResize() }
    }
  }

  override init() {
    super.init()
    focusable = true
  }

  static func height(_ lines: Int, width: Int) -> Int { 20 + lines * 18 * 480 / max(width, 100) }

  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    orientation == .horizontal
      ? Measure(minimum: 50, natural: 400)
      : Measure(minimum: Self.height(line.lines, width: size < 0 ? 400 : size))
  }

  override func snapshot(_ snapshot: Snapshot) {
    let shade = Double(line.id & 7) / 10 + 0.2
    snapshot.fill(
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)),
      Color(red: shade, green: 0.5, blue: 1 - shade))
    // A focus ring that covers a part of the next row.
    if hasFocus { snapshot.fill(Rect(x: 0, y: Double(height), width: 10, height: 4), Self.ring) }
  }

  static let ring = Color(hex: 0xff0000)
}

/// Gives its child the size that the test requests, in the same frame.
final class Stage: CustomWidget {
  private let child: Widget
  var size: (width: Int, height: Int) { didSet { queueAllocate() } }
  private(set) var isAllocating = false

  init(_ child: Widget, width: Int, height: Int) {
    self.child = child
    size = (width, height)
    super.init()
    child.setParent(self)
  }

  override func measure(_ orientation: Orientation, for: Int) -> Measure {
    _ = child.measured(orientation)
    return Measure(minimum: orientation == .horizontal ? 900 : 800)
  }

  override func allocate(width: Int, height: Int) {
    isAllocating = true
    child.place(x: 0, y: 0, width: size.width, height: size.height)
    isAllocating = false
  }
  override func dispose() { child.unparent() }
}

/// A window with an `AnchoredList`, and a record of the places of its rows in every painted frame.
@MainActor
final class ListBench {
  let store = ListStore<Line>()
  let list: AnchoredList<ListStore<Line>, LineRow>
  let scroller: ScrolledWindow
  let stage: Stage
  let window = Window()
  /// The number of bindings while GTK allocated the stage.
  private(set) var bindingsInAllocation = 0
  /// One entry a painted frame: the top edge of each row that has a widget in view, in the window.
  private(set) var frames: [[Int: Double]] = []
  /// The scroll value and the time (seconds) of each of `frames`.
  private(set) var clock: [(value: Double, time: Double)] = []
  /// The bottom edge of the last row in each of `frames`, and where it is when the reader is at the end.
  private(set) var lastRowBottoms: [Double] = []
  private(set) var bottomEdges: [Double] = []
  private var nextNewer = 1_000_000
  private var nextOlder = 999_999

  /// `wrap` may put the scrolled window into another widget.
  init(
    rows: Int, width: Int = 480, height: Int = 600, wrap: (ScrolledWindow) -> Widget = { $0 }
  ) {
    let store = self.store
    list = AnchoredList(store, makeRow: { _ in LineRow() })
    scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .always)
    stage = Stage(wrap(scroller), width: width, height: height)
    list.bind = { [weak self] row, line in
      row.line = line
      if self?.stage.isAllocating ?? false { self?.bindingsInAllocation += 1 }
    }
    append(rows)
    window.decorated = false
    window.child = stage
  }

  func open() {
    window.present()
    pump("a first frame") { self.window.frameClock != nil && self.list.isMapped }
    window.frameClock!.afterPaint.connect(weak: self) { $0.record() }
    paint()
  }

  func close() {
    window.destroy()
    drain()
  }

  private func record() {
    var places: [Int: Double] = [:]
    for index in list.visibleRange {
      let id = store.items[index].id
      if let row = list.row(id), row.isMapped, let point = row.convert(Point(x: 0, y: 0), to: stage) {
        places[id] = point.y
      }
    }
    frames.append(places)
    let last = store.items.last.flatMap { last in
      places[last.id].map { $0 + Double(list.row(last.id)!.height) }
    }
    lastRowBottoms.append(last ?? .nan)
    bottomEdges.append(Double(list.height - list.bottomInset))
    clock.append((scroller.vadjustment.value, window.frameClock!.frameTime))
  }

  /// Runs the loop until the present rows have been painted.
  func paint() {
    let start = frames.count
    pump("a frame") {
      if self.frames.count == start { self.list.queueDraw() }
      return self.frames.count > start && self.list.isLaidOut && !self.list.isLayoutNeeded
    }
  }

  /// Runs the loop until nothing moves, and the rows around the view are laid out.
  func settle() {
    paint()
    pump("rest") {
      if !self.list.isSettled { self.list.queueDraw() }
      return self.list.isSettled
    }
    paint()
  }

  /// Runs the loop for `count` frames: for movements of which each frame is checked.
  func frame(_ count: Int = 1) {
    let goal = frames.count + count
    pump("\(count) frames") {
      if self.frames.count < goal { self.list.queueDraw() }
      return self.frames.count >= goal
    }
  }

  // MARK: Rows

  func append(_ count: Int, lines: (Int) -> Int = { 1 + $0 * 7 % 5 }) {
    store.append((0..<count).map { Line(id: nextNewer + $0, lines: lines($0)) })
    nextNewer += count
  }

  func prepend(_ count: Int, lines: (Int) -> Int = { 1 + $0 * 5 % 7 }) {
    store.prepend((0..<count).map { Line(id: nextOlder - count + 1 + $0, lines: lines($0)) })
    nextOlder -= count
  }

  func setLines(_ lines: Int, ofID id: Int) {
    let index = store.index(of: id)!
    store[index] = Line(id: id, lines: lines)
  }

  // MARK: Places

  /// A row in the middle of the view, as it was last painted.
  var readRow: Int {
    let middle = Double(list.height) / 2
    return frames.last!.min { abs($0.value - middle) < abs($1.value - middle) }!.key
  }

  func top(_ id: Int) -> Double { frames.last![id] ?? .nan }

  var lastRowBottom: Double { lastRowBottoms.last! }

  /// Largest distance of the row from `place` over the frames since `start`; infinite when it left the view.
  func drift(of id: Int, from place: Double, since start: Int) -> Double {
    frames[start...].map { abs(($0[id] ?? .infinity) - place) }.max() ?? .infinity
  }

  /// The step of each frame since `start`: the distance that the rows in both frames have moved; nil if they did not
  /// all move by the same.
  func steps(since start: Int) -> [Double?] {
    zip(frames[(start - 1)...], frames[start...]).map { before, after in
      let moves = after.compactMap { id, y in before[id].map { y - $0 } }
      guard let low = moves.min(), let high = moves.max(), high - low < 0.01 else { return nil }
      return low
    }
  }

  func scroll(by delta: Double) { scroller.vadjustment.value += delta }
}
