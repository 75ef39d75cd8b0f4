import Gtk

/// Announces messages to screen readers.
///
/// GTK 4.8 has no function for it (`gtk_accessible_announce` exists since 4.14). This invisible alert changes its name
/// and is hidden and shown again, which emits accessibility events.
package final class Announcer: CustomWidget {
  /// The last announcement.
  package private(set) var text = ""

  package override init() {
    super.init()
    canTarget = false
  }

  package override class var cssName: String { "announcer" }
  package override class var accessibleRole: AccessibleRole { .alert }

  package func say(_ new: String) {
    guard !new.isEmpty else { return }
    text = new
    setAccessibleHidden(true)
    setAccessibleLabel(new)
    setAccessibleHidden(false)
  }
}

/// A window that can announce.
@MainActor
package protocol Announcing: Window {
  var announcer: Announcer { get }
}

extension Widget {
  /// Announces `text` to screen readers if the widget is mapped and its window is ``Announcing``.
  package func announce(_ text: String) {
    if isMapped { (window as? any Announcing)?.announcer.say(text) }
  }

  /// Announces a text also while the widget is hidden, if its window is not.
  package func announceFromAnyTab(_ text: String) {
    if let window, window.isMapped { (window as? any Announcing)?.announcer.say(text) }
  }
}
