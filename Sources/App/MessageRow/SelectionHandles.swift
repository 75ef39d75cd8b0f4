import Backscroll
import Gtk
import Translation

/// The controls by which fingers change a selected text: a handle at each end, and a bar with actions. The widget lies
/// over the messages and does not affect their input.
package final class SelectionHandles: CustomWidget {
  /// The selection with handles; nil without one.
  private weak var selection: TextSelection?
  private let lower = SelectionHandle()
  private let upper = SelectionHandle()
  private let bar = Box(.horizontal, spacing: 4)
  /// The end that stays fixed while a handle is dragged, and the distance from the finger to the middle of the moved
  /// end's line.
  private var drag: (fixed: Int, grip: Point)?

  /// Points between the bar and the selected text, and the least distance at its sides.
  private static let gap = 10.0
  private static let margin = 8.0

  package override init() {
    super.init()
    overflow = .hidden
    bar.addClass("bs-toast")
    bar.addClass("bs-selection-bar")
    let (copy, all) = (Button(tr("Copy")), Button(tr("Select All")))
    copy.clicked.connect(weak: self) { $0.copy() }
    all.clicked.connect(weak: self) { $0.selection?.selectAll() }
    for button in [copy, all] {
      button.addClass("bs-button")
      button.valign = .center
      // A press leaves the focus, and so the keys, with the row.
      button.focusable = false
    }
    bar.append(copy, all)
    for child in [lower, upper, bar] as [Widget] {
      child.isChildVisible = false
      child.setParent(self)
    }
    addDrag()
  }

  package override class var cssName: String { "selectionhandles" }
  /// Points beside the handles belong to the messages.
  package override func contains(_ point: Point) -> Bool { false }

  /// Shows or hides the handles and the bar of a selection that has changed.
  func selectionChanged(_ selection: TextSelection) {
    if selection.hasHandles {
      self.selection = selection
    } else if self.selection === selection {
      self.selection = nil
      drag = nil
    }
    queueAllocate()
  }

  /// Places the handles again after the rows have moved.
  package func rowsMoved() { if selection != nil { queueAllocate() } }

  /// Ends the selection at a tap elsewhere in `widget`, which contains the messages.
  package func endByTaps(in widget: Widget) {
    let click = GestureClick()
    click.propagationPhase = .capture
    click.released.connect(weak: self) { [weak widget] handles, _, x, y in
      guard let widget, let selection = handles.selection else { return }
      let point = Point(x: x, y: y)
      let parts = [handles.lower, handles.upper, handles.bar, selection.row] as [Widget]
      let isHere = parts.contains { part in
        guard part.isChildVisible, let here = widget.convert(point, to: part) else { return false }
        return here.x >= 0 && here.y >= 0 && here.x < Double(part.width) && here.y < Double(part.height)
      }
      if !isHere { selection.end() }
    }
    widget.add(click)
  }

  private func copy() {
    guard let selection else { return }
    selection.copy()
    announce(tr("Copied"))
    selection.end()
  }

  // MARK: Layout

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    for child in [lower, upper, bar] as [Widget] { _ = child.measured(orientation) }
    return Measure(minimum: 0)
  }

  /// The ends of the selection, in this widget's coordinates.
  private var carets: (lower: TextSelection.Caret, upper: TextSelection.Caret)? {
    guard let selection, selection.hasHandles, selection.row.isMapped, var (first, second) = selection.carets,
      let origin = selection.row.convert(Point(x: 0, y: 0), to: self)
    else { return nil }
    (first.x, first.y) = (first.x + origin.x, first.y + origin.y)
    (second.x, second.y) = (second.x + origin.x, second.y + origin.y)
    return (first, second)
  }

  package override func allocate(width: Int, height: Int) {
    let carets = carets
    for (handle, caret) in [(lower, carets?.lower), (upper, carets?.upper)] {
      let bottom = caret.map { $0.y + $0.height }
      handle.isChildVisible = bottom.map { $0 >= 0 && $0 <= Double(height) } ?? false
      guard let caret, let bottom, handle.isChildVisible else { continue }
      // The drop hangs on the outer side.
      handle.leansRight = (handle === upper) != caret.isRightToLeft
      let size = SelectionHandle.size
      let x = caret.x - (handle.leansRight ? SelectionHandle.inset : Double(size) - SelectionHandle.inset)
      handle.place(x: Int(x.rounded()), y: Int(bottom.rounded()), width: size, height: size)
    }
    placeBar(carets, width, height)
  }

  /// Places the bar above the selected text if there is room, otherwise below its handles.
  private func placeBar(
    _ carets: (lower: TextSelection.Caret, upper: TextSelection.Caret)?, _ width: Int, _ height: Int
  ) {
    let top = carets.map { min($0.lower.y, $0.upper.y) } ?? 0
    let bottom = carets.map { max($0.lower.y + $0.lower.height, $0.upper.y + $0.upper.height) } ?? 0
    bar.isChildVisible = carets != nil && drag == nil && bottom > 0 && top < Double(height)
    guard let carets, bar.isChildVisible else { return }
    let wide = max(bar.measured(.horizontal).minimum, min(bar.measured(.horizontal).natural, width))
    let high = bar.measured(.vertical, for: wide).natural
    let above = top - Self.gap - Double(high)
    let below = bottom + Double(SelectionHandle.size) + Self.gap
    let y = above >= Self.margin ? above : min(below, Double(height - high) - Self.margin)
    let middle = (carets.lower.x + carets.upper.x) / 2
    let x = min(max(Self.margin, middle - Double(wide) / 2), Double(width - wide) - Self.margin)
    bar.place(x: Int(x), y: Int(max(Self.margin, y)), width: wide, height: high)
  }

  package override func dispose() {
    for child in [lower, upper, bar] as [Widget] { child.unparent() }
    super.dispose()
  }

  // MARK: Drags

  /// Adds the drag to this widget, which does not move below the finger.
  private func addDrag() {
    let gesture = GestureDrag()
    gesture.propagationPhase = .capture
    gesture.dragBegin.connect(weak: self) { [weak gesture] handles, x, y in
      gesture?.set(handles.begin(at: Point(x: x, y: y)) ? .claimed : .denied)
    }
    var start = Point(x: 0, y: 0)
    gesture.dragBegin.connect(weak: self) { _, x, y in start = Point(x: x, y: y) }
    gesture.dragUpdate.connect(weak: self) { handles, dx, dy in
      handles.move(to: Point(x: start.x + dx, y: start.y + dy))
    }
    gesture.dragEnd.connect(weak: self) { handles, _, _ in handles.endDrag() }
    gesture.cancelled.connect(weak: self) { handles, _ in handles.endDrag() }
    add(gesture)
  }

  private func begin(at point: Point) -> Bool {
    guard let carets, let range = selection?.range else { return false }
    func isOn(_ handle: SelectionHandle) -> Bool {
      guard handle.isChildVisible, let here = convert(point, to: handle) else { return false }
      return here.x >= 0 && here.y >= 0 && here.x < Double(handle.width) && here.y < Double(handle.height)
    }
    let isUpper = isOn(upper)
    guard isUpper || isOn(lower) else { return false }
    let caret = isUpper ? carets.upper : carets.lower
    drag = (
      isUpper ? range.lowerBound : range.upperBound,
      Point(x: caret.x - point.x, y: caret.y + caret.height / 2 - point.y)
    )
    queueAllocate()
    return true
  }

  private func move(to point: Point) {
    guard let drag, let selection,
      let here = convert(Point(x: point.x + drag.grip.x, y: point.y + drag.grip.y), to: selection.row)
    else { return }
    selection.move(to: here, from: drag.fixed)
  }

  private func endDrag() {
    guard drag != nil else { return }
    drag = nil
    selection?.offer()
    queueAllocate()
  }
}

/// A drop with its corner at the end of the selected text, in an area large enough for a finger.
private final class SelectionHandle: CustomWidget {
  /// Points: the sides of the area and of the drop, and the distance from the area's edge to the drop's corner.
  static let size = 44
  private static let drop = 20.0
  static let inset = 12.0

  /// Whether the drop is to the right of its corner.
  var leansRight = false { didSet { if leansRight != oldValue { queueDraw() } } }

  override class var cssName: String { "selectionhandle" }
  override class var accessibleRole: AccessibleRole { .presentation }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: Self.size) }

  override func snapshot(_ snapshot: Snapshot) {
    let x = leansRight ? Self.inset : Double(width) - Self.inset - Self.drop
    let radius = Self.drop / 2
    let shape = RoundedRect(
      Rect(x: x, y: 0, width: Self.drop, height: Self.drop), topLeft: leansRight ? 0 : radius,
      topRight: leansRight ? radius : 0, bottomRight: radius, bottomLeft: radius)
    // On an own message, the drop would be invisible against the accent color.
    snapshot.fill(shape.grown(by: 1.5), color(named: "bs_surface") ?? .white)
    snapshot.fill(shape, color(named: "bs_accent") ?? foreground)
  }
}
