import Backscroll
import Controls
import Gtk
import SampleChat
import Translation

/// A list of the Lab: the messages of one column.
@MainActor
protocol LabList: AnyObject {
  var scroller: ScrolledWindow { get }

  /// Shows `rows` and scrolls to their end.
  func reset(_ rows: [LabMessage])

  /// Inserts a page before the rows, in the manner of the strategy.
  func land(_ page: [LabMessage])

  /// Scrolls to the oldest row, without animation.
  func goToStart()

  /// The widget of a row; nil when it has none.
  func row(_ id: LabMessage.ID) -> LabRow?

  /// The rows, oldest first.
  var rows: [LabMessage] { get }
}

extension LabList {
  /// The row's top edge in the viewport; nil when it has no mapped widget.
  func top(of id: LabMessage.ID) -> Double? {
    guard let row = row(id), row.isMapped else { return nil }
    return row.convert(Point(x: 0, y: 0), to: scroller)?.y
  }

  /// The row to measure: the second of those that are fully visible. In a fling, the topmost that is partly visible,
  /// because it moves down and has to stay in view.
  func readingRow(inFling: Bool) -> LabMessage.ID? {
    var found: LabMessage.ID?
    for message in rows {
      guard let top = top(of: message.id), let row = row(message.id) else { continue }
      if inFling, top + Double(row.height) > 0 { return message.id }
      guard top >= 0 else { continue }
      if found != nil { return message.id }
      found = message.id
    }
    return found
  }
}

/// The library's list, for the strategies Inverted and Inverted + pull.
final class InvertedList: LabList {
  let scroller: ScrolledWindow
  var rows: [LabMessage] { store.items }

  /// Called when the oldest row comes into view.
  var didShowOldest: (() -> Void)?

  private let store = ListStore<LabMessage>()
  private let list: AnchoredList<ListStore<LabMessage>, LabRow>
  private var wasShown = false

  init() {
    list = AnchoredList(store, makeRow: { _ in LabRow() }, bind: { $0.message = $1 })
    list.setAccessibleLabel(tr("Messages"))
    scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    list.didChangeViewport.connect(weak: self) { $0.viewportChanged() }
  }

  var isOldestShown: Bool { store.count > 0 && list.visibleRange.contains(0) }

  func row(_ id: LabMessage.ID) -> LabRow? { list.row(id) }

  func reset(_ rows: [LabMessage]) {
    store.replace(0..<store.count, with: rows)
    list.scrollToEnd(animated: false)
  }

  func goToStart() { list.scrollToStart(animated: false) }

  func land(_ page: [LabMessage]) { store.prepend(page) }

  private func viewportChanged() {
    let isShown = isOldestShown
    defer { wasShown = isShown }
    if isShown, !wasShown { didShowOldest?() }
  }
}

/// A GtkBox of rows in a stock scrolled window, for the strategies Insert, Restore and Upper-delta, each as found in
/// real programs.
final class StockList: LabList {
  /// The way in which the list tries to keep the reader's position.
  enum Remedy {
    case none
    case scrollToFirst
    case addGrowth
  }

  let scroller: ScrolledWindow
  private(set) var rows: [LabMessage] = []

  private let box = Box(.vertical)
  private let remedy: Remedy
  private var widgets: [LabMessage.ID: LabRow] = [:]
  private var knownUpper = 0.0
  /// Whether the list stays at the end, until it is scrolled elsewhere.
  private var isAtEnd = true
  private var restoration: SignalHandle?

  init(_ remedy: Remedy) {
    self.remedy = remedy
    scroller = ScrolledWindow(child: box)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    box.addClass("bs-lab-rows")
    box.setAccessibleRole(.list)
    box.setAccessibleLabel(tr("Messages"))
    scroller.vadjustment.upperChanged.connect(weak: self) { $0.upperChanged() }
  }

  func row(_ id: LabMessage.ID) -> LabRow? { widgets[id] }

  func reset(_ rows: [LabMessage]) {
    restoration?.disconnect()
    for widget in widgets.values { box.remove(widget) }
    widgets = [:]
    self.rows = rows
    for message in rows {
      let row = makeRow(message)
      box.append(row)
    }
    isAtEnd = true
    goToEnd()
  }

  func goToStart() {
    isAtEnd = false
    scroller.stopFling()
    scroller.vadjustment.value = 0
  }

  func land(_ page: [LabMessage]) {
    isAtEnd = false
    let remembered = remedy == .scrollToFirst ? firstInView : nil
    rows = page + rows
    for message in page.reversed() { box.prepend(makeRow(message)) }
    if let remembered, let newest = page.last { scrollWhenPainted(to: remembered, after: newest.id) }
  }

  private func makeRow(_ message: LabMessage) -> LabRow {
    let row = LabRow()
    row.message = message
    widgets[message.id] = row
    return row
  }

  private func goToEnd() {
    let adjustment = scroller.vadjustment
    adjustment.value = adjustment.upper
  }

  /// The first row that is at least partly visible, and its top edge in the viewport.
  private var firstInView: (id: LabMessage.ID, top: Double)? {
    for message in rows {
      guard let row = widgets[message.id], let top = top(of: message.id) else { continue }
      if top + Double(row.height) > 0 { return (message.id, top) }
    }
    return nil
  }

  /// Scrolls back to a row after the first frame that shows the page. An idle callback, the usual way, runs before the
  /// layout while the window has an animation, and does not run while frames take all the time.
  private func scrollWhenPainted(to remembered: (id: LabMessage.ID, top: Double), after newest: LabMessage.ID)
  {
    restoration?.disconnect()
    restoration = scroller.frameClock?.afterPaint.connect(weak: self) { list in
      guard list.widgets[newest]?.height ?? 0 > 0 else { return }
      list.restoration?.disconnect()
      guard let place = list.widgets[remembered.id]?.convert(Point(x: 0, y: 0), to: list.box) else { return }
      list.scroller.vadjustment.value = place.y - remembered.top
    }
  }

  private func upperChanged() {
    let upper = scroller.vadjustment.upper
    defer { knownUpper = upper }
    if isAtEnd {
      // A value that is set while the content is allocated has no effect.
      MainLoop.soon { [weak self] in
        if let self, isAtEnd { goToEnd() }
      }
    } else if remedy == .addGrowth {
      scroller.vadjustment.value += upper - knownUpper
    }
  }
}

/// A small bubble with a short text: a cheap row, because the Lab shows five lists of them.
final class LabRow: CustomWidget {
  var message = LabMessage(id: -1, text: "", isOwn: false) {
    didSet { if message != oldValue { textChanged() } }
  }

  /// Whether a ring is drawn around the row, since it is measured.
  var isRead = false {
    didSet { if isRead != oldValue { queueDraw() } }
  }

  private lazy var layout: TextLayout = makeLayout()

  // Points: between the column's edge and a bubble, inside a bubble, between two rows, and the indent that keeps the
  // bubbles of both sides apart.
  private static let margin = 10.0
  private static let padding = (x: 12.0, y: 6.0)
  private static let gap = 8.0
  private static let indent = 24.0
  private static let radius = 15.0
  private static let ring = 2.0

  override class var cssName: String { "labrow" }
  override class var accessibleRole: AccessibleRole { .listItem }
  override var requestMode: RequestMode { .heightForWidth }

  private func makeLayout() -> TextLayout {
    let layout = TextLayout(for: self)
    layout.wrapWords()
    layout.set(message.text)
    return layout
  }

  private func textChanged() {
    layout.set(message.text)
    setAccessibleLabel(message.text)
    queueResize()
  }

  override func styleChanged() {
    layout = makeLayout()
    queueResize()
  }

  private func fit(_ width: Int) {
    layout.width = max(20, Double(width) - 2 * Self.margin - 2 * Self.padding.x - Self.indent)
  }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else { return Measure(minimum: 80, natural: 200) }
    fit(size < 0 ? 200 : size)
    return Measure(minimum: Int((layout.size.height + 2 * Self.padding.y + Self.gap).rounded(.up)))
  }

  override func snapshot(_ snapshot: Snapshot) {
    let palette = ChatPalette.current(for: self)
    fit(width)
    let text = layout.size
    let bubbleWidth = text.width + 2 * Self.padding.x
    let start = message.isOwn ? Double(width) - Self.margin - bubbleWidth : Self.margin
    let box = Rect(
      x: x(leading: start, width: bubbleWidth), y: Self.gap / 2,
      width: bubbleWidth, height: Double(height) - Self.gap)
    let shape = RoundedRect(box, radius: min(Self.radius, box.height / 2))
    if message.isOwn {
      snapshot.fill(shape, top: palette.ownTop, bottom: palette.ownBottom)
    } else {
      snapshot.softShadow(shape, palette.shade)
      snapshot.fill(shape, palette.surface)
      snapshot.stroke(shape, width: 1, palette.line)
    }
    snapshot.text(
      layout, at: Point(x: box.x + Self.padding.x, y: box.y + Self.padding.y),
      message.isOwn ? .white : palette.foreground)
    if isRead { snapshot.focusRing(shape, width: Self.ring, offset: 1, palette.accentForeground) }
  }
}

/// A message of the Lab's conversation: one short line.
struct LabMessage: Identifiable, Hashable {
  /// Index in the conversation, from the oldest.
  let id: Int
  let text: String
  let isOwn: Bool
}

/// The conversation that all columns read page by page from its end.
struct LabData {
  /// Number of messages at first, and per page.
  static let atFirst = 50
  static let page = 30
  /// Number of pages to load; after the last, the columns start again.
  static let pages = 20
  /// Most characters of a message, for bubbles of a few short lines.
  private static let longest = 48

  private let messages: [LabMessage]

  init(seed: UInt64 = SyntheticConversation.usualSeed) {
    let wanted = Self.atFirst + Self.page * Self.pages
    // Generates more than needed: messages without text and service messages are left out.
    let spoken = SyntheticConversation(seed: seed, count: wanted * 2).filter {
      $0.kind == .normal && !$0.text.isEmpty
    }
    messages = spoken.suffix(wanted).enumerated().map { index, message in
      LabMessage(id: index, text: Self.shortened(message.text), isOwn: message.isOwn)
    }
  }

  var count: Int { messages.count }

  /// The messages of a list at first.
  var newest: [LabMessage] { Array(messages.suffix(Self.atFirst)) }

  /// The page before the newest `loaded` messages; empty at the start of the conversation.
  func page(beforeLast loaded: Int) -> [LabMessage] {
    Array(messages.dropLast(loaded).suffix(Self.page))
  }

  private static func shortened(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard line.count > longest else { return String(line) }
    let head = line.prefix(longest)
    return (head.lastIndex(of: " ").map { head[..<$0] } ?? head) + "…"
  }
}
