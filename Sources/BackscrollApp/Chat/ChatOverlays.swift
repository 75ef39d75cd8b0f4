import Gtk
import Translation

/// The round button that goes to the newest message, with the number of unread ones. It shows when the reader has left the
/// end.
final class JumpToEndButton: Box {
  private let button = Button(iconName: "go-down-symbolic")
  private let badge = Label()

  /// The button shows beyond this distance from the end, in points.
  static let distance = 80.0
  /// Larger numbers show as "99+".
  private static let countLimit = 99

  init() {
    super.init(.horizontal)
    halign = .end
    valign = .end
    setMargins(end: 18, bottom: 14)
    addClass("bs-jump")
    button.addClass("bs-round")
    button.addClass("floating")
    button.tooltipText = tr("Go to the newest message")
    button.setDetailedActionName("win.jump-to-end")
    button.setAccessibleKeys("Control+End")
    badge.addClass("bs-count")
    badge.halign = .center
    badge.valign = .start
    badge.canTarget = false
    badge.visible = false
    // The badge overlaps the button's edge by half, in this margin.
    button.setMargins(top: 7)
    let stack = Overlay(child: button)
    stack.addOverlay(badge)
    append(stack)
    isShown = false
    unread = 0
  }

  /// The style sheet fades the button. While hidden, it accepts neither clicks nor the focus.
  var isShown = true {
    didSet {
      guard isShown != oldValue else { return }
      setClass("shown", isShown)
      canTarget = isShown
      button.sensitive = isShown
      button.focusable = isShown
      button.setAccessibleHidden(!isShown)
    }
  }

  /// Number of messages that have arrived and were not seen.
  var unread = -1 {
    didSet {
      guard unread != oldValue else { return }
      badge.visible = unread > 0
      badge.text = unread > Self.countLimit ? tr("{count}+", ["count": "\(Self.countLimit)"]) : "\(unread)"
      let name = tr("Go to the newest message")
      button.setAccessibleLabel(
        unread > 0 ? tr("{name}, {unread}", ["name": name, "unread": Counted.unread(unread)]) : name)
    }
  }
}

/// The day of the topmost message, above the list while the reader scrolls.
final class FloatingDate: Box {
  private let label = Label()
  private var lastMovement = ContinuousClock.now
  private var isMoving = false
  /// The day that is visible.
  private(set) var shownDay: String?

  /// The time that it stays after the last movement.
  private static let lingering = Duration.seconds(1)
  /// Points: its distance from the top of the list, and the least distance to a day pill of the list, which would repeat
  /// it.
  static let top = 10
  static let pillDistance = 28.0

  init() {
    super.init(.horizontal)
    addClass("bs-floating-date")
    halign = .center
    valign = .start
    setMargins(top: Self.top)
    canTarget = false
    append(label)
  }

  /// The reader has moved the list.
  func noteMovement() {
    lastMovement = .now
    guard !isMoving else { return }
    isMoving = true
    waitForRest(Self.lingering)
  }

  /// One timer for the whole movement: a wheel emits a hundred steps a second.
  private func waitForRest(_ time: Duration) {
    MainLoop.after(seconds: time / .seconds(1)) { [weak self] in
      guard let self else { return }
      let left = Self.lingering - (.now - lastMovement)
      if left > .zero { return waitForRest(left) }
      isMoving = false
      show(nil)
    }
  }

  /// Shows a day while the list moves; nil hides it.
  func show(_ day: String?) {
    if let day { label.text = day }
    shownDay = isMoving ? day : nil
    setClass("shown", shownDay != nil)
  }
}
