import Gtk
import ScrollCore

/// The keys, the clicks and the focus in a list. They select and activate rows, and scroll to those that they reach.
@MainActor
final class ListNavigation<Model: ListModel, Row: Widget> {
  /// Called when a row is activated.
  let didActivate = Callback<Model.Item>()

  /// It owns the navigation.
  private unowned let list: AnchoredList<Model, Row>
  private let selection: ListSelection<Model, Row>
  private let pool: WidgetPool<Model.ID, Model.Kind, Row>

  /// The row that has the focus, or had it last.
  private var remembered: Model.ID?
  /// The edge to which a key scrolls. The focus moves to the row next to it once the content rests.
  private var travel: ScrollEdge?
  /// Checks in each frame of the travel whether the content rests.
  private let arrival: Animation

  /// Points that an arrow key scrolls within a row higher than the viewport.
  private static var step: Double { 80 }

  /// Adds event controllers to `list`, whose rows have their widgets in `pool`.
  init(
    of list: AnchoredList<Model, Row>, _ selection: ListSelection<Model, Row>,
    in pool: WidgetPool<Model.ID, Model.Kind, Row>
  ) {
    self.list = list
    self.selection = selection
    self.pool = pool
    arrival = Animation(on: list)
    addKeys()
    addClicks()
  }

  /// The row that contains the focus.
  var focusedIndex: Int? {
    guard list.containsFocus else { return nil }
    return pool.shown.first { $0.widget.containsFocus }?.index
  }

  /// The row that has the focus, or had it last; nil if it has left the model.
  var lastFocused: Model.ID? {
    remembered.flatMap { list.model.index(of: $0) == nil ? nil : $0 }
  }

  /// Call it when the focus of the window has moved.
  func focusMoved() {
    guard list.containsFocus, let row = pool.shown.first(where: { $0.widget.containsFocus }) else { return }
    remembered = row.id
  }

  // MARK: Clicks

  private func addClicks() {
    let click = GestureClick()
    click.released.connect(weak: list) { [unowned click] list, count, _, y in
      list.navigation.clicked(at: y, count: count, click.modifiers)
    }
    list.add(click)
  }

  /// Follows the release that ends a click, at `y` points below the list's top edge.
  func clicked(at y: Double, count: Int, _ modifiers: Modifiers) {
    guard let index = list.layout.row(at: y) else { return }
    switch selection.mode {
    case .none: if count == 1 { didActivate(list.model[index]) }
    case .single, .multiple:
      selection.select(
        index, extending: modifiers.contains(.shift), toggling: modifiers.contains(.control))
      if count == 2, modifiers.isEmpty { didActivate(list.model[index]) }
    }
  }

  // MARK: Keys

  private func addKeys() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: list) { list, key, _, modifiers in
      list.navigation.pressed(Key.normal(key), modifiers.intersection([.shift, .control, .alt]))
    }
    list.add(keys)
  }

  /// Follows a key; returns whether it was handled.
  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if modifiers.isEmpty, let step = ScrolledWindow.ScrollStep(key: key) { return scroll(step) }
    switch (key, modifiers) {
    case (Key.returnKey, []):
      guard didActivate.hasListeners, let focused = focusedIndex else { return false }
      didActivate(list.model[focused])
    case (Key.space, []), (Key.space, .control):
      guard selection.mode != .none, let focused = focusedIndex else { return false }
      selection.select(focused, extending: false, toggling: modifiers == .control)
    case (Key.a, .control):
      guard selection.mode == .multiple else { return false }
      selection.selectAll()
    case (Key.up, []), (Key.down, []), (Key.up, .shift), (Key.down, .shift):
      guard selection.mode != .none, let focused = focusedIndex else { return false }
      moveFocus(from: focused, by: key == Key.up ? -1 : 1)
      guard let reached = focusedIndex else { return true }
      selection.select(reached, extending: modifiers == .shift, toggling: false)
    default: return false
    }
    return true
  }

  // MARK: Scrolling

  /// Scrolls as a key does; returns whether it can. A focus in the list follows, so that the next arrow key continues
  /// from the rows in view.
  func scroll(_ step: ScrolledWindow.ScrollStep) -> Bool {
    let followsFocus = list.containsFocus || list.window?.focusWidget == nil
    switch step {
    case .pageUp, .pageDown:
      guard let scroller = list.ancestor(ScrolledWindow.self) else { return false }
      scroller.scroll(step)
    case .start: list.scrollToStart()
    case .end: list.scrollToEnd()
    }
    guard followsFocus, list.isMapped else { return true }
    travel = step == .pageUp || step == .start ? .start : .end
    // GTK's animation begins with the next frame.
    list.noteScroll()
    arrival.start { [weak self] _ in self?.arrive() }
    return true
  }

  private func arrive() {
    if list.isAtRest, !list.isJumping, !list.isLayoutNeeded { endTravel() }
  }

  /// Call it when the list leaves the screen.
  func unmapped() {
    arrival.cancel()
    travel = nil
  }

  /// Gives the focus to the row next to the edge to which a key has scrolled, if the focus did not go elsewhere meanwhile.
  private func endTravel() {
    guard let edge = travel else { return }
    arrival.cancel()
    travel = nil
    guard list.containsFocus || list.window?.focusWidget == nil else { return }
    let visible = list.layout.frame.visible
    guard let first = edge == .start ? visible.first(where: isWhole) : visible.last(where: isWhole) else {
      // A row higher than the viewport.
      _ = visible.contains { pool.widget(at: $0)?.takeFocus() ?? false }
      return
    }
    let onward = edge == .start ? Array(first..<visible.upperBound) : (visible.lowerBound...first).reversed()
    _ = onward.contains { pool.widget(at: $0)?.takeFocus() ?? false }
  }

  /// Whether all of a row is in view.
  private func isWhole(_ index: Int) -> Bool {
    let layout = list.layout
    let top = layout.top(of: index)
    return top >= -1 && top + layout.heights.height(at: index) <= layout.frame.viewport + 1
  }

  // MARK: Focus

  /// Moves the focus into the list, or on in it; returns whether the focus stays there. The list is one stop for Tab;
  /// inside, the arrow keys go from row to row.
  func focus(_ direction: FocusDirection) -> Bool {
    guard list.layout.count > 0 else { return false }
    endTravel()
    if let header = list.header, header.containsFocus { return leaveHeader(header, direction) }
    guard let focused = focusedIndex else {
      return direction == .forward && list.headerInView?.moveFocus(direction) ?? false || enterFocus()
    }
    switch direction {
    case .backward:
      return pool.widget(at: focused)?.moveFocus(direction) ?? false
        || list.headerInView?.moveFocus(direction) ?? false
    case .forward, .left, .right:
      return pool.widget(at: focused)?.moveFocus(direction) ?? false
    case .up: moveFocus(from: focused, by: -1)
    case .down: moveFocus(from: focused, by: 1)
    }
    return true
  }

  /// Moves the focus on in the header, and from there to the rows.
  private func leaveHeader(_ header: Widget, _ direction: FocusDirection) -> Bool {
    if header.moveFocus(direction) { return true }
    switch direction {
    case .forward: return enterFocus()
    case .down: return list.layout.frame.visible.first.map(focusRow) ?? false
    case .backward, .up, .left, .right: return false
    }
  }

  private func enterFocus() -> Bool {
    let layout = list.layout
    let visible = layout.frame.visible
    guard !visible.isEmpty else { return false }
    return entrances(among: visible).contains { pool.widget(at: $0)?.takeFocus() ?? false }
  }

  /// The rows in view, in the order in which the focus is offered to them: first the one that had it last, or else
  /// those next to that row. None of them is scrolled to.
  private func entrances(among visible: Range<Int>) -> [Int] {
    let whole = visible.filter(isWhole)
    let (first, last) = (whole.first ?? visible.lowerBound, whole.last ?? visible.upperBound - 1)
    if let index = remembered.flatMap(list.model.index(of:)) {
      if visible.contains(index) { return [index, first] }
      return index < visible.lowerBound
        ? Array(first..<visible.upperBound) : (visible.lowerBound...last).reversed()
    }
    // Reading begins with the newest row in a chat, with the first one in a feed.
    return list.layout.restingEdge == .start ? Array(first..<visible.upperBound) : [last]
  }

  private func moveFocus(from focused: Int, by step: Int) {
    let layout = list.layout
    let visible = layout.frame.visible
    guard visible.contains(focused) else {
      // The focused row was scrolled out of view: continue from the rows in view.
      if !visible.isEmpty { focusRow(step > 0 ? visible.lowerBound : visible.upperBound - 1) }
      return
    }
    let top = layout.top(of: focused)
    let height = layout.heights.height(at: focused)
    let hidden = step > 0 ? top + height - layout.frame.viewport : -top
    if hidden > 1, height > layout.frame.viewport {
      // A row higher than the viewport is scrolled to its end first.
      list.scroll(by: Double(step) * min(Self.step, hidden))
    } else {
      // Past rows that take no focus, such as headings.
      var next = focused + step
      while pool.widget(at: next) != nil, !focusRow(next) { next += step }
      if next < 0, list.header?.moveFocus(.backward) ?? false { list.scrollToStart() }
    }
  }

  @discardableResult
  private func focusRow(_ index: Int) -> Bool {
    guard pool.widget(at: index)?.takeFocus() ?? false else { return false }
    list.scroll(to: list.model.id(at: index), at: .nearest)
    return true
  }
}
