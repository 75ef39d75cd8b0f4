import Gtk
import Translation

/// Lets one of a list be chosen, such as a person or a time zone, or none.
final class ChooseWindow: PageWindow {
  /// One of the list.
  struct Entry: Identifiable, Equatable {
    var id: Int64
    var name: String
    var note: String
  }

  /// Nil: none of them.
  var didChoose: ((Int64?) -> Void)?
  private let rows = Box(.vertical)
  let search = Gtk.Entry()
  private let entries: [Entry]
  private var shown: Box?
  /// The first of the list that is shown.
  private var first: Int64?

  /// More are found by the search only.
  private static let limit = 100

  /// - Parameter none: The label of the button for none of them; nil without one.
  init(_ title: String, _ entries: [Entry], none: String? = nil, search words: String = tr("Search people")) {
    self.entries = entries
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 12, end: 12, top: 12, bottom: 18)
    super.init(title, page: page, column: 480, width: 400, height: .usual(520))
    search.addClass("bs-field")
    search.primaryIconName = "edit-find-symbolic"
    search.placeholderText = words
    search.setAccessibleLabel(words)
    search.textChanged.connect(weak: self) { $0.fill() }
    search.activated.connect(weak: self) { $0.chooseFirst() }
    page.append(search, rows)
    if let none {
      let button = Button(none)
      button.addClass("bs-button")
      button.clicked.connect(weak: self) { $0.choose(nil) }
      page.append(button)
    }
    fill()
  }

  private func fill() {
    if let shown { rows.remove(shown) }
    let card = Box(.vertical)
    card.addClass("bs-card")
    shown = card
    let wanted = SidebarContents.searchable(search.text)
    let found = entries.lazy.filter {
      wanted.isEmpty || SidebarContents.searchable($0.name).contains(wanted)
    }.prefix(Self.limit)
    for entry in found {
      let button = Button(child: Self.content(entry))
      button.addClass("bs-person")
      button.setAccessibleLabel(
        [LayoutCost.line(entry.name), entry.note].filter { !$0.isEmpty }.joined(separator: ", "))
      button.clicked.connect(weak: self) { $0.choose(entry.id) }
      card.append(button)
    }
    card.visible = !found.isEmpty
    first = found.first?.id
    rows.append(card)
  }

  /// Return in the search field; not before something is searched for.
  func chooseFirst() {
    if let first, !SidebarContents.searchable(search.text).isEmpty { choose(first) }
  }

  private static func content(_ entry: Entry) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    let (name, note) = (Label(LayoutCost.line(entry.name)), Label(entry.note))
    name.ellipsize()
    name.xalign = 0
    name.hexpand = true
    note.addClass("bs-caption")
    row.append(name, note)
    return row
  }

  private func choose(_ id: Int64?) {
    let answer = didChoose
    close()
    answer?(id)
  }
}
