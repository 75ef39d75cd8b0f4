import Gtk
import ScrollCore

/// A list that opens at its end and never moves what the reader reads.
///
/// It goes into a `ScrolledWindow` and shows the rows of a ``ListModel``; widgets exist for the rows in
/// view and some around them, and are recycled.
///
///     let messages = ListStore<Message>()
///     let list = AnchoredList(messages, makeRow: { _ in MessageRow() }) { row, index in
///       row.message = messages.items[index]
///     }
///     window.child = ScrolledWindow(child: list)
///     messages.prepend(older)  // nothing on the screen moves, not even a fling
///
/// Content coordinates are pinned where the first layout put them: rows that come above extend the
/// adjustment's `lower` into the negative and leave `value` alone, so a fling, a page animation or a
/// held pointer goes on undisturbed. Only `allocate` writes to the adjustment, in the pass that places
/// the rows.
@MainActor
public final class AnchoredList<Model: ListModel, Row: Widget>: ScrollableWidget {
  public let model: Model

  /// Whether it is known what is in view: from a change of the model's rows on it is not until the next layout, of
  /// which ``onViewportChanged`` tells in any case.
  public internal(set) var isLaidOut = true

  /// Called after a layout in which the viewport shows other rows, or rows have come or gone anywhere:
  /// the time to ask for more. Outside the layout, so it may change the model.
  public var onViewportChanged: (() -> Void)?
  /// Called when the reader has come to the end or has left it.
  public var onAtEndChanged: ((Bool) -> Void)?

  /// Whether the model's last row is the last there is. While it is not, the end is no place to stay at:
  /// rows that are appended there do not carry the reader along.
  public var endIsLive: Bool {
    get { layout.holdsEnd }
    set { layout.holdsEnd = newValue }
  }

  /// Whether a row under a held pointer or with the focus keeps its place when others come or go. One that only stands
  /// for what is to come must not: it would carry the reader along, past all that came.
  public var isWorthHolding: (Int) -> Bool = { _ in true }

  /// Room below the last row, in points: the end rests this far above the bottom edge.
  public var bottomInset = 0 {
    didSet { if bottomInset != oldValue { queueLayout() } }
  }

  var layout: AnchoredLayout<Model.ID>
  let pool: RowPool<Model.ID, Row>
  var animation: ScrollAnimation<Model.ID>?
  var thumb: HeldThumb?
  /// The row under a pointer that is held down.
  var pressedRow: Model.ID?
  private var rowWidth = 0
  /// The adjustment's value as the last layout knew it.
  private var knownValue = 0.0
  private var isConfiguring = false
  var lastScrollTime = -Double.infinity
  var fillFactor = fillAfterChange
  var isIdleFillPending = false
  var told = (isAtEnd: false, frame: AnchoredLayout<Model.ID>.Frame())
  var isTellingPending = false
  var isTellingPositionsPending = false
  /// Rows have come or gone before the last layout, and nobody has been told of the view since.
  var isViewNews = false
  weak var watchedScrollbar: Widget?
  let pressWatcher = PressWatcher()
  weak var pressedWindow: Window?

  /// `makeRow` makes a widget for rows of a kind; `bind` fills one with the row at an index, again and again.
  /// A row's width is the list's; its natural height for that width is its height. `defaultHeight` counts for
  /// rows of which nothing is known. `restingEdge` is where the list opens and what short content rests on: the end,
  /// where it also stays as rows are appended, or the start.
  public init(
    _ model: Model, restingEdge: ScrollEdge = .end, defaultHeight: Double = 60,
    makeRow: @escaping (_ kind: Int) -> Row,
    bind: @escaping (Row, _ index: Int) -> Void
  ) {
    self.model = model
    layout = AnchoredLayout(defaultHeight: defaultHeight)
    layout.restingEdge = restingEdge
    pool = RowPool(makeRow: makeRow, bind: bind)
    super.init()
    clipsContent = true
    insert(model.count, at: 0, removing: 0)
    model.changes.observe(weak: self) { $0.modelChanged($1) }
    pressWatcher.watch(weak: self) { $0.pressed($1) }
    addKeys()
  }

  isolated deinit { pool.removeAll() }

  public override class var cssName: String { "anchoredlist" }
  public override class var accessibleRole: AccessibleRole { .list }

  public override func dispose() {
    animation = nil
    pool.removeAll()
    super.dispose()
  }

  // MARK: Scrolling by adjustment

  public override func scrolled(_ orientation: Orientation) {
    guard orientation == .vertical, !isConfiguring, let adjustment = verticalAdjustment else { return }
    let delta = adjustment.value - knownValue
    guard delta != 0 else { return }
    knownValue = adjustment.value
    animation = nil
    lastScrollTime = frameClock?.frameTime ?? 0
    let isJump = thumb != nil || abs(delta) > Self.jumpDistance * layout.frame.viewport
    fillFactor = isJump ? Self.fillAfterChange : Self.fillWhileScrolling
    let model = self.model
    if let thumb {
      layout.scroll(toFraction: thumb.fraction(of: knownValue), in: thumb.heights, index: thumb.index) {
        model.id(at: $0)
      }
    } else if isJump {
      let room = adjustment.upper - adjustment.lower - adjustment.pageSize
      layout.scroll(toFraction: room > 0 ? (knownValue - adjustment.lower) / room : 1, in: layout.heights) {
        model.id(at: $0)
      }
    } else {
      layout.scroll(by: delta)
    }
    queueLayout()
  }

  public override func adjustmentsReplaced() {
    knownValue = verticalAdjustment?.value ?? 0
    queueLayout()
  }

  func whileConfiguring(_ body: () -> Void) {
    isConfiguring = true
    body()
    isConfiguring = false
  }

  // MARK: Layout

  /// Asks for a layout of the list and of all it is in.
  ///
  /// The list's own allocation would do but for this: rows are bound while it runs, and ask for a new size then.
  /// The wish goes up the tree, and what awaits a layout is not drawn; only those that are being laid out
  /// themselves forget it. A wish for a new size alone does not see to that: it goes no farther than to the first
  /// widget that has one already, from rows bound before, and so the window was blank when a tab was shown again.
  func queueLayout() {
    queueResize()
    var next = parent
    while let ancestor = next {
      ancestor.queueAllocate()
      next = ancestor.parent
    }
  }

  public override func allocate(width: Int, height: Int) {
    guard width > 0, height > 0 else { return }
    let isRewrap = width != rowWidth
    if isRewrap {
      rowWidth = width
      layout.widthChanged()
      fillFactor = min(fillFactor, Self.fillAfterChange)
    }
    let model = self.model
    stepAnimation()
    let viewport = Double(max(1, height - bottomInset))
    let frame = layout.layout(
      viewport: viewport, overscan: fillFactor * viewport + Double(bottomInset), preferred: preferredRow,
      id: { model.id(at: $0) },
      measure: { [pool] index in
        let row = pool.row(index, id: model.id(at: index), kind: model.kind(at: index), in: self)
        return Double(row.measured(.vertical, for: width).natural)
      })
    placeRows(frame, isRewrap: isRewrap)
    configure(frame, width: width)
    if !isLaidOut { isViewNews = true }
    isLaidOut = true
    tellLater()
    fillWhenIdle()
    tellPositionsWhenIdle()
  }

  private func placeRows(_ frame: AnchoredLayout<Model.ID>.Frame, isRewrap: Bool) {
    let kept = -Self.keepFactor * frame.viewport..<(1 + Self.keepFactor) * frame.viewport
    pool.recycle(keepSpare: Self.spareLimit) { index, known in
      // A focused row keeps its widget wherever it goes, or the focus would go with the widget. Of those out of view
      // nobody knows the height at a new width.
      known.row.containsFocus || frame.rows.contains(index)
        || !isRewrap && kept.contains(layout.top(of: index))
    }
    for (index, known) in pool.bound {
      let top = layout.top(of: index)
      let height = Int(layout.heights.height(at: index))
      // Rounded once for all, since heights are whole: neighbours never drift apart. Far rows (the focused
      // one) wait just outside.
      let y = Int(max(kept.lowerBound - Double(height), min(kept.upperBound, top)).rounded())
      known.row.place(x: 0, y: y, width: rowWidth, height: height)
    }
  }

  private func configure(_ frame: AnchoredLayout<Model.ID>.Frame, width: Int) {
    let width = Double(width)
    whileConfiguring {
      horizontalAdjustment?.configure(
        value: 0, lower: 0, upper: width, stepIncrement: 0, pageIncrement: 0, pageSize: width)
      guard let adjustment = verticalAdjustment else { return }
      // Under a held thumb the bounds stay: the thumb's place on the screen is what the hand holds.
      guard thumb == nil else { return }
      adjustment.configure(
        value: adjustment.value, lower: adjustment.value + frame.top, upper: adjustment.value + frame.bottom,
        stepIncrement: Self.step, pageIncrement: frame.viewport * 0.9, pageSize: frame.viewport)
      knownValue = adjustment.value
    }
  }

  /// What is held rather than the topmost row: the one under a held pointer, or the focused one, while in view.
  private var preferredRow: Int? {
    let pressed = pressedRow.flatMap { id in pool.bound.first { $0.value.id == id }?.key }
    return [pressed, pressedRow == nil ? focusedIndex : nil].lazy.compactMap(\.self).first(
      where: isWorthHolding)
  }

  public override func snapshot(_ snapshot: Snapshot) {
    let frame = layout.frame
    // Shadows and focus rings reach a little out of their rows.
    let drawn = max(frame.visible.lowerBound - 1, 0)..<min(frame.visible.upperBound + 1, layout.count)
    for index in drawn {
      if let row = pool[index] { snapshot.add(row, of: self) }
    }
  }

  /// One stop for Tab; inside, the arrows go from row to row.
  public override func focus(_ direction: FocusDirection) -> Bool { moveRowFocus(direction) }

  // MARK: On and off the screen

  public override func rooted() { watchPresses(of: window) }
  public override func unrooted() { watchPresses(of: nil) }
  public override func mapped() {
    watchScrollbar()
    // What changed while the list was hidden waits for a layout: see there.
    queueLayout()
  }

  public override func unmapped() {
    thumb = nil
    pressedRow = nil
    animation = nil
  }

  var scroller: ScrolledWindow? { ancestor(ScrolledWindow.self) }
}
