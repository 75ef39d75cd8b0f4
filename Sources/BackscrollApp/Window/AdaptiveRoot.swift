import Gtk

/// The window's only child. Notifies when the window becomes narrow or wide.
final class AdaptiveRoot: CustomWidget {
  /// Points. The window is narrow below the first width and wide again from the second on. The distance between them
  /// prevents flicker at the border.
  static let narrowBelow = 560
  static let wideFrom = 592

  private(set) var isNarrow = false
  /// The minimum width of what a wide window shows, in points; read while the window is wide.
  ///
  /// With large text or many tabs it exceeds ``narrowBelow``. The border then lies above it: a window cannot be made
  /// narrower than its content, and so would never become narrow.
  var wideMinimum: () -> Int = { 0 }
  /// Called outside of layout, because the receiver changes what is laid out.
  var didChangeNarrow: ((Bool) -> Void)?

  private let child: Widget
  private var border = AdaptiveRoot.narrowBelow
  /// Points between ``wideMinimum`` and the border.
  private static let slack = 24

  init(child: Widget) {
    self.child = child
    super.init()
    child.setParent(self)
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    child.measured(orientation, for: size)
  }

  override func allocate(width: Int, height: Int) {
    child.place(x: 0, y: 0, width: width, height: height)
    if !isNarrow { border = max(Self.narrowBelow, wideMinimum() + Self.slack) }
    let narrow = width < (isNarrow ? border + Self.wideFrom - Self.narrowBelow : border)
    guard narrow != isNarrow else { return }
    isNarrow = narrow
    MainLoop.soon { [weak self] in
      // Another layout may have changed it back.
      if let self, isNarrow == narrow { didChangeNarrow?(narrow) }
    }
  }

  override func dispose() {
    child.unparent()
    super.dispose()
  }
}

/// Holds the header bar and lets the window become narrower than a wide window's header.
///
/// A narrow window shows a shorter header. Without this frame, a window that is made narrow in one step would stop at
/// the minimum width of the wide header.
final class HeaderFrame: CustomWidget {
  private let header: Widget
  /// The width of what a narrow window's header leaves out.
  private let leftOut: () -> Int

  init(_ header: Widget, leavingOut leftOut: @escaping () -> Int) {
    self.header = header
    self.leftOut = leftOut
    super.init()
    header.setParent(self)
    overflow = .hidden
  }

  override class var cssName: String { "headerframe" }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    var wanted = header.measured(orientation, for: orientation == .vertical ? headerWidth(in: size) : size)
    if orientation == .horizontal { wanted.minimum = max(0, wanted.minimum - leftOut()) }
    return wanted
  }

  /// The wide header keeps its minimum width, past the frame's edge, in the frame or two until it is exchanged.
  private func headerWidth(in width: Int) -> Int {
    width < 0 ? width : max(width, header.measured(.horizontal).minimum)
  }

  override func allocate(width: Int, height: Int) {
    let wide = headerWidth(in: width)
    header.place(x: isRightToLeft ? width - wide : 0, y: 0, width: wide, height: height)
  }

  override func dispose() {
    header.unparent()
    super.dispose()
  }
}
