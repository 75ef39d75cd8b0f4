import Chats
import Controls
import Gtk
import Translation

/// A chat in the sidebar, or the heading of a section: lays out and draws its own text.
final class SidebarRow: CustomWidget {
  /// The kinds of rows, which differ in role and height.
  enum Kind: Hashable { case heading, chat }

  let kind: Kind
  private(set) var item: SidebarItem?
  /// The texts of a chat.
  private var line: ChatLine?
  /// Called to open the menu of the row's chat, at a point in the row.
  var didRequestMenu: ((SidebarRow, Point) -> Void)?

  private lazy var title = TextLayout(for: self)
  private lazy var preview = TextLayout(for: self)
  private lazy var date = TextLayout(for: self)
  private lazy var badge = TextLayout(for: self)
  private lazy var initials = TextLayout(for: self)
  private var symbol: IconPaintable?
  private lazy var pin = IconPaintable(named: "view-pin-symbolic", size: 12, for: self)
  /// Whether the menu of the chat is open, which then has the focus and covers other rows.
  var isMenuOpen = false {
    didSet { if isMenuOpen != oldValue { queueDraw() } }
  }
  private var isHovered = false {
    didSet { if isHovered != oldValue { queueDraw() } }
  }

  // Points.
  private static let side = 8.0
  private static let gap = 2.0
  private static let padding = 10.0
  private static let avatar = 40.0
  private static let radius = 10.0
  private static let leastHeight = 60.0
  private static let leastHeading = 28.0
  private static let badgeHeight = 20.0

  init(_ kind: Kind) {
    self.kind = kind
    super.init()
    guard kind == .chat else {
      setAccessibleRole(.heading)
      return
    }
    setAccessibleRole(.listItem)
    focusable = true
    let motion = MotionController()
    motion.moved.connect(weak: self) { row, _, _ in row.isHovered = true }
    motion.left.connect(weak: self) { $0.isHovered = false }
    add(motion)
    let focus = FocusController()
    focus.entered.connect(weak: self) { $0.queueDraw() }
    focus.left.connect(weak: self) { $0.queueDraw() }
    add(focus)
    let press = GestureClick()
    press.button = 3
    press.pressed.connect(weak: self) { row, _, x, y in row.didRequestMenu?(row, Point(x: x, y: y)) }
    add(press)
    let hold = GestureLongPress()
    hold.pressed.connect(weak: self) { row, x, y in row.didRequestMenu?(row, Point(x: x, y: y)) }
    add(hold)
    setCursor("pointer")
  }

  override class var cssName: String { "sidebarrow" }
  override var requestMode: RequestMode { .heightForWidth }

  /// Shows a heading, or a chat with its texts.
  func bind(_ item: SidebarItem, _ line: ChatLine?) {
    guard item != self.item || line != self.line else { return }
    self.item = item
    self.line = line
    contentChanged()
  }

  override func styleChanged() { contentChanged() }

  private func contentChanged() {
    symbol = nil
    switch item?.content {
    case nil: return
    case .heading(let text):
      title.setLine(text, [TextAttribute(.size(9)), TextAttribute(.weight(600))])
      setAccessibleLabel(text)
    case .chat(let chat):
      guard let line else { return }
      title.setLine(line.title, [TextAttribute(.size(10)), TextAttribute(.weight(600))])
      preview.setLine(line.preview, [TextAttribute(.size(10))])
      for layout in [title, preview] { layout.ellipsize() }
      date.set(
        line.date,
        [
          TextAttribute(.size(9)), TextAttribute(.features("tnum")),
          TextAttribute(.weight(chat.unreadCount > 0 ? 600 : 400)),
        ])
      badge.set(
        line.badge, [TextAttribute(.size(9)), TextAttribute(.weight(700)), TextAttribute(.features("tnum"))])
      // The disc does not grow with the desktop's text, so neither do its letters.
      initials.set(
        line.initials, [TextAttribute(.size(10 / max(1, initials.scale))), TextAttribute(.weight(600))])
      if let name = line.symbol { symbol = IconPaintable(named: name, size: 12, for: self) }
      setAccessibleLabel(line.spoken)
      setAccessibleSelected(item?.isCurrent ?? false)
    }
    queueResize()
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 120, natural: 280) }
    switch kind {
    case .heading: return Measure(minimum: Int(max(Self.leastHeading, title.size.height + 12).rounded(.up)))
    case .chat:
      return Measure(minimum: Int((max(Self.leastHeight, linesHeight + 18) + Self.gap).rounded(.up)))
    }
  }

  private var linesHeight: Double { title.size.height + 2 + max(preview.size.height, Self.badgeHeight) }

  // MARK: Drawing

  private func token(_ name: String) -> Color { color(named: "bs_\(name)") ?? foreground }

  override func snapshot(_ snapshot: Snapshot) {
    switch item?.content {
    case nil: break
    case .heading:
      let y = Double(height) - title.size.height - 4
      title.width = max(20, Double(width) - 2 * 16)
      snapshot.text(title, at: Point(x: x(leading: 16, width: title.size.width), y: y), token("dim"))
    case .chat(let chat): draw(chat, on: snapshot)
    }
  }

  private func draw(_ chat: ChatSummary, on snapshot: Snapshot) {
    let ground = Rect(
      x: Self.side, y: 0, width: Double(width) - 2 * Self.side, height: Double(height) - Self.gap)
    let shape = RoundedRect(ground, radius: Self.radius)
    if item?.isCurrent == true {
      snapshot.fill(shape, token("accent_wash"))
      snapshot.clipped(to: shape) {
        snapshot.fill(
          Rect(x: x(leading: ground.x, width: 3), y: ground.y, width: 3, height: ground.height),
          token("accent_fg"))
      }
    } else if isHovered || isMenuOpen {
      snapshot.fill(shape, token("hover"))
    }
    drawAvatar(chat, in: ground, on: snapshot)
    drawLines(chat, in: ground, on: snapshot)
    if isMenuOpen || hasFocus && showsFocus {
      snapshot.focusRing(shape, width: 2, offset: -2, token("accent_fg"))
    }
  }

  private func drawAvatar(_ chat: ChatSummary, in ground: Rect, on snapshot: Snapshot) {
    let disc = Rect(
      x: x(leading: ground.x + Self.padding, width: Self.avatar),
      y: ground.y + ((ground.height - Self.avatar) / 2).rounded(),
      width: Self.avatar, height: Self.avatar)
    let colors = ChatPalette.avatars[ChatPalette.index(of: chat.colorSeed)]
    snapshot.fill(RoundedRect(disc, radius: Self.avatar / 2), top: colors.top, bottom: colors.bottom)
    let size = initials.size
    snapshot.text(
      initials,
      at: Point(x: disc.x + (disc.width - size.width) / 2, y: disc.y + (disc.height - size.height) / 2),
      .white)
  }

  private func drawLines(_ chat: ChatSummary, in ground: Rect, on snapshot: Snapshot) {
    let start = ground.x + Self.padding + Self.avatar + 10
    let end = ground.maxX - Self.padding
    let top = ground.y + ((ground.height - linesHeight) / 2).rounded()
    let dateWidth = date.size.width
    title.width = max(20, end - start - (dateWidth > 0 ? dateWidth + 8 : 0))
    snapshot.text(title, at: Point(x: x(leading: start, width: title.size.width), y: top), token("fg"))
    let baseline = top + title.firstBaseline - date.firstBaseline
    snapshot.text(
      date, at: Point(x: x(leading: end - dateWidth, width: dateWidth), y: baseline),
      token(chat.unreadCount > 0 ? "accent_fg" : "dim"))
    let second = top + title.size.height + 2
    let lineHeight = max(preview.size.height, Self.badgeHeight)
    func middle(_ tall: Double) -> Double { second + ((lineHeight - tall) / 2).rounded() }
    var right = end
    if !badge.text.isEmpty {
      let wide = max(Self.badgeHeight, badge.size.width.rounded(.up) + 12)
      let tall = max(Self.badgeHeight, badge.size.height)
      right -= wide
      let pill = Rect(x: x(leading: right, width: wide), y: middle(tall), width: wide, height: tall)
      snapshot.fill(RoundedRect(pill, radius: tall / 2), token("accent"))
      snapshot.text(
        badge,
        at: Point(x: pill.x + (wide - badge.size.width) / 2, y: pill.y + (tall - badge.size.height) / 2),
        token("on_accent"))
      right -= 8
    } else if chat.isPinned {
      right -= 12
      snapshot.icon(
        pin, in: Rect(x: x(leading: right, width: 12), y: middle(12), width: 12, height: 12), token("dim"))
      right -= 8
    }
    var left = start
    if let symbol {
      snapshot.icon(
        symbol, in: Rect(x: x(leading: left, width: 12), y: middle(12), width: 12, height: 12), token("dim"))
      left += 18
    }
    preview.width = max(20, right - left)
    snapshot.text(
      preview, at: Point(x: x(leading: left, width: preview.size.width), y: middle(preview.size.height)),
      token("dim"))
  }
}

/// The placeholder of a chat's row while the chats are read.
final class SidebarSkeleton: CustomWidget {
  private let sheen = Sheen()
  private static let rows = 6

  override class var cssName: String { "sidebarskeleton" }
  override class var accessibleRole: AccessibleRole { .presentation }

  override func mapped() { sheen.start(self) }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    Measure(minimum: 0, natural: 120)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let ground = color(named: "bs_sunken") ?? foreground
    func bar(_ x: Double, _ y: Double, _ wide: Double, _ tall: Double) {
      let rect = Rect(
        x: self.x(leading: x, width: wide), y: y, width: max(0, wide), height: tall)
      let shape = RoundedRect(rect, radius: tall / 2)
      snapshot.fill(shape, ground)
      sheen.draw(snapshot, shape, of: self)
    }
    for row in 0..<Self.rows {
      let y = Double(row) * 62
      guard y + 60 <= Double(height) else { break }
      bar(18, y + 10, 40, 40)
      bar(68, y + 14, (Double(width) - 90) * 0.5, 12)
      bar(68, y + 36, (Double(width) - 90) * 0.85, 10)
    }
  }
}
