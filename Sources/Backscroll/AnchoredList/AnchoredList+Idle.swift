import Gtk
import ScrollCore

/// What is done when there is time, and outside the layout.
extension AnchoredList {
  /// Lays out more rows than need be, a few a frame, while nothing moves: text layout is what a frame costs.
  func fillWhenIdle() {
    guard fillFactor < Self.fillAtRest, !isIdleFillPending else { return }
    isIdleFillPending = true
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      guard !isMapped || isAtRest else {
        // Still pending meanwhile, or each frame of a scroll would leave a timer of its own.
        MainLoop.after(seconds: Self.restAfter) { [weak self] in
          self?.isIdleFillPending = false
          self?.fillWhenIdle()
        }
        return
      }
      isIdleFillPending = false
      guard isMapped, fillFactor < Self.fillAtRest else { return }
      fillFactor = min(Self.fillAtRest, fillFactor + Self.fillStep)
      queueLayout()
    }
  }

  /// Tells assistive technology which row of how many each is. A change anywhere before a row makes its number another,
  /// and telling all of them costs a fifth of a layout.
  func tellPositionsWhenIdle() {
    guard !isTellingPositionsPending else { return }
    isTellingPositionsPending = true
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      isTellingPositionsPending = false
      pool.tellPositions(count: layout.count)
    }
  }

  func tellLater() {
    guard !isTellingPending, isViewNews || told.isAtEnd != layout.isAtEnd || told.frame != layout.frame
    else { return }
    isTellingPending = true
    MainLoop.soon { [weak self] in
      guard let self else { return }
      isTellingPending = false
      let now = (isAtEnd: layout.isAtEnd, frame: layout.frame)
      let before = told
      let isNews = isViewNews || now.frame != before.frame
      told = now
      isViewNews = false
      if now.isAtEnd != before.isAtEnd { onAtEndChanged?(now.isAtEnd) }
      if isNews { onViewportChanged?() }
    }
  }
}
