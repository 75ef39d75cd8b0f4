import Gtk

/// The day of what is at the top of the list, over it, while the reader scrolls.
final class FloatingDate: Box {
  private let label = Label()
  private var lastMovement = ContinuousClock.now
  private var isMoving = false
  /// What is to be seen of it.
  private(set) var shownDay: String?

  /// How long it stays after the last movement.
  private static let lingering = Duration.seconds(1)
  /// Where it stands, in points from the list's top; and how near a day pill of the list may come, which says the
  /// same.
  static let top = 10
  static let pillDistance = 28.0

  init() {
    super.init(.horizontal)
    addClass("bs-floating-date")
    align(horizontal: .center, vertical: .start)
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

  /// One timer for a whole movement: a wheel makes a hundred steps a second.
  private func waitForRest(_ time: Duration) {
    MainLoop.after(seconds: time / .seconds(1)) { [weak self] in
      guard let self else { return }
      let left = Self.lingering - (.now - lastMovement)
      if left > .zero { return waitForRest(left) }
      isMoving = false
      show(nil)
    }
  }

  /// Shows a day while the list moves; nil: nothing, because something else there says it.
  func show(_ day: String?) {
    if let day { label.text = day }
    shownDay = isMoving ? day : nil
    setClass("shown", shownDay != nil)
  }
}
