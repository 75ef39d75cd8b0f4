import Gtk
import Translation

/// The callback log as one sees it: newest first, with the number of calls.
final class CallbackCard: Box {
  private(set) var log = CallbackLog()
  private(set) var rows: [CallbackRow] = []

  private let calls = Label()
  private let list = Box(.vertical)
  private let hint = Label(tr("Tap, drag or use the arrow keys."))

  init() {
    super.init(.vertical)
    addClass("bs-card")
    clipsContent = true
    let title = Label(tr("Callback log"))
    title.addClass("bs-picker-title")
    title.setHorizontalPlace(0)
    title.isHorizontallyExpanding = true
    calls.addClass("bs-caption")
    let head = Box(.horizontal, spacing: 8)
    head.addClass("bs-picker-head")
    head.append(title, calls)
    list.setMargins(start: 8, end: 8, top: 4, bottom: 8)
    list.setAccessibleRole(.list)
    list.setAccessibleLabel(tr("Callback log"))
    hint.addClass("bs-caption")
    hint.setMargins(start: 8, end: 8, top: 12)
    list.append(hint)
    let scroller = ScrolledWindow(child: list)
    scroller.setBars(horizontal: .never, vertical: .automatic)
    scroller.isVerticallyExpanding = true
    scroller.setAccessibleLabel(tr("Callback log"))
    append(head, scroller)
    showCalls()
  }

  func add(_ entry: CallbackEntry) {
    log.add(entry)
    rows.first?.isNewest = false
    let row = CallbackRow(entry)
    row.isNewest = true
    rows.insert(row, at: 0)
    list.prepend(row)
    while rows.count > log.entries.count { list.remove(rows.removeLast()) }
    showCalls()
  }

  func clear() {
    for row in rows { list.remove(row) }
    rows = []
    log = CallbackLog()
    showCalls()
  }

  private func showCalls() {
    calls.text = Counted.calls(log.calls)
    hint.isVisible = rows.isEmpty
  }
}
