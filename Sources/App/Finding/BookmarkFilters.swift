import AppBase
import ChatStore
import Chats
import Controls
import Gtk
import Translation

/// The choices above a list of bookmarks: all of them or those of one chat, and those with a word.
final class BookmarkFilters: Box {
  /// Called when one chat (true) or all chats were chosen.
  var didChooseChat: ((Bool) -> Void)?
  /// Called with the search of a chosen word.
  var didChooseSearch: ((String) -> Void)?

  /// Whether the bookmarks of one chat are shown.
  var isOfChat = false { didSet { scope?.choice = isOfChat } }
  private(set) var scope: SegmentedControl<Bool>?
  private var words: [(search: String, chip: Button)] = []
  private var row: FlowRow?

  /// The most words that are offered.
  private static let limit = 8

  init() {
    super.init(.horizontal)
    setMargins(start: 16, end: 16, top: 8, bottom: 8)
    visible = false
  }

  private func makeScope() -> SegmentedControl<Bool> {
    let scope = SegmentedControl(
      [(true, tr("This Chat")), (false, tr("All Chats"))], name: tr("Chats"), kind: .choices)
    scope.choice = isOfChat
    scope.didChoose = { [weak self] in
      self?.isOfChat = $0
      self?.didChooseChat?($0)
    }
    return scope
  }

  /// Shows the words of bookmarks. `hasChat`: whether there is a chat to choose.
  func show(_ found: [BookmarkWord], hasChat: Bool, search: String) {
    if let row { remove(row) }
    scope = hasChat ? makeScope() : nil
    let searches = found.map(\.word).filter { !$0.isEmpty }.prefix(Self.limit).map { word in
      let quoted = "\"\(word.replacing("\"", with: ""))\""
      return (title: word, search: [EmptySearch.bookmarks, quoted].joined(separator: " "))
    }
    words = ([(tr("All"), EmptySearch.bookmarks)] + searches).map { title, search in
      let chip = Button(LayoutCost.line(title))
      chip.addClass("bs-search-chip")
      chip.valign = .center
      chip.clicked.connect(weak: self) { $0.didChooseSearch?(search) }
      return (search, chip)
    }
    // "All" alone is no choice.
    let chips = words.count > 1 ? words.map(\.chip) : []
    let row = FlowRow([scope].compactMap(\.self) + chips, margin: .none)
    row.hexpand = true
    append(row)
    self.row = row
    mark(search)
  }

  /// Marks the chip of a search.
  func mark(_ search: String) {
    for (own, chip) in words {
      let isOn = own == search.trimmingCharacters(in: .whitespaces)
      chip.setClass("plain", !isOn)
      chip.setAccessibleSelected(isOn)
    }
  }
}
