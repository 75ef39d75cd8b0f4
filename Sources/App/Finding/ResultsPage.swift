import AppBase
import Backscroll
import ChatStore
import Chats
import Controls
import Gtk
import Translation

/// The search in all chats: a field, and a list of hits. It is also the list of bookmarks, with a field that searches
/// among them.
package final class ResultsPage: Box {
  /// Called when a hit is to be shown in its chat; `SearchNavigation` in Reader opens it.
  package var didOpen: ((SearchHit) -> Void)?
  /// What is saved of all messages that were found.
  package enum Saved { case media, table, text }
  /// What is listed.
  package enum Subject { case messages, bookmarks }
  /// A change of a listed bookmark.
  package enum BookmarkChange { case edit, remove }

  /// Called to change a bookmark. `row`: its row, if that is in view.
  package var didRequestChange: ((BookmarkChange, SearchHit, _ row: ResultRow?) -> Void)?

  /// Called to save something of the messages that were found: the search, and its chat, nil for all chats.
  package var didRequestSaving: ((Saved, SearchQuery, Conversation.ID?) -> Void)?
  /// Called when Escape was pressed in the field.
  package var didCancel: (() -> Void)?
  /// Called when the counts have changed.
  package var didChange: (() -> Void)?
  /// Returns the summary of a chat.
  package var summary: (Conversation.ID) -> ChatSummary? = { _ in nil } {
    didSet { maker.summary = summary }
  }
  /// The numbers of chats and messages in the archive.
  package var contents: (chats: Int, messages: Int) = (0, 0) {
    didSet {
      showIdle()
      indexChanged()
    }
  }

  /// The chat from which the reader came.
  package var chat: Conversation.ID? {
    didSet {
      guard chat != oldValue else { return }
      scope.visible = subject == .bookmarks && chat != nil && !isShort
      guard model.chat != nil else { return }
      setOfChat(chat != nil)
    }
  }

  /// Whether the window has little height. Then there are no choices beside the field, and no explanation.
  package var isShort = false {
    didSet {
      choices.visible = !isShort
      scope.visible = subject == .bookmarks && chat != nil && !isShort
      idle.isBrief = isShort
      queryChanged()
    }
  }

  package let field: SearchField
  package let model: ResultsModel
  package let list: AnchoredList<KindedListStore<ResultItem, ResultsModel.Kind>, ResultRow>
  package let order: SegmentedControl<ResultOrder>
  private let saveMenu = Menu()
  private lazy var saveButton = MenuButton(iconName: "document-save-symbolic", menu: saveMenu)
  /// Whether the bookmarks of one chat are listed.
  let scope = SegmentedControl(
    [(true, tr("This Chat")), (false, tr("All Chats"))], name: tr("Chats"), kind: .choices)
  package private(set) var subject = Subject.messages
  /// The text of the other subject's field.
  private var otherText = ""
  private let choices = Box(.horizontal, spacing: 6)
  package let index: IndexBuilder
  private let strip = IndexStrip()
  let bookmarks = BookmarkFilters()
  private let pages = Stack()
  private let idle: StatusPage
  private let nothing: StatusPage
  private let noBookmarks = StatusPage(.icon("starred-symbolic"), title: "", text: "")
  private let allChatsButton = Button(tr("Show All Chats"))
  private let allWordsButton = Button(tr("Show All Bookmarks"))
  private let failure: StatusPage
  private let damage: StatusPage
  /// The suggestions on the page without hits.
  private let helps = Box(.vertical)
  private var helpRow: FlowRow?
  /// The footer below the results while their next page has failed.
  private lazy var footer = FeedFooter { [weak self] in self?.model.retryPage() }
  private let actions = ActionGroup()
  package private(set) var overlay: Overlay?
  private var maker = ResultLineMaker()
  package private(set) var completer: Completer?

  private enum Page: String { case idle, searching, list, nothing, noBookmarks, failed, damaged }

  private static var name: String { tr("Search All Chats in This Archive") }
  /// The largest width of the column, in points.
  private static let column = 720
  /// The number of rows ahead of the last one in view at which the next page is read.
  private static let prefetch = 20

  package init(_ source: SearchSource, index: IndexBuilder) {
    self.index = index
    field = SearchField(
      name: Self.name, placeholder: tr("Words, names, dates"))
    model = ResultsModel(source)
    list = AnchoredList(model.store, restingEdge: .start)
    order = SegmentedControl([(.date, tr("By Date")), (.chat, tr("By Chat"))], name: tr("Sort"))
    idle = StatusPage(.icon("edit-find-symbolic"), title: "", text: "")
    nothing = StatusPage(.icon("edit-find-symbolic"), title: "", text: "")
    let retry = Button(tr("Try Again"))
    retry.setDetailedActionName("results.retry")
    failure = StatusPage(
      .icon("dialog-warning-symbolic"), title: tr("The search failed"), text: "", isFailure: true,
      action: retry)
    let rebuild = Button(tr("Rebuild"))
    rebuild.setDetailedActionName("results.rebuild")
    damage = StatusPage(
      .icon("dialog-warning-symbolic"), title: tr("The search index is damaged"), text: "", isFailure: true,
      action: rebuild)
    super.init(.vertical)
    addClass("bs-results")
    setAccessibleRole(.group)
    setAccessibleLabel(Self.name)
    buildTools()
    buildList()
    addActions()
    connect()
    if let overlay { completer = Completer(field, in: overlay, source, chat: nil) }
    showIdle()
    changed()
    indexChanged()
  }

  // MARK: Parts

  private func buildTools() {
    field.hexpand = true
    field.text.setAccessibleKeys("Control+Shift+F")
    order.choice = .date
    saveButton.addClass("bs-flat")
    saveButton.valign = .center
    saveButton.tooltipText = tr("Save These Messages")
    saveButton.setAccessibleLabel(tr("Save These Messages"))
    scope.visible = false
    scope.choice = false
    choices.append(scope, order, saveButton)
    fillSaveMenu()
    append(ResultsTools(field, choices), bookmarks, strip)
  }

  private func fillSaveMenu() {
    saveMenu.removeAll()
    saveMenu.append(tr("Save Media…"), action: "results.save-media")
    switch subject {
    case .messages: saveMenu.append(tr("Save Messages as CSV…"), action: "results.save-table")
    case .bookmarks:
      saveMenu.append(tr("Save Bookmarks as CSV…"), action: "results.save-table")
      saveMenu.append(tr("Save Bookmarks as Text…"), action: "results.save-text")
    }
  }

  private func save(_ what: Saved) {
    if let query = model.query, model.state == .found { didRequestSaving?(what, query, model.chat) }
  }

  private func buildList() {
    list.makeRow = { kind in ResultRow(kind) }
    list.bind = { [weak self] row, item in self?.bind(row, item) }
    list.estimatedHeight = { $0 == .hit ? 56 : 32 }
    list.bottomInset = 12
    list.setAccessibleLabel(tr("Results"))
    list.didActivate.connect { [weak self] item in if let hit = item.hit { self?.didOpen?(hit) } }
    list.didChangeViewport.connect(weak: self) { $0.lookForMore() }
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.focusable = false
    scroller.vadjustment.valueChanged.connect(weak: self) { page in
      // Do nothing when a new search starts at the top.
      if page.list.vadjustment.map({ $0.value > 0 }) == true { page.completer?.dismissWords() }
    }
    let column = Clamp(scroller, limit: Self.column)
    column.vexpand = true
    footer.visible = false
    let results = Box(.vertical)
    results.append(column, footer)
    idle.append(chips())
    helps.halign = .center
    nothing.append(helps)
    for button in [allChatsButton, allWordsButton] {
      button.addClass("bs-button")
      button.halign = .center
      noBookmarks.append(button)
    }
    for (page, widget) in [
      (Page.idle, idle), (.searching, StatusPage(.spinner, title: tr("Searching"), text: "")),
      (.list, results), (.nothing, nothing), (.noBookmarks, noBookmarks), (.failed, failure),
      (.damaged, damage),
    ] as [(Page, Widget)] { pages.add(widget, name: page.rawValue) }
    let overlay = Overlay(child: pages)
    overlay.vexpand = true
    self.overlay = overlay
    append(overlay)
  }

  /// The filters as buttons that insert them.
  private func chips() -> Widget {
    let buttons = SearchOperators.all.map { key in
      let button = Button("\(key.rawValue):")
      button.addClass("bs-search-chip")
      button.addClass("plain")
      button.setAccessibleLabel(tr("Insert {filter}", ["filter": "\(key.rawValue):"]))
      button.clicked.connect(weak: self) { page in
        let end = page.field.text.text.unicodeScalars.count
        page.field.takeFocusInText()
        page.field.replace(end..<end, with: "\(key.rawValue):")
      }
      return button
    }
    let row = FlowRow(buttons, margin: .none)
    row.halign = .center
    return row
  }

  /// Adds buttons for other searches that have hits, and one that clears the field.
  private func showHelps(_ reason: EmptySearch) {
    if let helpRow { helps.remove(helpRow) }
    helpRow = nil
    var searches = reason.offers.map { ($0.title, $0.filter) }
    if let filter = reason.filter, let offer = reason.offer { searches.insert((offer, filter.rest), at: 0) }
    let buttons = (searches + [(tr("Clear"), "")]).enumerated().map { place, search in
      let button = Button(search.0)
      button.addClass("bs-button")
      button.setClass("primary", place == 0 && !search.1.isEmpty)
      button.clicked.connect(weak: self) { page in
        // The button disappears with the page without hits.
        MainLoop.soon { [weak page] in
          page?.field.query = search.1
          page?.field.takeFocusInText()
        }
      }
      return button
    }
    let row = FlowRow(buttons, margin: .none)
    helpRow = row
    helps.append(row)
  }

  private func addActions() {
    insert(actions, prefix: "results")
    actions.addAction("retry", weak: self) { $0.searchAgain() }
    actions.addAction("rebuild", weak: self) { $0.index.rebuild() }
    actions.addAction("save-media", weak: self) { $0.save(.media) }
    actions.addAction("save-table", weak: self) { $0.save(.table) }
    actions.addAction("save-text", weak: self) { $0.save(.text) }
  }

  private func connect() {
    field.didChange = { [weak self] in
      guard let self else { return }
      model.search(query)
    }
    bookmarks.didChoose = { [weak self] in
      guard let self else { return }
      model.search(query, atOnce: true)
    }
    scope.didChoose = { [weak self] in self?.setOfChat($0) }
    allChatsButton.clicked.connect(weak: self) { $0.setOfChat(false) }
    allWordsButton.clicked.connect(weak: self) { page in
      page.field.query = ""
      page.bookmarks.choose(nil)
    }
    field.didSubmit = { [weak self] _ in self?.submit() }
    field.didCancel = { [weak self] in self?.didCancel?() }
    field.didMoveDown = { [weak self] in self?.focusFirst() ?? false }
    order.didChoose = { [weak self] in self?.model.order = $0 }
    model.didChange = { [weak self] in self?.changed() }
    strip.button.setDetailedActionName("results.rebuild")
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { page, key, _, modifiers in
      guard modifiers.isDisjoint(with: [.control, .alt, .shift]) else { return false }
      guard Key.normal(key) == Key.up, page.isFirstFocused else {
        return page.pressedInList(Key.normal(key))
      }
      page.field.takeFocusInText()
      return true
    }
    list.add(keys)
  }

  // MARK: Bookmarks

  /// Lists messages, or bookmarks.
  package func show(_ new: Subject) {
    guard new != subject else { return }
    subject = new
    let isOfBookmarks = new == .bookmarks
    field.text.placeholderText = isOfBookmarks ? tr("Search bookmarks") : tr("Words, names, dates")
    field.text.setAccessibleLabel(isOfBookmarks ? tr("Search bookmarks") : Self.name)
    setAccessibleLabel(isOfBookmarks ? tr("Bookmarks") : Self.name)
    list.setAccessibleLabel(isOfBookmarks ? tr("Bookmarks") : tr("Results"))
    order.visible = !isOfBookmarks
    scope.visible = isOfBookmarks && chat != nil && !isShort
    if isOfBookmarks { model.order = .date } else { model.order = order.choice ?? .date }
    model.chat = nil
    scope.choice = false
    fillSaveMenu()
    queryChanged()
    let text = otherText
    otherText = field.query
    // The same text means another search.
    if text == field.query { model.search(query) } else { field.query = text }
  }

  /// Lists the bookmarks of the chat from which the reader came, or of all chats.
  package func setOfChat(_ isOfChat: Bool) {
    let new = isOfChat ? chat : nil
    scope.choice = new != nil
    guard new != model.chat else { return }
    model.chat = new
    searchAgain()
    readBookmarkWords()
  }

  /// The search for what is typed, among bookmarks if these are listed.
  private var query: SearchQuery {
    guard subject == .bookmarks else { return field.read(field.query) }
    let parts = [EmptySearch.bookmarks, field.query.trimmingCharacters(in: .whitespaces)]
    var query = field.read(parts.filter { !$0.isEmpty }.joined(separator: " "))
    query.bookmarkWord = bookmarks.word
    return query
  }

  private func queryChanged() {
    bookmarks.visible = subject == .bookmarks && !isShort
    if bookmarks.visible { readBookmarkWords() }
  }

  private func readBookmarkWords() {
    Task { [weak self] in
      guard let words = await self?.model.bookmarkWords(), let self else { return }
      bookmarks.show(words)
    }
  }

  /// Shows the words of bookmarks again, which have changed.
  package func bookmarksChanged() {
    if subject == .bookmarks { readBookmarkWords() }
  }

  /// The hit whose row has the focus.
  var focusedHit: (hit: SearchHit, row: ResultRow)? {
    for index in list.visibleRange.clamped(to: 0..<model.store.count) {
      let item = model.store[index]
      if let hit = item.hit, let row = list.row(item.id), row.hasFocus { return (hit, row) }
    }
    return nil
  }

  /// F2 changes the word of the focused bookmark, Delete removes it.
  func pressedInList(_ key: UInt32) -> Bool {
    let changes: [UInt32: BookmarkChange] = [Key.f2: .edit, Key.delete: .remove]
    guard subject == .bookmarks, let change = changes[key], let (hit, row) = focusedHit else { return false }
    didRequestChange?(change, hit, row)
    return true
  }

  private func showNoBookmarks(_ reason: EmptySearch) {
    let words = String(field.query.trimmingCharacters(in: .whitespaces).prefix(60))
    var text = reason.text
    if reason.lacksBookmarks, bookmarks.word == nil, window?.lastInput == .touch {
      text = tr("Hold a message, then choose Bookmark.")
    }
    noBookmarks.show(
      title: words.isEmpty ? reason.title : tr("No bookmarks with “{words}”", ["words": words]),
      text: words.isEmpty ? text : "")
    allChatsButton.visible = model.chat != nil
    allWordsButton.visible = !words.isEmpty || bookmarks.word != nil
  }

  // MARK: Focus

  package func takeInitialFocus() {
    if bookmarks.visible { readBookmarkWords() }
    field.takeFocusToReplace()
  }

  private var firstHit: ResultItem.ID? { model.store.items.first { $0.hit != nil }?.id }

  private var isFirstFocused: Bool { firstHit.flatMap { list.row($0) }?.hasFocus ?? false }

  private func focusFirst() -> Bool {
    guard model.state == .found, let firstHit else { return false }
    list.scrollToStart(animated: false)
    return list.row(firstHit)?.takeFocus() ?? false
  }

  /// Opens the first hit, for Return in the field.
  private func submit() {
    guard model.state == .found, let hit = model.store.items.lazy.compactMap(\.hit).first,
      model.query == query
    else { return }
    didOpen?(hit)
  }

  /// Returns the focus to the hit that was opened, or to the field.
  package func restoreFocus(to hit: Message.ID?) {
    if let hit, let row = list.row(.hit(hit)), row.takeFocus() { return }
    if window?.lastInput != .touch { field.takeFocusInText() }
  }

  // MARK: Contents

  private func bind(_ row: ResultRow, _ item: ResultItem) {
    switch item.content {
    case .hit(let hit):
      row.bind(item, model.query.map { maker.line(hit, of: $0) })
      let isOfBookmarks = subject == .bookmarks
      row.setAccessibleKeys(isOfBookmarks ? "F2 Delete" : "")
      row.didPressStar =
        isOfBookmarks
        ? { [weak self, weak row] in
          if let hit = row?.item?.hit { self?.didRequestChange?(.remove, hit, row) }
        } : nil
    case .heading(let title, _, let chat):
      let seed = chat.flatMap { summary($0)?.colorSeed }
      row.bind(item, nil, color: seed.map(ChatPalette.index) ?? Initials.colorIndex(of: title))
    }
  }

  private func lookForMore() {
    guard list.isLaidOut, list.height > 0, model.state == .found else { return }
    if list.visibleRange.upperBound + Self.prefetch >= model.store.count { model.loadMore() }
  }

  private func showIdle() {
    // Translators: what can be searched for. The minus sign stands before a word that is not to be in a message.
    let syntax = tr("Words, “a phrase”, -without")
    let rule = tr("Words are found by their beginnings: “edu” finds “education”, “cat” does not")
    idle.show(
      title: trn("Search {count} chat", "Search {count} chats", contents.chats),
      text: [Counted.messages(contents.messages), syntax, rule].joined(separator: "\n"))
  }

  private func changed() {
    switch model.state {
    case .idle: pages.visibleChildName = Page.idle.rawValue
    case .searching: pages.visibleChildName = Page.searching.rawValue
    case .found: pages.visibleChildName = Page.list.rawValue
    case .nothing(let reason) where subject == .bookmarks:
      showNoBookmarks(reason)
      if pages.visibleChildName != Page.noBookmarks.rawValue { announce(reason.title) }
      pages.visibleChildName = Page.noBookmarks.rawValue
    case .nothing(let reason):
      nothing.show(title: reason.title, text: reason.text)
      showHelps(reason)
      if pages.visibleChildName != Page.nothing.rawValue { announce(reason.title) }
      pages.visibleChildName = Page.nothing.rawValue
    case .failed(let reason):
      failure.show(title: tr("The search failed"), text: reason)
      pages.visibleChildName = Page.failed.rawValue
    case .damaged(let reason):
      damage.show(title: tr("The search index is damaged"), text: reason)
      pages.visibleChildName = Page.damaged.rawValue
    }
    showNextPage()
    saveButton.sensitive = model.state == .found
    list.setAccessibleBusy(model.state == .searching)
    lookForMore()
    didChange?()
  }

  private func showNextPage() {
    let wasFailed = footer.visible
    if case .failed(let error) = model.nextPage {
      footer.show(model.nextPage, total: model.store.count)
      footer.visible = true
      if !wasFailed { announce("\(tr("Could not load more")). \(error)") }
    } else if wasFailed {
      // The button disappears: move its focus to the results.
      if footer.containsFocus { _ = list.moveFocus(.forward) }
      footer.visible = false
    }
  }

  /// Searches again, since more can be found, or the index is no longer damaged.
  package func searchAgain() {
    if let query = model.query { model.search(query, atOnce: true) }
  }

  /// Updates the progress of the index.
  package func indexChanged() {
    strip.show(index.state, words: index.progressWords, messages: contents.messages)
    // The damaged index is being rebuilt: search its present content.
    if case .damaged = model.state, let query = model.query, case .building = index.state {
      model.search(query, atOnce: true)
    }
  }

  /// "1,187 messages in 14 chats", "10,000+ messages in 14+ chats"; empty while nothing was found. Of bookmarks: "14 in 5
  /// chats", "14 in Ridge walk".
  package var caption: String {
    if subject == .bookmarks { return narrowCaption }
    return caption { count in
      model.isCountPartial
        ? tr("{count}+ messages", ["count": Counted.number(count)]) : Counted.messages(count)
    }
  }

  /// "1,187 in 14 chats", "10,000+ in 14+ chats".
  package var narrowCaption: String {
    caption { count in
      let number = Counted.number(count)
      return model.isCountPartial ? tr("{count}+", ["count": number]) : number
    }
  }

  private func caption(_ messages: (Int) -> String) -> String {
    let listed = model.store.items.lazy.compactMap(\.hit).first
    let title = subject == .bookmarks ? model.chat.flatMap { summary($0)?.title ?? listed?.chatTitle } : nil
    guard model.state == .found, let count = model.count, let chats = model.chatCount else {
      return title ?? ""
    }
    if let title { return tr("{messages} in {chats}", ["messages": messages(count), "chats": title]) }
    let places =
      model.isCountPartial
      ? tr("{count}+ chats", ["count": Counted.number(chats)]) : trn("{count} chat", "{count} chats", chats)
    return tr("{messages} in {chats}", ["messages": messages(count), "chats": places])
  }
}

/// The progress of the index, above the results, until it is complete.
final class IndexStrip: Box {
  let button = Button(tr("Rebuild"))
  private let title = Label()
  private let caption = Label()
  private let bar = ProgressBar()

  init() {
    super.init(.horizontal, spacing: 12)
    addClass("bs-index-strip")
    setAccessibleRole(.status)
    let lines = Box(.vertical, spacing: 4)
    lines.hexpand = true
    title.addClass("bs-heading")
    caption.addClass("bs-caption")
    for label in [title, caption] {
      label.xalign = 0
      label.wrap(maxCharacters: -1, isCentered: false)
    }
    bar.addClass("bs-progress")
    bar.addClass("thin")
    lines.append(title, caption, bar)
    button.addClass("bs-button")
    button.valign = .center
    append(lines, button)
    visible = false
  }

  /// `words`: the words of the progress.
  func show(_ state: IndexBuilder.State, words: String?, messages: Int) {
    bar.visible = false
    button.visible = false
    switch state {
    case .unknown, .complete: visible = false
    case .building(let fraction):
      title.text = words ?? ""
      let done = Counted.number(Int((Double(messages) * fraction).rounded(.down)))
      caption.text = tr(
        "{count} of {total} can be found", ["count": done, "total": Counted.number(messages)])
      bar.fraction = fraction
      bar.visible = true
      bar.setAccessibleLabel(title.text)
      visible = true
    case .damaged(let reason):
      title.text = tr("The search index is damaged")
      caption.text = reason
      button.visible = true
      visible = true
    case .failed(let reason):
      title.text = tr("The search index is not complete")
      caption.text = reason
      visible = true
    }
  }
}

/// The offered filters.
enum SearchOperators {
  static let all: [SearchQuery.Operator] = [.from, .in, .topic, .thread, .before, .after, .on, .has]

  /// A short description of a filter's effect.
  static func explanation(_ key: SearchQuery.Operator) -> String {
    switch key {
    case .from: tr("Messages of a person")
    case .in: tr("Messages in a chat")
    case .topic: tr("Messages in a topic")
    case .thread: tr("A thread, by its first message")
    case .before: tr("Before a day, month or year")
    case .after: tr("After a day, month or year")
    case .on: tr("On a day, in a month or year")
    case .has: tr("With a photo, file, link …")
    case .is: tr("Your own messages")
    }
  }

  static func title(_ trait: SearchQuery.Trait) -> String {
    switch trait {
    case .photo: tr("Photo")
    case .video: tr("Video")
    case .voice: tr("Voice message")
    case .file: tr("File")
    case .link: tr("Link")
    case .reaction: tr("Reaction")
    case .bookmark: tr("Bookmark")
    }
  }
}

/// The search field and a choice beside it, or below it in a narrow window.
private final class ResultsTools: CustomWidget {
  private let field: Widget
  private let choice: Widget

  // Points.
  private static let narrowBelow = 520
  private static let margin = (x: 16, y: 8)
  private static let gap = 12

  init(_ field: Widget, _ choice: Widget) {
    self.field = field
    self.choice = choice
    super.init()
    addClass("bs-results-tools")
    for child in [field, choice] { child.setParent(self) }
  }

  override class var cssName: String { "resultstools" }
  override var requestMode: RequestMode { .heightForWidth }

  private func height(_ widget: Widget) -> Int { widget.measured(.vertical).natural }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (wide, other) = (field.measured(.horizontal), choice.measured(.horizontal))
    let isNarrow = size >= 0 && size < Self.narrowBelow && choice.visible
    guard orientation == .vertical else {
      return Measure(
        minimum: max(wide.minimum, other.minimum) + 2 * Self.margin.x,
        natural: wide.natural + other.natural + Self.gap + 2 * Self.margin.x)
    }
    let inner =
      isNarrow
      ? height(field) + Self.margin.y + height(choice) : max(height(field), height(choice))
    return Measure(minimum: inner + 2 * Self.margin.y)
  }

  override func allocate(width: Int, height: Int) {
    let inner = width - 2 * Self.margin.x
    let wanted = choice.measured(.horizontal).natural
    func put(_ widget: Widget, _ x: Int, _ y: Int, _ wide: Int, _ tall: Int) {
      widget.place(leading: x, top: y, width: wide, height: tall)
    }
    guard choice.visible else {
      return put(field, Self.margin.x, Self.margin.y, inner, height - 2 * Self.margin.y)
    }
    if width < Self.narrowBelow {
      let tall = self.height(field)
      put(field, Self.margin.x, Self.margin.y, inner, tall)
      put(choice, Self.margin.x, 2 * Self.margin.y + tall, min(inner, wanted), self.height(choice))
    } else {
      let tall = height - 2 * Self.margin.y
      put(field, Self.margin.x, Self.margin.y, inner - wanted - Self.gap, tall)
      put(choice, width - Self.margin.x - wanted, Self.margin.y, wanted, tall)
    }
  }

  override func dispose() {
    for child in [field, choice] { child.unparent() }
    super.dispose()
  }
}
