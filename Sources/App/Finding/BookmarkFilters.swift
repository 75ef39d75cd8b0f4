import AppBase
import ChatStore
import Controls
import Gtk
import Translation

/// The choices above a list of bookmarks: all of them, those with a word, and those without one, with their numbers.
final class BookmarkFilters: Box {
  /// Called when a choice was made; it is in ``word``.
  var didChoose: (() -> Void)?

  /// The word of the listed bookmarks: empty for those without a word; nil for all.
  private(set) var word: String?
  private var chips: [(word: String?, chip: Button)] = []
  private let row = Box(.horizontal, spacing: 6)
  private lazy var stop = SingleStop(in: row, along: .horizontal)

  /// The most words that are offered.
  private static let limit = 30

  init() {
    super.init(.horizontal)
    row.setMargins(start: 16, end: 16, top: 8, bottom: 8)
    let scroller = ScrolledWindow(child: row)
    // One line, which a finger or the focus scrolls.
    scroller.setPolicy(horizontal: .external, vertical: .never)
    scroller.focusable = false
    scroller.hexpand = true
    append(scroller)
    addClass("bs-bookmark-filters")
    setAccessibleRole(.group)
    setAccessibleLabel(tr("Words of bookmarks"))
    visible = false
  }

  /// Shows the words of bookmarks. The chosen one stays, also if no bookmark has it any more.
  func show(_ found: [BookmarkWord]) {
    let hadFocus = row.containsFocus
    for (_, chip) in chips { row.remove(chip) }
    let all = found.reduce(0) { $0 + $1.count }
    let named = found.filter { !$0.word.isEmpty }.prefix(Self.limit)
    var choices: [(word: String?, title: String, count: Int)] = [(nil, tr("All"), all)]
    choices += named.map { ($0.word, $0.word, $0.count) }
    if let word, !word.isEmpty, !named.contains(where: { $0.word == word }) {
      choices.append((word, word, 0))
    }
    let none = found.first { $0.word.isEmpty }?.count ?? 0
    // Without words, there is nothing to choose.
    if none > 0, !named.isEmpty || word == "" || none < all { choices.append(("", tr("No Word"), none)) }
    chips = choices.map { choice in (choice.word, makeChip(choice.word, choice.title, choice.count)) }
    for (_, chip) in chips { row.append(chip) }
    mark()
    if hadFocus { stop.stop?.takeFocus() }
  }

  private func makeChip(_ word: String?, _ title: String, _ count: Int) -> Button {
    let content = Box(.horizontal, spacing: 6)
    let number = Label(Counted.number(count))
    number.addClass("bs-caption")
    content.append(Label(LayoutCost.line(title)), number)
    let chip = Button(child: content)
    chip.addClass("bs-filter")
    chip.valign = .center
    chip.setAccessibleLabel("\(title), \(Counted.number(count))")
    chip.clicked.connect(weak: self) { $0.choose(word) }
    return chip
  }

  /// Lists the bookmarks of a word; nil for all.
  func choose(_ new: String?) {
    guard new != word else { return }
    word = new
    mark()
    didChoose?()
  }

  private func mark() {
    for (own, chip) in chips {
      chip.setClass("on", own == word)
      chip.setAccessibleSelected(own == word)
    }
    stop.set(chips.map(\.chip), current: chips.firstIndex { $0.word == word })
  }
}
