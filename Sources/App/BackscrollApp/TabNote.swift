import AppBase
import Gtk
import Translation

/// A note above a page which explains the purpose of its tab. Once closed, it is not shown again.
final class TabNote: Box {
  /// Called when the user has closed the note, which is still visible.
  var didClose: (() -> Void)?

  /// Nil for a tab that needs none.
  init?(_ tab: Tab) {
    guard let text = tab.note else { return nil }
    super.init(.horizontal, spacing: 10)
    addClass("bs-sample")
    setAccessibleRole(.group)
    setAccessibleLabel(text)
    let words = Label(text)
    words.addClass("bs-sample-words")
    words.wrap(maxCharacters: 120, isCentered: false)
    words.xalign = 0
    words.hexpand = true
    let close = Button(closing: tr("Close"))
    close.valign = .center
    close.clicked.connect(weak: self) { $0.didClose?() }
    append(Image(tab.symbol), words, close)
  }
}

extension Tab {
  /// The answer to the question why the tab is there.
  fileprivate var note: String? {
    switch self {
    case .chat: nil
    case .lab:
      tr("{purpose} Your chats use the last two.", ["purpose": purpose])
    case .feed, .carousel, .picker:
      tr("{purpose}. A showcase for makers of apps, no part of your chats.", ["purpose": purpose])
    }
  }
}
