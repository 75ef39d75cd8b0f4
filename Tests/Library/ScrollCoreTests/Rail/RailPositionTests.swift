import SeededRandom
import Testing

@testable import ScrollCore

/// A part of many rows with different heights, in a viewport.
private struct Rows {
  let count: Int
  private(set) var loaded: Range<Int>
  private(set) var layout = AnchoredLayout<Int>()
  let viewport: Double
  private let seed: UInt64

  init(_ loaded: Range<Int>, of count: Int, viewport: Double, seed: UInt64) {
    (self.loaded, self.count, self.viewport, self.seed) = (loaded, count, viewport, seed)
    layout.endIsLive = loaded.upperBound == count
    insert(loaded.count, at: 0)
    lay()
  }

  private mutating func insert(_ number: Int, at index: Int) {
    let first = loaded.lowerBound
    layout.apply(Splice(at: index, inserting: number), kinds: Array(repeating: 0, count: number)) {
      first + $0
    }
  }

  mutating func prepend(_ number: Int) {
    loaded = loaded.lowerBound - number..<loaded.upperBound
    insert(number, at: 0)
    lay()
  }

  func height(_ ordinal: Int) -> Double {
    var random = SplitMix64(seed: seed &+ UInt64(ordinal))
    return Double(Int.random(in: 20...180, using: &random))
  }

  mutating func lay() {
    let first = loaded.lowerBound
    layout.layout(
      viewport: viewport, overscan: 0, id: { first + $0 }, measure: { [self] in height(first + $0) })
  }

  mutating func go(to position: RailPosition) {
    layout.scroll(
      to: position.ordinal - loaded.lowerBound, within: position.within, atFraction: position.fraction)
    lay()
  }

  mutating func scroll(by distance: Double) {
    layout.scroll(by: distance)
    lay()
  }

  var position: RailPosition? {
    RailPosition(layout.visibleRows, offset: loaded.lowerBound, count: count, viewport: viewport)
  }
}

@Suite("The position of a rail")
struct RailPositionTests {
  @Test("A row's position is that row's", arguments: [1, 2, 3, 10, 1_000, 1_000_000, 99_999_999])
  func ordinals(count: Int) {
    var random = SplitMix64(seed: 7)
    let some = (0..<200).map { _ in Int.random(in: 0..<count, using: &random) }
    for ordinal in some + [0, count - 1, count / 2] {
      let position = RailPosition(ordinal: ordinal, of: count)
      #expect(position.ordinal == ordinal)
      #expect((0...1).contains(position.within))
    }
    #expect(RailPosition(ordinal: count - 1, of: count).fraction == (count > 1 ? 1 : 0))
  }

  @Test("What cannot be is clamped")
  func clamps() {
    #expect(RailPosition(fraction: -1, of: 5).fraction == 0)
    #expect(RailPosition(fraction: 2, of: 5).ordinal == 4)
    #expect(RailPosition(fraction: .nan, of: 5).fraction == 0)
    #expect(RailPosition(fraction: 0.5, of: 0).count == 1)
  }

  // The thumb would leap when it is released, or when pages are inserted.
  @Test("The list is where the rail has sent it", arguments: 0..<40 as Range<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 400...1_000_000, using: &random)
    for _ in 0..<20 {
      let position = RailPosition(fraction: Double.random(in: 0...1, using: &random), of: count)
      let around = max(0, position.ordinal - 100)..<min(count, position.ordinal + 100)
      var rows = Rows(around, of: count, viewport: 640, seed: seed)
      rows.go(to: position)
      let found = rows.position
      #expect(abs((found?.fraction ?? .nan) - position.fraction) < 1e-9)
      #expect(abs((found?.ordinal ?? -1) - position.ordinal) <= 1)
      rows.prepend(min(60, around.lowerBound))
      #expect(abs((rows.position?.fraction ?? .nan) - position.fraction) < 1e-9, "a page has landed")
    }
  }

  @Test("A sought row is on the line of the thumb", arguments: 0..<20 as Range<UInt64>)
  func soughtRow(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = 100_000
    let position = RailPosition(ordinal: Int.random(in: 200..<count - 200, using: &random), of: count)
    var rows = Rows(position.ordinal - 100..<position.ordinal + 100, of: count, viewport: 700, seed: seed)
    rows.go(to: position)
    let line = position.fraction * 700
    let row = rows.layout.visibleRows.first { $0.top <= line + 0.001 && $0.bottom > line + 0.001 }
    #expect(row.map { $0.index + rows.loaded.lowerBound } == position.ordinal)
  }

  @Test("The ends are exact, and the way between them is monotone", arguments: 0..<10 as Range<UInt64>)
  func ends(seed: UInt64) {
    var rows = Rows(0..<60, of: 60, viewport: 500, seed: seed)
    #expect(rows.position?.fraction == 1)
    var last = 1.0
    for _ in 0..<2_000 {
      rows.scroll(by: -7)
      let fraction = rows.position?.fraction ?? .nan
      #expect(fraction <= last)
      last = fraction
    }
    #expect(last == 0)
  }

  @Test("Rows that fit into the view have no position")
  func fits() {
    let rows = Rows(0..<2, of: 2, viewport: 900, seed: 1)
    #expect(rows.position == nil)
    #expect(Rows(0..<2, of: 3, viewport: 900, seed: 1).position != nil, "there is one more")
    #expect(RailPosition([], offset: 0, count: 0, viewport: 100) == nil)
  }

  @Test("A place is covered if a screen around it is loaded, as far as there are rows")
  func covered() {
    let (count, screen) = (1_000, 20)
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let position = RailPosition(fraction: Double.random(in: 0...1, using: &random), of: count)
      let start = Int.random(in: 0..<count, using: &random)
      let loaded = start..<min(count, start + Int.random(in: 0...200, using: &random))
      let needed = (0..<count).filter {
        Double($0) >= Double(position.ordinal) - (position.fraction * Double(screen)).rounded(.up)
          && Double($0) <= Double(position.ordinal) + ((1 - position.fraction) * Double(screen)).rounded(.up)
      }
      #expect(position.isCovered(by: loaded, screen: screen) == needed.allSatisfy(loaded.contains))
    }
  }
}
