import AppBase
import Gtk
import Translation

/// Says above a page what its tab is for, and that it is no part of the chats. Closed, it never comes back.
final class TabNote: Box {
  /// The user has closed the note, which is still there.
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
  /// What a person who came for the chats asks on the tab.
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
