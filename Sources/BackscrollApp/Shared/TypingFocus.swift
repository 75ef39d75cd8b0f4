import Gtk

extension Widget {
  /// Focuses a field that a person will probably type in next, unless fingers are used: a field with the focus opens the
  /// screen's keyboard, which covers half of the window, and typing is not what was asked for. Returns whether it did.
  @discardableResult
  func takeFocusToType() -> Bool {
    guard window?.isTouched != true else { return false }
    return takeFocus()
  }
}
