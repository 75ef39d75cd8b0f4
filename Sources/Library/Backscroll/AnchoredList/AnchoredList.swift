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
      for (number, kind) in kinds.enumerated() {
        scrolling.layout.setEstimate(estimatedHeight(kind), forKind: number)
      }
      invalidate()
    }
  }

  /// Whether the model's last row is the last of all rows. While it is false, the list does not stay at its end: rows
  /// that are appended do not move the content.
  public var endIsLive: Bool {
    get { scrolling.layout.endIsLive }
    set { scrolling.layout.endIsLive = newValue }
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

  /// Returns the index of the row that is the heading of a row's section; nil, which is also the default, for a row
  /// without one. The heading is before the other rows of its section, and is its own heading.
  ///
  /// While rows of a section are in view and its heading would be above them, the heading stays at the top edge, over the
  /// rows, until the next section pushes it out. Its widget has the CSS class `stuck` then, and by default an opaque
  /// background. The position does not change by it, and ``visibleRange`` and ``anchor`` refer to the row's own place. The
  /// focus and ``scroll(to:at:animated:)`` bring rows below it. A heading higher than half of the viewport does not stick.
  /// In a list with a ``selectionMode``, headings are not selected or activated, and arrow keys pass over them.
  ///
  ///     list.sectionHeading = { index in messages.index(of: messages[index].id / 10 * 10) }
  ///
  /// It is called in every layout for some rows at the top edge, so the same holds as for ``bind``, and it should cost
  /// little. Set it again when the sections change without a change of the model.
  public var sectionHeading: ((_ index: Int) -> Int?)? {
    didSet {
      LibraryStyle.install()
      scrolling.layout.heading = sectionHeading
      rowSelection.isHeading = { [sectionHeading] index in sectionHeading?(index) == index }
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
  public var didActivate: Callback<Model.Item> { rowSelection.didActivate }
  /// Called after any change of ``selection``.
  public var didChangeSelection: Callback<Set<Model.ID>> { rowSelection.didChange }

  // MARK: State

  /// The heights and the place, and every decision about them.
  private(set) var scrolling: ListScrolling<Model.ID>
  let pool = WidgetPool<Model.ID, Model.Kind, Row>(spareLimit: Metrics.spareLimit)
  let rowSelection: ListSelection<Model, Row>
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

  /// The row that has the focus, or had it last.
  private(set) var rememberedFocus: Model.ID?
  /// The callers that wait for the end of a scroll.
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  private lazy var frames = Animation(on: self)
  private lazy var report = Coalesced(.soon) { [weak self] in self?.notify() }
  private lazy var growth = Coalesced(.idle) { [weak self] in self?.grow() }
  private lazy var laterGrowth = Coalesced(.after(seconds: ListScrolling<Model.ID>.restAfter)) {
    [weak self] in
    self?.growth.schedule()
  }
  private lazy var accessiblePositions = Coalesced(.idle) { [weak self] in
    guard let self else { return }
    pool.updateAccessiblePositions(count: scrolling.layout.count)
  }

  /// Watches presses on rows, at the window. A gesture between it and the list may consume the release; a list that
  /// watches itself would then hold the row for ever.
  private let rowPresses = PressWatcher()
  private let thumbPresses = PressWatcher()
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
    scrolling = ListScrolling(restingEdge: restingEdge)
    super.init()
    overflow = .hidden
    let kinds = kindNumbers(of: 0..<model.count)
    scrolling.layout.apply(Splice(at: 0, inserting: kinds.count), kinds: kinds) { model.id(at: $0) }
    model.changes.connect(weak: self) { $0.follow($1) }
    rowPresses.watch(weak: self) { $0.pressed($1) }
    thumbPresses.watch(weak: self) { $0.thumbPressed($1) }
    let click = GestureClick()
    click.released.connect(weak: self) { [unowned click] list, count, _, y in
      // While a button is released, it is among GTK's modifiers.
      list.clicked(at: y, count: count, click.modifiers.intersection([.shift, .control, .alt]))
    }
    add(click)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { list, key, _, modifiers in
      list.pressed(Key.normal(key), modifiers.intersection([.shift, .control, .alt]))
    }
    add(keys)
  }

  isolated deinit { pool.removeAll() }

  /// The header that is shown, if there is one.
  private var shownHeader: Widget? { header.flatMap { $0.visible && scrolling.layout.count > 0 ? $0 : nil } }
  private var headerHeight: Double {
    shownHeader.map { Double($0.measured(.vertical, for: rowWidth).natural) } ?? 0
  }
  var headerInView: Widget? { shownHeader.flatMap { scrolling.isInsetInView ? $0 : nil } }

  public override class var cssName: String { "anchoredlist" }
  public override class var accessibleRole: AccessibleRole { .list }

  public override func dispose() {
    resumeArrivals()
    frames.cancel()
    pool.removeAll()
    header?.unparent()
    super.dispose()
  }

  // MARK: Scrolling by the adjustment

  public override func scrolled(_ orientation: Orientation) {
    guard orientation == .vertical, let adjustment = vadjustment else { return }
    let value = adjustment.value
    send { $0.scroll(toValue: value, at: $1) }
  }

  public override func adjustmentsReplaced() {
    // Another value stands for the same place.
    _ = scrolling.bounds(around: vadjustment?.value ?? 0)
    invalidate()
  }

  /// Passes an event to the scrolling, with the time of the frame clock in seconds, and does what follows.
  func send(_ event: (inout ListScrolling<Model.ID>, _ now: Double) -> ListEffects) {
    perform(event(&scrolling, now))
  }

  private func perform(_ effects: ListEffects) {
    if !scrolling.needsFrames {
      frames.cancel()
    } else if !frames.isRunning {
      frames.start { [weak self] in self?.frame(after: $0) }
    }
    if effects.contains(.stopFling) { scroller?.stopFling() }
    if effects.contains(.forgetOvershoot) { vadjustment?.announceValue() }
    if effects.contains(.report) { report.schedule() }
    if effects.contains(.grow), !laterGrowth.isScheduled { growth.schedule() }
    if effects.contains(.growLater) { laterGrowth.schedule() }
    if effects.contains(.layout) { invalidate() }
    if effects.contains(.focusRow), !isLayoutNeeded { endTravel() }
  }

  private func frame(after delta: Double) {
    let model = self.model
    send { scrolling, now in scrolling.frame(after: delta, at: now) { model.id(at: $0) } }
  }

  private var now: Double { frameClock?.frameTime ?? 0 }
  var canAnimate: Bool { isMapped && DesktopSettings.current?.enableAnimations ?? false }

  var scroller: ScrolledWindow? { ancestor(ScrolledWindow.self) }

  // MARK: Changes of the model

  private func follow(_ change: ListChange) {
    let model = self.model
    switch change {
    case .splice(let splice):
      let kinds = kindNumbers(of: splice.insertedRange)
      let effects = scrolling.apply(splice, kinds: kinds, animated: canAnimate, at: now) { model.id(at: $0) }
      pool.apply(splice)
      perform(effects)
    case .update(let index):
      let kind = number(of: model.kind(at: index))
      scrolling.layout.update(index, kind: kind)
      pool.markStale(at: index)
      invalidate()
    }
  }

  private func kindNumbers(of rows: Range<Int>) -> [Int] {
    let model = self.model
    if Model.Kind.self == OneKind.self {
      return Array(
        repeating: rows.isEmpty ? 0 : number(of: model.kind(at: rows.lowerBound)), count: rows.count)
    }
    // A loop, since the closure of `map` would check for the main actor's thread once for each of a million rows.
    var numbers: [Int] = []
    numbers.reserveCapacity(rows.count)
    for index in rows { numbers.append(number(of: model.kind(at: index))) }
    return numbers
  }

  private func number(of kind: Model.Kind) -> Int {
    if let known = kindNumbers[kind] { return known }
    if kinds.count < HeightIndex.kindLimit {
      scrolling.layout.setEstimate(estimatedHeight(kind), forKind: kinds.count)
      kinds.append(kind)
    }
    kindNumbers[kind] = kinds.count - 1
    return kinds.count - 1
  }

  // MARK: Layout

  /// Requests a layout before the next frame is drawn.
  private func invalidate() {
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
      scrolling.widthChanged()
    }
    let model = self.model
    let viewport = Double(max(1, allocated.height - bottomInset))
    let preferred = scrolling.preferredRow(focused: focusedIndex).flatMap { isWorthHolding($0) ? $0 : nil }
    let insets = (start: headerHeight, end: Double(bottomInset))
    let effects = scrolling.layOut(
      viewport: viewport, insets: insets, preferred: preferred, id: { model.id(at: $0) },
      measure: { [unowned self] in measure($0) })
    raiseStuckHeading()
    recycle(isRewrap: isRewrap)
    closeMenusOutOfView(viewport)
    configureAdjustments()
    perform(effects)
    accessiblePositions.schedule()
    queueAllocate()
    if !isJumping { resumeArrivals() }
  }

  /// Waits for the end of a scroll.
  func arrival() async {
    if isMapped { await withCheckedContinuation { arrivals.append($0) } }
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

  /// Puts the stuck heading over the rows under it, and before those below it for assistive technology.
  private func raiseStuckHeading() {
    let layout = scrolling.layout
    guard layout.stuck != nil || pool.raised != nil else { return }
    let before = pool.raised?.widget
    pool.raise(
      layout.stuck?.index, before: layout.frame.visible.first { layout.top(of: $0) >= layout.topEdge },
      in: self)
    guard pool.raised?.widget !== before else { return }
    before?.removeClass("stuck")
    pool.raised?.widget.addClass("stuck")
  }

  private func recycle(isRewrap: Bool) {
    let (layout, kept) = (scrolling.layout, scrolling.keptStretch)
    let stuck = layout.stuck?.index
    pool.recycle { index, row in
      // The focused row keeps its widget wherever it is. Otherwise the focus would be lost with the widget. After a
      // change of width the heights of rows out of view are unknown.
      row.containsFocus || layout.frame.rows.contains(index) || index == stuck
        || !isRewrap && kept.contains(layout.top(of: index))
    }
  }

  /// Closes the context menu of a row that keeps its widget out of view, because its menu has the focus.
  private func closeMenusOutOfView(_ viewport: Double) {
    let layout = scrolling.layout
    for shown in pool.shown {
      ContextMenu.close(in: shown.widget) { point in
        let y = layout.drawnTop(of: shown.index) + point.y
        return y >= 0 && y <= viewport && point.x <= Double(rowWidth)
      }
    }
  }

  /// Moves the bounds so that the present value stands for the present place.
  private func configureAdjustments() {
    let width = Double(rowWidth)
    hadjustment?.configure(
      value: 0, lower: 0, upper: width, stepIncrement: 0, pageIncrement: 0, pageSize: width)
    guard let adjustment = vadjustment, let bounds = scrolling.bounds(around: adjustment.value) else {
      return
    }
    let viewport = scrolling.layout.frame.viewport
    adjustment.configure(
      value: adjustment.value, lower: bounds.lowerBound, upper: bounds.upperBound,
      stepIncrement: Metrics.step,
      // A page does not skip rows under the stuck heading.
      pageIncrement: (viewport - (scrolling.layout.stuck?.height ?? 0)) * Metrics.pageStep,
      pageSize: viewport)
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
    let (layout, kept) = (scrolling.layout, scrolling.keptStretch)
    if let header {
      let top = shownHeader == nil ? kept.lowerBound : scrolling.insetTop
      let y = max(kept.lowerBound, min(kept.upperBound, top)).rounded()
      let tall = max(Int(layout.startInset), header.measured(.vertical, for: rowWidth).minimum)
      header.place(leading: 0, top: Int(y), width: rowWidth, height: tall)
    }
    for shown in pool.shown {
      let top = layout.drawnTop(of: shown.index)
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
    scrolling.layout.viewportMoved(by: top - before)
    progress = .needed
  }

  private var hasRowOfOtherHeight: Bool {
    let layout = scrolling.layout
    return headerHeight != layout.startInset
      || pool.shown.contains {
        (layout.frame.rows.contains($0.index) || $0.index == layout.stuck?.index)
          && naturalHeight(of: $0.widget) != layout.heights.height(at: $0.index)
      }
  }

  public override func snapshot(_ snapshot: Snapshot) {
    let visible = scrolling.layout.frame.visible
    if let header = headerInView { snapshot.add(header, of: self) }
    // Shadows and focus rings may reach out of the rows next to the view, and the ring over the next row.
    let focused = focusedIndex
    let stuck = scrolling.layout.stuck?.index
    let rows = max(visible.lowerBound - 1, 0)..<min(visible.upperBound + 1, scrolling.layout.count)
    for index in rows where index != focused && index != stuck {
      if let row = pool.widget(at: index) { snapshot.add(row, of: self) }
    }
    if let focused, focused != stuck, rows.contains(focused), let row = pool.widget(at: focused) {
      snapshot.add(row, of: self)
    }
    if let row = stuck.flatMap(pool.widget(at:)) { snapshot.add(row, of: self) }
  }

  // MARK: Deferred work

  private func notify() {
    let changes = scrolling.report()
    if changes.hasOtherRows { rowSelection.forgetRemoved() }
    if let isAtEnd = changes.atEnd { didChangeAtEnd(isAtEnd) }
    if changes.showsOtherRows { didChangeViewport() }
  }

  private func grow() {
    if isMapped { send { $0.grow(at: $1) } }
  }

  /// Whether the content has not moved for a while, and is not held.
  var isAtRest: Bool { scrolling.isAtRest(at: now) }

  /// Whether nothing moves and no deferred work is left. While the thumb is held, rows are not laid out ahead.
  var isSettled: Bool { !isLayoutNeeded && !report.isScheduled && scrolling.isSettled(at: now) }

  // MARK: Focus

  /// Moves the focus. The list is one stop for Tab; inside, the arrow keys move from row to row.
  public override func focus(_ direction: FocusDirection) -> Bool { moveInside(direction) }

  /// The row that contains the focus.
  var focusedIndex: Int? { focusedRow?.index }
  private var focusedRow: WidgetPool<Model.ID, Model.Kind, Row>.Shown? {
    containsFocus ? pool.shown.first { $0.widget.containsFocus } : nil
  }

  // MARK: On and off the screen

  public override func rooted() {
    rowPresses.move(to: window)
    // A layout chooses the row to hold, and has to do so before rows are inserted.
    focusChanges = window?.focusWidgetChanged.connect(weak: self) { list in
      if let row = list.focusedRow { list.rememberedFocus = row.id }
      if list.isMapped { list.invalidate() }
    }
  }

  public override func unrooted() {
    rowPresses.move(to: nil)
    send { scrolling, _ in scrolling.releaseRow() }
    focusChanges?.disconnect()
  }

  public override func mapped() {
    thumbPresses.move(to: scroller?.vscrollbar)
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
    scrolling.leaveScreen()
    frames.cancel()
    resumeArrivals()
  }

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
  /// Spare widgets of each kind.
  static let spareLimit = 48
  /// Points that an arrow key scrolls.
  static let step = 40.0
  /// Viewports that Page Up and Page Down scroll.
  static let pageStep = 0.9
}
