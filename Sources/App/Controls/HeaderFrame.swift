import Gtk

/// The window's header: a header bar with the buttons at both ends, and over it the title, the switcher of tabs and the
/// page's tools.
///
/// The switcher is at the centre of the window, or as near to it as the buttons at its end allow. Its place depends
/// only on the window's width, so it is the same in all tabs. A header bar would also move it aside for a long title
/// and for the tools of a page.
///
/// If there is little room, a page's tool is moved to the menu first, and then the title is shortened. The frame also
/// allows the window to become narrower than the content of a wide window's header, which is removed when it is narrow.
package final class HeaderFrame: CustomWidget {
  private let header = HeaderBar()
  private let start = Box(.horizontal)
  private let end = Box(.horizontal)
  private let title: Widget
  private let switcher: Widget
  private let tools = Box(.horizontal)

  /// The width of a button at the start edge and of the buttons at the end, in points, as of the latest layout.
  private var sides = 0

  /// The least width of a title that is still useful, in points.
  package var titleWidth: () -> Int = { 0 }
  /// Called outside of layout when the page's tool has room in the header (true), or no longer has.
  package var didChangeTool: ((Bool) -> Void)?
  package private(set) var showsTool = false
  /// Called when a finger has tapped the title. A mouse moves the window there, and maximizes it with a double click.
  package var didTapTitle: (() -> Void)?

  // Points.
  private static let gap = 6
  /// The room for a short title, such as "Ridge walk", together with the slack of ``AdaptiveRoot``.
  private static let leastTitle = 66
  /// The most width that a title can take from the page's tool.
  private static let longTitle = 240
  /// The width of a button at the start edge, as in the style sheet.
  private static let buttonWidth = 34

  /// `title` and `switcher` are drawn over the bar; they may be invisible.
  package init(title: Widget, switcher: Widget) {
    self.title = title
    self.switcher = switcher
    super.init()
    overflow = .hidden
    header.titleWidget = Box(.horizontal)
    header.packStart(start)
    header.packEnd(end)
    for child in [header, title, switcher, tools] { child.setParent(self) }
    // The bar below moves the window.
    title.canTarget = false
    let tap = GestureClick()
    tap.released.connect(weak: self) { [weak tap] frame, count, x, y in
      let isOnTitle =
        frame.title.isChildVisible && frame.title.bounds(in: frame)?.contains(Point(x: x, y: y)) == true
      if tap?.isTouch == true, count == 1, isOnTitle { frame.didTapTitle?() }
    }
    add(tap)
  }

  package override class var cssName: String { "headerframe" }
  package override var requestMode: RequestMode { .heightForWidth }

  /// Whether the window's own buttons are in the header.
  package var showTitleButtons: Bool {
    get { header.showTitleButtons }
    set { header.showTitleButtons = newValue }
  }

  /// Adds a button at the start edge.
  package func add(atStart button: Widget) { start.append(button) }
  /// Adds a button at the end edge, before the window's own.
  package func add(atEnd button: Widget) { end.append(button) }
  /// Adds a page's tool, which is shown if it has room beside the switcher.
  package func add(tool: Widget) { tools.append(tool) }

  /// The least width at which the switcher has room beside a title. It does not depend on the tab.
  package var wideMinimum: Int {
    sides + switcher.measured(.horizontal).minimum + Self.leastTitle + 2 * Self.gap
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let shown = [title, switcher, tools].filter(\.visible)
    let others = shown.map { $0.measured(orientation) }
    let bar = header.measured(orientation)
    guard orientation == .vertical else {
      return Measure(minimum: bar.minimum, natural: others.reduce(bar.natural) { $0 + $1.natural })
    }
    return Measure(minimum: others.reduce(bar.minimum) { max($0, $1.minimum) })
  }

  package override func allocate(width: Int, height: Int) {
    header.place(leading: 0, top: 0, width: width, height: height)
    let left = inner(edge: start, atEnd: true, in: width)
    let right = inner(edge: end, atEnd: false, in: width)
    // Count one button at the start, visible or not, since the tabs differ in that.
    sides = left - start.width + Self.buttonWidth + width - right
    var free = left..<max(left, right - Self.gap)
    var hasTool = false
    if switcher.visible {
      let wide = switcher.measured(.horizontal).natural
      let x = max(min((width - wide) / 2, right - Self.gap - wide), left)
      put(switcher, x: x, wide, height)
      free = left..<max(left, x - Self.gap)
      let isTitleWhole = min(titleWidth(), Self.longTitle) <= free.count
      hasTool = putTools(from: x + wide + Self.gap, to: right - Self.gap, height, if: isTitleWhole)
    } else {
      let rest = free.count - tools.measured(.horizontal).natural - Self.gap
      let isTitleWhole = min(titleWidth(), Self.longTitle) <= rest
      hasTool = putTools(from: left, to: right - Self.gap, height, if: isTitleWhole)
      if hasTool { free = left..<left + rest }
    }
    if hasTool != showsTool {
      showsTool = hasTool
      MainLoop.soon { [weak self] in
        // Another layout may have changed this back.
        if let self, showsTool == hasTool { didChangeTool?(hasTool) }
      }
    }
    let wanted = title.measured(.horizontal)
    title.isChildVisible = wanted.minimum <= free.count
    if title.isChildVisible { put(title, x: left, min(wanted.natural, free.count), height) }
  }

  /// Places the tools at the end of a range, if they have room there and `isWanted`; returns whether they have.
  private func putTools(from: Int, to: Int, _ height: Int, if isWanted: Bool) -> Bool {
    let wide = tools.measured(.horizontal).natural
    tools.isChildVisible = isWanted && wide > 0 && wide <= to - from
    if tools.isChildVisible { put(tools, x: to - wide, wide, height) }
    return tools.isChildVisible
  }

  private func put(_ child: Widget, x: Int, _ wide: Int, _ height: Int) {
    let tall = min(height, max(child.measured(.vertical, for: wide).natural, 1))
    child.place(leading: x, top: (height - tall) / 2, width: wide, height: tall)
  }

  /// The inner edge of the buttons at one end, as a distance from the window's start edge.
  private func inner(edge box: Widget, atEnd: Bool, in width: Int) -> Int {
    let x = atEnd == isRightToLeft ? 0 : box.width
    let place = box.convert(Point(x: Double(x), y: 0), to: self).map { Int($0.x.rounded()) } ?? 0
    return isRightToLeft ? width - place : place
  }

  package override func dispose() {
    for child in [header, title, switcher, tools] { child.unparent() }
    super.dispose()
  }
}
