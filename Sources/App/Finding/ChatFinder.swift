import AppBase
import ChatArchive
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
  /// Counts searches. An answer to an earlier one does not count.
  private var generation = 0
  private var wait: DeferredCall?
  private var task: Task<Void, Never>?
  /// Steps to newer (positive) and older hits that are still to go.
  private var steps = 0
  private var stepping: Task<Void, Never>?

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

  isolated deinit {
    wait?.cancel()
    task?.cancel()
    stepping?.cancel()
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
    generation += 1
    task?.cancel()
    stepping?.cancel()
    stepping = nil
    steps = 0
    wait?.cancel()
    guard !query.isEmpty else { return forget() }
    if start == nil { start = origin?() }
    self.query = query
    set(.searching)
    wait = MainLoop.after(seconds: atOnce ? 0 : Self.patience) { [weak self] in self?.run() }
  }

  /// Searches once more after messages were written or deleted. The current hit stays, or the next one takes its place; nothing
  /// is shown.
  package func recount() {
    guard query != nil else { return }
    generation += 1
    task?.cancel()
    stepping?.cancel()
    stepping = nil
    steps = 0
    wait?.cancel()
    // A search that has had no answer yet goes to its first hit.
    isRecount = state != .searching
    wait = MainLoop.after(seconds: 0) { [weak self] in self?.run() }
  }

  /// Searches for nothing.
  package func end() {
    generation += 1
    wait?.cancel()
    task?.cancel()
    stepping?.cancel()
    stepping = nil
    steps = 0
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

  private func run() {
    guard let query else { return }
    let generation = generation
    log.debug("query", ["text": query.text, "chat": chat, "generation": generation])
    didChangeQuery?()
    let isRecount = isRecount
    self.isRecount = false
    let kept = isRecount ? current : nil
    let start = kept?.cursor ?? start
    let known = known
    task = Task { [weak self, source, chat] in
      do {
        let count = try await source.count(query, in: chat)
        guard count > 0 else {
          let reason = try await EmptySearch.explain(query, in: chat, source)
          self?.finished(generation, .nothing(reason))
          return
        }
        // The hit where the reader is, or the next older one.
        let here = start.map { MessageCursor(orderKey: $0.orderKey, id: $0.id == .max ? .max : $0.id + 1) }
        var first = known
        if let kept {
          let isThere = try await source.ids(query, in: chat, from: kept.cursor, to: kept.cursor).contains(
            kept.id)
          first = isThere ? kept : nil
        }
        if first == nil { first = try await source.hits(query, in: chat, before: here, limit: 1).first }
        if first == nil, let here {
          first = try await source.neighbour(query, in: chat, of: here, isOlder: false)
        }
        if let first {
          let place = try await source.place(of: first, among: count, query, in: chat)
          let mark = try await source.mark(of: first, in: chat)
          self?.finished(generation, .found(count))
          self?.reached(
            generation, first, place: place, mark: mark, isFirst: true,
            isShown: known != nil || isRecount)
        } else {
          self?.finished(generation, .found(count))
        }
        let marks = try await source.marks(query, in: chat)
        self?.take(generation, marks)
      } catch {
        self?.failed(generation, error)
      }
    }
  }

  private func finished(_ generation: Int, _ state: State) {
    guard generation == self.generation else { return }
    switch state {
    case .found(let count): log.debug("hits", ["count": count, "generation": generation])
    default: log.debug("hits", ["count": 0, "generation": generation])
    }
    if case .found = state {
    } else {
      current = nil
      place = nil
      currentMark = nil
      take(generation, [])
    }
    set(state)
  }

  private func failed(_ generation: Int, _ error: any Error) {
    guard generation == self.generation, !(error is CancellationError) else { return }
    if case .cancelled? = error as? ArchiveError { return }
    if case .searchIndexDamaged? = error as? ArchiveError {
      log.warning("damaged")
      return set(.damaged("\(error)"))
    }
    log.warning("failed", ["error": "\(error)"])
    set(.failed("\(error)"))
  }

  private func take(_ generation: Int, _ marks: [Int]) {
    guard generation == self.generation else { return }
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
    generation += 1
    let generation = generation
    task?.cancel()
    stepping?.cancel()
    stepping = nil
    steps = 0
    wait?.cancel()
    task = Task { [weak self, source, chat] in
      do {
        guard let nearest = try await source.nearest(query, in: chat, to: place, view) else { return }
        let place = try await source.place(of: nearest, among: count, query, in: chat)
        let mark = try await source.mark(of: nearest, in: chat)
        self?.reached(generation, nearest, place: place, mark: mark, isFirst: false, isShown: true)
        // The answer that had them may have been cut off.
        let marks = try await source.marks(query, in: chat)
        self?.take(generation, marks)
      } catch {
        self?.failed(generation, error)
      }
    }
  }

  private func reached(
    _ generation: Int, _ hit: SearchHit, place: HitPlace?, mark: Int, isFirst: Bool, isShown: Bool = false
  ) {
    guard generation == self.generation else { return }
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
    guard stepping == nil else { return }
    let generation = generation
    stepping = Task { [weak self] in
      while await self?.takeStep(generation) == true {}
    }
  }

  /// Takes one step; returns whether there is another one to take.
  private func takeStep(_ generation: Int) async -> Bool {
    guard generation == self.generation, !Task.isCancelled else { return false }
    guard steps != 0, let query, let current else {
      stepping = nil
      return false
    }
    let isOlder = steps < 0
    do {
      let next = try await source.neighbour(query, in: chat, of: current.cursor, isOlder: isOlder)
      var mark = 0
      let place = place?.neighbour(isOlder: isOlder)
      if let next { mark = try await source.mark(of: next, in: chat) }
      guard generation == self.generation else { return false }
      if let next {
        reached(generation, next, place: place, mark: mark, isFirst: false)
        steps -= isOlder ? -1 : 1
      } else {
        steps = 0
        knownEnd = isOlder ? .oldest : .newest
        didChange?()
        log.debug("hit", ["id": current.id, "number": place?.number ?? 0, "last": true])
      }
      return true
    } catch {
      guard generation == self.generation else { return false }
      steps = 0
      stepping = nil
      failed(generation, error)
      return false
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
