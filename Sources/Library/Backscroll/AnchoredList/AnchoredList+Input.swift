import Gtk
import ScrollCore

/// The pointer, the keys and the focus.
extension AnchoredList {
  // MARK: The pointer

  /// Follows a press in the window.
  func pressed(_ press: PressWatcher.Press) {
    switch press {
    case .began(let place):
      guard isMapped, let point = window?.convert(place, to: self),
        point.x >= 0, point.x < Double(width), point.y >= 0, point.y < Double(height)
      else { return }
      let model = self.model
      send { scrolling, _ in scrolling.press(at: point.y) { model.id(at: $0) } }
    case .ended: send { scrolling, _ in scrolling.releaseRow() }
    }
  }

  /// Follows a press on the scrollbar.
  func thumbPressed(_ press: PressWatcher.Press) {
    switch press {
    case .began: send { scrolling, _ in scrolling.pressThumb() }
    case .ended: send { scrolling, _ in scrolling.releaseThumb() }
    }
  }

  /// Follows the release that ends a click, at `y` points below the top edge.
  func clicked(at y: Double, count: Int, _ modifiers: Modifiers) {
    guard let index = scrolling.layout.row(at: y) else { return }
    // Before the pointer moves after a scroll, GTK delivers a press to the row that was under it before.
    if selectionMode != .none, let row = pool.widget(at: index), !row.containsFocus { row.takeFocus() }
    rowSelection.clicked(index, count: count, modifiers)
  }

  // MARK: Selection and focus

  /// Which rows can be selected: by click, Control and Shift with a click, the arrow keys, Space and, for `multiple`,
  /// Control+A. Control with an arrow key moves only the focus. Selected rows have the `:selected` state in CSS and to
  /// assistive technology.
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
  public var lastFocused: Model.ID? {
    rememberedFocus.flatMap { model.index(of: $0) == nil ? nil : $0 }
  }

  /// Follows a key; returns whether it was handled.
  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if modifiers.isEmpty, let step = ScrolledWindow.ScrollStep(key: key) { return follow(step) }
    let focused = focusedIndex
    if rowSelection.pressed(key, modifiers, at: focused) { return true }
    guard selectionMode != .none, let focused, key == Key.up || key == Key.down,
      modifiers.isSubset(of: [.shift, .control])
    else { return false }
    moveFocus(from: focused, by: key == Key.up ? -1 : 1)
    // With Control alone, the focus moves without the selection.
    if modifiers != .control, let reached = focusedIndex {
      rowSelection.select(
        reached, extending: modifiers.contains(.shift), toggling: modifiers.contains(.control))
    }
    return true
  }

  /// Scrolls as a key does; returns whether it can. A focus in the list follows, so that the next arrow key continues
  /// from the rows in view.
  func follow(_ step: ScrolledWindow.ScrollStep) -> Bool {
    let takesFocus = mayTakeFocus
    switch step {
    case .pageUp, .pageDown:
      guard let scroller else { return false }
      scroller.scroll(step)
    case .start: scrollToStart()
    case .end: scrollToEnd()
    }
    guard takesFocus, isMapped else { return true }
    send { $0.travel(to: step == .pageUp || step == .start ? .start : .end, at: $1) }
    return true
  }

  /// Gives the focus to the row at the edge, if it did not go elsewhere meanwhile.
  func endTravel() {
    let rows = scrolling.arrivals
    send { scrolling, _ in scrolling.endTravel() }
    if mayTakeFocus { offerFocus(to: rows) }
  }

  private var mayTakeFocus: Bool { containsFocus || window?.focusWidget == nil }

  /// Moves the focus into the list, or on in it; returns whether it stays there.
  func moveInside(_ direction: FocusDirection) -> Bool {
    guard scrolling.layout.count > 0 else { return false }
    endTravel()
    if let header, header.containsFocus {
      if header.moveFocus(direction) { return true }
      if direction == .forward { return enterFocus() }
      return direction == .down && visibleRange.first.map(focusRow) ?? false
    }
    guard let focused = focusedIndex else {
      return direction == .forward && headerInView?.moveFocus(direction) ?? false || enterFocus()
    }
    switch direction {
    case .up: moveFocus(from: focused, by: -1)
    case .down: moveFocus(from: focused, by: 1)
    case .forward, .backward, .left, .right:
      return pool.widget(at: focused)?.moveFocus(direction) ?? false
        || direction == .backward && headerInView?.moveFocus(direction) ?? false
    }
    return true
  }

  private func moveFocus(from focused: Int, by step: Int) {
    switch scrolling.focusStep(from: focused, by: step) {
    case .scroll(let distance): scroll(by: distance)
    case .move(var row):
      while pool.widget(at: row) != nil, !rowSelection.includes(row) || !focusRow(row) { row += step }
      if row < 0, header?.moveFocus(.backward) ?? false { scrollToStart() }
    case nil: break
    }
  }

  private func enterFocus() -> Bool {
    offerFocus(to: scrolling.entrances(lastFocused: rememberedFocus.flatMap(model.index(of:))))
  }

  private func focusRow(_ index: Int) -> Bool {
    guard offerFocus(to: [index]) else { return false }
    scroll(to: model.id(at: index), at: .nearest)
    return true
  }

  /// Gives the focus to the first of the rows that takes it; returns whether one did.
  @discardableResult
  private func offerFocus(to rows: [Int]) -> Bool {
    rows.contains { rowSelection.includes($0) && pool.widget(at: $0)?.takeFocus() ?? false }
  }
}
