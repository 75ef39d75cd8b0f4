import Gtk

/// The window's header: a header bar with the buttons at both ends, and over it the title, the switcher of tabs and the
/// page's tools.
///
/// The switcher stands at the centre of the window, or as near to it as the buttons at the ends let it: a header bar would
/// also move it aside for a long title and for the tools of a page.
/// The frame also lets the window become narrower than a wide window's header, which leaves the header when it is narrow.
final class HeaderFrame: CustomWidget {
  private let header = HeaderBar()
  private let start = Box(.horizontal)
  private let end = Box(.horizontal)
  private let title: Widget
  private let switcher: Widget
  private let tools = Box(.horizontal)

  /// What the buttons at both ends take, in points, as of the latest layout.
  private var sides = 0

  // Points.
  private static let gap = 6
  /// Room for the first letters of a title.
  private static let leastTitle = 60

  /// `title` and `switcher` are drawn over the bar; they may be invisible.
  init(title: Widget, switcher: Widget) {
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
  }

  override class var cssName: String { "headerframe" }
  override var requestMode: RequestMode { .heightForWidth }

  /// Adds a button at the start edge.
  func add(atStart button: Widget) { start.append(button) }
  /// Adds a button at the end edge, before the window's own.
  func add(atEnd button: Widget) { end.append(button) }
  /// Adds a page's tool, which is shown where it has room beside the switcher.
  func add(tool: Widget) { tools.append(tool) }

  /// The least width at which the switcher has room beside a title.
  var wideMinimum: Int {
    max(sides, header.measured(.horizontal).minimum) + switcher.measured(.horizontal).minimum
      + max(Self.leastTitle, title.measured(.horizontal).minimum) + 2 * Self.gap
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let shown = [title, switcher, tools].filter(\.visible)
    let others = shown.map { $0.measured(orientation) }
    let bar = header.measured(orientation)
    guard orientation == .vertical else {
      return Measure(minimum: bar.minimum, natural: others.reduce(bar.natural) { $0 + $1.natural })
    }
    return Measure(minimum: others.reduce(bar.minimum) { max($0, $1.minimum) })
  }

  override func allocate(width: Int, height: Int) {
    header.place(x: 0, y: 0, width: width, height: height)
    let left = inner(edge: start, atEnd: true, in: width)
    let right = inner(edge: end, atEnd: false, in: width)
    sides = left + width - right
    var free = left..<max(left, right - Self.gap)
    if switcher.visible {
      let wide = switcher.measured(.horizontal).natural
      let x = max(min((width - wide) / 2, right - wide), left)
      put(switcher, x: x, wide, in: width, height)
      putTools(from: x + wide + Self.gap, to: right - Self.gap, in: width, height)
      free = left..<max(left, x - Self.gap)
    } else {
      let before = putTools(from: left, to: right - Self.gap, in: width, height)
      free = left..<max(left, before)
    }
    let wanted = title.measured(.horizontal)
    title.isChildVisible = wanted.minimum <= free.count
    if title.isChildVisible { put(title, x: left, min(wanted.natural, free.count), in: width, height) }
  }

  /// Places the tools at the end of a range, if they have room there; returns where the rest of it ends.
  @discardableResult
  private func putTools(from: Int, to: Int, in width: Int, _ height: Int) -> Int {
    let wide = tools.measured(.horizontal).natural
    tools.isChildVisible = wide > 0 && wide <= to - from
    guard tools.isChildVisible else { return to }
    put(tools, x: to - wide, wide, in: width, height)
    return to - wide - Self.gap
  }

  private func put(_ child: Widget, x: Int, _ wide: Int, in width: Int, _ height: Int) {
    let tall = min(height, max(child.measured(.vertical, for: wide).natural, 1))
    child.place(
      x: isRightToLeft ? width - x - wide : x, y: (height - tall) / 2, width: wide, height: tall)
  }

  /// The inner edge of the buttons at one end, as a distance from the window's start edge.
  private func inner(edge box: Widget, atEnd: Bool, in width: Int) -> Int {
    let x = atEnd == isRightToLeft ? 0 : box.width
    let place = box.convert(Point(x: Double(x), y: 0), to: self).map { Int($0.x.rounded()) } ?? 0
    return isRightToLeft ? width - place : place
  }

  override func dispose() {
    for child in [header, title, switcher, tools] { child.unparent() }
    super.dispose()
  }
}
