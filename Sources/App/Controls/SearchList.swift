import AppBase
import Gtk

/// Names in a card, and a field that searches them. The card is one stop for Tab; inside, the arrow keys move from row
/// to row. The field is placed elsewhere.
package final class SearchList: Box {
  package let search = Entry()
  /// Makes the row of a name, by its index. Call ``reload()`` after setting it.
  package var makeRow: (Int) -> Widget = { _ in Box(.vertical) }
  /// The index of the first found name.
  private(set) var first: Int?
  /// The stop that handles arrow keys. Without it, GTK treats an arrow key in a check button without a group as a choice
  /// of that button.
  private(set) var stop: SingleStop?
  private let (title, names, role, step): (String, [String], AccessibleRole, Int)
  private var shown: GrowingCard?

  /// - Parameters:
  ///   - title: The name of the card for assistive technology.
  ///   - words: The purpose of the field.
  ///   - role: The role of the card.
  ///   - step: The number of rows that are shown at first, and that the button below them adds.
  package init(_ title: String, _ names: [String], search words: String, role: AccessibleRole, step: Int) {
    (self.title, self.names, self.role, self.step) = (title, names, role, step)
    super.init(.vertical)
    search.addClass("bs-field")
    search.primaryIconName = "edit-find-symbolic"
    search.placeholderText = words
    search.setAccessibleLabel(words)
    search.textChanged.connect(weak: self) { $0.fill() }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { list, key, _, modifiers in
      guard Key.normal(key) == Key.down, modifiers.isDisjoint(with: [.control, .alt, .shift]) else {
        return false
      }
      return list.stop?.stop?.takeFocus() ?? false
    }
    search.add(keys)
  }

  /// Whether a text is searched.
  var isSearching: Bool { !NameFilter.searchable(search.text).isEmpty }

  /// Makes the rows again, at least as many as before.
  package func reload() { fill(atLeast: shown?.rows.count ?? 0) }

  private func fill(atLeast minimum: Int = 0) {
    if let shown { remove(shown) }
    let wanted = NameFilter.searchable(search.text)
    let found = names.indices.filter {
      wanted.isEmpty || NameFilter.searchable(names[$0]).contains(wanted)
    }
    first = found.first
    let list = GrowingCard(found.count, step: step, minimum: minimum) { [makeRow] in makeRow(found[$0]) }
    list.card.setAccessibleRole(role)
    list.card.setAccessibleLabel(title)
    shown = list
    let stop = SingleStop(in: list.card, along: .vertical)
    stop.set(list.rows, current: nil)
    list.didGrow = { [weak list, weak stop] first in stop?.set(list?.rows ?? [], current: first) }
    self.stop = stop
    append(list)
  }
}
