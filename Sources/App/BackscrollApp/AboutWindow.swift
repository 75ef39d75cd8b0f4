import AppBase
import Controls
import Gtk
import Translation

/// The window with the program's description, version and licence.
///
/// GTK's own dialog is at least 430 points wide.
final class AboutWindow: PageWindow {
  private static let logo = 128

  init() {
    let page = Box(.vertical, spacing: 12)
    page.setMargins(start: 18, end: 18, top: 18, bottom: 24)
    page.valign = .center
    super.init(
      tr("About Backscroll"), page: page, column: 480, width: 400, height: .usual(640))
    let icon = Symbol.program
    // GTK shows a broken image for an unknown name.
    if IconTheme.current?.hasIcon(icon) == true { page.append(Image(iconName: icon, size: Self.logo)) }
    let lines = [
      ("Backscroll", "bs-status-title"), (Program.version, "bs-caption"),
      (tr("Read a chat archive of any size, with scrolling that never jumps."), "bs-status-text"),
    ]
    for (text, cssClass) in lines { page.append(Self.makeLine(text, cssClass)) }
    page.append(Self.makeTabs())
    page.append(
      Self.makeLine(tr("Free software under the MIT License, without any warranty."), "bs-caption"))
  }

  override func present(over other: Window) {
    super.present(over: other)
    // GTK focuses the first widget that takes it, which looks as if it were selected. The keyboard starts with the text, which
    // it scrolls, and with a ring.
    focusWidget = lastInput == .keyboard ? scroller : nil
  }

  private static func makeLine(_ text: String, _ cssClass: String) -> Label {
    let label = Label(text)
    label.addClass(cssClass)
    label.wrap(maxCharacters: 48)
    return label
  }

  /// The purpose of the tabs that do not belong to a chat.
  private static func makeTabs() -> Widget {
    let rows = Box(.vertical, spacing: 8)
    rows.setMargins(top: 6)
    rows.append(
      makeLine(
        tr("Lab, Feed, Carousel and Picker show the same scrolling at work on other things."),
        "bs-status-text"))
    for tab in Tab.allCases {
      let row = Box(.horizontal, spacing: 10)
      let picture = Image(tab.symbol)
      picture.valign = .start
      let words = Label("\(tab.title): \(tab.purpose)")
      words.addClass("bs-caption")
      words.wrap(maxCharacters: 48, isCentered: false)
      words.xalign = 0
      words.hexpand = true
      row.append(picture, words)
      rows.append(row)
    }
    return rows
  }
}
