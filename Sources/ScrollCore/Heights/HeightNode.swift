/// A node of the counted B+ tree under `HeightIndex`.
///
/// Nodes are plain values. Their arrays are what is shared between copies of an index, and Swift copies an array on
/// the first write to it if it is shared: that is the path copying. Invariants: all leaves are on level 0; a node
/// that is not the root has at least a quarter of its capacity; a branch that is the root has two children or more.
struct HeightNode: Sendable {
  /// Children of a branch.
  static let fanOut = 16

  static let empty = HeightNode(HeightLeaf(kinds: []))

  /// Distance to the leaves.
  let level: UInt8
  private(set) var summary: HeightSummary
  /// Empty on level 0.
  private(set) var children: [HeightNode] = []
  /// Empty above level 0.
  private(set) var leaf: HeightLeaf

  init(_ leaf: HeightLeaf) {
    level = 0
    self.leaf = leaf
    summary = leaf.summary
  }

  /// Makes a branch over children of one level.
  init(_ children: some Sequence<HeightNode>) {
    self.children = Array(children)
    level = self.children[0].level + 1
    leaf = HeightNode.empty.leaf
    summary = HeightSummary()
    addUp()
  }

  /// Builds a tree of unknown rows. Leaves that are alike are one in storage until a row of them is written.
  ///
  /// - Complexity: O(k)
  init(kinds: [Int]) {
    // Of two lengths at most.
    var uniform: [HeightNode] = []
    var nodes = HeightNode.evenly(kinds.count, by: HeightLeaf.capacity).map { range in
      let part = kinds[range]
      let first = kinds[range.lowerBound]
      guard part.allSatisfy({ $0 == first }) else { return HeightNode(HeightLeaf(kinds: part)) }
      if let known = uniform.first(where: { $0.leaf.count == range.count && $0.leaf.kind(at: 0) == first }) {
        return known
      }
      let new = HeightNode(HeightLeaf(kinds: part))
      uniform = uniform.suffix(3) + [new]
      return new
    }
    while nodes.count > 1 {
      nodes = HeightNode.evenly(nodes.count, by: HeightNode.fanOut).map { HeightNode(nodes[$0]) }
    }
    self = nodes.first ?? .empty
  }

  /// Changes the leaf of row `index` in place and adds up the sums on the way back.
  ///
  /// - Complexity: O(log n)
  mutating func update<T>(_ index: Int, _ body: (inout HeightLeaf, Int) -> T) -> T {
    NodeVisits.count()
    if level == 0 {
      defer { summary = leaf.summary }
      return body(&leaf, index)
    }
    let (child, row) = child(with: index)
    defer { addUp() }
    return children[child].update(row, body)
  }

  /// The child that holds row `index`, and the row's index in it.
  @inline(__always)
  func child(with index: Int) -> (child: Int, row: Int) {
    var child = 0
    var row = index
    while row >= children[child].summary.count {
      row -= children[child].summary.count
      child += 1
    }
    return (child, row)
  }

  private mutating func addUp() {
    var sum = HeightSummary()
    for child in children { sum += child.summary }
    summary = sum
  }

  /// Cuts `0..<count` into as few ranges of at most `size` as will do, of equal lengths give or take one.
  private static func evenly(_ count: Int, by size: Int) -> [Range<Int>] {
    let parts = (count + size - 1) / size
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}
