import Backscroll
import Gtk
import ScrollCore
import Translation

/// The ends of what is loaded: how more comes there, and how that is shown.
extension ChatView {
  /// An edge this near shows what is loading there, in points; farther off it is nobody's concern.
  private static var noticeDistance: Double { 40 }

  /// How older messages come.
  var olderLoading: OlderLoading {
    get { feed.loadsOlder ? .auto : .pull }
    set {
      feed.loadsOlder = newValue == .auto
      lookForMore()
    }
  }

  func loadOlder() { older.begin() }
  func loadNewer() { newer.begin() }

  /// The key for a pull: one more page at the edge where the reader is. With nothing to go on from, reads all
  /// anew.
  func refresh() {
    switch feed.phase {
    case .loading: break
    case .failed: feed.loadNewest()
    case .messages, .empty:
      let isAtStart = list.distanceToStart < 1 && !list.isAtEnd
      (isAtStart ? older : newer).begin()
      readFacts()
    }
  }

  func connectEdges() {
    older.refresh = { [weak self] in
      guard let count = try await self?.feed.pull(.previous) else { return }
      self?.older.doneText = count > 0 ? Counted.older(count) : tr("No older messages")
    }
    newer.refresh = { [weak self] in
      guard let count = try await self?.feed.pull(.next) else { return }
      self?.newer.doneText = count > 0 ? Counted.newer(count) : tr("No newer messages")
    }
    for overlay in [older, newer] {
      let edge = overlay.edge.rawValue
      overlay.didFinish = { [weak self] in self?.announce($0) }
      overlay.didChangeState = { from, to in
        EventLog("pull").debug("state", ["from": from.rawValue, "to": to.rawValue, "edge": edge])
      }
    }
    let log = EventLog("drag")
    older.drag.didBeginDrag = { log.debug("begin") }
    older.drag.didEndDrag = { log.debug("end", ["velocity": Int($0.rounded())]) }
    feed.onEdgeChanged = { [weak self] in self?.updateEdges() }
  }

  /// Loads ahead of the reader, where that is wanted.
  func lookForMore() {
    feed.viewportChanged(
      distanceToStart: list.distanceToStart, distanceToEnd: list.distanceToEnd, viewport: Double(list.height))
  }

  func updateEdges() {
    list.endIsLive = feed.reachesEnd
    jumpButton.isShown = !feed.reachesEnd || list.distanceToEnd > JumpToEndButton.distance
    older.activity = activity(.previous, distance: list.distanceToStart)
    newer.activity = activity(.next, distance: list.distanceToEnd)
    deliver()
  }

  /// A load that nobody pulled for is shown once the reader has got there before it.
  private func activity(_ direction: PageDirection, distance: Double) -> RefreshOverlay.Activity {
    switch feed.state(direction) {
    case .loading where distance < Self.noticeDistance: .loading
    case .failed(let reason) where distance < Double(list.height): .failed(reason: reason)
    default: .none
    }
  }
}

extension RefreshWords {
  static let olderMessages = RefreshWords(
    pull: tr("Pull for older"), release: tr("Release to load"), loading: tr("Loading older messages…"),
    failed: tr("Could not load older messages"))
  static let newerMessages = RefreshWords(
    pull: tr("Pull for newer"), release: tr("Release to load"), loading: tr("Loading newer messages…"),
    failed: tr("Could not load newer messages"))
}
