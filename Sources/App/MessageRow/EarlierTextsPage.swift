import Gtk
import Translation

/// An earlier text of a message.
package struct EarlierText: Equatable {
  /// The time at which the text was replaced: "18:44", with the day if it differs.
  package var until: String
  package var text: String

  package init(until: String, text: String) {
    self.until = until
    self.text = text
  }
}

/// The earlier texts of a message in a popover, the newest first.
final class EarlierTextsPage: Box {
  /// Points; beyond this height the texts scroll.
  private static let size = (width: 296, height: 216)
  /// The most texts of a message, and the most bytes of each, that are shown.
  private static let limits = (texts: 50, bytes: 4_000)

  init(_ texts: [EarlierText]) {
    super.init(.vertical)
    let list = Box(.vertical, spacing: 10)
    for text in texts.prefix(Self.limits.texts) { list.append(Self.version(text)) }
    let scroller = ScrolledWindow(child: list)
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.maxContentHeight = Self.size.height
    scroller.setAccessibleLabel(trn("{count} earlier version", "{count} earlier versions", texts.count))
    scroller.setSizeRequest(width: Self.size.width)
    scroller.setMargins(start: 6, end: 6, top: 4, bottom: 4)
    append(scroller)
  }

  private static func version(_ text: EarlierText) -> Widget {
    let version = Box(.vertical, spacing: 2)
    let head = Label(tr("Before {time}", ["time": text.until]))
    head.addClass("bs-time")
    head.halign = .start
    let bytes = LayoutCost.affordableBytes(
      of: text.text, byteLimit: limits.bytes, limit: LayoutCost.limit / 8)
    let isCut = bytes < text.text.utf8.count
    let end = text.text.utf8.index(text.text.startIndex, offsetBy: bytes)
    let body = Label(whole: isCut ? "\(text.text[..<end])…" : text.text)
    body.wrap(maxCharacters: 36, isCentered: false, hyphenates: false)
    body.halign = .start
    version.append(head, body)
    return version
  }
}
