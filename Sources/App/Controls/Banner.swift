import Gtk
import Translation

/// A sentence about an error, with a button that closes it, and a button for a remedy.
package final class Banner: Bin {
  /// A remedy for the error: the button's label, and the action that it runs, such as "win.reopen".
  package struct Action: Equatable {
    package let label: String
    package let action: String

    package init(label: String, action: String) {
      self.label = label
      self.action = action
    }
  }

  /// Called when the user has closed the banner.
  package var didClose: (() -> Void)?
  private let label = Label()
  private let actionButton = Button("")

  package init() {
    let close = Button(closing: tr("Close"))
    let disc = Disc(Image(iconName: "dialog-warning-symbolic", size: 16), cssClass: "bs-disc")
    super.init()
    addClass("bs-banner")
    setAccessibleRole(.alert)
    label.wrap(maxCharacters: 80, isCentered: false)
    label.xalign = 0
    close.clicked.connect(weak: self) { banner in
      banner.text = nil
      banner.didClose?()
    }
    actionButton.addClass("bs-button")
    actionButton.visible = false
    child = NoticeRow(disc, label, action: actionButton, close: close)
    visible = false
  }

  /// The remedy; nil for none.
  package var action: Action? {
    didSet {
      guard action != oldValue else { return }
      actionButton.visible = action != nil
      guard let action else { return }
      actionButton.label = action.label
      actionButton.setDetailedActionName(action.action)
    }
  }

  /// The sentence. Nil hides the banner. A new text is announced.
  package var text: String? {
    get { shown }
    set {
      let isNew = newValue != shown
      update(newValue)
      if isNew, let newValue { announce(newValue) }
    }
  }

  private var shown: String?

  /// Sets the text without announcing it, as for each number of a countdown.
  package func update(_ text: String?) {
    shown = text
    label.text = text ?? ""
    visible = text != nil
    setAccessibleLabel(text ?? "")
  }
}
