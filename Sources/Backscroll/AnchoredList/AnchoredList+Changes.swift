import Gtk
import ScrollCore

/// What the model tells.
extension AnchoredList {
  func modelChanged(_ change: ListChange) {
    switch change {
    case .splice(let index, let removed, let inserted):
      isLaidOut = false
      splice(index, removed, inserted)
    case .update(let index):
      layout.update(index)
      pool.setStale(index)
    }
    queueLayout()
  }

  private func splice(_ index: Int, _ removed: Int, _ inserted: Int) {
    let isAppend = index == layout.count && removed == 0 && layout.count > 0
    let followsEnd =
      layout.restingEdge == .end && isAppend && !layout.isAtEnd && endIsLive
      && distanceToEnd <= Self.followDistance && isAtRest
    if index == 0, inserted > 0, layout.count > 0, distanceToStart < 1, !layout.isAtEnd, let scroller {
      // A fling that has run into the edge overshoots it. With new rows there the overshoot would become
      // a legal place and jump; end it, and have the scrolled window forget it.
      scroller.stopFling()
      whileConfiguring { verticalAdjustment?.announceValue() }
    }
    // What came out of view is laid out when there is time: text layout is what a frame costs.
    fillFactor = isAtRest ? Self.fillAfterChange : Self.fillWhileScrolling
    insert(inserted, at: index, removing: removed)
    pool.splice(index: index, removed: removed, inserted: inserted)
    thumb?.follow(index: index, removed: removed, inserted: inserted)
    if followsEnd { scrollToEnd() }
  }

  func insert(_ count: Int, at index: Int, removing removed: Int) {
    let model = self.model
    // No `map`: a closure asks which thread it is on, for each of a million rows.
    var kinds: [Int] = []
    kinds.reserveCapacity(count)
    for row in index..<index + count { kinds.append(model.kind(at: row)) }
    layout.splice(index..<index + removed, inserting: kinds) { model.id(at: $0) }
  }

  /// Nobody is moving the content just now.
  var isAtRest: Bool {
    let now = frameClock?.frameTime ?? 0
    return pressedRow == nil && thumb == nil && now - lastScrollTime > Self.restAfter
  }
}
