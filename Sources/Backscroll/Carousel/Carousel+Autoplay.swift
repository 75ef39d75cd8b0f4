import Gtk

extension Carousel {
  func addAutoplayWatch() {
    let motion = MotionController()
    motion.entered.connect(weak: self) { carousel, _, _ in
      carousel.isHovered = true
      carousel.scheduleAutoplay()
    }
    motion.left.connect(weak: self) { carousel in
      carousel.isHovered = false
      carousel.scheduleAutoplay()
    }
    add(motion)
    let focus = FocusController()
    focus.entered.connect(weak: self) { carousel in
      carousel.queueDraw()
      carousel.scheduleAutoplay()
    }
    focus.left.connect(weak: self) { carousel in
      carousel.queueDraw()
      carousel.scheduleAutoplay()
    }
    add(focus)
  }

  /// A click leaves the focus behind as well; that is no reason to rest for ever.
  private var isFocusedByKeyboard: Bool { containsFocus && showsFocus }

  /// Whether the pages may change by themselves just now.
  var playsNow: Bool {
    autoplayInterval != nil && animates && !isHovered && !isFocusedByKeyboard && hand == nil
      && touchpad == nil
      && canAdvance(by: 1)
  }

  /// Waits anew for the next change; what was waited for before counts no more.
  func scheduleAutoplay() {
    autoplayRound += 1
    guard let autoplayInterval, playsNow else { return }
    let round = autoplayRound
    MainLoop.after(seconds: autoplayInterval) { [weak self] in
      guard let self, round == autoplayRound, playsNow else { return }
      advance(by: 1)
      scheduleAutoplay()
    }
  }
}
