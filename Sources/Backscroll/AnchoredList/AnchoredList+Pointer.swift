import Gtk
import ScrollCore

extension AnchoredList {
  /// Presses are watched for at the window: a gesture between it and the list may keep the rest of a press to
  /// itself, and the list would take the button to be held for ever.
  func watchPresses(of new: Window?) {
    if let pressedWindow { pressedWindow.remove(pressWatcher) }
    pressedWindow = new
    new?.add(pressWatcher)
    pressedRow = nil
  }

  func pressed(_ press: PressWatcher.Press) {
    switch press {
    case .began(let place):
      guard isMapped, let point = pressedWindow?.convert(place, to: self),
        point.x >= 0, point.x < Double(width), point.y >= 0, point.y < Double(height)
      else { return }
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
