import ScrollCore
import Testing

/// A list without a screen: rows with heights that depend on the width, and a layout over them.
private struct Bench {
  struct Row {
    var id: Int
    var text: Int
    func height(at width: Int) -> Double { Double(20 + text * 4000 / width / 20 * 20) }
  }

  var rows: [Row] = []
  var layout = AnchoredLayout<Int>()
  var width = 400
  var viewport = 700.0
  private var nextID = 0
  private(set) var measured: Set<Int> = []

  init(count: Int = 0) {
    insert(count, at: 0) { $0 % 7 }
  }

  mutating func insert(_ count: Int, at index: Int, text: (Int) -> Int) {
    replace(index..<index, count, text: text)
  }

  mutating func replace(_ range: Range<Int>, _ count: Int, text: (Int) -> Int) {
    let new = (0..<count).map { Row(id: nextID + $0, text: text($0)) }
    nextID += count
    rows.replaceSubrange(range, with: new)
    let rows = self.rows
    layout.splice(range, inserting: new.map { _ in 0 }) { rows[$0].id }
  }

  mutating func resize(_ index: Int, text: Int) {
    rows[index].text = text
    layout.update(index)
  }

  mutating func setWidth(_ width: Int) {
    self.width = width
    layout.widthChanged()
  }

  mutating func lay(overscan: Double = 350, preferred: Int? = nil) {
    let rows = self.rows
    let width = self.width
    layout.layout(
      viewport: viewport, overscan: overscan, preferred: preferred, id: { rows[$0].id },
      measure: { rows[$0].height(at: width) })
  }

  mutating func jump(toFraction fraction: Double) {
    let rows = self.rows
    layout.scroll(toFraction: fraction, in: layout.heights) { rows[$0].id }
  }

  func top(ofID id: Int) -> Double? {
    rows.firstIndex { $0.id == id }.map { layout.top(of: $0) }
  }

  var lastBottom: Double { layout.top(of: rows.count - 1) + rows[rows.count - 1].height(at: width) }

  /// The rule, told another way than the layout does: the row chosen before while it is in view, else the first
  /// row that begins in view, else the one that fills it.
  var readingRow: Int? {
    let visible = layout.frame.rows.filter {
      let top = layout.top(of: $0)
      return top < viewport && top + rows[$0].height(at: width) > 0
    }
    if case .row(let id, _) = layout.anchor, let chosen = visible.first(where: { rows[$0].id == id }) {
      return chosen
    }
    return visible.first { layout.top(of: $0) >= -0.5 } ?? visible.first
  }
}

@Suite("AnchoredLayout")
struct AnchoredLayoutTests {
  @Test("opens at the end, with the last row on the bottom edge")
  func opensAtEnd() {
    var bench = Bench(count: 500)
    bench.lay()
    #expect(bench.layout.isAtEnd)
    #expect(bench.lastBottom == bench.viewport)
    #expect(bench.layout.frame.bottom == bench.viewport)
  }

  @Test("short content rests on the bottom edge and leaves nothing to scroll")
  func shortContent() {
    var bench = Bench(count: 3)
    bench.lay()
    #expect(bench.lastBottom == bench.viewport)
    #expect(bench.layout.frame.top == 0)
    #expect(bench.layout.frame.bottom == bench.viewport)
  }

  @Test("an empty list has a frame without rows")
  func empty() {
    var bench = Bench()
    bench.lay()
    #expect(bench.layout.frame.rows.isEmpty)
    bench.layout.scroll(by: 10)
    bench.jump(toFraction: 0.5)
    bench.lay()
    #expect(bench.layout.frame.top == 0 && bench.layout.frame.bottom == bench.viewport)
  }

  @Test("rows prepended move only the content's top", arguments: [1, 30, 1000])
  func prepend(count: Int) {
    var bench = Bench(count: 200)
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

  @Test("rows prepended while the top edge stands on the first row stay out of sight")
  func prependAtTheVeryTop() {
    var bench = Bench(count: 50)
    bench.jump(toFraction: 0)
    bench.lay()
    #expect(bench.layout.frame.top == 0)
    let id = bench.rows[0].id
    bench.insert(30, at: 0) { _ in 3 }
    bench.lay()
    #expect(bench.top(ofID: id) == 0)
  }

  @Test("pinned to the end, it stays there through appends, growth and a shrinking viewport")
  func staysAtEnd() {
    var bench = Bench(count: 100)
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

  @Test("an end with newer rows beyond it is not a place to stay at")
  func endThatIsNotLive() {
    var bench = Bench(count: 100)
    bench.layout.holdsEnd = false
    bench.lay()
    let id = bench.rows[99].id
    let before = bench.top(ofID: id)
    bench.insert(30, at: 100) { _ in 2 }
    bench.lay()
    #expect(bench.top(ofID: id) == before)
    #expect(!bench.layout.isAtEnd)
  }

  @Test("a reader can leave the end by steps smaller than the tolerance")
  func leavesTheEndSlowly() {
    var bench = Bench(count: 100)
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

  @Test("a scroll between a change and its layout starts from what was on the screen")
  func scrollBetweenChangeAndLayout() {
    var bench = Bench(count: 100)
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

  @Test("a row that crosses the top edge grows out of sight")
  func crossingRowGrows() {
    var bench = Bench(count: 100)
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

  @Test("rewrap after rewrap, the row that was read stays")
  func rewraps() {
    var bench = Bench(count: 400)
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

  @Test("when the held row goes, the next one takes its place")
  func heldRowRemoved() {
    var bench = Bench(count: 100)
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

  @Test("a row that is replaced by itself is still the held row")
  func heldRowComesBack() {
    var bench = Bench(count: 100)
    bench.lay()
    bench.layout.scroll(by: -1500)
    bench.lay()
    let reading = bench.readingRow!
    let id = bench.rows[reading].id
    let before = bench.layout.top(of: reading)
    var rows = bench.rows
    rows.insert(Bench.Row(id: 9001, text: 12), at: reading - 1)
    bench.rows = rows
    bench.layout.splice(reading - 3..<reading + 3, inserting: [Int](repeating: 0, count: 7)) { rows[$0].id }
    bench.lay()
    #expect(bench.top(ofID: id) == before)
  }

  @Test("the preferred row is held while it is in view, and only then")
  func preferredRow() {
    var bench = Bench(count: 100)
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

  @Test("jumps put the row where they were asked to", arguments: [RowPlace.start, .center, .end, .nearest])
  func jumps(place: RowPlace) {
    var bench = Bench(count: 2000)
    bench.lay()
    bench.layout.scroll(to: 700, at: place)
    bench.lay()
    let top = bench.layout.top(of: 700)
    let height = bench.rows[700].height(at: bench.width)
    switch place {
    case .start: #expect(top == 0)
    case .center: #expect(abs(top - (bench.viewport - height) / 2) <= 0.5)
    case .end: #expect(top + height == bench.viewport)
    case .nearest: #expect(top == 0)
    }
  }

  @Test("both ends of the scrollbar are exact, however wrong the estimates")
  func scrollbarEnds() {
    var bench = Bench(count: 10_000)
    bench.lay()
    bench.jump(toFraction: 0)
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0 && bench.layout.frame.top == 0)
    bench.jump(toFraction: 1)
    bench.lay()
    #expect(bench.lastBottom == bench.viewport && bench.layout.isAtEnd)
  }

  @Test("a held thumb goes by the content as it was when it was grabbed")
  func heldThumb() {
    var bench = Bench(count: 1000)
    bench.lay()
    let map = bench.layout.heights
    bench.jump(toFraction: 0.5)
    bench.lay()
    let id = bench.rows[bench.readingRow!].id
    let before = bench.top(ofID: id)!
    bench.insert(300, at: 0) { _ in 8 }
    let rows = bench.rows
    bench.layout.scroll(toFraction: 0.5, in: map, index: { $0 + 300 }, id: { rows[$0].id })
    bench.lay()
    #expect(abs(bench.top(ofID: id)! - before) <= 100)
  }

  @Test("a layout measures the rows near the viewport and no others")
  func measuresOnlyWhatIsNear() {
    var bench = Bench(count: 100_000)
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

  @Test("10,000 random changes: what must hold still does", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bench = Bench(count: 300)
    bench.lay()
    for step in 0..<10_000 {
      let wasAtEnd = bench.layout.isAtEnd
      let reading = bench.readingRow
      let readingID = reading.map { bench.rows[$0].id }
      let readingTop = reading.map { bench.layout.top(of: $0) }
      var expected: Double? = readingTop
      var holds = readingID
      var isMotion = false
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        bench.insert(Int.random(in: 1...30, using: &random), at: 0) { _ in
          Int.random(in: 0...9, using: &random)
        }
      case 1:
        let count = Int.random(in: 1...5, using: &random)
        bench.insert(count, at: bench.rows.count) { _ in Int.random(in: 0...9, using: &random) }
      case 2:
        let index = Int.random(in: 0...bench.rows.count, using: &random)
        bench.insert(3, at: index) { _ in Int.random(in: 0...9, using: &random) }
      case 3:
        guard bench.rows.count > 1 else { continue }
        let start = Int.random(in: 0..<bench.rows.count, using: &random)
        // Fewer go than come while there are few, more when there are many.
        let end = min(
          bench.rows.count, start + Int.random(in: 1...(bench.rows.count > 400 ? 120 : 8), using: &random))
        if let reading, start <= reading, reading < end {
          // The successor, or nobody in particular when there is none.
          holds = end < bench.rows.count ? bench.rows[end].id : nil
        }
        bench.replace(start..<end, 0) { _ in 0 }
      case 4:
        guard !bench.rows.isEmpty else { continue }
        bench.resize(
          Int.random(in: 0..<bench.rows.count, using: &random), text: Int.random(in: 0...30, using: &random))
      case 5:
        bench.setWidth(Int.random(in: 300...900, using: &random))
      case 6:
        bench.viewport = Double(Int.random(in: 300...900, using: &random))
      default:
        let delta = Double(Int.random(in: -8000...4000, using: &random)) / 10
        bench.layout.scroll(by: delta)
        expected = readingTop.map { $0 - delta }
        isMotion = true
      }
      bench.lay()
      guard !bench.rows.isEmpty else { continue }
      let frame = bench.layout.frame
      // Neither end may come inside the viewport.
      let firstTop = bench.layout.top(of: 0)
      #expect(bench.lastBottom >= bench.viewport - 0.01, "seed \(seed) step \(step)")
      #expect(firstTop <= 0.01 || abs(bench.lastBottom - bench.viewport) < 0.01, "seed \(seed) step \(step)")
      #expect(frame.top <= 0 && frame.bottom >= bench.viewport, "seed \(seed) step \(step)")
      let isClamped = abs(firstTop) < 0.01 || abs(bench.lastBottom - bench.viewport) < 0.01
      if wasAtEnd && !isMotion {
        #expect(abs(bench.lastBottom - bench.viewport) < 0.01, "seed \(seed) step \(step): left the end")
      } else if let holds, let expected, let now = bench.top(ofID: holds), !isClamped {
        #expect(abs(now - expected) < 0.01, "seed \(seed) step \(step): moved by \(now - expected)")
      }
    }
  }
}
