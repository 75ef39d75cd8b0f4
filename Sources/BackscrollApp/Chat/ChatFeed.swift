import ChatArchive
import ScrollCore

/// Keeps a stretch of one conversation loaded around the reader, as rows of a model.
@MainActor
final class ChatFeed {
  /// What the conversation as a whole is up to.
  enum Phase: Equatable {
    /// Nothing to show yet.
    case loading
    case messages
    /// The conversation holds no message.
    case empty
    case failed(String)
  }

  /// Where a load that was asked for leads.
  enum Destination {
    case end
    case message(Message.ID)
  }

  let model: ChatModel
  private(set) var phase = Phase.loading

  var onPhaseChanged: ((Phase) -> Void)?
  /// What is loaded at an edge has changed, or how loading there goes.
  var onEdgeChanged: (() -> Void)?
  /// The messages asked for are in the model.
  var onArrived: ((Destination) -> Void)?
  /// The messages asked for could not be loaded, while others are there to go on with.
  var onMissed: ((String) -> Void)?

  private let pager: Pager<ChatPages>
  private let log = EventLog("pager")
  private var triggers: [PageDirection: LoadTrigger] = [.previous: LoadTrigger(), .next: LoadTrigger()]
  private var destination = Destination.end
  /// All are being replaced: what is told of the ends is part of that, and who wants to go somewhere else has to
  /// say so anew, or the answer would lead away from there.
  private(set) var isReplacing = false
  /// Messages that the answer being told has brought.
  private var arrivedCount = 0

  /// Messages a page: some three screens full of them.
  private static let pageSize = 60
  /// Messages kept loaded. What is dropped lies hundreds of messages off, far beyond the band that loads.
  private static let window = Pager<ChatPages>.Window(limit: 600, kept: 480)

  init(_ pages: ChatPages, clock: MessageClock = MessageClock()) {
    model = ChatModel(clock: clock)
    pager = Pager(pages, pageSize: Self.pageSize, window: Self.window)
    pager.onChange = { [weak self] in self?.apply($0) }
    pager.onState = { [weak self] in self?.follow($0, $1) }
  }

  /// Whether the newest message there is is loaded.
  var reachesEnd: Bool { pager.isComplete(.next) }

  /// Whether older messages are loaded by themselves, ahead of the reader.
  var loadsOlder = true

  func state(_ direction: PageDirection) -> LoadState { pager.state(direction) }

  /// Rows the reader sees: they are never dropped.
  var visibleRange: (() -> Range<Int>)? {
    get { pager.keptRange }
    set { pager.keptRange = newValue }
  }

  // MARK: Loading

  /// The newest messages are on their way already.
  var isLoadingNewest: Bool {
    if case .end = destination { isReplacing } else { false }
  }

  /// Loads the newest messages in place of what is there.
  func loadNewest() { start(.end) { $0.loadNewest() } }

  /// Loads a message and what is around it in place of what is there.
  func load(around id: Message.ID) { start(.message(id)) { $0.load(around: id) } }

  /// Loads one more page at an end because the reader asked for it, also where there was no more before, and
  /// waits for it; joins a load that is under way there. Answers how many messages came.
  ///
  /// Throws ``LoadFailure``, or `CancellationError` when other messages took the place of all meanwhile.
  func pull(_ direction: PageDirection) async throws -> Int {
    pager.recheck(direction)
    // An empty conversation is read anew as a whole.
    let awaited: PageDirection = pager.state(.around) == .loading ? .around : direction
    switch await pager.outcome(awaited) {
    case nil: return 0
    case .loaded(let count)?: return count
    case .failed(let reason)?: throw LoadFailure(description: reason)
    case .superseded?: throw CancellationError()
    }
  }

  /// The reader has moved, or the content's extent has changed: distances in points.
  func viewportChanged(distanceToStart: Double, distanceToEnd: Double, viewport: Double) {
    for (direction, distance) in [(PageDirection.previous, distanceToStart), (.next, distanceToEnd)] {
      guard loadsOlder || direction == .next else { continue }
      let shouldLoad = triggers[direction]?.update(
        distance: distance, viewport: viewport, rowCount: model.count, state: pager.state(direction))
      if shouldLoad == true { pager.load(direction) }
    }
  }

  /// Puts a message that was just sent at the end; false when the end is not loaded.
  func append(_ message: Message) -> Bool { pager.append(message) }

  private func start(_ destination: Destination, _ load: (Pager<ChatPages>) -> Void) {
    self.destination = destination
    if model.count == 0 { enter(.loading) }
    load(pager)
  }

  // MARK: What the pager tells

  private func apply(_ change: Pager<ChatPages>.Change) {
    let new = pager.items[change.index..<change.index + change.inserted]
    model.replace(change.index..<change.index + change.removed, with: Array(new), context: pager.context)
    arrivedCount = change.inserted
    if change.removed > 0, change.inserted == 0 {
      log.debug("dropped", ["count": change.removed, "left": model.count])
    }
    if model.count > 0 { enter(.messages) }
  }

  private func follow(_ direction: PageDirection, _ state: LoadState) {
    if direction == .around { isReplacing = state == .loading }
    tell(direction, state)
    if direction == .around {
      switch state {
      case .loading, .end: break
      case .idle:
        if model.count == 0 { enter(.empty) }
        onArrived?(destination)
      case .failed(let reason): if model.count == 0 { enter(.failed(reason)) } else { onMissed?(reason) }
      }
    }
    onEdgeChanged?()
  }

  /// One line for each load that begins, ends or fails. A load of all ends at both ends too, which is no
  /// news.
  private func tell(_ direction: PageDirection, _ state: LoadState) {
    let generation = pager.generation
    switch state {
    case .loading:
      arrivedCount = 0
      log.debug("loading", ["direction": direction.rawValue, "generation": generation])
    case .failed(let reason):
      log.warning("failed", ["direction": direction.rawValue, "generation": generation, "error": reason])
    case .idle, .end:
      guard !isReplacing else { return }
      log.debug("loaded", ["direction": direction.rawValue, "count": arrivedCount, "generation": generation])
    }
  }

  private func enter(_ new: Phase) {
    guard new != phase else { return }
    phase = new
    onPhaseChanged?(new)
  }
}

/// Why messages could not be loaded.
struct LoadFailure: Error, CustomStringConvertible {
  let description: String
}
