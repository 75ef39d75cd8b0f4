/// Up to `capacity` neighbouring rows: five bytes each.
struct HeightLeaf: Sendable {
  /// Small enough to add up on each write, large enough that the tree above costs about a byte a row.
  static let capacity = 128

  /// Height in points; means nothing while the row is unknown.
  private var heights: [Float] = []
  /// Kind and flags of each row. Apart from the heights, as together they would be padded to eight bytes.
  private var marks: [HeightMark] = []
  /// The width generation of the measured flags; rows are measured only if it is the current one.
  private var generation: UInt32 = 0

  /// Makes a leaf of unknown rows.
  init(kinds: ArraySlice<Int>) {
    marks = kinds.map(HeightMark.init(kind:))
    heights = Array(repeating: 0, count: marks.count)
  }

  /// Makes a leaf of two runs of rows that may stem from different generations.
  init(_ head: HeightLeaf, _ tail: HeightLeaf) {
    var head = head
    var tail = tail
    generation = max(head.generation, tail.generation)
    head.advance(to: generation)
    tail.advance(to: generation)
    heights = head.heights + tail.heights
    marks = head.marks + tail.marks
  }

  /// The rows of a range as a leaf of their own.
  subscript(range: Range<Int>) -> HeightLeaf {
    var part = self
    part.heights = Array(heights[range])
    part.marks = Array(marks[range])
    return part
  }

  var count: Int { heights.count }

  func kind(at row: Int) -> Int { marks[row].kind }

  /// Added up afresh each time: a running difference would gather float error.
  var summary: HeightSummary {
    var summary = HeightSummary(count: count)
    for (height, mark) in zip(heights, marks) {
      if mark.isKnown {
        summary.known += Double(height)
      } else {
        summary.unknown[mark.kind] &+= 1
      }
    }
    return summary
  }

  /// The height of a row in points: its own, or its kind's estimate.
  @inline(__always)
  func height(at row: Int, _ estimates: SIMD8<Double>) -> Double {
    let mark = marks[row]
    return mark.isKnown ? Double(heights[row]) : estimates[mark.kind]
  }

  /// The height of a row if it was measured in `generation`.
  func measuredHeight(at row: Int, in generation: UInt32) -> Double? {
    self.generation == generation && marks[row].isMeasured ? Double(heights[row]) : nil
  }

  /// Writes a measured height.
  mutating func setHeight(_ height: Float, at row: Int, in generation: UInt32) {
    advance(to: generation)
    heights[row] = height
    marks[row].isKnown = true
    marks[row].isMeasured = true
  }

  /// Makes a row unknown, of the given kind.
  mutating func setKind(_ kind: Int, at row: Int) {
    marks[row] = HeightMark(kind: kind)
  }

  /// Makes a measured row stale.
  mutating func forgetHeight(at row: Int) {
    marks[row].isMeasured = false
  }

  /// Enters a newer generation: what was measured in an older one is stale.
  private mutating func advance(to newer: UInt32) {
    guard generation != newer else { return }
    generation = newer
    for row in marks.indices { marks[row].isMeasured = false }
  }
}
