import Gtk

/// A sentence above the composer about something that went wrong, until it is closed or mended.
final class Banner: Box {
  private let label = Label()

  init() {
    super.init(.horizontal, spacing: 12)
    addClass("bs-banner")
    let disc = Box(.horizontal)
    disc.addClass("bs-disc")
    disc.align(vertical: .center)
    let icon = Image(iconName: "dialog-warning-symbolic", size: 16)
    icon.isHorizontallyExpanding = true
    icon.align(horizontal: .center, vertical: .center)
    disc.append(icon)
    label.wrap(maxCharacters: 80)
    label.setHorizontalPlace(0)
    label.isHorizontallyExpanding = true
    let close = Button(iconName: "window-close-symbolic")
    close.addClass("bs-flat")
    close.align(vertical: .center)
    close.setAccessibleLabel("Close")
    close.clicked.connect(weak: self) { $0.text = nil }
    append(disc, label, close)
    isVisible = false
  }

  /// Nil hides the banner.
  var text: String? {
    didSet {
      label.text = text ?? ""
      isVisible = text != nil
    }
  }
}
