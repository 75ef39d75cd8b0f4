import AppBase
import ChatStore
import Chats
import Controls
import Gtk
import Translation

/// A request to complete the word at a cursor.
struct CompletionRequest: Equatable {
  /// The kind of the choices.
  enum Subject: Equatable {
    /// Filters that begin with these letters.
    case filters(String)
    /// Values of a filter that begin with these letters.
    case people(String)
    case chats(String)
    case topics(String)
    case traits(String)
    /// Possible meanings of the words before the cursor: of all of them, and of ever fewer of the last ones.
    case words([TypedWords])
  }

  var subject: Subject
  /// The scalars of the text that the choice replaces.
  var range: Range<Int>
  /// The text before the value: "-from:".
  var prefix: String

  /// Reads the text at a cursor; nil if there is nothing to complete.
  ///
  /// - Parameters:
  ///   - isAsked: Whether the user has requested a completion, which then also offers filters before a letter is typed.
  ///   - readsWords: Whether words without a filter are completed too.
  init?(_ query: SearchQuery, cursor: Int, isAsked: Bool = false, readsWords: Bool = false) {
    let text = query.text
    guard let place = text.unicodeScalars.index(text.startIndex, offsetBy: cursor, limitedBy: text.endIndex)
    else { return nil }
    func scalars(_ index: String.Index) -> Int {
      text.unicodeScalars.distance(from: text.startIndex, to: index)
    }
    // The word that ends at the cursor.
    if let token = query.tokens.first(where: { $0.range.upperBound == place }), token.range.lowerBound < place
    {
      let range = scalars(token.range.lowerBound)..<cursor
      let sign = token.isExcluded ? "-" : ""
      switch token.kind {
      case .filter(let key):
        prefix = "\(sign)\(key.rawValue):"
        self.range = range
        // A value in closed quotes is complete.
        if token.isClosed, text[token.range].last == "\"" { return nil }
        switch key {
        case .from: subject = .people(token.value)
        case .in: subject = .chats(token.value)
        case .topic: subject = .topics(token.value)
        case .has: subject = .traits(token.value.lowercased())
        case .thread, .before, .after, .on, .is: return nil
        }
        return
      case .word:
        guard isAsked else { break }
        (subject, self.range, prefix) = (.filters(token.value.lowercased()), range, sign)
        return
      case .phrase: return nil
      }
    }
    guard isAsked else {
      let words = readsWords ? TypedWords.all(query, before: place) : []
      guard let first = words.first else { return nil }
      (subject, range, prefix) = (.words(words), first.range, "")
      return
    }
    (subject, range, prefix) = (.filters(""), cursor..<cursor, "")
  }
}

/// An offered choice.
struct CompletionOption: Equatable {
  var title: String
  var note: String
  /// The text that replaces the typed text.
  var words: String
  /// The letters and the color of the avatar of a person or chat.
  var avatar: Avatar?
  /// The scalars of the text that the choice replaces, if not those of the request.
  var range: Range<Int>?

  struct Avatar: Hashable, Sendable {
    var initials: String
    var color: Int
  }
}

/// Completes filters in a search field, with a list below it that never takes the focus.
@MainActor
package final class Completer {
  package let list = CompletionList()
  private weak var field: SearchField?
  private let source: SearchSource
  private var archive: Archive { source.archive }
  /// The chat within which people are searched; nil for all chats.
  private let chat: Conversation.ID?
  private var request: CompletionRequest?
  /// The request that was closed by Escape. It is not offered again before the word changes.
  private var dismissed: CompletionRequest?
  private let task = LatestTask()
  private let log = EventLog("search")

  /// The most choices that are offered.
  private static let limit = 6

  /// Adds the list over the content below the field.
  package init(_ field: SearchField, in overlay: Overlay, _ source: SearchSource, chat: Conversation.ID?) {
    self.field = field
    self.source = source
    self.chat = chat
    overlay.addOverlay(list)
    list.didChoose = { [weak self] in self?.take($0) }
    field.didMoveCursor = { [weak self] in self?.update() }
    field.didPress = { [weak self] in self?.pressed($0, $1) ?? false }
    let focus = FocusController()
    focus.left.connect(weak: self) { $0.close() }
    field.text.add(focus)
  }

  package func update(isAsked: Bool = false) {
    guard let field, field.text.hasFocus || isAsked else { return close() }
    let new = CompletionRequest(
      field.read(field.text.text), cursor: field.text.cursor, isAsked: isAsked, readsWords: chat == nil)
    guard let new else { return close() }
    if isAsked { dismissed = nil }
    guard new != dismissed else { return }
    // A requested completion continues while its word is typed.
    guard new != request else { return }
    request = new
    task.cancel()
    switch new.subject {
    case .filters(let letters): show(filters(letters, prefix: new.prefix), heading: tr("Filters"), for: new)
    case .traits(let letters): show(traits(letters, prefix: new.prefix), heading: tr("Has"), for: new)
    case .people(let name):
      task.run { [archive, chat] in
        try await archive.people(named: name, in: chat, limit: Self.limit)
      } then: { [weak self] in
        self?.show(Self.options((try? $0.get()) ?? [], prefix: new.prefix), heading: tr("Sender"), for: new)
      }
    case .chats(let title):
      task.run { [archive] in
        try await archive.chats(titled: title, limit: Self.limit)
      } then: { [weak self] in
        self?.show(Self.options((try? $0.get()) ?? [], prefix: new.prefix), heading: tr("Chat"), for: new)
      }
    case .topics(let title):
      task.run { [archive] in
        try await archive.topics(titled: title, limit: Self.limit)
      } then: { [weak self] in
        self?.show(Self.options((try? $0.get()) ?? [], prefix: new.prefix), heading: tr("Topic"), for: new)
      }
    case .words(let words):
      task.run { [source] in
        try await SearchOfferFinder(source: source).offers(for: words)
      } then: { [weak self] in
        self?.show(((try? $0.get()) ?? []).map(Self.option), heading: tr("Suggestions"), for: new)
      }
    }
  }

  private func filters(_ letters: String, prefix: String) -> [CompletionOption] {
    SearchOperators.all.filter { $0.rawValue.hasPrefix(letters) }.map { key in
      CompletionOption(
        title: "\(key.rawValue):", note: SearchOperators.explanation(key), words: "\(prefix)\(key.rawValue):")
    }
  }

  private func traits(_ letters: String, prefix: String) -> [CompletionOption] {
    SearchQuery.Trait.allCases.filter { $0.rawValue.hasPrefix(letters) }.map { trait in
      CompletionOption(
        title: trait.rawValue, note: SearchOperators.title(trait), words: "\(prefix)\(trait.rawValue) ")
    }
  }

  private static func options(_ found: [SearchSuggestion], prefix: String) -> [CompletionOption] {
    found.map { suggestion in
      let name = suggestion.name
      let value = SearchWords.filter("", suggestion.name).dropFirst()
      return CompletionOption(
        title: name, note: Counted.messages(suggestion.messageCount), words: "\(prefix)\(value) ",
        avatar: .init(initials: Initials.of(name), color: ChatPalette.index(of: suggestion.colorSeed)))
    }
  }

  private static func option(_ offer: SearchOffer) -> CompletionOption {
    CompletionOption(
      title: offer.title, note: SearchWords.number(offer.count), words: "\(offer.filter) ",
      avatar: offer.avatar,
      range: offer.range)
  }

  private func show(_ options: [CompletionOption], heading: String, for request: CompletionRequest) {
    guard request == self.request, let field else { return }
    guard !options.isEmpty else {
      list.visible = false
      return
    }
    // Words are searched as they are, unless another choice is made.
    let isChosen = if case .words = request.subject { false } else { true }
    let isNew = options != list.options || !list.visible
    list.show(options, heading: heading, choosesFirst: isChosen)
    // Place the list below the word, as far as there is room.
    let parent = list.parent ?? field
    if let place = field.convert(Point(x: 0, y: 0), to: parent) {
      let start = parent.x(leading: place.x, width: Double(field.width))
      let most = max(8, Double(parent.width) - Double(CompletionList.width) - 8)
      list.setMargins(start: Int(max(8, min(start, most))), top: 4)
    }
    list.visible = true
    if isNew { list.announce(options[0].title) }
    log.debug("completion", ["options": options.count])
  }

  package func close() {
    task.cancel()
    request = nil
    list.visible = false
  }

  /// Closes the list until another word is typed, since the user has turned to the content below it.
  func dismissWords() {
    guard case .words? = request?.subject else { return }
    dismissed = request
    close()
  }

  private func take(_ option: CompletionOption) {
    guard let request, let field else { return }
    close()
    field.replace(option.range ?? request.range, with: option.words)
    field.takeFocusInText()
  }

  private func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    if key == Key.space, modifiers == .control {
      update(isAsked: true)
      return true
    }
    guard list.visible, modifiers.isEmpty else { return false }
    switch key {
    case Key.down: list.move(by: 1)
    case Key.up:
      guard list.selected != nil else { return false }
      list.move(by: -1)
    case Key.tab, Key.returnKey:
      guard let option = list.selected else { return false }
      take(option)
    case Key.escape:
      dismissed = request
      close()
    default: return false
    }
    return true
  }
}

/// The choices below a search field. The list is over the page, and not a separate surface, so the focus stays in the field.
package final class CompletionList: Box {
  var didChoose: ((CompletionOption) -> Void)?
  private(set) var options: [CompletionOption] = []
  /// The index of the chosen option.
  private(set) var index: Int?
  private let heading = Label()
  private let rows = Box(.vertical)
  private var buttons: [Button] = []

  /// Points.
  static let width = 300

  init() {
    super.init(.vertical)
    addClass("bs-completion")
    halign = .start
    valign = .start
    setSizeRequest(width: Self.width)
    heading.addClass("bs-completion-heading")
    heading.xalign = 0
    rows.setAccessibleRole(.listBox)
    append(heading, rows, KeyHint(Self.hints()))
    visible = false
  }

  private static func label(keys: String) -> String { Accelerator.label(keys) }

  private static func hints() -> Widget {
    let row = Box(.horizontal, spacing: 6)
    row.addClass("bs-completion-hints")
    let (tab, escape) = (label(keys: "Tab"), label(keys: "Escape"))
    for (keys, words) in [(["↑", "↓"], tr("choose")), ([tab], tr("insert")), ([escape], tr("close"))] {
      for key in keys {
        let cap = Label(key)
        cap.addClass("bs-foot-key")
        row.append(cap)
      }
      let label = Label(words)
      label.addClass("bs-caption")
      row.append(label)
    }
    return row
  }

  func show(_ new: [CompletionOption], heading words: String, choosesFirst: Bool = true) {
    heading.text = words
    rows.setAccessibleLabel(words)
    let first = choosesFirst ? 0 : nil
    guard new != options else { return select(first) }
    for button in buttons { rows.remove(button) }
    options = new
    buttons = new.map(makeButton)
    for button in buttons { rows.append(button) }
    select(first)
  }

  private func makeButton(_ option: CompletionOption) -> Button {
    let content = Box(.horizontal, spacing: 10)
    if let avatar = option.avatar {
      let letters = Label(avatar.initials)
      letters.addClass("bs-avatar")
      letters.addClass("small")
      letters.addClass("c\(avatar.color)")
      letters.valign = .center
      content.append(letters)
    }
    let (title, note) = (Label(option.title), Label(option.note))
    title.xalign = 0
    title.hexpand = true
    note.addClass("bs-caption")
    for label in [title, note] { label.ellipsize() }
    content.append(title, note)
    let button = Button(child: content)
    button.addClass("bs-completion-row")
    button.setAccessibleRole(.option)
    button.setAccessibleLabel("\(option.title), \(option.note)")
    // The focus stays in the field.
    button.focusable = false
    button.clicked.connect(weak: self) { $0.didChoose?(option) }
    return button
  }

  var selected: CompletionOption? {
    index.flatMap { options.indices.contains($0) ? options[$0] : nil }
  }

  func move(by step: Int) {
    guard !options.isEmpty else { return }
    let next = index.map { ($0 + step + options.count) % options.count } ?? 0
    select(next)
    announce(options[next].title)
  }

  private func select(_ new: Int?) {
    index = new
    for (place, button) in buttons.enumerated() {
      button.setClass("selected", place == new)
      button.setAccessibleSelected(place == new)
    }
  }
}
