import ChatStore
import Gtk
import Translation

/// A field for a search. When a space is typed after a filter, such as "from:Mara", the filter becomes a chip before the text.
package final class SearchField: Box {
  /// Called when the text or a chip has changed.
  package var didChange: (() -> Void)?
  /// Called when Return was pressed, with or without Shift.
  package var didSubmit: ((_ withShift: Bool) -> Void)?
  /// Called when Escape was pressed.
  package var didCancel: (() -> Void)?
  /// Called when Down was pressed, which has no function in the field. Returns whether the focus has moved.
  var didMoveDown: (() -> Bool)?
  /// Offers a key to an open list of completions first. Returns whether the list has handled it.
  var didPress: ((_ key: UInt32, _ modifiers: Modifiers) -> Bool)?
  /// Called when the user has changed the text or the cursor.
  var didMoveCursor: (() -> Void)?
  /// Reads a search.
  package var read: (String) -> SearchQuery = { SearchReader().read($0) }

  let text = TextField(isSearch: true)
  private let chipRow = Box(.horizontal, spacing: 6)
  private let row = Box(.horizontal, spacing: 6)
  private let clearButton = Button(iconName: "edit-clear-symbolic")
  private(set) var chips: [SearchChip] = []
  private var isChanging = false
  /// Whether the text has changed, but not yet the cursor: GTK moves it afterwards.
  private var isTyped = false

  /// The least width of the text beside chips, in points.
  private static let leastText = 120

  init(name: String, placeholder: String) {
    super.init(.horizontal, spacing: 6)
    addClass("bs-search-field")
    text.hexpand = true
    text.placeholderText = placeholder
    text.setAccessibleLabel(name)
    text.setSizeRequest(width: Self.leastText)
    let icon = Image(iconName: "edit-find-symbolic", size: 16)
    icon.addClass("bs-dim")
    // A separate row for the chips: removing and reinserting the text for a chip before it would remove its focus.
    row.append(chipRow, text)
    chipRow.visible = false
    // The scroller follows the focus.
    let scroller = ScrolledWindow(child: row)
    scroller.setPolicy(horizontal: .external, vertical: .never)
    scroller.focusable = false
    scroller.hexpand = true
    clearButton.addClass("bs-search-clear")
    clearButton.valign = .center
    clearButton.tooltipText = tr("Clear")
    clearButton.setAccessibleLabel(tr("Clear"))
    clearButton.visible = false
    clearButton.clicked.connect(weak: self) { field in
      field.query = ""
      field.takeFocusInText()
    }
    append(icon, scroller, clearButton)
    connect()
  }

  private func connect() {
    text.textChanged.connect(weak: self) { $0.textChanged() }
    text.cursorChanged.connect(weak: self) { $0.cursorChanged() }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { field, key, _, modifiers in
      field.pressed(Key.normal(key), modifiers.intersection([.control, .alt, .shift]))
    }
    text.add(keys)
    let click = GestureClick()
    // A click on the chips' row, beside the text.
    click.released.connect(weak: self) { field, _, _, _ in
      if !field.containsFocus { field.takeFocusInText() }
    }
    add(click)
  }

  /// Whether there is neither text nor a chip.
  var isEmpty: Bool { chips.isEmpty && text.text.isEmpty }

  /// The chips and the text as one search. Setting it turns its filters into chips, and moves the cursor to the end.
  package var query: String {
    get { (chips.map(\.words) + (text.text.isEmpty ? [] : [text.text])).joined(separator: " ") }
    set {
      guard newValue != query else { return }
      isChanging = true
      removeChips()
      let (filters, rest) = SearchWords.split(read(newValue))
      for filter in filters { addChip(filter) }
      text.text = rest
      text.cursor = -1
      isChanging = false
      changed()
    }
  }

  /// Focuses the text with all of it selected, so that typing replaces it.
  package func takeFocusToReplace() {
    // Select before focusing, since GTK warns of a selection while the cursor blinks.
    text.selectAll()
    takeFocusInText()
  }

  /// Focuses the text, with the cursor at its former place.
  package func takeFocusInText() { text.takeFocusWithoutSelecting() }

  /// Replaces a range of scalars by a text, and moves the cursor after it.
  package func replace(_ range: Range<Int>, with new: String) {
    var scalars = Array(text.text.unicodeScalars)
    let range = range.clamped(to: 0..<scalars.count)
    scalars.replaceSubrange(range, with: new.unicodeScalars)
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    let cursor = range.lowerBound + new.unicodeScalars.count
    isChanging = true
    text.text = String(result)
    text.cursor = cursor
    isChanging = false
    textChanged()
    didMoveCursor?()
  }

  // MARK: Chips

  private func textChanged() {
    guard !isChanging else { return }
    isTyped = true
    formChip()
    changed()
  }

  private func cursorChanged() {
    guard !isChanging else { return }
    if isTyped {
      isTyped = false
      if formChip() { changed() }
    }
    didMoveCursor?()
  }

  /// Makes a chip from the filter before the cursor, after a space.
  @discardableResult
  private func formChip() -> Bool {
    let cursor = text.cursor
    guard let found = SearchWords.filter(endingAt: cursor, of: read(text.text)) else { return false }
    isChanging = true
    addChip(found.words)
    text.text = found.rest
    text.cursor = found.cursor
    isChanging = false
    return true
  }

  private func changed() {
    clearButton.visible = !isEmpty
    didChange?()
  }

  private func addChip(_ words: String) {
    let chip = SearchChip(words)
    chip.didRemove = { [weak self, weak chip] in if let chip { self?.remove(chip) } }
    chip.didEdit = { [weak self, weak chip] in if let chip { self?.edit(chip) } }
    chip.didMove = { [weak self, weak chip] in if let chip { self?.moveFocus(from: chip, by: $0) } }
    chipRow.append(chip)
    chips.append(chip)
    chipRow.visible = true
  }

  private func removeChips() {
    for chip in chips { chipRow.remove(chip) }
    chips = []
    chipRow.visible = false
  }

  private func take(_ chip: SearchChip) {
    guard let index = chips.firstIndex(where: { $0 === chip }) else { return }
    chips.remove(at: index)
    // Before the removal of the chip, which may have the focus.
    takeFocusInText()
    chipRow.remove(chip)
    chipRow.visible = !chips.isEmpty
  }

  private func remove(_ chip: SearchChip) {
    take(chip)
    changed()
  }

  /// Turns a chip into text before the other text.
  private func edit(_ chip: SearchChip) {
    let words = chip.words
    take(chip)
    isChanging = true
    text.text = text.text.isEmpty ? words : "\(words) \(text.text)"
    text.cursor = words.unicodeScalars.count
    isChanging = false
    changed()
    didMoveCursor?()
  }

  private func moveFocus(from chip: SearchChip, by step: Int) {
    guard let index = chips.firstIndex(where: { $0 === chip }) else { return }
    if chips.indices.contains(index + step) {
      chips[index + step].takeFocus()
    } else if step > 0 {
      takeFocusInText()
    }
  }

  // MARK: Keys

  private func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if didPress?(key, modifiers) == true { return true }
    let isAtStart = text.cursor == 0 && !text.hasSelection
    switch (key, modifiers) {
    case (Key.returnKey, []), (Key.returnKey, .shift): didSubmit?(modifiers == .shift)
    case (Key.escape, []): didCancel?()
    case (Key.backspace, []) where isAtStart:
      guard let last = chips.last else { return false }
      edit(last)
    case (isRightToLeft ? Key.right : Key.left, []) where isAtStart: return chips.last?.takeFocus() ?? false
    case (Key.down, []): return didMoveDown?() ?? false
    default: return false
    }
    return true
  }
}

/// A filter of a search, in a field.
final class SearchChip: Box {
  /// The filter as it was typed, such as "from:Mara".
  let words: String
  var didRemove: (() -> Void)?
  var didEdit: (() -> Void)?
  /// Called when the focus is to move to the chip before (−1), or to the one after or the text (1).
  var didMove: ((Int) -> Void)?
  private let button: Button

  init(_ words: String) {
    self.words = words
    let (key, value) = SearchWords.parts(words)
    let (keyLabel, valueLabel) = (Label("\(key):"), Label(value))
    valueLabel.addClass("bs-search-chip-value")
    let content = Box(.horizontal, spacing: 4)
    content.append(keyLabel, valueLabel, Image(iconName: "window-close-symbolic", size: 12))
    button = Button(child: content)
    super.init(.horizontal)
    button.addClass("bs-search-chip")
    button.valign = .center
    button.setAccessibleLabel(tr("{filter}, remove", ["filter": "\(key) \(value)"]))
    button.tooltipText = tr("Remove {filter}", ["filter": words])
    append(button)
    button.clicked.connect(weak: self) { $0.didRemove?() }
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { chip, key, _, _ in chip.pressed(Key.normal(key)) }
    button.add(keys)
  }

  private func pressed(_ key: UInt32) -> Bool {
    switch key {
    case Key.returnKey: didEdit?()
    case Key.delete, Key.backspace: didRemove?()
    case Key.left, Key.right: didMove?((key == Key.right) == !isRightToLeft ? 1 : -1)
    default: return false
    }
    return true
  }
}

/// The words of a search, as divided by a field.
package enum SearchWords {
  /// The key and the value of a filter, without quotes: "from" and "Mara".
  package static func parts(_ filter: String) -> (key: String, value: String) {
    guard let colon = filter.firstIndex(of: ":") else { return (filter, "") }
    let value = SearchQuery(filter).tokens.first?.value ?? ""
    return (String(filter[..<colon]), value)
  }

  /// A filter's words: the value in quotes if it has blanks or quotes.
  package static func filter(_ key: String, _ value: String) -> String {
    let value = value.filter { !"\"“”„«»".contains($0) }
    return value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      ? "\(key):\(value)" : "\(key):\"\(value)\""
  }

  private static func isFilter(_ token: SearchQuery.Token) -> Bool {
    if case .filter = token.kind { token.isValid && token.isClosed } else { false }
  }

  /// The filters of a search, and the rest of it.
  package static func split(_ query: SearchQuery) -> (filters: [String], rest: String) {
    var rest = query.text
    let filters = query.tokens.filter(isFilter)
    for token in filters.reversed() { rest = SearchQuery(rest).removing(token) }
    return (filters.map { String(query.text[$0.range]) }, rest)
  }

  /// The filter that ends at a blank before a cursor, the text without both, and the cursor in that text.
  package static func filter(
    endingAt cursor: Int, of query: SearchQuery
  ) -> (words: String, rest: String, cursor: Int)? {
    let text = query.text
    guard cursor >= 2,
      let end = text.unicodeScalars.index(text.startIndex, offsetBy: cursor - 1, limitedBy: text.endIndex),
      end < text.endIndex, text[end].isWhitespace,
      let token = query.tokens.first(where: { $0.range.upperBound == end && isFilter($0) })
    else { return nil }
    let rest = text[..<token.range.lowerBound] + text[text.index(after: end)...]
    let before = text.unicodeScalars.distance(from: text.startIndex, to: token.range.lowerBound)
    return (String(text[token.range]), String(rest), before)
  }
}
