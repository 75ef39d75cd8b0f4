/// Which rows stand where, and what holds still when anything changes.
///
/// All places are in points below the viewport's top edge. The layout goes outwards from the held row
/// in both directions, so nothing that happens elsewhere, a page prepended, a row above measured for
/// the first time, can move what is on the screen: it only moves the content's ends, `top` and `bottom`
/// of ``Frame``. A scroll adjustment follows them with a free lower bound and an untouched value.
///
/// Scrolls, splices and changes of height may come in any number and order between two layouts.
public struct AnchoredLayout<ID: Hashable> {
  /// The outcome of a layout.
  public struct Frame: Equatable, Sendable {
    /// Rows in the viewport and the overscan around it.
    public var rows: Range<Int> = 0..<0
    /// Top edge of the first of `rows`.
    public var firstRowTop: Double = 0
    /// Rows of which something is in the viewport.
    public var visible: Range<Int> = 0..<0
    /// Top edge of the content: of its first row, or of the empty room above content that is
    /// shorter than the viewport. Never positive.
    public var top: Double = 0
    /// Bottom edge of the content. Never above the viewport's bottom edge.
    public var bottom: Double = 0
    public var viewport: Double = 0

    /// Nothing laid out yet.
    public init() {}
  }

  /// Within this distance of the end a reader is at the end, in points: rounding, not intent.
  public static var endTolerance: Double { 1 }

  /// Heights of all rows, measured and estimated.
  public private(set) var heights: HeightIndex

  /// The last layout's outcome.
  public private(set) var frame = Frame()

  /// The edge that content shorter than the viewport rests on, and where the layout opens: the end for a chat,
  /// the start for a feed. To be set before the first rows.
  public var restingEdge = ScrollEdge.end {
    didSet { isPinnedToEnd = restingEdge == .end }
  }

  /// Whether the end is a place to stay at: false while newer rows than the last are known to exist.
  public var holdsEnd = true

  /// The row whose edge is held, whatever else happens; nil when there are no rows. Kept up while pinned to
  /// the end too, since a scroll away from there starts from what is on the screen.
  private var held: Held?
  private var isPinnedToEnd = true
  private var jump: (index: Int, place: RowPlace)?
  /// The last motion went away from the end: then a place next to the end is not yet the end, or nobody
  /// could leave it by steps of less than the tolerance.
  private var leavesEnd = false
  /// The reader has moved since a row was chosen to hold. Otherwise the choice stands while the row is in view:
  /// chosen anew at each of several rewraps, it would wander.
  private var hasMoved = true

  private struct Held {
    var index: Int
    var id: ID
    var offset: Double
    /// After a jump by scrollbar: the point of the row, as a fraction of its height, that `offset` tells the
    /// place of. Resolved by the layout, which learns the height.
    var fraction = 0.0
  }

  /// `defaultHeight`: what a row counts for until one of its kind has been measured.
  public init(defaultHeight: Double = 60) { heights = HeightIndex(defaultEstimate: defaultHeight) }

  public var count: Int { heights.count }

  /// What holds still.
  public var anchor: ScrollAnchor<ID> {
    guard !isPinnedToEnd, let held else { return .end }
    return .row(id: held.id, offset: held.offset)
  }

  public var isAtEnd: Bool { isPinnedToEnd }

  // MARK: Changes

  /// Follows a change to the rows; `kinds` are those of the inserted rows. If the held row is removed and is not among
  /// the inserted ones, the row in its place is held instead.
  /// - Complexity: O(k + log n) for k removed and inserted rows.
  public mutating func apply(_ splice: Splice, kinds: some Collection<Int>, id: (Int) -> ID) {
    heights.remove(splice.removedRange)
    heights.insert(kinds: kinds, at: splice.index)
    if let target = jump { jump = splice.map(target.index).map { ($0, target.place) } }
    frame.rows = splice.map(frame.rows)
    frame.visible = splice.map(frame.visible)
    guard var held else { return }
    guard count > 0 else {
      self.held = nil
      isPinnedToEnd = restingEdge == .end
      return
    }
    if let index = splice.map(held.index) ?? splice.insertedRange.first(where: { id($0) == held.id }) {
      held.index = index
    } else {
      held.index = min(splice.successor(of: held.index), count - 1)
      held.id = id(held.index)
    }
    self.held = held
  }

  /// The contents of a row changed, and perhaps its kind: its height has to be measured again.
  public mutating func update(_ index: Int, kind: Int) {
    if heights.kind(at: index) == kind {
      heights.forgetHeight(at: index)
    } else {
      heights.setKind(kind, at: index)
    }
  }

  /// Sets the height, in points, that rows of a kind count for until one of them is measured.
  public mutating func setEstimate(_ height: Double, forKind kind: Int) {
    heights.setEstimate(height, for: kind)
  }

  /// Every row has to be measured again; the held row keeps its place.
  public mutating func widthChanged() { heights.widthChanged() }

  /// Moves the content up by `delta` points (down for a negative one).
  public mutating func scroll(by delta: Double) {
    guard delta != 0 else { return }
    leavesEnd = delta < 0
    hasMoved = true
    isPinnedToEnd = false
    jump = nil
    held?.offset -= delta
  }

  /// Goes to where the scrollbar says: `position` 0 is the start, 1 the end.
  ///
  /// The same fraction of content and viewport meet, so that both ends come out exact however wrong the
  /// estimates between them are. `map` is the content that the scrollbar pictures, and `splices` are the changes since
  /// then: a held thumb looks at the content as it was when it was grabbed.
  public mutating func scroll(
    toFraction position: Double, in map: HeightIndex, splices: [Splice] = [], id: (Int) -> ID
  ) {
    guard count > 0, map.count > 0 else { return }
    let position = max(0, min(1, position))
    jump = nil
    leavesEnd = false
    hasMoved = true
    guard position < 1 else { return scrollToEnd() }
    isPinnedToEnd = false
    let line = position * frame.viewport
    let target = map.row(at: position * max(0, map.total - frame.viewport) + line)
    let row = max(0, min(count - 1, splices.successor(of: target.index)))
    // By the fraction of the row: today's height may differ from the pictured one.
    let pictured = map.height(at: target.index)
    held = Held(
      index: row, id: id(row), offset: line, fraction: pictured > 0 ? target.within / pictured : 0)
  }

  /// Shows row `index` at `place` with the next layout.
  public mutating func scroll(to index: Int, at place: RowPlace) {
    jump = (index, place)
    isPinnedToEnd = false
    leavesEnd = false
    hasMoved = true
  }

  /// Holds row `index` with its top edge at `offset`.
  public mutating func hold(_ index: Int, at offset: Double, id: ID) {
    held = Held(index: index, id: id, offset: offset)
    leavesEnd = false
    hasMoved = true
    isPinnedToEnd = false
    jump = nil
  }

  /// Pins the content's end to the viewport's; where content rests on the start, goes there without a pin.
  public mutating func scrollToEnd() {
    guard restingEdge == .end else {
      if count > 0 { scroll(to: count - 1, at: .end) }
      return
    }
    isPinnedToEnd = true
    jump = nil
  }

  /// Top edge of any row; exact for those in the last frame, estimated far from it.
  /// - Complexity: O(log n).
  public func top(of index: Int) -> Double {
    guard let held else { return 0 }
    let above = held.fraction > 0 ? held.fraction * heights.height(at: held.index) : 0
    return held.offset - above + heights.offset(of: index) - heights.offset(of: held.index)
  }

  // MARK: Layout

  /// Places the rows in the viewport and `overscan` points around it.
  ///
  /// `measure` answers a row's height now and is asked for every row in that stretch, known or not.
  /// `preferred` is a row to hold rather than the topmost as long as it is in view: the focused one, or
  /// the one under a held pointer.
  /// - Complexity: O(rows in the stretch · log n).
  @discardableResult
  public mutating func layout(
    viewport: Double, overscan: Double, preferred: Int? = nil, id: (Int) -> ID,
    measure: @escaping (Int) -> Double
  ) -> Frame {
    guard count > 0 else {
      held = nil
      isPinnedToEnd = restingEdge == .end
      frame = Frame()
      frame.bottom = viewport
      frame.viewport = viewport
      return frame
    }
    var walk = Walk(stretch: -overscan..<viewport + overscan, measure: measure)
    if let jump {
      let height = walk.height(of: jump.index, in: &heights)
      let offset = jump.place.offset(
        rowHeight: height, viewport: viewport, current: held == nil ? viewport : top(of: jump.index))
      held = Held(index: jump.index, id: id(jump.index), offset: offset)
    }
    if let held, !isPinnedToEnd {
      let above = held.fraction > 0 ? held.fraction * walk.height(of: held.index, in: &heights) : 0
      walk.start(at: held.index, top: held.offset - above, in: &heights)
    } else if restingEdge == .end {
      walk.start(at: count - 1, bottom: viewport, in: &heights)
    } else {
      walk.start(at: 0, top: 0, in: &heights)
    }
    jump = nil
    walk.fill(&heights)
    // Neither end may come inside the viewport. The one that short content rests on goes last.
    keepOut(restingEdge == .end ? .start : .end, &walk, viewport: viewport)
    keepOut(restingEdge, &walk, viewport: viewport)
    walk.trim(heights)
    adopt(walk, viewport: viewport, preferred: preferred, id: id)
    return frame
  }

  /// Moves an end of the content that has come inside the viewport back to its edge.
  private mutating func keepOut(_ edge: ScrollEdge, _ walk: inout Walk, viewport: Double) {
    switch edge {
    case .start:
      guard walk.rows.lowerBound == 0, walk.top > 0 else { return }
      walk.shift(by: -walk.top)
    case .end:
      guard walk.rows.upperBound == count, walk.bottom < viewport else { return }
      walk.shift(by: viewport - walk.bottom)
    }
    walk.fill(&heights)
  }

  /// Makes the walk's outcome the frame, and chooses the row to hold from it.
  private mutating func adopt(_ walk: Walk, viewport: Double, preferred: Int?, id: (Int) -> ID) {
    var y = walk.top
    var first: (index: Int, top: Double)?
    var crossing: (index: Int, top: Double)?
    var wanted: (index: Int, top: Double)?
    var visible: Range<Int>?
    for index in walk.rows {
      let height = heights.height(at: index)
      if y < viewport, y + height > 0 {
        visible = (visible?.lowerBound ?? index)..<index + 1
        if index == preferred || !hasMoved && wanted == nil && index == held?.index { wanted = (index, y) }
        // Half a point of grace: a fling stops at fractions.
        if y >= -0.5 { first = first ?? (index, y) } else { crossing = (index, y) }
      }
      y += height
    }
    // The first row that begins in view, so that a row which crosses the top edge grows out of sight;
    // the crossing row itself when it is all there is to see.
    let choice = wanted ?? first ?? crossing ?? (walk.rows.lowerBound, walk.top)
    held = Held(index: choice.index, id: id(choice.index), offset: choice.top)
    hasMoved = false
    let contentTop = top(of: 0)
    let contentBottom = contentTop + heights.total
    let tolerance = leavesEnd ? 0.01 : Self.endTolerance
    isPinnedToEnd =
      restingEdge == .end && holdsEnd && walk.rows.upperBound == count && walk.bottom <= viewport + tolerance
    // At the end things move past the held row; it counts only once the reader leaves.
    if isPinnedToEnd { hasMoved = true }
    frame.rows = walk.rows
    frame.firstRowTop = walk.top
    frame.visible = visible ?? walk.rows.lowerBound..<walk.rows.lowerBound
    frame.top = min(0, contentTop)
    frame.bottom = max(viewport, contentBottom)
    frame.viewport = viewport
  }
}
