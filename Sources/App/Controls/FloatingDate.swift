import AppBase
import Gtk
import Translation

/// The day of the topmost message, above the list while the reader scrolls. It can be a button, which stays while the
/// pointer is over it; see ``takePresses(of:)``.
package final class FloatingDate: Bin {
  /// The button was pressed.
  package var didActivate: (() -> Void)?
  /// It leaves the screen, with all that belongs to it.
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
  /// Where the pointer is over ``overlay``.
  private var pointer: Point?
  private var day: String?
  /// The day that is visible.
  package private(set) var shownDay: String?

  /// The time that it stays after the last movement of the list, or of the pointer over the list, which may be on its way to
  /// the button.
  private static let lingering = Duration.seconds(2)
  /// Points: its distance from the top of the list, and the least distance to a day pill of the list, which would repeat
  /// it.
  package static let top = 10
  package static let pillDistance = 28.0
  /// The height of what is seen of it, in points: with large text more than usual.
  package var pillHeight: Double { Double(pill.height) }

  /// Points around a button that take presses too.
  private static let reach = 8
  /// Points below a button in which the pointer keeps it: it may be on its way, however slowly.
  private static let approach = 96.0

  /// The clock that it goes by.
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
    // The keyboard has an action; a press leaves the focus where it is.
    button.focusable = false
    button.setAccessibleLabel(tr("Go to Date"))
    button.setAccessibleKeys("Control+G")
    button.clicked.connect(weak: self) { $0.didActivate?() }
    setAccessibleHidden(true)
    return button
  }

  /// Takes presses on the pill and around it from `overlay`, which contains it. The pointer itself goes through the pill, so
  /// that a wheel scrolls what is below.
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

  /// The pointer is at a point of the overlay, or has left it.
  package func pointerMoved(to point: Point?) {
    // GTK tells the place again when what is below the pointer has moved.
    guard pointer != point else { return }
    pointer = point
    if isMoving, point != nil { lastMovement = timing.now() }
    updateHover()
  }

  /// Tells whether the pointer is over the button, which may have come to a pointer at rest.
  private func updateHover() { isHovered = pointer.map(isHit) ?? false }

  /// Whether the pointer is on the button or so near that it may be on its way to it.
  private var isPointerNear: Bool {
    guard isButton, let pointer, window?.isTouched != true, let here = overlay?.convert(pointer, to: self)
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

  /// Something that belongs to it is open, so it stays.
  package var isOpen = false { didSet { if isOpen != oldValue { update() } } }

  /// The reader has moved the list.
  package func noteMovement() {
    lastMovement = timing.now()
    guard !isMoving else { return }
    isMoving = true
    waitForRest(Self.lingering)
  }

  /// One timer for the whole movement: a wheel emits a hundred steps a second.
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
    // A day pill of the list stands in for it also while the choice of a date is open.
    shownDay = (isOpen || isMoving) && day != nil ? label.text : nil
    let isShown = shownDay != nil
    pill.setClass("shown", isShown)
    if isButton, isShown != wasShown { setAccessibleHidden(!isShown) }
  }
}
