/// A `HeightIndex` that is simple enough to be obviously correct: an array, and loops over all of it.
struct NaiveHeights {
  struct Row {
    var kind: Int
    var height: Double?
    var isMeasured = false
  }

  struct Mean {
    var estimate: Double
    var sum = 0.0
    var count = 0
  }

  var rows: [Row] = []
  var means: [Mean]

  init(defaultEstimate: Double) {
    means = Array(repeating: Mean(estimate: defaultEstimate), count: 8)
  }

  mutating func insert(kinds: [Int], at index: Int) {
    rows.insert(contentsOf: kinds.map { Row(kind: $0) }, at: index)
  }

  mutating func remove(_ range: Range<Int>) {
    rows.removeSubrange(range)
  }

  mutating func setHeight(_ height: Double, at index: Int) {
    let height = Double(Float(height))
    forgetHeight(at: index)
    rows[index].height = height
    rows[index].isMeasured = true
    let kind = rows[index].kind
    means[kind].sum += height
    means[kind].count += 1
    means[kind].estimate = (means[kind].sum / Double(means[kind].count)).rounded()
  }

  mutating func setKind(_ kind: Int, at index: Int) {
    forgetHeight(at: index)
    rows[index] = Row(kind: kind)
  }

  mutating func forgetHeight(at index: Int) {
    guard rows[index].isMeasured else { return }
    rows[index].isMeasured = false
    let kind = rows[index].kind
    means[kind].sum -= rows[index].height!
    means[kind].count -= 1
    if means[kind].count > 0 {
      means[kind].estimate = (means[kind].sum / Double(means[kind].count)).rounded()
    }
  }

  mutating func widthChanged() {
    for index in rows.indices { rows[index].isMeasured = false }
    for kind in means.indices { means[kind] = Mean(estimate: means[kind].estimate) }
  }

  /// The height of each row.
  var heights: [Double] { rows.map { $0.height ?? means[$0.kind].estimate } }
}
