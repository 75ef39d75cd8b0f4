import AppBase
import Backscroll
import ChatStore
import Chats
import Foundation
import Gtk
import Paging
import Translation

/// The order of the hits in all chats.
package enum ResultOrder: String, CaseIterable, Sendable {
  case date, chat
}

/// A row of the results.
package struct ResultItem: Identifiable, Equatable {
  package enum ID: Hashable {
    case hit(Message.ID)
    /// A heading, by the number of its month, or by its chat.
    case month(Int)
    case chat(Conversation.ID)
  }

  enum Content: Equatable {
    case hit(SearchHit)
    /// A month or a chat, with the number of its hits as far as known.
    case heading(title: String, count: String, chat: Conversation.ID?)
  }

  package var id: ID
  var content: Content

  var hit: SearchHit? { if case .hit(let hit) = content { hit } else { nil } }
}

/// The hits in all chats that were read so far, with headings.
@MainActor
package final class ResultsModel {
  package enum Kind: Hashable { case heading, hit }

  /// The progress of the search.
  enum State: Equatable {
    /// There is no search.
    case idle
    /// The first answer is pending.
    case searching
    case found
    case nothing(EmptySearch)
    /// The index is damaged.
    case damaged(String)
    case failed(String)
  }

  /// Called when the state, or the counts, have changed.
  var didChange: (() -> Void)?

  let store = KindedListStore<ResultItem, Kind> { if case .heading = $0.content { .heading } else { .hit } }
  private(set) var state = State.idle
  package private(set) var query: SearchQuery?
  /// The number of hits in all chats; nil while it is unknown.
  private(set) var count: Int?
  /// The number of chats with hits; nil while it is unknown.
  private(set) var chatCount: Int?
  /// Whether only the newest hits were counted, so that there may be more hits, and more chats with hits.
  private(set) var isCountPartial = false
  /// The state of the next page.
  private(set) var nextPage = LoadState.idle
  private let source: SearchSource
  private let log = EventLog("search")
  private let monthStyle: Date.FormatStyle
  private let calendar: Calendar
  private let asking = LatestTask()
  private let paging = LatestTask()
  /// Whether the first answer is pending. Until then, the list and the start of its next page belong to the previous search.
  private var isRunning = false
  /// The start of the next page; in an order by chats, within the chat.
  private var cursor: MessageCursor?
  private var chats: [(id: Conversation.ID, count: Int)] = []
  private var chatIndex = 0
  /// The row and the hits of the last heading.
  private var heading: (index: Int, count: Int)?
  private var known: Set<Message.ID> = []

  /// The number of hits that are read at once: more than a screen shows.
  private static let pageSize = 60
  /// The most hits that are counted by their chats, the newest ones.
  var chatLimit = 10_000

  init(_ source: SearchSource, locale: Locale = .desktop, timeZone: TimeZone = .current) {
    self.source = source
    var calendar = locale.calendar
    calendar.timeZone = timeZone
    self.calendar = calendar
    monthStyle = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).month(.wide).year()
  }

  // MARK: Searching

  /// The only chat that is searched; nil for all. The next search uses it.
  var chat: Conversation.ID?

  /// The words of bookmarks, of the chat that is searched or of all.
  func bookmarkWords() async -> [BookmarkWord] { await source.bookmarkWords(in: chat) }

  var order = ResultOrder.date {
    didSet { if order != oldValue, let query { search(query, atOnce: true) } }
  }

  /// Searches after a pause in typing, or at once. Answers to earlier searches are dropped.
  func search(_ query: SearchQuery, atOnce: Bool = false) {
    guard query != self.query || atOnce else { return }
    asking.cancel()
    paging.cancel()
    isRunning = !query.isEmpty
    guard !query.isEmpty else {
      self.query = nil
      clear()
      return set(.idle)
    }
    self.query = query
    if state != .found { set(.searching) }
    ask(query, after: atOnce ? 0 : ChatFinder.patience)
  }

  private func clear() {
    count = nil
    chatCount = nil
    isCountPartial = false
    cursor = nil
    nextPage = .idle
    chats = []
    chatIndex = 0
    heading = nil
    known = []
    store.remove(0..<store.count)
  }

  private func set(_ new: State) {
    state = new
    didChange?()
  }

  private func ask(_ query: SearchQuery, after seconds: Double) {
    asking.run(after: seconds) { [weak self, source] deliver in
      guard let (order, chat, chatLimit) = self.map({ ($0.order, $0.chat, $0.chatLimit) }) else { return }
      self?.log.debug("query", ["text": query.text, "order": order.rawValue])
      try await source.delay(query)
      // The first page does not wait for the counts.
      if order == .date {
        let first = try await source.hits(query, in: chat, before: nil, limit: Self.pageSize)
        let reason = first.isEmpty ? try await EmptySearch.explain(query, in: chat, source) : nil
        try deliver { self?.began(first, reason) }
        guard !first.isEmpty else { return }
      }
      let counts = try await source.counts(query, limit: chatLimit).filter { chat == nil || $0.key == chat }
        .sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map { (id: $0.key, count: $0.value) }
      // Use one count for the title and for the chats, so that they agree.
      let count = counts.reduce(0) { $0 + $1.count }
      if order == .chat {
        let first =
          counts.isEmpty
          ? [] : try await source.hits(query, in: counts[0].id, before: nil, limit: Self.pageSize)
        let reason = first.isEmpty ? try await EmptySearch.explain(query, in: chat, source) : nil
        try deliver { self?.began(first, reason, counts, isPartial: count >= chatLimit) }
        guard !first.isEmpty else { return }
      }
      try deliver { self?.counted(count, counts.count, isPartial: count >= chatLimit) }
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  private func began(
    _ hits: [SearchHit], _ reason: EmptySearch?, _ chats: [(id: Conversation.ID, count: Int)] = [],
    isPartial: Bool = false
  ) {
    isRunning = false
    paging.cancel()
    clear()
    self.chats = chats
    isCountPartial = isPartial
    log.debug("found", ["first": hits.count])
    if let reason { return set(.nothing(reason)) }
    take(hits)
    set(.found)
  }

  private func counted(_ count: Int, _ chats: Int, isPartial: Bool) {
    self.count = count
    chatCount = chats
    isCountPartial = isPartial
    log.debug("hits", ["count": count, "chats": chats])
    didChange?()
  }

  private func failed(_ error: any Error, isPage: Bool = false) {
    // The hits and their pages remain valid without the counts.
    if isPage { nextPage = .idle }
    switch error as? ArchiveError {
    case .cancelled?: return
    case .searchIndexDamaged?:
      log.warning("damaged")
      isRunning = false
      clear()
      set(.damaged("\(error)"))
    default:
      log.warning("failed", ["error": "\(error)"])
      if isRunning {
        // Clear the list, since it belongs to the previous search.
        isRunning = false
        clear()
        set(.failed("\(error)"))
      } else if isPage {
        nextPage = .failed(error)
        didChange?()
      }
    }
  }

  // MARK: Changes of hits

  /// Shows a hit's message as it is now.
  package func update(_ message: Message) {
    guard let index = store.index(of: .hit(message.id)), let hit = store[index].hit else { return }
    var new = hit
    new.message = message
    store[index] = ResultItem(id: .hit(message.id), content: .hit(new))
  }

  /// Removes a hit, and its heading if it was the only one below it. Does nothing if it is not listed.
  package func remove(_ id: Message.ID) {
    guard state == .found, let index = store.index(of: .hit(id)) else { return }
    known.remove(id)
    let start = headingIndex(of: index)
    let isOnly =
      store[index - 1].hit == nil && (index + 1 == store.count || store[index + 1].hit == nil)
    store.remove(isOnly ? start..<index + 1 : index..<index + 1)
    noteChange(at: start, by: -1, removed: isOnly ? 2 : 1, hasHeading: !isOnly)
    if store.count == 0, let query { search(query, atOnce: true) }
  }

  /// Lists a hit again that was removed.
  package func restore(_ hit: SearchHit) {
    guard state == .found, order == .date, !known.contains(hit.id) else {
      if let query { search(query, atOnce: true) }
      return
    }
    let next = store.items.firstIndex { $0.hit.map { $0.cursor < hit.cursor } ?? false }
    // Without an older hit, it belongs to a page that is not read yet, or to the end.
    guard next != nil || nextPage == .end else { return }
    let (id, title) = headingOf(hit)
    let item = ResultItem(id: .hit(hit.id), content: .hit(hit))
    known.insert(hit.id)
    if let start = store.index(of: id) {
      // Within its month, before the next older hit or at the month's end.
      var index = start + 1
      while index < store.count, let other = store[index].hit, hit.cursor < other.cursor { index += 1 }
      store.insert([item], at: index)
      noteChange(at: start, by: 1, removed: -1, hasHeading: true)
    } else {
      let index = next.map(headingIndex) ?? store.count
      let heading = ResultItem(
        id: id, content: .heading(title: title, count: Counted.number(1), chat: nil))
      store.insert([heading, item], at: index)
      noteChange(at: index, by: 1, removed: -2, hasHeading: false)
    }
  }

  /// The row of the heading above a row.
  private func headingIndex(of index: Int) -> Int {
    var index = index
    while index > 0, store[index].hit != nil { index -= 1 }
    return index
  }

  /// Corrects the numbers after a hit was removed or inserted below a heading.
  private func noteChange(at start: Int, by step: Int, removed: Int, hasHeading: Bool) {
    if let heading {
      if heading.index == start, hasHeading {
        self.heading?.count += step
      } else if heading.index == start, removed > 0 {
        // The last heading is gone, and the one before it is the last one.
        let last = store.items.lastIndex { $0.hit == nil }
        self.heading = last.map { ($0, store.count - $0 - 1) }
      } else if heading.index >= start {
        self.heading?.index -= removed
      }
    }
    if hasHeading, case .heading(let title, let count, let chat) = store[start].content, !count.isEmpty {
      let number = store.items[(start + 1)...].prefix { $0.hit != nil }.count
      store[start] = ResultItem(
        id: store[start].id, content: .heading(title: title, count: Counted.number(number), chat: chat))
    }
    count = count.map { max(0, $0 + step) }
    didChange?()
  }

  // MARK: Pages

  /// Reads the next page, unless that is already running, has failed, or there is none.
  func loadMore() {
    guard state == .found, !isRunning, nextPage == .idle, let query else { return }
    nextPage = .loading
    let chat = order == .chat ? (chats.indices.contains(chatIndex) ? chats[chatIndex].id : nil) : chat
    paging.run { [source, cursor] in
      try await source.delay(query)
      return try await source.hits(query, in: chat, before: cursor, limit: Self.pageSize)
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let hits):
        nextPage = .idle
        take(hits)
        didChange?()
      case .failure(let error): failed(error, isPage: true)
      }
    }
  }

  /// Reads the failed page again.
  func retryPage() {
    guard case .failed = nextPage else { return }
    nextPage = .idle
    loadMore()
    didChange?()
  }

  private func take(_ hits: [SearchHit]) {
    var rows: [ResultItem] = []
    for hit in hits {
      guard known.insert(hit.id).inserted else { continue }
      let (id, title) = headingOf(hit)
      if lastHeading(rows) != id {
        closeHeading(&rows)
        heading = (store.count + rows.count, 0)
        let known = order == .chat ? chats.first { $0.id == hit.message.conversation }?.count : nil
        rows.append(
          ResultItem(
            id: id,
            content: .heading(
              title: title, count: known.map(numberOfChat) ?? "",
              chat: order == .chat ? hit.message.conversation : nil)))
      }
      heading?.count += 1
      rows.append(ResultItem(id: .hit(hit.id), content: .hit(hit)))
    }
    cursor = hits.last?.cursor
    if hits.count < Self.pageSize { endOfPages(&rows) }
    store.append(rows)
  }

  private func endOfPages(_ rows: inout [ResultItem]) {
    cursor = nil
    chatIndex += 1
    guard order == .date || !chats.indices.contains(chatIndex) else { return }
    nextPage = .end
    closeHeading(&rows)
  }

  private func lastHeading(_ rows: [ResultItem]) -> ResultItem.ID? {
    guard let heading else { return nil }
    let index = heading.index - store.count
    return index >= 0 ? rows[index].id : store[heading.index].id
  }

  /// Shows the number of hits of the last month, which is complete.
  private func closeHeading(_ rows: inout [ResultItem]) {
    guard order == .date, let heading else { return }
    func counted(_ item: ResultItem) -> ResultItem {
      guard case .heading(let title, _, let chat) = item.content else { return item }
      return ResultItem(
        id: item.id, content: .heading(title: title, count: Counted.number(heading.count), chat: chat))
    }
    let index = heading.index - store.count
    if index >= 0 {
      rows[index] = counted(rows[index])
    } else {
      store[heading.index] = counted(store[heading.index])
    }
  }

  /// "120", "120+".
  private func numberOfChat(_ count: Int) -> String {
    let number = Counted.number(count)
    return isCountPartial ? tr("{count}+", ["count": number]) : number
  }

  private func headingOf(_ hit: SearchHit) -> (ResultItem.ID, String) {
    guard order == .date else { return (.chat(hit.message.conversation), hit.chatTitle) }
    let date = MessageDate(hit.message.sentAt).date
    let parts = calendar.dateComponents([.era, .year, .month], from: date)
    let number = ((parts.era ?? 1) * 100_000 + (parts.year ?? 0)) * 100 + (parts.month ?? 0)
    return (.month(number), monthStyle.format(date))
  }
}
