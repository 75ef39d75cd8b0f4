import AppBase
import Backscroll
import Controls
import Gtk

/// A sentence over the messages about a finished action, with a button that undoes it or shows its result. It moves no
/// row, and covers no round button. A finger swipes it away.
final class ChatToast: CustomWidget {
  let card = Notice(.toast)
  let away: SwipeAway
  private let log = EventLog("toast")
  /// Called when the pointer has entered or left the toast. Meanwhile it must not move, since a press may follow.
  var didChangePointed: ((Bool) -> Void)?
  /// Whether the pointer is on the toast. After a touch, a pointer stays at its place.
  private var isPointedAt = false { didSet { if isPointedAt != oldValue { didChangePointed?(isPointedAt) } } }
  /// Called when the toast was closed, or its time is over. The action is not undone.
  var didDismiss: (() -> Void)?
  private var end: DeferredCall?
  /// The remaining steps of a second until the toast closes.
  private var stepsLeft = 0

  /// Seconds for which it stays while it can be read: long enough to read it and to reach the button.
  static let patience = 12

  /// Calls after a second, on the toast's clock.
  var afterStep: (@escaping @MainActor () -> Void) -> DeferredCall? = { MainLoop.after(seconds: 1, $0) }

  override init() {
    away = SwipeAway(card)
    super.init()
    valign = .end
    away.setParent(self)
    away.didSwipeAway.connect { [weak self] in
      self?.log.debug("swiped-away")
      self?.dismiss()
    }
    card.didClose = { [weak self] in self?.dismiss() }
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { toast, key, _, _ in
      guard key == Key.escape else { return false }
      toast.dismiss()
      return true
    }
    add(keys)
    let motion = MotionController()
    motion.entered.connect(weak: self) { toast, _, _ in toast.pointerCame() }
    motion.moved.connect(weak: self) { toast, _, _ in toast.pointerCame() }
    motion.left.connect(weak: self) { $0.isPointedAt = false }
    card.add(motion)
    visible = false
  }

  override var requestMode: RequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    guard orientation == .vertical else {
      let inner = away.measured(.horizontal)
      return Measure(minimum: inner.minimum + 2 * Self.margin, natural: inner.natural + 2 * Self.margin)
    }
    let inner = away.measured(.vertical, for: size < 0 ? -1 : cardWidth(in: size)).natural
    return Measure(minimum: inner + bottom(in: size))
  }

  /// Points from the list's bottom edge. The toast is beside the round buttons if it fits there.
  private func bottom(in width: Int) -> Int {
    let wanted = away.measured(.horizontal).natural
    return corner.room(above: wanted + Self.margin + corner.roomBeside <= width ? 0 : buttonCount)
  }

  private func cardWidth(in width: Int) -> Int {
    min(away.measured(.horizontal).natural, width - 2 * Self.margin)
  }

  override func allocate(width: Int, height: Int) {
    let wide = cardWidth(in: width)
    let x = max(Self.margin, min((width - wide) / 2, width - corner.roomBeside - wide))
    away.place(
      leading: x, top: 0, width: wide, height: height - bottom(in: width))
  }

  private func pointerCame() { isPointedAt = isMapped && window.map { $0.lastInput != .touch } ?? false }

  override func unmapped() { isPointedAt = false }

  /// Around the card, pointer events pass to the widgets below.
  override func contains(_ point: Point) -> Bool { false }

  override func dispose() {
    away.unparent()
    super.dispose()
  }

  // Points at the sides.
  private static let margin = 12

  /// The shown text; nil if the toast is hidden.
  var text: String? { card.text }

  /// Shows a sentence in place of the previous one, and announces it.
  ///
  /// - Parameters:
  ///   - title: The label of the button; nil for no button.
  ///   - act: The action of the button, which also hides the sentence.
  func show(_ text: String, button title: String? = nil, act: @escaping () -> Void = {}) {
    card.offer(title) { [weak self] in
      self?.hide()
      act()
    }
    visible = true
    card.show(text)
    wait()
  }

  /// Hides the toast; the action is not undone.
  func hide() {
    card.hide()
    end?.cancel()
    end = nil
    visible = false
  }

  private func dismiss() {
    hide()
    didDismiss?()
  }

  /// Runs the button's action; returns false if nothing is shown.
  @discardableResult
  func activateButton() -> Bool { card.activate() }

  private var buttonCount = 0
  private var corner = CornerButton.Corner(isNarrow: false)

  /// Leaves that many round buttons in a corner uncovered: the toast is beside them, or above them if it is too wide.
  func leaveFree(_ count: Int, in corner: CornerButton.Corner) {
    guard count != buttonCount || corner != self.corner else { return }
    (buttonCount, self.corner) = (count, corner)
    queueResize()
  }

  private func wait() {
    stepsLeft = Self.patience
    step()
  }

  private func step() {
    end?.cancel()
    end = afterStep { [weak self] in
      guard let self else { return }
      if isRead { stepsLeft -= 1 }
      if stepsLeft > 0 { step() } else { dismiss() }
    }
  }

  /// Whether the toast can be read, and is not about to be used. Otherwise its time is stopped.
  private var isRead: Bool {
    isMapped && window?.isActive == true && !isUnderCover && !containsFocus && !isPointedAt
  }
}
