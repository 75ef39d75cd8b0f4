/// The reader's place, which stays where it is on the screen while rows are inserted, removed or resized; for callers
/// that store or compare it.
public enum ScrollAnchor<ID: Hashable>: Equatable {
  /// Pinned to the end: the last row's bottom edge is on the viewport's bottom edge.
  case end
  /// The top edge of row `id` is `offset` points below the viewport's top edge (negative: above it).
  case row(id: ID, offset: Double)
}

extension ScrollAnchor: Sendable where ID: Sendable {}

/// The place in the viewport at which a jump puts its row.
public enum RowPlace: Hashable, Sendable {
  /// Top edge on top edge.
  case start
  /// In the middle; a row taller than the viewport shows its start.
  case center
  /// The row's middle at a fraction of the viewport's height, or as near to it as the whole row can be shown; a row
  /// taller than the viewport shows its start.
  case fraction(Double)
  /// Bottom edge on bottom edge.
  case end
  /// The nearest place that shows the whole row; the present one if it is in view already.
  case nearest

  /// Returns the distance of the row's top edge below the viewport's, in points, for a row that is at `current` now.
  public func offset(rowHeight: Double, viewport: Double, current: Double) -> Double {
    switch self {
    case .start: 0
    case .center: max(0, ((viewport - rowHeight) / 2).rounded())
    case .fraction(let part): max(0, min((viewport * part - rowHeight / 2).rounded(), viewport - rowHeight))
    case .end: viewport - rowHeight
    case .nearest:
      if current < 0 || rowHeight > viewport {
        // A row taller than the viewport stays where it is as long as it fills the viewport.
        rowHeight > viewport ? min(0, max(current, viewport - rowHeight)) : 0
      } else {
        min(current, viewport - rowHeight)
      }
    }
  }
}

/// The places of the rows, and the row or end that is held in place when anything changes.
///
/// All places are in points below the viewport's top edge. The layout goes outwards from the held row in both
/// directions. Changes elsewhere, such as a page that is prepended or a row above that is measured for the first time,
/// cannot move the rows on the screen: they only move the content's ends, `top` and `bottom` of ``Frame``. The bounds
/// of a scroll adjustment follow them, and its value does not change: its lower bound may be any number.
///
/// Scrolls, splices and changes of height may come in any number and order between two layouts.
public struct AnchoredLayout<ID: Hashable> {
  /// The result of a layout.
  public struct Frame: Equatable, Sendable {
    /// The rows in the viewport and in the overscan around it.
    public var rows: Range<Int> = 0..<0
    /// The top edge of the first of `rows`.
    public var firstRowTop: Double = 0
    /// The rows in the viewport, if only in part.
    public var visible: Range<Int> = 0..<0
    /// The top edge of the content: of the inset above its first row, or of the empty space above content that is
    /// shorter than the viewport. Never positive.
    public var top: Double = 0
    /// The bottom edge of the content. Never above the viewport's bottom edge.
    public var bottom: Double = 0
    /// The height of the viewport.
    public var viewport: Double = 0

    /// Makes a frame without rows.
    public init() {}
  }

  /// The starting point of the next layout.
  private enum Pin {
    /// The last row's bottom edge is on the viewport's bottom edge.
    case end
    /// The first row's top edge is on the viewport's top edge. Used only until a layout has rows.
    case start
    /// The reference row stays at its offset.
    case row(Motion)
    /// A row goes to a place in the viewport, for which its height has to be known.
    case jump(index: Int, id: ID?, place: RowPlace)
    /// The point at a fraction of a row's height is `line` points below the viewport's top edge. The row may never have
    /// been measured.
    case thumb(index: Int, fraction: Double, line: Double)
  }

  /// The movement that brought the reference row to its offset.
  private enum Motion {
    /// It has been there since a layout chose it.
    case still
    /// The reader scrolled away from the end.
    case awayFromEnd
    /// The reader scrolled towards the end, or went to the row.
    case other
  }

  /// The row from which the places of all others follow.
  private struct Reference {
    var index: Int
    var id: ID
    var offset: Double
  }

  /// The distance from the end, in points, within which the reader is at the end: it absorbs rounding.
  public static var endTolerance: Double { 1 }

  /// The same distance for a reader who does not scroll towards the end. Otherwise steps shorter than the tolerance
  /// would never leave the end.
  private static var leavingTolerance: Double { 0.01 }

  /// The heights of all rows, measured and estimated.
  public private(set) var heights: HeightIndex

  /// The latest layout's result; its indices follow every splice since.
  public private(set) var frame = Frame()

  /// The edge on which content shorter than the viewport rests, and at which the layout opens: the end for a chat, the
  /// start for a feed. Set it before the first layout.
  public var restingEdge = ScrollEdge.end {
    didSet { pin = opening }
  }

  /// Whether the end can be held: false while newer rows than the last are known to exist.
  public var endIsLive = true

  /// Content above the first row, in points: a heading of the list. It scrolls with the rows.
  public var startInset = 0.0

  /// Returns the row that is the heading of a row's section; nil without sections. An index after the row counts as none.
  package var heading: ((Int) -> Int?)?

  /// The heading over the rows of the latest frame; its index follows every splice since.
  package private(set) var stuck: StuckHeading?

  private var pin = Pin.end
  /// nil until a layout or ``hold(_:at:id:)`` has chosen a row, and without rows. While the end is pinned, it is a row
  /// in view, so that a scroll away from the end starts from the rows on the screen.
  private var reference: Reference?

  /// Makes a layout without rows. `defaultHeight` is the estimated height of a row, in points, until one of its kind
  /// has been measured.
  public init(defaultHeight: Double = 60) { heights = HeightIndex(defaultEstimate: defaultHeight) }

  /// The number of rows.
  public var count: Int { heights.count }

  /// The anchor that is held in place.
  public var anchor: ScrollAnchor<ID> {
    guard !isAtEnd, let reference else { return .end }
    return .row(id: reference.id, offset: reference.offset)
  }

  /// Whether the end is pinned.
  public var isAtEnd: Bool {
    if case .end = pin { true } else { false }
  }

  private var opening: Pin { restingEdge == .end ? .end : .start }

  // MARK: Changes

  /// Follows a change to the rows; `kinds` are those of the inserted rows. If the held row is removed and is not among
  /// the inserted ones, the row in its place is held instead.
  ///
  /// - Complexity: O(k + log n) for k removed and inserted rows.
  public mutating func apply(_ splice: Splice, kinds: some Collection<Int>, id: (Int) -> ID) {
    heights.remove(splice.removedRange)
    heights.insert(kinds: kinds, at: splice.index)
    frame.rows = splice.map(frame.rows)
    frame.visible = splice.map(frame.visible)
    stuck = stuck?.following(splice)
    guard count > 0 else { return clear() }
    switch pin {
    case .end, .start, .row: break
    case .jump(let index, let goal, let place):
      let index = splice.map(index) ?? goal.flatMap { goal in splice.insertedRange.first { id($0) == goal } }
      pin =
        index.map { .jump(index: $0, id: goal, place: place) } ?? (reference == nil ? opening : .row(.other))
    case .thumb(let index, let fraction, let line):
      pin = .thumb(index: min(splice.successor(of: index), count - 1), fraction: fraction, line: line)
    }
    guard let held = reference else { return }
    if let index = splice.map(held.index) ?? splice.insertedRange.first(where: { id($0) == held.id }) {
      reference?.index = index
    } else {
      let index = min(splice.successor(of: held.index), count - 1)
      reference = Reference(index: index, id: id(index), offset: held.offset)
    }
  }

  private mutating func clear() {
    reference = nil
    stuck = nil
    pin = opening
  }

  /// Notes that the content of a row changed, and perhaps its kind: the row has to be measured again.
  public mutating func update(_ index: Int, kind: Int) {
    if heights.kind(at: index) == kind {
      heights.forgetHeight(at: index)
    } else {
      heights.setKind(kind, at: index)
    }
  }

  /// Sets the estimated height, in points, of the rows of a kind until one of them is measured.
  public mutating func setEstimate(_ height: Double, forKind kind: Int) {
    heights.setEstimate(height, for: kind)
  }

  /// Notes that all rows have to be measured again. The held row stays where it is.
  public mutating func widthChanged() { heights.widthChanged() }

  // MARK: Scrolling

  /// Moves the content up by `delta` points; down if it is negative. The movement starts from the rows on the screen,
  /// so it cancels a jump that has not been laid out. Does nothing before the first layout.
  public mutating func scroll(by delta: Double) {
    guard delta != 0, reference != nil else { return }
    if case .thumb(let index, let fraction, let line) = pin {
      pin = .thumb(index: index, fraction: fraction, line: line - delta)
    } else {
      reference?.offset -= delta
      pin = .row(delta < 0 ? .awayFromEnd : .other)
    }
  }

  /// Follows the viewport's top edge, which moves down on the screen by `delta` points, up if it is negative: the held
  /// row stays where it is on the screen, and the widget that appears above the viewport covers rows. Content at the
  /// edge on which it rests moves with that edge. So does content at its start, once no rows remain to be uncovered.
  public mutating func viewportMoved(by delta: Double) {
    guard case .row = pin, restingEdge == .end || frame.top < -Self.endTolerance else { return }
    reference?.offset -= delta
  }

  /// Goes to a position of the scrollbar: 0 is the start, 1 the end.
  ///
  /// The same fraction of content and viewport meet, so both ends are exact however wrong the estimates between them
  /// are. `map` is the content that the scrollbar shows, and `splices` are the changes since: a held thumb refers to
  /// the content as it was when the thumb was grabbed.
  public mutating func scroll(toFraction position: Double, in map: HeightIndex, splices: [Splice] = []) {
    guard count > 0, map.count > 0 else { return }
    let position = max(0, min(1, position))
    guard position < 1 else { return scrollToEnd() }
    let line = position * frame.viewport
    let target = map.row(at: position * max(0, map.total - frame.viewport) + line)
    let top = position == 0 ? startInset : line
    // Use the fraction of the row, since its height may differ from the one in `map`.
    let pictured = map.height(at: target.index)
    pin = .thumb(
      index: min(splices.successor(of: target.index), count - 1),
      fraction: pictured > 0 ? target.within / pictured : 0, line: top)
  }

  /// Puts the point at `within`, a fraction of a row's height, at `fraction` of the viewport's height: a place of a
  /// rail, see ``RailPosition``.
  public mutating func scroll(to index: Int, within: Double, atFraction fraction: Double) {
    pin = .thumb(index: index, fraction: within, line: fraction * frame.viewport)
  }

  /// Shows a row at a place. With its `id`, it is still found if a splice replaces it before the next layout.
  public mutating func scroll(to index: Int, id: ID? = nil, at place: RowPlace) {
    pin = .jump(index: index, id: id, place: place)
  }

  /// Shows a row with its top edge at `offset`.
  public mutating func hold(_ index: Int, at offset: Double, id: ID) {
    reference = Reference(index: index, id: id, offset: offset)
    pin = .row(.other)
  }

  /// Pins the content's end to the viewport's. If content rests on the start, goes to its end without pinning.
  public mutating func scrollToEnd() {
    if restingEdge == .end {
      pin = .end
    } else if count > 0 {
      scroll(to: count - 1, at: .end)
    }
  }

  /// The top edge of any row; exact for those of the latest frame, estimated far from it.
  ///
  /// - Complexity: O(log n)
  public func top(of index: Int) -> Double {
    guard let reference else { return 0 }
    return reference.offset + heights.offset(of: index) - heights.offset(of: reference.index)
  }

  /// The offset that shows a row at a place. The first row leaves room for ``startInset``, unless it is in view already
  /// or has to be elsewhere. Other rows leave room for the heading that is stuck above them.
  package func offset(of index: Int, at place: RowPlace, height: Double, viewport: Double, current: Double)
    -> Double
  {
    let room = headingRoom(above: index, viewport: viewport)
    switch place {
    case .start where index == 0: return startInset
    case .nearest where index == 0 && current < 0 && height + startInset <= viewport: return startInset
    case .nearest:
      return room + place.offset(rowHeight: height, viewport: viewport - room, current: current - room)
    case .start, .center, .fraction:
      return max(room, place.offset(rowHeight: height, viewport: viewport, current: current))
    case .end: return place.offset(rowHeight: height, viewport: viewport, current: current)
    }
  }

  /// The height of the heading that is stuck above a row at the top edge; 0 if none is.
  private func headingRoom(above index: Int, viewport: Double) -> Double {
    guard let row = headingRow(of: index), row < index else { return 0 }
    let height = heights.height(at: row)
    return StuckHeading.fits(height, in: viewport) ? height : 0
  }

  private func headingRow(of index: Int) -> Int? {
    heading?(index).flatMap { 0...index ~= $0 ? $0 : nil }
  }

  /// The edge below which rows are seen: the bottom edge of the stuck heading, or the viewport's top edge.
  package var topEdge: Double { stuck?.bottom ?? 0 }

  /// The rows of the latest frame in view, if only in part, without those that the stuck heading hides.
  package var uncovered: Range<Int> {
    guard let stuck else { return frame.visible }
    let first = frame.visible.first { top(of: $0) + heights.height(at: $0) > stuck.bottom }
    return (first ?? frame.visible.upperBound)..<frame.visible.upperBound
  }

  /// The top edge at which a row is drawn: its own place, or that of the stuck heading.
  package func drawnTop(of index: Int) -> Double {
    if let stuck, stuck.index == index { stuck.top } else { top(of: index) }
  }

  /// Whether all of a row was in the viewport in the latest frame. A row higher than the viewport counts if it filled it.
  /// A stuck heading hides the rows under it, and is not at its own place.
  public func isInView(_ index: Int) -> Bool {
    guard frame.visible.contains(index) else { return false }
    let (top, height) = (top(of: index), heights.height(at: index))
    return height <= frame.viewport - topEdge
      ? top >= topEdge && top + height <= frame.viewport
      : top <= topEdge && top + height >= frame.viewport
  }

  /// The rows in view, from top to bottom.
  package var visibleRows: [PlacedRow] {
    guard reference != nil else { return [] }
    return frame.visible.map { index in
      let top = top(of: index)
      return PlacedRow(index: index, top: top, bottom: top + heights.height(at: index))
    }
  }

  /// The row of the latest frame at `y` points below the viewport's top edge, if there is one.
  package func row(at y: Double) -> Int? {
    if let stuck, stuck.top <= y, y < stuck.bottom { return stuck.index }
    return frame.rows.first { index in
      let top = top(of: index)
      return top <= y && y < top + heights.height(at: index)
    }
  }

  // MARK: Layout

  /// Places the rows in the viewport and in `overscan` points around it.
  ///
  /// - Parameters:
  ///   - viewport: The height of the viewport.
  ///   - overscan: The distance beyond the viewport within which rows are laid out, on each side.
  ///   - preferred: A row to hold rather than the topmost one while it is in view: the focused one, or the one under a
  ///     held pointer.
  ///   - id: The identity of a row.
  ///   - measure: Returns the height of a row; called for every row in that stretch, measured or not.
  /// - Complexity: O(k · log n) for k rows in the stretch and between it and the held row. Rows that are only passed
  ///   are measured if they never were. For long distances there is ``scroll(toFraction:in:splices:)``.
  @discardableResult
  public mutating func layout(
    viewport: Double, overscan: Double, preferred: Int? = nil, id: (Int) -> ID,
    measure: @escaping (Int) -> Double
  ) -> Frame {
    guard count > 0 else {
      clear()
      frame = Frame()
      frame.bottom = viewport
      frame.viewport = viewport
      return frame
    }
    var walk = Walk(stretch: -overscan..<viewport + overscan, measure: measure)
    switch pin {
    case .end: walk.start(at: count - 1, bottom: viewport, in: &heights)
    case .start: walk.start(at: 0, top: startInset, in: &heights)
    case .row: walk.start(at: reference?.index ?? 0, top: reference?.offset ?? 0, in: &heights)
    case .jump(let index, _, let place):
      let height = walk.height(of: index, in: &heights)
      // The row leaves room for it.
      if let heading = headingRow(of: index) { _ = walk.height(of: heading, in: &heights) }
      let current = reference == nil ? viewport : top(of: index)
      let top = offset(of: index, at: place, height: height, viewport: viewport, current: current)
      walk.start(at: index, top: top, in: &heights)
    case .thumb(let index, let fraction, let line):
      let height = walk.height(of: index, in: &heights)
      walk.start(at: index, top: line - fraction * height, in: &heights)
    }
    walk.fill(&heights)
    // Neither end may come inside the viewport. The end on which short content rests goes last, so it prevails.
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
      guard walk.rows.lowerBound == 0, walk.top > startInset else { return }
      walk.shift(by: startInset - walk.top)
    case .end:
      guard walk.rows.upperBound == count, walk.bottom < viewport else { return }
      walk.shift(by: viewport - walk.bottom)
    }
    walk.fill(&heights)
  }

  /// Makes the walk's result the frame, and chooses the row or end to hold from now on.
  private mutating func adopt(_ walk: Walk, viewport: Double, preferred: Int?, id: (Int) -> ID) {
    let placed = walk.places(heights)
    let inView = placed.filter { $0.top < viewport && $0.bottom > 0 }
    stuck =
      heading == nil
      ? nil
      : StuckHeading(
        over: inView, viewport: viewport, heading: { headingRow(of: $0) },
        height: { walk.height(of: $0, in: &heights) })
    let previous: Int?
    let tolerance: Double
    switch pin {
    case .row(.still): (previous, tolerance) = (reference?.index, Self.leavingTolerance)
    case .row(.awayFromEnd): (previous, tolerance) = (nil, Self.leavingTolerance)
    case .row(.other), .end, .start, .jump, .thumb: (previous, tolerance) = (nil, Self.endTolerance)
    }
    let canHoldEnd = restingEdge == .end && endIsLive && walk.rows.upperBound == count
    let hold = Hold.choose(
      in: stuck == nil ? inView : inView.filter { $0.bottom > topEdge }, below: topEdge, outOfView: placed[0],
      preferred: preferred, previous: previous, isAtEnd: canHoldEnd && walk.bottom <= viewport + tolerance)
    pin = hold.isEnd ? .end : .row(.still)
    reference = Reference(index: hold.row.index, id: id(hold.row.index), offset: hold.row.top)

    frame.rows = walk.rows
    frame.firstRowTop = walk.top
    frame.visible =
      inView.isEmpty
      ? walk.rows.lowerBound..<walk.rows.lowerBound : inView[0].index..<inView[inView.count - 1].index + 1
    frame.top = min(0, top(of: 0) - startInset)
    frame.bottom = max(viewport, top(of: 0) + heights.total)
    frame.viewport = viewport
  }

  // MARK: The walk

  /// A run of rows that grows outwards from one of them, measuring as it goes.
  private struct Walk {
    /// The stretch to fill: the viewport with its overscan.
    let stretch: Range<Double>
    let measure: (Int) -> Double
    private(set) var rows = 0..<0
    private(set) var top = 0.0
    private(set) var bottom = 0.0

    init(stretch: Range<Double>, measure: @escaping (Int) -> Double) {
      self.stretch = stretch
      self.measure = measure
    }

    func height(of index: Int, in heights: inout HeightIndex) -> Double {
      let height = measure(index)
      if !heights.isMeasured(index) || heights.height(at: index) != height {
        heights.setHeight(height, at: index)
      }
      return height
    }

    /// Measures a row only if it is in the stretch or was never measured: a walk that starts far away need not make
    /// widgets for the rows it passes.
    private func height(of index: Int, isInStretch: Bool, in heights: inout HeightIndex) -> Double {
      isInStretch || !heights.isMeasured(index) ? height(of: index, in: &heights) : heights.height(at: index)
    }

    mutating func start(at index: Int, top: Double, in heights: inout HeightIndex) {
      rows = index..<index + 1
      self.top = top
      bottom = top + height(of: index, in: &heights)
    }

    mutating func start(at index: Int, bottom: Double, in heights: inout HeightIndex) {
      rows = index..<index + 1
      self.bottom = bottom
      top = bottom - height(of: index, in: &heights)
    }

    mutating func shift(by distance: Double) {
      top += distance
      bottom += distance
    }

    /// Adds rows at both ends until they reach beyond the stretch or there are no more.
    mutating func fill(_ heights: inout HeightIndex) {
      while rows.lowerBound > 0, top > stretch.lowerBound {
        let index = rows.lowerBound - 1
        top -= height(of: index, isInStretch: top < stretch.upperBound, in: &heights)
        rows = index..<rows.upperBound
      }
      while rows.upperBound < heights.count, bottom < stretch.upperBound {
        let index = rows.upperBound
        bottom += height(of: index, isInStretch: bottom > stretch.lowerBound, in: &heights)
        rows = rows.lowerBound..<index + 1
      }
    }

    /// Drops the rows beyond the stretch that the walk passed through; at least one row stays.
    mutating func trim(_ heights: HeightIndex) {
      while rows.count > 1 {
        let height = heights.height(at: rows.lowerBound)
        guard top + height <= stretch.lowerBound else { break }
        top += height
        rows = rows.lowerBound + 1..<rows.upperBound
      }
      while rows.count > 1 {
        let height = heights.height(at: rows.upperBound - 1)
        guard bottom - height >= stretch.upperBound else { break }
        bottom -= height
        rows = rows.lowerBound..<rows.upperBound - 1
      }
    }

    /// The rows with their edges, from top to bottom.
    func places(_ heights: HeightIndex) -> [PlacedRow] {
      var edge = top
      return rows.map { index in
        let top = edge
        edge += heights.height(at: index)
        return PlacedRow(index: index, top: top, bottom: edge)
      }
    }
  }
}
