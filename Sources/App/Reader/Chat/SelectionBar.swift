import AppBase
import Controls
import Gtk
import Translation

/// The actions on the selected messages, in place of the composer.
final class SelectionBar: Box {
  /// An action on all selected messages.
  enum Choice: CaseIterable {
    case copy, bookmark, saveMedia, export

    fileprivate var title: String {
      switch self {
      case .copy: tr("Copy")
      case .bookmark: tr("Bookmark")
      case .saveMedia: tr("Save Media…")
      case .export: tr("Export…")
      }
    }

    fileprivate var iconName: String {
      switch self {
      case .copy: "edit-copy-symbolic"
      case .bookmark: "starred-symbolic"
      case .saveMedia: "folder-download-symbolic"
      case .export: "document-send-symbolic"
      }
    }
  }

  var didChoose: ((Choice) -> Void)?
  var didClose: (() -> Void)?

  private let count = Label()
  private var buttons: [Choice: Button] = [:]

  init() {
    super.init(.horizontal, spacing: 6)
    addClass("bs-selected-messages")
    setAccessibleRole(.group)
    let close = Button(closing: tr("End Selection"), style: .round)
    close.valign = .center
    close.clicked.connect(weak: self) { $0.didClose?() }
    count.addClass("bs-heading")
    count.xalign = 0
    count.ellipsize()
    count.hexpand = true
    append(close, count)
    for choice in Choice.allCases {
      let button = Button(child: WordsOrIcon(choice.title, iconName: choice.iconName))
      button.addClass("bs-button")
      button.valign = .center
      button.tooltipText = choice.title
      button.setAccessibleLabel(choice.title)
      button.clicked.connect(weak: self) { $0.didChoose?(choice) }
      buttons[choice] = button
      append(button)
    }
    // Its height counts while the composer is shown, so that nothing moves later.
    show(1)
  }

  /// Shows the number of selected messages.
  func show(_ selected: Int) {
    count.text = trn("{count} selected", "{count} selected", selected)
    setAccessibleLabel(count.text)
  }

  /// Shows whether the messages have media.
  func offerMedia(_ hasMedia: Bool) { buttons[.saveMedia]?.sensitive = hasMedia }
}
