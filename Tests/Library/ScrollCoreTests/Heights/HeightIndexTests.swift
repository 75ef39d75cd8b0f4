import ScrollCore
import Testing

@Suite("HeightIndex")
struct HeightIndexTests {
  /// Ten rows of kind 0, at 0, 10, 30, 60, 100 … : row i is 10·(i + 1) high.
  private var stairs: HeightIndex {
    var index = HeightIndex()
    index.insert(count: 10, kind: 0, at: 0)
    for row in 0..<10 { index.setHeight(Double(10 * (row + 1)), at: row) }
    return index
  }

  @Test("An empty index has no height, and any offset is its start")
  func empty() {
    let index = HeightIndex()
    #expect(index.count == 0 && index.total == 0 && index.offset(of: 0) == 0)
    #expect(index.row(at: 17) == (0, 0))
  }

  @Test("A row holds its top edge and not its bottom edge")
  func edges() {
    #expect(stairs.row(at: 30) == (2, 0))
    #expect(stairs.row(at: 59) == (2, 29))
    #expect(stairs.row(at: 60) == (3, 0))
  }

  @Test("Offsets past an end are answered with that end")
  func clamping() {
    #expect(stairs.row(at: -5) == (0, 0))
    #expect(stairs.row(at: 550) == (9, 100))
    #expect(stairs.row(at: .infinity) == (9, 100))
  }

  @Test("A row of zero height is answered only if no row has any")
  func zeroHeights() {
    var index = stairs
    index.setHeight(0, at: 0)
    index.setHeight(0, at: 3)
    index.setHeight(0, at: 9)
    #expect(index.row(at: -1) == (1, 0))
    #expect(index.row(at: 50) == (4, 0))
    #expect(index.row(at: 1_000) == (8, 90))
    for row in 0..<10 { index.setHeight(0, at: row) }
    #expect(index.row(at: 3) == (0, 0))
  }

  @Test("Rows never measured follow the mean of their kind, and of no other")
  func liveEstimate() {
    var index = HeightIndex(defaultEstimate: 50)
    index.insert(kinds: [0, 1, 0, 1, 0], at: 0)
    #expect(index.total == 250)
    index.setHeight(20, at: 0)
    #expect(index.total == 20 + 50 + 20 + 50 + 20)
    index.setHeight(40, at: 2)
    #expect(index.height(at: 4) == 30 && index.offset(of: 4) == 160)
    #expect(index.estimate(for: 0) == 30 && index.estimate(for: 1) == 50)
  }

  @Test("An estimate that is set counts until a row of the kind is measured")
  func initialEstimate() {
    var index = HeightIndex(defaultEstimate: 50)
    index.insert(kinds: [0, 1, 1], at: 0)
    index.setEstimate(20, for: 1)
    #expect(index.total == 50 + 20 + 20)
    index.setHeight(30, at: 1)
    index.setEstimate(70, for: 1)
    index.setEstimate(70, for: 0)
    #expect(index.total == 70 + 30 + 30)
    index.widthChanged()
    index.setEstimate(90, for: 1)
    #expect(index.estimate(for: 1) == 30, "The mean of the width before is nearer than a guess.")
  }

  @Test("A row tells its kind")
  func kinds() {
    var index = HeightIndex()
    index.insert(kinds: [3, 1], at: 0)
    index.setKind(5, at: 1)
    #expect(index.kind(at: 0) == 3 && index.kind(at: 1) == 5)
  }

  @Test("A row measured again counts once in the mean")
  func remeasured() {
    var index = HeightIndex()
    index.insert(count: 3, kind: 2, at: 0)
    index.setHeight(10, at: 0)
    index.setHeight(20, at: 1)
    for height in 1...40 { index.setHeight(Double(height), at: 1) }
    #expect(index.estimate(for: 2) == 25)
  }

  @Test("A row that changed keeps its height as its estimate until it is measured again")
  func forgotten() {
    var index = stairs
    index.forgetHeight(at: 4)
    #expect(!index.isMeasured(4) && index.isMeasured(5))
    #expect(index.height(at: 4) == 50 && index.total == 550)
    index.setHeight(70, at: 4)
    #expect(index.isMeasured(4) && index.total == 570)
  }

  @Test("A new kind forgets the height for the kind's estimate")
  func newKind() {
    var index = stairs
    index.setKind(1, at: 0)
    #expect(!index.isMeasured(0) && index.height(at: 0) == 60)
    #expect(index.estimate(for: 0) == 60, "540 / 9: the row no longer counts for its old kind.")
  }

  @Test("A new width makes every height stale and moves nothing")
  func widthChange() {
    var index = stairs
    index.insert(count: 1, kind: 0, at: 10)
    let total = index.total
    index.widthChanged()
    #expect((0..<11).allSatisfy { !index.isMeasured($0) })
    #expect(index.total == total && index.height(at: 3) == 40)
    #expect(index.estimate(for: 0) == 55, "The mean of the width before serves until there is a new one.")
    index.setHeight(80, at: 0)
    #expect(index.estimate(for: 0) == 80 && index.isMeasured(0) && !index.isMeasured(1))
  }

  @Test("Rows of different widths that meet in a leaf stay measured, or stale, each as it was")
  func mixedGenerations() {
    var index = HeightIndex()
    index.insert(count: 1_000, kind: 0, at: 0)
    for row in 0..<1_000 { index.setHeight(10, at: row) }
    index.widthChanged()
    index.setHeight(20, at: 999)
    index.remove(1..<999)
    #expect(index.isMeasured(1) && !index.isMeasured(0))
  }

  @Test("A copy does not change with its original")
  func valueSemantics() {
    var index = HeightIndex(defaultEstimate: 10)
    index.insert(count: 5_000, kind: 0, at: 0)
    for row in 0..<5_000 { index.setHeight(10, at: row) }
    let copy = index
    for row in stride(from: 0, to: 5_000, by: 7) { index.setHeight(33, at: row) }
    index.setKind(3, at: 50)
    index.remove(1_000..<2_000)
    index.insert(count: 600, kind: 1, at: 0)
    index.widthChanged()
    #expect(copy.count == 5_000 && copy.total == 50_000 && copy.estimate(for: 0) == 10)
    #expect((0..<5_000).allSatisfy { copy.isMeasured($0) && copy.offset(of: $0) == Double(10 * $0) })
  }

  @Test("Sums are exact at a million rows, also after half of them were removed piece by piece")
  func precision() {
    var index = HeightIndex()
    index.insert(count: 1_000_000, kind: 0, at: 0)
    // Thirds are the worst fractions. The index promises to add them up as Floats. The other rows count with the mean
    // in whole points.
    let third = Double(Float(100.0 / 3))
    for row in stride(from: 0, to: 1_000_000, by: 50) { index.setHeight(100.0 / 3, at: row) }
    #expect(abs(index.total - 20_000 * third - 980_000 * 33) < 0.01)
    for _ in 0..<500 { index.remove(200_000..<201_000) }
    #expect(abs(index.total - 10_000 * third - 490_000 * 33) < 0.01)
    #expect(abs(index.offset(of: 499_950) - 9_999 * third - 489_951 * 33) < 0.01)
  }
}
