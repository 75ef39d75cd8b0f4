import Gtk
import Translation

/// What the program is, its version and its licence.
///
/// GTK's own dialog is at least 430 points wide.
final class AboutWindow: PageWindow {
  private static let logo = 128

  init() {
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 18, end: 18, top: 18, bottom: 24)
    page.valign = .center
    super.init(tr("About Backscroll"), page: page, column: 480, width: 400)
    let icon = Symbol.program
    // GTK shows a broken image for an unknown name.
    if IconTheme.current?.hasIcon(icon) == true { page.append(Image(iconName: icon, size: Self.logo)) }
    let lines = [
      ("Backscroll", "bs-status-title"), (Program.version, "bs-caption"),
      (tr("Read a chat archive of any size, with scrolling that never jumps."), "bs-status-text"),
      (tr("Free software under the MIT License, without any warranty."), "bs-caption"),
    ]
    for (text, cssClass) in lines {
      let label = Label(text)
      label.addClass(cssClass)
      label.wrap(maxCharacters: 48)
      page.append(label)
    }
  }
}
