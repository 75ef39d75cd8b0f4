import AppBase
import Backscroll
import ChatStore
import Chats
import Gtk
import MessageRow
import ScrollCore
import Translation

/// The rail of a conversation: the reader's place among all messages, and the loads that follow its thumb.
@MainActor
final class ChatRail {
  let rail = ScrollRail(name: tr("Timeline"))
  /// Called when the messages at the thumb's place take long to load (true), or are loaded.
  var didChangeWaiting: ((Bool) -> Void)?
  /// Called when the thumb was grabbed or released.
  var didChangeDragging: (() -> Void)?
  /// Called when a drag was cancelled and the messages at its origin have to be loaded again.
  var didReturn: ((ScrollAnchor<Message.ID>) -> Void)?

  /// Called when a place could not be found. The reader's place does not change.
  var didFail: ((any Error) -> Void)?

  private let list: AnchoredList<ChatModel, MessageRow>
  private let feed: ChatFeed
  private let archive: Archive
  private let conversation: Conversation.ID
  private let log = EventLog("rail")
  private var seeks = RailSeeks()
  /// The search for the message at a place.
  private let search = LatestTask()
  private let ticks = LatestTask()
  private let bookmarks = LatestTask()
  private let star = LatestTask()
  /// The reader's place when the thumb was grabbed.
  private var origin: ScrollAnchor<Message.ID>?
  /// Whether the messages at the origin are being loaded.
  private var isReturning = false
  /// The time of the message at a place that is not loaded yet.
  private var foundTime: (ordinal: Int, time: Int64)?
  private var told: (number: Int, count: Int, time: Int64?) = (-1, 0, nil)
  private lazy var retry = Coalesced(.after(seconds: RailSeeks.patience)) { [weak self] in self?.readOverdue()
  }
  private lazy var waiting = Coalesced(.after(seconds: Self.skeletonDelay)) { [weak self] in
    self?.setWaiting(true)
  }
  private lazy var sync = Coalesced(.idle) { [weak self] in self?.followList() }
  private(set) var isWaiting = false

  /// The time in seconds after which skeletons replace messages that are still loading.
  private static let skeletonDelay = 0.3
  /// The height of a single line in a group, in points: the least height of a row.
  private static let leastHeight = 34.0

  init(
    list: AnchoredList<ChatModel, MessageRow>, feed: ChatFeed, archive: Archive,
    of conversation: Conversation.ID
  ) {
    self.list = list
    self.feed = feed
    self.archive = archive
    self.conversation = conversation
    rail.setAccessibleControls(list)
    rail.didSeek.connect(weak: self) { $0.seek($1) }
    rail.didReturn.connect(weak: self) { $0.goBack(to: $1) }
    rail.didChangeDragging.connect(weak: self) { $0.changedDragging($1) }
    rail.didScroll.connect { [weak list] in list?.scroll(by: $0) }
    rail.didPointAtStars.connect(weak: self) { $0.describe($1) }
    feed.didChangePlaces = { [weak self] in self?.followList() }
    addKeys()
  }

  /// The keys for months also act with the focus on a message.
  private func addKeys() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: rail) { rail, key, _, modifiers in
      guard modifiers.intersection([.shift, .control, .alt]) == .shift else { return false }
      switch Key.normal(key) {
      case Key.pageUp: rail.step(.periodUp)
      case Key.pageDown: rail.step(.periodDown)
      default: return false
      }
      return true
    }
    list.add(keys)
  }

  /// Whether the rail determines the loads: the thumb is held, or its place is not in view yet.
  var isSeeking: Bool { rail.isDragging || isPending }
  /// Whether the rail is waiting for a place that is not in view yet.
  var isPending: Bool { seeks.wanted != nil || isReturning }

  // MARK: The thumb

  /// Updates the rail after the reader has moved, or rows were added or removed.
  func followList() {
    guard let loaded = feed.loadedOrdinals, let total = feed.total else {
      rail.position = nil
      return
    }
    // The changes are not laid out yet, and the layout calls this again.
    guard !list.isLayoutNeeded, !isPending else { return sync.cancel() }
    rail.rowsInView = list.visibleRange.count
    rail.position = list.position(offset: loaded.lowerBound, count: total)
    if !rail.isDragging, let position = rail.position { tell(position) }
  }

  private func tell(_ position: RailPosition) {
    let index = position.ordinal - (feed.loadedOrdinals?.lowerBound ?? 0)
    var time: Int64?
    if feed.model.messages.indices.contains(index) {
      time = feed.model.messages[index].sentAt
    } else if let foundTime, foundTime.ordinal == position.ordinal {
      time = foundTime.time
    }
    // A note has the number of the message before it.
    let (number, count) = (
      feed.messages(amongFirst: position.ordinal + 1), feed.messages(amongFirst: position.count)
    )
    guard told != (number, count, time) else { return }
    told = (number, count, time)
    let clock = feed.model.clock
    let values = ["number": Counted.number(number), "count": Counted.number(count)]
    var caption = rail.caption
    caption.detail = tr("message {number} of {count}", values)
    caption.spoken = caption.detail
    if let time {
      caption.title = clock.fullDate(of: time)
      let date = ["date": clock.fullDate(of: time, hasWeekday: false)]
      caption.spoken = tr("{date}, message {number} of {count}", values.merging(date) { $1 })
    } else {
      // The month is known before the message.
      caption.title = RailTick.last(at: position.ordinal, of: rail.ticks)?.name ?? ""
    }
    rail.caption = caption
  }

  // MARK: Jumps

  private func seek(_ position: RailPosition) {
    log.debug("seek", ["ordinal": position.ordinal, "of": position.count])
    isReturning = false
    tell(position)
    if !feed.isReplacing || seeks.isReading, isLoaded(position) {
      settle()
      show(position)
    } else {
      if seeks.want(position, at: Self.now) { read(position) } else { retry.schedule() }
      waiting.schedule()
    }
  }

  private static var now: Double {
    let elapsed = ContinuousClock.now - epoch
    return elapsed / .seconds(1)
  }
  private static let epoch = ContinuousClock.now

  /// Whether a place can be shown with the loaded messages.
  private func isLoaded(_ position: RailPosition) -> Bool {
    guard let loaded = feed.loadedOrdinals else { return false }
    let screen = Int(Double(list.height) / Self.leastHeight) + 1
    return position.isCovered(by: loaded, screen: screen)
  }

  /// Ends all pending jumps.
  private func settle() {
    search.cancel()
    retry.cancel()
    waiting.cancel()
    if seeks.isReading { feed.stopReplacing() }
    seeks.reached()
    setWaiting(false)
  }

  /// Cancels the rail's jump, since the messages of another place were requested.
  func cancel() {
    guard isPending || search.isRunning else { return }
    isReturning = false
    search.cancel()
    retry.cancel()
    waiting.cancel()
    seeks.reached()
    setWaiting(false)
  }

  private func show(_ position: RailPosition) {
    let loaded = feed.loadedOrdinals
    let total = feed.total ?? position.count
    let place = total == position.count ? position : RailPosition(ordinal: position.ordinal, of: total)
    list.scroll(to: place, offset: loaded?.lowerBound ?? 0)
    tell(position)
    log.debug("shown", ["ordinal": position.ordinal])
  }

  private func read(_ position: RailPosition) {
    retry.cancel()
    search.run { [weak self, feed] deliver in
      let cursor = try await feed.cursor(at: position.ordinal)
      try deliver { self?.found(cursor, at: position) }
    } failed: { [weak self] in
      self?.settle()
      self?.didFail?($0)
    }
  }

  private func found(_ cursor: MessageCursor?, at position: RailPosition) {
    guard let cursor else {
      // Messages were deleted since they were counted.
      settle()
      feed.readPlaces()
      return feed.loadNewest()
    }
    foundTime = (position.ordinal, OrderKey.time(of: cursor.orderKey))
    if let wanted = seeks.wanted { tell(wanted) }
    feed.load(.rail(position, cursor.id))
  }

  private func readOverdue() {
    if let position = seeks.overdue(at: Self.now) { read(position) }
  }

  /// Shows a place after the messages around it were loaded.
  func arrived(at position: RailPosition) {
    setWaiting(false)
    waiting.cancel()
    guard let wanted = seeks.wanted else { return show(position) }
    log.debug("read", ["ordinal": position.ordinal])
    if wanted == position || isLoaded(wanted) {
      retry.cancel()
      seeks.reached()
      return show(wanted)
    }
    // The thumb has moved on. The rows follow, one read behind.
    show(position)
    tell(wanted)
    if let next = seeks.missed(at: Self.now) {
      read(next)
      waiting.schedule()
    }
  }

  /// Cancels the rail's jump, since other messages are in view, or none could be loaded.
  func arrivedElsewhere() {
    cancel()
    sync.schedule()
  }

  private func setWaiting(_ value: Bool) {
    guard value != isWaiting, !value || isPending else { return }
    isWaiting = value
    if value { log.debug("skeleton") }
    didChangeWaiting?(value)
  }

  // MARK: Drags

  private func changedDragging(_ isDragging: Bool) {
    if isDragging {
      origin = list.anchor
      log.debug("drag", ["from": rail.position?.ordinal ?? 0])
    } else {
      origin = nil
      log.debug("drag-end", ["at": rail.position?.ordinal ?? 0])
      sync.schedule()
    }
    didChangeDragging?()
  }

  /// Escape: returns to the reader's place before the drag.
  private func goBack(to position: RailPosition) {
    log.debug("back", ["ordinal": position.ordinal])
    guard let origin else { return }
    settle()
    let isThere =
      switch origin {
      case .end: feed.reachesEnd
      case .row(let id, _): feed.model.index(of: id) != nil
      }
    if isThere {
      list.restore(origin)
      sync.schedule()
    } else {
      isReturning = true
      waiting.schedule()
      didReturn?(origin)
    }
  }

  // MARK: Ticks

  /// Reads the beginnings of months, and the places of the loaded messages.
  func readFacts() {
    feed.readPlaces()
    readTicks()
    readBookmarks()
  }

  /// Reads the places of the bookmarks.
  func readBookmarks() {
    bookmarks.run { [archive, conversation] in
      try await archive.bookmarkOrdinals(in: conversation)
    } then: { [weak self] in
      if let found = try? $0.get() { self?.rail.stars = found }
    }
  }

  /// Describes the bookmarks at the pointer.
  private func describe(_ rows: [Int]) {
    star.cancel()
    guard let row = rows.first else { return }
    if rows.count > 1 {
      rail.starCaption = (trn("{count} bookmark", "{count} bookmarks", rows.count), "")
      return
    }
    star.run { [archive, conversation] in
      try await archive.bookmarkedMessage(at: row, in: conversation)
    } then: { [weak self] in
      guard let self, let message = (try? $0.get()) ?? nil, let word = message.bookmark else { return }
      rail.starCaption = (
        ["★", word.isEmpty ? tr("Bookmark") : word].joined(separator: " "), line(of: message)
      )
    }
  }

  /// The sender and the text in a line, and the date below it.
  private func line(of message: Message) -> String {
    let sender = message.isOwn ? tr("You") : message.sender?.name ?? ""
    let text = message.text.isEmpty ? message.attachments.first?.kind.title ?? "" : message.text
    var line = LayoutCost.line([sender, text].filter { !$0.isEmpty }.joined(separator: ": "))
    if line.count > Self.starLine { line = line.prefix(Self.starLine - 1) + "…" }
    return "\(line)\n\(feed.model.clock.fullDate(of: message.sentAt))"
  }

  /// The most characters of a bookmarked message in the bubble.
  private static let starLine = 44

  /// Reads the beginnings of months.
  func readTicks() {
    let months = feed.model.clock.months
    let start = Self.now
    ticks.run { [archive, conversation] in
      try await Self.ticks(months, of: conversation, in: archive)
    } then: { [weak self] in
      if let found = try? $0.get() { self?.adopt(found, seconds: Self.now - start) }
    }
  }

  private nonisolated static func ticks(
    _ months: MonthCalendar, of conversation: Conversation.ID, in archive: Archive
  ) async throws -> [RailTick] {
    months.ticks(try await archive.periods(in: conversation) { months.month(after: $0) })
  }

  private func adopt(_ new: [RailTick], seconds: Double) {
    rail.ticks = new
    let years = new.count { $0.rank == .year }
    log.debug("ticks", ["months": new.count, "years": years, "ms": Int(seconds * 1_000)])
  }
}
