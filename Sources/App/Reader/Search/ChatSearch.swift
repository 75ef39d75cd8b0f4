import AppBase
import ChatStore
import Controls
import Finding
import Gtk
import Translation

/// The search in the shown conversation: its bar above the messages, and the marks in its rows.
///
/// The search belongs to the conversation, and ends when another one is shown.
@MainActor
package final class ChatSearch {
  package let finder: ChatFinder
  /// The bar; nil before it was first shown.
  package private(set) var bar: SearchBar?
  package private(set) var notice: Notice?
  private var revealer: Revealer?
  package private(set) var completer: Completer?
  private weak var view: ChatView?
  private let source: SearchSource
  /// The search that the rows mark.
  private var marked: SearchQuery?
  /// The query which messages are hits.
  private let reading = LatestTask()
  /// Called when the bar was shown or hidden, or a search has begun or ended.
  var didChangeState: (() -> Void)?
  /// Called to repeat the search in all chats.
  var didRequestEverywhere: ((String) -> Void)?
  /// Whether the window has little height.
  var isShort = false { didSet { bar?.isShort = isShort } }
  /// Completes the searched index.
  weak var index: IndexBuilder?
  /// Called with the numbers of messages with hits, from 0, and that of the current one.
  var didChangeMarks: ((_ all: [Int], _ current: Int?) -> Void)?
  private let log = EventLog("search")

  /// Seconds in which the bar appears and disappears.
  private static let slide = 0.25

  init(_ view: ChatView, _ source: SearchSource) {
    self.view = view
    self.source = source
    finder = ChatFinder(source, in: view.conversation.id)
    finder.origin = { [weak view] in
      guard let view, let last = view.visibleRows.last else { return nil }
      return view.feed.model.messages[last].cursor
    }
    finder.didChangeQuery = { [weak self] in self?.markRows() }
    finder.didReach = { [weak self] in self?.reached($0, isFirst: $1) }
    finder.didChangeMarks = { [weak self] in self?.didChangeMarks?($0, $1) }
    finder.didChange = { [weak self] in self?.changed() }
    view.feed.model.changes.connect(weak: self) { finding, change in
      if case .splice(let splice) = change, splice.inserted > 0 { finding.readHits() }
    }
  }

  /// Whether the bar is shown.
  package var isShown: Bool { revealer?.revealChild ?? false }
  /// Whether there is a search, even if its bar is hidden.
  package var isOn: Bool { isShown || finder.isActive }

  // MARK: The bar

  /// Shows the bar and focuses its field; hides it if it is shown, and keeps the search.
  package func toggle() {
    if isShown { hide() } else { show() }
  }

  /// Shows the bar with a text, or with its previous one.
  package func show(_ text: String? = nil) {
    let bar = bar ?? makeBar()
    revealer?.revealChild = true
    if let text { bar.field.query = text }
    if text == nil { bar.field.takeFocusToReplace() } else { bar.field.takeFocusInText() }
    log.debug("bar", ["shown": true])
    didChangeState?()
  }

  /// Searches for a text without showing the bar, and marks the hits. Nothing moves.
  func keep(_ text: String, at hit: SearchHit) {
    let bar = bar ?? makeBar()
    let query = source.reader.read(text)
    guard query != finder.query else { return finder.adopt(hit) }
    bar.field.query = text
    finder.search(query, atOnce: true, at: hit)
    didChangeState?()
  }

  /// Hides the bar, and keeps the search.
  private func hide() {
    let hadFocus = bar?.containsFocus ?? false
    revealer?.revealChild = false
    if hadFocus { view?.takeInitialFocus() }
    log.debug("bar", ["shown": false])
    didChangeState?()
  }

  /// Ends the search and hides the bar. Returns false if there is none.
  @discardableResult
  package func end() -> Bool {
    guard isOn else { return false }
    let hadFocus = bar?.containsFocus ?? false
    let hit = finder.current.flatMap { view?.isReading($0.id) == true ? $0.id : nil }
    completer?.close()
    revealer?.revealChild = false
    bar?.field.query = ""
    finder.end()
    if hadFocus { view?.takeFocus(atHit: hit) }
    log.debug("bar", ["shown": false])
    didChangeState?()
    return true
  }

  func step(isOlder: Bool) {
    if finder.isActive { finder.step(isOlder: isOlder) } else { show() }
  }

  private func makeBar() -> SearchBar {
    let title = view?.conversation.topic?.title ?? view?.conversation.title ?? ""
    let bar = SearchBar(name: tr("Search in {chat}", ["chat": title]))
    self.bar = bar
    bar.isShort = isShort
    bar.field.read = { [reader = source.reader] in reader.read($0) }
    bar.field.didChange = { [weak self] in self?.typed() }
    bar.field.didSubmit = { [weak self] in self?.step(isOlder: !$0) }
    bar.field.didCancel = { [weak self] in self?.end() }
    bar.older.clicked.connect(weak: self) { $0.finder.step(isOlder: true) }
    bar.newer.clicked.connect(weak: self) { $0.finder.step(isOlder: false) }
    bar.close.clicked.connect(weak: self) { $0.end() }
    bar.everywhere.clicked.connect(weak: self) { finding in
      finding.didRequestEverywhere?(finding.bar?.field.query ?? "")
    }
    let notice = Notice(.status, closing: nil)
    self.notice = notice
    let column = Box(.vertical)
    column.addClass("bs-searchbar-column")
    column.append(bar, notice)
    let revealer = Revealer(child: column, seconds: Self.slide)
    self.revealer = revealer
    view?.prepend(revealer)
    if let view, let messages = view.messages {
      completer = Completer(bar.field, in: messages, source, chat: view.conversation.id)
    }
    changed()
    return bar
  }

  private func typed() {
    guard let bar else { return }
    finder.search(source.reader.read(bar.field.query))
    didChangeState?()
  }

  /// Searches again, since more can be found, or the index is no longer damaged.
  func searchAgain() {
    if let query = finder.query { finder.search(query, atOnce: true) }
  }

  /// Counts the hits again after messages were written or deleted. Nothing moves.
  func recount() {
    finder.recount()
    if marked != nil { readHits() }
  }

  private func accept() {
    if case .damaged = finder.state {
      index?.rebuild()
      notice?.hide()
      return
    }
    guard case .nothing(let reason) = finder.state, let filter = reason.filter else { return }
    bar?.field.query = filter.rest
    bar?.field.takeFocusInText()
  }

  // MARK: Hits

  /// The place to which the reader has returned, until it is in view.
  private var awaited: ChatPlace?

  /// Follows the reader's return to a place: the hit nearest to the view becomes the current one, once the place is in view.
  func follow(_ place: ChatPlace) {
    guard finder.isActive else { return }
    awaited = place
    viewportChanged()
    view?.list.queueAllocate()
  }

  func viewportChanged() {
    guard let awaited, let view, !view.places.isOnTheWay, let first = view.visibleRows.first,
      let last = view.visibleRows.last
    else { return }
    // The place is in view even if the bar covers a part of its row.
    guard view.isShowing(awaited) else { return }
    self.awaited = nil
    let messages = view.feed.model.messages
    finder.follow(
      (view.places.inView.first?.message ?? messages[last]).cursor,
      in: messages[first].cursor...messages[last].cursor)
  }

  private func changed() {
    guard let bar else { return }
    let words = words
    if words != bar.count.text {
      bar.count.text = words
      bar.count.setAccessibleLabel(words)
      if finder.canStep { bar.announce(words) }
    }
    bar.older.sensitive = finder.canStep && !finder.isLast(isOlder: true)
    bar.newer.sensitive = finder.canStep && !finder.isLast(isOlder: false)
    switch finder.state {
    case .nothing(let reason):
      var sentence = reason.text.isEmpty ? "\(reason.title)." : "\(reason.title). \(reason.text)"
      if let progress = index?.progressWords { sentence += " \(progress)" }
      show(sentence, offer: reason.offer)
    case .damaged(let reason): show(reason, offer: tr("Rebuild"))
    case .failed(let reason): show(reason)
    case .searching: break
    case .idle, .found: notice?.hide()
    }
  }

  private func show(_ sentence: String, offer: String? = nil) {
    notice?.offer(offer) { [weak self] in self?.accept() }
    // The progress of the index changes the sentence, which is announced once.
    if notice?.text == nil { notice?.text = sentence } else { notice?.update(sentence) }
  }

  /// "3 of 120".
  private var words: String {
    switch finder.state {
    case .idle, .damaged, .failed: return ""
    case .searching: return tr("… of …")
    case .nothing: return SearchWords.hits(0)
    case .found(let count):
      let all = SearchWords.number(count)
      switch finder.place {
      case .fromOldest(let number), .fromNewest(let number): return SearchWords.place(number, of: all)
      case nil: return SearchWords.hits(count)
      }
    }
  }

  private func reached(_ hit: SearchHit, isFirst: Bool) {
    awaited = nil
    markRows()
    view?.places.show(hit: hit.id, isFirst: isFirst)
  }

  /// Lets the rows mark the searched words, once it is known which messages are hits.
  private func markRows() {
    guard let view else { return }
    view.hitMarks.current = finder.current?.id
    if finder.query != marked {
      marked = finder.query
      view.hitMarks.find = finder.query.map { query in { query.byteHits(in: $0) } }
      view.hitMarks.hits = []
      reading.cancel()
      if marked != nil { readHits() }
    }
    for message in view.feed.model.messages { view.list.row(message.id)?.hitsChanged() }
  }

  /// Finds out which of the loaded messages are hits.
  private func readHits() {
    guard let marked, let view, let first = view.feed.model.messages.first,
      let last = view.feed.model.messages.last
    else { return }
    reading.run { [source] in
      try await source.ids(marked, in: last.conversation, from: first.cursor, to: last.cursor)
    } then: { [weak self] in
      guard let hits = try? $0.get(), let self, marked == self.marked, let view = self.view else { return }
      let changed = hits.symmetricDifference(view.hitMarks.hits ?? [])
      view.hitMarks.hits = hits
      for id in changed { view.list.row(id)?.hitsChanged() }
    }
  }
}
