import Gtk

/// Takes a drag back when something else comes first: another window, a second button or finger, Escape.
///
/// Escape and presses are looked for in the whole window: the hand is on one widget, the focus perhaps in another.
@MainActor
final class DragGuard {
  /// Whether there is a drag to take back.
  var isDragging: () -> Bool = { false }
  var cancel: () -> Void = {}

  private let keys = KeyController()
  private let presses = PressWatcher()
  private weak var window: Window?
  private var activity: SignalHandle?

  init() {
    keys.phase = .capture
    keys.keyPressed.connect(weak: self) { guarding, key, _, _ in
      Key.normal(key) == Key.escape && guarding.takeBack()
    }
    // No menu opens by the second button either.
    presses.intercept(weak: self) { guarding, press in
      if case .began = press { guarding.takeBack() } else { false }
    }
  }

  /// Watches a window, and none other any more.
  func watch(_ new: Window?) {
    window?.remove(keys)
    window?.remove(presses)
    activity?.disconnect()
    window = new
    new?.add(keys)
    new?.add(presses)
    activity = new?.notify("is-active").connect(weak: self) { guarding in
      if guarding.window?.isActive == false { guarding.takeBack() }
    }
  }

  @discardableResult
  private func takeBack() -> Bool {
    guard isDragging() else { return false }
    cancel()
    return true
  }
}
