import Gtk
import Translation

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
    box.setAccessibleRole(.list)
    box.setAccessibleLabel(tr("Messages"))
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
    let remembered = remedy == .scrollToFirst ? firstInView : nil
    rows = page + rows
    for message in page.reversed() { box.prepend(makeRow(message)) }
    if let remembered, let newest = page.last { scrollWhenIdle(to: remembered, after: newest.id) }
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

  /// The first row of which something shows, and where it stands in the viewport.
  private var firstInView: (id: LabMessage.ID, top: Double)? {
    for message in rows {
      guard let row = widgets[message.id], let top = top(of: message.id) else { continue }
      if top + Double(row.height) > 0 { return (message.id, top) }
    }
    return nil
  }

  /// Scrolls back to a row once the loop is idle and the page has been laid out: an idle callback that comes before
  /// the layout, as it does whenever something in the window is animated, would read the old places.
  private func scrollWhenIdle(to remembered: (id: LabMessage.ID, top: Double), after newest: LabMessage.ID) {
    let generation = generation
    MainLoop.whenIdle { [weak self] in
      guard let self, generation == self.generation, scroller.isMapped, let row = widgets[remembered.id],
        let place = row.convert(Point(x: 0, y: 0), to: box)
      else { return }
      guard let added = widgets[newest], added.height > 0 else {
        return scrollWhenIdle(to: remembered, after: newest)
      }
      scroller.verticalAdjustment.value = place.y - remembered.top
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
