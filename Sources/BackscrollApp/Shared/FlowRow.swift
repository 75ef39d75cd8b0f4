import Gtk

/// A row of widgets that wraps into lines. One of them can be aligned to the end of its line.
final class FlowRow: CustomWidget {
  private let items: [Widget]
  private let end: Widget?
  private let spacing: Int

  /// Points around the row; `narrowX` at the sides of a narrow window. `column`: the largest width of the tools, which stand
  /// in the middle then, as the content does to which they belong.
  struct Margin {
    var x, narrowX, y: Int
    var column = Int.max

    /// A tool row.
    static let tools = Margin(x: 18, narrowX: 10, y: 12)
    static let none = Margin(x: 0, narrowX: 0, y: 0)
  }

  private let margin: Margin
  /// Points: the width of a narrow window, and the most that an expanding item grows by.
  private static let narrowBelow = 560
  private static let growth = 72

  /// `end` is aligned to the end of its line.
  init(_ items: [Widget], end: Widget? = nil, spacing: Int = 8, margin: Margin = .tools) {
    self.items = items + (end.map { [$0] } ?? [])
    self.end = end
    self.spacing = spacing
    self.margin = margin
    super.init()
    for item in self.items { item.setParent(self) }
  }

  /// Points at each side at least.
  private func leastMarginX(_ width: Int) -> Int { width < Self.narrowBelow ? margin.narrowX : margin.x }

  /// `inColumn`: within ``Margin/column``, whose edge is rounded as that of a card in it.
  private func marginX(_ width: Int, inColumn: Bool) -> Int {
    let half = inColumn ? (Double(width - min(width, margin.column)) / 2).rounded() : 0
    return max(leastMarginX(width), Int(half))
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let widths = items.map { $0.measured(.horizontal) }
    guard orientation == .horizontal else {
      let natural = widths.reduce(2 * margin.x) { $0 + $1.natural + spacing }
      let width = size < 0 ? natural : size
      let lines = lines(in: width)
      let heights = lines.map { height(of: $0, in: width) }
      return Measure(minimum: heights.reduce(2 * margin.y + (lines.count - 1) * spacing, +))
    }
    let widest = widths.map(\.minimum).max() ?? 0
    return Measure(
      minimum: widest + 2 * margin.narrowX,
      natural: widths.reduce(2 * margin.x - spacing) { $0 + $1.natural + spacing })
  }

  /// The height of all items in one line, with the margins.
  var lineHeight: Int {
    let tallest = items.filter(\.visible).map { $0.measured(.vertical).natural }.max() ?? 0
    return tallest + 2 * margin.y
  }

  private func lineWidth(in width: Int, inColumn: Bool = true) -> Int {
    let whole = max(0, width - 2 * leastMarginX(width))
    return inColumn ? min(margin.column, whole) : whole
  }

  private func height(of line: [Widget], in width: Int) -> Int {
    let room = lineWidth(in: width)
    return line.map { $0.measured(.vertical, for: min($0.measured(.horizontal).natural, room)).natural }.max()
      ?? 0
  }

  private func lines(in width: Int, inColumn: Bool = true) -> [[Widget]] {
    var lines: [[Widget]] = [[]]
    var used = 0
    for item in items where item.visible {
      let wanted = item.measured(.horizontal).natural
      if used > 0, used + spacing + wanted > lineWidth(in: width, inColumn: inColumn) {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(item)
      used += (used > 0 ? spacing : 0) + wanted
    }
    return lines
  }

  override func allocate(width: Int, height: Int) {
    // One line that scrolls sideways can be longer than the column.
    let inColumn = measured(.vertical, for: width).minimum <= height
    let marginX = marginX(width, inColumn: inColumn)
    let room = lineWidth(in: width, inColumn: inColumn)
    var y = margin.y
    for line in lines(in: width, inColumn: inColumn) {
      let lineHeight = self.height(of: line, in: width)
      var widths = line.map { min($0.measured(.horizontal).natural, room) }
      // Expanding items take the spare width first; the rest goes before `end`.
      var spare = max(0, room - widths.reduce(0, +) - max(0, line.count - 1) * spacing)
      for index in line.indices where line[index].hexpand {
        let growth = min(spare, Self.growth)
        widths[index] += growth
        spare -= growth
      }
      var x = marginX
      for (item, itemWidth) in zip(line, widths) {
        if item === end { x += spare }
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
