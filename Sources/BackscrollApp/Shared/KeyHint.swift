import Gtk

/// Tells of keys, such as those of a button. It is hidden while fingers are used: they have a screen's keyboard at most, which
/// has no such keys.
final class KeyHint: Bin {
  private var changes: SignalHandle?

  init(_ content: Widget) {
    super.init()
    child = content
  }

  override class var accessibleRole: AccessibleRole { .presentation }

  override func rooted() {
    changes = window?.notify("css-classes").connect(weak: self) { $0.update() }
    update()
  }

  override func unrooted() {
    changes?.disconnect()
    changes = nil
  }

  private func update() { visible = window?.isForTouch != true }
}
