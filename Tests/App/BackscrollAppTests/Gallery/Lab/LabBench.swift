import Gtk
import GtkTestSupport
import XCTest

@testable import AppBase
@testable import BackscrollApp
@testable import Showcase

/// Holds loads back until a test releases them, without any timing.
@MainActor
final class LoadGate {
  var isOpen: Bool
  /// The number of loads that were released or cancelled.
  private(set) var passedCount = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(isOpen: Bool) { self.isOpen = isOpen }

  var waitingCount: Int { waiting.count }

  func pass() async throws {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    passedCount += 1
    try Task.checkCancellation()
  }

  /// Releases the waiting loads, and all later ones.
  func open() {
    isOpen = true
    letThrough()
  }

  /// Releases the waiting loads.
  func letThrough() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// The Lab in a separate window.
@MainActor
final class LabBench {
  let gate: LoadGate
  let tab: LabTab
  let window = Window()
  private var flyingFrames: [LabStrategy: Int] = [:]

  init(isOpen: Bool, width: Int = 1200, height: Int = 760) {
    let gate = LoadGate(isOpen: isOpen)
    self.gate = gate
    tab = LabTab(latency: Latency(sleep: { _ in try await gate.pass() }))
    window.setDefaultSize(width: width, height: height)
    window.decorated = false
    window.child = tab
  }

  /// Runs `body` with a Lab on the screen; `isOpen`: loads take no time.
  static func run(isOpen: Bool, width: Int = 1200, height: Int = 760, _ body: (LabBench) -> Void) {
    let bench = LabBench(isOpen: isOpen, width: width, height: height)
    bench.open()
    body(bench)
    bench.close()
  }

  func open() {
    window.present()
    pump("a first frame") { self.window.frameClock != nil && self.tab.isMapped }
    window.frameClock?.afterPaint.connect(weak: self) { $0.countFlyingFrames() }
    pump("the rows") {
      self.tab.queueDraw()
      return self.tab.columns.allSatisfy { $0.list.top(of: $0.list.rows.last!.id) != nil }
    }
    // The tab then has the form for the window's size.
    drain()
  }

  func close() {
    gate.open()
    window.destroy()
    drain()
  }

  func column(_ strategy: LabStrategy) -> LabColumn { tab.columns.first { $0.strategy == strategy }! }

  func meter(_ strategy: LabStrategy) -> DriftMeter { column(strategy).reading?.meter ?? DriftMeter() }

  var counts: [Int] { tab.columns.map { $0.list.rows.count } }

  /// Waits until each column waits for its page.
  func waitForLoads(file: StaticString = #filePath, line: UInt = #line) {
    pump("the loads", file: file, line: line) { self.gate.waitingCount >= self.tab.columns.count }
  }

  /// Waits until the measurement of each column is complete.
  func waitForFindings(file: StaticString = #filePath, line: UInt = #line) {
    pump("the findings", file: file, line: line) {
      self.tab.columns.allSatisfy { $0.reading != nil && !$0.isMeasuring && !$0.isLoading }
    }
  }

  /// Repeats a load during a fling until the page has landed while the fling was painted, and the fling continued after
  /// that: on a busy machine it may end earlier. Returns the number of pages that this took.
  func flingAndLoadInMidAir(file: StaticString = #filePath, line: UInt = #line) -> Int {
    for pages in 1...5 {
      flyingFrames = [:]
      tab.flingAndLoad()
      waitForFindings(file: file, line: line)
      if tab.columns.allSatisfy({ flyingFrames[$0.strategy, default: 0] > 1 }) { return pages }
    }
    XCTFail("Each fling was over before the page landed", file: file, line: line)
    return 5
  }

  /// Counts the frames that were painted after the page had landed and before the fling was over.
  private func countFlyingFrames() {
    guard let time = window.frameClock?.frameTime else { return }
    for column in tab.columns {
      guard let reading = column.reading, reading.countsFrames, let path = reading.path,
        !path.isOver(at: time)
      else { continue }
      flyingFrames[column.strategy, default: 0] += 1
    }
  }

  /// Expects that the inverted lists hold the row: there are only rounding differences in all frames.
  func expectInvertedHold(file: StaticString = #filePath, line: UInt = #line) {
    for strategy in [LabStrategy.inverted, .invertedPull] {
      let meter = meter(strategy)
      XCTAssertEqual(meter.wrongFrames, 0, "\(strategy) \(meter.trace)", file: file, line: line)
      XCTAssertEqual(meter.worst, 0, "\(strategy)", file: file, line: line)
      XCTAssertGreaterThanOrEqual(
        meter.trace.count, LabReading.framesAfterLanding, "\(strategy) was measured", file: file, line: line)
    }
  }

  /// Expects that the read row moved by about a page and did not return.
  func expectGone(_ strategy: LabStrategy, file: StaticString = #filePath, line: UInt = #line) {
    let meter = meter(strategy)
    XCTAssertGreaterThan(meter.worst, 600, "\(strategy)", file: file, line: line)
    XCTAssertGreaterThanOrEqual(
      meter.wrongFrames, LabReading.framesAfterLanding, "\(strategy)", file: file, line: line)
    XCTAssertTrue(meter.isWrongNow, "\(strategy)", file: file, line: line)
  }

  /// Expects that the read row was painted elsewhere, and then at its place again.
  func expectFlash(_ strategy: LabStrategy, file: StaticString = #filePath, line: UInt = #line) {
    let meter = meter(strategy)
    XCTAssertGreaterThan(meter.worst, 600, "\(strategy)", file: file, line: line)
    XCTAssertGreaterThan(meter.wrongFrames, 0, "\(strategy)", file: file, line: line)
    XCTAssertLessThan(meter.wrongFrames, LabReading.framesAfterLanding / 2, file: file, line: line)
    XCTAssertFalse(meter.isWrongNow, "\(strategy) \(meter.trace)", file: file, line: line)
  }
}
