/// Descending the tree: one node a level.
extension HeightNode {
  /// Reads the leaf of row `index`.
  ///
  /// - Complexity: O(log n)
  func read<T>(_ index: Int, _ body: (HeightLeaf, Int) -> T) -> T {
    NodeVisits.count()
    if level == 0 { return body(leaf, index) }
    let (child, row) = child(with: index)
    return children[child].read(row, body)
  }

  /// The sum of the heights before row `index`, added child by child and then row by row.
  ///
  /// - Parameter start: where this subtree starts.
  /// - Complexity: O(log n)
  func offset(of index: Int, _ estimates: SIMD8<Double>, start: Double = 0) -> Double {
    NodeVisits.count()
    var start = start
    if level == 0 {
      for row in 0..<index { start += leaf.height(at: row, estimates) }
      return start
    }
    let (child, row) = child(with: index)
    for child in children[..<child] { start += child.summary.height(estimates) }
    return children[child].offset(of: row, estimates, start: start)
  }

  /// The row that holds the offset `target`, clamped to the bottom edge of the last row that has a height.
  ///
  /// - Parameters:
  ///   - target: not negative.
  ///   - start: where this subtree starts, and `first`: the index of its first row.
  /// - Complexity: O(log n)
  func row(
    at target: Double, _ estimates: SIMD8<Double>, start: Double = 0, first: Int = 0
  ) -> (index: Int, within: Double) {
    NodeVisits.count()
    // The last child (or row) with a height that starts at or before the target. It is the one that holds the
    // target, but for the target past the end, and a last bit of rounding between a node's sum and its rows'.
    var found: (position: Int, start: Double, first: Int)?
    var start = start
    var first = first
    for position in 0..<(level == 0 ? leaf.count : children.count) {
      let (height, count) =
        level == 0
        ? (leaf.height(at: position, estimates), 1)
        : (children[position].summary.height(estimates), children[position].summary.count)
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
}
