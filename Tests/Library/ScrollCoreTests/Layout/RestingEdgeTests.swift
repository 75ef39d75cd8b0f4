import ScrollCore
import SeededRandom
import Testing

@Suite("A layout that rests on its start")
struct RestingEdgeTests {
  private func bench(_ count: Int) -> LayoutBench {
    var bench = LayoutBench()
    bench.layout.restingEdge = .start
    bench.insert(count, at: 0) { $0 % 7 }
    bench.lay()
    return bench
  }

  @Test("Opens at the start, with the first row on the top edge")
  func opens() {
    let long = bench(500)
    #expect(long.layout.top(of: 0) == 0)
    #expect(long.layout.visibleFirst == 0)
    #expect(!long.layout.isAtEnd)
  }

  @Test("What opens above the list pushes the start down, and covers rows of a list that was scrolled")
  func topEdge() {
    var bench = bench(500)
    bench.layout.viewportMoved(by: 48)
    bench.viewport -= 48
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
    bench.layout.scroll(by: 1_000)
    bench.lay()
    let (row, top) = (bench.readingRow!, bench.layout.top(of: bench.readingRow!))
    bench.layout.viewportMoved(by: -48)
    bench.viewport += 48
    bench.lay()
    #expect(bench.layout.top(of: row) == top + 48)
  }

  @Test("Short content rests on the top edge and leaves nothing to scroll, also as it grows and shrinks")
  func short() {
    var bench = bench(3)
    #expect(bench.layout.top(of: 0) == 0)
    #expect(bench.layout.frame.top == 0 && bench.layout.frame.bottom == bench.viewport)
    bench.insert(2, at: 5 - 2) { _ in 1 }
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
    bench.insert(200, at: 5) { _ in 1 }
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
    bench.layout.scroll(by: 2_000)
    bench.lay()
    bench.replace(2..<205, 0) { _ in 0 }
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
  }

  @Test("Rows appended at the very end do not carry the reader along")
  func appended() {
    var bench = bench(100)
    bench.layout.scrollToEnd()
    bench.lay()
    #expect(bench.lastBottom == bench.viewport)
    #expect(!bench.layout.isAtEnd)
    let last = bench.rows.last!.id
    let place = bench.top(ofID: last)!
    bench.insert(30, at: 100) { _ in 2 }
    bench.lay()
    #expect(bench.top(ofID: last) == place)
    bench.jump(toFraction: 1)
    bench.lay()
    #expect(bench.lastBottom == bench.viewport)
  }

  @Test("Rows that come above leave the reader where he is, at the very start too")
  func prepended() {
    var bench = bench(100)
    let first = bench.rows[0].id
    bench.insert(5, at: 0) { _ in 3 }
    bench.lay()
    #expect(bench.top(ofID: first) == 0)
    #expect(bench.layout.frame.top < 0)
    bench.jump(toFraction: 0)
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
  }

  @Test("Emptied and filled again, it opens at the start again")
  func refilled() {
    var bench = bench(100)
    bench.layout.scroll(by: 3_000)
    bench.lay()
    bench.replace(0..<100, 0) { _ in 0 }
    bench.lay()
    bench.insert(50, at: 0) { _ in 2 }
    bench.lay()
    #expect(bench.layout.top(of: 0) == 0)
  }

  @Test("Random changes keep what is read where it is, and both ends out of the viewport")
  func random() {
    var random = SplitMix64(seed: 21)
    var bench = bench(50)
    for step in 0..<4_000 {
      let anchor = bench.layout.anchor
      var delta = 0.0
      var keeps = true
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bench.insert(Int.random(in: 1...20, using: &random), at: 0) { _ in 2 }
      case 1: bench.insert(Int.random(in: 1...20, using: &random), at: bench.rows.count) { _ in 5 }
      case 2 where bench.rows.count > 300:
        bench.replace(200..<bench.rows.count, 0) { _ in 0 }
        keeps = false
      case 3 where !bench.rows.isEmpty:
        bench.resize(
          Int.random(in: 0..<bench.rows.count, using: &random), text: Int.random(in: 0...9, using: &random))
      default:
        delta = Double(Int.random(in: -900...900, using: &random))
        bench.layout.scroll(by: delta)
      }
      bench.lay()
      let top = bench.layout.top(of: 0)
      let isShort = bench.layout.heights.total < bench.viewport
      #expect(top <= 0.01, "step \(step)")
      #expect(isShort ? abs(top) < 0.01 : bench.lastBottom >= bench.viewport - 0.01, "step \(step)")
      guard keeps, delta == 0, case .row(let id, let offset) = anchor, let now = bench.top(ofID: id) else {
        continue
      }
      let isClamped = abs(top) < 0.01 || abs(bench.lastBottom - bench.viewport) < 0.01
      #expect(isClamped || abs(now - offset) < 0.01, "step \(step)")
    }
  }
}

extension AnchoredLayout {
  fileprivate var visibleFirst: Int { frame.visible.lowerBound }
}
