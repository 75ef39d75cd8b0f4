import AppBase
import Backscroll
import Chats
import Gtk
import Translation

/// The pointer, the keys, and the selection of messages by both.
extension MessageRow {
  // MARK: Pointer

  func addPointer() {
    let click = GestureClick()
    click.button = 1
    click.pressed.connect(weak: self) { [weak click] row, count, x, y in
      let extends = click?.modifiers.contains(.shift) ?? false
      // A finger may be held down, for the menu of the selected text.
      if count == 1, click?.isTouch ?? false { return }
      row.isPressed = true
      if row.messageSelection?.isActive == true { return }
      if !extends { row.selection.pressed(count, at: Point(x: x, y: y)) }
    }
    click.released.connect(weak: self) { [weak click] row, count, x, y in
      row.isPressed = false
      let modifiers = click?.modifiers ?? []
      if row.messageSelection?.isActive == true || modifiers.contains(.control), row.isSelectable {
        row.select(extends: modifiers.contains(.shift))
        row.takeFocus()
        return
      }
      guard count == 1 else { return }
      row.selection.clicked(byTouch: click?.isTouch ?? false)
      // The focus enables the keys for scrolling, and those of the row.
      row.takeFocus()
      row.clicked(at: Point(x: x, y: y))
    }
    click.cancelled.connect(weak: self) { row, _ in row.isPressed = false }
    add(click)
    let menu = GestureClick()
    menu.button = 3
    menu.pressed.connect(weak: self) { row, _, x, y in row.openMenu(at: Point(x: x, y: y)) }
    add(menu)
    let hold = GestureLongPress()
    hold.pressed.connect(weak: self) { [weak hold] row, x, y in
      // The release of the finger later is not a click.
      let point = Point(x: x, y: y)
      if row.messageSelection?.isActive == true, row.isSelectable {
        // The release is not a click: a held finger selects a range.
        row.select(extends: true)
        hold?.set(.claimed)
        return
      }
      if row.selection.held(at: point) || row.openMenu(at: point) { hold?.set(.claimed) }
    }
    add(hold)
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, x, y in row.pointerMoved(to: Point(x: x, y: y)) }
    motion.left.connect(weak: self) { row in
      row.hoversBubble = false
      row.hovered = nil
    }
    add(motion)
  }

  private func clicked(at point: Point) {
    guard let target = target(at: point) else { return }
    if case .activate(.attachment(let index)) = target.action, let id = content?.id,
      player?.moment(of: id, index) != nil, let share = share(at: point)
    {
      player?.seek(id, index, to: share)
    } else {
      activate(target.action)
    }
  }

  /// The position in a voice note for a point on its bar, 0…1.
  private func share(at point: Point) -> Double? {
    guard let texts, let geometry else { return nil }
    return zip(texts.blocks, geometry.blocks).lazy.compactMap { $0.share(at: point, in: $1) }.first
  }

  private func pointerMoved(to point: Point) {
    // From the bubble, the pointer can move on to the star beside it.
    let area = hoversBubble ? geometry?.hoverArea : geometry?.bubble?.rect
    hoversBubble = area?.contains(point) ?? false
    hovered = target(at: point)
    if hovered == nil { tooltipText = hoveredKind }
    var acts = hovered != nil
    if case .reaction = hovered?.action { acts = false }
    setCursor(acts ? "pointer" : nil)
  }

  // MARK: Keyboard

  func addKeyboard() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { row, key, _, modifiers in
      row.keyPressed(Key.normal(key), modifiers)
    }
    add(keys)
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { row in
      row.focusedAction = nil
      row.queueDraw()
    }
    add(focus)
  }

  private func keyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if selectionKeyPressed(key, modifiers) { return true }
    switch key {
    case Key.returnKey
    where modifiers.isSuperset(of: [.control, .shift]) && content?.message.isInThread == true:
      send(.thread)
    case Key.returnKey, Key.space: return activateFocused()
    case Key.c where modifiers.contains(.control): selection.copy()
    case Key.menu: openMenu(at: menuPlace)
    case Key.f10 where modifiers.contains(.shift): openMenu(at: menuPlace)
    case Key.escape where selection.end(): break
    case Key.d where modifiers.contains(.control) && canBeBookmarked: send(.bookmark)
    case Key.delete where menu.canDelete: send(.delete)
    case Key.f2 where menu.canEdit: send(.editNote)
    case Key.left, Key.right, Key.up, Key.down:
      return modifiers.isEmpty && (skip(key) || moveInStop(key))
    default: return false
    }
    return true
  }

  /// Activates the focused part. Without one, the row itself goes to the quoted message, or opens its attachment.
  func activateFocused() -> Bool {
    if let target = focusedTarget {
      activate(target.action)
      return true
    }
    guard let mainTarget else { return false }
    activate(mainTarget.action)
    return true
  }

  /// The target of an activation of the row itself.
  private var mainTarget: RowTarget? {
    targets.first { target in
      switch target.action {
      case .activate(.bookmark): false
      case .quote, .activate, .reveal: true
      default: false
      }
    }
  }

  /// Tab moves the focus from the row to each of its parts, and then out. An album is one stop, and so are the reactions.
  func moveFocusInside(_ direction: FocusDirection) -> Bool {
    guard hasFocus else {
      focusedAction = nil
      return takeFocus()
    }
    let targets = targets
    let place = focusedAction.flatMap { action in targets.firstIndex { $0.action == action } }
    switch direction {
    case .forward:
      let stop = place.map { targets[$0].stop }
      guard let next = targets[(place ?? 0)...].first(where: { $0.stop != stop }) else { return false }
      focus(on: next)
    case .backward:
      guard let place else { return false }
      let stop = targets[place].stop
      guard let last = targets[..<place].last(where: { $0.stop != stop }) else {
        focusedAction = nil
        return true
      }
      if let first = targets.first(where: { $0.stop == last.stop }) { focus(on: first) }
    default: return false
    }
    return true
  }

  /// Left and right skip in the playing sound or film of the focused part. Its time runs from left to right in all languages.
  private func skip(_ key: UInt32) -> Bool {
    guard key == Key.left || key == Key.right, let player, let id = content?.id,
      case .activate(.attachment(let index))? = focusedAction ?? mainTarget?.action,
      player.skip(id, index, forward: key == Key.right), let moment = player.moment(of: id, index)
    else { return false }
    announce(moment.words)
    return true
  }

  /// Arrow keys move inside an album and among the reactions.
  func moveInStop(_ key: UInt32) -> Bool {
    guard let current = focusedTarget else { return false }
    let stop = targets.filter { $0.stop == current.stop }
    guard stop.count > 1, let place = stop.firstIndex(where: { $0.action == current.action }) else {
      return false
    }
    let next: RowTarget?
    switch key {
    case Key.left, Key.right:
      let step = (key == Key.right) == !isRightToLeft ? 1 : -1
      // At the ends the focus stays, instead of leaving the row.
      next = stop.indices.contains(place + step) ? stop[place + step] : current
    default:
      let isDown = key == Key.down
      let from = current.rects[0]
      let middle = from.x + from.width / 2
      let candidates = stop.filter { isDown ? $0.rects[0].y >= from.maxY : $0.rects[0].maxY <= from.y }
      let nearest = isDown ? candidates.map { $0.rects[0].y }.min() : candidates.map { $0.rects[0].y }.max()
      next = candidates.filter { $0.rects[0].y == nearest }.min {
        abs($0.rects[0].x + $0.rects[0].width / 2 - middle)
          < abs($1.rects[0].x + $1.rects[0].width / 2 - middle)
      }
    }
    guard let next else { return false }
    focus(on: next)
    return true
  }

  private func focus(on target: RowTarget) {
    guard target.action != focusedAction else { return }
    focusedAction = target.action
    guard let name = name(of: target.action) else { return }
    if case .link = target.action { announce(name) } else { announce(tr("{name}, button", ["name": name])) }
  }

  // MARK: Selection of messages

  /// Whether the message can be selected.
  var isSelectable: Bool { messageSelection != nil && canBeBookmarked }

  /// Whether the message is selected.
  var isInSelection: Bool { content.map { messageSelection?.contains($0.id) ?? false } ?? false }

  /// Applies a change of ``messageSelection``.
  package func messageSelectionChanged() {
    let state = isSelectable && messageSelection?.isActive == true ? isInSelection : nil
    guard state != selectedState else { return }
    selectedState = state
    setAccessibleSelected(state)
    queueDraw()
  }

  /// Selects the message, or deselects it; with Shift, selects the messages from the last one on.
  private func select(extends: Bool) {
    guard isSelectable, let selected = messageSelection, let message = content?.message else { return }
    selection.end()
    if extends { selected.extend(to: message) } else { selected.toggle(message) }
  }

  /// Handles a key for the selected messages.
  private func selectionKeyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard let selected = messageSelection else { return false }
    let keys = modifiers.intersection([.control, .alt, .shift])
    if key == Key.space, keys == .control {
      guard isSelectable else { return false }
      select(extends: false)
      return true
    }
    guard selected.isActive, let id = content?.id else { return false }
    switch (key, keys) {
    case (Key.space, []) where isSelectable, (Key.returnKey, []) where isSelectable: select(extends: false)
    case (Key.space, .shift) where isSelectable: select(extends: true)
    case (Key.up, .shift): selected.didRequestNeighbour?(id, -1)
    case (Key.down, .shift): selected.didRequestNeighbour?(id, 1)
    case (Key.c, .control): selected.didRequest?(.copy)
    case (Key.d, .control): selected.didRequest?(.bookmark)
    case (Key.a, .control): selected.didRequest?(.selectAll)
    case (Key.escape, []): selected.end()
    default: return false
    }
    return true
  }

  // MARK: Actions

  /// Selects the message, or deselects it, for the menu.
  func toggleSelected() { select(extends: false) }

  /// Sends an activation of the whole message.
  package func send(_ activation: MessageActivation) {
    if let message = content?.message { didActivate?(activation, message) }
  }

  /// The place of the star, for the popover of the bookmark.
  package var bookmarkPlace: Rect {
    geometry?.star ?? Rect(x: menuPlace.x, y: menuPlace.y, width: 1, height: 1)
  }

  package func open(_ link: Int) {
    guard text.links.indices.contains(link) else { return }
    LinkQuestion.open(text.links[link].target, from: window)
  }

  private var menuPlace: Point {
    geometry?.bubble.map { Point(x: $0.rect.x + 12, y: $0.rect.maxY) } ?? Point(x: 20, y: 20)
  }

  /// Opens the menu. Returns whether it has entries.
  @discardableResult
  private func openMenu(at point: Point) -> Bool {
    if let target = target(at: point) {
      switch target.action {
      case .link, .activate(.attachment), .activate(.locate): focusedAction = target.action
      default: break
      }
    }
    return menu.open(at: point)
  }
}
