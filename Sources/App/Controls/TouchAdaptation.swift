import Gtk

/// Tells of keys, such as those of a button. It is hidden while fingers are used: they have a screen's keyboard at most, which
/// has no such keys.
package final class KeyHint: Bin {
  private var changes: SignalHandle?

  package init(_ content: Widget) {
    super.init()
    child = content
  }

  package override class var accessibleRole: AccessibleRole { .presentation }

  package override func rooted() {
    changes = window?.notify("css-classes").connect(weak: self) { $0.update() }
    update()
  }

  package override func unrooted() {
    changes?.disconnect()
    changes = nil
  }

  private func update() { visible = window?.isForTouch != true }
}

extension Widget {
  /// Focuses a field that a person will probably type in next, unless fingers are used: a field with the focus opens the
  /// screen's keyboard, which covers half of the window, and typing is not what was asked for. In a narrow window with a
  /// touchscreen fingers are expected until something else is used. Returns whether it did.
  @discardableResult
  package func takeFocusToType() -> Bool {
    guard let window, !window.isTouched,
      !(window.mayBeTouched && window.expectedWidth < AdaptiveRoot.narrowBelow)
    else {
      return false
    }
    return takeFocus()
  }
}
