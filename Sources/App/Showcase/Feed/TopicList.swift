import AppBase
import Foundation
import Gtk
import Translation

/// The topics of all loaded repositories, in a popover: a field that searches them, and the results.
///
/// The focus stays in the field. The arrow keys select a row, and Return chooses it.
final class TopicList: Bin {
  /// Called with a topic; nil for all.
  var didChoose: ((String?) -> Void)?

  let search = Entry()
  private let rows = Box(.vertical)
  private let none = Label()
  private let scroller: ScrolledWindow
  private var topics: [FeedChoices.Topic] = []
  private var chosen: String?
  /// Whether the loaded repositories are all there are.
  private var isComplete = false
  /// The contents of the rows.
  private(set) var found: [Choice] = []
  private var buttons: [Button] = []
  private(set) var index = 0

  /// A row.
  enum Choice: Equatable {
    /// All topics: removes the filter.
    case all
    case topic(FeedChoices.Topic)

    var topic: String? {
      if case .topic(let topic) = self { topic.name } else { nil }
    }
  }

  /// The most topics that are shown. Others are found by the search only.
  private static let limit = 100
  // Points.
  private static let (width, height, margin) = (260, 264, 10)

  init() {
    scroller = ScrolledWindow(child: rows)
    super.init()
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.focusable = false
    scroller.vexpand = true
    search.addClass("bs-field")
    search.primaryIconName = "edit-find-symbolic"
    search.placeholderText = tr("Search topics")
    search.setAccessibleLabel(tr("Search topics"))
    search.textChanged.connect(weak: self) { $0.fill() }
    search.activated.connect(weak: self) { $0.take() }
    rows.setAccessibleRole(.listBox)
    rows.setAccessibleLabel(tr("All Topics"))
    none.addClass("bs-dim")
    none.wrap(maxCharacters: 28)
    none.vexpand = true
    let column = Box(.vertical, spacing: 8)
    column.setMargins(start: Self.margin, end: Self.margin, top: Self.margin, bottom: Self.margin)
    // The same size for any number of rows.
    column.setSizeRequest(width: Self.width, height: Self.height)
    column.append(search, none, scroller)
    child = column
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { list, key, _, modifiers in
      guard modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
      switch Key.normal(key) {
      case Key.down: list.move(by: 1)
      case Key.up: list.move(by: -1)
      default: return false
      }
      return true
    }
    search.add(keys)
  }

  override class var cssName: String { "topiclist" }

  /// Sets the topics. Rows that are shown stay, since the user may be about to press one.
  func set(_ topics: [FeedChoices.Topic], chosen: String?, isComplete: Bool) {
    self.topics = topics
    self.isComplete = isComplete
    self.chosen = chosen
  }

  override func mapped() {
    search.text = ""
    fill()
  }

  /// The row of the present choice, which has a mark; nil if it is not shown.
  var markedRow: Int? { found.firstIndex { $0.topic == chosen } }

  private func fill() {
    let wanted = search.text.trimmingCharacters(in: .whitespaces)
    if wanted.isEmpty {
      // The chosen topic is first, however rare it is, so that it is visible.
      let first = topics.filter { $0.name == chosen }
      let others = topics.lazy.filter { $0.name != self.chosen }.prefix(Self.limit)
      found = [.all] + (first + others).map(Choice.topic)
    } else {
      found = topics.lazy.filter { $0.name.localizedStandardContains(wanted) }.prefix(Self.limit)
        .map(Choice.topic)
    }
    for button in buttons { rows.remove(button) }
    buttons = found.enumerated().map { makeButton($1, isMarked: $0 == markedRow) }
    for button in buttons { rows.append(button) }
    scroller.visible = !found.isEmpty
    none.visible = found.isEmpty
    none.text = tr("No topic contains “{text}”.", ["text": wanted])
    scroller.vadjustment.value = 0
    select(wanted.isEmpty ? markedRow ?? 0 : 0)
    guard !wanted.isEmpty else { return }
    announce(found.first.map(spoken) ?? none.text)
  }

  private func makeButton(_ choice: Choice, isMarked: Bool) -> Button {
    let row = Box(.horizontal, spacing: 10)
    let name = Label(choice.topic ?? tr("All Topics"))
    name.ellipsize()
    name.xalign = 0
    name.hexpand = true
    row.append(name)
    if isMarked { row.append(Image(iconName: "object-select-symbolic", size: 16)) }
    if case .topic(let topic) = choice {
      let number = Counted.number(topic.count)
      let count = Label(isComplete ? number : tr("{count}+", ["count": number]))
      count.addClass("bs-caption")
      row.append(count)
    }
    let button = Button(child: row)
    button.addClass("bs-completion-row")
    button.setAccessibleRole(.option)
    button.setAccessibleLabel(spoken(choice))
    // The focus stays in the field.
    button.focusable = false
    button.clicked.connect(weak: self) { $0.didChoose?(choice.topic) }
    return button
  }

  private func spoken(_ choice: Choice) -> String {
    switch choice {
    case .all: tr("All Topics")
    case .topic(let topic): "\(topic.name), \(Counted.repositories(topic.count))"
    }
  }

  /// Selects another row; below the last one is the first.
  func move(by step: Int) {
    guard !found.isEmpty else { return }
    select((index + step + found.count) % found.count)
    announce(spoken(found[index]))
    reveal(buttons[index])
  }

  private func select(_ new: Int) {
    index = new
    for (place, button) in buttons.enumerated() {
      button.setClass("selected", place == new)
      button.setAccessibleSelected(place == new)
    }
  }

  private func reveal(_ button: Button) {
    guard let top = button.convert(Point(x: 0, y: 0), to: rows)?.y else { return }
    let adjustment = scroller.vadjustment
    let bottom = top + Double(button.height)
    if top < adjustment.value {
      adjustment.value = top
    } else if bottom > adjustment.value + adjustment.pageSize {
      adjustment.value = bottom - adjustment.pageSize
    }
  }

  /// Chooses the selected row.
  func take() {
    if found.indices.contains(index) { didChoose?(found[index].topic) }
  }
}
