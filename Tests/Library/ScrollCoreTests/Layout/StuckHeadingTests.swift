import Testing

@testable import ScrollCore

@Suite("A stuck heading")
struct StuckHeadingTests {
  /// Rows of 50 points each, of which every tenth is the heading of a section.
  private func stuck(
    from first: Int, at top: Double, height: Double = 50, viewport: Double = 600,
    heading: (Int) -> Int? = { $0 / 10 * 10 }
  ) -> StuckHeading? {
    let rows = (0..<13).map { row in
      PlacedRow(index: first + row, top: top + Double(row) * 50, bottom: top + Double(row) * 50 + 50)
    }
    return StuckHeading(over: rows, viewport: viewport, heading: heading, height: { _ in height })
  }

  private func place(_ heading: StuckHeading?) -> [Double]? {
    heading.map { [Double($0.index), $0.top, $0.height] }
  }

  @Test("It is at the top edge while rows of its section are")
  func sticks() {
    #expect(place(stuck(from: 20, at: -1)) == [20, 0, 50])
    #expect(place(stuck(from: 21, at: -49)) == [20, 0, 50])
    #expect(place(stuck(from: 25, at: 0)) == [20, 0, 50])
    #expect(stuck(from: 25, at: 0)?.bottom == 50)
  }

  @Test("A heading at its own place does not stick")
  func ownPlace() {
    #expect(stuck(from: 20, at: 0) == nil)
    #expect(stuck(from: 0, at: 300) == nil, "short content")
    #expect(StuckHeading(over: [], viewport: 600, heading: { $0 }, height: { _ in 50 }) == nil)
  }

  @Test("The next section pushes it out, also one without a heading")
  func pushed() {
    #expect(place(stuck(from: 29, at: 0)) == [20, 0, 50])
    #expect(place(stuck(from: 29, at: -10)) == [20, -10, 50])
    #expect(place(stuck(from: 29, at: -49)) == [20, -49, 50])
    #expect(stuck(from: 30, at: 0) == nil)
    #expect(place(stuck(from: 29, at: -20) { $0 < 30 ? 20 : nil }) == [20, -20, 50])
  }

  @Test("One that is higher than its section is pushed out as well")
  func high() {
    // Three sections begin within its height.
    #expect(place(stuck(from: 5, at: -10, height: 200) { $0 / 2 * 2 }) == [4, -160, 200])
    #expect(place(stuck(from: 4, at: -10, height: 50) { $0 }) == [4, -10, 50], "a section of one row")
  }

  @Test("One that is higher than half of the viewport does not stick")
  func tooHigh() {
    #expect(stuck(from: 22, at: 0, height: 300) != nil)
    #expect(stuck(from: 22, at: 0, height: 301) == nil)
    #expect(stuck(from: 22, at: 0, height: 0) == nil)
  }

  @Test("Rows before the first heading have none")
  func before() {
    #expect(stuck(from: 0, at: -20) { $0 < 10 ? nil : 10 } == nil)
  }

  @Test("It follows changes of the rows")
  func splices() {
    let heading = stuck(from: 25, at: 0)
    #expect(heading?.following(Splice(at: 0, inserting: 3))?.index == 23)
    #expect(heading?.following(Splice(at: 20, removing: 1)) == nil)
  }
}

@Suite("The scrolling of a list with sections")
struct SectionScrollingTests {
  /// 200 rows of 50 points, of which every tenth is a heading, with row 25 at the top edge.
  private func bench(_ heights: [Int: Double] = [:], at top: Double = 0) -> ScrollingBench {
    var bench = ScrollingBench()
    bench.heights = heights
    bench.scrolling.layout.heading = { $0 / 10 * 10 }
    _ = bench.scrolling.hold(25, at: top, id: 25)
    bench.lay()
    return bench
  }

  @Test("The heading is measured though it is out of view, and moves nothing")
  func measured() {
    var bench = ScrollingBench()
    bench.scrolling.layout.heading = { $0 / 100 * 100 }
    bench.heights[100] = 80
    #expect(bench.scrolling.layout.stuck == nil)
    bench.scroll(by: -1_000)
    let row = bench.first
    let top = bench.top(row)
    bench.lay()
    #expect(bench.measured.contains(100) && !bench.scrolling.layout.frame.rows.contains(100))
    #expect(bench.scrolling.layout.stuck?.height == 80)
    #expect(bench.top(row) == top)
    bench.splice(at: 0, inserting: 3)
    #expect(bench.scrolling.layout.stuck?.index == 103)
    bench.splice(at: 103, removing: 1)
    #expect(bench.scrolling.layout.stuck == nil)
    bench.lay()
    bench.splice(at: 0, removing: 202)
    bench.lay()
    #expect(bench.scrolling.layout.stuck == nil)
  }

  @Test("The first row that begins below the heading is held, never the heading or a row under it")
  func held() {
    for (top, held) in [(0.0, 26), (-10, 27), (-49, 27)] {
      let bench = bench(at: top)
      #expect(bench.scrolling.layout.anchor == .row(id: held, offset: top + Double(held - 25) * 50))
    }
    // The heading's own place crosses the top edge, and it has the focus.
    var crossing = bench(at: 210)
    crossing.lay(focused: 20)
    #expect(crossing.scrolling.layout.stuck?.index == 20)
    #expect(crossing.scrolling.layout.anchor == .row(id: 22, offset: 60))
  }

  @Test("A point on the heading is in its row")
  func hit() {
    let bench = bench(at: -10)
    #expect(bench.scrolling.layout.row(at: 0) == 20)
    #expect(bench.scrolling.layout.row(at: 49) == 20)
    #expect(bench.scrolling.layout.row(at: 50) == 26)
    #expect(bench.scrolling.layout.drawnTop(of: 20) == 0 && bench.scrolling.layout.top(of: 20) == -260)
  }

  @Test("A press on the heading holds the rows below it")
  func press() {
    var bench = bench()
    bench.scrolling.layout.heading = { _ in 20 }
    bench.press(at: 10)
    bench.lay()
    let top = bench.top(26)
    // Between the heading and the rows in view.
    bench.splice(at: 22, inserting: 7)
    bench.lay()
    #expect(bench.top(26) == top && bench.scrolling.layout.stuck?.index == 20)
  }

  @Test("A row goes below the heading, and a heading to its own place")
  func places() {
    for (row, place, top) in [
      (15, RowPlace.nearest, 50.0), (15, .start, 50), (15, .end, 550), (15, .center, 275),
      (15, .fraction(0), 50), (25, .nearest, 50), (26, .nearest, 50), (27, .nearest, 100), (20, .nearest, 0),
      (10, .start, 0), (60, .nearest, 550),
    ] {
      for isAnimated in [false, true] {
        var bench = bench()
        bench.go(to: .row(TrackedRow(row, id: row), place), animated: isAnimated)
        if isAnimated {
          bench.frame(after: 0.1)
          bench.frame(after: 0.3)
        }
        bench.lay()
        #expect(bench.top(row) == top, "row \(row) at \(place)")
      }
    }
    var tall = bench([15: 900])
    tall.go(to: .row(TrackedRow(15, id: 15), .nearest))
    tall.lay()
    #expect(tall.top(15) == -300, "it fills the room below the heading")
    tall.go(to: .row(TrackedRow(15, id: 15), .start))
    tall.lay()
    #expect(tall.top(15) == 50)
  }

  @Test("A row after the rows of its section is not their heading")
  func after() {
    var bench = bench()
    bench.scrolling.layout.heading = { $0 + 1_000 }
    bench.lay()
    #expect(bench.scrolling.layout.stuck == nil)
    bench.scrolling.layout.heading = { _ in -1 }
    bench.lay()
    #expect(bench.scrolling.layout.stuck == nil)
  }

  @Test("A heading that was never measured leaves the row the room that it needs")
  func unmeasured() {
    var bench = bench([100: 90])
    bench.go(to: .row(TrackedRow(105, id: 105), .start))
    bench.lay()
    #expect(bench.top(105) == 90 && bench.scrolling.layout.stuck?.bottom == 90)
  }

  @Test("Rows under the heading are not in view, and the focus does not enter there")
  func hidden() {
    var bench = bench()
    let layout = bench.scrolling.layout
    #expect(layout.frame.visible == 25..<37 && layout.uncovered == 26..<37)
    #expect(!layout.isInView(25) && layout.isInView(26) && !layout.isInView(20))
    #expect(bench.scrolling.entrances(lastFocused: 25).first == 26)
    #expect(bench.scrolling.entrances(lastFocused: 20).first == 20, "the heading")
    _ = bench.scrolling.travel(to: .start, at: bench.time)
    #expect(bench.scrolling.arrivals.first == 26)
    let partly = self.bench(at: -10)
    #expect(partly.scrolling.layout.uncovered == 26..<38)
    #expect(partly.scrolling.entrances(lastFocused: 3).first == 27)
  }

  @Test("The arrow keys go on from the heading, and within a row higher than the room below it")
  func arrows() {
    var bench = bench()
    for (focused, step, effect) in [
      (26, -1, .move(to: 25)), (25, 1, .move(to: 26)), (25, -1, .move(to: 24)), (20, 1, .move(to: 26)),
      (20, -1, .move(to: 25)),
    ] as [(Int, Int, ListScrolling<Int>.FocusStep)] {
      #expect(bench.scrolling.focusStep(from: focused, by: step) == effect)
    }
    _ = bench.scrolling.hold(21, at: 49, id: 21)
    bench.lay()
    #expect(bench.scrolling.layout.stuck?.index == 20)
    #expect(bench.scrolling.focusStep(from: 20, by: -1) == .move(to: 19))
    let high = self.bench([25: 580], at: 20)
    #expect(high.scrolling.focusStep(from: 25, by: -1) == .scroll(by: -30))
    #expect(high.scrolling.focusStep(from: 25, by: 1) == .move(to: 26))
  }
}
