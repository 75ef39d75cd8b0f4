import Gtk
import ScrollCore

/// The child widgets of a container that shows identified items: those that show an item, and spare ones for reuse.
///
/// All of them stay children of the container. Those that show an item are in the order of the items, in which
/// assistive technology and the focus go through them.
@MainActor
final class WidgetPool<ID: Hashable, Kind: Hashable, Element: Widget> {
  private struct Entry {
    let widget: Element
    let kind: Kind
    /// nil once the item has left the model. It may come back before the next ``recycle(keeping:)``.
    var index: Int?
    /// The item has changed since it was bound.
    var isStale = false
    /// What assistive technology was told last.
    var position = (index: -1, count: -1)
  }

  /// A widget that shows an item.
  struct Shown {
    let id: ID
    let index: Int
    let widget: Element
  }

  private var entries: [ID: Entry] = [:]
  /// ``shown`` as of the latest change; nil after a change. The list goes through it several times a frame, and an array
  /// costs a tenth of a lazy sequence over generic keys, which are not specialised outside of this module.
  private var shownCache: [Shown]?
  private var spare: [Kind: [Element]] = [:]
  private let spareLimit: Int

  /// A pool without widgets, which will keep at most `spareLimit` spare ones of each kind.
  init(spareLimit: Int) { self.spareLimit = spareLimit }

  /// The widget of an item, if it has one.
  subscript(id: ID) -> Element? { entries[id]?.widget }

  /// The items that have a widget and are in the model, in no order.
  var shown: [Shown] {
    if let shownCache { return shownCache }
    var shown: [Shown] = []
    shown.reserveCapacity(entries.count)
    for (id, entry) in entries {
      if let index = entry.index { shown.append(Shown(id: id, index: index, widget: entry.widget)) }
    }
    shownCache = shown
    return shown
  }

  /// The widget of an item, made if need be: a spare one, or else a new one. `bind` runs if the widget does not show
  /// the item as it is now.
  func widget(
    for id: ID, kind: Kind, at index: Int, in parent: CustomWidget, make: () -> Element,
    bind: (Element) -> Void
  ) -> Element {
    if var known = entries[id], known.kind == kind {
      if known.index == index, !known.isStale { return known.widget }
      shownCache = nil
      let hasReturned = known.index == nil
      let needsBinding = known.isStale || hasReturned
      known.index = index
      known.isStale = false
      entries[id] = known
      if hasReturned { order(known.widget, at: index, in: parent) }
      if needsBinding { bind(known.widget) }
      return known.widget
    }
    shownCache = nil
    if let outgrown = entries.removeValue(forKey: id) { retire(outgrown) }
    let widget: Element
    if let reused = spare[kind]?.popLast() {
      widget = reused
      widget.isChildVisible = true
    } else {
      widget = make()
      widget.setParent(parent)
    }
    order(widget, at: index, in: parent)
    entries[id] = Entry(widget: widget, kind: kind, index: index)
    bind(widget)
    return widget
  }

  private func order(_ widget: Element, at index: Int, in parent: CustomWidget) {
    var next: (index: Int, widget: Element)?
    for entry in entries.values {
      if let other = entry.index, other > index, other < next?.index ?? .max { next = (other, entry.widget) }
    }
    widget.order(before: next?.widget, in: parent)
  }

  /// Binds an item again when its widget is needed next.
  func markStale(_ id: ID) { entries[id]?.isStale = true }

  /// Binds all items again.
  func markAllStale() {
    for id in entries.keys { entries[id]?.isStale = true }
  }

  /// Follows a change to the items. Widgets of removed items wait for the next ``recycle(keeping:)``.
  func apply(_ splice: Splice) { apply { splice.map($0) } }

  /// Follows a change after which the item at index `i` is at `place(i)`, or gone if that is `nil`.
  func apply(_ place: (Int) -> Int?) {
    shownCache = nil
    for (id, entry) in entries { entries[id]?.index = entry.index.flatMap(place) }
  }

  /// Makes the widgets spare whose items have left the model or are not worth keeping. The container must not be in its
  /// `allocate`, since a widget may leave it.
  func recycle(keeping isKept: (_ index: Int, _ widget: Element) -> Bool) {
    for (id, entry) in entries {
      if let index = entry.index, isKept(index, entry.widget) { continue }
      shownCache = nil
      entries[id] = nil
      retire(entry)
    }
  }

  private func retire(_ entry: Entry) {
    guard spare[entry.kind, default: []].count < spareLimit else { return entry.widget.unparent() }
    entry.widget.isChildVisible = false
    spare[entry.kind, default: []].append(entry.widget)
  }

  /// Tells assistive technology the place of each item among `count`, where that has changed.
  func updateAccessiblePositions(count: Int) {
    for known in shown where entries[known.id].map({ $0.position != (known.index, count) }) ?? false {
      entries[known.id]?.position = (known.index, count)
      known.widget.setAccessiblePosition(known.index + 1, of: count)
    }
  }

  /// Takes all widgets out of the container.
  func removeAll() {
    for entry in entries.values { entry.widget.unparent() }
    for widget in spare.values.joined() { widget.unparent() }
    entries = [:]
    shownCache = nil
    spare = [:]
  }
}
