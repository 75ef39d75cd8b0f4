import Gtk

/// Controls in a row that breaks into lines where there is no room; the last one stands at the end edge of the
/// line it comes to.
final class FlowRow: CustomWidget {
  private let items: [Widget]
  private let spacing: Int
  private let margin: (x: Int, y: Int)

  /// `end`: what stands at the end edge.
  init(_ items: [Widget], end: Widget, spacing: Int = 8, margin: (x: Int, y: Int) = (18, 12)) {
    self.items = items + [end]
    self.spacing = spacing
    self.margin = margin
    super.init()
    for item in self.items { item.setParent(self) }
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let widths = items.map { $0.measured(.horizontal) }
    guard orientation == .horizontal else {
      let natural = widths.reduce(2 * margin.x) { $0 + $1.natural + spacing }
      let lines = lines(in: size < 0 ? natural : size)
      let heights = lines.map(height(of:))
      return Measure(minimum: heights.reduce(2 * margin.y + (lines.count - 1) * spacing, +))
    }
    let widest = widths.map(\.minimum).max() ?? 0
    return Measure(
      minimum: widest + 2 * margin.x,
      natural: widths.reduce(2 * margin.x - spacing) { $0 + $1.natural + spacing })
  }

  private func height(of line: [Widget]) -> Int { line.map { $0.measured(.vertical).natural }.max() ?? 0 }

  private func lines(in width: Int) -> [[Widget]] {
    var lines: [[Widget]] = [[]]
    var used = 0
    for item in items where item.isVisible {
      let wanted = item.measured(.horizontal).natural
      if used > 0, used + spacing + wanted > width - 2 * margin.x {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(item)
      used += (used > 0 ? spacing : 0) + wanted
    }
    return lines
  }

  override func allocate(width: Int, height: Int) {
    var y = margin.y
    for line in lines(in: width) {
      let lineHeight = self.height(of: line)
      let widths = line.map { min($0.measured(.horizontal).natural, max(0, width - 2 * margin.x)) }
      let total = widths.reduce(0, +) + max(0, line.count - 1) * spacing
      // What is left over goes before the item that belongs at the end.
      let spare = max(0, width - 2 * margin.x - total)
      var x = margin.x
      for (item, itemWidth) in zip(line, widths) {
        if item === items.last { x += spare }
        item.place(
          x: isRightToLeft ? width - x - itemWidth : x, y: y, width: itemWidth, height: lineHeight)
        x += itemWidth + spacing
      }
      y += lineHeight + spacing
    }
  }

  override func dispose() {
    for item in items { item.unparent() }
    super.dispose()
  }
}
