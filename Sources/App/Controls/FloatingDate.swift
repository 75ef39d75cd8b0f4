import AppBase
import Gtk
import Translation

/// The day of the topmost message, above the list while the reader scrolls. It can be a button, which stays while the
/// pointer is over it; see ``takePresses(of:)``.
package final class FloatingDate: Bin {
  /// Called when the button was pressed.
  package var didActivate: (() -> Void)?
  /// Called when the widget leaves the screen; close a popover that belongs to it.
  package var didUnmap: (() -> Void)?
  private let label = Label()
  private let pill = Box(.horizontal, spacing: 6)
  private let isButton: Bool
  private let timing: Timing
  private var lastMovement = ContinuousClock.now
  private var isMoving = false
  private var isHovered = false {
    didSet { if isHovered != oldValue { pill.setClass("hovered", isHovered) } }
  }
  private var isPressed = false
  private weak var overlay: Widget?
  /// The pointer's place over ``overlay``.
  private var pointer: Point?
  private var day: String?
  /// The day that is visible.
  package private(set) var shownDay: String?

  /// The time for which the date stays after the last movement of the list, or of the pointer over the list, which may
  /// be moving to the button.
  private static let lingering = Duration.seconds(2)
  /// Points: the distance from the top of the list, and the least distance to a day pill of the list, which would
  /// repeat the date.
  package static let top = 10
  package static let pillDistance = 28.0
  /// The height of the visible pill, in points. It is larger with large text.
  package var pillHeight: Double { Double(pill.height) }

  /// Points around a button within which it takes presses.
  private static let reach = 8
  /// Points below a button within which the pointer keeps it visible, since it may be moving to the button slowly.
  private static let approach = 96.0

  /// The clock and the timer. Tests replace them.
  @MainActor
  package struct Timing {
    var now: () -> ContinuousClock.Instant = { .now }
    var after: (_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> Void = {
      MainLoop.after(seconds: $0, $1)
    }
  }

  package init(isButton: Bool = false, timing: Timing = Timing()) {
    self.isButton = isButton
    self.timing = timing
    super.init()
    halign = .center
    valign = .start
    setMargins(top: isButton ? Self.top - Self.reach : Self.top)
    canTarget = false
    pill.addClass("bs-floating-date")
    pill.append(label)
    child = isButton ? makeButton() : pill
  }

  private func makeButton() -> Widget {
    pill.append(Image(iconName: "pan-down-symbolic", size: 12))
    let button = Button(child: pill)
    button.addClass("bs-date-button")
    // The keyboard uses an action, and a press does not move the focus.
    button.focusable = false
    button.setAccessibleLabel(tr("Go to Date"))
    button.setAccessibleKeys("Control+G")
    button.clicked.connect(weak: self) { $0.didActivate?() }
    setAccessibleHidden(true)
    return button
  }

  /// Takes presses on the pill and around it from `overlay`, which contains it. Other pointer events pass through the
  /// pill, so that a wheel scrolls the list below.
  package func takePresses(of overlay: Widget) {
    self.overlay = overlay
    let click = GestureClick()
    click.propagationPhase = .capture
    click.pressed.connect(weak: self) { [weak click] date, _, x, y in
      date.isPressed = date.isHit(Point(x: x, y: y))
      if date.isPressed { click?.set(.claimed) }
    }
    click.released.connect(weak: self) { date, _, x, y in
      if date.isPressed, date.isHit(Point(x: x, y: y)) { date.didActivate?() }
      date.isPressed = false
    }
    overlay.add(click)
    let motion = MotionController()
    motion.moved.connect(weak: self) { $0.pointerMoved(to: Point(x: $1, y: $2)) }
    motion.left.connect(weak: self) { $0.pointerMoved(to: nil) }
    overlay.add(motion)
  }

  /// Follows the pointer to a point of the overlay; nil if it has left.
  package func pointerMoved(to point: Point?) {
    // GTK reports the place again when the widgets below the pointer have moved.
    guard pointer != point else { return }
    pointer = point
    if isMoving, point != nil { lastMovement = timing.now() }
    updateHover()
  }

  /// Updates whether the pointer is over the button, which may also have moved below a resting pointer.
  private func updateHover() { isHovered = pointer.map(isHit) ?? false }

  /// Whether the pointer is on the button, or near enough to be moving to it.
  private var isPointerNear: Bool {
    guard isButton, let pointer, window?.lastInput != .touch, let here = overlay?.convert(pointer, to: self)
    else { return false }
    return here.y < Double(height) + Self.approach
  }

  /// Whether a point of the overlay is on the button.
  private func isHit(_ point: Point) -> Bool {
    guard shownDay != nil, let here = overlay?.convert(point, to: self) else { return false }
    return here.x >= 0 && here.y >= 0 && here.x < Double(width) && here.y < Double(height)
  }

  package override func unmapped() {
    pointerMoved(to: nil)
    didUnmap?()
  }

  /// Whether a popover that belongs to the date is open, so that the date stays.
  package var isOpen = false { didSet { if isOpen != oldValue { update() } } }

  /// Notes that the reader has moved the list.
  package func noteMovement() {
    lastMovement = timing.now()
    guard !isMoving else { return }
    isMoving = true
    waitForRest(Self.lingering)
  }

  /// Waits for the end of the movement, with one timer for all of it: a wheel emits a hundred steps a second.
  private func waitForRest(_ time: Duration) {
    timing.after(time / .seconds(1)) { [weak self] in
      guard let self else { return }
      updateHover()
      let left = isPointerNear ? Self.lingering : Self.lingering - (timing.now() - lastMovement)
      if left > .zero { return waitForRest(left) }
      isMoving = false
      update()
    }
  }

  /// Shows a day while the list moves; nil hides it.
  package func show(_ day: String?) {
    if let day { label.text = day }
    self.day = day
    update()
  }

  private func update() {
    let wasShown = shownDay != nil
    // A day pill of the list replaces the date also while the date popover is open.
    shownDay = (isOpen || isMoving) && day != nil ? label.text : nil
    let isShown = shownDay != nil
    pill.setClass("shown", isShown)
    if isButton, isShown != wasShown { setAccessibleHidden(!isShown) }
  }
}
