import Gtk

/// A message as one builds it from GTK's own widgets: boxes and labels, the avatar round by CSS.
final class StockRow: Box, MessageView {
  private let avatar = Label()
  private let name = Label()
  private let time = Label()
  private let text = Label()
  private var shade = 0

  init() {
    super.init(.horizontal, spacing: 12)
    let head = Box(.horizontal, spacing: 12)
    let column = Box(.vertical, spacing: 2)
    avatar.addClass("bench-avatar")
    avatar.addClass("bench-shade-0")
    avatar.align(vertical: .start)
    name.addClass("bench-name")
    name.setHorizontalPlace(0)
    name.isHorizontallyExpanding = true
    name.ellipsize()
    time.addClass("bench-time")
    text.wrap(maxCharacters: -1, isCentered: false)
    text.setHorizontalPlace(0)
    column.isHorizontallyExpanding = true
    head.append(name, time)
    column.append(head, text)
    append(avatar, column)
    setMargins(start: 12, end: 12, top: 6, bottom: 6)
  }

  func show(_ message: BenchMessage, extra: Int) {
    avatar.text = message.initial
    name.text = message.name
    time.text = message.time
    text.text = message.text
    setMargins(start: 12, end: 12, top: 6, bottom: 6 + extra)
    guard shade != message.shade else { return }
    avatar.removeClass("bench-shade-\(shade)")
    shade = message.shade
    avatar.addClass("bench-shade-\(shade)")
  }

  /// To be installed once, before the first row.
  static func installStyle() {
    let sheet = StyleSheet()
    sheet.load(
      """
      .bench-avatar { min-width: 36px; min-height: 36px; border-radius: 18px; color: white; font-weight: 600; }
      .bench-shade-0 { background-color: #3584e4; } .bench-shade-1 { background-color: #2ec27e; }
      .bench-shade-2 { background-color: #e66100; } .bench-shade-3 { background-color: #9141ac; }
      .bench-name { font-weight: 600; } .bench-time { font-size: 9pt; opacity: 0.6; }
      """)
    sheet.install(.application)
  }
}
