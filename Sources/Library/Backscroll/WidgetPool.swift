import Gtk
import ScrollCore

/// The child widgets of a container that shows identified items: those that show an item, and spare ones for reuse.
///
/// All of them stay children of the container. Those that show an item are in the order of the items, in which
/// assistive technology and the focus visit them, except one that ``raise(_:before:in:)`` has put over others.
@MainActor
final class WidgetPool<ID: Hashable, Kind: Hashable, Element: Widget> {
  /// A widget and the item it shows.
  final class Shown {
    fileprivate(set) var index: Int
    let widget: Element
    let id: ID
    fileprivate let kind: Kind
    /// The item has changed since it was bound.
    fileprivate var isStale = false
    /// The position that was last reported to assistive technology.
    fileprivate var position = (index: -1, count: -1)

    fileprivate init(_ widget: Element, _ id: ID, _ kind: Kind, at index: Int) {
      (self.widget, self.id, self.kind, self.index) = (widget, id, kind, index)
    }
  }

  /// The widgets whose items are in the model, by index. An array, because a layout goes through it several times a
  /// frame, and finding a key of a type that is not known to this module costs more than the rest of a row.
  private(set) var shown: [Shown] = []
  /// The widgets whose items have left the model. An item may come back before the next ``recycle(keeping:)``.
  private var removed: [ID: Shown] = [:]
  /// The widget that lies over others.
  private(set) var raised: Shown?
  private var spare: [Kind: [Element]] = [:]
  private let spareLimit: Int

  /// Makes a pool without widgets, which keeps at most `spareLimit` spare ones of each kind.
  init(spareLimit: Int) { self.spareLimit = spareLimit }

  /// The widget of an item, if it has one.
  func widget(of id: ID) -> Element? { (shown.first { $0.id == id } ?? removed[id])?.widget }

  /// The widget of the item at an index, if it has one.
  func widget(at index: Int) -> Element? { entry(at: index)?.widget }

  private func entry(at index: Int) -> Shown? {
    let place = place(of: index)
    return place < shown.count && shown[place].index == index ? shown[place] : nil
  }

  /// The place in `shown` of an item's index, or where it would be inserted.
  private func place(of index: Int) -> Int {
    guard !shown.isEmpty, index > shown[0].index else { return 0 }
    // There are seldom gaps.
    let guess = min(index - shown[0].index, shown.count)
    var (low, high) = (0, guess)
    if guess < shown.count, shown[guess].index == index { return guess }
    while low < high {
      let middle = (low + high) / 2
      if shown[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the widget of an item: the present one, a spare one, or else a new one. `bind` runs if the widget does not
  /// show the item as it is now.
  func widget(
    for id: ID, kind: Kind, at index: Int, in parent: CustomWidget, make: () -> Element,
    bind: (Element) -> Void
  ) -> Element {
    let place = place(of: index)
    if place < shown.count, shown[place].index == index {
      let known = shown[place]
      if known.id == id, known.kind == kind {
        if known.isStale {
          known.isStale = false
          bind(known.widget)
        }
        return known.widget
      }
      shown.remove(at: place)
      retire(known)
    }
    let entry =
      returned(id, kind, at: index)
      ?? Shown(spareWidget(kind) ?? made(make, in: parent), id, kind, at: index)
    entry.widget.order(before: widget(from: place), in: parent)
    shown.insert(entry, at: place)
    bind(entry.widget)
    return entry.widget
  }

  /// The first widget at or after a place in `shown` that is in its place among the children.
  private func widget(from place: Int) -> Element? { shown[place...].first { $0 !== raised }?.widget }

  /// Puts the widget of the item at `index` over those of the later items before `next`: pointer events go to the last
  /// child at a point. The one that was raised before returns to its place.
  func raise(_ index: Int?, before next: Int?, in parent: CustomWidget) {
    let entry = index.flatMap { self.entry(at: $0) }
    let before = raised
    raised = entry
    if let before, before !== entry, self.entry(at: before.index) === before {
      before.widget.order(before: widget(from: place(of: before.index) + 1), in: parent)
    }
    entry?.widget.order(before: next.flatMap { widget(at: $0) }, in: parent)
  }

  /// The entry of an item that has left the model and is back.
  private func returned(_ id: ID, _ kind: Kind, at index: Int) -> Shown? {
    guard !removed.isEmpty, let entry = removed.removeValue(forKey: id) else { return nil }
    guard entry.kind == kind else {
      retire(entry)
      return nil
    }
    entry.index = index
    entry.isStale = false
    return entry
  }

  private func spareWidget(_ kind: Kind) -> Element? {
    let widget = spare[kind]?.popLast()
    widget?.isChildVisible = true
    return widget
  }

  private func made(_ make: () -> Element, in parent: CustomWidget) -> Element {
    let widget = make()
    widget.setParent(parent)
    return widget
  }

  /// Binds the item at an index again when its widget is needed next.
  func markStale(at index: Int) { entry(at: index)?.isStale = true }

  /// Binds all items again.
  func markAllStale() {
    for entry in shown { entry.isStale = true }
  }

  /// Follows a change to the items. Widgets of removed items wait for the next ``recycle(keeping:)``.
  func apply(_ splice: Splice) { apply { splice.map($0) } }

  /// Follows a change after which the item at index `i` is at `place(i)`, or gone if that is `nil`.
  func apply(_ place: (Int) -> Int?) {
    var last = -1
    var isInOrder = true
    shown.removeAll { entry in
      guard let index = place(entry.index) else {
        // No two items of a model may share an identity. If they do, do not lose a widget.
        if let other = removed.updateValue(entry, forKey: entry.id) { retire(other) }
        return true
      }
      entry.index = index
      isInOrder = isInOrder && index > last
      last = index
      return false
    }
    guard !isInOrder else { return }
    shown.sort { $0.index < $1.index }
    var next: Element?
    for entry in shown.reversed() {
      if let parent = entry.widget.parent { entry.widget.order(before: next, in: parent) }
      next = entry.widget
    }
  }

  /// Makes the widgets spare whose items have left the model or are not to be kept. Do not call it in the container's
  /// `allocate`, since a widget may leave the container.
  func recycle(keeping isKept: (_ index: Int, _ widget: Element) -> Bool) {
    let gone = removed
    removed = [:]
    for entry in gone.values { retire(entry) }
    var out: [Shown] = []
    shown.removeAll { entry in
      if isKept(entry.index, entry.widget) { return false }
      out.append(entry)
      return true
    }
    for entry in out { retire(entry) }
  }

  private func retire(_ entry: Shown) {
    guard spare[entry.kind, default: []].count < spareLimit else { return entry.widget.unparent() }
    entry.widget.isChildVisible = false
    spare[entry.kind, default: []].append(entry.widget)
  }

  /// Reports the changed places of items among `count` to assistive technology.
  func updateAccessiblePositions(count: Int) {
    for entry in shown where entry.position != (entry.index, count) {
      entry.position = (entry.index, count)
      entry.widget.setAccessiblePosition(entry.index + 1, of: count)
    }
  }

  /// Removes all widgets from the container.
  func removeAll() {
    for entry in shown { entry.widget.unparent() }
    for entry in removed.values { entry.widget.unparent() }
    for widget in spare.values.joined() { widget.unparent() }
    shown = []
    removed = [:]
    raised = nil
    spare = [:]
  }
}
