import SeededRandom
import Testing

@testable import ScrollCore

@Suite("What is where on a rail")
struct RailScaleTests {
  @Test("The first and the last row are at the margins, and a place gives its position back")
  func ends() {
    let scale = RailScale(height: 600, count: 48_210)
    #expect(scale.y(of: 0) == 14)
    #expect(scale.y(of: 48_209) == 586)
    for y in stride(from: 14.0, through: 586, by: 13) {
      #expect(abs(scale.y(ofFraction: scale.position(at: y).fraction) - y) < 1e-9)
    }
    #expect(scale.position(at: -50).ordinal == 0)
    #expect(scale.position(at: 900).ordinal == 48_209)
  }

  @Test("A rail without height or rows has places too")
  func degenerate() {
    #expect(RailScale(height: 0, count: 0).position(at: 3).ordinal == 0)
    #expect(RailScale(height: 10, count: 1).y(of: 0).isFinite)
  }

  @Test("Marks are drawn once a point, however many there are")
  func marks() {
    let scale = RailScale(height: 300, count: 100_000)
    let rows = scale.rows(of: 0..<100_000)
    #expect(rows == Array(14...286))
    #expect(scale.rows(of: [5, 5, 200_000, -1]) == [14])
  }

  @Test("The thumb keeps its length and stays on the rail", arguments: [60.0, 100, 600, 2_000])
  func thumb(height: Double) {
    let scale = RailScale(height: height, count: 1_000)
    for fraction in [0, 0.01, 0.5, 0.99, 1] {
      let thumb = RailThumb(RailPosition(fraction: fraction, of: 1_000), on: scale)
      #expect(thumb.length >= 24 && thumb.length == min(32, max(24, height / 2)))
      #expect(thumb.middle - thumb.length / 2 >= 0 && thumb.middle + thumb.length / 2 <= height)
    }
  }
}

@Suite("The ticks of a rail")
struct RailTickTests {
  /// Years of twelve months, with these numbers of rows in each month.
  private static func years(_ rows: [Int]) -> (ticks: [RailTick], count: Int) {
    var ticks: [RailTick] = []
    var ordinal = 0
    for (year, count) in rows.enumerated() {
      for month in 0..<12 {
        let rank: RailTick.Rank = month == 0 ? .year : month % 3 == 0 ? .quarter : .month
        ticks.append(
          RailTick(ordinal: ordinal, rank: rank, label: "\(2000 + year)", name: "\(year)-\(month)"))
        ordinal += count
      }
    }
    return (ticks, ordinal)
  }

  @Test("A year shows its months, its quarters or itself alone, as there is room")
  func room() {
    // 572 points for 1,200 rows a point: years of 480, 60, 20 and 10 points or so.
    let (ticks, count) = Self.years([400, 50, 18, 8])
    let placed = RailTick.placed(ticks, on: RailScale(height: 600, count: count))
    let starts = placed.indices.filter { placed[$0].rank == .year }
    let counts = zip(starts, starts.dropFirst() + [placed.count]).map { $1 - $0 }
    #expect(counts == [12, 12, 4, 1])
    #expect(placed.filter { $0.label != nil }.allSatisfy { $0.rank == .year })
  }

  @Test("Labels keep their distance, the ticks stay", arguments: 0..<20 as Range<UInt64>)
  func labels(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (ticks, count) = Self.years((0..<40).map { _ in Int.random(in: 1...300, using: &random) })
    let placed = RailTick.placed(ticks, on: RailScale(height: 500, count: count), labelHeight: 22)
    #expect(placed.filter { $0.rank == .year }.count == 40)
    let labels = placed.filter { $0.label != nil }.map(\.y)
    #expect(zip(labels, labels.dropFirst()).allSatisfy { $1 - $0 >= 22 })
    #expect(placed.map(\.y) == placed.map(\.y).sorted())
  }

  @Test("The last tick before a row is found")
  func last() {
    let (ticks, count) = Self.years([3, 2])
    #expect(RailTick.last(at: -1, of: ticks) == nil)
    for ordinal in 0..<count {
      #expect(RailTick.last(at: ordinal, of: ticks) == ticks.last { $0.ordinal <= ordinal })
    }
  }

  @Test("Keys go by rows, screens and periods, and stop at the ends")
  func steps() {
    let (ticks, count) = Self.years([10, 10])
    func target(_ step: RailStep, _ ordinal: Int) -> Int {
      step.target(from: ordinal, of: count, inView: 8, ticks: ticks)
    }
    #expect(target(.rowUp, 5) == 4 && target(.rowUp, 0) == 0)
    #expect(target(.rowDown, 5) == 6 && target(.rowDown, count - 1) == count - 1)
    #expect(target(.screenUp, 100) == 93 && target(.screenDown, 100) == 107)
    #expect(target(.periodUp, 105) == 100, "the beginning of this one first")
    #expect(target(.periodUp, 100) == 90)
    #expect(target(.periodDown, 100) == 110)
    #expect(target(.periodDown, count - 2) == count - 1)
    #expect(target(.start, 100) == 0 && target(.end, 100) == count - 1)
    #expect(RailStep.periodUp.target(from: 5, of: 9, inView: 0, ticks: []) == 0)
    #expect(RailStep.screenDown.target(from: 0, of: 0, inView: 0, ticks: []) == 0)
  }
}

@Suite("A drag of a rail's thumb")
struct RailDragTests {
  private let scale = RailScale(height: 600, count: 10_000)

  @Test("The thumb goes with the pointer from where it was taken")
  func taken() {
    let thumb = scale.position(at: 300)
    var drag = RailDrag(at: 312, by: .pointer, thumb: thumb, on: scale)
    #expect(!drag.hasMoved && drag.position == thumb)
    _ = drag.move(to: 352, on: scale)
    #expect(abs(scale.y(ofFraction: drag.position.fraction) - 340) < 1e-9)
    let hasMovedAgain = drag.move(to: 352, on: scale)
    #expect(!hasMovedAgain)
    _ = drag.move(to: 5_000, on: scale)
    #expect(drag.position.fraction == 1 && drag.origin == thumb)
  }

  @Test("A press beside the thumb brings it there, and a finger need not be exact")
  func beside() {
    let thumb = scale.position(at: 300)
    #expect(!RailDrag(at: 300 + 16 + 6, by: .pointer, thumb: thumb, on: scale).hasMoved)
    let press = RailDrag(at: 300 + 16 + 7, by: .pointer, thumb: thumb, on: scale)
    #expect(press.hasMoved)
    #expect(abs(scale.y(ofFraction: press.position.fraction) - 323) < 1e-9)
    #expect(!RailDrag(at: 300 + 16 + 22, by: .finger, thumb: thumb, on: scale).hasMoved)
    #expect(RailDrag(at: 300 - 16 - 23, by: .finger, thumb: thumb, on: scale).hasMoved)
  }

  @Test("The bubble is beside the pointer, above a finger, and always on the rail")
  func bubble() {
    func top(_ thumb: Double, _ device: RailDrag.Device) -> Double {
      RailBubble.top(thumb: thumb, height: 50, rail: 600, device: device)
    }
    #expect(top(300, .pointer) == 275)
    #expect(top(300, .finger) == 300 - 38 - 25)
    #expect(top(20, .finger) == 20 + 38 - 25, "a finger would cover it")
    for y in stride(from: 0.0, through: 600, by: 10) {
      for device in [RailDrag.Device.pointer, .finger] {
        #expect(top(y, device) >= 4 && top(y, device) + 50 <= 596)
      }
    }
    #expect(RailBubble.top(thumb: 10, height: 50, rail: 20, device: .pointer) == 4)
  }
}

@Suite("The reads of a rail")
struct RailSeeksTests {
  /// The reads by reference, so that expectations may change them.
  private final class Reads {
    private(set) var seeks = RailSeeks()

    static func place(_ ordinal: Int) -> RailPosition { RailPosition(ordinal: ordinal, of: 1_000) }

    func want(_ ordinal: Int, at time: Double) -> Bool { seeks.want(Self.place(ordinal), at: time) }
    func missed(at time: Double) -> RailPosition? { seeks.missed(at: time) }
    func overdue(at time: Double) -> RailPosition? { seeks.overdue(at: time) }
    func reached() { seeks.reached() }
  }

  private let reads = Reads()

  @Test("One read at a time, and the newest place next")
  func newest() {
    #expect(reads.want(1, at: 0))
    #expect(!reads.want(2, at: 0.01))
    #expect(!reads.want(3, at: 0.02))
    #expect(reads.missed(at: 0.03) == Reads.place(3))
    #expect(reads.seeks.wanted == Reads.place(3) && reads.seeks.isReading)
    #expect(reads.missed(at: 0.04) == nil, "it was read")
    #expect(reads.seeks.wanted == nil && !reads.seeks.isReading)
  }

  @Test("A slow read is given up for a newer place")
  func slow() {
    #expect(reads.want(1, at: 0))
    #expect(!reads.want(2, at: 0.05))
    #expect(reads.overdue(at: 0.09) == nil)
    #expect(reads.overdue(at: 0.1) == Reads.place(2))
    #expect(reads.overdue(at: 9) == nil, "there is no newer one")
    #expect(reads.want(3, at: 9))
  }

  @Test("A place that is in view needs no read")
  func reached() {
    #expect(reads.want(1, at: 0))
    reads.reached()
    #expect(reads.seeks.wanted == nil && !reads.seeks.isReading)
    #expect(reads.overdue(at: 1) == nil)
    #expect(reads.want(2, at: 0.01), "the read was given up")
  }
}
