import ArchiveWords
import Controls
import Gtk
import Importing
import Translation
import Watching

/// Tells in the sidebar what has come from a folder that the archive is kept up to date with. It counts up in its place.
package final class ArrivalNotice: Box {
  /// Called when the notice was pressed.
  var didChoose: (() -> Void)?
  /// Called when it was closed.
  package var didClose: (() -> Void)?

  private let title = Label()
  private let note = Label()
  private let button: Button
  private let close = Button(closing: tr("Close"))

  init() {
    let lines = Box(.vertical)
    for label in [title, note] {
      label.xalign = 0
      label.ellipsize()
      lines.append(label)
    }
    note.addClass("bs-caption")
    lines.valign = .center
    let content = Box(.horizontal, spacing: 12)
    content.append(Image(iconName: "folder-download-symbolic", size: 16), lines)
    button = Button(child: content)
    button.hexpand = true
    button.addClass("bs-arrivals-words")
    close.valign = .center
    super.init(.horizontal)
    addClass("bs-arrivals")
    setAccessibleRole(.status)
    append(button, close)
    visible = false
    button.clicked.connect(weak: self) { $0.didChoose?() }
    close.clicked.connect(weak: self) { $0.didClose?() }
  }

  /// Shows what has come; nil hides the notice.
  package func show(_ news: WindowFolders.News?) {
    // If a widget is hidden with the focus, and its window is closed before the next frame, GTK keeps the window for
    // ever.
    if news == nil, containsFocus { window?.focusWidget = nil }
    visible = news != nil
    guard let news else { return }
    title.text = FolderWords.news(news.messages, chats: news.chats.count)
    note.text = tr(
      "From {folder}, {time}",
      ["folder": FolderWords.name(news.folder), "time": FolderWords(now: news.time).moment(news.time)])
    button.setAccessibleLabel([title.text, note.text].joined(separator: ", "))
    button.tooltipText = tr("Show Unread Chats")
  }

  /// The shown texts.
  package var texts: [String] { visible ? [title.text, note.text] : [] }
}
