import ScrollCore
import SeededRandom
import Testing

@Suite("HeightIndex against an array")
struct HeightIndexModelTests {
  @Test("Random operations leave it equal to the array", arguments: [1, 2, 3] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var index = HeightIndex(defaultEstimate: 48)
    var naive = NaiveHeights(defaultEstimate: 48)
    for step in 0..<5_000 {
      apply(&random, to: &index, &naive)
      guard step % 20 == 0 else { continue }
      guard agree(index, naive, &random) else { return }
      #expect(index.violation == nil)
    }
    #expect(index.level >= 2, "The tree stayed too low to prove anything.")
  }

  private func apply(
    _ random: inout SplitMix64, to index: inout HeightIndex, _ naive: inout NaiveHeights
  ) {
    let count = naive.rows.count
    let place = Int.random(in: 0...count, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12:
      let size = [1, 1, 1, 30, 50, 200, 700].randomElement(using: &random)!
      let kinds = (0..<size).map { _ in Int.random(in: 0..<8, using: &random) }
      let place = [0, count, place].randomElement(using: &random)!
      index.insert(kinds: kinds, at: place)
      naive.insert(kinds: kinds, at: place)
    case 12..<24:
      // No more than are inserted, except for a rare clearance, so that the run reaches all sizes.
      let most = Int.random(in: 0..<50, using: &random) == 0 ? count : count / 20
      let range = place..<min(count, place + Int.random(in: 0...most, using: &random))
      index.remove(range)
      naive.remove(range)
    case 24..<25:
      index.widthChanged()
      naive.widthChanged()
    case let operation where place < count:
      change(place, by: operation, &random, &index, &naive)
    default: break
    }
  }

  private func change(
    _ row: Int, by operation: Int, _ random: inout SplitMix64, _ index: inout HeightIndex,
    _ naive: inout NaiveHeights
  ) {
    switch operation {
    case 25..<85:
      let quarters = Int.random(in: 0..<1_600, using: &random)
      let height = [0, Double(quarters) / 4, 37.3].randomElement(using: &random)!
      index.setHeight(height, at: row)
      naive.setHeight(height, at: row)
    case 85..<92:
      let kind = Int.random(in: 0..<8, using: &random)
      index.setKind(kind, at: row)
      naive.setKind(kind, at: row)
    default:
      index.forgetHeight(at: row)
      naive.forgetHeight(at: row)
    }
  }

  /// Compares all results; false at the first difference, so that the log does not contain thousands.
  private func agree(
    _ index: HeightIndex, _ naive: NaiveHeights, _ random: inout SplitMix64
  ) -> Bool {
    let heights = naive.heights
    var offsets = [0.0]
    for height in heights { offsets.append(offsets.last! + height) }
    let total = offsets.last!
    var differences: [String] = []
    func compare(_ what: String, _ ours: Double, _ theirs: Double) {
      if abs(ours - theirs) > 0.01 { differences.append("\(what): \(ours), not \(theirs)") }
    }
    if index.count != heights.count { differences.append("count: \(index.count), not \(heights.count)") }
    compare("total", index.total, total)
    for kind in 0..<8 {
      compare("estimate for \(kind)", index.estimate(for: kind), naive.means[kind].estimate)
    }
    for _ in 0..<40 where !heights.isEmpty {
      let row = Int.random(in: heights.indices, using: &random)
      compare("height at \(row)", index.height(at: row), heights[row])
      compare("offset of \(row)", index.offset(of: row), offsets[row])
      if index.isMeasured(row) != naive.rows[row].isMeasured { differences.append("isMeasured(\(row))") }
      if heights[row] > 0, index.row(at: index.offset(of: row)).index != row {
        differences.append("row(at: offset(of: \(row)))")
      }
      let target = Double.random(in: 0...max(total, 1), using: &random)
      let found = index.row(at: target)
      compare("row at \(target)", offsets[found.index] + found.within, min(target, total))
      if total > 0, heights[found.index] == 0 { differences.append("row without height at \(target)") }
    }
    compare("offset of the end", index.offset(of: heights.count), total)
    #expect(differences.isEmpty)
    return differences.isEmpty
  }
}
