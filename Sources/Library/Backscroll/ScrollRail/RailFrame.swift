import Gtk

/// A widget with a rail at its end edge. The rail's column is always reserved, so nothing moves when the rail appears.
///
/// The column is 60 points wide. In a frame below 640 points it is 20, without labels, and grows over the content while the
/// thumb is held.
@MainActor
public final class RailFrame: CustomWidget {
  /// The widget beside the rail.
  public let content: Widget
  /// The rail.
  public let rail: ScrollRail

  /// Makes a frame that becomes the parent of both.
  public init(_ content: Widget, _ rail: ScrollRail) {
    self.content = content
    self.rail = rail
    super.init()
    content.setParent(self)
    // After the content, since it is drawn over it.
    rail.setParent(self)
    hexpand = true
    vexpand = true
  }

  public override class var cssName: String { "railframe" }
  public override var requestMode: RequestMode { .heightForWidth }

  /// The width of ``content``, in points, in a frame of this width.
  public func contentWidth(in width: Int) -> Int { max(0, width - column(for: width)) }

  private func column(for width: Int) -> Int { rail.column(isNarrow: isNarrow(width)) }
  private func isNarrow(_ width: Int) -> Bool { width >= 0 && width < RailMetrics.wideFrame }

  public override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    switch orientation {
    case .horizontal:
      let content = content.measured(.horizontal, for: size)
      let rail = rail.measured(.horizontal)
      return Measure(
        minimum: content.minimum + rail.minimum, natural: content.natural + rail.natural)
    case .vertical:
      _ = rail.measured(.vertical)
      return content.measured(.vertical, for: size < 0 ? -1 : max(0, size - column(for: size)))
    }
  }

  public override func allocate(width: Int, height: Int) {
    let column = min(width, column(for: width))
    rail.isNarrow = isNarrow(width)
    content.place(leading: 0, top: 0, width: width - column, height: height)
    rail.place(leading: width - column, top: 0, width: column, height: height)
  }

  public override func dispose() {
    content.unparent()
    rail.unparent()
    super.dispose()
  }
}
