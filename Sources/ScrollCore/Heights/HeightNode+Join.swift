/// Cutting trees apart and joining them: all insertion and removal is made of these two.
extension HeightNode {
  /// The rows before `index` and the rows from it on, as trees that share all but O(log n) nodes with this one.
  ///
  /// - Complexity: O(log n), as a join on the way up costs no more than the levels between its two sides.
  func split(at index: Int) -> (head: HeightNode, tail: HeightNode) {
    NodeVisits.count()
    if index == 0 { return (.empty, self) }
    if index == summary.count { return (self, .empty) }
    if level == 0 {
      return (HeightNode(leaf[0..<index]), HeightNode(leaf[index..<leaf.count]))
    }
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
  static func join(_ head: HeightNode, _ tail: HeightNode) -> HeightNode {
    if head.summary.count == 0 { return tail }
    if tail.summary.count == 0 { return head }
    return tree(siblings(head, tail)[...])
  }

  /// A tree over siblings: none, the only one itself, or a branch.
  private static func tree(_ siblings: ArraySlice<HeightNode>) -> HeightNode {
    switch siblings.count {
    case 0: .empty
    case 1: siblings[siblings.startIndex]
    default: HeightNode(siblings)
    }
  }

  /// One node or two, on the higher level of the two, with the rows of `head` and then those of `tail`.
  private static func siblings(_ head: HeightNode, _ tail: HeightNode) -> [HeightNode] {
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

  private static func branches(
    _ head: ArraySlice<HeightNode>, _ tail: ArraySlice<HeightNode>
  ) -> [HeightNode] {
    let all = head + tail
    guard let cut = cut(head.count, tail.count, capacity: fanOut) else { return [HeightNode(all)] }
    return [HeightNode(all.prefix(cut)), HeightNode(all.dropFirst(cut))]
  }

  private static func leaves(_ head: HeightLeaf, _ tail: HeightLeaf) -> [HeightNode] {
    let all = HeightLeaf(head, tail)
    let cut = cut(head.count, tail.count, capacity: HeightLeaf.capacity)
    guard let cut else { return [HeightNode(all)] }
    return [HeightNode(all[0..<cut]), HeightNode(all[cut..<all.count])]
  }

  /// Where to cut two neighbours apart anew, or nil if one node holds both.
  ///
  /// The cut moves no further than the minimum asks, so appending (or prepending) row by row leaves nodes three
  /// quarters full behind it rather than half full.
  private static func cut(_ head: Int, _ tail: Int, capacity: Int) -> Int? {
    let all = head + tail
    guard all > capacity else { return nil }
    let minimum = capacity / 4
    return min(max(head, minimum, all - capacity), all - minimum, capacity)
  }
}
