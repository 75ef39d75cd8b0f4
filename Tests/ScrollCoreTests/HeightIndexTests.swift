import Testing

@testable import ScrollCore

/// The same, told by a plain array.
private struct NaiveHeights {
  var rows: [(kind: Int, height: Double?, isMeasured: Bool)] = []
  var means = [Double](repeating: 60, count: 8)
  var counts = [Double](repeating: 0, count: 8)

  func height(_ index: Int) -> Double { rows[index].height ?? means[rows[index].kind].rounded() }
  func offset(_ index: Int) -> Double { (0..<index).reduce(0) { $0 + height($1) } }

  func row(at offset: Double) -> (index: Int, within: Double) {
    var top = 0.0
    var last = (0, 0.0)
    for index in rows.indices {
      let height = height(index)
      if offset < top + height { return (index, max(0, offset - top)) }
      if height > 0 { last = (index, height) }
      top += height
    }
    return last
  }

  mutating func set(_ height: Double, _ index: Int) {
    if !rows[index].isMeasured {
      let kind = rows[index].kind
      counts[kind] += 1
      means[kind] = counts[kind] == 1 ? height : means[kind] + (height - means[kind]) / counts[kind]
    }
    rows[index].height = height
    rows[index].isMeasured = true
  }
}

@Suite("HeightIndex")
struct HeightIndexTests {
  @Test("10,000 random changes agree with a plain array", arguments: [11, 12] as [UInt64])
  func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var index = HeightIndex()
    var naive = NaiveHeights()
    for step in 0..<10_000 {
      let count = naive.rows.count
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<4 where count < 1500:
        let kinds = (0..<Int.random(in: 1...200, using: &random)).map { _ in
          Int.random(in: 0..<8, using: &random)
        }
        let place = [0, count, Int.random(in: 0...count, using: &random)].randomElement(using: &random)!
        index.insert(kinds: kinds, at: place)
        naive.rows.insert(contentsOf: kinds.map { ($0, nil, false) }, at: place)
      case 4, 5:
        guard count > 0 else { continue }
        let start = Int.random(in: 0..<count, using: &random)
        let end = min(count, start + Int.random(in: 0...250, using: &random))
        index.remove(start..<end)
        naive.rows.removeSubrange(start..<end)
      case 6:
        guard count > 0 else { continue }
        let row = Int.random(in: 0..<count, using: &random)
        index.forgetHeight(at: row)
        naive.rows[row].isMeasured = false
      case 7:
        guard count > 0 else { continue }
        let row = Int.random(in: 0..<count, using: &random)
        index.setKind(3, at: row)
        naive.rows[row] = (3, nil, false)
      case 8 where step % 10 == 0:
        index.widthChanged()
        for row in naive.rows.indices { naive.rows[row].isMeasured = false }
        naive.counts = [Double](repeating: 0, count: 8)
      default:
        guard count > 0 else { continue }
        let row = Int.random(in: 0..<count, using: &random)
        let height = Double(Int.random(in: 0...400, using: &random))
        index.setHeight(height, at: row)
        naive.set(height, row)
      }
      #expect(index.count == naive.rows.count)
      guard !naive.rows.isEmpty else { continue }
      let row = Int.random(in: 0..<naive.rows.count, using: &random)
      #expect(abs(index.height(at: row) - naive.height(row)) < 0.01)
      #expect(index.isMeasured(row) == naive.rows[row].isMeasured)
      guard step % 20 == 0 else { continue }
      #expect(abs(index.offset(of: row) - naive.offset(row)) < 0.01, "seed \(seed) step \(step)")
      #expect(abs(index.total - naive.offset(naive.rows.count)) < 0.01, "seed \(seed) step \(step)")
      let offset = Double.random(in: -10...index.total + 10, using: &random)
      let (found, within) = index.row(at: offset)
      let expected = naive.row(at: offset)
      #expect(found == expected.index && abs(within - expected.within) < 0.01, "seed \(seed) step \(step)")
    }
  }

  @Test("a copy stays as it was")
  func valueSemantics() {
    var index = HeightIndex()
    index.insert(count: 1000, kind: 0, at: 0)
    index.setHeight(100, at: 500)
    let copy = index
    index.setHeight(7, at: 500)
    index.remove(0..<400)
    index.insert(count: 5, kind: 1, at: 0)
    index.widthChanged()
    #expect(copy.count == 1000 && copy.height(at: 500) == 100 && copy.isMeasured(500))
  }

  @Test("unknown rows count with the mean of the measured ones of their kind")
  func estimates() {
    var index = HeightIndex(defaultEstimate: 50)
    index.insert(kinds: [0, 0, 0, 1], at: 0)
    #expect(index.total == 200)
    index.setHeight(20, at: 0)
    index.setHeight(40, at: 1)
    #expect(index.height(at: 2) == 30 && index.height(at: 3) == 50 && index.total == 140)
  }

  @Test("after a width change old heights are estimates, and means begin anew")
  func widthChange() {
    var index = HeightIndex()
    index.insert(count: 3, kind: 0, at: 0)
    index.setHeight(100, at: 0)
    index.widthChanged()
    #expect(!index.isMeasured(0) && index.height(at: 0) == 100 && index.height(at: 1) == 100)
    index.setHeight(200, at: 1)
    #expect(index.height(at: 0) == 100 && index.height(at: 2) == 200)
  }

  @Test("the 65,536th width change is like the first")
  func generationsWrap() {
    var index = HeightIndex()
    index.insert(count: 300, kind: 0, at: 0)
    index.setHeight(10, at: 0)
    for _ in 0..<65_535 { index.widthChanged() }
    #expect(!index.isMeasured(0) && index.height(at: 0) == 10)
    index.setHeight(11, at: 1)
    #expect(index.isMeasured(1) && !index.isMeasured(0))
  }

  @Test("the tree stays shallow whatever the order of the changes")
  func depth() {
    var index = HeightIndex()
    index.insert(count: 1_000_000, kind: 0, at: 0)
    #expect(index.tree.depth <= 15)
    for _ in 0..<2000 {
      index.insert(count: 1, kind: 0, at: 0)
      index.insert(count: 300, kind: 0, at: 0)
      index.remove(index.count - 300..<index.count)
    }
    // 1.44 · log2 of the number of blocks is what a height-balanced tree may reach.
    #expect(index.tree.depth <= 24)
  }

  @Test("sums over 1,000,000 rows are exact to 0.01")
  func precision() {
    var index = HeightIndex()
    index.insert(count: 1_000_000, kind: 0, at: 0)
    for row in stride(from: 0, to: 1_000_000, by: 997) { index.setHeight(36, at: row) }
    let measured = Double((999_999 / 997) + 1) * 36
    let others = Double(1_000_000 - (999_999 / 997) - 1) * 36
    #expect(abs(index.total - measured - others) < 0.01)
  }
}
