import Gtk
import ScrollCore

extension AnchoredList {
  func pressed(_ press: PressWatcher.Press) {
    switch press {
    case .began(let point):
      pressedRow =
        pool.bound.first { index, _ in
          let top = layout.top(of: index)
          return top <= point.y && point.y < top + layout.heights.height(at: index)
        }?.value.id
    case .ended: pressedRow = nil
    }
  }

  /// Freezes the scrollbar's picture of the content while its thumb is held.
  func scrollbarPressed(_ press: PressWatcher.Press) {
    switch press {
    case .began:
      guard let adjustment = verticalAdjustment else { return }
      thumb = HeldThumb(heights: layout.heights, adjustment: adjustment)
    case .ended:
      thumb = nil
      queueLayout()
    }
  }

  /// Watches the scrollbar of the scrolled window that the list has come into.
  func watchScrollbar() {
    guard let scrollbar = scroller?.verticalScrollbar, scrollbar !== watchedScrollbar else { return }
    watchedScrollbar = scrollbar
    let watcher = PressWatcher()
    watcher.watch(weak: self) { $0.scrollbarPressed($1) }
    scrollbar.add(watcher)
  }
}
