import AppBase
import ChatStore
import Gtk
import Translation

/// The bar of a search in a chat: the field, "3 of 120", and the buttons between hits. In a narrow window the field has
/// its own line; if the window is also short, there is one line, without the button for all chats.
package final class SearchBar: CustomWidget {
  package let field: SearchField
  package let count = Label()
  /// The longest usual text of the count. Its width is reserved beside the field, so that the arrows do not move away
  /// from the pointer while results are counted.
  private lazy var longestCount = TextLayout(for: count)
  package let older = Button(iconName: "go-up-symbolic")
  package let newer = Button(iconName: "go-down-symbolic")
  package let everywhere = Button(tr("All Chats"))
  package let close = Button(closing: tr("End Search"))

  // Points.
  private static let narrowBelow = 640
  private static let height = 48
  private static let side = 14
  private static let gap = 12
  private static let buttonGap = 2
  private static let fieldWidths = (least: 240, most: 564)
  private static let lineHeight = 44
  /// In the single line of a short window: the space around the field, and its least width.
  private static let shortGap = 6
  private static let shortField = 100

  /// Whether the window has little height.
  package var isShort = false { didSet { if isShort != oldValue { queueResize() } } }

  package init(name: String) {
    field = SearchField(name: name, placeholder: tr("Search in this chat"))
    super.init()
    addClass("bs-searchbar")
    field.text.setAccessibleKeys("Control+F")
    count.addClass("bs-search-count")
    count.ellipsize()
    count.setAccessibleRole(.status)
    for (button, words) in [(older, tr("Older Result")), (newer, tr("Newer Result"))] {
      button.addClass("bs-flat")
      button.tooltipText = words
      button.setAccessibleLabel(words)
    }
    older.setAccessibleKeys("F3")
    newer.setAccessibleKeys("Shift+F3")
    everywhere.addClass("bs-button")
    everywhere.tooltipText = tr("Search All Chats in This Archive")
    everywhere.setAccessibleLabel(tr("Search All Chats in This Archive"))
    everywhere.setAccessibleKeys("Control+Shift+F")
    for child in parts { child.setParent(self) }
  }

  package override class var cssName: String { "searchbar" }
  package override class var accessibleRole: AccessibleRole { .group }
  package override var requestMode: RequestMode { .heightForWidth }

  /// The parts in focus order.
  private var parts: [Widget] { [field, count, older, newer, everywhere, close] }

  private func width(_ widget: Widget) -> Int { widget.measured(.horizontal).natural }
  /// The width of the count beside the field.
  private var countWidth: Int {
    if longestCount.text.isEmpty {
      longestCount.set(SearchWords.longestPlace, [TextAttribute(.features("tnum"))])
    }
    return max(width(count), Int(longestCount.size.width.rounded(.up)))
  }

  package override func styleChanged() {
    longestCount = TextLayout(for: count)
    queueResize()
  }

  private func height(_ widget: Widget) -> Int { widget.measured(.vertical).natural }

  /// The width of all parts but the field in one line, in points.
  private var others: Int {
    2 * Self.side + countWidth + width(older) + width(newer) + width(everywhere) + width(close)
      + 4 * Self.gap + Self.buttonGap
  }

  private func isNarrow(_ width: Int) -> Bool {
    width < max(Self.narrowBelow, others + Self.fieldWidths.least)
  }

  /// The arrangement of the parts.
  private enum Shape { case wide, twoLines, oneLine }

  private func shape(in width: Int) -> Shape {
    guard isNarrow(width) else { return .wide }
    return isShort && width >= shortOthers + Self.shortField ? .oneLine : .twoLines
  }

  /// The width of all parts but the field in the single line of a short window, in points.
  private var shortOthers: Int {
    2 * Self.side + [count, older, newer, close].map(width).reduce(0, +) + 3 * Self.shortGap
      + Self.buttonGap
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      // Measure each part, so that GTK reports changes of any of them.
      for part in parts { _ = part.measured(.horizontal) }
      return Measure(minimum: 300, natural: others + Self.fieldWidths.most)
    }
    let tallest = parts.map(height).max() ?? 0
    let line = max(Self.lineHeight, tallest + 8)
    guard size >= 0, shape(in: size) == .twoLines else {
      return Measure(minimum: max(Self.height, tallest + 8))
    }
    return Measure(minimum: 2 * line)
  }

  package override func allocate(width: Int, height: Int) {
    let shape = shape(in: width)
    let line = shape == .twoLines ? height / 2 : height
    everywhere.isChildVisible = shape != .oneLine
    func put(_ widget: Widget, _ x: Int, _ wide: Int, top: Int = 0) {
      let tall = min(line, self.height(widget))
      widget.place(leading: x, top: top + (line - tall) / 2, width: wide, height: tall)
    }
    let closeX = width - Self.side - self.width(close)
    put(close, closeX, self.width(close))
    if shape == .oneLine {
      var end = closeX
      for (part, gap) in [(newer, Self.buttonGap), (older, Self.buttonGap), (count, Self.shortGap)] {
        end -= gap + self.width(part)
        put(part, end, self.width(part))
      }
      return put(field, Self.side, max(1, end - Self.shortGap - Self.side))
    }
    if shape == .twoLines {
      put(field, Self.side, max(1, closeX - Self.gap / 2 - Self.side))
      var x = width - Self.side
      for (button, gap) in [(newer, Self.buttonGap), (older, Self.gap), (everywhere, Self.gap)] {
        x -= self.width(button)
        put(button, x, self.width(button), top: line)
        x -= gap
      }
      return put(count, Self.side, max(1, min(self.width(count), x - Self.side)), top: line)
    }
    var x = Self.side
    let wide = min(Self.fieldWidths.most, max(1, width - others))
    put(field, x, wide)
    x += wide + Self.gap
    put(count, x, self.width(count))
    x += countWidth + Self.gap
    for button in [older, newer] {
      put(button, x, self.width(button))
      x += self.width(button) + Self.buttonGap
    }
    put(everywhere, closeX - Self.gap - self.width(everywhere), self.width(everywhere))
  }

  package override func dispose() {
    for child in parts { child.unparent() }
    super.dispose()
  }
}

extension EmptySearch {
  /// The search for all bookmarks.
  package static let bookmarks = "has:bookmark"

  /// "No message has “sledge”."
  package var title: String {
    if lacksBookmarks {
      guard let word = bookmarkWord else {
        return isOfChat ? tr("No bookmarks in this chat") : tr("No bookmarks yet")
      }
      return word.isEmpty
        ? tr("No bookmark without a word") : tr("No bookmark is called “{word}”", ["word": word])
    }
    return words.isEmpty
      ? tr("No messages found")
      : tr("No messages with “{words}”", ["words": String(words.prefix(60))])
  }

  /// "from: Tove is on. Without it: 3 hits.", or the rule for matching words.
  package var text: String {
    if lacksBookmarks {
      return bookmarkWord == nil ? tr("Press the star beside the time of a message, or Ctrl+D.") : ""
    }
    guard let filter else { return ruleSentence }
    let (key, value) = SearchWords.parts(filter.words)
    return tr(
      "{filter} is on. Without it: {hits}.",
      ["filter": "\(key): \(value)", "hits": SearchWords.hits(filter.count)])
  }

  private var ruleSentence: String {
    switch rule {
    case .beginning(let word):
      tr(
        "Search looks at the beginnings of words: “{word}” inside a longer word is not found.",
        ["word": String(word.prefix(40))])
    case .whole:
      tr("Search looks at whole words, and at the beginning of the last one.")
    case nil: ""
    }
  }

  /// "Remove from:"
  package var offer: String? { filter.map { tr("Remove {filter}", ["filter": "\($0.key):"]) } }
}

extension SearchWords {
  /// "3 of 120".
  package static func place(_ number: Int, of all: String) -> String {
    tr("{number} of {count}", ["number": Counted.number(number), "count": all])
  }

  /// The longest place in most searches.
  static var longestPlace: String { place(1_000, of: number(SearchSource.countLimit + 1)) }

  /// "120 hits", "10,000+ hits".
  package static func hits(_ count: Int) -> String {
    guard count > SearchSource.countLimit else { return trn("{count} result", "{count} results", count) }
    return tr("{count}+ results", ["count": Counted.number(SearchSource.countLimit)])
  }

  /// "120", "10,000+".
  package static func number(_ count: Int) -> String {
    guard count > SearchSource.countLimit else { return Counted.number(count) }
    return tr("{count}+", ["count": Counted.number(SearchSource.countLimit)])
  }
}
