import Gtk
import Translation

/// A sentence over the messages about what was done, with a button that takes it back or shows it. It moves no row.
final class ChatToast: Bin {
  private let label = Label()
  private let button = Button("")
  private var act: (() -> Void)?
  /// It was closed, or its time is over: what was done stays.
  var didDismiss: (() -> Void)?
  private var end: DeferredCall?

  /// Seconds that it stays, unless the focus is in it: long enough to read it and to go to the button.
  static let patience = 12.0

  init() {
    let close = Button(iconName: "window-close-symbolic")
    super.init()
    addClass("bs-toast")
    setAccessibleRole(.status)
    halign = .center
    valign = .end
    label.ellipsize()
    button.addClass("bs-button")
    button.clicked.connect(weak: self) { $0.activateButton() }
    close.addClass("bs-flat")
    close.tooltipText = tr("Close")
    close.setAccessibleLabel(tr("Close"))
    close.clicked.connect(weak: self) { $0.dismiss() }
    for part in [label, button, close] { part.valign = .center }
    let row = Box(.horizontal, spacing: 8)
    row.append(label, button, close)
    child = row
    let keys = KeyController()
    keys.keyPressed.connect(weak: self) { toast, key, _, _ in
      guard key == Key.escape else { return false }
      toast.dismiss()
      return true
    }
    add(keys)
    stayAbove(buttons: 0)
    visible = false
  }

  /// What is shown; nil for nothing.
  var text: String? { visible ? label.text : nil }

  /// Shows a sentence in place of the one before, and announces it.
  ///
  /// - Parameter act: What the button does, which hides the sentence.
  func show(_ text: String, button title: String, act: @escaping () -> Void) {
    self.act = act
    label.text = text
    button.label = title
    visible = true
    setAccessibleLabel(text)
    announce(text)
    wait()
  }

  /// Hides it; what was done stays.
  func hide() {
    act = nil
    end?.cancel()
    end = nil
    visible = false
  }

  private func dismiss() {
    hide()
    didDismiss?()
  }

  /// Does what the button does; returns false if nothing is shown.
  @discardableResult
  func activateButton() -> Bool {
    guard let act else { return false }
    hide()
    act()
    return true
  }

  /// Stays above the round buttons in the corner, or takes their height.
  func stayAbove(buttons count: Int) {
    setMargins(start: 12, end: 12, bottom: CornerButton.room(above: count))
  }

  private func wait() {
    end?.cancel()
    end = MainLoop.after(seconds: Self.patience) { [weak self] in
      guard let self else { return }
      if containsFocus { wait() } else { dismiss() }
    }
  }
}
