import ScrollCore
import SeededRandom
import Testing

@Suite("AnchoredLayout against its rule")
struct AnchoredLayoutModelTests {
  @Test("10,000 random changes: what must hold still does", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bench = LayoutBench(count: 300)
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
        // Remove fewer rows than are inserted while there are few rows, and more while there are many.
        let end = min(
          bench.rows.count, start + Int.random(in: 1...(bench.rows.count > 400 ? 120 : 8), using: &random))
        if let reading, start <= reading, reading < end {
          // The successor, or any row if there is none.
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
