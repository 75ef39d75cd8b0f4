/// The mapping of slots to pages, in a row that may close to a ring.
///
/// A *slot* is a place in an endless row. In a ring, page `i` of `n` stands at the slots …, i−n, i, i+n, …; in a row, at
/// slot i only. Slots outside 0..<n are the sentinels of the classic layout `[last, items…, first]`. There are as many of
/// them as are visible, on both sides, so a ring has no end.
public struct Wraparound: Sendable, Equatable {
  /// A page at a slot.
  public struct Page: Sendable, Equatable {
    /// The place in the endless row.
    public var slot: Int
    /// The index in the data, 0..<count.
    public var index: Int
    /// Whether the same page is also visible nearer to the position, so that this slot shows a picture of it.
    public var isPicture: Bool
  }

  /// The direction of a way round a ring.
  public enum Direction: Sendable {
    /// `forward` is towards later pages, `backward` towards earlier ones.
    case shortest, forward, backward
  }

  /// Number of pages.
  public let count: Int
  /// Whether the row closes to a ring. A ring needs two pages: a single one would be its own neighbour.
  public let isRing: Bool

  /// Makes the mapping for `count` pages; a negative number means 0. `wraps` has no effect below two pages.
  public init(count: Int, wraps: Bool) {
    self.count = max(0, count)
    isRing = wraps && count > 1
  }

  /// The index of the page at a slot; `nil` for a slot outside of a row.
  public func index(ofSlot slot: Int) -> Int? {
    guard count > 0 else { return nil }
    guard isRing else { return (0..<count).contains(slot) ? slot : nil }
    let rest = slot % count
    return rest < 0 ? rest + count : rest
  }

  /// The number of pages by which to shift a position into 0..<count; 0 in a row. It is a multiple of `count`, so no
  /// number of turns accumulates an error.
  public func shift(for position: Double) -> Int {
    guard isRing, position.isFinite else { return 0 }
    return -Int((position / Double(count)).rounded(.down)) * count
  }

  /// The slot of a page to scroll to from a position.
  public func slot(of index: Int, from position: Double, _ direction: Direction = .shortest) -> Int {
    guard isRing else { return index }
    let turn = Int((position / Double(count)).rounded(.down)) * count
    let slots = [index + turn - count, index + turn, index + turn + count]
    // A page nearer than this is at the position.
    let here = 1e-9
    switch direction {
    case .shortest:
      return slots.min { abs(Double($0) - position) < abs(Double($1) - position) } ?? index
    case .forward: return slots.first { Double($0) >= position - here } ?? index + turn + count
    case .backward: return slots.last { Double($0) <= position + here } ?? index + turn - count
    }
  }

  /// The pages that may be visible when the viewport reaches `before` and `after` pages from the position, in the order
  /// of their slots.
  ///
  /// - Complexity: O(pages in view)
  public func pages(around position: Double, before: Double, after: Double) -> [Page] {
    guard count > 0, position.isFinite else { return [] }
    var first = Int((position - before).rounded(.up))
    var last = Int((position + after).rounded(.down))
    if !isRing {
      first = max(first, 0)
      last = min(last, count - 1)
    }
    guard first <= last else { return [] }
    return (first...last).map { slot in
      let index = index(ofSlot: slot) ?? 0
      guard isRing else { return Page(slot: slot, index: index, isPicture: false) }
      // The page is at the nearest slot in view. If the viewport reaches farther on one side, the nearest of all slots
      // may be out of view.
      let nearest = self.slot(of: index, from: position)
      let isReal =
        nearest == slot || nearest < first && slot - count < first || nearest > last && slot + count > last
      return Page(slot: slot, index: index, isPicture: !isReal)
    }
  }
}
