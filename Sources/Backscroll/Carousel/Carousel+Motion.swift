import Gtk

extension Carousel {
  func startTicking() {
    guard !isTicking, isMapped else { return }
    isTicking = true
    onTick { [weak self] time in
      guard let self else { return false }
      tick(time)
      isTicking = isMapped && (track.isMoving && !track.isDragging || !appearing.isEmpty)
      return isTicking
    }
  }

  private func tick(_ time: Double) {
    for (id, start) in appearing {
      let begun = start ?? time
      appearing[id] = .some(begun)
      let opacity = min(1, (time - begun) / 0.18)
      pool[id]?.opacity = opacity
      if opacity >= 1 || pool[id] == nil { appearing[id] = nil }
    }
    if track.isMoving, !track.isDragging { apply { $0.step(to: time) } }
  }
}
