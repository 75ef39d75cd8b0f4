import Gtk
import ScrollCore

extension AnchoredList {
  /// Whether the reader is at the end, and stays there when rows are appended.
  public var isAtEnd: Bool { layout.isAtEnd }

  /// Points of content before and after what the viewport shows; estimated where rows are not measured yet.
  public var distanceToStart: Double { max(0, -layout.frame.top) }
  public var distanceToEnd: Double { max(0, layout.frame.bottom - layout.frame.viewport) }

  /// Rows of which something shows.
  public var visibleRange: Range<Int> { layout.frame.visible }

  /// What holds still, as of the last layout.
  public var anchor: ScrollAnchor<Model.ID> { layout.anchor }

  /// The widget of a row, if it has one just now.
  public func row(_ id: Model.ID) -> Row? { pool.bound.values.first { $0.id == id }?.row }

  /// Shows a row; does nothing when the model has none of this identity.
  ///
  /// At most one screen is animated, and nothing when the person wants no motion.
  public func scroll(to id: Model.ID, at place: RowPlace = .nearest, animated: Bool = true) {
    guard let index = model.index(of: id) else { return }
    if animates(animated) {
      begin(.row(id: id, place: place))
    } else {
      animation = nil
      scroller?.stopFling()
      fillFactor = Self.fillAfterChange
      layout.scroll(to: index, at: place)
    }
    queueLayout()
  }

  /// Goes to the end and stays there.
  public func scrollToEnd(animated: Bool = true) {
    if animates(animated) {
      begin(.end)
    } else {
      animation = nil
      scroller?.stopFling()
      fillFactor = Self.fillAfterChange
      layout.scrollToEnd()
    }
    queueLayout()
  }

  /// Goes to the first row.
  public func scrollToStart(animated: Bool = true) {
    guard model.count > 0 else { return }
    scroll(to: model.id(at: 0), at: .start, animated: animated)
  }

  /// Shows row `id` with its top edge `offset` points below the viewport's top edge, at once: the way back to
  /// a place kept from ``anchor``.
  public func restore(_ anchor: ScrollAnchor<Model.ID>) {
    animation = nil
    fillFactor = Self.fillAfterChange
    switch anchor {
    case .end: layout.scrollToEnd()
    case .row(let id, let offset):
      guard let index = model.index(of: id) else { return }
      layout.hold(index, at: offset, id: id)
    }
    queueLayout()
  }

  private func animates(_ wanted: Bool) -> Bool {
    wanted && isMapped && layout.count > 0 && DesktopSettings.current?.animates ?? false
  }

  private func begin(_ target: ScrollAnimation<Model.ID>.Target) {
    scroller?.stopFling()
    animation = ScrollAnimation(target: target)
    onTick { [weak self] _ in
      guard let self, animation != nil else { return false }
      queueLayout()
      return true
    }
  }

  /// Moves the target's row nearer to its place; called by each layout while a jump is on its way.
  func stepAnimation() {
    guard var animation, let time = frameClock?.frameTime else { return }
    let index: Int?
    let place: RowPlace
    switch animation.target {
    case .end: (index, place) = (layout.count - 1, .end)
    case .row(let id, let wanted): (index, place) = (model.index(of: id), wanted)
    }
    guard let index, index >= 0 else {
      self.animation = nil
      return
    }
    let isFirst = animation.start == nil
    let factor = animation.step(to: time)
    let viewport = layout.frame.viewport
    let current = layout.top(of: index)
    let goal = place.offset(rowHeight: layout.heights.height(at: index), viewport: viewport, current: current)
    if factor == 0 || abs(current - goal) < 0.5 {
      self.animation = nil
      if case .end = animation.target { layout.scrollToEnd() } else { layout.scroll(to: index, at: place) }
      return
    }
    self.animation = animation
    // From farther than a screen, the way begins a screen away.
    let distance = isFirst ? max(-viewport, min(viewport, current - goal)) : current - goal
    layout.hold(index, at: goal + distance * factor, id: model.id(at: index))
  }
}
