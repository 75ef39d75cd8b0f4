import Gtk

/// The window's only child. Notifies when the window becomes narrow or wide, short or tall.
package final class AdaptiveRoot: CustomWidget {
  /// Widths in points. The window is narrow below the first one and wide again from the second one on. The distance
  /// between them prevents flicker at the border.
  package static let narrowBelow = 560
  package static let wideFrom = 592

  /// The height in points below which the window is short, such as on a phone with a screen keyboard.
  static let shortBelow = 420

  package private(set) var isNarrow = false
  package private(set) var isShort = false
  /// The minimum width of the content of a wide window, in points; read while the window is wide.
  ///
  /// With large text or many tabs it exceeds ``narrowBelow``. The border then lies above it. Otherwise the window would
  /// never become narrow, since it cannot be narrower than its content.
  package var wideMinimum: () -> Int = { 0 }
  /// Called outside of layout, because the receiver changes the widgets that are laid out.
  package var didChangeNarrow: ((Bool) -> Void)?

  /// Called outside of layout, too.
  package var didChangeShort: ((Bool) -> Void)?

  private let child: Widget
  private var border = AdaptiveRoot.narrowBelow
  /// Points between ``wideMinimum`` and the border.
  private static let slack = 24

  package init(child: Widget) {
    self.child = child
    super.init()
    child.setParent(self)
  }

  package override var requestMode: RequestMode { .heightForWidth }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    child.measured(orientation, for: size)
  }

  package override func allocate(width: Int, height: Int) {
    child.place(leading: 0, top: 0, width: width, height: height)
    let short = height < Self.shortBelow
    if short != isShort {
      isShort = short
      MainLoop.soon { [weak self] in
        if let self, isShort == short { didChangeShort?(short) }
      }
    }
    if !isNarrow { border = max(Self.narrowBelow, wideMinimum() + Self.slack) }
    let narrow = width < (isNarrow ? border + Self.wideFrom - Self.narrowBelow : border)
    guard narrow != isNarrow else { return }
    isNarrow = narrow
    MainLoop.soon { [weak self] in
      // Another layout may have changed the width back.
      if let self, isNarrow == narrow { didChangeNarrow?(narrow) }
    }
  }

  package override func dispose() {
    child.unparent()
    super.dispose()
  }
}
