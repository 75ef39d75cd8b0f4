import Gtk

/// The day of what is at the top of the list, over it, while the reader scrolls.
final class FloatingDate: Box {
  private let label = Label()
  /// Goes up with each movement: only the last one's time is waited for.
  private var movement = 0
  private var isMoving = false

  /// Seconds it stays after the last movement.
  private static let lingering = 1.0
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
    movement += 1
    let current = movement
    isMoving = true
    MainLoop.after(seconds: Self.lingering) { [weak self] in
      guard let self, movement == current else { return }
      isMoving = false
      setClass("shown", false)
    }
  }

  /// Shows a day while the list moves; nil: nothing, because something else there says it.
  func show(_ day: String?) {
    if let day { label.text = day }
    setClass("shown", isMoving && day != nil)
  }
}
