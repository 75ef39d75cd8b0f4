/// The scrolling of a list as a value: which row stays in place, what moves the content, and what follows from an event.
///
/// The list forwards its events – changes of the rows, scrolls, presses, frames – and performs the ``ListEffects`` that
/// they return. Distances are in points, positive towards the end; times are those of the frame clock, in seconds.
package struct ListScrolling<ID: Hashable> {
  /// The movement of the content.
  private enum Motion {
    /// It has not moved since a time. The reader may scroll on, until ``isAtRest(at:)``.
    case rest(since: Double)
    /// An animated scroll is under way.
    case jump(Jump)
  }

  /// An animated scroll. It goes over one screen at most, and follows its destination wherever that moves meanwhile.
  private struct Jump {
    var destination: Destination
    /// Seconds.
    var elapsed = 0.0
    /// The time from which the content rests once it has arrived: the rows there wait for no further movement.
    let restsSince: Double
  }

  /// The destination of a scroll.
  package enum Destination {
    /// Shows the row at a place.
    case row(TrackedRow<ID>, RowPlace)
    /// Goes to the end, and stays there if the list rests on its end.
    case end
  }

  /// What a pressed pointer holds in place.
  private enum Grip {
    case none
    case row(TrackedRow<ID>)
    case thumb(HeldThumb)
  }

  /// The effect of a change to the rows on the reader's place.
  private enum Response {
    /// The held row stays where it is.
    case holdPlace
    /// The reader is taken along to the rows that were appended.
    case followEnd
    /// A fling has reached the start and overshoots it. The overshoot would become a valid place among the rows that
    /// were prepended, and the content would jump there.
    case endFling
  }

  /// What is reported to the listeners of a list.
  private struct Report: Equatable {
    var frame = AnchoredLayout<ID>.Frame()
    var isAtEnd = false
    var revision = 0
  }

  /// The content is at rest this long after the latest scroll, in seconds.
  package static var restAfter: Double { 0.15 }

  /// The heights and the place. Tell it about heights and kinds of rows; movements go through the scrolling.
  package var layout = AnchoredLayout<ID>()
  private var motion = Motion.rest(since: -.infinity)
  private var grip = Grip.none
  /// The edge to which a key scrolls. The focus moves to the row next to it once the content rests.
  private var travel: ScrollEdge?

  /// The distance beyond the viewport, on each side, at which rows are laid out, in viewports. It is zero in the frame
  /// of a jump or of a change of the rows in view, because all of those are new. At rest it grows whenever the list is
  /// idle, so that a scroll finds the rows measured.
  package private(set) var overscan = Overscan.afterChange

  /// The scroll adjustment's value as of the latest layout or scroll, and its bounds as of the latest layout.
  private var value = 0.0
  private var bounds = 0.0...0.0
  /// The distance scrolled since the latest layout.
  private var scrolled = 0.0

  /// Counts the changes of the rows.
  private var revision = 0
  private var current = Report()
  private var reported = Report()

  /// Makes the scrolling of a list without rows that opens at `restingEdge`.
  package init(restingEdge: ScrollEdge = .end) { layout.restingEdge = restingEdge }

  // MARK: State

  /// Whether an animated scroll is under way.
  package var isJumping: Bool {
    if case .jump = motion { true } else { false }
  }

  /// Whether the thumb of the scrollbar is held.
  package var isThumbHeld: Bool {
    if case .thumb = grip { true } else { false }
  }

  /// Whether the content has not moved for a while, and no row and no thumb is held.
  package func isAtRest(at time: Double) -> Bool {
    guard case .rest(let since) = motion, case .none = grip else { return false }
    return time - since > Self.restAfter
  }

  /// Whether nothing moves, and the rows around the view are laid out. While the thumb is held, they are not.
  package func isSettled(at time: Double) -> Bool {
    !isJumping && (isThumbHeld || isAtRest(at: time) && overscan >= Overscan.atRest)
  }

  /// Whether a layout followed the latest change of the rows. Until then the rows in view are unknown.
  package var isLaidOut: Bool { current.revision == revision }

  /// The content before the viewport.
  package var distanceToStart: Double { max(0, -layout.frame.top) }
  /// The content after the viewport.
  package var distanceToEnd: Double { max(0, layout.frame.bottom - layout.frame.viewport) }

  // MARK: Changes of the rows

  /// Follows a change of the rows; see ``AnchoredLayout/apply(_:kinds:id:)``. `animated` is whether the content moves
  /// there visibly if it follows the end.
  package mutating func apply(
    _ splice: Splice, kinds: [Int], animated: Bool, at time: Double, id: (Int) -> ID
  ) -> ListEffects {
    let response = response(to: splice, at: time)
    revision += 1
    // Rows inserted next to the view are laid out when the list is idle, since text layout is what a frame costs.
    let laidOut = layout.frame.rows
    if splice.index <= laidOut.upperBound, splice.removedRange.upperBound >= laidOut.lowerBound {
      overscan = isAtRest(at: time) ? Overscan.afterChange : min(overscan, Overscan.whileScrolling)
    }
    layout.apply(splice, kinds: kinds, id: id)
    follow(splice, id: id)
    switch response {
    case .holdPlace: return .layout
    case .followEnd: return scroll(to: .end, animated: animated, at: time)
    case .endFling: return [.stopFling, .forgetOvershoot, .layout]
    }
  }

  private func response(to splice: Splice, at time: Double) -> Response {
    guard layout.count > 0, splice.inserted > 0, !layout.isAtEnd else { return .holdPlace }
    if splice.index == layout.count, splice.removed == 0, layout.restingEdge == .end, layout.endIsLive,
      distanceToEnd <= Limits.followDistance, isAtRest(at: time)
    {
      return .followEnd
    }
    return splice.index == 0 && distanceToStart < 1 ? .endFling : .holdPlace
  }

  private mutating func follow(_ splice: Splice, id: (Int) -> ID) {
    switch grip {
    case .none: break
    case .row(let row): grip = .row(row.following(splice, id: id))
    case .thumb(var thumb):
      thumb.splices.append(splice)
      grip = .thumb(thumb)
    }
    if case .jump(var jump) = motion, case .row(let row, let place) = jump.destination {
      jump.destination = .row(row.following(splice, id: id), place)
      motion = .jump(jump)
    }
  }

  // MARK: Scrolling

  /// Scrolls by a distance. Over several viewports it goes past rows that need not be laid out.
  package mutating func scroll(by distance: Double, at time: Double) -> ListEffects {
    motion = .rest(since: time)
    scrolled += distance
    let frame = layout.frame
    if abs(distance) > Limits.jumpDistance * frame.viewport {
      let room = frame.bottom - frame.top - frame.viewport
      overscan = Overscan.afterChange
      layout.scroll(toFraction: room > 0 ? (scrolled - frame.top) / room : 1, in: layout.heights)
    } else {
      overscan = Overscan.whileScrolling
      layout.scroll(by: distance)
    }
    return .layout
  }

  /// Follows the value of the scroll adjustment.
  package mutating func scroll(toValue new: Double, at time: Double) -> ListEffects {
    let distance = new - value
    // Configuring the adjustment may change the value by a rounding error.
    guard abs(distance) > Limits.roundingError else { return [] }
    value = new
    guard case .thumb(let thumb) = grip else { return scroll(by: distance, at: time) }
    motion = .rest(since: time)
    overscan = Overscan.afterChange
    layout.scroll(toFraction: thumb.fraction(of: value), in: thumb.heights, splices: thumb.splices)
    return .layout
  }

  /// Returns the bounds with which an adjustment's value stands for the present place; nil while the thumb is held,
  /// since they tie the thumb to the pointer.
  package mutating func bounds(around new: Double) -> ClosedRange<Double>? {
    guard !isThumbHeld else { return nil }
    value = new
    bounds = new + layout.frame.top...new + layout.frame.bottom
    return bounds
  }

  /// Goes to a place of a rail, in the row at an index, without animation.
  package mutating func scroll(to position: RailPosition, in index: Int, at time: Double) -> ListEffects {
    motion = .rest(since: time)
    overscan = Overscan.afterChange
    if position.fraction == 1 {
      layout.scrollToEnd()
    } else {
      layout.scroll(to: index, within: position.within, atFraction: position.fraction)
    }
    // Report the place even if it has not changed: the rail has moved its thumb to the one that it asked for.
    reported.frame = AnchoredLayout<ID>.Frame()
    return [.stopFling, .layout]
  }

  /// Shows a row with its top edge at `offset`, without animation.
  package mutating func hold(_ index: Int, at offset: Double, id: ID) -> ListEffects {
    endJump()
    overscan = Overscan.afterChange
    layout.hold(index, at: offset, id: id)
    return .layout
  }

  /// Goes to a destination.
  package mutating func scroll(to destination: Destination, animated: Bool, at time: Double) -> ListEffects {
    if animated, layout.count > 0 {
      motion = .jump(Jump(destination: destination, restsSince: time))
      return [.stopFling, .layout]
    }
    endJump()
    overscan = Overscan.afterChange
    arrive(at: destination)
    return [.stopFling, .layout]
  }

  private mutating func arrive(at destination: Destination) {
    switch destination {
    case .end: layout.scrollToEnd()
    case .row(let row, let place): row.index.map { layout.scroll(to: $0, id: row.id, at: place) }
    }
  }

  // MARK: Frames

  /// Whether frames are to be sent: during an animated scroll, and while the focus waits for the content to rest.
  package var needsFrames: Bool { isJumping || travel != nil }

  /// Follows a frame, `delta` seconds after the one before.
  package mutating func frame(after delta: Double, at time: Double, id: (Int) -> ID) -> ListEffects {
    var effects: ListEffects = []
    if case .jump(let jump) = motion {
      step(jump, by: delta, id: id)
      effects = .layout
    }
    if travel != nil, isAtRest(at: time) { effects.insert(.focusRow) }
    return effects
  }

  /// Brings the destination of an animated scroll nearer to its place. The scroll ends where it is if the destination has
  /// left the list.
  private mutating func step(_ jump: Jump, by delta: Double, id: (Int) -> ID) {
    var jump = jump
    let curve = Ease(duration: Limits.jumpDuration, shape: .outCubic)
    let covered = curve.offset(at: jump.elapsed)
    jump.elapsed += delta
    let progress = curve.offset(at: jump.elapsed)
    let target: (index: Int?, place: RowPlace) =
      switch jump.destination {
      case .end: (layout.count > 0 ? layout.count - 1 : nil, .end)
      case .row(let row, let place): (row.index, place)
      }
    guard let index = target.index else { return endJump() }
    let viewport = layout.frame.viewport
    let top = layout.top(of: index)
    let goal = layout.offset(
      of: index, at: target.place, height: layout.heights.height(at: index), viewport: viewport, current: top)
    if progress >= 1 || abs(top - goal) < Limits.arrival {
      endJump()
      return arrive(at: jump.destination)
    }
    // A destination farther away than a screen is approached from the distance of one screen.
    let distance = covered == 0 ? max(-viewport, min(viewport, top - goal)) : top - goal
    layout.hold(index, at: goal + distance * (1 - progress) / (1 - covered), id: id(index))
    motion = .jump(jump)
  }

  private mutating func endJump() {
    if case .jump(let jump) = motion { motion = .rest(since: jump.restsSince) }
  }

  // MARK: The pointer

  /// Holds the row at `y` points below the top edge, if there is one, under a pressed pointer.
  package mutating func press(at y: Double, id: (Int) -> ID) -> ListEffects {
    grip = layout.row(at: y).map { .row(TrackedRow($0, id: id($0))) } ?? .none
    return .layout
  }

  /// Freezes the scrollbar's picture of the content while its thumb is held.
  package mutating func pressThumb() -> ListEffects {
    grip = .thumb(HeldThumb(heights: layout.heights, bounds: bounds, viewport: layout.frame.viewport))
    return []
  }

  /// Releases the row.
  package mutating func releaseRow() -> ListEffects {
    if case .row = grip { grip = .none }
    return []
  }

  /// Releases the thumb.
  package mutating func releaseThumb() -> ListEffects {
    guard isThumbHeld else { return [] }
    grip = .none
    return .layout
  }

  /// Follows the list as it leaves the screen: nothing moves there, and nothing is held.
  package mutating func leaveScreen() {
    endJump()
    grip = .none
    travel = nil
  }

  /// The row to hold rather than the topmost one: the one under a held pointer, or else the one with the focus.
  package func preferredRow(focused: @autoclosure () -> Int?) -> Int? {
    if case .row(let row) = grip { row.index } else { focused() }
  }

  // MARK: Layout

  /// Notes that all rows have another width and have to be measured again.
  package mutating func widthChanged() {
    layout.widthChanged()
    overscan = Overscan.afterChange
  }

  /// Places the rows in the viewport and around it; see ``AnchoredLayout/layout(viewport:overscan:preferred:id:measure:)``.
  ///
  /// - Parameters:
  ///   - viewport: The height of the viewport.
  ///   - insets: The height of the content above the first row, and that of the rows seen below the viewport.
  ///   - preferred: The row to hold while it is in view; see ``preferredRow(focused:)``.
  ///   - id: The identity of a row.
  ///   - measure: Returns the height of a row.
  package mutating func layOut(
    viewport: Double, insets: (start: Double, end: Double), preferred: Int?, id: (Int) -> ID,
    measure: @escaping (Int) -> Double
  ) -> ListEffects {
    layout.startInset = insets.start
    layout.layout(
      viewport: viewport, overscan: overscan * viewport + insets.end, preferred: preferred, id: id,
      measure: measure)
    scrolled = 0
    current = Report(frame: layout.frame, isAtEnd: layout.isAtEnd, revision: revision)
    var effects: ListEffects = overscan < Overscan.atRest ? .grow : []
    if current != reported { effects.insert(.report) }
    return effects
  }

  /// Lays out more rows around the view, when the list is idle.
  package mutating func grow(at time: Double) -> ListEffects {
    guard overscan < Overscan.atRest else { return [] }
    guard isAtRest(at: time) else { return .growLater }
    overscan = min(Overscan.atRest, overscan + Overscan.step)
    return .layout
  }

  /// Returns what has changed since the previous report: whether rows were inserted or removed, whether the reader is at
  /// the end if that has changed, and whether other rows are in view or were inserted or removed anywhere.
  package mutating func report() -> (hasOtherRows: Bool, atEnd: Bool?, showsOtherRows: Bool) {
    let before = reported
    reported = current
    let hasOtherRows = current.revision != before.revision
    let atEnd = current.isAtEnd != before.isAtEnd ? current.isAtEnd : nil
    return (hasOtherRows, atEnd, hasOtherRows || current.frame != before.frame)
  }

  /// The stretch of the content in which rows keep their widgets, from the viewport's top edge.
  package var keptStretch: Range<Double> {
    let viewport = layout.frame.viewport
    return -Overscan.kept * viewport..<(1 + Overscan.kept) * viewport
  }

  /// The top edge of the content above the first row.
  package var insetTop: Double { layout.top(of: 0) - layout.startInset }

  /// Whether a part of the content above the first row is in view.
  package var isInsetInView: Bool {
    insetTop + layout.startInset > 0 && insetTop < layout.frame.viewport
  }

  // MARK: Keys and focus

  /// Follows a key that scrolls to an edge and takes the focus along, once the content rests.
  package mutating func travel(to edge: ScrollEdge, at time: Double) -> ListEffects {
    travel = edge
    // GTK's animation begins with the next frame.
    if case .rest = motion { motion = .rest(since: time) }
    return []
  }

  /// The rows to which the focus is offered after a key has scrolled, the best first; none if no key has.
  package var arrivals: [Int] { travel.map { rows(from: $0) } ?? [] }

  /// Follows the focus as it moves, by itself or by ``ListEffects/focusRow``.
  package mutating func endTravel() -> ListEffects {
    travel = nil
    return []
  }

  /// The rows to which the focus is offered when it enters the list, the best first: the one that had it last, or else
  /// those next to that row. Reading begins with the newest row in a chat, with the first one in a feed.
  package func entrances(lastFocused: Int?) -> [Int] {
    let seen = layout.uncovered
    guard let lastFocused else { return rows(from: layout.restingEdge) }
    if seen.contains(lastFocused) || lastFocused == layout.stuck?.index {
      return [lastFocused] + rows(from: .start)
    }
    return rows(from: lastFocused < seen.lowerBound ? .start : .end)
  }

  /// The effect of an arrow key on the focus.
  package enum FocusStep: Equatable {
    /// Scroll within a row higher than the viewport.
    case scroll(by: Double)
    /// Move the focus to this row, or on in the direction of the key if that takes none, such as a heading.
    case move(to: Int)
  }

  /// Returns the effect of an arrow key towards the next (`step` 1) or previous (−1) row; nil without rows in view. If
  /// the focused row was scrolled out of view, the focus continues from the rows in view; from a stuck heading, with the
  /// row below it or the one above that.
  package func focusStep(from focused: Int, by step: Int) -> FocusStep? {
    let seen = layout.uncovered
    guard seen.contains(focused) else {
      guard !seen.isEmpty else { return nil }
      if step > 0 { return .move(to: seen.lowerBound) }
      if layout.frame.visible.contains(focused) { return .move(to: focused - 1) }
      guard focused == layout.stuck?.index else { return .move(to: seen.upperBound - 1) }
      let above = seen.lowerBound - 1
      return .move(to: above == focused ? above - 1 : above)
    }
    let (top, height) = (layout.top(of: focused), layout.heights.height(at: focused))
    let hidden = step > 0 ? top + height - layout.frame.viewport : layout.topEdge - top
    guard hidden > 1, height > layout.frame.viewport - layout.topEdge else {
      return .move(to: focused + step)
    }
    return .scroll(by: Double(step) * min(Limits.arrowStep, hidden))
  }

  /// The rows in view from one edge towards the other, without one that crosses the edge.
  private func rows(from edge: ScrollEdge) -> [Int] {
    let seen = layout.uncovered
    func isWhole(_ index: Int) -> Bool {
      let top = layout.top(of: index)
      return top >= layout.topEdge - 1
        && top + layout.heights.height(at: index) <= layout.frame.viewport + 1
    }
    switch edge {
    case .start: return Array((seen.first(where: isWhole) ?? seen.lowerBound)..<seen.upperBound)
    case .end:
      return seen.prefix((seen.last(where: isWhole) ?? seen.upperBound - 1) + 1 - seen.lowerBound)
        .reversed()
    }
  }
}

/// What a list has to do after an event of its ``ListScrolling``, in this order.
package struct ListEffects: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// End the fling of the scrolled window, and the animation of a key.
  package static let stopFling = ListEffects(rawValue: 1 << 0)
  /// Make the scrolled window forget by how much it has overshot an edge.
  package static let forgetOvershoot = ListEffects(rawValue: 1 << 1)
  /// Call ``ListScrolling/report()`` outside of the layout.
  package static let report = ListEffects(rawValue: 1 << 2)
  /// Call ``ListScrolling/grow(at:)`` when idle next.
  package static let grow = ListEffects(rawValue: 1 << 3)
  /// Call ``ListScrolling/grow(at:)`` when the content may be at rest.
  package static let growLater = ListEffects(rawValue: 1 << 4)
  /// Lay out the rows before the next frame is drawn.
  package static let layout = ListEffects(rawValue: 1 << 5)
  /// Give the focus to one of ``ListScrolling/arrivals``, unless a layout is pending.
  package static let focusRow = ListEffects(rawValue: 1 << 6)
}

/// A row whose index follows the changes of the rows.
package struct TrackedRow<ID: Hashable> {
  /// nil once the row has left the list; it may be back later.
  fileprivate let index: Int?
  fileprivate let id: ID

  /// The row at an index.
  package init(_ index: Int?, id: ID) { (self.index, self.id) = (index, id) }

  fileprivate func following(_ splice: Splice, id: (Int) -> ID) -> TrackedRow {
    TrackedRow(
      index.flatMap { splice.map($0) } ?? splice.insertedRange.first { id($0) == self.id }, id: self.id)
  }
}

/// The content as the scrollbar showed it when its thumb was grabbed. Rows that are inserted or measured meanwhile do
/// not move the thumb under the pointer.
private struct HeldThumb {
  let heights: HeightIndex
  /// The changes since then.
  var splices: [Splice] = []
  let lower: Double
  let room: Double

  init(heights: HeightIndex, bounds: ClosedRange<Double>, viewport: Double) {
    self.heights = heights
    lower = bounds.lowerBound
    room = bounds.upperBound - bounds.lowerBound - viewport
  }

  /// 0 at the start, 1 at the end.
  func fraction(of value: Double) -> Double {
    // The scrollbar works in whole pixels, so half a point before the end is the end.
    room > 0 ? (value - lower + 0.5 >= room ? 1 : (value - lower) / room) : 1
  }
}

/// Distances beyond the viewport, in viewports.
private enum Overscan {
  /// After a jump, a change of width or a change of the rows in view all rows are new, at some 0.25 ms each.
  static let afterChange = 0.0
  static let whileScrolling = 0.5
  static let atRest = 1.5
  /// The growth whenever the list is idle.
  static let step = 0.125
  /// Rows this far away keep their widgets: more than are laid out at rest. Otherwise those at the border would lose and
  /// regain their widgets.
  static let kept = 2.0
}

private enum Limits {
  /// Points from the end within which a reader at rest follows the rows that are appended.
  static let followDistance = 80.0
  /// A scroll of more than this many viewports is a jump: the rows between are skipped.
  static let jumpDistance = 3.0
  /// Points that a computed value may differ from the one it was computed from.
  static let roundingError = 1e-6
  /// Seconds that an animated scroll takes.
  static let jumpDuration = 0.25
  /// An animated scroll ends when it is this near its place, in points.
  static let arrival = 0.5
  /// Points that an arrow key scrolls within a row higher than the viewport.
  static let arrowStep = 80.0
}
