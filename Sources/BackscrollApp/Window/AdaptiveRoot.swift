import Gtk

/// Fills the window with one child and says when the window becomes narrow or wide.
final class AdaptiveRoot: CustomWidget {
  /// Below this the window is narrow, in points; it is wide again only from `wideFrom` on, so that it does
  /// not flicker between the two at the border.
  static let narrowBelow = 560
  static let wideFrom = 592

  private let child: Widget
  private(set) var isNarrow = false
  /// The least width at which everything fits that a wide window shows; asked for while it is wide. With large text
  /// or many tabs it is more than the usual border, which must lie above it: a window cannot be made narrower than
  /// what is in it, and so would never become narrow.
  var wideMinimum: () -> Int = { 0 }
  private var border = AdaptiveRoot.narrowBelow

  /// Points between what a wide window needs and where it becomes narrow.
  private static let slack = 24

  /// Called outside of layout, since it will change what is laid out.
  var onNarrowChanged: ((Bool) -> Void)?

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
      // By now it may have changed back.
      if let self, isNarrow == narrow { onNarrowChanged?(narrow) }
    }
  }

  override func dispose() {
    child.unparent()
    super.dispose()
  }
}
