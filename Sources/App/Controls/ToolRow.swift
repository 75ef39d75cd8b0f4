import Gtk

/// A row of tools that folds into a button, or wraps into lines. If its page has no room for those, it is one line that
/// scrolls sideways.
///
/// It requests at least one line. ``ToolPage`` decides which of the two forms it gets.
package final class ToolRow: CustomWidget {
  package let flow: FlowRow
  private let scroller: ScrolledWindow

  /// See ``FlowRow``.
  package init(
    _ items: [Widget], end: Widget? = nil, spacing: Int = 8, margin: FlowRow.Margin = .tools,
    fold: FlowRow.Fold? = nil
  ) {
    flow = FlowRow(items, end: end, spacing: spacing, margin: margin, fold: fold)
    scroller = ScrolledWindow(child: ToolStrip(flow))
    super.init()
    scroller.setPolicy(horizontal: .external, vertical: .never)
    // Its tools are focusable.
    scroller.focusable = false
    scroller.setParent(self)
    scroller.followWheel(over: self)
  }

  package override class var cssName: String { "toolrow" }
  package override var requestMode: RequestMode { .heightForWidth }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    // GTK stops propagating a resize request at a widget that has not been measured since the previous request.
    _ = scroller.measured(orientation)
    let widths = flow.measured(.horizontal)
    guard orientation == .vertical else { return Measure(minimum: 0, natural: widths.natural) }
    // Lines that scroll sideways would hide more than one line does. Add a point to one line in a wide row: if two
    // widths have the same height, GTK assumes that all widths between them have it too, but there the tools wrap.
    guard size >= widths.minimum else {
      return Measure(minimum: flow.lineHeight, natural: flow.lineHeight + 1)
    }
    return Measure(minimum: flow.lineHeight, natural: flow.measured(.vertical, for: size).minimum)
  }

  package override func allocate(width: Int, height: Int) {
    for orientation in [Orientation.horizontal, .vertical] { _ = scroller.measured(orientation) }
    scroller.place(leading: 0, top: 0, width: width, height: height)
  }

  package override func dispose() {
    scroller.unparent()
    super.dispose()
  }

}

extension ScrolledWindow {
  /// Points that a notch of a wheel scrolls sideways.
  private static let notch = 60.0

  /// Scrolls a line of controls sideways when the wheel is turned over a widget around it.
  package func followWheel(over widget: Widget) {
    let wheel = ScrollController()
    // The scrolled window keeps the events of a wheel to itself.
    wheel.propagationPhase = .capture
    wheel.scrolled.connect(weak: self) { [weak wheel] scroller, _, notches in
      let adjustment = scroller.hadjustment
      // Fingers scroll along the line by themselves.
      guard wheel?.isTouchpad == false, adjustment.upper > adjustment.pageSize else { return false }
      adjustment.value += (scroller.isRightToLeft ? -notches : notches) * Self.notch
      return true
    }
    widget.add(wheel)
  }
}

/// The content of a tool row's viewport. Its width is that which the tools need at the row's height.
private final class ToolStrip: CustomWidget {
  private let flow: FlowRow

  init(_ flow: FlowRow) {
    self.flow = flow
    super.init()
    flow.setParent(self)
  }

  override var requestMode: RequestMode { .widthForHeight }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let widths = flow.measured(.horizontal)
    guard orientation == .horizontal else { return Measure(minimum: flow.lineHeight) }
    guard size >= 0 else { return widths }
    // The least width whose lines fit the height.
    var (least, enough) = (widths.minimum, widths.natural)
    while least < enough {
      let middle = (least + enough) / 2
      if flow.measured(.vertical, for: middle).minimum <= size { enough = middle } else { least = middle + 1 }
    }
    return Measure(minimum: enough)
  }

  override func allocate(width: Int, height: Int) {
    _ = flow.measured(.vertical, for: width)
    flow.place(leading: 0, top: 0, width: width, height: height)
  }

  override func dispose() {
    flow.unparent()
    super.dispose()
  }
}

/// A page with its tools above or below it.
///
/// The tools wrap into lines as long as they leave most of the page to its content. Otherwise they are one line.
package final class ToolPage: CustomWidget {
  /// The edge of the page at which the tools are.
  package enum Side { case top, bottom }

  private let content: Widget
  private let tools: Widget
  private let side: Side

  /// The least height of the content, in points, with which the tools take a second line.
  private static let contentRoom = 160

  package init(_ content: Widget, tools: Widget, at side: Side) {
    self.content = content
    self.tools = tools
    self.side = side
    super.init()
    // In the order of the focus.
    for child in side == .top ? [tools, content] : [content, tools] { child.setParent(self) }
  }

  package override class var cssName: String { "toolpage" }
  package override var requestMode: RequestMode { .heightForWidth }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (inner, row) = (content.measured(orientation, for: size), tools.measured(orientation, for: size))
    return orientation == .horizontal
      ? Measure(minimum: max(inner.minimum, row.minimum), natural: max(inner.natural, row.natural))
      : Measure(minimum: inner.minimum + row.minimum, natural: inner.natural + row.natural)
  }

  package override func allocate(width: Int, height: Int) {
    let row = tools.measured(.vertical, for: width)
    let least = max(content.measured(.vertical, for: width).minimum, Self.contentRoom, height / 2)
    let high = height - row.natural >= least ? row.natural : row.minimum
    let rest = max(0, height - high)
    tools.place(leading: 0, top: side == .top ? 0 : rest, width: width, height: high)
    content.place(leading: 0, top: side == .top ? high : 0, width: width, height: rest)
  }

  package override func dispose() {
    for child in [content, tools] { child.unparent() }
    super.dispose()
  }
}
