import AppBase
import ArchiveWords
import ChatExport
import ChatStatistics
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Translation

/// The statistics of a chat or of all chats, over the whole window: when, who, and with which words.
package final class StatisticsPage: Box {
  /// A filter of a search, such as "from" and a name.
  package typealias Filter = (key: String, value: String)

  /// Where a number leads.
  package enum Target {
    case message(Message.ID)
    case chat(Conversation.ID)
    /// A search in all chats: filters, and words as they are typed.
    case search([Filter], words: [String])
  }

  enum Part: Hashable, CaseIterable { case time, people, words }

  var didClose: (() -> Void)?
  var didRequest: ((Target) -> Void)?

  private let archive: Archive
  let model: StatisticsModel
  private(set) var part = Part.time
  private let head = PageHead(tr("Statistics"), caption: "") {
    SegmentedControl(
      [(Part.time, tr("Time")), (.people, tr("People")), (.words, tr("Words"))], name: tr("Statistics"),
      kind: .choices)
  }
  private let scope: SegmentedControl<Bool>?
  private let spanLabel = Label()
  /// The panel with the choice of a span, once it was opened; another one for all chats, whose days are of another
  /// zone.
  private(set) var spanPanel: SpanPanel?
  private let spanContent = Bin()
  /// Points: the width of that panel.
  private static let spanWidth = 296
  private let count = Label()
  /// Shows rows of numbers in place of charts.
  let tables = ToggleButton(toggleChild: Image(iconName: "view-list-symbolic", size: 16))
  private let orders = TableOrders()
  private let column = Box(.vertical, spacing: 12)
  private var cards: [Widget] = []
  private let body = Bin()
  private var isNarrow = false
  private lazy var scroller = ScrolledWindow(child: Clamp(column, limit: 960, margin: 10))
  private let notice = Notice(.banner)

  /// `chat` is nil for all chats.
  package init(_ archive: Archive, of chat: Conversation?) {
    self.archive = archive
    model = StatisticsModel(archive, chat)
    scope = chat.map { chat in
      let words = chat.topic.map { $0.isThread ? tr("This Thread") : tr("This Topic") } ?? tr("This Chat")
      return SegmentedControl(
        [(false, words), (true, tr("All Chats"))], name: tr("Chats that are counted"), kind: .choices)
    }
    super.init(.vertical)
    addClass("bs-media-page")
    setAccessibleRole(.group)
    setAccessibleLabel(tr("Statistics"))
    addActions()
    build()
    let keys = KeyController()
    keys.propagationPhase = .capture
    keys.keyPressed.connect(weak: self) { page, key, _, modifiers in page.pressed(key, modifiers) }
    add(keys)
    // After an open menu and a chart, which have an Escape of their own.
    let escape = KeyController()
    escape.keyPressed.connect(weak: self) { page, key, _, _ in page.escape(key) }
    add(escape)
    scope?.choice = false
    scope?.didChoose = { [weak self] in
      self?.model.isEverywhere = $0
      if self?.spanPanel != nil { self?.makeSpanPanel() }
    }
    model.didChange = { [weak self] in self?.show() }
    model.count()
  }

  private func addActions() {
    let actions = ActionGroup()
    actions.addAction("span", weak: self, withText: { $0.model.span = CountedSpan(actionText: $1) })
    actions.addAction("writer", weak: self, withText: { $0.model.choose(writer: Int64($1)) })
    actions.addAction("save", weak: self) { $0.save() }
    actions.addAction("picture", weak: self) { $0.savePicture() }
    actions.addAction("copy", weak: self) { page in
      if let table = page.table { Desktop.copy(table, from: page) }
    }
    insert(actions, prefix: "statistics")
  }

  // MARK: Building

  private func build() {
    head.didGoBack = { [weak self] in self?.didClose?() }
    head.didChoose = { [weak self] in self?.show($0) }
    head.didChangeWidth = { [weak self] in self?.changeWidth(isNarrow: $1) }
    head.choice = .time
    head.add(saveMenu, named: tr("Save or Copy"))
    let tools = ToolRow([scope, spanButton, tables].compactMap(\.self), end: count)
    tables.addClass("bs-flat")
    tables.valign = .center
    tables.tooltipText = tr("Tables instead of charts (Ctrl+T)")
    tables.setAccessibleLabel(tr("Tables instead of charts"))
    tables.toggled.connect(weak: self) { page in
      page.tables.setClass("on", page.tables.active)
      page.show()
    }
    tools.addClass("bs-tools")
    tools.addClass("top")
    count.addClass("bs-caption")
    count.valign = .center
    column.setMargins(top: 14, bottom: 24)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.focusable = false
    body.vexpand = true
    append(head, tools, notice, body)
  }

  private func changeWidth(isNarrow: Bool) {
    count.visible = !isNarrow
    guard isNarrow != self.isNarrow else { return }
    self.isNarrow = isNarrow
    // Not while the page is laid out.
    MainLoop.soon { [weak self] in self?.replaceFigures() }
  }

  /// Replaces only the figures, so that what was chosen or opened in the other cards stays.
  private func replaceFigures() {
    guard part == .time, case .loaded(let statistics) = model.state, let old = cards.first else { return }
    cards[0] = timeCards(statistics).figures
    column.remove(old)
    column.prepend(cards[0])
  }

  private var spanButton: Widget {
    let content = Box(.horizontal, spacing: 6)
    content.append(spanLabel, Image(iconName: "pan-down-symbolic", size: 16))
    let button = MenuButton(child: content) { [weak self, spanContent] in
      self?.makeSpanPanel()
      return spanContent
    }
    button.addClass("bs-choice")
    button.popover?.addClass("bs-panel")
    button.setAccessibleLabel(tr("Time that is counted"))
    return button
  }

  private var saveMenu: Menu {
    let menu = Menu()
    menu.append(tr("Save Page as Picture…"), action: "statistics.picture")
    menu.append(tr("Save Numbers as CSV…"), action: "statistics.save")
    menu.append(tr("Copy Numbers"), action: "statistics.copy")
    return menu
  }

  // MARK: Content

  private func show(_ part: Part) {
    guard part != self.part else { return }
    self.part = part
    head.choice = part
    scroller.vadjustment.value = 0
    tables.visible = part == .time
    show()
  }

  private func showSpans() {
    spanLabel.text = model.span.words(in: model.timeZone)
    spanPanel?.show(model.allDays, years: model.years, chosen: model.span)
  }

  private func makeSpanPanel() {
    let panel = SpanPanel(
      archive, model.isEverywhere ? nil : model.chat?.id, timeZone: model.timeZone)
    panel.didChooseDays = { [weak self] in self?.model.span = $0 }
    spanPanel = panel
    spanContent.child = Shrinking(Clamp(panel, limit: Self.spanWidth))
    showSpans()
  }

  /// What is counted.
  private var title: String { model.isEverywhere ? tr("All Chats") : model.chat?.fullTitle ?? "" }

  private func show() {
    showSpans()
    head.captionText = title
    switch model.state {
    case .loading(let fraction):
      count.text =
        fraction > 0 ? tr("Counting, {percent}", ["percent": Self.percent(fraction)]) : tr("Counting")
      // What is shown stays until the new numbers are there.
      if body.child == nil { body.child = StatusPage(.spinner, title: tr("Counting"), text: "") }
    case .failed(let reason):
      count.text = ""
      let retry = Button(tr("Try Again"))
      retry.clicked.connect(weak: self) { $0.model.count() }
      body.child = StatusPage(
        .icon("dialog-warning-symbolic"), title: tr("Could not be counted"), text: reason, isFailure: true,
        action: retry)
    case .loaded(let statistics):
      count.text = Counted.messages(statistics.messages)
      if statistics.messages == 0 { return showNothing() }
      body.child = scroller
      fill(statistics)
    }
  }

  private func showNothing() {
    guard model.span != .all else {
      body.child = StatusPage(
        .icon("mail-unread-symbolic"), title: model.span.nothingTitle,
        text: tr("There is nothing to count yet."))
      return
    }
    let all = Button(tr("Show All Time"))
    all.clicked.connect(weak: self) { $0.model.span = .all }
    body.child = StatusPage(
      .icon("mail-unread-symbolic"), title: model.span.nothingTitle,
      text: model.isEverywhere ? tr("The chats have none then.") : tr("The chat has none then."), action: all)
  }

  private func fill(_ statistics: ChatStatistics) {
    let hadFocus = column.containsFocus
    if hadFocus { window?.focusWidget = nil }
    for card in cards { column.remove(card) }
    cards = makeCards(statistics)
    for card in cards { column.append(card) }
    if hadFocus { _ = column.moveFocus(.forward) }
  }

  private func makeCards(_ statistics: ChatStatistics) -> [Widget] {
    switch part {
    case .time: timeCards(statistics).widgets()
    case .people:
      PeopleCards(
        statistics: statistics, isEverywhere: model.isEverywhere, orders: orders,
        openPerson: { [weak self] in self?.search([("from", $0.name)]) },
        openChat: { [weak self] in self?.didRequest?(.chat($0.id)) }
      ).widgets()
    case .words:
      WordCards(
        statistics, writer: model.writer, search: { [weak self] in self?.search(word: $0, in: statistics) }
      ).widgets
    }
  }

  private func timeCards(_ statistics: ChatStatistics) -> TimeCards {
    TimeCards(
      statistics: statistics, timeZone: model.timeZone, showsTables: tables.active, isNarrow: isNarrow,
      orders: orders, openDay: { [weak self] in self?.open($0, $1) })
  }

  private static func percent(_ fraction: Double) -> String {
    fraction.formatted(.percent.precision(.fractionLength(0)).locale(.desktop))
  }

  // MARK: Where numbers lead

  /// Searches in what is counted.
  private func search(_ filters: [Filter], words: [String] = []) {
    var all: [Filter] = []
    if !model.isEverywhere, let chat = model.chat {
      all.append(("in", chat.title))
      if let topic = chat.topic { all.append((topic.isThread ? "thread" : "topic", topic.title)) }
    }
    all += model.span.filters(in: model.timeZone)
    didRequest?(.search(all + filters, words: words))
  }

  /// Searches for a word, which is whole, of the person whose words are counted.
  private func search(word: String, in statistics: ChatStatistics) {
    let writer = statistics.people.first { $0.id == model.writer }
    search(writer.map { [("from", $0.name)] } ?? [], words: ["\"\(word)\""])
  }

  /// Goes to the first message of a day, month or year; of all chats, to those of the search.
  private func open(_ day: Int, _ unit: TimeCards.Unit) {
    let date = StatisticsFigures.isoDate(day)
    guard !model.isEverywhere, let chat = model.chat else {
      let length =
        switch unit {
        case .day: 10
        case .month: 7
        case .year: 4
        }
      didRequest?(.search([("on", String(date.prefix(length)))], words: []))
      return
    }
    let zone = model.timeZone
    let noon = StatisticsFigures.noon(day)
    let local = Int64(noon.timeIntervalSince1970 * 1000) - Int64(zone.secondsFromGMT(for: noon)) * 1_000
    let start = DayCalendar(timeZone: zone).span(.day, containing: local).lowerBound
    Task { [weak self, archive] in
      if let moment = try? await archive.firstMoment(in: chat.id, from: start) {
        self?.didRequest?(.message(moment.id))
      }
    }
  }

  // MARK: Saving

  private var table: String? {
    guard case .loaded(let statistics) = model.state else { return nil }
    return switch part {
    case .time: StatisticsTable.time(statistics)
    case .people: StatisticsTable.people(statistics, chats: model.isEverywhere)
    case .words: StatisticsTable.words(statistics, shown: WordCards.shownWords(of: statistics))
    }
  }

  private func save() {
    guard let table else { return }
    askForPlace(tr("Save Numbers as CSV"), ending: "csv") { path in
      try Data(table.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }

  /// The page as a picture; nil while there are no numbers.
  var picture: Texture? {
    guard case .loaded(let statistics) = model.state, body.child === scroller else { return nil }
    let caption = [model.span.words(in: model.timeZone), Counted.messages(statistics.messages)]
    let kind = tr("Statistics")
    return StatisticsPicture.make(
      of: column, title: "\(title) – \(kind)", caption: caption.joined(separator: " · "))
  }

  private func savePicture() {
    guard let picture else { return }
    askForPlace(tr("Save Page as Picture"), ending: "png") { path in
      guard picture.save(to: path) else { throw CocoaError(.fileWriteUnknown) }
    }
  }

  /// Asks for a place, and writes a file there.
  private func askForPlace(
    _ heading: String, ending: String, write: @escaping @Sendable (_ path: String) throws -> Void
  ) {
    guard let window else { return }
    let kind = tr("Statistics")
    let name = FileName.plain("\(title) – \(kind)")
    PlaceDialog(save: heading, accept: tr("Save"), name: "\(name).\(ending)", over: window).show {
      [weak self] path in
      Task {
        let reason = await Self.failure { try write(path) }
        self?.notice.text = nil
        guard let reason else { return }
        self?.notice.show(tr("“{path}” could not be written: {reason}", ["path": path, "reason": reason]))
      }
    }
  }

  /// Runs `work` off the main thread. Returns the reason for which it failed.
  @concurrent
  private static func failure(of work: @Sendable () throws -> Void) async -> String? {
    do { try work() } catch { return error.localizedDescription }
    return nil
  }

  // MARK: Keys

  func pressed(_ key: UInt32, _ modifiers: Modifiers) -> Bool {
    let numbers = [Key.one, Key.two, Key.three]
    if modifiers.contains(.control), let index = numbers.firstIndex(of: Key.normal(key)) {
      show(Part.allCases[index])
    } else if modifiers.contains(.control), Key.normal(key) == Key.s {
      savePicture()
    } else if modifiers.contains(.control), Key.normal(key) == Key.t, part == .time {
      tables.active.toggle()
    } else {
      return false
    }
    return true
  }

  func escape(_ key: UInt32) -> Bool {
    guard key == Key.escape else { return false }
    didClose?()
    return true
  }

  package func takeInitialFocus() {
    head.focusSwitcher()
  }
}
