import Backscroll
import Gtk
import ScrollCore
import Translation

/// A pane at the start edge of a wide window, beside the window's content.
///
/// The content gets its new width at once, and the pane slides over it: laying out a conversation again in each frame
/// would be too slow.
package final class SidebarFrame: CustomWidget {
  /// Widths in points. The pane is beside the content from the second one on, and no longer below the first.
  static let foldBelow = 900
  static let unfoldFrom = 932
  /// Seconds.
  package static let slide = 0.25

  private let content: Widget
  private lazy var animation = Animation(on: self)
  private let edge = SidebarEdge()

  /// Whether there is room for a pane.
  package var isWide: Bool { room ?? false }
  /// Whether there is room for a pane; nil before the first layout.
  private var room: Bool?
  /// Called outside of layout when ``isWide`` has changed.
  var didChangeWide: ((Bool) -> Void)?
  /// Called when the user has given the pane another width, in points.
  var didChangeWidth: ((Int) -> Void)?

  package init(content: Widget) {
    self.content = content
    super.init()
    overflow = .hidden
    for child in [content, edge] { child.setParent(self) }
    edge.didDrag = { [weak self] in self?.dragged($0) }
    edge.didEnd = { [weak self] in
      guard let self else { return }
      dragStart = nil
      didChangeWidth?(paneWidth)
    }
  }

  package override class var cssName: String { "sidebarframe" }
  package override var requestMode: RequestMode { .heightForWidth }

  /// The content of the pane; nil while it is elsewhere.
  var pane: Widget? {
    didSet {
      guard pane !== oldValue else { return }
      if oldValue?.parent === self { oldValue?.unparent() }
      pane?.setParent(self)
      edge.order(before: nil, in: self)
      queueResize()
    }
  }

  /// Points.
  var paneWidth = SidebarFrame.usualWidth {
    didSet {
      paneWidth = min(max(paneWidth, Self.widths.lowerBound), Self.widths.upperBound)
      if paneWidth != oldValue { queueAllocate() }
    }
  }

  package static let usualWidth = 280
  package static let widths = 220...420
  /// The values for large text.
  private static let largeWidth = 340
  private static let largeScale = 1.5

  private lazy var text = TextLayout(for: self)
  private var shownWidth: Int {
    text.scale >= Self.largeScale ? max(paneWidth, Self.largeWidth) : paneWidth
  }

  /// Whether the pane is shown if there is room for it.
  package private(set) var isOpen = false
  /// The part of the pane that is in view, 0…1.
  private var progress = 0.0

  func setOpen(_ open: Bool, animated: Bool) {
    guard open != isOpen else { return }
    isOpen = open
    let start = progress
    let end = open ? 1.0 : 0
    if animated, isWide, isMapped, DesktopSettings.current?.enableAnimations == true {
      animation.start(Ease(duration: Self.slide)) { [weak self] part in
        self?.progress = start + (end - start) * part
        self?.queueAllocate()
      }
    } else {
      animation.cancel()
      progress = end
    }
    queueAllocate()
  }

  /// The least width of the content alone, not of both: the window must be able to become narrow.
  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    _ = edge.measured(orientation)
    let paneSize = pane?.measured(orientation)
    let wanted = content.measured(orientation, for: orientation == .vertical ? contentWidth(in: size) : size)
    guard orientation == .vertical, isOpen, let paneSize else { return wanted }
    return Measure(minimum: wanted.minimum, natural: max(wanted.natural, paneSize.natural))
  }

  private func contentWidth(in width: Int) -> Int {
    guard width >= 0, isWide, isOpen, pane != nil else { return width }
    return max(width - shownWidth, content.measured(.horizontal).minimum)
  }

  package override func allocate(width: Int, height: Int) {
    let wide = width >= (room == false ? Self.unfoldFrom : Self.foldBelow)
    if wide != room {
      room = wide
      MainLoop.soon { [weak self] in
        // Another layout may have changed this back.
        if let self, room == wide { didChangeWide?(wide) }
      }
    }
    let inner = contentWidth(in: width)
    content.place(leading: width - inner, top: 0, width: inner, height: height)
    let isShown = wide && progress > 0
    pane?.isChildVisible = isShown
    edge.isChildVisible = isShown && isOpen
    guard isShown, let pane else { return }
    let wideness = shownWidth
    let x = -Int((Double(wideness) * (1 - progress)).rounded())
    // Both need to be measured before they are placed.
    _ = pane.measured(.horizontal)
    pane.place(leading: x, top: 0, width: wideness, height: height)
    let edgeX = wideness - SidebarEdge.width / 2
    edge.place(leading: edgeX, top: 0, width: SidebarEdge.width, height: height)
  }

  // MARK: The edge

  private var dragStart: Int?

  private func dragged(_ distance: Double) {
    let start = dragStart ?? paneWidth
    dragStart = start
    paneWidth = start + Int((isRightToLeft ? -distance : distance).rounded())
    queueResize()
  }

  package override func dispose() {
    for child in [content, edge, pane] { child?.unparent() }
    super.dispose()
  }
}

/// The edge of the pane, by which its width is changed.
private final class SidebarEdge: CustomWidget {
  /// Points.
  static let width = 8
  /// Called with the distance of the pointer from its origin, in points to the right.
  var didDrag: ((Double) -> Void)?
  var didEnd: (() -> Void)?
  /// The start of the drag, in the edge's and in its parent's coordinates.
  private var start = (here: 0.0, there: 0.0)

  override init() {
    super.init()
    setCursor("col-resize")
    let drag = GestureDrag()
    drag.dragBegin.connect(weak: self) { edge, x, _ in edge.start = (x, edge.place(of: x)) }
    // The edge moves with the pointer, so use the parent's coordinates.
    drag.dragUpdate.connect(weak: self) { edge, x, _ in
      edge.didDrag?(edge.place(of: edge.start.here + x) - edge.start.there)
    }
    drag.dragEnd.connect(weak: self) { edge, _, _ in edge.didEnd?() }
    add(drag)
  }

  private func place(of x: Double) -> Double {
    parent.flatMap { convert(Point(x: x, y: 0), to: $0)?.x } ?? 0
  }

  override class var cssName: String { "sidebaredge" }
  override class var accessibleRole: AccessibleRole { .presentation }
  override func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: 0) }
}

/// The sidebar of a narrow window, over all other widgets, with a scrim behind it.
package final class SidebarSheet: CustomWidget {
  /// Points.
  private static let widest = 312
  private static let scrimWidth = 48
  private static let closeSize = 34

  /// Called when the user closes the sheet.
  var didClose: (() -> Void)?
  private let close = Button(closing: tr("Close"), style: .floating)
  private lazy var animation = Animation(on: self)
  /// The part of the panel that is in view, 0…1.
  private(set) var progress = 0.0
  package private(set) var isOpen = false

  override init() {
    super.init()
    addClass("bs-scrim")
    overflow = .hidden
    setAccessibleRole(.group)
    close.addClass("bs-sheet-close")
    close.clicked.connect(weak: self) { $0.didClose?() }
    close.setParent(self)
    visible = false
    let click = GestureClick()
    click.released.connect(weak: self) { sheet, _, x, _ in
      if sheet.x(leading: x, width: 0) > Double(sheet.panelWidth) { sheet.didClose?() }
    }
    add(click)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { sheet, key, _, _ in
      guard key == Key.escape else { return false }
      sheet.didClose?()
      return true
    }
    add(keys)
  }

  package override class var cssName: String { "sidebarsheet" }

  /// The content of the sheet; nil while it is elsewhere.
  var panel: Widget? {
    didSet {
      guard panel !== oldValue else { return }
      if oldValue?.parent === self { oldValue?.unparent() }
      panel?.setParent(self)
      queueResize()
    }
  }

  /// The movement of the sheet to its new place.
  enum Movement {
    case none
    /// At constant speed.
    case slide
    /// From a finger, at its velocity in widths of the panel per second.
    case release(velocity: Double)
  }

  func setOpen(_ open: Bool, by movement: Movement) {
    let end = open ? 1.0 : 0
    guard open != isOpen || progress != end else { return }
    isOpen = open
    if open { visible = true }
    let start = progress
    guard DesktopSettings.current?.enableAnimations == true, open || isMapped else { return settle() }
    switch movement {
    case .none: settle()
    case .slide:
      animation.start(Ease(duration: SidebarFrame.slide)) { [weak self] part in
        self?.show(start + (end - start) * part)
        if part >= 1 { self?.settle() }
      }
    case .release(let velocity):
      let spring = Spring(offset: start - end, velocity: velocity, restDistance: 1 / Double(Self.widest))
      animation.start(spring) { [weak self] offset in
        self?.show(end + offset)
        if offset == 0 { self?.settle() }
      }
    }
  }

  private func settle() {
    animation.cancel()
    show(isOpen ? 1 : 0)
    if !isOpen { visible = false }
  }

  /// Follows a finger that drags the panel.
  func follow(_ progress: Double) {
    animation.cancel()
    visible = true
    show(progress)
  }

  private func show(_ progress: Double) {
    self.progress = min(max(progress, 0), 1)
    queueAllocate()
    queueDraw()
  }

  /// The panel's width in a window that is `width` points wide.
  static func panelWidth(in width: Int) -> Int { min(widest, max(0, width - scrimWidth)) }

  private var panelWidth: Int { Self.panelWidth(in: width) }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    _ = close.measured(orientation)
    _ = panel?.measured(orientation)
    return Measure(minimum: 0)
  }

  package override func allocate(width: Int, height: Int) {
    let wide = Self.panelWidth(in: width)
    let hidden = Int((Double(wide) * (1 - progress)).rounded())
    panel?.place(leading: -hidden, top: 0, width: wide, height: height)
    let size = max(Self.closeSize, close.measured(.horizontal).minimum)
    let x = wide - hidden + (Self.scrimWidth - size) / 2
    close.opacity = progress
    // Not at the top, where it would lie over the window's own button: a second click would close the window.
    close.place(
      leading: x, top: max(0, (height - size) / 2), width: size, height: size)
  }

  package override func snapshot(_ snapshot: Snapshot) {
    let scrim = color(named: "bs_scrim") ?? Color(hex: 0x14_1428, alpha: 0.32)
    snapshot.fill(
      Rect(x: 0, y: 0, width: Double(width), height: Double(height)), scrim.faded(progress))
    for child in [panel, close] where child != nil { if let child { snapshot.add(child, of: self) } }
  }

  package override func dispose() {
    for child in [panel, close] { child?.unparent() }
    super.dispose()
  }
}
