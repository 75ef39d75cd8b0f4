import AppBase
import Backscroll
import Chats
import Finding
import Gtk
import MessageRow
import ScrollCore

/// The reader's place in a chat, and the jumps to other places in it.
@MainActor
package final class ChatPlaces {
  /// Called before a jump: by a quote, a hit, a button.
  var willJump: ((ChatDestination.Reason) -> Void)?

  private unowned let view: ChatView
  private let log = EventLog("chat")
  /// The message to highlight once it is in view.
  private var flashTarget: Message.ID?
  /// The place in the view for the message that is being loaded; nil: the middle.
  private var arrival: ChatDestination.Target?
  /// The search for the first message.
  private var starting: Task<Void, Never>?

  /// The place of a hit that was out of view, as a fraction of the list's height.
  static let hitPlace = 0.4

  private var list: AnchoredList<ChatModel, MessageRow> { view.list }
  private var feed: ChatFeed { view.feed }

  init(_ view: ChatView) { self.view = view }

  /// Loads the first messages around the place at which the chat opens.
  func start(at target: ChatDestination.Target) {
    arrival = target
    switch target {
    case .message(let id, _, let isHighlighted):
      if isHighlighted { flashTarget = id }
      feed.load(around: id)
    case .row(let row): feed.load(around: row.message)
    case .end, .lastPlace, .time: feed.loadNewest()
    }
  }

  // MARK: The reader's place

  /// The reader's place: the end, or the message in view that was focused last, or otherwise the first one, even if a
  /// bar covers it.
  var current: ChatDestination {
    let chat = view.conversation.id
    guard !list.isAtEnd || !feed.reachesEnd, let first = view.visibleRows.first else { return .end(of: chat) }
    let id = list.lastFocused.flatMap { list.isInView($0) ? $0 : nil } ?? feed.model.id(at: first)
    guard let top = top(of: id) else { return .end(of: chat) }
    return .row(ChatDestination.Row(message: id, top: top), in: chat)
  }

  /// The messages in view, the nearest to its middle first, with the distances in points between the view's top and
  /// their own. Empty at the end.
  var inView: [(message: Message, top: Double)] {
    guard !list.isAtEnd || !feed.reachesEnd else { return [] }
    let middle = listTop + Double(list.height) / 2
    func distance(_ row: (message: Message, top: Double, bottom: Double)) -> Double {
      max(row.top - middle, middle - row.bottom, 0)
    }
    return view.visibleRows.compactMap { index -> (message: Message, top: Double, bottom: Double)? in
      let message = feed.model.messages[index]
      guard let row = list.row(message.id), let top = top(of: message.id) else { return nil }
      return (message, top, top + Double(row.height))
    }
    .sorted { distance($0) < distance($1) }.map { ($0.message, $0.top) }
  }

  /// Whether the view is still moving to its initial place.
  var isOnTheWay: Bool { holdsPlace || feed.content == .loading || feed.isReplacing || !list.isLaidOut }

  /// Whether a message that is not loaded yet is to be shown at a kept place.
  private var holdsPlace: Bool { if case .row = arrival { true } else { false } }

  /// The message to show, if it is known.
  var destination: Message.ID? {
    if let flashTarget { return flashTarget }
    // The message of a kept place may be gone.
    return if case .row(let row) = arrival, row.order == nil { row.message } else { nil }
  }

  /// Points between the view's top and a row's top.
  private func top(of id: Message.ID) -> Double? {
    list.row(id)?.convert(Point(x: 0, y: 0), to: view)?.y
  }

  /// Points between the view's top and the list's top: the height of the widgets above the list.
  private var listTop: Double { list.convert(Point(x: 0, y: 0), to: view)?.y ?? 0 }

  /// Stores the reader's place in `chat`, if it is known.
  func keep(in chat: inout KeptPlaces.Chat) {
    guard feed.content == .items, !holdsPlace else { return }
    if view.isAtNewest {
      chat.place = nil
      return
    }
    // The anchor of the layout is right at other widths too.
    guard case .row(let id, let top) = list.anchor, let index = feed.model.index(of: id) else { return }
    chat.place = ChatDestination.Row(
      message: id, order: feed.model.messages[index].orderKey, top: top + listTop)
  }

  // MARK: Jumps

  /// Goes to a place in this chat, and stores the previous place.
  package func open(_ destination: ChatDestination) {
    // Otherwise the repeats of a held key would keep a place each.
    if destination.target != .end || !feed.isLoadingNewest { willJump?(destination.reason) }
    move(to: destination)
  }

  /// Goes to a place in this chat, and loads its surroundings if necessary.
  func move(to destination: ChatDestination) {
    view.timeline.cancel()
    flashTarget = nil
    switch destination.target {
    case .lastPlace, .time: return
    case .end:
      arrival = nil
      if feed.reachesEnd, !feed.isReplacing {
        list.scrollToEnd()
      } else if !feed.isLoadingNewest {
        // A second request would restart the load.
        feed.loadNewest()
      }
    case .message(let id, let place, let isHighlighted):
      log.debug("show", ["id": id, "loaded": feed.model.index(of: id) != nil])
      if isHighlighted { flashTarget = id }
      if isLoaded(id) {
        list.scroll(to: id, at: place)
        list.queueAllocate()
      } else {
        arrival = destination.target
        feed.load(around: id)
      }
    case .row(let row):
      if isLoaded(row.message) {
        restore(row.message, top: row.top)
      } else {
        arrival = destination.target
        feed.load(around: row.message)
      }
    }
    moveFocus(to: destination)
  }

  private func isLoaded(_ id: Message.ID) -> Bool { feed.model.index(of: id) != nil && !feed.isReplacing }

  private func moveFocus(to destination: ChatDestination) {
    switch destination.target {
    case .message(let id, _, let isHighlighted):
      // The keys continue from a highlighted message.
      if destination.focus == .messages || isHighlighted && list.containsFocus {
        view.messageFocus.go(to: .message(id))
      }
    case .row(let row):
      if destination.focus == .messages { view.messageFocus.go(to: .message(row.message)) }
    case .end:
      if destination.focus == .messages { view.messageFocus.go(to: .newest) }
    case .lastPlace, .time: break
    }
  }

  /// Goes to the newest message, and loads it if necessary.
  package func jumpToEnd() { open(.end()) }

  /// Stores the reader's present place, to return to it later. Call it before scrolling to a message that the reader has sent.
  func willFollowSent() {
    view.timeline.cancel()
    if !view.isAtNewest { willJump?(.message) }
  }

  /// Goes to the first message of the chat, and focuses it.
  package func jumpToStart() {
    starting?.cancel()
    starting = Task { [weak view = view, archive = view.archive, id = view.conversation.id] in
      guard let first = try? await archive.firstMoment(in: id, from: .min), !Task.isCancelled else { return }
      view?.places.open(.message(first.id, at: .center, focus: .messages))
    }
  }

  /// Goes to the unread line if it is unseen and below the view, otherwise to the newest message.
  func jumpOnward() {
    guard let line = view.arrivals.lineAhead else { return jumpToEnd() }
    log.debug("unread-line", ["id": line])
    open(.unreadLine(line))
  }

  /// Shows a quoted message. If it is in view, it only flashes, and no way back is offered.
  func show(quoted id: Message.ID) {
    guard feed.isReplacing || !list.isInView(id) else {
      list.row(id)?.flash()
      return
    }
    open(.message(id))
  }

  /// Shows a hit of the search. If it is in view, nothing moves.
  func show(hit id: Message.ID, isFirst: Bool) {
    guard feed.isReplacing || !list.isInView(id) else { return }
    open(.message(id, at: .fraction(Self.hitPlace), reason: isFirst ? .search : .hit))
  }

  // MARK: Staying

  /// Shows a row at a distance from the view's top, without animation.
  private func restore(_ id: Message.ID, top: Double) {
    list.restore(.row(id: id, offset: top - listTop))
  }

  /// Returns to the place at which a drag of the rail began.
  func goBack(to origin: ScrollAnchor<Message.ID>) {
    switch origin {
    case .end: feed.loadNewest()
    case .row(let id, let top):
      arrival = .row(ChatDestination.Row(message: id, top: top + listTop))
      feed.load(around: id)
    }
  }

  /// Reads the messages in view again, without moving them.
  func reload() {
    let rows = view.visibleRows
    guard !rows.isEmpty, !feed.isReplacing else { return feed.loadNewest() }
    let id = feed.model.id(at: rows.lowerBound)
    arrival = top(of: id).map { .row(ChatDestination.Row(message: id, top: $0)) }
    feed.load(around: id)
  }

  /// Keeps the top edge of a row at its place while its height changes.
  func hold(_ id: Message.ID) {
    guard let top = list.row(id)?.convert(Point(x: 0, y: 0), to: list)?.y else { return }
    list.restore(.row(id: id, offset: top))
  }

  // MARK: Arriving

  /// Goes to the destination after messages were loaded in place of all others.
  func arrived(at destination: ChatFeed.Destination) {
    let arrival = arrival
    self.arrival = nil
    if case .place(let position) = destination { return view.timeline.arrived(at: position) }
    view.timeline.arrivedElsewhere()
    switch (destination, arrival) {
    case (.message(let id), .row(let row)?) where id == row.message: restore(row)
    case (.message(let id), .message(_, let place, _)?): list.scroll(to: id, at: place, animated: false)
    case (.message(let id), _): list.scroll(to: id, at: .center, animated: false)
    case (.end, _): list.scrollToEnd(animated: false)
    case (.place, _): break
    }
  }

  /// Shows a row at its former place, or the nearest one if its message is gone.
  private func restore(_ row: ChatDestination.Row) {
    guard let cursor = row.cursor else { return restore(row.message, top: row.top) }
    let messages = feed.model.messages
    guard let message = messages.first(where: { $0.cursor >= cursor }) ?? messages.last else { return }
    log.debug("kept-place", ["id": message.id, "exact": message.id == row.message])
    restore(message.id, top: row.top)
  }

  /// Gives up a destination whose messages could not be loaded.
  func missed(_ error: any Error) {
    flashTarget = nil
    view.timeline.arrivedElsewhere()
    view.notice = .notLoaded(error)
  }

  /// Highlights the destination once it is in view. Call it after a layout that shows other rows.
  func viewportChanged() {
    guard let flashTarget, let index = feed.model.index(of: flashTarget), list.visibleRange.contains(index)
    else { return }
    list.row(flashTarget)?.flash()
    self.flashTarget = nil
  }
}
