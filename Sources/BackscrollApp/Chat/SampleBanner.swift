import Gtk
import Translation

/// Says above the demo that it is one, and offers to import chats. Closed, it never comes back.
final class SampleBanner: Box {
  /// The user has closed the banner, which is still there.
  var didClose: (() -> Void)?

  init() {
    super.init(.horizontal, spacing: 10)
    addClass("bs-sample")
    setAccessibleRole(.group)
    let name = Label(tr("Sample conversation."))
    name.addClass("bs-sample-name")
    let words = Label(tr("Import your own chats: drop a file here, or choose one."))
    words.ellipsize()
    words.xalign = 0
    words.hexpand = true
    let choose = Button(tr("Import…"))
    choose.addClass("bs-button")
    choose.addClass("primary")
    choose.setDetailedActionName("win.import")
    let close = Button(iconName: "window-close-symbolic")
    close.addClass("bs-flat")
    close.tooltipText = tr("Close")
    close.setAccessibleLabel(tr("Close"))
    close.clicked.connect(weak: self) { $0.didClose?() }
    for button in [choose, close] { button.valign = .center }
    setAccessibleLabel([name.text, words.text].joined(separator: " "))
    append(Image(.chat), name, words, choose, close)
  }
}
