import Backscroll
import Gtk
import ScrollCore
import Translation

/// A window that shows sheets.
@MainActor
package protocol SheetHost: Window {
  var bottomSheet: BottomSheet { get }
}

/// A panel at the bottom of a narrow window, over all other widgets, with a scrim behind it. A panel that does not fit scrolls.
package final class BottomSheet: CustomWidget {
  /// Points.
  private static let widest = 640
  private static let leastScrim = 20
  /// Seconds.
  private static let slide = 0.25

  private let covers: CoverStack
  private let card = Box(.vertical)
  private var content: Widget?
  private var panel: Widget?
  private var whenClosed: (() -> Void)?
  private lazy var animation = Animation(on: self)
  /// The part of the card that is in view, 0…1.
  private var progress = 0.0
  package private(set) var isOpen = false

  package init(_ covers: CoverStack) {
    self.covers = covers
    super.init()
    overflow = .hidden
    card.addClass("bs-bottom-sheet")
    card.setParent(self)
    visible = false
    let click = GestureClick()
    click.released.connect(weak: self) { sheet, _, x, y in
      if !sheet.cardArea.contains(Point(x: x, y: y)) { sheet.close() }
    }
    add(click)
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { sheet, key, _, _ in
      guard key == Key.escape else { return false }
      sheet.close()
      return true
    }
    add(keys)
  }

  package override class var cssName: String { "bottomsheet" }
  package override class var accessibleRole: AccessibleRole { .group }

  /// Shows a panel. `whenClosed` is called once, however the sheet is closed.
  package func open(_ panel: Widget, whenClosed: @escaping () -> Void) {
    close(animated: false)
    isOpen = true
    self.whenClosed = whenClosed
    let scroller = ScrolledWindow(child: panel)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.focusable = false
    scroller.vexpand = true
    // As high as the panel if there is room.
    scroller.maxContentHeight = 10_000
    (content, self.panel) = (scroller, panel)
    card.append(scroller)
    visible = true
    covers.open(.panel, self) { [weak self] in self?.close(animated: false) }
    move(to: 1, animated: true)
  }

  package func close(animated: Bool = true) {
    guard isOpen else { return }
    isOpen = false
    covers.remove(.panel)
    let callback = whenClosed
    whenClosed = nil
    callback?()
    move(to: 0, animated: animated)
  }

  private func move(to end: Double, animated: Bool) {
    let start = progress
    let step: (Double) -> Void = { [weak self] part in
      guard let self else { return }
      progress = start + (end - start) * part
      queueAllocate()
      queueDraw()
      if part >= 1, !isOpen { clear() }
    }
    if animated, DesktopSettings.current?.enableAnimations == true, isMapped {
      animation.start(Ease(duration: Self.slide), step: step)
    } else {
      animation.cancel()
      step(1)
    }
  }

  private func clear() {
    visible = false
    if let content { card.remove(content) }
    (content, panel) = (nil, nil)
  }

  private var cardArea: Rect {
    let wide = min(Self.widest, width)
    // GTK measures the height of scrolled content at the content's own width.
    let natural = max(
      card.measured(.vertical, for: wide).natural, panel?.measured(.vertical, for: wide).natural ?? 0)
    let high = min(natural, max(0, height - Self.leastScrim))
    let hidden = (Double(high) * (1 - progress)).rounded()
    return Rect(
      x: Double((width - wide) / 2), y: Double(height - high) + hidden, width: Double(wide),
      height: Double(high))
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // Both need to be measured before the card is placed; the window may be smaller.
    _ = card.measured(orientation)
    return Measure(minimum: 0)
  }

  package override func allocate(width: Int, height: Int) {
    let area = cardArea
    card.place(leading: Int(area.x), top: Int(area.y), width: Int(area.width), height: Int(area.height))
  }

  package override func snapshot(_ snapshot: Snapshot) {
    let scrim = color(named: "bs_scrim") ?? Color(hex: 0x14_1428, alpha: 0.32)
    snapshot.fill(Rect(x: 0, y: 0, width: Double(width), height: Double(height)), scrim.faded(progress))
    snapshot.add(card, of: self)
  }

  package override func dispose() {
    card.unparent()
    super.dispose()
  }
}
