/// The tree below ``HeightIndex``: a height-balanced binary tree over blocks of rows. Immutable, so copies share
/// all of it and a change copies one path.
///
/// Everything that changes the number of rows is a split and a join.
indirect enum HeightTree: Sendable {
  case empty
  case block([HeightRow], HeightSummary)
  case node(HeightTree, HeightTree, depth: Int, HeightSummary)

  /// Rows in a block at the most: few enough to copy for one change, enough for the tree to weigh little.
  static let blockLimit = 128

  init(_ rows: some Collection<HeightRow>) {
    // Full blocks, joined in pairs: a balanced tree in O(n).
    var row = rows.makeIterator()
    var trees: [HeightTree] = []
    trees.reserveCapacity(rows.count / Self.blockLimit + 1)
    var block: [HeightRow] = []
    block.reserveCapacity(min(Self.blockLimit, rows.count))
    while let next = row.next() {
      block.append(next)
      if block.count == Self.blockLimit {
        trees.append(Self.makeBlock(block))
        block.removeAll(keepingCapacity: true)
      }
    }
    if !block.isEmpty { trees.append(Self.makeBlock(block)) }
    while trees.count > 1 {
      var next: [HeightTree] = []
      next.reserveCapacity((trees.count + 1) / 2)
      for pair in stride(from: 0, to: trees.count, by: 2) {
        next.append(pair + 1 < trees.count ? Self.join(trees[pair], trees[pair + 1]) : trees[pair])
      }
      trees = next
    }
    self = trees.first ?? .empty
  }

  private static func makeBlock(_ rows: [HeightRow]) -> HeightTree {
    guard !rows.isEmpty else { return .empty }
    var summary = HeightSummary()
    for row in rows { summary.add(row) }
    return .block(rows, summary)
  }

  var summary: HeightSummary {
    switch self {
    case .empty: HeightSummary()
    case .block(_, let summary), .node(_, _, _, let summary): summary
    }
  }

  var depth: Int {
    switch self {
    case .empty: 0
    case .block: 1
    case .node(_, _, let depth, _): depth
    }
  }

  // MARK: Joining and splitting

  private static func makeNode(_ left: HeightTree, _ right: HeightTree) -> HeightTree {
    .node(left, right, depth: max(left.depth, right.depth) + 1, left.summary + right.summary)
  }

  /// All rows of `left`, then all of `right`.
  /// - Complexity: O(difference of the depths).
  static func join(_ left: HeightTree, _ right: HeightTree) -> HeightTree {
    switch (left, right) {
    case (.empty, let other), (let other, .empty): return other
    case (.block(let a, let sumA), .block(let b, let sumB)) where a.count + b.count <= blockLimit:
      return .block(a + b, sumA + sumB)
    case (.node(let a, let b, let depth, _), _) where depth > right.depth + 1:
      return balance(a, join(b, right))
    case (_, .node(let a, let b, let depth, _)) where depth > left.depth + 1:
      return balance(join(left, a), b)
    default: return makeNode(left, right)
    }
  }

  /// A node of two trees whose depths differ by two at the most.
  private static func balance(_ left: HeightTree, _ right: HeightTree) -> HeightTree {
    if case .node(let a, let b, _, _) = right, right.depth > left.depth + 1 {
      if a.depth > b.depth, case .node(let inner, let outer, _, _) = a {
        return makeNode(makeNode(left, inner), makeNode(outer, b))
      }
      return makeNode(makeNode(left, a), b)
    }
    if case .node(let a, let b, _, _) = left, left.depth > right.depth + 1 {
      if b.depth > a.depth, case .node(let outer, let inner, _, _) = b {
        return makeNode(makeNode(a, outer), makeNode(inner, right))
      }
      return makeNode(a, makeNode(b, right))
    }
    return makeNode(left, right)
  }

  /// The first `index` rows, and the others.
  func split(at index: Int) -> (HeightTree, HeightTree) {
    if index <= 0 { return (.empty, self) }
    if index >= summary.count { return (self, .empty) }
    switch self {
    case .empty: return (.empty, .empty)
    case .block(let rows, _):
      return (Self.makeBlock(Array(rows[..<index])), Self.makeBlock(Array(rows[index...])))
    case .node(let left, let right, _, _):
      let middle = left.summary.count
      if index < middle {
        let (a, b) = left.split(at: index)
        return (a, Self.join(b, right))
      }
      let (a, b) = right.split(at: index - middle)
      return (Self.join(left, a), b)
    }
  }

  // MARK: Single rows

  func row(at index: Int) -> HeightRow {
    var tree = self
    var index = index
    while true {
      switch tree {
      case .empty: preconditionFailure("No row has this index")
      case .block(let rows, _): return rows[index]
      case .node(let left, let right, _, _):
        let middle = left.summary.count
        tree = index < middle ? left : right
        if index >= middle { index -= middle }
      }
    }
  }

  func replacingRow(at index: Int, with row: HeightRow) -> HeightTree {
    switch self {
    case .empty: preconditionFailure("No row has this index")
    case .block(var rows, _):
      rows[index] = row
      // Summed anew, so that no rounding error ever builds up.
      return Self.makeBlock(rows)
    case .node(let left, let right, let depth, _):
      let middle = left.summary.count
      let a = index < middle ? left.replacingRow(at: index, with: row) : left
      let b = index < middle ? right : right.replacingRow(at: index - middle, with: row)
      return .node(a, b, depth: depth, a.summary + b.summary)
    }
  }

  // MARK: Sums

  func offset(of index: Int, _ estimates: SIMD8<Double>) -> Double {
    var tree = self
    var index = index
    var offset = 0.0
    while true {
      switch tree {
      case .empty: return offset
      case .block(let rows, let summary):
        guard index < rows.count else { return offset + summary.total(estimates) }
        for row in rows[..<index] { offset += row.isKnown ? Double(row.height) : estimates[Int(row.kind)] }
        return offset
      case .node(let left, let right, _, let summary):
        if index >= summary.count { return offset + summary.total(estimates) }
        let middle = left.summary.count
        if index < middle {
          tree = left
        } else {
          offset += left.summary.total(estimates)
          index -= middle
          tree = right
        }
      }
    }
  }

  func find(_ offset: Double, _ estimates: SIMD8<Double>) -> (index: Int, within: Double) {
    var tree = self
    var offset = offset
    var base = 0
    while true {
      switch tree {
      case .empty: return (base, 0)
      case .node(let left, let right, _, _):
        let height = left.summary.total(estimates)
        if offset < height || right.summary.total(estimates) == 0 && height > 0 {
          tree = left
        } else {
          offset -= height
          base += left.summary.count
          tree = right
        }
      case .block(let rows, _):
        var last = (index: base, within: 0.0)
        for (index, row) in rows.enumerated() {
          let height = row.isKnown ? Double(row.height) : estimates[Int(row.kind)]
          if offset < height { return (base + index, offset) }
          // Rows without height are nowhere: the one before holds the point.
          if height > 0 { last = (base + index, height) }
          offset -= height
        }
        return last
      }
    }
  }
}
