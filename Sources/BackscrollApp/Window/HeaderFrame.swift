import Gtk

/// Holds the header, and lets the window become narrower than the header of a wide window is: it then becomes another
/// one. Without it a window that is made narrow in one step would be held where the wide header ends.
final class HeaderFrame: CustomWidget {
  private let header: Widget
  /// The width of what a narrow window's header leaves out.
  private let leftOut: () -> Int

  init(_ header: Widget, leavingOut leftOut: @escaping () -> Int) {
    self.header = header
    self.leftOut = leftOut
    super.init()
    header.setParent(self)
    clipsContent = true
  }

  override class var cssName: String { "headerframe" }
  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    var wanted = header.measured(orientation, for: orientation == .vertical ? held(size) : size)
    if orientation == .horizontal { wanted.minimum = max(0, wanted.minimum - leftOut()) }
    return wanted
  }

  /// For the frame or two until it has become another one the header stands out over the edge.
  private func held(_ width: Int) -> Int {
    width < 0 ? width : max(width, header.measured(.horizontal).minimum)
  }

  override func allocate(width: Int, height: Int) {
    let wide = held(width)
    header.place(x: isRightToLeft ? width - wide : 0, y: 0, width: wide, height: height)
  }

  override func dispose() {
    header.unparent()
    super.dispose()
  }
}
