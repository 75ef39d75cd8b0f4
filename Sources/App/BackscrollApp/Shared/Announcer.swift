import Gtk

/// Announces messages to screen readers.
///
/// GTK 4.8 has no function for it (`gtk_accessible_announce` is of 4.14). This invisible alert changes its name and is
/// hidden and shown again, which emits accessibility events.
final class Announcer: CustomWidget {
  /// The last announcement.
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
    setAccessibleHidden(true)
    setAccessibleLabel(new)
    setAccessibleHidden(false)
  }
}

/// A window that can announce.
@MainActor
protocol Announcing: Window {
  var announcer: Announcer { get }
}

extension Widget {
  /// Announces `text` to screen readers if the widget is mapped and its window is ``Announcing``.
  func announce(_ text: String) {
    if isMapped { (window as? any Announcing)?.announcer.say(text) }
  }

  /// Announces a text also while the widget is out of sight, if its window is not.
  func announceFromAnyTab(_ text: String) {
    if let window, window.isMapped { (window as? any Announcing)?.announcer.say(text) }
  }
}
