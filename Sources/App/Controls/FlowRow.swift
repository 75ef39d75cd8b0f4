import Gtk

/// A row of widgets that wraps into lines. One of them can be aligned to the end of its line.
///
/// With a ``Fold`` it stays one line, and widgets that do not fit are moved into the popover of a button.
package final class FlowRow: CustomWidget {
  private var items: [Widget]
  private let end: Widget?
  private let spacing: Int

  /// Points around the row; `narrowX` at the sides of a narrow window. `column`: the largest width of the tools, which
  /// are then centred like their content.
  package struct Margin {
    package var x, narrowX, y: Int
    package var column = Int.max

    package init(x: Int, narrowX: Int, y: Int, column: Int = Int.max) {
      self.x = x
      self.narrowX = narrowX
      self.y = y
      self.column = column
    }
    /// The margin of a tool row.
    package static let tools = Margin(x: 18, narrowX: 10, y: 12)
    package static let none = Margin(x: 0, narrowX: 0, y: 0)
  }

  /// The button for the tools that do not fit in one line.
  package struct Fold {
    /// The name of the button, such as "Filters".
    package var name: String
    /// Whether the button shows its name, rather than three dots.
    package var showsName = false
    /// The number of tools at the start that stay in the row, as far as they fit. The first one always stays, and in a
    /// narrow window takes the remaining width.
    package var keeping = 1
    /// Whether the popover opens upwards, since the row is at the bottom of its page.
    package var opensUp = false

    package init(name: String, showsName: Bool = false, keeping: Int = 1, opensUp: Bool = false) {
      self.name = name
      self.showsName = showsName
      self.keeping = keeping
      self.opensUp = opensUp
    }
  }

  private let margin: Margin
  private let fold: Fold?
  private let panel = ToolPanel()
  private let foldLabel = Label()
  /// The button that opens the popover with the folded tools; nil without a ``Fold``.
  package private(set) var foldButton: MenuButton?

  /// The places of the tools.
  private enum Shape: Equatable {
    case whole
    /// All but the first ones are in the popover.
    case folded(keeping: Int)
  }

  private var shape = Shape.whole
  private lazy var reshape = Coalesced(.soon) { [weak self] in self?.moveTools() }
  /// The shape for the latest allocation.
  private var wanted = Shape.whole

  /// Points: the width below which a window is narrow, and the most by which an expanding item grows.
  private static let narrowBelow = 560
  private static let growth = 72

  /// `end` is aligned to the end of its line.
  package init(
    _ items: [Widget], end: Widget? = nil, spacing: Int = 8, margin: Margin = .tools, fold: Fold? = nil
  ) {
    self.items = items + (end.map { [$0] } ?? [])
    self.end = end
    self.spacing = spacing
    self.margin = margin
    self.fold = fold
    super.init()
    for item in self.items { item.setParent(self) }
    if let fold { addButton(fold) }
  }

  private func addButton(_ fold: Fold) {
    foldLabel.text = fold.name
    let dots = Image(iconName: "view-more-horizontal-symbolic", size: 16)
    let button = MenuButton(
      child: fold.showsName ? foldLabel : dots, content: Shrinking(panel), opensUp: fold.opensUp)
    button.addClass("bs-choice")
    button.addClass("bs-fold")
    button.popover?.addClass("bs-panel")
    button.valign = .center
    button.setAccessibleLabel(fold.name)
    if !fold.showsName { button.tooltipText = fold.name }
    button.isChildVisible = false
    button.setParent(self)
    foldButton = button
  }

  /// Adds a widget at the end; only for a row without a ``Fold``.
  package func append(_ item: Widget) {
    items.append(item)
    item.setParent(self)
  }

  /// Removes a widget that ``append(_:)`` has added.
  package func remove(_ item: Widget) {
    items.removeAll { $0 === item }
    item.unparent()
  }

  /// The number of unusual choices among the folded tools, which the button shows.
  package var activeCount = 0 {
    didSet {
      guard let fold, activeCount != oldValue else { return }
      foldLabel.text = activeCount > 0 ? "\(fold.name) · \(activeCount)" : fold.name
      foldButton?.setClass("on", activeCount > 0)
      foldButton?.setAccessibleLabel(foldLabel.text)
    }
  }

  /// Whether tools are in the popover.
  package var isFolded: Bool { shape != .whole }

  // MARK: Folding

  /// The shape at a width. Depends only on the width and the tools' natural widths.
  private func shape(in width: Int, inColumn: Bool = true) -> Shape {
    guard let fold, let foldButton else { return .whole }
    let shown = items.filter(\.visible)
    let room = lineWidth(in: width, inColumn: inColumn)
    let widths = shown.map { $0.measured(.horizontal).natural + spacing }
    guard widths.reduce(-spacing, +) > room else { return .whole }
    let button = foldButton.measured(.horizontal).natural
    let most = max(1, min(fold.keeping, shown.count - 1))
    let fitting = (1...most).last { widths.prefix($0).reduce(button, +) <= room }
    return .folded(keeping: fitting ?? 1)
  }

  /// The widgets of the row in a shape, in their order.
  private func line(_ shape: Shape) -> [Widget] {
    let shown = items.filter(\.visible)
    guard case .folded(let count) = shape, let foldButton else { return shown }
    return shown.prefix(count) + [foldButton]
  }

  /// Moves the tools into the popover, or out of it, outside of layout.
  private func moveTools() {
    guard wanted != shape, let foldButton else { return }
    let inPanel = panel.tools
    let focus = window?.focusWidget.flatMap { focus in
      foldButton.isAncestor(of: focus) || items.contains { $0 === focus || $0.isAncestor(of: focus) }
        ? focus : nil
    }
    // A widget that loses the focus by leaving its window gets a new accessible context from GTK 4.8, which then cannot
    // be moved.
    if focus != nil { window?.focusWidget = nil }
    foldButton.close()
    panel.release()
    shape = wanted
    foldButton.isChildVisible = isFolded
    let inRow = line(shape)
    for item in inPanel where inRow.contains(where: { $0 === item }) || !item.visible {
      item.setParent(self)
    }
    let folded = items.filter { item in item.visible && !inRow.contains { $0 === item } }
    for item in folded { item.unparent() }
    // In the order of the focus.
    for item in items where !folded.contains(where: { $0 === item }) {
      item.order(before: foldButton, in: self)
    }
    panel.take(isFolded ? folded : [])
    queueResize()
    guard let focus else { return }
    let isInRow = inRow.contains { $0 !== foldButton && ($0 === focus || $0.isAncestor(of: focus)) }
    if isInRow, focus.takeFocus() { return }
    if isFolded { foldButton.takeFocus() } else { inRow.last?.takeFocus() }
  }

  // MARK: Layout

  /// The least margin at each side, in points.
  private func leastMarginX(_ width: Int) -> Int { width < Self.narrowBelow ? margin.narrowX : margin.x }

  /// The margin at each side. `inColumn`: centred within ``Margin/column``, rounded like the edge of a card there.
  private func marginX(_ width: Int, inColumn: Bool) -> Int {
    let half = inColumn ? (Double(width - min(width, margin.column)) / 2).rounded() : 0
    return max(leastMarginX(width), Int(half))
  }

  package override var requestMode: RequestMode { .heightForWidth }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let widths = items.filter(\.visible).map { $0.measured(.horizontal) }
    let button = foldButton?.measured(.horizontal)
    guard orientation == .horizontal else {
      let natural = widths.reduce(2 * margin.x) { $0 + $1.natural + spacing }
      let width = size < 0 ? natural : size
      let lines = lines(of: shape(in: width), in: width)
      let heights = lines.map { height(of: $0, in: width) }
      return Measure(minimum: heights.reduce(2 * margin.y + (lines.count - 1) * spacing, +))
    }
    let kept = button == nil ? widths[...] : widths.prefix(1)
    let widest = max(kept.map(\.minimum).max() ?? 0, button?.minimum ?? 0)
    return Measure(
      minimum: widest + 2 * margin.narrowX,
      natural: widths.reduce(2 * margin.x - spacing) { $0 + $1.natural + spacing })
  }

  /// The height of all items in one line, with the margins.
  package var lineHeight: Int {
    let row = items.filter(\.visible) + (foldButton.map { [$0] } ?? [])
    return (row.map { $0.measured(.vertical).natural }.max() ?? 0) + 2 * margin.y
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

  private func lines(of shape: Shape, in width: Int, inColumn: Bool = true) -> [[Widget]] {
    var lines: [[Widget]] = [[]]
    var used = 0
    for item in line(shape) {
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

  package override func allocate(width: Int, height: Int) {
    // One line that scrolls sideways can be longer than the column.
    let inColumn = measured(.vertical, for: width).minimum <= height
    wanted = shape(in: width, inColumn: inColumn)
    if wanted != shape { reshape.schedule() }
    let marginX = marginX(width, inColumn: inColumn)
    let room = lineWidth(in: width, inColumn: inColumn)
    var y = margin.y
    // Until the tools have moved, those that do not fit are cut off. Hiding them here would remove the focus from them.
    for line in lines(of: shape, in: width, inColumn: inColumn) {
      let lineHeight = self.height(of: line, in: width)
      var widths = line.map { min($0.measured(.horizontal).natural, room) }
      // Expanding items take the spare width first; the rest goes before `end`.
      var spare = max(0, room - widths.reduce(0, +) - max(0, line.count - 1) * spacing)
      let fills = isFolded && width < Self.narrowBelow
      for index in line.indices where fills ? line[index] === items.first : line[index].hexpand {
        let growth = fills ? spare : min(spare, Self.growth)
        widths[index] += growth
        spare -= growth
      }
      var x = marginX
      for (item, itemWidth) in zip(line, widths) {
        if item === end || item === foldButton { x += spare }
        item.place(leading: x, top: y, width: itemWidth, height: lineHeight)
        x += itemWidth + spacing
      }
      y += lineHeight + spacing
    }
  }

  package override func dispose() {
    for item in items { item.unparent() }
    foldButton?.unparent()
    super.dispose()
  }
}
