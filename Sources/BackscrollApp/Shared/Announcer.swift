import Gtk

/// Says in passing what a screen reader's user would not see: that a page has come, or could not be loaded.
///
/// GTK 4.8 has no call for it. So this is an alert that nobody sees, which is named anew and taken in again each time:
/// the bus tells that its name has changed, and that the window has another child.
final class Announcer: CustomWidget {
  /// What was said last.
  private(set) var text = ""

  override init() {
    super.init()
    canTarget = false
  }

  override class var cssName: String { "announcer" }
  override class var accessibleRole: AccessibleRole { .alert }

  func say(_ new: String) {
    guard !new.isEmpty else { return }
    text = new
    isVisible = false
    setAccessibleLabel(new)
    isVisible = true
  }
}

/// A window with somebody to say things.
@MainActor
protocol Announcing: Window {
  var announcer: Announcer { get }
}

extension Widget {
  /// Has the window say something to those who do not see it; says nothing while the widget is off the screen.
  func announce(_ text: String) {
    if isMapped { (window as? any Announcing)?.announcer.say(text) }
  }
}
