import AppBase
import Chats
import Controls
import Foundation
import Gtk
import MessageRow
import Translation

/// A row of the media page: a month, cells with pictures, a file or a link. One widget draws them all.
final class MediaPageRowView: CustomWidget {
  /// The actions of the rows, and the focused column, shared by all rows.
  @MainActor
  final class Handler {
    var open: (MediaItem) -> Void = { _ in }
    var locate: (MediaItem) -> Void = { _ in }
    var showInChat: (MediaItem) -> Void = { _ in }
    /// The column that the arrow keys have reached.
    var column = 0
    let pictures = PictureCache(byteLimit: 16_000_000)
    let clock = MessageTimeFormatter()

    func date(of item: MediaItem) -> String { clock.date(of: item.sentAt) }
  }

  private let handler: Handler
  private var row: MediaPageRow?
  private var tasks: [MediaItem.ID: Task<Void, Never>] = [:]
  /// The items that could not be decoded, and whether the file is missing.
  private var failed: [MediaItem.ID: Bool] = [:]
  private var hovered: Int?

  /// Points.
  private static let (gap, margin, columnLimit) = (4.0, 16.0, 720.0)
  private static let (monthHeight, fileHeight, linkHeight) = (40, 60, 72)
  /// The ratio of height to width of a film's cell.
  private static let filmRatio = 100.0 / 138.0

  init(_ handler: Handler) {
    self.handler = handler
    super.init()
    let click = GestureClick()
    click.button = 1
    click.released.connect(weak: self) { row, _, x, y in row.clicked(at: Point(x: x, y: y)) }
    add(click)
    let menuClick = GestureClick()
    menuClick.button = 3
    menuClick.pressed.connect(weak: self) { row, _, x, y in _ = row.openMenu(at: Point(x: x, y: y)) }
    add(menuClick)
    let hold = GestureLongPress()
    hold.pressed.connect(weak: self) { [weak hold] row, x, y in
      // The release of the finger later is not a click.
      if row.openMenu(at: Point(x: x, y: y)) { hold?.set(.claimed) }
    }
    add(hold)
    addActions()
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, x, y in row.hover(row.index(at: Point(x: x, y: y))) }
    motion.left.connect(weak: self) { $0.hover(nil) }
    add(motion)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { row, key, _, modifiers in row.pressed(Key.normal(key), modifiers) }
    add(keys)
    let focus = FocusController()
    for change in [focus.entered, focus.left] {
      change.connect(weak: self) { row in
        row.updateLabel()
        row.queueDraw()
      }
    }
    add(focus)
  }

  isolated deinit { for task in tasks.values { task.cancel() } }

  override class var cssName: String { "mediarow" }
  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  func bind(_ row: MediaPageRow) {
    if row.first != self.row?.first || row.total != self.row?.total {
      cancel()
      failed = [:]
      hovered = nil
    }
    self.row = row
    focusable = row.first != nil
    updateLabel()
    queueResize()
    if isMapped { load() }
  }

  override func mapped() { load() }
  override func unmapped() { cancel() }

  private func cancel() {
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  // MARK: Items

  private var items: [MediaItem?] {
    switch row?.content {
    case .cells(let items): items
    case .file(let item), .link(let item): [item]
    case .month, nil: []
    }
  }

  private var isFilms: Bool { items.contains { $0?.attachment?.isFilm == true } }

  private var cellWidth: Double {
    let columns = Double(row?.columns ?? 1)
    return (Double(width) - 2 * Self.margin - (columns - 1) * Self.gap) / columns
  }

  private func cellHeight(_ width: Double) -> Double { (isFilms ? width * Self.filmRatio : width).rounded() }

  /// The size in pixels at which a cell's picture is decoded, so that it covers the cell.
  private var box: Int { max(32, Int(cellWidth * 1.4)) * scaleFactor }

  private func load() {
    if case .file(let item?) = row?.content { return lookForFile(item) }
    guard case .cells = row?.content, width > 0 else { return }
    for case let item? in items where tasks[item.id] == nil && failed[item.id] == nil {
      guard let path = item.picturePath, let attachment = item.attachment, !attachment.isSpoiler else {
        if item.attachment?.path == nil { failed[item.id] = true }
        continue
      }
      guard handler.pictures.texture(path, box) == nil else { continue }
      tasks[item.id] = Task { [weak self, handler, box] in
        let result = await handler.pictures.load(
          path, box: box, attachment: attachment, drawn: attachment.extent(within: Double(box)))
        guard !Task.isCancelled, let self else { return }
        tasks[item.id] = nil
        switch result {
        case .success: break
        case .failure(.missing): failed[item.id] = true
        case .failure(.refused): failed[item.id] = false
        }
        queueDraw()
      }
    }
  }

  /// Finds out whether a file is where the import found it.
  private func lookForFile(_ item: MediaItem) {
    guard tasks[item.id] == nil, failed[item.id] == nil else { return }
    guard let path = item.attachment?.path else {
      failed[item.id] = true
      return
    }
    tasks[item.id] = Task { [weak self] in
      let isMissing = await !FilePresence.missing([(0, path)]).isEmpty
      guard !Task.isCancelled, let self else { return }
      tasks[item.id] = nil
      guard isMissing else { return }
      failed[item.id] = true
      queueDraw()
    }
  }

  // MARK: Layout

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 200, natural: 600) }
    switch row?.content {
    case .month, nil: return Measure(minimum: Self.monthHeight)
    case .file: return Measure(minimum: Self.fileHeight)
    case .link: return Measure(minimum: Self.linkHeight)
    case .cells:
      let columns = Double(row?.columns ?? 1)
      let wide = (Double(size < 0 ? 600 : size) - 2 * Self.margin - (columns - 1) * Self.gap) / columns
      return Measure(minimum: Int(cellHeight(wide) + Self.gap))
    }
  }

  override func allocate(width: Int, height: Int) {
    MainLoop.soon { [weak self] in if self?.isMapped == true { self?.load() } }
  }

  private func rect(at index: Int) -> Rect {
    switch row?.content {
    case .cells:
      let wide = cellWidth
      let x = Self.margin + Double(index) * (wide + Self.gap)
      return Rect(
        x: self.x(leading: x, width: wide), y: 0, width: wide, height: Double(height) - Self.gap)
    default: return columnRect
    }
  }

  /// The column of files and links.
  private var columnRect: Rect {
    let wide = min(Self.columnLimit, Double(width) - 2 * Self.margin)
    return Rect(
      x: ((Double(width) - wide) / 2).rounded(), y: 0, width: wide, height: Double(height) - Self.gap)
  }

  private func index(at point: Point) -> Int? { items.indices.first { rect(at: $0).contains(point) } }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    let palette = ChatPalette.current(for: self)
    switch row?.content {
    case .month(let title, let count):
      let name = text(title, 11, weight: 600)
      let number = text(count, 9)
      let y = (Double(height) - name.size.height) / 2
      let x = row?.isInColumn == true ? columnRect.x : Self.margin
      let after = x + name.size.width + 10
      snapshot.text(name, at: place(x, y, name), palette.foreground)
      snapshot.text(
        number, at: place(after, y + name.firstBaseline - number.firstBaseline, number), palette.dim)
    case .cells(let items):
      for (index, item) in items.enumerated() { draw(item, at: index, palette, snapshot) }
    case .file(let item): drawLine(item, palette, snapshot)
    case .link(let item): drawLine(item, palette, snapshot)
    case nil: break
    }
    drawFocus(palette, snapshot)
  }

  /// The start of a text that is `x` points from the row's start edge.
  private func place(_ x: Double, _ y: Double, _ layout: TextLayout) -> Point {
    Point(x: self.x(leading: x, width: layout.size.width), y: y)
  }

  private func text(_ words: String, _ size: Double, weight: Int = 400, width: Double? = nil) -> TextLayout {
    let layout = TextLayout(for: self)
    layout.setLine(
      words,
      [TextAttribute(.size(size)), TextAttribute(.weight(weight)), TextAttribute(.features("tnum"))])
    if let width {
      layout.width = max(1, width)
      layout.ellipsize()
    }
    return layout
  }

  private func draw(_ item: MediaItem?, at index: Int, _ palette: ChatPalette, _ snapshot: Snapshot) {
    let shape = RoundedRect(rect(at: index), radius: 9)
    snapshot.clipped(to: shape) {
      if let item, let path = item.picturePath, item.attachment?.isSpoiler != true,
        let texture = handler.pictures.texture(path, box)
      {
        snapshot.texture(texture, in: texture.covering(shape.rect))
      } else if let item, let isMissing = failed[item.id] {
        drawMissing(
          shape.rect, isMissing ? tr("Not in the export") : tr("Cannot be shown"), palette, snapshot)
      } else {
        let avatar = ChatPalette.avatars[ChatPalette.index(of: item?.sender?.colorSeed ?? 7)]
        snapshot.gradient(
          shape, from: Point(x: shape.rect.x, y: shape.rect.y),
          to: Point(x: shape.rect.maxX, y: shape.rect.maxY),
          [(0, avatar.top.faded(0.35)), (1, avatar.bottom.faded(0.5))])
      }
      guard let item else { return }
      if item.attachment?.isSpoiler == true {
        drawSpoiler(shape.rect, snapshot)
      } else if item.attachment?.isFilm == true {
        drawFilm(item, shape.rect, snapshot)
      }
      if hovered == index { drawScrim(item, shape.rect, snapshot) }
    }
  }

  private func drawMissing(_ rect: Rect, _ words: String, _ palette: ChatPalette, _ snapshot: Snapshot) {
    snapshot.fill(rect, palette.sunken)
    let icon = IconPaintable(named: "image-missing-symbolic", size: 20, for: self)
    let y = rect.y + rect.height / 2 - 18
    snapshot.icon(icon, in: Rect(x: rect.x + rect.width / 2 - 10, y: y, width: 20, height: 20), palette.dim)
    guard rect.width >= 70 else { return }
    let label = text(words, 9, width: rect.width - 8)
    snapshot.text(label, at: Point(x: rect.x + (rect.width - label.size.width) / 2, y: y + 24), palette.dim)
  }

  private static let chip = Color(hex: 0x101016, alpha: 0.72)

  private func drawDisc(_ icon: String, _ rect: Rect, _ snapshot: Snapshot) {
    let disc = Rect(x: rect.x + rect.width / 2 - 17, y: rect.y + rect.height / 2 - 17, width: 34, height: 34)
    snapshot.fill(RoundedRect(disc, radius: 17), Self.chip)
    snapshot.icon(IconPaintable(named: icon, size: 16, for: self), in: disc.inset(x: 9, y: 9), .white)
  }

  /// Draws a chip like the chat's, or a disc if there is no room for its word.
  private func drawSpoiler(_ rect: Rect, _ snapshot: Snapshot) {
    let (icon, label) = ("view-reveal-symbolic", text(tr("Spoiler"), 9, weight: 600))
    let (wide, high) = (label.size.width + 35, max(20, label.size.height + 4))
    guard wide + 16 <= rect.width else { return drawDisc(icon, rect, snapshot) }
    let chip = Rect(
      x: rect.x + ((rect.width - wide) / 2).rounded(), y: rect.y + ((rect.height - high) / 2).rounded(),
      width: wide, height: high)
    snapshot.fill(RoundedRect(chip, radius: high / 2), Self.chip)
    snapshot.icon(
      IconPaintable(named: icon, size: 12, for: self),
      in: Rect(
        x: readingDirection.x(leading: 9, width: 12, in: chip), y: chip.y + ((high - 12) / 2).rounded(),
        width: 12,
        height: 12), .white)
    snapshot.text(
      label,
      at: Point(
        x: readingDirection.x(leading: 26, width: label.size.width, in: chip),
        y: chip.y + ((high - label.size.height) / 2).rounded()),
      .white)
  }

  private func drawFilm(_ item: MediaItem, _ rect: Rect, _ snapshot: Snapshot) {
    drawDisc("media-playback-start-symbolic", rect, snapshot)
    guard let duration = item.attachment?.duration else { return }
    let label = text(Counted.duration(duration), 9, weight: 600)
    let size = label.size
    let chip = Rect(
      x: readingDirection.x(leading: 8, width: size.width + 12, in: rect), y: rect.maxY - 8 - size.height - 4,
      width: size.width + 12, height: size.height + 4)
    snapshot.fill(RoundedRect(chip, radius: chip.height / 2), Self.chip)
    snapshot.text(label, at: Point(x: chip.x + 6, y: chip.y + 2), .white)
  }

  private func drawScrim(_ item: MediaItem, _ rect: Rect, _ snapshot: Snapshot) {
    let scrim = Rect(x: rect.x, y: rect.maxY - 44, width: rect.width, height: 44)
    snapshot.gradient(
      RoundedRect(scrim, radius: 0), from: Point(x: scrim.x, y: scrim.y),
      to: Point(x: scrim.x, y: scrim.maxY),
      [(0, Color.black.faded(0)), (1, Color.black.faded(0.72))])
    let label = text("\(item.senderName) · \(handler.date(of: item))", 9, width: rect.width - 16)
    snapshot.text(label, at: Point(x: rect.x + 8, y: rect.maxY - 8 - label.size.height), .white)
  }

  /// Draws a file or a link: a card with a tile, a title and the known facts.
  private func drawLine(_ item: MediaItem?, _ palette: ChatPalette, _ snapshot: Snapshot) {
    let rect = rect(at: 0)
    let shape = RoundedRect(rect, radius: 18)
    snapshot.softShadow(shape, palette.shade)
    snapshot.fill(shape, hovered == 0 ? palette.hover.over(palette.surface) : palette.surface)
    guard let item else { return }
    let side = 44.0
    let tile = Rect(
      x: readingDirection.x(leading: 8, width: side, in: rect), y: rect.y + (rect.height - side) / 2,
      width: side,
      height: side)
    let isMissing = failed[item.id] == true
    let words = LineWords(item, date: handler.date(of: item), isMissing: isMissing)
    let letters = text(words.letters, words.letters.count > 1 ? 9 : 13, weight: 700)
    if isMissing {
      snapshot.cairo(tile) { context in
        context.setColor(palette.dim.faded(0.8))
        context.setLine(width: 1.5)
        context.setDash(on: 4, off: 4)
        context.roundedRect(tile.inset(x: 1, y: 1), radius: 9)
        context.stroke()
      }
    } else {
      let color = ChatPalette.avatars[words.color]
      snapshot.fill(RoundedRect(tile, radius: 10), top: color.top, bottom: color.bottom)
    }
    snapshot.text(
      letters,
      at: Point(x: tile.x + (side - letters.size.width) / 2, y: tile.y + (side - letters.size.height) / 2),
      isMissing ? palette.dim : .white)
    let after = drawEnd(of: item, in: rect, palette, snapshot)
    let room = rect.width - side - 32 - after
    let lines: [(TextLayout, Color)] = [
      (text(words.title, 10, weight: 500, width: room), palette.foreground),
      words.address.map { (text($0, 9, width: room), palette.accentForeground) },
      (text(words.meta, 9, width: room), palette.dim),
    ].compactMap(\.self)
    let high = lines.reduce(0) { $0 + $1.0.size.height }
    var y = rect.y + (rect.height - high) / 2
    for (layout, color) in lines {
      let x = readingDirection.x(leading: 8 + side + 12, width: layout.size.width, in: rect)
      snapshot.text(layout, at: Point(x: x, y: y), color)
      y += layout.size.height
    }
  }

  /// Draws the end of a file's card: the arrow of a file that opens in another program, or "Locate…". Returns its
  /// width, in points.
  private func drawEnd(
    of item: MediaItem, in rect: Rect, _ palette: ChatPalette, _ snapshot: Snapshot
  ) -> Double {
    guard case .file = row?.content else { return 0 }
    guard let button = locateRect(in: rect) else {
      guard failed[item.id] != true else { return 0 }
      let x = readingDirection.x(trailing: 18, width: 16, in: rect)
      snapshot.icon(
        IconPaintable(named: Symbol.open.iconName, size: 16, for: self),
        in: Rect(x: x, y: rect.y + rect.height / 2 - 8, width: 16, height: 16), palette.dim)
      return 34
    }
    snapshot.fill(RoundedRect(button, radius: 9), palette.hover)
    let label = text(tr("Locate…"), 10, weight: 500)
    snapshot.text(
      label,
      at: Point(
        x: button.x + (button.width - label.size.width) / 2,
        y: button.y + (button.height - label.size.height) / 2),
      palette.foreground)
    return button.width + 12
  }

  /// The place of the button to look for a missing file.
  private func locateRect(in rect: Rect) -> Rect? {
    guard case .file(let item?) = row?.content, failed[item.id] == true, item.attachment?.path != nil else {
      return nil
    }
    let label = text(tr("Locate…"), 10, weight: 500).size
    let (wide, high) = (label.width + 24, max(34, label.height + 8))
    return Rect(
      x: readingDirection.x(trailing: 10, width: wide, in: rect), y: rect.y + (rect.height - high) / 2,
      width: wide,
      height: high)
  }

  private func drawFocus(_ palette: ChatPalette, _ snapshot: Snapshot) {
    guard hasFocus, showsFocus, let index = focusedIndex else { return }
    let isCell = if case .cells = row?.content { true } else { false }
    snapshot.focusRing(
      RoundedRect(rect(at: index), radius: isCell ? 9 : 18), offset: isCell ? -2 : 0, palette.accentForeground
    )
  }

  // MARK: Input

  /// The cell that is focused while the row has the focus.
  var focusedIndex: Int? { items.isEmpty ? nil : min(handler.column, items.count - 1) }

  private func hover(_ index: Int?) {
    guard index != hovered else { return }
    hovered = index
    setCursor(index == nil ? nil : "pointer")
    queueDraw()
  }

  private func clicked(at point: Point) {
    guard let index = index(at: point), let item = items[index] else { return }
    handler.column = index
    takeFocus()
    if locateRect(in: rect(at: index))?.contains(point) == true {
      handler.locate(item)
    } else {
      handler.open(item)
    }
  }

  // MARK: The menu

  private func addActions() {
    let actions = ActionGroup()
    actions.addAction("open", weak: self) { $0.openFocused() }
    actions.addAction("copy-link", weak: self) { row in
      if let target = row.focusedItem?.firstTarget { Desktop.copy(target, from: row) }
    }
    actions.addAction("show-in-chat", weak: self) { row in
      if let item = row.focusedItem { row.handler.showInChat(item) }
    }
    insert(actions, prefix: "media")
  }

  private var focusedItem: MediaItem? {
    focusedIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
  }

  /// Opens the menu of the item at a point; returns whether there is one.
  func openMenu(at point: Point) -> Bool {
    guard let index = index(at: point), items[index] != nil else { return false }
    handler.column = index
    takeFocus()
    openMenuOfFocused(at: point)
    return true
  }

  private func openMenuByKey(_ index: Int) {
    let place = rect(at: index)
    openMenuOfFocused(at: Point(x: place.x + place.width / 2, y: place.y + place.height / 2))
  }

  private func openMenuOfFocused(at point: Point) {
    let menu = Menu()
    menu.append(tr("Open"), action: "media.open")
    if focusedItem?.firstTarget != nil { menu.append(tr("Copy Link"), action: "media.copy-link") }
    menu.append(tr("Show in Chat"), action: "media.show-in-chat")
    ContextMenu.open(menu, at: point, in: self)
  }

  /// Opens the focused item.
  func openFocused() { if let focusedIndex, let item = items[focusedIndex] { handler.open(item) } }

  private func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard let index = focusedIndex else { return false }
    let later = isRightToLeft ? Key.left : Key.right
    switch key {
    case Key.left, Key.right:
      let next = index + (key == later ? 1 : -1)
      guard items.indices.contains(next) else { return true }
      handler.column = next
      updateLabel()
      queueDraw()
    case Key.returnKey, Key.space:
      guard modifiers.contains(.shift) else {
        openFocused()
        return true
      }
      if let item = items[index] { handler.showInChat(item) }
    case Key.menu: openMenuByKey(index)
    case Key.f10 where modifiers.contains(.shift): openMenuByKey(index)
    default: return false
    }
    return true
  }

  /// Updates the accessible label of the row, or of its focused cell.
  private func updateLabel() {
    switch row?.content {
    case .month(let title, let count): setAccessibleLabel("\(title), \(count)")
    case .cells(let items):
      let index = focusedIndex ?? 0
      guard items.indices.contains(index), let item = items[index], let first = row?.first else { return }
      let words = [
        "name": item.senderName, "date": handler.date(of: item), "number": (first + index + 1).localized,
        "count": (row?.total ?? 0).localized,
      ]
      let label =
        item.attachment?.isFilm == true
        ? tr("Video from {name}, {date}, {number} of {count}", words)
        : tr("Picture from {name}, {date}, {number} of {count}", words)
      let isSpoiler = item.attachment?.isSpoiler == true
      setAccessibleLabel(
        isSpoiler ? tr("{first}, {second}", ["first": tr("Spoiler, hidden"), "second": label]) : label)
    case .file(let item?), .link(let item?):
      let words = LineWords(item, date: handler.date(of: item), isMissing: failed[item.id] == true)
      setAccessibleLabel([words.title, words.address, words.meta].compactMap(\.self).joined(separator: ", "))
    case .file, .link, nil: setAccessibleLabel(tr("Loading"))
    }
  }
}

/// The words of a file or a link.
@MainActor
private struct LineWords {
  let letters: String
  let title: String
  var address: String?
  let meta: String
  /// The index among the colours of people.
  let color: Int

  init(_ item: MediaItem, date: String, isMissing: Bool) {
    switch item.content {
    case .attachment(let file):
      title = file.name ?? file.path?.lastComponent ?? file.kind.title
      letters = file.tileLetters
      let size = file.byteCount.map { Counted.bytes(Double($0)) } ?? file.duration.map(Counted.duration)
      meta = [isMissing ? tr("Not in the export") : size, item.senderName, date].compactMap(\.self)
        .joined(separator: " · ")
      color = file.tileColor
    case .links(let links):
      guard let first = links.first else {
        (title, letters, meta, color) = (item.caption, "", "\(item.senderName) · \(date)", 0)
        return
      }
      title = first.text == first.target ? first.target.hostPart : first.text
      address =
        links.count > 1
        ? tr("{address} and {count} more", ["address": first.target, "count": "\(links.count - 1)"])
        : first.target
      letters = String(first.target.hostPart.prefix(1)).uppercased()
      meta = "\(item.senderName) · \(date)"
      color = Initials.colorIndex(of: first.target.hostPart)
    }
  }
}

extension MediaItem {
  /// The address that is opened; nil unless it is a link.
  fileprivate var firstTarget: String? {
    if case .links(let links) = content { links.first?.target } else { nil }
  }
}

extension String {
  /// The host of an address, or the address without its scheme.
  fileprivate var hostPart: String {
    let rest = components(separatedBy: "://").last ?? self
    let host = rest.split(separator: "/", omittingEmptySubsequences: false).first.map(String.init) ?? rest
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }
}

extension Int {
  /// The number in the format of the desktop's locale.
  var localized: String { formatted(IntegerFormatStyle<Int>(locale: .desktop)) }
}
