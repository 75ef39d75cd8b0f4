import AppBase
import Controls
import Gtk
import Translation

/// A chart of marks, each of which stands for messages. The whole chart is one stop for Tab, and a slider for a screen
/// reader: arrow keys move from mark to mark, and Return goes to the messages.
class ChartWidget: CustomWidget {
  /// A bar or a cell.
  struct Mark: Equatable {
    /// "March 2025".
    var unit: String
    /// The number of messages.
    var value: Int

    /// "March 2025, 1,114 messages".
    @MainActor var name: String { "\(unit), \(Counted.messages(value))" }
  }

  /// Called with the index of a mark that is to lead to its messages. Marks without messages do not.
  var didActivate: ((Int) -> Void)?

  /// Called when other marks are shown.
  var didShow: (() -> Void)?

  /// The marks in the order of the arrow keys.
  private(set) var marks: [Mark] = []
  /// The mark of the keyboard.
  private(set) var current = 0
  /// The mark under the pointer.
  private(set) var hovered: Int?
  /// Whether Escape has closed the bubble.
  private var hidesBubble = false

  override class var cssName: String { "chart" }
  override class var accessibleRole: AccessibleRole { .slider }

  init(_ name: String, description: String) {
    super.init()
    focusable = true
    setAccessibleLabel(name)
    setAccessibleDescription(description)
    setAccessibleRoleDescription(tr("chart"))
    addPointer()
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { chart, key, _, modifiers in
      chart.pressed(Key.normal(key), modifiers)
    }
    add(keys)
  }

  /// Shows other marks. The keyboard's mark is then the last one.
  func show(_ new: [Mark]) {
    guard new != marks else { return }
    marks = new
    current = max(0, new.count - 1)
    hovered = nil
    tellValue()
    queueResize()
    didShow?()
  }

  // MARK: To override

  /// The place of a mark in a chart of this size; nil if it has none.
  func rect(of index: Int) -> Rect? { nil }
  /// The mark at a point.
  func index(at point: Point) -> Int? { marks.indices.first { rect(of: $0)?.contains(point) ?? false } }
  /// The marks by which an arrow key moves.
  func step(of key: UInt32) -> Int? {
    switch key {
    case Key.left, Key.up: -1
    case Key.right, Key.down: 1
    case Key.pageUp: -12
    case Key.pageDown: 12
    default: nil
    }
  }
  /// Draws the marks.
  func draw(on snapshot: Snapshot, _ palette: ChartPalette) {}

  // MARK: Input

  private func addPointer() {
    let motion = MotionController()
    motion.moved.connect(weak: self) { chart, x, y in chart.hover(chart.index(at: Point(x: x, y: y))) }
    motion.left.connect(weak: self) { $0.hover(nil) }
    add(motion)
    let click = GestureClick()
    click.released.connect(weak: self) { chart, count, x, y in
      guard count == 1, let index = chart.index(at: Point(x: x, y: y)) else { return }
      chart.move(to: index)
      chart.activate(index)
    }
    add(click)
  }

  private func hover(_ index: Int?) {
    guard index != hovered else { return }
    hovered = index
    hidesBubble = false
    queueDraw()
  }

  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    guard !marks.isEmpty, modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
    let mirrored = isRightToLeft ? [Key.left: Key.right, Key.right: Key.left][key] ?? key : key
    switch mirrored {
    case Key.home: move(to: 0)
    case Key.end: move(to: marks.count - 1)
    case Key.returnKey, Key.space: activate(current)
    case Key.escape where showsBubble: hideBubble()
    default:
      guard let step = step(of: mirrored) else { return false }
      move(to: min(max(current + step, 0), marks.count - 1))
    }
    return true
  }

  private func move(to index: Int) {
    current = index
    hidesBubble = false
    tellValue()
    queueDraw()
  }

  private func hideBubble() {
    hidesBubble = true
    queueDraw()
  }

  private func activate(_ index: Int) {
    if marks.indices.contains(index), marks[index].value > 0 { didActivate?(index) }
  }

  private func tellValue() {
    guard marks.indices.contains(current) else { return }
    setAccessibleValue(
      Double(current), in: 0...Double(max(1, marks.count - 1)), text: marks[current].name)
  }

  // MARK: Drawing

  /// The mark that has a bubble: the hovered one, or that of the keyboard.
  var shown: Int? { hovered ?? (showsFocus && hasFocus && !marks.isEmpty ? current : nil) }
  var showsBubble: Bool { shown != nil && !hidesBubble }

  final override func snapshot(_ snapshot: Snapshot) {
    let palette = ChartPalette(of: self)
    draw(on: snapshot, palette)
    guard let shown, let rect = rect(of: shown) else { return }
    if showsFocus, hasFocus, shown == current {
      snapshot.focusRing(RoundedRect(rect, radius: 3), palette.chat.accentForeground)
    }
    if showsBubble { drawBubble(marks[shown].name, over: rect, on: snapshot, palette) }
  }

  private func drawBubble(_ words: String, over mark: Rect, on snapshot: Snapshot, _ palette: ChartPalette) {
    let layout = TextLayout(for: self)
    layout.set(
      words, [TextAttribute(.size(10)), TextAttribute(.weight(600)), TextAttribute(.features("tnum"))])
    let size = layout.size
    let box = (width: size.width.rounded(.up) + 24, height: size.height.rounded(.up) + 14)
    let x = min(max(mark.x + mark.width / 2 - box.width / 2, 0), max(0, Double(width) - box.width))
    let above = mark.y - 8 - box.height
    let y = above >= -40 ? above : mark.maxY + 8
    let shape = RoundedRect(Rect(x: x.rounded(), y: y, width: box.width, height: box.height), radius: 12)
    snapshot.softShadow(shape, palette.chat.shade)
    snapshot.fill(shape, palette.chat.surface)
    snapshot.stroke(
      shape, width: 1, palette.chat.isHighContrast ? palette.chat.foreground : palette.chat.line)
    snapshot.text(layout, at: Point(x: x.rounded() + 12, y: y + 7), palette.chat.foreground)
  }

  /// The layout of a caption.
  final func caption(_ words: String, _ palette: ChartPalette) -> TextLayout {
    let layout = TextLayout(for: self)
    layout.set(words, [TextAttribute(.size(9)), TextAttribute(.features("tnum"))])
    return layout
  }
}

/// The colors of charts, read from the style sheet.
@MainActor
struct ChartPalette {
  let chat: ChatPalette
  let bar, other: Color
  /// The colors of cells, from few messages to many.
  let map: [Color]

  init(of widget: Widget) {
    chat = ChatPalette.current(for: widget)
    func token(_ name: String) -> Color { widget.color(named: "bs_\(name)") ?? widget.foreground }
    bar = token("chart")
    other = token("chart_other")
    map = (1...4).map { token("map_\($0)") }
  }
}
