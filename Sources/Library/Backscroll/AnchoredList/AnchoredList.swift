import Gtk
import ScrollCore

/// A list that opens at its end and keeps the reader's place whatever is inserted, removed or resized.
///
/// It is the child of a `ScrolledWindow` and shows the rows of a ``ListModel``. Widgets exist for the rows in view and
/// some around them; the others cost a few bytes each.
///
///     let messages = ListStore<Message>()
///     let list = AnchoredList(messages, makeRow: { _ in MessageRow() }) { row, message in
///       row.message = message
///     }
///     window.child = ScrolledWindow(child: list)
///     messages.prepend(older)  // nothing on the screen moves, not even a fling
///
/// The first layout fixes the origin of the content's coordinates. Rows inserted above extend the adjustment's `lower`
/// into the negative and leave its `value` alone, so a fling, a page animation or a held pointer goes on undisturbed.
///
/// A layout has two parts. In the update phase of the frame clock, before GTK allocates, the list chooses the rows, binds
/// and measures them and configures the adjustments. ``allocate(width:height:)`` then only places them. A row that is
/// bound asks GTK for a new size; during an allocation GTK would leave that request pending on the ancestors and not
/// draw them.
@MainActor
public final class AnchoredList<Model: ListModel, Row: Widget>: ScrollableWidget {
  // MARK: What is shown

  /// The rows.
  public let model: Model

  /// Makes a widget for rows of a kind. Nothing is shown while it is nil. Setting it makes all widgets anew.
  ///
  /// It is called in the middle of a layout, so the same holds as for ``bind``.
  public var makeRow: ((Model.Kind) -> Row)? {
    didSet {
      pool.removeAll()
      invalidate()
    }
  }

  /// Shows an item in a row's widget, which may have shown another one before. Setting it binds all rows again.
  ///
  /// It is called in the middle of a layout. It must not read the list's place (``anchor``, ``visibleRange`` and the
  /// like), scroll the list or change the model: that would access the layout while it is being modified, which ends
  /// the program. Defer such work, for instance with `MainLoop.soon`.
  public var bind: ((_ row: Row, _ item: Model.Item) -> Void)? {
    didSet {
      pool.markAllStale()
      invalidate()
    }
  }

  /// The height for rows of a kind until one of them has been measured, in points.
  ///
  /// A good guess makes the scrollbar right from the start; it moves nothing that is in view. Once rows are measured,
  /// their mean counts. Up to `HeightIndex.kindLimit` kinds have an estimate of their own; further ones share that of the
  /// last of these.
  public var estimatedHeight: (Model.Kind) -> Double = { _ in Metrics.estimatedHeight } {
    didSet {
      for (number, kind) in kinds.enumerated() { layout.setEstimate(estimatedHeight(kind), forKind: number) }
      invalidate()
    }
  }

  /// Whether the model's last row is the last of all rows. While it is false, the list does not stay at its end: rows
  /// that are appended do not move the content.
  public var endIsLive: Bool {
    get { layout.endIsLive }
    set { layout.endIsLive = newValue }
  }

  /// Whether the row at an index may be held in place when it is under a held pointer or has the focus. Return false
  /// for placeholder rows. Otherwise a held placeholder would drag the viewport past the rows that replace it.
  public var isWorthHolding: (_ index: Int) -> Bool = { _ in true }

  /// Empty space below the last row, in points.
  public var bottomInset = 0 {
    didSet { if bottomInset != oldValue { invalidate() } }
  }

  /// A widget above the first row, which scrolls with the rows; nil for none. It has the list's width, and its natural
  /// height for that width. The rows in view do not move when it appears, disappears or changes its height. It is
  /// hidden while the model has no rows.
  ///
  /// It can have the focus: Tab, Shift+Tab and the arrow keys reach it from the rows while it is in view.
  public var header: Widget? {
    didSet {
      guard header !== oldValue else { return }
      oldValue?.unparent()
      // Screen readers read the children in this order.
      header?.setFirst(in: self)
      invalidate()
    }
  }

  // MARK: Callbacks

  /// Called after a layout that shows other rows, or that followed an insertion or a removal anywhere: the time to load
  /// more. It runs outside of the layout, so it may change the model.
  public let didChangeViewport: Callback<> = Callback()
  /// Called when the reader has arrived at the end or has left it.
  public let didChangeAtEnd = Callback<Bool>()
  /// Called when a row is activated: by Return, and by a click if ``selectionMode`` is `none`, otherwise by a double
  /// click.
  public var didActivate: Callback<Model.Item> { navigation.didActivate }
  /// Called after any change of ``selection``.
  public var didChangeSelection: Callback<Set<Model.ID>> { rowSelection.didChange }

  // MARK: State

  /// The heights and the place. Only the list changes them.
  private(set) var layout = AnchoredLayout<Model.ID>()
  private let pool = WidgetPool<Model.ID, Model.Kind, Row>(spareLimit: Metrics.spareLimit)
  private var kindNumbers: [Model.Kind: Int] = [:]
  /// The kinds that have an estimate of their own, by their numbers.
  private var kinds: [Model.Kind] = []

  /// Whether rows have to be bound, measured and placed before the next frame is drawn. Until then the list reports its
  /// place in the frame before.
  package var isLayoutNeeded: Bool { progress == .needed }
  private var progress = LayoutProgress.needed
  /// The size of the latest allocation.
  private var allocated = (width: 0, height: 0)
  /// The top edge of the latest allocation in the window, in points; nil while the list is not on the screen.
  private var windowTop: Double?
  /// The width for which the rows were measured.
  private var rowWidth = 0
  /// Counts the model's splices.
  private var revision = 0
  /// The state as of the latest layout, and as the callbacks know it.
  private var current = Report()
  private var reported = Report()

  private struct Report {
    var frame = AnchoredLayout<Model.ID>.Frame()
    var isAtEnd = false
    var revision = 0
  }

  /// The callers that wait for the end of a scroll.
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  /// The adjustment's value as of the latest layout or scroll.
  private var knownValue = 0.0
  private var lastScrollTime = -Double.infinity

  private let rowSelection: ListSelection<Model, Row>
  private(set) lazy var navigation = ListNavigation(of: self, rowSelection, in: pool)
  private(set) lazy var hold = PointerHold(in: self)
  private lazy var jump = JumpAnimation(on: self, of: model)
  private lazy var fill = FillAhead(
    of: self, restAfter: Metrics.restAfter, isAtRest: { [weak self] in self?.isAtRest ?? false },
    didGrow: { [weak self] in self?.invalidate() })
  private lazy var report = Coalesced(.soon) { [weak self] in self?.notify() }
  private lazy var accessiblePositions = Coalesced(.idle) { [weak self] in
    guard let self else { return }
    pool.updateAccessiblePositions(count: layout.count)
  }

  private var framePhases: [SignalHandle?] = []
  private var focusChanges: SignalHandle?

  /// Makes a list of the model's rows.
  ///
  /// - Parameters:
  ///   - model: The rows.
  ///   - restingEdge: Where the list opens, and the edge that content shorter than the viewport rests on. At the end,
  ///     as in a chat, the list also stays when rows are appended.
  ///   - makeRow: See ``makeRow``. A row gets the list's width; its natural height for that width is its height.
  ///   - bind: See ``bind``.
  public init(
    _ model: Model, restingEdge: ScrollEdge = .end, makeRow: ((Model.Kind) -> Row)? = nil,
    bind: ((_ row: Row, _ item: Model.Item) -> Void)? = nil
  ) {
    self.model = model
    self.makeRow = makeRow
    self.bind = bind
    rowSelection = ListSelection(of: model, in: pool)
    super.init()
    layout.restingEdge = restingEdge
    overflow = .hidden
    insert(Splice(at: 0, inserting: model.count))
    model.changes.connect(weak: self) { $0.follow($1) }
    // These add their event controllers.
    _ = (hold, navigation)
  }

  isolated deinit { pool.removeAll() }

  /// The header that is shown, if there is one.
  private var shownHeader: Widget? { header.flatMap { $0.visible && layout.count > 0 ? $0 : nil } }
  private var headerHeight: Double {
    shownHeader.map { Double($0.measured(.vertical, for: rowWidth).natural) } ?? 0
  }
  private var headerTop: Double { layout.top(of: 0) - layout.startInset }
  /// The header, while a part of it is in view.
  var headerInView: Widget? {
    shownHeader.flatMap { headerTop + layout.startInset > 0 && headerTop < layout.frame.viewport ? $0 : nil }
  }

  public override class var cssName: String { "anchoredlist" }
  public override class var accessibleRole: AccessibleRole { .list }

  public override func dispose() {
    resumeArrivals()
    jump.cancel()
    pool.removeAll()
    header?.unparent()
    super.dispose()
  }

  // MARK: The place

  /// Whether a part of ``header`` is in view.
  package var isHeaderInView: Bool { headerInView != nil }

  /// Whether the reader is at the end, and stays there when rows are appended.
  public var isAtEnd: Bool { layout.isAtEnd }

  /// The content before the viewport, in points; estimated where rows have not been measured.
  public var distanceToStart: Double { max(0, -layout.frame.top) }

  /// The content after the viewport, in points; estimated where rows have not been measured.
  public var distanceToEnd: Double { max(0, layout.frame.bottom - layout.frame.viewport) }

  /// The rows in view, if only in part, as of the latest layout; by their present indices.
  public var visibleRange: Range<Int> { layout.frame.visible }

  /// Whether all of a row is in view, as of the latest layout. A row higher than the viewport counts if it fills it.
  public func isInView(_ id: Model.ID) -> Bool {
    isLaidOut && !isJumping && model.index(of: id).map { layout.isInView($0) } ?? false
  }

  /// Whether a layout followed the latest insertion or removal of rows. Until then the rows in view are unknown, and
  /// ``didChangeViewport`` is yet to be called.
  package var isLaidOut: Bool { current.revision == revision }

  /// The anchor that the latest layout holds in place.
  public var anchor: ScrollAnchor<Model.ID> { layout.anchor }

  /// The widget of a row, if it has one at present.
  public func row(_ id: Model.ID) -> Row? { pool.widget(of: id) }

  // MARK: Scrolling to a place

  /// Whether an animated scroll is under way.
  var isJumping: Bool { jump.isRunning }

  /// Shows a row; does nothing if the model has none with this identity.
  ///
  /// The animation goes over one screen at most and follows the row wherever it moves meanwhile. There is none if the
  /// desktop's animations are off.
  public func scroll(to id: Model.ID, at place: RowPlace = .nearest, animated: Bool = true) {
    guard let index = model.index(of: id) else { return }
    scroll(to: .row(id, at: index, place), animated) { $0.scroll(to: index, id: id, at: place) }
  }

  /// Shows a row as ``scroll(to:at:animated:)`` does with an animation, and returns when it is there, or when the list
  /// went elsewhere or left the screen.
  public func scroll(to id: Model.ID, at place: RowPlace = .nearest) async {
    guard let index = model.index(of: id) else { return }
    scroll(to: .row(id, at: index, place), true) { $0.scroll(to: index, id: id, at: place) }
    guard isMapped else { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  /// Goes to the end, and stays there if the list rests on its end.
  public func scrollToEnd(animated: Bool = true) {
    scroll(to: .end, animated) { $0.scrollToEnd() }
  }

  /// Goes to the first row, with ``header`` above it.
  public func scrollToStart(animated: Bool = true) {
    guard model.count > 0 else { return }
    scroll(to: model.id(at: 0), at: .start, animated: animated)
  }

  /// Returns to an earlier value of ``anchor``, without animation; does nothing if its row is gone.
  public func restore(_ anchor: ScrollAnchor<Model.ID>) {
    switch anchor {
    case .end: scrollToEnd(animated: false)
    case .row(let id, let offset):
      guard let index = model.index(of: id) else { return }
      jump.cancel()
      fill.reset()
      layout.hold(index, at: offset, id: id)
      invalidate()
    }
  }

  // MARK: A rail

  /// The reader's position, for a ``ScrollRail``; nil without rows, and if they all fit into the view.
  ///
  /// - Parameters:
  ///   - offset: The number of rows before the model's first one, if the model holds only some of the rows.
  ///   - count: The number of all rows; nil if the model has them all.
  /// - Complexity: O(k log n) for k rows in view.
  public func position(offset: Int = 0, count: Int? = nil) -> RailPosition? {
    RailPosition(
      layout.visibleRows, offset: offset, count: count ?? model.count, viewport: layout.frame.viewport)
  }

  /// Goes to a place of a rail, without animation.
  ///
  /// - Parameters:
  ///   - position: The place among all rows.
  ///   - offset: The number of rows before the model's first one.
  /// - Returns: False if the model does not have the row.
  @discardableResult
  public func scroll(to position: RailPosition, offset: Int = 0) -> Bool {
    let index = position.ordinal - offset
    guard index >= 0, index < model.count else { return false }
    scroller?.stopFling()
    jump.cancel()
    fill.reset()
    noteScroll()
    if position.fraction == 1, endIsLive, layout.restingEdge == .end {
      layout.scrollToEnd()
    } else {
      layout.scroll(to: index, within: position.within, atFraction: position.fraction)
    }
    // Report the place even if it has not changed: the rail has moved its thumb to the one that it asked for.
    reported.frame = AnchoredLayout<Model.ID>.Frame()
    invalidate()
    return true
  }

  private func scroll(
    to destination: JumpAnimation<Model>.Destination, _ animated: Bool,
    atOnce: (inout AnchoredLayout<Model.ID>) -> Void
  ) {
    scroller?.stopFling()
    if animated, isMapped, layout.count > 0, DesktopSettings.current?.enableAnimations ?? false {
      jump.start(to: destination) { [weak self] in self?.step(to: $0) }
    } else {
      jump.cancel()
      fill.reset()
      atOnce(&layout)
    }
    invalidate()
  }

  /// Moves the destination of the animated scroll nearer to its place.
  private func step(to progress: Double) {
    guard let step = jump.step(to: progress, in: layout) else { return }
    invalidate()
    switch step {
    case .hold(let index, let offset): layout.hold(index, at: offset, id: model.id(at: index))
    case .arrive(let index, let place): layout.scroll(to: index, at: place)
    case .arriveAtEnd: layout.scrollToEnd()
    }
  }

  /// Scrolls as a key does: by a page, with GTK's animation, or to an end. If the focus is in the list, or the window
  /// has none, it moves to the row in view next to the edge to which the list has scrolled. Otherwise it stays where it is.
  public func scroll(_ step: ScrolledWindow.ScrollStep) { _ = navigation.scroll(step) }

  /// Scrolls by a distance in points, towards the end if it is positive. Over more than three viewports, the distance is
  /// as exact as the estimated heights of the rows between, which get no widgets.
  public func scroll(by distance: Double) {
    jump.cancel()
    noteScroll()
    let frame = layout.frame
    if abs(distance) > Metrics.jumpDistance * frame.viewport {
      leap(to: distance - frame.top, of: frame.bottom - frame.top - frame.viewport)
    } else {
      fill.scrolled()
      layout.scroll(by: distance)
    }
    invalidate()
  }

  /// Goes to a place in the content, of `room` points that it can scroll, past rows that need not be laid out.
  private func leap(to place: Double, of room: Double) {
    fill.reset()
    layout.scroll(toFraction: room > 0 ? place / room : 1, in: layout.heights)
  }

  // MARK: Scrolling by the adjustment

  public override func scrolled(_ orientation: Orientation) {
    guard orientation == .vertical, let adjustment = vadjustment else { return }
    let delta = adjustment.value - knownValue
    // Configuring the adjustment may change the value by a rounding error.
    guard abs(delta) > Metrics.roundingError else { return }
    knownValue = adjustment.value
    jump.cancel()
    noteScroll()
    if let thumb = hold.thumb {
      fill.reset()
      layout.scroll(
        toFraction: thumb.fraction(of: knownValue), in: thumb.heights, splices: thumb.splices)
    } else if abs(delta) > Metrics.jumpDistance * layout.frame.viewport {
      leap(
        to: knownValue - adjustment.lower, of: adjustment.upper - adjustment.lower - adjustment.pageSize)
    } else {
      fill.scrolled()
      layout.scroll(by: delta)
    }
    invalidate()
  }

  public override func adjustmentsReplaced() {
    knownValue = vadjustment?.value ?? 0
    invalidate()
  }

  private var scroller: ScrolledWindow? { ancestor(ScrolledWindow.self) }

  // MARK: Changes of the model

  private func follow(_ change: ListChange) {
    switch change {
    case .splice(let splice): follow(splice)
    case .update(let index):
      layout.update(index, kind: number(of: model.kind(at: index)))
      pool.markStale(at: index)
    }
    invalidate()
  }

  private func follow(_ splice: Splice) {
    revision += 1
    let isAppend =
      splice.index == layout.count && splice.removed == 0 && splice.inserted > 0 && layout.count > 0
    let followsEnd =
      layout.restingEdge == .end && isAppend && !layout.isAtEnd && endIsLive
      && distanceToEnd <= Metrics.followDistance && isAtRest
    if splice.index == 0, splice.inserted > 0, layout.count > 0, distanceToStart < 1, !layout.isAtEnd,
      let scroller
    {
      // A fling that has reached the edge overshoots it. The overshoot would become a valid place among the new rows,
      // and the content would jump there. End the fling, and make the scrolled window forget the overshoot.
      scroller.stopFling()
      vadjustment?.announceValue()
    }
    // Rows inserted next to the view are laid out when the list is idle, since text layout is what a frame costs.
    let laidOut = layout.frame.rows
    if splice.index <= laidOut.upperBound, splice.removedRange.upperBound >= laidOut.lowerBound {
      fill.rowsChanged()
    }
    insert(splice)
    pool.apply(splice)
    hold.follow(splice)
    jump.follow(splice)
    if followsEnd { scrollToEnd() }
  }

  private func insert(_ splice: Splice) {
    let model = self.model
    var kinds: [Int]
    if Model.Kind.self == OneKind.self {
      kinds = Array(
        repeating: splice.inserted > 0 ? number(of: model.kind(at: splice.index)) : 0, count: splice.inserted)
    } else {
      // A loop, since the closure of `map` would check for the main actor's thread once for each of a million rows.
      kinds = []
      kinds.reserveCapacity(splice.inserted)
      for index in splice.insertedRange { kinds.append(number(of: model.kind(at: index))) }
    }
    layout.apply(splice, kinds: kinds) { model.id(at: $0) }
  }

  private func number(of kind: Model.Kind) -> Int {
    if let known = kindNumbers[kind] { return known }
    if kinds.count < HeightIndex.kindLimit {
      layout.setEstimate(estimatedHeight(kind), forKind: kinds.count)
      kinds.append(kind)
    }
    kindNumbers[kind] = kinds.count - 1
    return kinds.count - 1
  }

  /// Whether the content has not moved for a while, and no row and no thumb is held.
  var isAtRest: Bool {
    let now = frameClock?.frameTime ?? 0
    return hold.isFree && now - lastScrollTime > Metrics.restAfter
  }

  /// Notes that the content is about to move, or has moved. It is at rest again after a while.
  func noteScroll() { lastScrollTime = frameClock?.frameTime ?? 0 }

  // MARK: Layout

  /// Requests a layout before the next frame is drawn.
  func invalidate() {
    progress = .needed
    frameClock?.requestUpdate()
    queueAllocate()
  }

  /// The first part of a layout: chooses, binds and measures the rows, and configures the adjustments.
  private func layOut() {
    guard isLayoutNeeded, isMapped, allocated.width > 0, makeRow != nil else { return }
    progress = .measured
    let isRewrap = allocated.width != rowWidth
    if isRewrap {
      rowWidth = allocated.width
      layout.widthChanged()
      fill.reset()
    }
    let model = self.model
    layout.startInset = headerHeight
    let viewport = Double(max(1, allocated.height - bottomInset))
    let frame = layout.layout(
      viewport: viewport, overscan: fill.factor * viewport + Double(bottomInset), preferred: preferredRow,
      id: { model.id(at: $0) }, measure: { [unowned self] in measure($0) })
    recycle(frame, isRewrap: isRewrap)
    closeMenusOutOfView(viewport)
    configureAdjustments(frame)
    current = Report(frame: frame, isAtEnd: layout.isAtEnd, revision: revision)
    if current.isAtEnd != reported.isAtEnd || current.frame != reported.frame
      || current.revision != reported.revision
    {
      report.schedule()
    }
    fill.schedule()
    accessiblePositions.schedule()
    queueAllocate()
    if !isJumping { resumeArrivals() }
  }

  private func resumeArrivals() {
    let waiting = arrivals
    arrivals = []
    for arrival in waiting { arrival.resume() }
  }

  /// Binds a row if need be, and measures it.
  private func measure(_ index: Int) -> Double {
    let id = model.id(at: index)
    let kind = model.kind(at: index)
    let row = pool.widget(
      for: id, kind: kind, at: index, in: self, make: { makeRow!(kind) },
      bind: { row in
        bind?(row, model[index])
        rowSelection.show(id, in: row)
      })
    return naturalHeight(of: row)
  }

  private func naturalHeight(of row: Row) -> Double {
    Double(row.measured(.vertical, for: rowWidth).natural)
  }

  /// The rows that keep their widgets, in points from the viewport's top edge.
  private var keptStretch: Range<Double> {
    let viewport = layout.frame.viewport
    return -Metrics.keepFactor * viewport..<(1 + Metrics.keepFactor) * viewport
  }

  private func recycle(_ frame: AnchoredLayout<Model.ID>.Frame, isRewrap: Bool) {
    let kept = keptStretch
    pool.recycle { index, row in
      // The focused row keeps its widget wherever it is. Otherwise the focus would be lost with the widget. After a
      // change of width the heights of rows out of view are unknown.
      row.containsFocus || frame.rows.contains(index)
        || !isRewrap && kept.contains(layout.top(of: index))
    }
  }

  /// Closes the context menu of a row that keeps its widget out of view, because its menu has the focus.
  private func closeMenusOutOfView(_ viewport: Double) {
    for shown in pool.shown {
      ContextMenu.close(in: shown.widget) { point in
        let y = layout.top(of: shown.index) + point.y
        return y >= 0 && y <= viewport && point.x <= Double(rowWidth)
      }
    }
  }

  /// Moves the bounds so that the present value stands for the present place.
  private func configureAdjustments(_ frame: AnchoredLayout<Model.ID>.Frame) {
    let width = Double(rowWidth)
    hadjustment?.configure(
      value: 0, lower: 0, upper: width, stepIncrement: 0, pageIncrement: 0, pageSize: width)
    // While the thumb is held the bounds stay, since they tie the thumb to the pointer.
    guard let adjustment = vadjustment, hold.thumb == nil else { return }
    let value = adjustment.value
    knownValue = value
    adjustment.configure(
      value: value, lower: value + frame.top, upper: value + frame.bottom, stepIncrement: Metrics.step,
      pageIncrement: frame.viewport * Metrics.pageStep, pageSize: frame.viewport)
  }

  /// The second part of a layout: places the rows that the first part chose. Another size, or a row that requests
  /// another height by itself, needs the first part again, for which GTK repeats the layout phase in this frame.
  public override func allocate(width: Int, height: Int) {
    guard width > 0, height > 0 else { return }
    followTopEdge(width: width, height: height)
    // Rows that were measured in this frame need not be measured again.
    if allocated != (width, height) || progress == .placed && hasRowOfOtherHeight {
      allocated = (width, height)
      progress = .needed
    }
    // GTK allocates again in this frame, after the first part.
    if isLayoutNeeded { return frameClock?.requestLayout() ?? () }
    progress = .placed
    let kept = keptStretch
    if let header {
      let y = shownHeader == nil ? kept.lowerBound : max(kept.lowerBound, min(kept.upperBound, headerTop))
      let tall = max(Int(layout.startInset), header.measured(.vertical, for: rowWidth).minimum)
      header.place(leading: 0, top: Int(y.rounded()), width: rowWidth, height: tall)
    }
    for shown in pool.shown {
      let top = layout.top(of: shown.index)
      let height = layout.heights.height(at: shown.index)
      // Heights are whole, so neighbours stay next to each other when rounded. A focused row far away waits just outside.
      let y = max(kept.lowerBound - height, min(kept.upperBound, top)).rounded()
      shown.widget.place(leading: 0, top: Int(y), width: rowWidth, height: Int(height))
    }
  }

  /// Keeps the rows where they are in the window when a widget above the list appears, disappears or changes its
  /// height. They move with the list if it moves as a whole, or gets another width, since its page is then arranged anew.
  private func followTopEdge(width: Int, height: Int) {
    let top = window.flatMap { convert(Point(x: 0, y: 0), to: $0)?.y.rounded() }
    defer { windowTop = top }
    guard let top, let before = windowTop, top != before, width == allocated.width, height != allocated.height
    else { return }
    layout.viewportMoved(by: top - before)
    progress = .needed
  }

  private var hasRowOfOtherHeight: Bool {
    let rows = layout.frame.rows
    return headerHeight != layout.startInset
      || pool.shown.contains {
        rows.contains($0.index) && naturalHeight(of: $0.widget) != layout.heights.height(at: $0.index)
      }
  }

  /// The row to hold rather than the topmost one: the one under a held pointer, or the one with the focus.
  private var preferredRow: Int? {
    let row =
      hold.row != nil ? pool.shown.first { $0.id == hold.row }?.index : navigation.focusedIndex
    return row.flatMap { isWorthHolding($0) ? $0 : nil }
  }

  public override func snapshot(_ snapshot: Snapshot) {
    let visible = layout.frame.visible
    if let header = headerInView { snapshot.add(header, of: self) }
    // Shadows and focus rings may reach out of the rows next to the view, and the ring over the next row.
    let focused = navigation.focusedIndex
    let rows = max(visible.lowerBound - 1, 0)..<min(visible.upperBound + 1, layout.count)
    for index in rows where index != focused {
      if let row = pool.widget(at: index) { snapshot.add(row, of: self) }
    }
    if let focused, rows.contains(focused), let row = pool.widget(at: focused) { snapshot.add(row, of: self) }
  }

  // MARK: Deferred work

  private func notify() {
    let before = reported
    reported = current
    if current.revision != before.revision { rowSelection.forgetRemoved() }
    if current.isAtEnd != before.isAtEnd { didChangeAtEnd(current.isAtEnd) }
    if current.frame != before.frame || current.revision != before.revision { didChangeViewport() }
  }

  /// Whether nothing moves and no deferred work is left. While the thumb is held, rows are not laid out ahead.
  var isSettled: Bool {
    !isLayoutNeeded && !isJumping && !report.isScheduled
      && (hold.thumb != nil || isAtRest && fill.isComplete)
  }

  // MARK: On and off the screen

  public override func rooted() {
    hold.watch(window)
    // A layout chooses the row to hold, and has to do so before rows are inserted.
    focusChanges = window?.focusWidgetChanged.connect(weak: self) { list in
      list.navigation.focusMoved()
      if list.isMapped { list.invalidate() }
    }
  }

  public override func unrooted() {
    hold.watch(nil)
    focusChanges?.disconnect()
  }

  public override func mapped() {
    hold.watch(scrollbar: scroller?.vscrollbar)
    // After all movements of this frame, and before GTK lays out the window: doing that twice costs as much as the rows.
    // It is done again only if `allocate` finds another size, of the list or of a row.
    framePhases = [
      frameClock?.update.connect(weak: self, after: true) { $0.layOut() },
      frameClock?.layout.connect(weak: self) { $0.layOut() },
    ]
    invalidate()
  }

  public override func unmapped() {
    for phase in framePhases { phase?.disconnect() }
    framePhases = []
    // A list that was hidden does not keep its rows where they were in the window.
    windowTop = nil
    hold.release()
    jump.cancel()
    resumeArrivals()
    navigation.unmapped()
  }

  // MARK: Selection and focus

  /// Which rows can be selected: by click, Control and Shift with a click, the arrow keys, Space and, for `multiple`,
  /// Control+A. Selected rows have the `:selected` state in CSS and to assistive technology.
  public var selectionMode: SelectionMode {
    get { rowSelection.mode }
    set { rowSelection.mode = newValue }
  }

  /// The selected rows. Rows that leave the model leave the selection after the next layout.
  public var selection: Set<Model.ID> {
    get { rowSelection.rows }
    set { rowSelection.rows = newValue }
  }

  /// The row that has the focus, or had it last, to which Tab returns; nil without one, or once it has left the model.
  public var lastFocused: Model.ID? { navigation.lastFocused }

  /// Moves the focus. The list is one stop for Tab; inside, the arrow keys move from row to row.
  public override func focus(_ direction: FocusDirection) -> Bool { navigation.focus(direction) }
}

/// The progress of the layout for the next frame.
private enum LayoutProgress {
  /// Rows have to be chosen, bound and measured.
  case needed
  /// Rows were measured in this frame, and wait to be placed.
  case measured
  case placed
}

private enum Metrics {
  /// The estimated height of a row of unknown kind and height, in points.
  static let estimatedHeight = 40.0
  /// Points from the end within which a reader at rest follows the rows that are appended.
  static let followDistance = 80.0
  /// A scroll of more than this many viewports is a jump: the rows between are skipped.
  static let jumpDistance = 3.0
  /// Rows this many viewports away keep their widgets: more than are laid out at rest. Otherwise those at the border
  /// would lose and regain their widgets.
  static let keepFactor = 2.0
  /// Spare widgets of each kind.
  static let spareLimit = 48
  /// The content is at rest this long after the latest scroll, in seconds.
  static let restAfter = 0.15
  /// Points that an arrow key scrolls.
  static let step = 40.0
  /// Viewports that Page Up and Page Down scroll.
  static let pageStep = 0.9
  /// Points that a computed value may differ from the one it was computed from.
  static let roundingError = 1e-6
}
