import AppBase
import ChatStore
import Chats
import Foundation
import Gtk

/// A search in one chat: the hits, and the current one. It has no widgets.
@MainActor
package final class ChatFinder {
  /// The progress of the search.
  package enum State: Equatable {
    /// There is no search.
    case idle
    /// An answer is pending.
    case searching
    /// The number of hits; one more than ``SearchSource/countLimit`` means that there are more.
    case found(Int)
    case nothing(EmptySearch)
    /// The index is damaged, and can be rebuilt.
    case damaged(String)
    case failed(String)
  }

  /// Called when the state, or the current hit, has changed.
  package var didChange: (() -> Void)?
  /// Called when the marks of the rows have changed.
  package var didChangeQuery: (() -> Void)?
  /// Called when other hits were found, as numbers of messages from 0, or another one is the current one.
  package var didChangeMarks: ((_ all: [Int], _ current: Int?) -> Void)?
  /// Called to show a hit. `isFirst`: it is the first one of this search.
  package var didReach: ((SearchHit, _ isFirst: Bool) -> Void)?
  /// Returns the reader's place: the newest message in view.
  package var origin: (() -> MessageCursor?)?

  private let source: SearchSource
  private let chat: Conversation.ID
  private let log = EventLog("search")
  /// The search; nil without one.
  package private(set) var query: SearchQuery?
  package private(set) var state = State.idle
  private var reached: Reached?
  package var current: SearchHit? { reached?.hit }
  /// The place of the current hit; nil if it is unknown.
  package var place: HitPlace? { reached?.place }
  /// The numbers of the messages with hits, in the chat.
  package private(set) var marks: [Int] = []
  package var currentMark: Int? { reached?.mark }
  /// The reader's place at the start of the search. The first hit is searched from there, also when more is typed.
  private var start: MessageCursor?
  private let asking = LatestTask()
  /// Pending steps, to newer (positive) or older hits.
  private var steps = 0
  private let stepping = LatestTask()

  private var aim = Aim.first

  /// The hit that an answer makes the current one.
  private enum Aim {
    /// The hit at the reader's place, or the next older one, which is shown.
    case first
    /// A hit that is shown already.
    case known(SearchHit)
    /// The previous one, or if it is gone, the next older one. The reader's place does not change.
    case previous(SearchHit?)
  }

  /// The current hit.
  private struct Reached {
    let hit: SearchHit
    let place: HitPlace?
    let mark: Int
    /// The end of the hits at which it is, as found by a step.
    var end: End?
  }

  private enum End { case oldest, newest }

  /// Seconds between the last letter and the query to the archive.
  package static let patience = 0.2

  package init(_ source: SearchSource, in chat: Conversation.ID) {
    self.source = source
    self.chat = chat
  }

  /// Whether there is a search, with or without hits.
  package var isActive: Bool { query != nil }
  package var canStep: Bool { if case .found = state { true } else { false } }
  /// Whether an answer is pending, or a query for it.
  package var isBusy: Bool { state == .searching || steps != 0 }

  // MARK: Searching

  /// Searches for a text after a pause in typing, or at once. An empty text ends the search.
  ///
  /// - Parameter known: A hit that is already shown, which becomes the current one.
  package func search(_ query: SearchQuery, atOnce: Bool = false, at known: SearchHit? = nil) {
    guard query != self.query || atOnce else { return }
    stop()
    guard !query.isEmpty else { return forget() }
    if start == nil { start = origin?() }
    self.query = query
    aim = known.map(Aim.known) ?? .first
    set(.searching)
    ask(query, after: atOnce ? 0 : Self.patience)
  }

  private func stop() {
    asking.cancel()
    stepping.cancel()
    steps = 0
  }

  /// Repeats the search after messages were written or deleted. The current hit stays, or the next one replaces it; the
  /// reader's place does not change.
  package func recount() {
    guard let query else { return }
    stop()
    // A search without an answer so far still goes to its first hit.
    if state != .searching { aim = .previous(current) }
    ask(query)
  }

  /// Ends the search.
  package func end() {
    stop()
    start = nil
    forget()
  }

  private func forget() {
    guard query != nil else { return }
    query = nil
    reached = nil
    marks = []
    didChangeQuery?()
    didChangeMarks?([], nil)
    set(.idle)
    log.debug("end")
  }

  private func set(_ new: State) {
    state = new
    didChange?()
  }

  private func ask(_ query: SearchQuery, after seconds: Double = 0) {
    asking.run(after: seconds) { [weak self, source, chat, log, aim, start] deliver in
      log.debug("query", ["text": query.text, "chat": chat])
      self?.didChangeQuery?()
      let count = try await source.count(query, in: chat)
      guard count > 0 else {
        let reason = try await EmptySearch.explain(query, in: chat, source)
        return try deliver { self?.finished(.nothing(reason)) }
      }
      var (first, start, isShown) = (nil as SearchHit?, start, true)
      switch aim {
      case .first: isShown = false
      case .known(let hit): first = hit
      case .previous(let hit?):
        start = hit.cursor
        let ids = try await source.ids(query, in: chat, from: hit.cursor, to: hit.cursor)
        if ids.contains(hit.id) { first = hit }
      case .previous(nil): break
      }
      // The hit at the reader's place, or the next older one.
      let here = start.map { MessageCursor(orderKey: $0.orderKey, id: $0.id == .max ? .max : $0.id + 1) }
      if first == nil { first = try await source.hits(query, in: chat, before: here, limit: 1).first }
      if first == nil, let here {
        first = try await source.neighbour(query, in: chat, of: here, isOlder: false)
      }
      if let first {
        let place = try await source.place(of: first, among: count, query, in: chat)
        let mark = try await source.mark(of: first, in: chat)
        try deliver {
          self?.finished(.found(count))
          self?.reach(Reached(hit: first, place: place, mark: mark), isFirst: true, isShown: isShown)
        }
      } else {
        try deliver { self?.finished(.found(count)) }
      }
      let marks = try await source.marks(query, in: chat)
      try deliver { self?.take(marks) }
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  private func finished(_ state: State) {
    if case .found(let count) = state {
      log.debug("hits", ["count": count])
    } else {
      log.debug("hits", ["count": 0])
      reached = nil
      take([])
    }
    set(state)
  }

  private func failed(_ error: any Error) {
    if case .cancelled? = error as? ArchiveError { return }
    if case .searchIndexDamaged? = error as? ArchiveError {
      log.warning("damaged")
      return set(.damaged("\(error)"))
    }
    log.warning("failed", ["error": "\(error)"])
    set(.failed("\(error)"))
  }

  private func take(_ marks: [Int]) {
    self.marks = marks
    didChangeMarks?(marks, currentMark)
  }

  /// Makes a hit of the same search, which is already shown, the current one.
  package func adopt(_ hit: SearchHit) {
    guard let query, hit.id != current?.id else { return }
    search(query, atOnce: true, at: hit)
  }

  /// Follows the reader to other messages: the hit nearest to a place becomes the current one, unless the current one
  /// is in view. The reader's place does not change.
  ///
  /// - Parameters:
  ///   - place: The message in the middle of the view.
  ///   - view: The span from the first message in view to the last one.
  package func follow(_ place: MessageCursor, in view: ClosedRange<MessageCursor>) {
    guard case .found(let count) = state, let query else { return }
    start = place
    if let current, view.contains(current.cursor) { return }
    stop()
    asking.run { [weak self, source, chat] deliver in
      guard let nearest = try await source.nearest(query, in: chat, to: place, view) else { return }
      let place = try await source.place(of: nearest, among: count, query, in: chat)
      let mark = try await source.mark(of: nearest, in: chat)
      try deliver {
        self?.reach(Reached(hit: nearest, place: place, mark: mark), isFirst: false, isShown: true)
      }
      // `stop` may have cancelled the query before it delivered the marks.
      let marks = try await source.marks(query, in: chat)
      try deliver { self?.take(marks) }
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  private func reach(_ new: Reached, isFirst: Bool, isShown: Bool = false) {
    reached = new
    didChangeMarks?(marks, new.mark)
    log.debug("hit", ["id": new.hit.id, "number": new.place?.number ?? 0])
    if isShown { didChangeQuery?() } else { didReach?(new.hit, isFirst) }
    didChange?()
  }

  // MARK: Steps

  /// Goes to the next older or newer hit. Repeated calls add up.
  package func step(isOlder: Bool) {
    if case .searching = state { return }
    guard canStep, query != nil else { return }
    steps += isOlder ? -1 : 1
    guard !stepping.isRunning else { return }
    stepping.run { [weak self] deliver in
      while let finder = self, finder.steps != 0 { try await finder.takeStep(deliver) }
    } failed: { [weak self] in
      self?.steps = 0
      self?.failed($0)
    }
  }

  private func takeStep(_ deliver: LatestTask.Delivery) async throws {
    guard let query, let current else {
      steps = 0
      return
    }
    let isOlder = steps < 0
    let next = try await source.neighbour(query, in: chat, of: current.cursor, isOlder: isOlder)
    var mark = 0
    let place = place?.neighbour(isOlder: isOlder)
    if let next { mark = try await source.mark(of: next, in: chat) }
    try deliver {
      if let next {
        reach(Reached(hit: next, place: place, mark: mark), isFirst: false)
        steps -= isOlder ? -1 : 1
      } else {
        steps = 0
        reached?.end = isOlder ? .oldest : .newest
        didChange?()
        log.debug("hit", ["id": current.id, "number": place?.number ?? 0, "last": true])
      }
    }
  }

  /// Whether there is no hit beyond the current one in a direction, as far as known.
  package func isLast(isOlder: Bool) -> Bool {
    guard case .found(let count) = state, let reached else { return true }
    switch reached.place {
    case .fromOldest(1) where isOlder, .fromNewest(1) where !isOlder: return true
    case .fromOldest(let number) where count <= source.countLimit: return !isOlder && number >= count
    case .fromOldest, .fromNewest, nil: return reached.end == (isOlder ? .oldest : .newest)
    }
  }
}

/// The reason why nothing was found.
package struct EmptySearch: Hashable, Sendable {
  /// The words of the search, without filters.
  var words: String
  /// A filter without which there are hits: its typed text, its key, the search without it, and the number of hits.
  package var filter: Filter?
  /// The rule for matching words, if it may be the reason.
  var rule: SearchQuery.WordRule?
  /// Whether all bookmarks were searched for, in one chat or in all.
  var lacksBookmarks = false
  var isOfChat = false
  /// The word of the bookmarks that were searched for.
  var bookmarkWord: String?
  /// Possible meanings of the words, each with the whole search as its filter; only in the search of all chats.
  var offers: [SearchOffer] = []

  package struct Filter: Hashable, Sendable {
    package var words: String
    package var key: String
    package var rest: String
    package var count: Int
  }

  /// Looks for a single filter that is the reason.
  static func explain(
    _ query: SearchQuery, in chat: Conversation.ID?, _ source: SearchSource
  ) async throws -> EmptySearch {
    if query.text == bookmarks {
      return EmptySearch(
        words: "", lacksBookmarks: true, isOfChat: chat != nil, bookmarkWord: query.bookmarkWord)
    }
    let split = SearchWords.split(query)
    let words = split.rest.trimmingCharacters(in: .whitespaces)
    let offers = chat == nil ? try await SearchOfferFinder(source: source).offers(thatHelp: query) : []
    guard let token = try await source.archive.searchObstacle(query, in: chat),
      case .filter(let key) = token.kind
    else {
      // The words may well have hits without the filters.
      return EmptySearch(
        words: split.filters.isEmpty ? words : "", rule: query.wordRule, offers: offers)
    }
    let rest = query.removing(token)
    return EmptySearch(
      words: words,
      filter: Filter(
        words: String(query.text[token.range]), key: key.rawValue, rest: rest,
        count: try await source.count(source.reader.read(rest), in: chat)), offers: offers)
  }
}
