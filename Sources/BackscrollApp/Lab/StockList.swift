import Gtk

/// A GtkBox of rows in a stock scrolled window, with a remedy or none: strategies Insert, Restore and Upper-delta,
/// each as its authors write it.
final class StockList: LabList {
  /// What is done about the reader's place.
  enum Remedy {
    case none
    case scrollToFirst
    case addGrowth
  }

  let scroller: ScrolledWindow
  var widget: Widget { scroller }
  private(set) var rows: [LabMessage] = []

  private let box = Box(.vertical)
  private let remedy: Remedy
  private var widgets: [LabMessage.ID: LabRow] = [:]
  private var knownUpper = 0.0
  /// Wants to stand at the end until somebody goes elsewhere.
  private var isAtEnd = true
  /// Goes up with each reset: what an idle callback remembers from before means nothing then.
  private var generation = 0

  init(_ remedy: Remedy) {
    self.remedy = remedy
    scroller = ScrolledWindow(child: box)
    scroller.setBars(horizontal: .never, vertical: .automatic)
    box.addClass("bs-lab-rows")
    scroller.verticalAdjustment.upperChanged.connect(weak: self) { $0.upperChanged() }
  }

  func row(_ id: LabMessage.ID) -> LabRow? { widgets[id] }

  func reset(_ rows: [LabMessage]) {
    generation += 1
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
    scroller.verticalAdjustment.value = 0
  }

  func land(_ page: [LabMessage]) {
    isAtEnd = false
    let first = rows.first
    rows = page + rows
    for message in page.reversed() { box.prepend(makeRow(message)) }
    if remedy == .scrollToFirst, let first { scrollWhenIdle(to: first.id) }
  }

  private func makeRow(_ message: LabMessage) -> LabRow {
    let row = LabRow()
    row.message = message
    widgets[message.id] = row
    return row
  }

  private func goToEnd() {
    let adjustment = scroller.verticalAdjustment
    adjustment.value = adjustment.upper
  }

  /// The row to which the reader is to be brought back has its new place after a layout, and the loop is idle after
  /// that: so goes the thought.
  private func scrollWhenIdle(to id: LabMessage.ID) {
    let generation = generation
    MainLoop.whenIdle { [weak self] in
      guard let self, generation == self.generation, let row = widgets[id],
        let place = row.convert(Point(x: 0, y: 0), to: box)
      else { return }
      scroller.verticalAdjustment.value = place.y
    }
  }

  private func upperChanged() {
    let upper = scroller.verticalAdjustment.upper
    defer { knownUpper = upper }
    if isAtEnd {
      // A new value while the content is being placed moves nothing; after it, it does.
      MainLoop.soon { [weak self] in
        if let self, isAtEnd { goToEnd() }
      }
    } else if remedy == .addGrowth {
      scroller.verticalAdjustment.value += upper - knownUpper
    }
  }
}
