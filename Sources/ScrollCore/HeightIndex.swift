/// Heights of a long run of rows in points, with prefix sums.
///
/// A row is *measured* (at the current width), *stale* (measured once; the old height is the best guess) or
/// *unknown*: it then counts with the running mean of the measured rows of its kind, which may go on changing
/// without any row being touched.
///
/// A value: a copy costs nothing and stays as it is, which is how a held scrollbar thumb keeps its picture of the
/// content. 1,000,000 rows take about 9 MB (8 bytes a row and a tree over blocks of 128; `backscroll-bench memory`
/// prints the figure of the day).
public struct HeightIndex: Sendable {
  /// A number in `0..<kindLimit`: rows of a kind share an estimate.
  public typealias Kind = Int

  /// Kinds there can be.
  public static var kindLimit: Int { 8 }

  private(set) var tree = HeightTree.empty
  private var means: [RunningMean]
  private var generation: UInt16 = 1

  /// `defaultEstimate` counts for an unknown row until one of its kind has been measured.
  public init(defaultEstimate: Double = 60) {
    means = Array(repeating: RunningMean(value: defaultEstimate), count: Self.kindLimit)
  }

  public var count: Int { tree.summary.count }

  /// Sum of all heights. O(1).
  public var total: Double { tree.summary.total(estimates) }

  var estimates: SIMD8<Double> {
    var result = SIMD8<Double>()
    for kind in means.indices { result[kind] = means[kind].value }
    return result
  }

  /// What an unknown row of this kind counts for.
  public func estimate(for kind: Kind) -> Double { means[kind].value }

  // MARK: Rows

  /// Puts in rows that nobody has measured.
  /// - Complexity: O(k + log n).
  public mutating func insert(kinds: some Collection<Kind>, at index: Int) {
    guard !kinds.isEmpty else { return }
    let (before, after) = tree.split(at: index)
    let new = HeightTree(kinds.lazy.map { HeightRow(kind: UInt8($0)) })
    tree = HeightTree.join(HeightTree.join(before, new), after)
  }

  /// Puts in `count` rows of one kind that nobody has measured.
  /// - Complexity: O(k + log n).
  public mutating func insert(count: Int, kind: Kind, at index: Int) {
    insert(kinds: repeatElement(kind, count: count), at: index)
  }

  /// Takes rows out.
  /// - Complexity: O(log n).
  public mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let (before, rest) = tree.split(at: range.lowerBound)
    let (_, after) = rest.split(at: range.count)
    tree = HeightTree.join(before, after)
  }

  /// Sets a row's height, measured at the current width.
  /// - Complexity: O(log n).
  public mutating func setHeight(_ height: Double, at index: Int) {
    let row = tree.row(at: index)
    if row.stamp != generation { means[Int(row.kind)].add(height) }
    tree = tree.replacingRow(
      at: index, with: HeightRow(height: Float(height), stamp: generation, kind: row.kind))
  }

  /// The row is of another kind now, and nothing is known of its height.
  public mutating func setKind(_ kind: Kind, at index: Int) {
    tree = tree.replacingRow(at: index, with: HeightRow(kind: UInt8(kind)))
  }

  /// The row's contents changed; its old height stays its estimate until it is measured again.
  public mutating func forgetHeight(at index: Int) {
    var row = tree.row(at: index)
    row.stamp = 0
    tree = tree.replacingRow(at: index, with: row)
  }

  /// All heights are those of another width now, and count as estimates.
  /// - Complexity: O(1); O(n) once in 65,535 times.
  public mutating func widthChanged() {
    for kind in means.indices { means[kind].restart() }
    if generation < .max {
      generation += 1
    } else {
      generation = 1
      tree = HeightTree(
        (0..<count).lazy.map { [tree] in
          var row = tree.row(at: $0)
          row.stamp = 0
          return row
        })
    }
  }

  // MARK: Looking up, all O(log n)

  /// Whether the row has been measured at the current width.
  public func isMeasured(_ index: Int) -> Bool { tree.row(at: index).stamp == generation }

  /// The row's height: measured, stale or estimated.
  public func height(at index: Int) -> Double {
    let row = tree.row(at: index)
    return row.isKnown ? Double(row.height) : means[Int(row.kind)].value
  }

  /// Sum of the heights of the rows before `index`, which may be `count`.
  public func offset(of index: Int) -> Double { tree.offset(of: index, estimates) }

  /// The row that holds the point `offset` below the first row's top edge, and how far into it the point is.
  /// Beyond the ends the first or the last row answers. There must be rows.
  public func row(at offset: Double) -> (index: Int, within: Double) {
    precondition(count > 0, "There are no rows to look for")
    return tree.find(max(0, offset), estimates)
  }
}

/// The mean of what has been measured, or a guess before anything was.
private struct RunningMean {
  private var mean: Double
  private var count = 0.0

  init(value: Double) { mean = value }

  /// In whole points, as measured heights are: sums of whole numbers are exact, so content far away can
  /// never move the rows on the screen by a rounding error.
  var value: Double { mean.rounded() }

  mutating func add(_ height: Double) {
    count += 1
    mean = count == 1 ? height : mean + (height - mean) / count
  }

  /// The next measurement starts a new mean; until then the old one is the guess.
  mutating func restart() { count = 0 }
}
