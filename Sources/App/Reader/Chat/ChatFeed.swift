import AppBase
import ChatStore
import Chats
import Paging
import ScrollCore

/// Keeps the messages of one conversation around the reader loaded, as rows of a model.
@MainActor
package final class ChatFeed {
  /// The destination of a requested load.
  enum Destination {
    case place(ChatPlace)
    /// A place on the rail, and the message there.
    case rail(RailPosition, Message.ID)
  }

  package let model: ChatModel
  /// The state of the content.
  package private(set) var content = PagedContent.loading
  /// Whether older messages load automatically, ahead of the reader.
  var loadsOlder = true

  var didChangeContent: ((PagedContent) -> Void)?
  /// Called when the loaded messages at an end, or the state of loading there, have changed.
  var didChangeEdges: (() -> Void)?
  /// Called when the requested messages are in the model.
  var didArrive: ((Destination) -> Void)?
  /// Called when the requested messages could not be loaded while others are shown.
  var didMiss: ((any Error) -> Void)?

  /// Called when the number of messages before the loaded ones, or of all messages, has changed without a change to the rows.
  var didChangePlaces: (() -> Void)?

  private let pages: ChatPages
  private let pager: Pager<ChatPages>
  /// The number of messages before the first loaded one; nil while it is unknown.
  private var firstOrdinal: Int?
  /// The number of all messages as of the latest page.
  private var knownTotal = 0
  /// The notes by the numbers of messages before them, in ascending order.
  private var noteOrdinals: [Int] = []
  private let log = EventLog("pager")
  private var triggers: [PageDirection: LoadTrigger] = [.previous: LoadTrigger(), .next: LoadTrigger()]
  private var destination = Destination.place(.end)
  /// A message that was added after the loaded ones since the end was reached.
  private var added: MessageCursor?

  /// Messages per page: about three screens.
  private static let pageSize = 60
  /// Dropped messages are hundreds of messages away, far beyond the prefetch distance.
  private static let window = Pager<ChatPages>.Window(limit: 600, kept: 480)
  /// Pages are loaded this many viewport heights ahead of the reader, as in the clients with the shortest waits.
  private static let prefetchDistance = 2.0

  init(_ pages: ChatPages, clock: MessageTimeFormatter = MessageTimeFormatter()) {
    let pager = Pager(pages, pageSize: Self.pageSize, window: Self.window)
    self.pager = pager
    self.pages = pages
    model = ChatModel(
      clock: clock, reachesStart: { pager.isComplete(.previous) }, loaded: { (pager.items, pager.context) })
    pager.didChangeItems = { [weak self] in self?.itemsChanged($0) }
    pager.didBeginLoad = { [weak self] in self?.loadBegan($0) }
    pager.didEndLoad = { [weak self] in self?.loadEnded($0, $1) }
  }

  /// Whether the newest message of the conversation is loaded.
  var reachesEnd: Bool { pager.isComplete(.next) && added == nil }
  /// Whether the oldest message of the conversation is loaded.
  package var reachesStart: Bool { pager.isComplete(.previous) }
  /// Whether a load is about to replace all messages.
  var isReplacing: Bool { pager.replacement == .loading }
  /// Whether the newest messages are about to replace all others.
  var isLoadingNewest: Bool { if case .place(.end)? = awaited { true } else { false } }
  /// The destination of the load that is about to replace all messages.
  var awaited: Destination? { isReplacing ? destination : nil }

  /// The state of loading at an end.
  func state(_ direction: PageDirection) -> LoadState { pager.state(direction) }

  /// Returns the rows in view, which are never dropped.
  var visibleRange: (() -> Range<Int>)? {
    get { pager.keptRange }
    set { pager.keptRange = newValue }
  }

  // MARK: Places

  /// The loaded messages by the numbers of messages before them; nil while these are unknown.
  var loadedOrdinals: Range<Int>? { firstOrdinal.map { $0..<$0 + model.count } }

  /// The number of all messages; nil while it is unknown.
  var total: Int? {
    loadedOrdinals.map { reachesEnd ? $0.upperBound : max(knownTotal, $0.upperBound) }
  }

  /// The number of messages among the first ones, except notes, which are the reader's own.
  func messages(amongFirst count: Int) -> Int { count - noteOrdinals.prefix { $0 < count }.count }

  /// The position of the message after that many others; nil if there are no more.
  func cursor(at ordinal: Int) async throws -> MessageCursor? { try await pages.cursor(at: ordinal) }

  /// Reads the places of the loaded messages again, since others may have been added or deleted.
  func readPlaces() {
    readNotes()
    guard let first = pager.items.first else { return }
    Task { [weak self, pages] in
      guard let place = try? await pages.place(of: first.cursor) else { return }
      self?.adopt(place, of: first.id)
    }
  }

  /// Reads the places of the notes.
  func readNotes() {
    Task { [weak self, archive = pages.archive, conversation = pages.conversation] in
      guard let ordinals = try? await archive.noteOrdinals(in: conversation), let self,
        ordinals != noteOrdinals
      else { return }
      noteOrdinals = ordinals
      didChangePlaces?()
      didChangeEdges?()
    }
  }

  private func adopt(_ place: MessagePlace, of id: Message.ID) {
    // Pages may have been added before it meanwhile.
    guard let index = model.index(of: id) else { return }
    firstOrdinal = max(0, place.ordinal - index)
    knownTotal = place.count
    didChangePlaces?()
  }

  private func followPlaces(_ splice: Splice, countBefore: Int) {
    let inserted = splice.insertedRange
    if let first = inserted.first, let place = pages.places.place(of: pager.items[first].id) {
      firstOrdinal = max(0, place.ordinal - first)
      knownTotal = place.count
    } else if splice.index == 0 {
      let isReplacement = splice.removed == countBefore
      firstOrdinal = isReplacement ? nil : firstOrdinal.map { max(0, $0 + splice.removed - splice.inserted) }
    }
  }

  // MARK: Loading

  /// Loads the newest messages in place of all others.
  func loadNewest() { load(.place(.end)) }

  /// Loads the messages around a destination in place of all others.
  func load(_ destination: Destination) {
    self.destination = destination
    switch destination {
    case .place(.end): pager.loadNewest()
    case .place(.message(let id, _, _)), .rail(_, let id): pager.load(around: id)
    case .place(.row(let row)): pager.load(around: row.message)
    }
  }

  /// Cancels a load that would replace all messages.
  func stopReplacing() {
    guard isReplacing else { return }
    pager.stop()
    didChangeEdges?()
  }

  /// Loads one more page at an end, also if the end was reached before, and waits for it. Joins a running load there.
  ///
  /// - Returns: The number of new messages.
  /// - Throws: The archive's error; `CancellationError` if other messages replaced all meanwhile.
  func pull(_ direction: PageDirection) async throws -> Int {
    try await pager.recheck(direction)?.outcome.get() ?? 0
  }

  /// Loads the messages that were added after the loaded ones if their end was reached before. Returns whether
  /// `newest`, an added message, is not loaded yet.
  func loadAdded(upTo newest: MessageCursor) -> Bool {
    guard pager.isComplete(.next), let last = model.messages.last, last.cursor < newest else { return false }
    added = newest
    didChangeEdges?()
    pager.recheck(.next)
    return true
  }

  /// Updates the loads after the reader has moved or the content's extent has changed. Distances are in points.
  func viewportChanged(distanceToStart: Double, distanceToEnd: Double, viewport: Double) {
    for (direction, distance) in [(PageDirection.previous, distanceToStart), (.next, distanceToEnd)] {
      guard loadsOlder || direction == .next else { continue }
      let shouldLoad = triggers[direction]?.update(
        remaining: distance, limit: Self.prefetchDistance * viewport, state: pager.state(direction))
      if shouldLoad == true { pager.load(direction) }
    }
  }

  /// Appends a message that was just sent; returns false if the end is not loaded.
  func append(_ message: Message) -> Bool { pager.append(message) }

  /// Shows the present state of a message.
  func update(_ message: Message) {
    if let index = pager.update(message) { model.changes(.update(index: index)) }
  }

  /// Removes a message that was deleted.
  func remove(_ id: Message.ID) {
    pager.remove(id)
    readPlaces()
    didChangeEdges?()
  }

  /// Inserts a restored message at its place, if that is loaded.
  func insert(_ message: Message) {
    pager.insert(message) { $0.cursor < $1.cursor }
    readPlaces()
    didChangeEdges?()
  }

  // MARK: Callbacks of the pager

  private func itemsChanged(_ splice: Splice) {
    followPlaces(splice, countBefore: model.decorations.count)
    model.splice(splice)
    if splice.removed > 0, splice.inserted == 0 {
      log.debug("dropped", ["count": splice.removed, "left": model.count])
    }
    updateContent()
  }

  private func loadBegan(_ request: ChatPages.Request) {
    log.debug("loading", ["direction": name(request), "generation": pager.generation])
    updateContent()
    didChangeEdges?()
  }

  private func loadEnded(_ request: ChatPages.Request, _ result: Result<[Splice], any Error>) {
    let (name, generation) = (name(request), pager.generation)
    model.noteStart()
    updateContent()
    switch result {
    case .success(let splices):
      let count = splices.map(\.inserted).reduce(0, +)
      log.debug("loaded", ["direction": name, "count": count, "generation": generation])
      if request.direction != .previous { added = nil }
      if request.direction == nil { didArrive?(destination) }
    case .failure(let error):
      log.warning("failed", ["direction": name, "generation": generation, "error": "\(error)"])
      if request.direction == nil, content == .items { didMiss?(error) }
    }
    didChangeEdges?()
  }

  private func name(_ request: ChatPages.Request) -> String { request.direction?.rawValue ?? "around" }

  private func updateContent() {
    guard pager.content != content else { return }
    content = pager.content
    didChangeContent?(content)
  }
}
