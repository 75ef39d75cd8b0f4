/// Pages in a row that may close to a ring: which page stands at which slot.
///
/// A *slot* is a place in the endless row; page `i` of `n` stands at the slots …, i−n, i, i+n, … of a ring and at
/// slot i alone of a row. Slots outside 0..<n are the sentinels of the classic layout `[last, items…, first]`; here
/// there are as many as can be seen, on both sides, and nobody ever meets an end.
public struct Wraparound: Sendable, Equatable {
  /// A page that shows at a slot.
  public struct Page: Sendable, Equatable {
    public var slot: Int
    /// The data's index, 0..<count.
    public var index: Int
    /// The same page shows nearer to the position as well: here stands its picture.
    public var isPicture: Bool
  }

  /// Which way round to a page.
  public enum Direction: Sendable {
    case shortest, forward, backward
  }

  /// Number of pages.
  public let count: Int
  /// Whether the row closes to a ring: it takes two pages, since one would be its own neighbour.
  public let isRing: Bool

  public init(count: Int, wraps: Bool) {
    self.count = max(0, count)
    isRing = wraps && count > 1
  }

  /// The page at a slot; nil where a row has none.
  public func index(ofSlot slot: Int) -> Int? {
    guard count > 0 else { return nil }
    guard isRing else { return (0..<count).contains(slot) ? slot : nil }
    let rest = slot % count
    return rest < 0 ? rest + count : rest
  }

  /// By how many pages to shift everything so that `position` comes into 0..<count: a multiple of `count`, whole, so
  /// that no number of turns adds up to an error. 0 in a row.
  public func shift(for position: Double) -> Int {
    guard isRing, position.isFinite else { return 0 }
    return -Int((position / Double(count)).rounded(.down)) * count
  }

  /// The slot of a page as seen from a position.
  public func slot(of index: Int, from position: Double, _ direction: Direction = .shortest) -> Int {
    guard isRing else { return index }
    // The slot in the turn that holds the position, and the ones beside it.
    let turn = Int((position / Double(count)).rounded(.down)) * count
    let slots = [index + turn - count, index + turn, index + turn + count]
    // What is nearer than this is the page one is at.
    let here = 1e-9
    switch direction {
    case .shortest:
      return slots.min { abs(Double($0) - position) < abs(Double($1) - position) } ?? index
    case .forward: return slots.first { Double($0) >= position - here } ?? index + turn + count
    case .backward: return slots.last { Double($0) <= position + here } ?? index + turn - count
    }
  }

  /// The pages of which something may show when `reach` pages before and after the position are in view, in the
  /// order of their slots.
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
      // The nearest of those in view; where the view reaches farther on one side, the nearest of all is not.
      let nearest = self.slot(of: index, from: position)
      let isReal =
        nearest == slot || nearest < first && slot - count < first || nearest > last && slot + count > last
      return Page(slot: slot, index: index, isPicture: !isReal)
    }
  }
}
