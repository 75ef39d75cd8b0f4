import Backscroll
import Gtk
import Translation

/// The library's list: strategies Inverted and Inverted + pull.
final class InvertedList: LabList {
  let scroller: ScrolledWindow
  var widget: Widget { scroller }
  var rows: [LabMessage] { store.items }

  /// The oldest row there is has come into view.
  var onOldestShown: (() -> Void)?

  private let store = ListStore<LabMessage>()
  private let list: AnchoredList<ListStore<LabMessage>, LabRow>
  private var wasShown = false

  init() {
    let store = self.store
    list = AnchoredList(store, makeRow: { _ in LabRow() }, bind: { $0.message = $1 })
    list.setAccessibleLabel(tr("Messages"))
    scroller = ScrolledWindow(child: list)
    scroller.setBars(horizontal: .never, vertical: .automatic)
    list.didChangeViewport = { [weak self] in self?.viewportChanged() }
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
    if isShown, !wasShown { onOldestShown?() }
  }
}
