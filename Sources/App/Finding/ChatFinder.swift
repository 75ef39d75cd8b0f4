import AppBase
import ChatStore
import Chats
import Foundation
import Gtk

/// A search in one chat: what was found, and the hit that is shown. It has no widgets.
@MainActor
package final class ChatFinder {
  /// How far the search has come.
  package enum State: Equatable {
    /// Nothing is searched for.
    case idle
    /// An answer is on its way.
    case searching
    /// The number of hits; ``SearchSource/countLimit`` and one stands for more.
    case found(Int)
    case nothing(EmptySearch)
    /// The index is damaged, and can be built anew.
    case damaged(String)
    case failed(String)
  }

  /// The state has changed, or the current hit.
  package var didChange: (() -> Void)?
  /// What the rows mark has changed.
  package var didChangeQuery: (() -> Void)?
  /// Other hits were found, as numbers of messages from 0, or another one is the current one.
  package var didChangeMarks: ((_ all: [Int], _ current: Int?) -> Void)?
  /// A hit is to be shown. `isFirst`: it is the first one of this search.
  package var didReach: ((SearchHit, _ isFirst: Bool) -> Void)?
  /// Returns where the reader is: the newest message in view.
  package var origin: (() -> MessageCursor?)?

  private let source: SearchSource
  private let chat: Conversation.ID
  private let log = EventLog("search")
  /// What is searched for; nil while nothing is.
  package private(set) var query: SearchQuery?
  package private(set) var state = State.idle
  package private(set) var current: SearchHit?
  /// The place of the current hit; nil while it is not known.
  package private(set) var place: HitPlace?
  /// The end of the hits that a step has found the current one to be.
  private var knownEnd: End?
  /// Of the messages with hits, in the chat.
  package private(set) var marks: [Int] = []
  package private(set) var currentMark: Int?
  /// Where the reader was when the search began: the first hit is looked for from there, whatever is typed further.
  private var start: MessageCursor?
  private let asking = LatestTask()
  /// Steps to newer (positive) and older hits that are still to go.
  private var steps = 0
  private let stepping = LatestTask()

  /// The hit that is shown without a search, as the current one.
  private var known: SearchHit?
  /// The next answer is to a search that has one already.
  private var isRecount = false

  private enum End { case oldest, newest }

  /// Seconds after the last letter before the archive is asked.
  package static let patience = 0.2

  package init(_ source: SearchSource, in chat: Conversation.ID) {
    self.source = source
    self.chat = chat
  }

  /// Whether there is a search, whether or not it has found something.
  package var isActive: Bool { query != nil }
  package var canStep: Bool { if case .found = state { true } else { false } }
  /// Whether the answer is on its way, or will be asked for.
  package var isBusy: Bool { state == .searching || steps != 0 }

  // MARK: Searching

  /// Searches for a text after a pause in typing, or at once. An empty text searches for nothing.
  ///
  /// - Parameter known: A hit that is shown already, which becomes the current one.
  package func search(_ query: SearchQuery, atOnce: Bool = false, at known: SearchHit? = nil) {
    guard query != self.query || atOnce else { return }
    self.known = known
    isRecount = false
    stop()
    guard !query.isEmpty else { return forget() }
    if start == nil { start = origin?() }
    self.query = query
    set(.searching)
    ask(after: atOnce ? 0 : Self.patience)
  }

  private func stop() {
    asking.cancel()
    stepping.cancel()
    steps = 0
  }

  /// Searches once more after messages were written or deleted. The current hit stays, or the next one takes its place; nothing
  /// is shown.
  package func recount() {
    guard query != nil else { return }
    stop()
    // A search that has had no answer yet goes to its first hit.
    isRecount = state != .searching
    ask()
  }

  /// Searches for nothing.
  package func end() {
    stop()
    start = nil
    forget()
  }

  private func forget() {
    guard query != nil || state != .idle else { return }
    query = nil
    place = nil
    current = nil
    marks = []
    currentMark = nil
    didChangeQuery?()
    didChangeMarks?([], nil)
    set(.idle)
    log.debug("end")
  }

  private func set(_ new: State) {
    state = new
    didChange?()
  }

  private func ask(after seconds: Double = 0) {
    asking.run(after: seconds) { [weak self, source, chat] deliver in
      guard let (query, kept, start, known, isRecount) = self?.begin() else { return }
      let count = try await source.count(query, in: chat)
      guard count > 0 else {
        let reason = try await EmptySearch.explain(query, in: chat, source)
        return try deliver { self?.finished(.nothing(reason)) }
      }
      // The hit where the reader is, or the next older one.
      let here = start.map { MessageCursor(orderKey: $0.orderKey, id: $0.id == .max ? .max : $0.id + 1) }
      var first = known
      if let kept {
        let ids = try await source.ids(query, in: chat, from: kept.cursor, to: kept.cursor)
        first = ids.contains(kept.id) ? kept : nil
      }
      if first == nil { first = try await source.hits(query, in: chat, before: here, limit: 1).first }
      if first == nil, let here {
        first = try await source.neighbour(query, in: chat, of: here, isOlder: false)
      }
      if let first {
        let place = try await source.place(of: first, among: count, query, in: chat)
        let mark = try await source.mark(of: first, in: chat)
        try deliver { self?.finished(.found(count)) }
        let isShown = known != nil || isRecount
        try deliver { self?.reached(first, place: place, mark: mark, isFirst: true, isShown: isShown) }
      } else {
        try deliver { self?.finished(.found(count)) }
      }
      let marks = try await source.marks(query, in: chat)
      try deliver { self?.take(marks) }
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  /// What to ask for, as of now.
  private func begin() -> (
    SearchQuery, kept: SearchHit?, start: MessageCursor?, known: SearchHit?, isRecount: Bool
  )? {
    guard let query else { return nil }
    log.debug("query", ["text": query.text, "chat": chat])
    didChangeQuery?()
    let (kept, isRecount) = (isRecount ? current : nil, isRecount)
    self.isRecount = false
    return (query, kept, kept?.cursor ?? start, known, isRecount)
  }

  private func finished(_ state: State) {
    if case .found(let count) = state {
      log.debug("hits", ["count": count])
    } else {
      log.debug("hits", ["count": 0])
      current = nil
      place = nil
      currentMark = nil
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

  /// Makes a hit of the same search the current one, which is shown already.
  package func adopt(_ hit: SearchHit) {
    guard let query, hit.id != current?.id else { return }
    search(query, atOnce: true, at: hit)
  }

  /// The reader was taken to other messages: the hit nearest to a place becomes the current one, unless it is in view. Nothing
  /// is shown.
  ///
  /// - Parameters:
  ///   - place: The message in the middle of the view.
  ///   - view: From the first message in view to the last one.
  package func follow(_ place: MessageCursor, in view: ClosedRange<MessageCursor>) {
    guard case .found(let count) = state, let query else { return }
    start = place
    if let current, view.contains(current.cursor) { return }
    stop()
    asking.run { [weak self, source, chat] deliver in
      guard let nearest = try await source.nearest(query, in: chat, to: place, view) else { return }
      let place = try await source.place(of: nearest, among: count, query, in: chat)
      let mark = try await source.mark(of: nearest, in: chat)
      try deliver { self?.reached(nearest, place: place, mark: mark, isFirst: false, isShown: true) }
      // The answer that had them may have been cut off.
      let marks = try await source.marks(query, in: chat)
      try deliver { self?.take(marks) }
    } failed: { [weak self] in
      self?.failed($0)
    }
  }

  private func reached(
    _ hit: SearchHit, place: HitPlace?, mark: Int, isFirst: Bool, isShown: Bool = false
  ) {
    current = hit
    self.place = place
    knownEnd = nil
    currentMark = mark
    didChangeMarks?(marks, mark)
    log.debug("hit", ["id": hit.id, "number": place?.number ?? 0])
    if isShown { didChangeQuery?() } else { didReach?(hit, isFirst) }
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
        reached(next, place: place, mark: mark, isFirst: false)
        steps -= isOlder ? -1 : 1
      } else {
        steps = 0
        knownEnd = isOlder ? .oldest : .newest
        didChange?()
        log.debug("hit", ["id": current.id, "number": place?.number ?? 0, "last": true])
      }
    }
  }

  /// Whether there is no hit beyond the current one in a direction, as far as is known.
  package func isLast(isOlder: Bool) -> Bool {
    guard case .found(let count) = state, current != nil else { return true }
    switch place {
    case .fromOldest(1) where isOlder, .fromNewest(1) where !isOlder: return true
    case .fromOldest(let number) where count <= source.countLimit: return !isOlder && number >= count
    case .fromOldest, .fromNewest, nil: return knownEnd == (isOlder ? .oldest : .newest)
    }
  }
}

/// Why nothing was found.
package struct EmptySearch: Hashable, Sendable {
  /// The words that are searched for, without filters.
  var words: String
  /// A filter without which there are hits: as it was typed, its key, the search without it, and the number of hits.
  package var filter: Filter?
  /// How the words had to match, where that may be the reason.
  var rule: SearchQuery.WordRule?
  /// What the words may have meant, each with the whole search as its filter; only in the search of all chats.
  var offers: [SearchOffer] = []

  package struct Filter: Hashable, Sendable {
    package var words: String
    package var key: String
    package var rest: String
    package var count: Int
  }

  /// Looks for a filter that alone is the reason.
  static func explain(
    _ query: SearchQuery, in chat: Conversation.ID?, _ source: SearchSource
  ) async throws -> EmptySearch {
    let split = SearchWords.split(query)
    let words = split.rest.trimmingCharacters(in: .whitespaces)
    let offers = chat == nil ? try await SearchOfferFinder(source: source).offers(thatHelp: query) : []
    guard let token = try await source.archive.searchObstacle(query, in: chat),
      case .filter(let key) = token.kind
    else {
      // With filters the words alone may well be found.
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
