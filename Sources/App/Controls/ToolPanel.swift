import Gtk

/// The tools that do not fit their row, one below the other, in the popover of a ``FlowRow``'s button.
final class ToolPanel: CustomWidget {
  /// The tools in the order of the row.
  private(set) var tools: [Widget] = []

  // Points: between two tools, around all, the least width, and the width from which tools wrap if they can.
  private static let gap = 12
  private static let margin = 10
  private static let width = (least: 200, wraps: 280)

  override class var cssName: String { "toolpanel" }
  override var requestMode: RequestMode { .heightForWidth }

  /// Shows tools, which must not have a parent.
  func take(_ new: [Widget]) {
    tools = new
    for tool in new {
      tool.isChildVisible = true
      tool.setParent(self)
    }
  }

  /// Removes the tools.
  func release() {
    for tool in tools { tool.unparent() }
    tools = []
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let shown = tools.filter(\.visible)
    let widths = shown.map { $0.measured(.horizontal) }
    let least = (widths.map(\.minimum).max() ?? 0) + 2 * Self.margin
    let widest = (widths.map(\.natural).max() ?? 0) + 2 * Self.margin
    let natural = max(least, min(max(widest, Self.width.least), Self.width.wraps))
    guard orientation == .vertical else { return Measure(minimum: least, natural: natural) }
    let room = max(0, (size < 0 ? natural : size) - 2 * Self.margin)
    let heights = shown.map { $0.measured(.vertical, for: room).natural }
    return Measure(
      minimum: heights.reduce(2 * Self.margin + max(0, heights.count - 1) * Self.gap, +))
  }

  override func allocate(width: Int, height: Int) {
    let room = max(0, width - 2 * Self.margin)
    var y = Self.margin
    for tool in tools where tool.visible {
      _ = tool.measured(.horizontal)
      let high = tool.measured(.vertical, for: room).natural
      tool.place(leading: Self.margin, top: y, width: room, height: high)
      y += high + Self.gap
    }
  }

  override func dispose() {
    release()
    super.dispose()
  }
}
