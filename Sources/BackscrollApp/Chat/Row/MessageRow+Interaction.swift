import Gtk
import Translation

/// The row whose text is selected: one in the whole window.
@MainActor
final class SelectionOwner {
  static let shared = SelectionOwner()
  private weak var row: MessageRow?

  func take(_ row: MessageRow) {
    if self.row !== row { self.row?.selection = nil }
    self.row = row
  }
}

extension MessageRow {
  /// A plain drag scrolls, so text is selected by double click (a word), triple click (the message) and Shift+drag.
  func addInteraction() {
    let click = GestureClick()
    click.button = 1
    click.pressed.connect(weak: self) { [weak click] row, count, x, y in
      row.pressed(count, at: Point(x: x, y: y), extends: click?.modifiers.contains(.shift) ?? false)
    }
    click.released.connect(weak: self) { row, count, x, y in
      if count == 1 { row.clicked(at: Point(x: x, y: y)) }
    }
    add(click)
    addSelectionDrag()
    let menu = GestureClick()
    menu.button = 3
    menu.pressed.connect(weak: self) { row, _, x, y in row.openMenu(at: Point(x: x, y: y)) }
    add(menu)
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, x, y in row.pointerMoved(to: Point(x: x, y: y)) }
    motion.left.connect(weak: self) { $0.hoversBubble = false }
    add(motion)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { row, key, _, modifiers in row.keyPressed(Key.normal(key), modifiers)
    }
    add(keys)
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { row in
      row.focusedLink = nil
      row.queueDraw()
    }
    add(focus)
    addActions()
  }

  private func addSelectionDrag() {
    let drag = GestureDrag()
    drag.button = 1
    var origin: (byte: Int, point: Point)?
    drag.dragBegin.connect(weak: self) { [weak drag] row, x, y in
      origin = nil
      guard drag?.modifiers.contains(.shift) ?? false,
        let byte = row.byte(at: Point(x: x, y: y), clamped: true)
      else {
        drag?.set(.denied)
        return
      }
      drag?.set(.claimed)
      origin = (byte, Point(x: x, y: y))
    }
    drag.dragUpdate.connect(weak: self) { row, dx, dy in
      guard let origin,
        let byte = row.byte(at: Point(x: origin.point.x + dx, y: origin.point.y + dy), clamped: true)
      else { return }
      SelectionOwner.shared.take(row)
      row.selection = min(origin.byte, byte)..<max(origin.byte, byte)
    }
    drag.dragEnd.connect(weak: self) { row, _, _ in
      guard row.selection?.isEmpty == false else { return }
      row.takeFocus()
      row.offerSelection()
    }
    add(drag)
  }

  private func addActions() {
    let actions = ActionGroup()
    actions.addAction("copy", weak: self) { $0.copy() }
    actions.addAction("copy-message", weak: self) { Desktop.copy($0.content?.message.text ?? "", from: $0) }
    actions.addAction("copy-link", weak: self) { (row: MessageRow) in
      if let link = row.menuLink { Desktop.copy(row.text.links[link].target, from: row) }
    }
    actions.addAction("open-link", weak: self) { (row: MessageRow) in
      if let link = row.menuLink { row.open(link) }
    }
    insert(actions, prefix: "row")
  }

  /// The link a menu entry is about: the one under the pointer, or the keyboard's, or the only one.
  private var menuLink: Int? {
    if let focusedLink, text.links.indices.contains(focusedLink) { return focusedLink }
    return text.links.count == 1 ? 0 : nil
  }

  // MARK: Pointer

  /// The byte of the text at a point; nil outside it unless `clamped`.
  func byte(at point: Point, clamped: Bool = false) -> Int? {
    guard let place = geometry?.text, let body = texts?.body else { return nil }
    let found = body.index(at: Point(x: point.x - place.x, y: point.y - place.y))
    guard found.isInside || clamped else { return nil }
    guard found.isTrailing else { return found.byte }
    let rest = text.text.utf8.dropFirst(found.byte)
    return found.byte + (String(rest)?.first.map { String($0).utf8.count } ?? 0)
  }

  private func pressed(_ count: Int, at point: Point, extends: Bool) {
    guard !extends else { return }
    if count == 1 {
      selection = nil
      return
    }
    guard let byte = byte(at: point), let body = texts?.body else { return }
    SelectionOwner.shared.take(self)
    selection = count == 2 ? body.word(around: byte) : 0..<text.text.utf8.count
    // Ctrl+C goes to where the focus is.
    takeFocus()
    offerSelection()
  }

  private func clicked(at point: Point) {
    if let byte = byte(at: point), let link = text.link(at: byte) {
      open(link)
    } else if let quote = geometry?.quote, quote.contains(point), let id = content?.message.reply?.id {
      onActivateQuote?(id)
    } else if let media = geometry?.media, media.contains(point) {
      retryPicture()
    }
  }

  private func pointerMoved(to point: Point) {
    hoversBubble = geometry?.bubble?.rect.contains(point) ?? false
    let isOnLink = byte(at: point).flatMap { text.link(at: $0) } != nil
    let isOnQuote = geometry?.quote?.contains(point) ?? false
    setCursor(isOnLink || isOnQuote ? "pointer" : nil)
  }

  private func open(_ link: Int) { Desktop.open(text.links[link].target, from: window) }

  // MARK: Keyboard

  private func keyPressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    switch key {
    case Key.returnKey, Key.space:
      if let focusedLink {
        open(focusedLink)
      } else if let id = content?.message.reply?.id {
        onActivateQuote?(id)
      } else {
        return false
      }
    case Key.c where modifiers.contains(.control): copy()
    case Key.menu: openMenu(at: menuPlace)
    case Key.f10 where modifiers.contains(.shift): openMenu(at: menuPlace)
    case Key.escape where selection != nil: selection = nil
    default: return false
    }
    return true
  }

  private var menuPlace: Point {
    geometry?.bubble.map { Point(x: $0.rect.x + 12, y: $0.rect.maxY) } ?? Point(x: 20, y: 20)
  }

  /// Tab goes from the row to its links, one by one, and out.
  func moveLinkFocus(_ direction: FocusDirection) -> Bool {
    guard hasFocus else {
      focusedLink = nil
      return takeFocus()
    }
    switch direction {
    case .forward:
      let next = focusedLink.map { $0 + 1 } ?? 0
      guard next < text.links.count else { return false }
      focusedLink = next
      announce(tr("Link: {address}", ["address": text.links[next].target]))
    case .backward:
      guard let link = focusedLink else { return false }
      focusedLink = link > 0 ? link - 1 : nil
    default: return false
    }
    return true
  }

  // MARK: Copying

  private func copy() {
    guard let content else { return }
    let copied = selection.flatMap { $0.isEmpty ? nil : text.slice($0) } ?? content.message.text
    Desktop.copy(copied, from: self)
  }

  /// What is selected can be pasted with the middle button.
  private func offerSelection() {
    if let selection, !selection.isEmpty { Desktop.select(text.slice(selection), from: self) }
  }

  private func openMenu(at point: Point) {
    if let byte = byte(at: point), let link = text.link(at: byte) { focusedLink = link }
    let menu = Menu()
    let copying = Menu()
    if selection?.isEmpty == false { copying.append(tr("_Copy"), action: "row.copy") }
    if content?.message.text.isEmpty == false {
      copying.append(tr("Copy _Message"), action: "row.copy-message")
    }
    menu.appendSection(copying)
    if menuLink != nil {
      let link = Menu()
      link.append(tr("_Open Link"), action: "row.open-link")
      link.append(tr("Copy _Link"), action: "row.copy-link")
      menu.appendSection(link)
    }
    ContextMenu.open(menu, at: point, in: self)
  }
}
