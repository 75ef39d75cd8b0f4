import Gtk
import Translation

/// Lies over the page while files hover over the window, and says what letting them go will do.
final class DropHint: Box {
  private let title = Label()
  private let text = Label()

  init() {
    super.init(.vertical)
    addClass("bs-drop")
    // The drag goes to what lies below.
    canTarget = false
    let frame = Box(.vertical)
    let column = Box(.vertical, spacing: 12)
    column.align(horizontal: .center, vertical: .center)
    for each in [frame, column] {
      each.isVerticallyExpanding = true
      each.isHorizontallyExpanding = true
    }
    let disc = Disc(Image(iconName: "document-save-symbolic", size: 32), cssClass: "bs-status-disc")
    disc.align(horizontal: .center)
    title.addClass("bs-status-title")
    title.wrap(maxCharacters: 40)
    text.addClass("bs-status-text")
    text.wrap(maxCharacters: 40)
    column.append(disc, title, text)
    frame.append(column)
    append(frame)
    isVisible = false
  }

  /// `order`: what would be imported; nil: archives would be opened.
  func show(_ order: ImportOrder?) {
    title.text = order == nil ? tr("Drop to open") : tr("Drop to import")
    text.text = order.map(ImportWords.destination) ?? tr("Each archive gets a window of its own.")
    text.isVisible = !text.text.isEmpty
    isVisible = true
  }
}
