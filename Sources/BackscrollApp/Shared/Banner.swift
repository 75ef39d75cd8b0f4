import Gtk
import Translation

/// A sentence about an error, with a button that closes it.
final class Banner: Box {
  /// The user has closed the banner.
  var didClose: (() -> Void)?
  private let label = Label()

  init() {
    super.init(.horizontal, spacing: 12)
    addClass("bs-banner")
    setAccessibleRole(.alert)
    let disc = Disc(Image(iconName: "dialog-warning-symbolic", size: 16), cssClass: "bs-disc")
    label.wrap(maxCharacters: 80, isCentered: false)
    label.xalign = 0
    label.hexpand = true
    let close = Button(iconName: "window-close-symbolic")
    close.addClass("bs-flat")
    close.valign = .center
    close.tooltipText = tr("Close")
    close.setAccessibleLabel(tr("Close"))
    close.clicked.connect(weak: self) { banner in
      banner.text = nil
      banner.didClose?()
    }
    append(disc, label, close)
    visible = false
  }

  /// Nil hides the banner.
  var text: String? {
    didSet {
      label.text = text ?? ""
      visible = text != nil
      setAccessibleLabel(text ?? "")
      if let text, text != oldValue { announce(text) }
    }
  }
}
