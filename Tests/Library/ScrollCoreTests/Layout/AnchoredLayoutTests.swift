import ScrollCore
import Testing

@Suite("AnchoredLayout")
struct AnchoredLayoutTests {
  @Test("Opens at the end, with the last row on the bottom edge")
  func opensAtEnd() {
    var bench = LayoutBench(count: 500)
    bench.lay()
    #expect(bench.layout.isAtEnd)
    #expect(bench.lastBottom == bench.viewport)
    #expect(bench.layout.frame.bottom == bench.viewport)
  }

  @Test("Short content rests on the bottom edge and leaves nothing to scroll")
  func shortContent() {
    var bench = LayoutBench(count: 3)
    bench.lay()
    #expect(bench.lastBottom == bench.viewport)
    #expect(bench.layout.frame.top == 0)
    #expect(bench.layout.frame.bottom == bench.viewport)
  }

  @Test("The row at a point is the one whose edges enclose it")
  func rowAtPoint() {
    var bench = LayoutBench(count: 3)
    bench.lay()
    let layout = bench.layout
    #expect(layout.row(at: layout.top(of: 0) - 1) == nil)
    #expect(layout.row(at: layout.top(of: 1)) == 1)
    #expect(layout.row(at: layout.top(of: 2) - 1) == 1)
    #expect(layout.row(at: bench.viewport) == nil)
  }

  @Test("An empty list has a frame without rows")
  func empty() {
    var bench = LayoutBench()
    bench.lay()
    #expect(bench.layout.frame.rows.isEmpty)
    bench.layout.scroll(by: 10)
    bench.jump(toFraction: 0.5)
    bench.lay()
    #expect(bench.layout.frame.top == 0 && bench.layout.frame.bottom == bench.viewport)
  }

  @Test("Rows prepended move only the content's top", arguments: [1, 30, 1000])
  func prepend(count: Int) {
    var bench = LayoutBench(count: 200)
    bench.lay()
    bench.layout.scroll(by: -3000)
    bench.lay()
    let id = bench.rows[bench.readingRow!].id
    let before = bench.top(ofID: id)!
    let top = bench.layout.frame.top
    let bottom = bench.layout.frame.bottom
    bench.insert(count, at: 0) { $0 % 5 }
    bench.lay()
    #expect(bench.top(ofID: id) == before)
    #expect(bench.layout.frame.top < top)
    #expect(bench.layout.frame.bottom == bottom)
  }

  @Test("Rows prepended while the top edge stands on the first row stay out of sight")
  func prependAtTheVeryTop() {
    var bench = LayoutBench(count: 50)
    bench.jump(toFraction: 0)
    bench.lay()
    #expect(bench.layout.frame.top == 0)
    let id = bench.rows[0].id
    bench.insert(30, at: 0) { _ in 3 }
    bench.lay()
    #expect(bench.top(ofID: id) == 0)
  }

  @Test("Pinned to the end, it stays there through appends, growth and a shrinking viewport")
  func staysAtEnd() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    bench.insert(3, at: 100) { _ in 9 }
    bench.lay()
    #expect(bench.lastBottom == bench.viewport)
    bench.resize(102, text: 30)
    bench.lay()
    #expect(bench.lastBottom == bench.viewport)
    bench.viewport = 500
    bench.lay()
    #expect(bench.lastBottom == 500)
    #expect(bench.layout.isAtEnd)
  }

  @Test(
    "What opens above the list covers rows, also at the start, and uncovers them when it goes",
    arguments: [-3_000.0, -1e6, 0])
  func topEdge(scrolled: Double) {
    var bench = LayoutBench(count: 300)
    bench.lay()
    bench.layout.scroll(by: scrolled)
    bench.lay()
    let row = bench.layout.frame.visible.upperBound - 2
    let top = bench.layout.top(of: row)
    for step in [20.0, 28, -30, -18] {
      let before = bench.layout.top(of: row)
      bench.layout.viewportMoved(by: step)
      bench.viewport -= step
      bench.lay()
      #expect(bench.layout.top(of: row) == before - step)
    }
    #expect(bench.layout.top(of: row) == top)
    // The rows that were covered at the start can be reached.
    bench.layout.viewportMoved(by: 48)
    bench.viewport -= 48
    bench.layout.scroll(by: -1e6)
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
  }

  @Test("An end with newer rows beyond it is not a place to stay at")
  func endThatIsNotLive() {
    var bench = LayoutBench(count: 100)
    bench.layout.endIsLive = false
    bench.lay()
    let id = bench.rows[99].id
    let before = bench.top(ofID: id)
    bench.insert(30, at: 100) { _ in 2 }
    bench.lay()
    #expect(bench.top(ofID: id) == before)
    #expect(!bench.layout.isAtEnd)
  }

  @Test("A reader can leave the end by steps smaller than the tolerance")
  func leavesTheEndSlowly() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    for _ in 0..<10 {
      bench.layout.scroll(by: -0.4)
      bench.lay()
    }
    #expect(abs(bench.lastBottom - bench.viewport - 4) < 0.01)
    #expect(!bench.layout.isAtEnd)
    bench.layout.scroll(by: 3.5)
    bench.lay()
    #expect(bench.layout.isAtEnd)
  }

  @Test("A scroll between a change and its layout starts from what was on the screen")
  func scrollBetweenChangeAndLayout() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    let id = bench.rows[95].id
    let before = bench.top(ofID: id)!
    bench.insert(5, at: 100) { _ in 9 }
    bench.layout.scroll(by: -50)
    bench.insert(40, at: 0) { _ in 2 }
    bench.layout.scroll(by: -50)
    bench.lay()
    #expect(bench.top(ofID: id) == before + 100)
  }

  @Test("A row that crosses the top edge grows out of sight")
  func crossingRowGrows() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    bench.layout.scroll(by: -1010)
    bench.lay()
    let reading = bench.readingRow!
    let before = bench.layout.top(of: reading)
    #expect(before > 0)
    bench.resize(reading - 1, text: 20)
    bench.lay()
    #expect(bench.layout.top(of: reading) == before)
  }

  @Test("Rewrap after rewrap, the row that was read stays")
  func rewraps() {
    var bench = LayoutBench(count: 400)
    bench.lay()
    bench.layout.scroll(by: -5000)
    bench.lay()
    let id = bench.rows[bench.readingRow!].id
    let before = bench.top(ofID: id)!
    for width in [300, 420, 610, 800, 333, 900, 400] {
      bench.setWidth(width)
      bench.lay()
      #expect(bench.top(ofID: id) == before)
    }
  }

  @Test("When the held row goes, the next one takes its place")
  func heldRowRemoved() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    bench.layout.scroll(by: -1500)
    bench.lay()
    let reading = bench.readingRow!
    let before = bench.layout.top(of: reading)
    let next = bench.rows[reading + 1].id
    bench.replace(reading - 2..<reading + 1, 0) { _ in 0 }
    bench.lay()
    #expect(bench.top(ofID: next) == before)
  }

  @Test("A row that is replaced by itself is still the held row")
  func heldRowComesBack() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    bench.layout.scroll(by: -1500)
    bench.lay()
    let reading = bench.readingRow!
    let id = bench.rows[reading].id
    let before = bench.layout.top(of: reading)
    var rows = bench.rows
    rows.insert(LayoutBench.Row(id: 9001, text: 12), at: reading - 1)
    bench.rows = rows
    bench.layout.apply(
      Splice(at: reading - 3, removing: 6, inserting: 7), kinds: [Int](repeating: 0, count: 7)
    ) {
      rows[$0].id
    }
    bench.lay()
    #expect(bench.top(ofID: id) == before)
  }

  @Test("The preferred row is held while it is in view, and only then")
  func preferredRow() {
    var bench = LayoutBench(count: 100)
    bench.lay()
    bench.layout.scroll(by: -1500)
    bench.lay()
    let preferred = bench.layout.frame.visible.upperBound - 2
    bench.lay(preferred: preferred)
    let before = bench.layout.top(of: preferred)
    bench.resize(preferred - 1, text: 40)
    bench.lay(preferred: preferred)
    #expect(bench.layout.top(of: preferred) == before)
    bench.layout.scroll(by: -2000)
    bench.lay(preferred: preferred)
    #expect(
      bench.layout.anchor != .row(id: bench.rows[preferred].id, offset: bench.layout.top(of: preferred)))
  }

  @Test(
    "Jumps put the row where they were asked to",
    arguments: [RowPlace.start, .center, .fraction(0.4), .end, .nearest])
  func jumps(place: RowPlace) {
    var bench = LayoutBench(count: 2000)
    bench.lay()
    bench.layout.scroll(to: 700, at: place)
    bench.lay()
    let top = bench.layout.top(of: 700)
    let height = bench.rows[700].height(at: bench.width)
    switch place {
    case .start: #expect(top == 0)
    case .center: #expect(abs(top - (bench.viewport - height) / 2) <= 0.5)
    case .fraction(let part): #expect(abs(top + height / 2 - bench.viewport * part) <= 0.5)
    case .end: #expect(top + height == bench.viewport)
    case .nearest: #expect(top == 0)
    }
  }

  @Test("A fraction of the viewport never hides a part of the row")
  func fractions() {
    #expect(RowPlace.fraction(0.4).offset(rowHeight: 100, viewport: 600, current: 0) == 190)
    #expect(RowPlace.fraction(0.4).offset(rowHeight: 560, viewport: 600, current: 0) == 0)
    #expect(RowPlace.fraction(0.9).offset(rowHeight: 200, viewport: 600, current: 0) == 400)
    #expect(RowPlace.fraction(0.4).offset(rowHeight: 900, viewport: 600, current: 50) == 0)
  }

  @Test("A row is in view if all of it is")
  func inView() {
    var bench = LayoutBench(count: 2000)
    bench.lay()
    bench.layout.scroll(to: 700, at: .start)
    bench.lay()
    #expect(bench.layout.isInView(700))
    #expect(!bench.layout.isInView(699))
    #expect(!bench.layout.isInView(1_500))
    bench.layout.scroll(by: 1)
    bench.lay()
    #expect(!bench.layout.isInView(700))
  }

  @Test("A jump finds its row when it is replaced before the next layout")
  func jumpToReplacedRow() {
    var bench = LayoutBench(count: 2000)
    bench.lay()
    bench.layout.scroll(to: 700, id: bench.rows[700].id, at: .start)
    bench.rows.insert(LayoutBench.Row(id: -1, text: 2), at: 690)
    let rows = bench.rows
    bench.layout.apply(Splice(at: 690, removing: 20, inserting: 21), kinds: repeatElement(0, count: 21)) {
      rows[$0].id
    }
    bench.lay()
    #expect(bench.rows[701].id == 700 && bench.layout.top(of: 701) == 0)
  }

  @Test("Both ends of the scrollbar are exact, however wrong the estimates")
  func scrollbarEnds() {
    var bench = LayoutBench(count: 10_000)
    bench.lay()
    bench.jump(toFraction: 0)
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0 && bench.layout.frame.top == 0)
    bench.jump(toFraction: 1)
    bench.lay()
    #expect(bench.lastBottom == bench.viewport && bench.layout.isAtEnd)
  }

  @Test("A held thumb goes by the content as it was when it was grabbed")
  func heldThumb() {
    var bench = LayoutBench(count: 1000)
    bench.lay()
    let map = bench.layout.heights
    bench.jump(toFraction: 0.5)
    bench.lay()
    let id = bench.rows[bench.readingRow!].id
    let before = bench.top(ofID: id)!
    bench.insert(300, at: 0) { _ in 8 }
    bench.layout.scroll(
      toFraction: 0.5, in: map, splices: [Splice(at: 0, inserting: 300)])
    bench.lay()
    #expect(abs(bench.top(ofID: id)! - before) <= 100)
  }

  @Test("A layout measures the rows near the viewport and no others")
  func measuresOnlyWhatIsNear() {
    var bench = LayoutBench(count: 100_000)
    bench.lay()
    let rows = bench.rows
    var asked: Set<Int> = []
    for fraction in [0.1, 0.5, 0.9] {
      bench.jump(toFraction: fraction)
      bench.layout.layout(
        viewport: 700, overscan: 350, id: { rows[$0].id },
        measure: {
          asked.insert($0)
          return rows[$0].height(at: 400)
        })
    }
    #expect(asked.count < 300)
  }
}
