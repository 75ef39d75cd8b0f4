/// The heights of a long run of rows, in points, with prefix sums.
///
/// The index answers the two questions of a scrolling list, "where does row 70,000 start?" and "which row
/// stands at 4,200,000 points?", although most rows were never measured. A row is in one of three states:
///
/// - *measured*: its height was set at the current width;
/// - *stale*: it had a height, but the width or the content changed since; the old height is the estimate;
/// - *unknown*: never measured; it counts with its kind's *current* running mean, so a better mean moves all
///   unknown rows at once and touches none of them.
///
/// For example:
///
///     var heights = HeightIndex(defaultEstimate: 48)
///     heights.insert(count: 1_000_000, kind: 0, at: 0)
///     heights.setHeight(72, at: 999_999)
///     heights.total                          // 72,000,000: one measurement, so the mean is 72
///     heights.row(at: heights.total - 100)   // (index: 999_998, within: 44)
///
/// It is a value. A copy is O(1) and shares its storage until one of the two is written; a write then copies
/// O(log n) nodes. Every sum is computed from the sums below it and never adjusted by a difference, so float
/// error does not accumulate: whole and half points are exact, others are good to 0.01 at a million rows.
///
/// Memory: next to nothing for rows that were inserted in bulk, are of one kind and unknown; about 6 bytes for any other
/// row, at most about 12 after many small insertions.
///
/// It knows no row's identity, no viewport and no anchor: that is the layout's business.
public struct HeightIndex: Sendable {
  /// What sort of row: rows of a kind share a running estimate. In `0..<HeightIndex.kindLimit`.
  public typealias Kind = Int

  /// How many kinds there can be.
  public static let kindLimit = 8

  var root = HeightNode.empty
  var estimates: KindEstimates
  /// Counts the widths seen; a leaf written under another generation has no measured rows any more.
  var generation: UInt32 = 0

  /// Makes an index without rows.
  ///
  /// - Parameter defaultEstimate: the height of an unknown row, in points, until one of its kind is measured.
  public init(defaultEstimate: Double = 60) {
    precondition(defaultEstimate >= 0 && defaultEstimate.isFinite, "An estimate is finite and not negative.")
    estimates = KindEstimates(initial: defaultEstimate)
  }

  /// The number of rows.
  public var count: Int { root.summary.count }

  /// The height of all rows together, in points.
  ///
  /// - Complexity: O(1)
  public var total: Double { root.summary.height(estimates.values) }

  /// Inserts rows that were not measured yet; the first of them becomes row `index`.
  ///
  /// - Parameters:
  ///   - kinds: the kind of each new row, in order.
  ///   - index: `0...count`.
  /// - Complexity: O(k + log n) for k new rows; building a whole index at once is O(k).
  public mutating func insert(kinds: some Collection<Kind>, at index: Int) {
    precondition((0...count).contains(index), "Rows are inserted at 0...count.")
    guard !kinds.isEmpty else { return }
    // Through a generic collection a million rows cost some 400 ms, through an array next to nothing.
    let new = HeightNode(kinds: kinds as? [Kind] ?? Array(kinds))
    let (head, tail) = root.split(at: index)
    root = .join(.join(head, new), tail)
  }

  /// Inserts `count` rows of one kind that were not measured yet; the first of them becomes row `index`.
  ///
  /// - Complexity: O(`count` + log n)
  public mutating func insert(count: Int, kind: Kind, at index: Int) {
    insert(kinds: Array(repeating: kind, count: count), at: index)
  }

  /// Removes rows. What they taught about their kinds stays learnt.
  ///
  /// - Complexity: O(k + log n) for k removed rows.
  public mutating func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Only rows that exist can be removed.")
    guard !range.isEmpty else { return }
    let (head, rest) = root.split(at: range.lowerBound)
    let (_, tail) = rest.split(at: range.count)
    root = .join(head, tail)
  }
}
