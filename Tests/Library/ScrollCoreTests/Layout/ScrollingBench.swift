import Testing

@testable import ScrollCore

/// A list without a screen: 12 rows of 50 points fill its viewport.
struct ScrollingBench {
  var scrolling: ListScrolling<Int>
  private(set) var ids: [Int]
  var heights: [Int: Double] = [:]
  /// The frame clock, in seconds.
  var time = 100.0
  let viewport = 600.0
  private(set) var measured: Set<Int> = []
  private var nextID: Int

  /// A list at its resting edge, or at a distance from it.
  init(_ count: Int = 200, restingEdge: ScrollEdge = .end, scrolledBy distance: Double = 0) {
    (ids, nextID) = (Array(0..<count), count)
    scrolling = ListScrolling(restingEdge: restingEdge)
    let ids = self.ids
    scrolling.layout.setEstimate(50, forKind: 0)
    scrolling.layout.apply(Splice(at: 0, inserting: count), kinds: ids.map { _ in 0 }) { ids[$0] }
    lay()
    if distance != 0 {
      scroll(by: distance)
      lay()
    }
    rest()
  }

  mutating func rest() { time += 1 }

  @discardableResult
  mutating func lay(focused: Int? = nil) -> ListEffects {
    let (ids, heights) = (self.ids, self.heights)
    var seen: Set<Int> = []
    let effects = withUnsafeMutablePointer(to: &seen) { seen in
      scrolling.layOut(
        viewport: viewport, insets: (0, 0), preferred: scrolling.preferredRow(focused: focused),
        id: { ids[$0] }
      ) {
        seen.pointee.insert($0)
        return heights[ids[$0]] ?? 50
      }
    }
    measured = seen
    return effects
  }

  /// Replaces rows by new ones, or by those with `identities`.
  @discardableResult
  mutating func splice(
    at index: Int, removing removed: Int = 0, inserting inserted: Int = 0, identities: [Int]? = nil,
    animated: Bool = true
  ) -> ListEffects {
    let new = identities ?? Array(nextID..<nextID + inserted)
    nextID += inserted
    ids.replaceSubrange(index..<index + removed, with: new)
    let ids = self.ids
    return scrolling.apply(
      Splice(at: index, removing: removed, inserting: new.count), kinds: new.map { _ in 0 },
      animated: animated, at: time
    ) { ids[$0] }
  }

  @discardableResult
  mutating func scroll(by distance: Double) -> ListEffects { scrolling.scroll(by: distance, at: time) }

  @discardableResult
  mutating func jump(to id: Int, animated: Bool = true) -> ListEffects {
    go(to: .row(TrackedRow(ids.firstIndex(of: id)!, id: id), .start), animated: animated)
  }

  @discardableResult
  mutating func go(to destination: ListScrolling<Int>.Destination, animated: Bool = false) -> ListEffects {
    scrolling.scroll(to: destination, animated: animated, at: time)
  }

  /// A frame of an animated scroll, which takes a quarter of a second.
  @discardableResult
  mutating func frame(after delta: Double) -> ListEffects {
    let ids = self.ids
    let effects = scrolling.frame(after: delta, at: time) { ids[$0] }
    lay()
    return effects
  }

  mutating func press(at y: Double) {
    let ids = self.ids
    #expect(scrolling.press(at: y) { ids[$0] } == .layout)
  }

  func top(_ id: Int) -> Double { scrolling.layout.top(of: ids.firstIndex(of: id)!) }
  var visible: [Int] { scrolling.layout.frame.visible.map { ids[$0] } }
  /// The row at the viewport's top edge.
  var first: Int { visible[0] }
  var isAtEnd: Bool { scrolling.layout.isAtEnd }
}
