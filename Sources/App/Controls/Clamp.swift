import Gtk

/// Limits the width of its child, which is centred.
package final class Clamp: CustomWidget {
  private let child: Widget
  private let limit: Int
  private let margin: Int

  /// `limit`: the child's largest width in points. `margin`: the points that stay free at each side.
  package init(_ child: Widget, limit: Int, margin: Int = 0) {
    self.child = child
    self.limit = limit
    self.margin = margin
    super.init()
    child.setParent(self)
  }

  package override class var cssName: String { "clamp" }
  package override var requestMode: RequestMode { .heightForWidth }

  private func childWidth(in width: Int) -> Int { min(limit, width - 2 * margin) }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .horizontal else {
      // Without a width, use the natural one. Otherwise a child with a long text would be less high than at any real width.
      return child.measured(.vertical, for: size < 0 ? limit : childWidth(in: size))
    }
    let inner = child.measured(.horizontal)
    return Measure(minimum: inner.minimum + 2 * margin, natural: max(limit, inner.minimum) + 2 * margin)
  }

  package override func allocate(width: Int, height: Int) {
    let wide = childWidth(in: width)
    child.place(leading: (width - wide) / 2, top: 0, width: wide, height: height)
  }

  package override func dispose() {
    child.unparent()
    super.dispose()
  }
}
