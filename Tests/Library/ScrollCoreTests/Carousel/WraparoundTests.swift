import Testing

@testable import ScrollCore

@Suite("Pages in a row or a ring")
struct WraparoundTests {
  private func slots(_ ring: Wraparound, at position: Double, reach: Double) -> [String] {
    ring.pages(around: position, before: reach, after: reach).map {
      "\($0.slot):\($0.index)\($0.isPicture ? "'" : "")"
    }
  }

  // Cases 1 and 2: no page, and one page that must not be its own neighbour.
  @Test("No pages and one page make no ring")
  func few() {
    #expect(!Wraparound(count: 0, wraps: true).isRing)
    #expect(slots(Wraparound(count: 0, wraps: true), at: 0, reach: 2) == [])
    #expect(!Wraparound(count: 1, wraps: true).isRing)
    #expect(slots(Wraparound(count: 1, wraps: true), at: 0, reach: 2) == ["0:0"])
    #expect(Wraparound(count: -5, wraps: true).count == 0)
  }

  // Case 3: with two pages the other one is visible on both sides.
  @Test("Two pages with peek: the other one on both sides, one of them a picture")
  func two() {
    let ring = Wraparound(count: 2, wraps: true)
    #expect(
      slots(ring, at: 0, reach: 1.2).sorted() == ["-1:1", "0:0", "1:1'"].sorted()
        || slots(ring, at: 0, reach: 1.2).sorted() == ["-1:1'", "0:0", "1:1"].sorted())
    // The real page is in the direction of the movement.
    #expect(slots(ring, at: 0.3, reach: 1.2) == ["0:0", "1:1"])
    #expect(slots(ring, at: 0.2, reach: 1.2) == ["-1:1'", "0:0", "1:1"])
    #expect(slots(ring, at: 1.8, reach: 1.2) == ["1:1", "2:0", "3:1'"])
  }

  // Case 5: no blank at the seam.
  @Test("Around the seam every slot in view has its page", arguments: [2, 3, 4, 10, 10_000])
  func seam(count: Int) {
    let ring = Wraparound(count: count, wraps: true)
    for step in -40...40 {
      let position = Double(step) * 0.05
      for base in [0.0, Double(count - 1), Double(count)] {
        let pages = ring.pages(around: base + position, before: 1.5, after: 1.5)
        #expect(pages.map(\.slot) == Array((pages.first!.slot)...(pages.last!.slot)))
        #expect(pages.count >= 3)
        #expect(pages.allSatisfy { (($0.slot - $0.index) % count) == 0 && (0..<count).contains($0.index) })
        let real = pages.filter { !$0.isPicture }.map(\.index)
        #expect(Set(real).count == real.count, "each page is real at most once")
        let nearest = pages.min {
          abs(Double($0.slot) - base - position) < abs(Double($1.slot) - base - position)
        }!
        #expect(!nearest.isPicture, "the one in the middle is the real one")
      }
    }
  }

  @Test("Every page in view is there once, however unevenly one sees to the sides")
  func unevenReach() {
    for count in 2...6 {
      let ring = Wraparound(count: count, wraps: true)
      for position in stride(from: 0, to: Double(count), by: 0.1) {
        for (before, after) in [(1.5, 4.2), (4.2, 1.5), (1.5, 1.5), (0, 9)] {
          let pages = ring.pages(around: position, before: before, after: after)
          let real = pages.filter { !$0.isPicture }.map(\.index)
          #expect(real.count == Set(real).count, "no page has two widgets")
          #expect(Set(real) == Set(pages.map(\.index)), "what shows has a widget to show")
        }
      }
    }
  }

  @Test("A row ends where it ends")
  func row() {
    let row = Wraparound(count: 3, wraps: false)
    #expect(slots(row, at: 0, reach: 1) == ["0:0", "1:1"])
    #expect(slots(row, at: 2.4, reach: 1) == ["2:2"])
    #expect(slots(row, at: 50, reach: 1) == [])
    #expect(row.index(ofSlot: 3) == nil && row.index(ofSlot: -1) == nil)
    #expect(row.shift(for: 7.5) == 0)
  }

  @Test("Many turns away the index is right and the shift is whole turns")
  func far() {
    let ring = Wraparound(count: 7, wraps: true)
    #expect(ring.index(ofSlot: -1) == 6)
    #expect(ring.index(ofSlot: 7_000_003) == 3)
    #expect(ring.index(ofSlot: -7_000_003) == 4)
    for position in [-7_000_003.25, -0.25, 0, 6.75, 7, 7_000_003.5] {
      let shifted = position + Double(ring.shift(for: position))
      #expect((0..<7).contains(shifted))
      #expect(ring.shift(for: position) % 7 == 0)
    }
  }

  // Case 11; with two pages forward must go forward.
  @Test("The shorter way, or the way one is told")
  func directions() {
    let ring = Wraparound(count: 10, wraps: true)
    #expect(ring.slot(of: 9, from: 0) == -1)
    #expect(ring.slot(of: 9, from: 0, .forward) == 9)
    #expect(ring.slot(of: 1, from: 0, .backward) == -9)
    #expect(ring.slot(of: 1, from: 9.5) == 11)
    #expect(ring.slot(of: 4, from: 4, .forward) == 4, "it is there")
    let two = Wraparound(count: 2, wraps: true)
    #expect(two.slot(of: 0, from: 1, .forward) == 2)
    #expect(two.slot(of: 0, from: 1, .backward) == 0)
    #expect(Wraparound(count: 10, wraps: false).slot(of: 9, from: 0, .backward) == 9)
  }
}
