import AppBase
import Backscroll
import Gtk
import Translation

/// A sentence over the messages about what was done, with a button that takes it back or shows it. It moves no row, and covers no
/// round button. A finger swipes it away.
final class ChatToast: CustomWidget {
  /// What is to be seen of it.
  let card = Bin()
  let away: SwipeAway
  private let log = EventLog("toast")
  private let label = Label()
  private let button = Button("")
  private var act: (() -> Void)?
  /// The pointer has come to it or has left it. Meanwhile it must not move: a press is about to come.
  var didChangePointed: ((Bool) -> Void)?
  /// Whether the pointer is on it. A finger that has touched it leaves a pointer there.
  private var isPointedAt = false { didSet { if isPointedAt != oldValue { didChangePointed?(isPointedAt) } } }
  /// It was closed, or its time is over: what was done stays.
  var didDismiss: (() -> Void)?
  private var end: DeferredCall?
  /// Steps of a second until it goes by itself.
  private var stepsLeft = 0

  /// Seconds that it stays while it can be read: long enough to read it and to go to the button.
  static let patience = 12

  /// Calls after a second, by the clock that it goes by.
  var afterStep: (@escaping @MainActor () -> Void) -> DeferredCall? = { MainLoop.after(seconds: 1, $0) }

  override init() {
    let close = Button(closing: tr("Close"))
    away = SwipeAway(card)
    super.init()
    card.addClass("bs-toast")
    setAccessibleRole(.status)
    valign = .end
    away.setParent(self)
    away.didSwipeAway = { [weak self] in
      self?.log.debug("swiped-away")
      self?.dismiss()
    }
    label.ellipsize()
    button.addClass("bs-button")
    button.clicked.connect(weak: self) { $0.activateButton() }
    close.clicked.connect(weak: self) { $0.dismiss() }
    for part in [label, button, close] { part.valign = .center }
    let row = Box(.horizontal, spacing: 8)
    row.append(label, button, close)
    card.child = row
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
    let inner = away.measured(.vertical).natural
    return Measure(minimum: inner + bottom(in: size))
  }

  /// Points from the list's bottom edge: beside the round buttons, if it fits there.
  private func bottom(in width: Int) -> Int {
    let wanted = away.measured(.horizontal).natural
    return corner.room(above: wanted + Self.margin + corner.roomBeside <= width ? 0 : buttonCount)
  }

  override func allocate(width: Int, height: Int) {
    let wanted = away.measured(.horizontal).natural
    let wide = min(wanted, width - 2 * Self.margin)
    let x = max(Self.margin, min((width - wide) / 2, width - corner.roomBeside - wide))
    away.place(
      leading: x, top: 0, width: wide, height: height - bottom(in: width))
  }

  private func pointerCame() { isPointedAt = isMapped && window?.isTouched == false }

  override func unmapped() { isPointedAt = false }

  /// Around the card the pointer is for what is below.
  override func contains(_ point: Point) -> Bool { false }

  override func dispose() {
    away.unparent()
    super.dispose()
  }

  // Points: at the sides.
  private static let margin = 12

  /// What is shown; nil for nothing.
  var text: String? { visible ? label.text : nil }

  /// Shows a sentence in place of the one before, and announces it.
  ///
  /// - Parameter act: What the button does, which hides the sentence.
  func show(_ text: String, button title: String, act: @escaping () -> Void) {
    button.label = title
    show(text, act)
  }

  /// Shows a sentence about which nothing can be done.
  func show(_ text: String) { show(text, nil) }

  private func show(_ text: String, _ act: (() -> Void)?) {
    self.act = act
    label.text = text
    button.visible = act != nil
    visible = true
    setAccessibleLabel(text)
    announce(text)
    wait()
  }

  /// Hides it; what was done stays.
  func hide() {
    act = nil
    end?.cancel()
    end = nil
    visible = false
  }

  private func dismiss() {
    hide()
    didDismiss?()
  }

  /// Does what the button does; returns false if nothing is shown.
  @discardableResult
  func activateButton() -> Bool {
    guard let act else { return false }
    hide()
    act()
    return true
  }

  private var buttonCount = 0
  private var corner = CornerButton.Corner(isNarrow: false)

  /// Leaves so many round buttons in a corner free: it stands beside them, or above them if it is too wide.
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

  /// Whether it can be read, and nothing is about to be done with it. Otherwise its time stands still.
  private var isRead: Bool {
    isMapped && window?.isActive == true && !isUnderCover && !containsFocus && !isPointedAt
  }
}
