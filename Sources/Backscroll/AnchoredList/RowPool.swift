import Gtk

/// The widgets of an ``AnchoredList``: those bound to a row, and those that wait for one.
///
/// Widgets are children of the list all along, in the order of their rows, since assistive technology
/// and the focus read them in that order.
@MainActor
final class RowPool<ID: Hashable, Row: Widget> {
  /// A widget that shows a row.
  struct Bound {
    let row: Row
    let id: ID
    let kind: Int
    /// The row's contents have changed since they were bound.
    var isStale = false
    /// What assistive technology was told last.
    var position = (index: -1, count: -1)
  }

  private(set) var bound: [Int: Bound] = [:]
  /// Widgets of rows that were taken out of the model; the same rows may come back in the same breath.
  private var orphans: [ID: Bound] = [:]
  private var spare: [Int: [Row]] = [:]

  private let makeRow: (Int) -> Row
  private let bind: (Row, Int) -> Void

  init(makeRow: @escaping (Int) -> Row, bind: @escaping (Row, Int) -> Void) {
    self.makeRow = makeRow
    self.bind = bind
  }

  subscript(index: Int) -> Row? { bound[index]?.row }

  /// The widget of row `index`, made, recycled or refreshed as need be.
  func row(_ index: Int, id: ID, kind: Int, in list: CustomWidget) -> Row {
    if var known = bound[index] {
      if known.isStale {
        known.isStale = false
        bound[index] = known
        bind(known.row, index)
      }
      return known.row
    }
    let row: Row
    if let orphan = orphans.removeValue(forKey: id) {
      row = orphan.row
    } else if let recycled = spare[kind]?.popLast() {
      row = recycled
      row.isChildVisible = true
    } else {
      row = makeRow(kind)
      row.setParent(list)
    }
    bound[index] = Bound(row: row, id: id, kind: kind)
    if let next = bound[index + 1]?.row {
      row.order(before: next, in: list)
    } else if bound[index - 1] != nil {
      row.order(before: nil, in: list)
    }
    bind(row, index)
    return row
  }

  /// Tells assistive technology which row of `count` each is, where it does not know.
  func tellPositions(count: Int) {
    for (index, known) in bound where known.position != (index, count) {
      bound[index]?.position = (index, count)
      known.row.setAccessiblePosition(index + 1, of: count)
    }
  }

  func setStale(_ index: Int) { bound[index]?.isStale = true }

  func setAllStale() { for index in bound.keys { bound[index]?.isStale = true } }

  /// Follows the model: rows after the splice change their indices, removed ones are set apart.
  func splice(index: Int, removed: Int, inserted: Int) {
    var next: [Int: Bound] = [:]
    for (old, known) in bound {
      if old < index {
        next[old] = known
      } else if old >= index + removed {
        next[old + inserted - removed] = known
      } else {
        orphans[known.id] = known
      }
    }
    bound = next
  }

  /// Puts by the widgets of removed rows that did not come back, and those of rows that `isNeeded` lets go.
  func recycle(keepSpare: Int, _ isNeeded: (Int, Bound) -> Bool) {
    for orphan in orphans.values { put(by: orphan, keepSpare) }
    orphans.removeAll(keepingCapacity: true)
    for (index, known) in bound where !isNeeded(index, known) {
      bound[index] = nil
      put(by: known, keepSpare)
    }
  }

  private func put(by known: Bound, _ keepSpare: Int) {
    guard spare[known.kind, default: []].count < keepSpare else { return known.row.unparent() }
    known.row.isChildVisible = false
    spare[known.kind, default: []].append(known.row)
  }

  /// Takes all widgets out of the list.
  func removeAll() {
    for known in bound.values { known.row.unparent() }
    for known in orphans.values { known.row.unparent() }
    for row in spare.values.joined() { row.unparent() }
    bound = [:]
    orphans = [:]
    spare = [:]
  }
}
