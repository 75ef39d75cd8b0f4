import AppBase
import Backscroll
import Chats
import Finding
import Gtk
import MessageRow
import ScrollCore

/// The reader's place in a chat, and the jumps to other places in it.
@MainActor
package final class ChatNavigation {
  /// Called before a jump: by a quote, a hit, a button.
  var willJump: ((ChatDestination.Reason) -> Void)?

  private unowned let view: ChatView
  private let log = EventLog("chat")
  /// The message to highlight once it is in view.
  private var flashTarget: Message.ID?
  /// The search for the first message.
  private let starting = LatestTask()

  /// The place of a hit that was out of view, as a fraction of the list's height.
  static let hitPlace = 0.4
  /// The place of the unread line, below the last read messages.
  static let unreadPlace = 0.3

  private var list: AnchoredList<ChatModel, MessageRow> { view.list }
  private var feed: ChatFeed { view.feed }

  init(_ view: ChatView) { self.view = view }

  /// Loads the first messages around the place at which the chat opens.
  func start(at place: ChatPlace) {
    if case .message(let id, _, isHighlighted: true) = place { flashTarget = id }
    feed.load(.place(place))
  }

  // MARK: The reader's place

  /// The reader's place: the end, or the message in view that was focused last, or otherwise the first one, even if a
  /// bar covers it.
  var current: ChatPlace {
    guard !list.isAtEnd || !feed.reachesEnd, let first = view.visibleRows.first else { return .end }
    let id = list.lastFocused.flatMap { list.isInView($0) ? $0 : nil } ?? feed.model.id(at: first)
    return top(of: id).map { .row(ChatPlace.Row(message: id, top: $0)) } ?? .end
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
  var isOnTheWay: Bool { feed.content == .loading || feed.isReplacing || !list.isLaidOut }

  /// The kept place that is being loaded.
  private var awaitedRow: ChatPlace.Row? {
    if case .place(.row(let row))? = feed.awaited { row } else { nil }
  }

  /// The message to show, if it is known.
  var destination: Message.ID? {
    if let flashTarget { return flashTarget }
    // The message of a kept place may be gone.
    return awaitedRow.flatMap { $0.order == nil ? $0.message : nil }
  }

  /// Points between the view's top and a row's top.
  private func top(of id: Message.ID) -> Double? {
    list.row(id)?.convert(Point(x: 0, y: 0), to: view)?.y
  }

  /// Points between the view's top and the list's top: the height of the widgets above the list.
  private var listTop: Double { list.convert(Point(x: 0, y: 0), to: view)?.y ?? 0 }

  /// Stores the reader's place in `chat`, if it is known.
  func keep(in chat: inout SavedPlaces.Chat) {
    guard feed.content == .items, awaitedRow == nil else { return }
    if view.isAtNewest {
      chat.place = nil
      return
    }
    // The anchor of the layout is right at other widths too.
    guard case .row(let id, let top) = list.anchor, let index = feed.model.index(of: id) else { return }
    chat.place = ChatPlace.Row(
      message: id, order: feed.model.messages[index].orderKey, top: top + listTop)
  }

  // MARK: Jumps

  /// Goes to a place in this chat, and stores the previous place.
  func open(
    _ place: ChatPlace, reason: ChatDestination.Reason = .message,
    focus: ChatDestination.Focus = .usual
  ) {
    // Otherwise the repeats of a held key would keep a place each.
    if place != .end || !feed.isLoadingNewest { willJump?(reason) }
    move(to: place, focus: focus)
  }

  /// Goes to a place in this chat, and loads its surroundings if necessary.
  func move(to place: ChatPlace, focus: ChatDestination.Focus) {
    view.timeline.cancel()
    flashTarget = nil
    switch place {
    case .end:
      if feed.reachesEnd, !feed.isReplacing {
        list.scrollToEnd()
      } else if !feed.isLoadingNewest {
        // A second request would restart the load.
        feed.loadNewest()
      }
    case .message(let id, let rowPlace, let isHighlighted):
      log.debug("show", ["id": id, "loaded": feed.model.index(of: id) != nil])
      if isHighlighted { flashTarget = id }
      if isLoaded(id) {
        list.scroll(to: id, at: rowPlace)
        list.queueAllocate()
      } else {
        feed.load(.place(place))
      }
    case .row(let row):
      if isLoaded(row.message) {
        restore(row.message, top: row.top)
      } else {
        feed.load(.place(place))
      }
    }
    move(focus, to: place)
  }

  private func isLoaded(_ id: Message.ID) -> Bool { feed.model.index(of: id) != nil && !feed.isReplacing }

  private func move(_ focus: ChatDestination.Focus, to place: ChatPlace) {
    switch place {
    case .message(let id, _, let isHighlighted):
      // The keys continue from a highlighted message.
      if focus == .messages || isHighlighted && list.containsFocus {
        view.messageFocus.go(to: .message(id))
      }
    case .row(let row) where focus == .messages: view.messageFocus.go(to: .message(row.message))
    case .end where focus == .messages: view.messageFocus.go(to: .newest)
    case .row, .end: break
    }
  }

  /// Goes to the newest message, and loads it if necessary.
  package func jumpToEnd() { open(.end, reason: .other) }

  /// Stores the reader's present place, to return to it later. Call it before scrolling to a message that the reader has sent.
  func willFollowSent() {
    view.timeline.cancel()
    if !view.isAtNewest { willJump?(.message) }
  }

  /// Goes to the first message of the chat, and focuses it.
  package func jumpToStart() {
    starting.run { [archive = view.archive, id = view.conversation.id] in
      try await archive.firstMoment(in: id, from: .min)
    } then: { [weak self] in
      if let first = try? $0.get() { self?.open(.message(first.id), focus: .messages) }
    }
  }

  /// Goes to the unread line if it is unseen and below the view, otherwise to the newest message.
  func jumpOnward() {
    guard let line = view.arrivals.lineAhead else { return jumpToEnd() }
    log.debug("unread-line", ["id": line])
    open(.message(line, at: .fraction(Self.unreadPlace), isHighlighted: false), reason: .other)
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
    open(.message(id, at: .fraction(Self.hitPlace)), reason: isFirst ? .search : .hit)
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
    case .row(let id, let top): feed.load(.place(.row(ChatPlace.Row(message: id, top: top + listTop))))
    }
  }

  /// Reads the messages in view again, without moving them.
  func reload() {
    guard !feed.isReplacing, let id = view.visibleRows.first.map(feed.model.id), let top = top(of: id) else {
      return feed.loadNewest()
    }
    feed.load(.place(.row(ChatPlace.Row(message: id, top: top))))
  }

  /// Keeps the top edge of a row at its place while its height changes.
  func hold(_ id: Message.ID) {
    guard let top = list.row(id)?.convert(Point(x: 0, y: 0), to: list)?.y else { return }
    list.restore(.row(id: id, offset: top))
  }

  // MARK: Arriving

  /// Goes to the destination after messages were loaded in place of all others.
  func arrived(at destination: ChatFeed.Destination) {
    if case .place = destination { view.timeline.arrivedElsewhere() }
    switch destination {
    case .place(.end): list.scrollToEnd(animated: false)
    case .place(.message(let id, let place, _)): list.scroll(to: id, at: place, animated: false)
    case .place(.row(let row)): restore(row)
    case .rail(let position, _): view.timeline.arrived(at: position)
    }
  }

  /// Shows a row at its former place, or the nearest one if its message is gone.
  private func restore(_ row: ChatPlace.Row) {
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
