/// One change to a sequence of rows: at ``index``, ``removed`` rows leave and ``inserted`` rows take their place.
///
/// Every layer that stores an index of a row maps it through the splices that follow:
///
///     let splice = Splice(at: 10, removing: 5, inserting: 2)
///     splice.map(9)    // 9: before the change
///     splice.map(12)   // nil: removed
///     splice.map(20)   // 17: the rows after the change move up by 3
///
/// All operations are O(1).
public struct Splice: Hashable, Sendable {
  /// The index of the first removed row, and of the first inserted row.
  public var index: Int
  /// The number of removed rows, 0 or more.
  public var removed: Int
  /// The number of inserted rows, 0 or more.
  public var inserted: Int

  /// Makes a splice; `index` and both counts are 0 or more.
  public init(at index: Int, removing removed: Int = 0, inserting inserted: Int = 0) {
    precondition(index >= 0 && removed >= 0 && inserted >= 0, "A splice has no negative numbers.")
    self.index = index
    self.removed = removed
    self.inserted = inserted
  }

  /// The removed rows, by their indices before the change.
  public var removedRange: Range<Int> { index..<index + removed }

  /// The inserted rows, by their indices after the change.
  public var insertedRange: Range<Int> { index..<index + inserted }

  /// The number of rows that the change adds; negative if it removes more than it inserts.
  public var growth: Int { inserted - removed }

  /// Whether the splice changes nothing.
  public var isEmpty: Bool { removed == 0 && inserted == 0 }

  /// The index after the change of the row that was at `index` before it; nil if that row was removed.
  public func map(_ index: Int) -> Int? {
    if index < self.index { return index }
    return index < self.index + removed ? nil : index + growth
  }

  /// The smallest range that contains the remaining rows of `range`; empty if all of them were removed.
  ///
  /// Rows inserted between two remaining rows belong to the result, rows inserted beside the range do not.
  public func map(_ range: Range<Int>) -> Range<Int> {
    let removed = removedRange
    // The first and the last row of the range that were not removed.
    let first = removed.contains(range.lowerBound) ? removed.upperBound : range.lowerBound
    let last = removed.contains(range.upperBound - 1) ? removed.lowerBound - 1 : range.upperBound - 1
    guard first <= last, let lower = map(first), let upper = map(last) else { return index..<index }
    return lower..<upper + 1
  }

  /// The same as ``map(_:)-(Int)``, and for a removed row the row in its place: the inserted row with the same distance
  /// to the splice's start, otherwise the first row after the inserted rows.
  ///
  /// - Returns: an index that is equal to the new number of rows if the last rows were removed.
  public func successor(of index: Int) -> Int {
    map(index) ?? self.index + min(index - self.index, inserted)
  }

  /// The smallest splice that covers this change followed by `next`.
  ///
  /// Rows between the two changes count as removed and inserted again, so ``map(_:)-(Int)`` of the result is nil for
  /// more rows than a map through one splice after the other.
  public func then(_ next: Splice) -> Splice {
    if isEmpty { return next }
    if next.isEmpty { return self }
    // Indices between the two changes.
    let lower = min(index, next.index)
    let upper = max(insertedRange.upperBound, next.removedRange.upperBound)
    return Splice(at: lower, removing: upper - growth - lower, inserting: upper + next.growth - lower)
  }
}

extension Sequence<Splice> {
  /// The index of a row after all splices, in order; nil if one of them removed the row.
  public func map(_ index: Int) -> Int? {
    reduce(index) { index, splice in index.flatMap { splice.map($0) } }
  }

  /// The index after all splices of a row, or of the row in its place: see ``Splice/successor(of:)``.
  public func successor(of index: Int) -> Int {
    reduce(index) { $1.successor(of: $0) }
  }
}

extension Splice {
  /// The splices that turn one sequence of identities into another, in ascending order; apply each after the ones
  /// before it. As many rows as possible stay, in an order that both sequences share.
  ///
  /// - Parameters:
  ///   - old: identities, each of them once.
  ///   - new: identities, each of them once.
  /// - Complexity: O(n log n)
  public static func steps<ID: Hashable>(from old: [ID], to new: [ID]) -> [Splice] {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    let oldEnd = old.count - tail
    let newEnd = new.count - tail
    var newIndices: [ID: Int] = [:]
    for index in head..<newEnd { newIndices[new[index]] = index }

    var splices: [Splice] = []
    // The index after the latest kept row, in both sequences.
    var next = (old: head, new: head)
    func closeGap(beforeOld oldIndex: Int, new newIndex: Int) {
      let splice = Splice(at: next.new, removing: oldIndex - next.old, inserting: newIndex - next.new)
      if !splice.isEmpty { splices.append(splice) }
      next = (oldIndex + 1, newIndex + 1)
    }
    let candidates = (head..<oldEnd).compactMap { index in newIndices[old[index]].map { (index, $0) } }
    for index in longestIncrease(candidates.map(\.1)) {
      closeGap(beforeOld: candidates[index].0, new: candidates[index].1)
    }
    closeGap(beforeOld: oldEnd, new: newEnd)
    return splices
  }

  /// The indices of a longest increasing subsequence, by patience sorting.
  private static func longestIncrease(_ values: [Int]) -> [Int] {
    // The index of the smallest value that ends an increasing subsequence of each length.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, value) in values.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var subsequence: [Int] = []
    var next = ends.last
    while let index = next {
      subsequence.append(index)
      next = previous[index]
    }
    return subsequence.reversed()
  }
}
