import Foundation
import Testing

@testable import AppBase
@testable import BackscrollApp
@testable import Showcase

@Suite("The path of a fling")
struct FlingPathTests {
  private let path = FlingPath(velocity: 1_200, start: 10)

  @Test("It goes a quarter of its velocity, less the last of it, and stays there")
  func length() {
    #expect(path.displacement(at: 9) == 0)
    #expect(path.displacement(at: 10) == 0)
    #expect(abs(path.displacement(at: 10.1) - 300 * (1 - exp(-0.4))) < 1e-9)
    #expect(abs(path.displacement(at: 60) - (300 - 0.025)) < 1e-9)
    #expect(!path.isOver(at: 12.34))
    #expect(path.isOver(at: 12.36))
  }

  @Test("It goes the other way as far")
  func direction() {
    let back = FlingPath(velocity: -1_200, start: 10)
    #expect(back.displacement(at: 10.5) == -path.displacement(at: 10.5))
    #expect(FlingPath(velocity: 0, start: 10).isOver(at: 10.1))
  }

  @Test("A frame that a whole point explains does not move its start")
  func rounding() {
    var path = path
    path.calibrate(displacement: path.displacement(at: 10.02).rounded(.down), at: 10.02)
    #expect(path == self.path)
  }

  @Test("A fling that began later is met where it is", arguments: [0.008, 0.02, 0.2])
  func calibration(delay: Double) {
    var path = path
    let late = FlingPath(velocity: 1_200, start: 10 + delay)
    path.calibrate(displacement: late.displacement(at: 10.25), at: 10.25)
    #expect(abs(path.start - late.start) < 1e-9)
    #expect(abs(path.displacement(at: 11) - late.displacement(at: 11)) < 1e-9)
  }

  @Test("A displacement that no fling of this velocity reaches changes nothing")
  func impossible() {
    for measured in [400.0, 300, -20] {
      var path = path
      path.calibrate(displacement: measured, at: 10.5)
      #expect(path == self.path)
    }
  }
}

@Suite("The drift of a row")
struct DriftMeterTests {
  @Test("Frames beyond the tolerance are wrong, the worst one is kept, nothing is made smaller")
  func counts() {
    var meter = DriftMeter()
    #expect(meter.holds && meter.worst == 0 && meter.now == 0)
    for drift in [0, 1, -1284, 0.5] { meter.record(drift) }
    #expect(meter.worst == 1284)
    #expect(meter.wrongFrames == 1)
    #expect(!meter.holds)
    #expect(meter.now == 0.5)
    #expect(!meter.isWrongNow)
  }

  @Test("The trace holds the newest frames; the counts hold all")
  func trace() {
    var meter = DriftMeter()
    for frame in 0..<500 { meter.record(Double(frame)) }
    #expect(meter.trace.count == DriftMeter.traceLength)
    #expect(meter.trace.last == 499)
    #expect(meter.wrongFrames == 498)
  }

  @Test("A row that has no widget is at least a viewport away, and no nearer than it has been")
  func outOfSight() {
    var reading = LabReading(row: 1, top: 40, at: 0, path: nil)
    reading.record(top: nil, at: 0, viewport: 300)
    #expect(reading.meter.now == 300)
    reading.record(top: 940, at: 0, viewport: 300)
    reading.record(top: nil, at: 0, viewport: 300)
    #expect(reading.meter.now == 900)
  }

  @Test("In a fling the row is expected on its way, at rest where it was")
  func expectation() {
    let path = FlingPath(velocity: 1_200, start: 0)
    let reading = LabReading(row: 1, top: 40, at: 0.1, path: path)
    #expect(reading.expected(at: 0.1) == 40)
    #expect(abs(reading.expected(at: 60) - 40 - (299.975 - path.displacement(at: 0.1))) < 1e-9)
    #expect(LabReading(row: 1, top: 40, at: 0.1, path: nil).expected(at: 60) == 40)
  }

  @Test("A reading ends some frames after the page has landed, and not before the fling is over")
  func end() {
    var reading = LabReading(row: 1, top: 0, at: 0, path: FlingPath(velocity: 1_200, start: 0))
    for _ in 0..<100 { reading.record(top: 0, at: 0, viewport: 300) }
    #expect(!reading.isDone(at: 9))
    reading.landed(at: 0.1)
    for _ in 0..<LabReading.framesAfterLanding { reading.record(top: 0, at: 0, viewport: 300) }
    #expect(!reading.isDone(at: 1))
    #expect(reading.isDone(at: 3))
    reading.stop()
    let measured = reading.meter
    reading.record(top: 999, at: 4, viewport: 300)
    #expect(reading.meter == measured)
  }
}

@Suite("What the Lab reads")
struct LabDataTests {
  private let data = LabData()

  @Test("Pages follow one another to the beginning, without a gap")
  func pages() {
    var rows = data.newest
    #expect(rows.count == 50)
    for _ in 0..<LabData.pages {
      let page = data.page(beforeLast: rows.count)
      #expect(page.count == 30)
      rows = page + rows
    }
    #expect(rows.map(\.id) == Array(0..<data.count))
    #expect(data.page(beforeLast: rows.count).isEmpty)
  }

  @Test("Texts are short, of one line, and there are those of both sides")
  func texts() {
    let rows = data.newest
    #expect(rows.allSatisfy { !$0.text.isEmpty && $0.text.count <= 49 && !$0.text.contains("\n") })
    #expect(Set(rows.map(\.isOwn)) == [true, false])
  }

  @Test("What was measured is one line that scripts read")
  func logLine() {
    let line = EventLog.line("", ["strategy": "upper-delta", "max-drift": 1284, "wrong-frames": 41])
    #expect(line == "strategy=upper-delta max-drift=1284 wrong-frames=41")
  }
}
