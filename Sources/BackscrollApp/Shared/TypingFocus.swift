import Gtk

extension Widget {
  /// Focuses a field that a person will probably type in next, unless fingers are used: a field with the focus opens the
  /// screen's keyboard, which covers half of the window, and typing is not what was asked for. In a narrow window with a
  /// touchscreen fingers are expected until something else is used. Returns whether it did.
  @discardableResult
  func takeFocusToType() -> Bool {
    guard let window, !window.isTouched,
      !(window.mayBeTouched && window.expectedWidth < AdaptiveRoot.narrowBelow)
    else {
      return false
    }
    return takeFocus()
  }
}
