#if DEBUG
  import Synchronization
#endif

/// The heights of a long run of rows, in points, with prefix sums.
///
/// The index answers the two questions of a scrolling list, "where does row 70,000 start?" and "which row is at
/// 4,200,000 points?", although most rows have never been measured. A row has one of three states:
///
/// - *measured*: its height was set at the current width;
/// - *stale*: it had a height, but the width or the content changed since; the old height is the estimate;
/// - *unknown*: never measured; its height is its kind's *current* mean, so a better mean applies to all unknown rows
///   at once and modifies none of them.
///
/// For example:
///
///     var heights = HeightIndex(defaultEstimate: 48)
///     heights.insert(count: 1_000_000, kind: 0, at: 0)
///     heights.setHeight(72, at: 999_999)
///     heights.total                          // 72,000,000: one measurement, so the mean is 72
///     heights.row(at: heights.total - 100)   // (index: 999_998, within: 44)
///
/// The index is a value. A copy is O(1) and shares its storage until one of the two is written; a write copies O(log n)
/// nodes. Every sum is computed from the sums below it and never adjusted by a difference, so rounding errors do not
/// accumulate: whole and half points are exact, others are good to 0.01 at a million rows.
///
/// Memory: next to nothing for rows that were inserted in bulk, are of one kind and unknown; about 6 bytes for any other
/// row, at most about 12 after many small insertions.
///
/// The index has no identities, viewports or anchors; ``AnchoredLayout`` has them.
public struct HeightIndex: Sendable {
  /// A class of rows with similar heights, which share an estimate. In `0..<HeightIndex.kindLimit`.
  public typealias Kind = Int

  /// The number of kinds.
  public static let kindLimit = 8

  private var root = Node.empty
  private var estimates: Estimates
  /// Counts the widths; rows measured in an earlier generation are stale.
  private var generation: UInt32 = 0

  /// Makes an index without rows.
  ///
  /// - Parameter defaultEstimate: the height of an unknown row, in points, until a row of its kind is measured.
  public init(defaultEstimate: Double = 60) {
    precondition(defaultEstimate >= 0 && defaultEstimate.isFinite, "An estimate is finite and not negative.")
    estimates = Estimates(initial: defaultEstimate)
  }

  /// The number of rows.
  public var count: Int { root.sum.count }

  /// The height of all rows together, in points.
  ///
  /// - Complexity: O(1)
  public var total: Double { root.sum.height(estimates.values) }

  // MARK: Rows

  /// Inserts rows that were not measured yet; the first of them becomes row `index`.
  ///
  /// - Parameters:
  ///   - kinds: the kind of each new row, in order.
  ///   - index: `0...count`.
  /// - Complexity: O(k + log n) for k new rows; building a whole index at once is O(k).
  public mutating func insert(kinds: some Collection<Kind>, at index: Int) {
    precondition((0...count).contains(index), "Rows are inserted at 0...count.")
    guard !kinds.isEmpty else { return }
    // A million rows cost some 400 ms through a generic collection, and almost nothing through an array.
    let new = Node(kinds: kinds as? [Kind] ?? Array(kinds))
    let (head, tail) = root.split(at: index)
    root = .join(.join(head, new), tail)
  }

  /// Inserts `count` rows of one kind that were not measured yet; the first of them becomes row `index`.
  ///
  /// - Complexity: O(`count` + log n)
  public mutating func insert(count: Int, kind: Kind, at index: Int) {
    insert(kinds: Array(repeating: kind, count: count), at: index)
  }

  /// Removes rows. Their kinds' means stay.
  ///
  /// - Complexity: O(k + log n) for k removed rows.
  public mutating func remove(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Only rows that exist can be removed.")
    guard !range.isEmpty else { return }
    let (head, rest) = root.split(at: range.lowerBound)
    let (_, tail) = rest.split(at: range.count)
    root = .join(head, tail)
  }

  // MARK: Offsets

  // Both directions add the same heights in the same order, so they agree to the last bit:
  // `row(at: offset(of: i)).index == i` for every row that has any height, whatever the estimates.

  /// The height of a row in points: measured, stale, or its kind's estimate.
  ///
  /// - Complexity: O(log n)
  public func height(at index: Int) -> Double {
    root.read(checked(index)) { leaf, row in leaf.height(at: row, estimates.values) }
  }

  /// The offset at which a row starts: the heights of all rows before it, in points.
  ///
  /// - Parameter index: `0...count`; for `count` it is the total.
  /// - Complexity: O(log n)
  public func offset(of index: Int) -> Double {
    precondition((0...count).contains(index), "Offsets are those of 0...count.")
    return index == count ? total : root.offset(of: index, estimates.values)
  }

  /// The row at an offset, and the distance of the offset from its top edge, in points.
  ///
  /// - Parameter offset: in points; a value outside of `0..<total` gives the top edge of the first row or the bottom
  ///   edge of the last.
  /// - Returns: never a row without height, unless no row has any: then row 0. Without rows, `(0, 0)`.
  /// - Complexity: O(log n)
  public func row(at offset: Double) -> (index: Int, within: Double) {
    root.row(at: max(offset, 0), estimates.values)
  }

  // MARK: Measuring

  /// Stores the height of a row as measured at the current width, and adds it to the mean of the row's kind.
  ///
  /// - Parameters:
  ///   - height: in points, finite, not negative; kept as a `Float`, so whole points are exact up to 16,777,216.
  ///   - index: `0..<count`.
  /// - Complexity: O(log n)
  public mutating func setHeight(_ height: Double, at index: Int) {
    let height = Float(height)
    precondition(height >= 0 && height.isFinite, "A height is finite and not negative.")
    write(index) { [generation] leaf, row, estimates in
      leaf.setHeight(height, at: row, in: generation)
      estimates.add(Double(height), kind: leaf.kind(at: row))
    }
  }

  /// Sets the kind of a row, which may be the same as before. The row is unknown afterwards.
  ///
  /// - Complexity: O(log n)
  public mutating func setKind(_ kind: Kind, at index: Int) {
    write(index) { leaf, row, _ in leaf.setKind(kind, at: row) }
  }

  /// The kind of a row.
  ///
  /// - Complexity: O(log n)
  public func kind(at index: Int) -> Kind { root.read(checked(index)) { leaf, row in leaf.kind(at: row) } }

  /// Makes a measured row stale, since its content changed.
  ///
  /// - Complexity: O(log n)
  public mutating func forgetHeight(at index: Int) {
    write(index) { leaf, row, _ in leaf.forgetHeight(at: row) }
  }

  /// Makes all measured rows stale, since the width changed.
  ///
  /// A kind's mean stays until a row of the kind is measured at the new width, and then starts anew.
  ///
  /// - Complexity: O(1)
  public mutating func widthChanged() {
    generation += 1
    estimates.startOver()
  }

  /// Whether the row was measured at the current width and its content did not change since.
  ///
  /// - Complexity: O(log n)
  public func isMeasured(_ index: Int) -> Bool {
    root.read(checked(index)) { leaf, row in leaf.measuredHeight(at: row, in: generation) != nil }
  }

  /// The height of the unknown rows of a kind, in points: the mean of the heights measured at the current width; if
  /// there is none, the mean at the width before; and before that, the default.
  ///
  /// - Complexity: O(1)
  public func estimate(for kind: Kind) -> Double { estimates.values[kind] }

  /// Sets the height of the unknown rows of a kind until one of them is measured, in points.
  ///
  /// - Complexity: O(1)
  public mutating func setEstimate(_ height: Double, for kind: Kind) {
    precondition(height >= 0 && height.isFinite, "An estimate is finite and not negative.")
    estimates.setInitial(height, kind: kind)
  }

  /// Changes a row, after subtracting its measured height from the mean, so that no row counts twice in it.
  private mutating func write(_ index: Int, _ change: (inout Leaf, Int, inout Estimates) -> Void) {
    let generation = generation
    var estimates = estimates
    root.update(checked(index)) { leaf, row in
      if let height = leaf.measuredHeight(at: row, in: generation) {
        estimates.subtract(height, kind: leaf.kind(at: row))
      }
      change(&leaf, row, &estimates)
    }
    self.estimates = estimates
  }

  private func checked(_ index: Int) -> Int {
    precondition((0..<count).contains(index), "There is no such row.")
    return index
  }

  // MARK: For tests

  /// The number of branches above a leaf.
  package var level: Int { Int(root.level) }

  /// Describes the tree's invariant that is broken; nil if none is.
  package var violation: String? { root.violation(isRoot: true) }
}

/// The mean of the heights measured at the current width, for each kind of row.
private struct Estimates: Sendable {
  /// The estimate for each kind: the mean, or the last known mean while nothing is measured.
  ///
  /// They are in whole points, as heights usually are. Sums of whole numbers are exact, so content far away cannot move
  /// the rows on the screen by a rounding error.
  private(set) var values: SIMD8<Double>
  private var sums = SIMD8<Double>.zero
  private var counts = SIMD8<Double>.zero
  /// The kinds with a row that has been measured, at any width.
  private var known = SIMDMask<SIMD8<Int64>>()

  init(initial: Double) { values = SIMD8(repeating: initial) }

  /// Sets the estimate for a kind without a measured row; otherwise the mean stays.
  mutating func setInitial(_ height: Double, kind: Int) {
    if !known[kind] { values[kind] = height }
  }

  /// Counts a measured row.
  mutating func add(_ height: Double, kind: Int) {
    sums[kind] += height
    counts[kind] += 1
    known[kind] = true
    values[kind] = (sums[kind] / counts[kind]).rounded()
  }

  /// Undoes an ``add(_:kind:)``. Without any measured row, the last mean stays as the estimate.
  mutating func subtract(_ height: Double, kind: Int) {
    counts[kind] -= 1
    guard counts[kind] > 0 else {
      sums[kind] = 0
      return
    }
    sums[kind] -= height
    values[kind] = (sums[kind] / counts[kind]).rounded()
  }

  /// Starts the means of a new width; the old ones are the estimates until the first row is measured.
  mutating func startOver() {
    sums = .zero
    counts = .zero
  }
}

/// The sum over a subtree of rows. Unknown rows are counted, and the caller of ``height(_:)`` passes the estimates, so
/// that a changed estimate changes no node.
private struct Sum: Sendable {
  /// The number of rows.
  var count = 0
  /// The heights of the measured and the stale rows, in points.
  var known = 0.0
  /// The number of unknown rows, by kind.
  var unknown = SIMD8<Int32>.zero

  /// The height of the subtree in points.
  @inline(__always)
  func height(_ estimates: SIMD8<Double>) -> Double {
    known + (SIMD8<Double>(unknown) * estimates).sum()
  }

  static func += (sum: inout Sum, other: Sum) {
    sum.count += other.count
    sum.known += other.known
    sum.unknown &+= other.unknown
  }
}

/// Up to `capacity` neighbouring rows, at five bytes each.
private struct Leaf: Sendable {
  /// The most rows: few enough to add up on each write, and enough that the tree above costs about a byte a row.
  static let capacity = 128

  /// Kind and state of a row.
  struct Mark: Sendable {
    private var bits: UInt8

    /// An unknown row.
    init(kind: Int) {
      precondition((0..<HeightIndex.kindLimit).contains(kind), "A kind is in 0..<HeightIndex.kindLimit.")
      bits = UInt8(kind)
    }

    var kind: Int { Int(bits & 0b0_0111) }
    /// Whether the row has a height, measured or stale.
    var isKnown: Bool {
      get { bits & 0b0_1000 != 0 }
      set { set(0b0_1000, newValue) }
    }
    /// Whether the height was measured in the leaf's generation.
    var isMeasured: Bool {
      get { bits & 0b1_0000 != 0 }
      set { set(0b1_0000, newValue) }
    }

    private mutating func set(_ flag: UInt8, _ isOn: Bool) {
      if isOn { bits |= flag } else { bits &= ~flag }
    }
  }

  /// Heights in points; without meaning for unknown rows.
  private var heights: [Float] = []
  /// The marks of the rows, in an array of their own, since pairs with the heights would be padded to eight bytes.
  private var marks: [Mark] = []
  /// The latest width at which a row of the leaf was measured.
  private var generation: UInt32 = 0

  /// A leaf of unknown rows.
  init(kinds: ArraySlice<Int>) {
    marks = kinds.map(Mark.init(kind:))
    heights = Array(repeating: 0, count: marks.count)
  }

  /// A leaf of two runs of rows, which may be of different generations.
  init(_ head: Leaf, _ tail: Leaf) {
    var head = head
    var tail = tail
    generation = max(head.generation, tail.generation)
    head.advance(to: generation)
    tail.advance(to: generation)
    heights = head.heights + tail.heights
    marks = head.marks + tail.marks
  }

  /// The rows of a range.
  subscript(range: Range<Int>) -> Leaf {
    var part = self
    part.heights = Array(heights[range])
    part.marks = Array(marks[range])
    return part
  }

  var count: Int { heights.count }

  func kind(at row: Int) -> Int { marks[row].kind }

  /// The sum, computed from all rows: a running difference would accumulate rounding errors.
  var sum: Sum {
    var sum = Sum(count: count)
    for (height, mark) in zip(heights, marks) {
      if mark.isKnown {
        sum.known += Double(height)
      } else {
        sum.unknown[mark.kind] &+= 1
      }
    }
    return sum
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

  mutating func setHeight(_ height: Float, at row: Int, in generation: UInt32) {
    advance(to: generation)
    heights[row] = height
    marks[row].isKnown = true
    marks[row].isMeasured = true
  }

  /// Makes a row unknown.
  mutating func setKind(_ kind: Int, at row: Int) { marks[row] = Mark(kind: kind) }

  /// Makes a measured row stale.
  mutating func forgetHeight(at row: Int) { marks[row].isMeasured = false }

  /// Makes the rows measured in an older generation stale.
  private mutating func advance(to newer: UInt32) {
    guard generation != newer else { return }
    generation = newer
    for row in marks.indices { marks[row].isMeasured = false }
  }
}

/// A node of the counted B+ tree under ``HeightIndex``.
///
/// Nodes are values. Copies of an index share the nodes' arrays, and Swift copies a shared array on its first write, so
/// that a write copies one path. Invariants: all leaves are on level 0; a node that is not the root has at least a
/// quarter of its capacity; a branch that is the root has two children or more.
private struct Node: Sendable {
  /// Children of a branch.
  static let fanOut = 16

  static let empty = Node(Leaf(kinds: []))

  /// Distance to the leaves.
  let level: UInt8
  private(set) var sum: Sum
  /// Empty on level 0.
  private var children: [Node] = []
  /// Empty above level 0.
  private var leaf: Leaf

  init(_ leaf: Leaf) {
    level = 0
    self.leaf = leaf
    sum = leaf.sum
  }

  /// A branch over children of one level.
  init(_ children: some Sequence<Node>) {
    self.children = Array(children)
    level = self.children[0].level + 1
    leaf = Node.empty.leaf
    sum = Sum()
    addUp()
  }

  /// A tree of unknown rows. Leaves that are alike share their storage until a row of them is written.
  ///
  /// - Complexity: O(k)
  init(kinds: [Int]) {
    // Leaves of one kind, of two lengths at most.
    var uniform: [Node] = []
    var nodes = Node.evenly(kinds.count, by: Leaf.capacity).map { range in
      let part = kinds[range]
      let first = kinds[range.lowerBound]
      guard part.allSatisfy({ $0 == first }) else { return Node(Leaf(kinds: part)) }
      if let known = uniform.first(where: { $0.leaf.count == range.count && $0.leaf.kind(at: 0) == first }) {
        return known
      }
      let new = Node(Leaf(kinds: part))
      uniform = uniform.suffix(3) + [new]
      return new
    }
    while nodes.count > 1 {
      nodes = Node.evenly(nodes.count, by: Node.fanOut).map { Node(nodes[$0]) }
    }
    self = nodes.first ?? .empty
  }

  private mutating func addUp() {
    var sum = Sum()
    for child in children { sum += child.sum }
    self.sum = sum
  }

  /// Cuts `0..<count` into as few ranges of at most `size` as possible, whose lengths differ by at most one.
  private static func evenly(_ count: Int, by size: Int) -> [Range<Int>] {
    let parts = (count + size - 1) / size
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }

  // MARK: Descending: one node a level

  /// The child that contains row `index`, and the row's index in it.
  @inline(__always)
  private func child(with index: Int) -> (child: Int, row: Int) {
    var child = 0
    var row = index
    while row >= children[child].sum.count {
      row -= children[child].sum.count
      child += 1
    }
    return (child, row)
  }

  /// Reads the leaf of row `index`.
  func read<T>(_ index: Int, _ body: (Leaf, Int) -> T) -> T {
    NodeVisits.count()
    if level == 0 { return body(leaf, index) }
    let (child, row) = child(with: index)
    return children[child].read(row, body)
  }

  /// Changes the leaf of row `index` in place and adds up the sums on the way back.
  mutating func update<T>(_ index: Int, _ body: (inout Leaf, Int) -> T) -> T {
    NodeVisits.count()
    if level == 0 {
      defer { sum = leaf.sum }
      return body(&leaf, index)
    }
    let (child, row) = child(with: index)
    defer { addUp() }
    return children[child].update(row, body)
  }

  /// The sum of the heights before row `index`, added child by child and then row by row. The subtree starts at
  /// `start`.
  func offset(of index: Int, _ estimates: SIMD8<Double>, start: Double = 0) -> Double {
    NodeVisits.count()
    var start = start
    if level == 0 {
      for row in 0..<index { start += leaf.height(at: row, estimates) }
      return start
    }
    let (child, row) = child(with: index)
    for child in children[..<child] { start += child.sum.height(estimates) }
    return children[child].offset(of: row, estimates, start: start)
  }

  /// The row at the offset `target`, which is not negative and is clamped to the bottom edge of the last row that has a
  /// height. The subtree starts at `start` with row `first`.
  func row(
    at target: Double, _ estimates: SIMD8<Double>, start: Double = 0, first: Int = 0
  ) -> (index: Int, within: Double) {
    NodeVisits.count()
    // The last child or row that has a height and starts at or before the target. It contains the target, unless the
    // target is past the end, or the sum of a node and those of its rows differ in the last bit.
    var found: (position: Int, start: Double, first: Int)?
    var start = start
    var first = first
    for position in 0..<(level == 0 ? leaf.count : children.count) {
      let (height, count) =
        level == 0
        ? (leaf.height(at: position, estimates), 1)
        : (children[position].sum.height(estimates), children[position].sum.count)
      if height > 0 { found = (position, start, first) }
      if target < start + height { break }
      start += height
      first += count
    }
    guard let found else { return (0, 0) }
    if level == 0 {
      let within = min(target - found.start, leaf.height(at: found.position, estimates))
      return (found.first, within)
    }
    return children[found.position].row(at: target, estimates, start: found.start, first: found.first)
  }

  // MARK: Splitting and joining: all insertion and removal is made of these two

  /// The rows before `index` and the rows from it on, as trees that share all but O(log n) nodes with this one.
  ///
  /// - Complexity: O(log n), since a join on the way up costs no more than the levels between its two sides.
  func split(at index: Int) -> (head: Node, tail: Node) {
    NodeVisits.count()
    if index == 0 { return (.empty, self) }
    if index == sum.count { return (self, .empty) }
    if level == 0 { return (Node(leaf[0..<index]), Node(leaf[index..<leaf.count])) }
    let (child, row) = child(with: index)
    let (head, tail) = children[child].split(at: row)
    return (
      .join(.tree(children[..<child]), head),
      .join(tail, .tree(children[(child + 1)...]))
    )
  }

  /// The rows of `head` followed by the rows of `tail`.
  ///
  /// - Complexity: O(the difference of their levels), at most O(log n).
  static func join(_ head: Node, _ tail: Node) -> Node {
    if head.sum.count == 0 { return tail }
    if tail.sum.count == 0 { return head }
    return tree(siblings(head, tail)[...])
  }

  /// A tree over siblings: an empty one, the only sibling itself, or a branch.
  private static func tree(_ siblings: ArraySlice<Node>) -> Node {
    switch siblings.count {
    case 0: .empty
    case 1: siblings[siblings.startIndex]
    default: Node(siblings)
    }
  }

  /// One node or two, on the higher level of the two, with the rows of `head` and then those of `tail`.
  private static func siblings(_ head: Node, _ tail: Node) -> [Node] {
    NodeVisits.count()
    if head.level > tail.level {
      let last = head.children.count - 1
      return branches(head.children[..<last], siblings(head.children[last], tail)[...])
    }
    if head.level < tail.level {
      return branches(siblings(head, tail.children[0])[...], tail.children[1...])
    }
    return head.level == 0 ? leaves(head.leaf, tail.leaf) : branches(head.children[...], tail.children[...])
  }

  private static func branches(_ head: ArraySlice<Node>, _ tail: ArraySlice<Node>) -> [Node] {
    let all = head + tail
    guard let cut = cut(head.count, tail.count, capacity: fanOut) else { return [Node(all)] }
    return [Node(all.prefix(cut)), Node(all.dropFirst(cut))]
  }

  private static func leaves(_ head: Leaf, _ tail: Leaf) -> [Node] {
    let all = Leaf(head, tail)
    guard let cut = cut(head.count, tail.count, capacity: Leaf.capacity) else { return [Node(all)] }
    return [Node(all[0..<cut]), Node(all[cut..<all.count])]
  }

  /// The place at which to cut two neighbours apart again; nil if one node holds both.
  ///
  /// The cut moves no further than the minimum demands, so appending or prepending row by row leaves nodes that are
  /// three quarters full rather than half full.
  private static func cut(_ head: Int, _ tail: Int, capacity: Int) -> Int? {
    let all = head + tail
    guard all > capacity else { return nil }
    let minimum = capacity / 4
    return min(max(head, minimum, all - capacity), all - minimum, capacity)
  }

  func violation(isRoot: Bool) -> String? {
    if level == 0 {
      if leaf.count > Leaf.capacity { return "a leaf of \(leaf.count)" }
      return !isRoot && leaf.count < Leaf.capacity / 4 ? "a leaf of only \(leaf.count)" : nil
    }
    let fewest = isRoot ? 2 : Node.fanOut / 4
    if !(fewest...Node.fanOut).contains(children.count) { return "a branch of \(children.count)" }
    if children.contains(where: { $0.level + 1 != level }) { return "leaves on several levels" }
    if children.reduce(0, { $0 + $1.sum.count }) != sum.count { return "a wrong count" }
    return children.lazy.compactMap { $0.violation(isRoot: false) }.first
  }
}

/// Counts the nodes that an operation visits, with which tests show that it costs O(log n). Does nothing in release
/// builds.
package enum NodeVisits {
  @inline(__always)
  fileprivate static func count() {
    #if DEBUG
      counter?.visits.add(1, ordering: .relaxed)
    #endif
  }

  #if DEBUG
    private final class Counter: Sendable {
      let visits = Atomic(0)
    }

    @TaskLocal private static var counter: Counter?

    /// The number of nodes that `operation` visits.
    package static func during(_ operation: () -> Void) -> Int {
      let counter = Counter()
      $counter.withValue(counter, operation: operation)
      return counter.visits.load(ordering: .relaxed)
    }
  #endif
}
