import Gtk

/// A window over the program's window that shows one page. The page scrolls, so the window fits every screen; a foot
/// below it, such as buttons, does not scroll. Escape closes the window.
open class PageWindow: Window {
  /// The initial height of the window.
  public enum Height {
    /// The height of the page, up to that of the window below.
    case ofPage
    /// A height in points, for a page with a list.
    case usual(Int)
  }

  package let scroller: ScrolledWindow
  private let frame: PageFrame
  private let opening: (width: Int, height: Height)
  private let header = HeaderBar()

  // Public: from a package initializer, the compiler would make one that calls itself for subclasses in other targets.
  /// Makes a window whose page is at most `column` points wide. `hasHeading`: the page begins with the title, which the
  /// title bar then does not repeat. `foot`: stays in view below the page.
  public init(
    _ title: String, page: Widget, foot: Widget? = nil, column: Int, width: Int, height: Height = .ofPage,
    hasHeading: Bool = false
  ) {
    let clamp = Clamp(page, limit: column)
    scroller = ScrolledWindow(child: clamp)
    frame = PageFrame(scroller, of: clamp, foot: foot.map { Clamp($0, limit: column) })
    opening = (width, height)
    super.init()
    addClass("backscroll")
    self.title = title
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setAccessibleLabel(title)
    if hasHeading { header.titleWidget = Box(.horizontal) }
    setTitlebar(header)
    child = frame
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { window, key, _, _ in
      guard key == Key.escape else { return false }
      window.close()
      return true
    }
    add(keys)
  }

  /// Whether the window is as large as a narrow one below it. A question stays a small window.
  open var coversNarrow: Bool { true }
  /// Points between a small window and the sides of a narrow one below it.
  private static let margin = 12

  open override func present(over other: Window) {
    let room = Self.room(over: other)
    if room.width < AdaptiveRoot.narrowBelow, coversNarrow {
      setDefaultSize(width: room.width, height: room.height)
    } else {
      let wide = min(opening.width, room.width - 2 * Self.margin)
      switch opening.height {
      case .usual(let height): setDefaultSize(width: wide, height: min(height, room.height))
      case .ofPage:
        frame.limit = max(1, room.height - header.measured(.vertical).natural - 2 * Self.margin)
        setDefaultSize(width: wide, height: -1)
      }
    }
    super.present(over: other)
  }

  /// The size of the window below, with its frame; a large one if that window was not shown yet.
  private static func room(over other: Window) -> (width: Int, height: Int) {
    guard other.isMapped else { return (10_000, 10_000) }
    if other.isMaximized || other.isFullscreen { return (other.width, other.height) }
    let size = other.defaultSize
    return (max(size.width, other.width), max(size.height, other.height))
  }
}

/// A page that scrolls, with its height at the present width.
///
/// A scrolled window measures its child without a width. In a narrow window it would be too low for the wrapped lines.
private final class PageFrame: CustomWidget {
  private let scroller: ScrolledWindow
  private let page: Widget
  private let foot: Widget?
  /// Points beyond which the page scrolls; nil if the height of the window does not follow the page.
  var limit: Int?

  init(_ scroller: ScrolledWindow, of page: Widget, foot: Widget?) {
    self.scroller = scroller
    self.page = page
    self.foot = foot
    super.init()
    scroller.setParent(self)
    foot?.setParent(self)
  }

  override class var cssName: String { "pageframe" }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let own = scroller.measured(orientation, for: size)
    let foot = foot?.measured(orientation, for: size) ?? Measure(minimum: 0)
    guard orientation == .vertical else {
      return Measure(
        minimum: max(own.minimum, foot.minimum), natural: max(own.natural, foot.natural))
    }
    let minimum = own.minimum + foot.minimum
    guard let limit else { return Measure(minimum: minimum, natural: own.natural + foot.natural) }
    let natural = min(limit, page.measured(.vertical, for: size).natural + foot.natural)
    return Measure(minimum: minimum, natural: max(minimum, natural))
  }

  override func allocate(width: Int, height: Int) {
    let below = foot?.measured(.vertical, for: width).natural ?? 0
    scroller.place(leading: 0, top: 0, width: width, height: max(0, height - below))
    foot?.place(leading: 0, top: height - below, width: width, height: below)
  }

  override func dispose() {
    foot?.unparent()
    scroller.unparent()
    super.dispose()
  }
}
