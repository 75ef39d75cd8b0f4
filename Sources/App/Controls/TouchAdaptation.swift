import Gtk

/// A hint about keys, such as those of a button. It is hidden while fingers are used, since a screen keyboard does not
/// have such keys.
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
  /// Focuses a field in which the user will probably type next, unless fingers are used: a focused field opens the
  /// screen keyboard, which covers half of the window, and typing was not requested. In a narrow window with a
  /// touchscreen, fingers are expected until another device is used. Returns whether the field has the focus.
  @discardableResult
  package func takeFocusToType() -> Bool {
    guard let window, window.lastInput != .touch,
      !(InputKind.mayBeTouch && window.expectedWidth < AdaptiveRoot.narrowBelow)
    else {
      return false
    }
    return takeFocus()
  }
}
