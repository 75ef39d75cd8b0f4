import AppBase
import Backscroll
import Chats
import Finding
import Gtk
import MessageRow
import ScrollCore

/// Where the reader of a chat is, and what takes them elsewhere in it.
@MainActor
package final class ChatPlaces {
  /// The reader is about to be taken elsewhere: by a quote, a hit, a button.
  var willJump: ((ChatJump) -> Void)?

  private unowned let view: ChatView
  private let log = EventLog("chat")
  /// Highlighted as soon as it is in view.
  private var flashTarget: Message.ID?
  /// Where the message is shown that is about to be loaded.
  private var arrival = Arrival.landing(.center)
  /// Finds the first message.
  private var starting: Task<Void, Never>?

  private enum Arrival {
    case landing(RowPlace)
    /// At a distance from the view's top in points, where it is or was before.
    case held(id: Message.ID, top: Double)
    /// At the kept place at which the chat opens.
    case kept(KeptPlaces.Place)
  }

  /// The part of the list's height at which the unread line is shown, below what was read last.
  static let unreadPlace = 0.3
  /// The part of the list's height at which a hit is shown that was out of view.
  private static let hitPlace = 0.4

  private var list: AnchoredList<ChatModel, MessageRow> { view.list }
  private var feed: ChatFeed { view.feed }

  init(_ view: ChatView) { self.view = view }

  /// Loads the first messages: around `start`, or else around the kept place, or else the newest ones. `top`: the points between
  /// the view's top and the message `start`, which is not highlighted then.
  func open(at start: Message.ID?, landing: RowPlace, top: Double?, kept: KeptPlaces.Place?) {
    if let start {
      if let top {
        arrival = .held(id: start, top: top)
      } else {
        flashTarget = start
        arrival = .landing(landing)
      }
      feed.load(around: start)
    } else if let kept {
      arrival = .kept(kept)
      feed.load(around: kept.message)
    } else {
      feed.loadNewest()
    }
  }

  // MARK: Where the reader is

  /// Where the reader is: the message in view that had the focus last, or else the first one, and the points between the view's
  /// top and its own, whether or not a bar covers that; nil at the end.
  var current: (id: Message.ID, top: Double)? {
    guard !list.isAtEnd || !feed.reachesEnd, let first = view.visibleRows.first else { return nil }
    let id = list.lastFocused.flatMap { list.isInView($0) ? $0 : nil } ?? feed.model.id(at: first)
    return top(of: id).map { (id, $0) }
  }

  /// The messages in view, with the points between the view's top and their own: those first that are nearest to its middle.
  /// Empty at the end.
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

  /// Whether the view is on the way to the place at which it begins.
  var isOnTheWay: Bool { holdsPlace || feed.content == .loading || feed.isReplacing || !list.isLaidOut }

  /// Whether a message is to be shown at its place that is not there yet.
  private var holdsPlace: Bool { if case .landing = arrival { false } else { true } }

  /// The message that is to be shown, if it is known.
  var destination: Message.ID? {
    if let flashTarget { return flashTarget }
    return if case .held(let id, _) = arrival { id } else { nil }
  }

  /// Points between the view's top and a row's.
  private func top(of id: Message.ID) -> Double? {
    list.row(id)?.convert(Point(x: 0, y: 0), to: view)?.y
  }

  /// Points between the view's top and the list's: the height of what is shown above the list.
  private var listTop: Double { list.convert(Point(x: 0, y: 0), to: view)?.y ?? 0 }

  /// Writes down where the reader is, as far as that is known.
  func keep(in chat: inout KeptPlaces.Chat) {
    guard feed.content == .items, !holdsPlace else { return }
    if view.isAtNewest {
      chat.place = nil
      return
    }
    // What the layout holds is right at other widths too.
    guard case .row(let id, let top) = list.anchor, let index = feed.model.index(of: id) else { return }
    chat.place = KeptPlaces.Place(message: id, order: feed.model.messages[index].orderKey, top: top + listTop)
  }

  // MARK: Going elsewhere

  /// Goes to the newest message, and loads it if necessary.
  package func jumpToEnd() {
    view.timeline.cancel()
    // The repeats of a held key would restart the load.
    guard !feed.isLoadingNewest else { return }
    willJump?(.other)
    if feed.reachesEnd, !feed.isReplacing {
      list.scrollToEnd()
    } else {
      feed.loadNewest()
    }
  }

  /// Call it before the reader is taken to a message that they have sent: where they are is a place to come back to.
  func willFollowSent() {
    view.timeline.cancel()
    if !view.isAtNewest { willJump?(.message) }
  }

  /// Goes to the first message of the chat, and focuses it.
  package func jumpToStart() {
    starting?.cancel()
    starting = Task { [weak view = view, archive = view.archive, id = view.conversation.id] in
      guard let first = try? await archive.firstMoment(in: id, from: .min), !Task.isCancelled else { return }
      view?.places.show(first.id)
      view?.messageFocus.go(to: .message(first.id))
    }
  }

  /// Goes back to the newest message, and focuses it.
  func returnToEnd() {
    jumpToEnd()
    view.messageFocus.go(to: .newest)
  }

  /// Goes to the unread line if it is below what is in view and was not seen, otherwise to the newest message.
  func jumpOnward() {
    guard let line = view.arrivals.lineAhead else { return jumpToEnd() }
    log.debug("unread-line", ["id": line])
    view.timeline.cancel()
    willJump?(.other)
    flashTarget = nil
    arrival = .landing(.fraction(Self.unreadPlace))
    if feed.model.index(of: line) == nil {
      feed.load(around: line)
    } else {
      list.scroll(to: line, at: .fraction(Self.unreadPlace))
    }
  }

  /// Goes to a message, loads its surroundings if necessary, and highlights it.
  package func show(_ id: Message.ID, at place: RowPlace = .center, for jump: ChatJump = .message) {
    log.debug("show", ["id": id, "loaded": feed.model.index(of: id) != nil])
    willJump?(jump)
    flashTarget = id
    arrival = .landing(place)
    view.timeline.cancel()
    if feed.model.index(of: id) == nil || feed.isReplacing {
      feed.load(around: id)
    } else {
      list.scroll(to: id, at: place)
      list.queueAllocate()
    }
    // The keys go on from there.
    if list.containsFocus { view.focusMessages() }
  }

  /// Shows what a message quotes. If that is in view, it stays where it is, and there is no way back to go.
  func show(quoted id: Message.ID) {
    guard feed.isReplacing || !list.isInView(id) else {
      list.row(id)?.flash()
      return
    }
    show(id)
  }

  /// Shows a hit of the search. One that is in view stays where it is.
  func show(hit id: Message.ID, isFirst: Bool) {
    guard feed.isReplacing || !list.isInView(id) else { return }
    show(id, at: .fraction(Self.hitPlace), for: isFirst ? .search : .hit)
  }

  // MARK: Staying

  /// Goes back to a place where the reader was, without animation, and focuses its message.
  func restore(_ place: (id: Message.ID, top: Double)) {
    flashTarget = nil
    view.timeline.cancel()
    if feed.model.index(of: place.id) == nil || feed.isReplacing {
      arrival = .held(id: place.id, top: place.top)
      feed.load(around: place.id)
    } else {
      restore(place.id, top: place.top)
    }
    view.messageFocus.go(to: .message(place.id))
  }

  /// Shows a row at a distance from the view's top, without animation.
  private func restore(_ id: Message.ID, top: Double) {
    list.restore(.row(id: id, offset: top - listTop))
  }

  /// Goes back to where a drag of the rail began.
  func goBack(to origin: ScrollAnchor<Message.ID>) {
    switch origin {
    case .end: feed.loadNewest()
    case .row(let id, let top):
      arrival = .held(id: id, top: top + listTop)
      feed.load(around: id)
    }
  }

  /// Reads the messages again that are in view, and keeps them where they are.
  func reload() {
    let rows = view.visibleRows
    guard !rows.isEmpty, !feed.isReplacing else { return feed.loadNewest() }
    let id = feed.model.id(at: rows.lowerBound)
    arrival = top(of: id).map { .held(id: id, top: $0) } ?? .landing(.center)
    feed.load(around: id)
  }

  /// Keeps the top edge of a row where it is while its height changes.
  func hold(_ id: Message.ID) {
    guard let top = list.row(id)?.convert(Point(x: 0, y: 0), to: list)?.y else { return }
    list.restore(.row(id: id, offset: top))
  }

  // MARK: Arriving

  /// Messages are loaded in place of all: goes to their destination.
  func arrived(at destination: ChatFeed.Destination) {
    let arrival = arrival
    self.arrival = .landing(.center)
    if case .place(let position) = destination { return view.timeline.arrived(at: position) }
    view.timeline.arrivedElsewhere()
    switch (destination, arrival) {
    case (.message(let id), .kept(let place)) where id == place.message: restore(place)
    case (.message(let id), .held(let held, let top)) where id == held: restore(id, top: top)
    case (.message(let id), .landing(let landing)): list.scroll(to: id, at: landing, animated: false)
    case (.message(let id), _): list.scroll(to: id, at: .center, animated: false)
    case (.end, _): list.scrollToEnd(animated: false)
    case (.place, _): break
    }
  }

  /// Shows the message of a kept place, or the nearest one, where the message was.
  private func restore(_ place: KeptPlaces.Place) {
    let messages = feed.model.messages
    guard let message = messages.first(where: { $0.cursor >= place.cursor }) ?? messages.last else { return }
    log.debug("kept-place", ["id": message.id, "exact": message.id == place.message])
    restore(message.id, top: place.top)
  }

  /// The requested messages could not be loaded.
  func missed(_ error: any Error) {
    flashTarget = nil
    view.timeline.arrivedElsewhere()
    view.notice = .notLoaded(error)
  }

  /// Call it after a layout that shows other rows.
  func viewportChanged() {
    guard let flashTarget, let index = feed.model.index(of: flashTarget), list.visibleRange.contains(index)
    else { return }
    list.row(flashTarget)?.flash()
    self.flashTarget = nil
  }
}
