import AppBase
import Gtk
import Translation

/// A window in which the user chooses one entry of a list, such as a person or a time zone, or none. The list is one
/// stop for Tab; inside, the arrow keys move from entry to entry.
package final class ChooseWindow: PageWindow {
  /// An entry of the list.
  package struct Entry: Identifiable, Equatable {
    package var id: Int64
    package var name: String
    package var note: String

    package init(id: Int64, name: String, note: String) {
      self.id = id
      self.name = name
      self.note = note
    }
  }

  /// Called with the chosen entry; nil for none.
  package var didChoose: ((Int64?) -> Void)?
  package var search: Gtk.Entry { list.search }
  private let entries: [Entry]
  private let chosen: Int64?
  private let list: SearchList

  /// The number of entries that are shown at first, and that the button below them adds.
  private static let step = 100

  /// - Parameters:
  ///   - chosen: The present choice, which has a mark and is first.
  ///   - none: The label of the button for none of them; nil without one.
  ///   - isNoneUsual: Whether none is the usual choice. Its button is then before the list, with the mark while none is
  ///     chosen.
  ///   - about: The purpose of the choice.
  package init(
    _ title: String, _ entries: [Entry], chosen: Int64? = nil, none: String? = nil,
    isNoneUsual: Bool = false, about: String? = nil, search words: String = tr("Search people")
  ) {
    self.entries = entries.filter { $0.id == chosen } + entries.filter { $0.id != chosen }
    self.chosen = chosen
    list = SearchList(title, self.entries.map(\.name), search: words, role: .listBox, step: Self.step)
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    super.init(title, page: page, column: 480, width: 400, height: .usual(520))
    search.activated.connect(weak: self) { $0.chooseFirst() }
    if let about {
      let label = Label(about)
      label.addClass("bs-caption")
      label.wrap(maxCharacters: 44, isCentered: false)
      label.xalign = 0
      page.append(label)
    }
    page.append(search)
    let button = none.map { makeNone($0, hasMark: isNoneUsual && chosen == nil) }
    if isNoneUsual, let button { page.append(button) }
    page.append(list)
    if !isNoneUsual, let button { page.append(button) }
    list.makeRow = { [weak self] in self?.row($0) ?? Box(.vertical) }
    list.reload()
  }

  private func makeNone(_ words: String, hasMark: Bool) -> Button {
    let entry = Entry(id: 0, name: words, note: "")
    let button = hasMark ? Button(child: Self.content(entry, isChosen: true)) : Button(words)
    button.addClass("bs-button")
    button.setAccessibleLabel(words)
    button.clicked.connect(weak: self) { $0.choose(nil) }
    return button
  }

  private func row(_ index: Int) -> Widget {
    let entry = entries[index]
    let button = Button(child: Self.content(entry, isChosen: entry.id == chosen))
    button.addClass("bs-person")
    button.setAccessibleRole(.option)
    button.setAccessibleSelected(entry.id == chosen)
    button.setAccessibleLabel([entry.name, entry.note].filter { !$0.isEmpty }.joined(separator: ", "))
    button.clicked.connect(weak: self) { $0.choose(entry.id) }
    return button
  }

  /// Chooses the first entry, for Return in the search field. Does nothing before a text is entered.
  func chooseFirst() {
    if let first = list.first, list.isSearching { choose(entries[first].id) }
  }

  private static func content(_ entry: Entry, isChosen: Bool) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    let (name, note) = (Label(entry.name), Label(entry.note))
    name.ellipsize()
    name.xalign = 0
    name.hexpand = true
    note.addClass("bs-caption")
    row.append(name, note)
    if isChosen { row.append(Image(iconName: "object-select-symbolic", size: 16)) }
    return row
  }

  /// Follows a key in the list; returns whether it was handled.
  package func move(by key: UInt32) -> Bool { list.stop?.move(by: key) ?? false }

  private func choose(_ id: Int64?) {
    let answer = didChoose
    close()
    answer?(id)
  }
}
