import Gtk

/// A disc, a text, and up to two buttons in a row. If the text would be narrow, the first button is below it.
package final class NoticeRow: CustomWidget {
  private let disc: Widget
  private let text: Widget
  private let action: Widget
  private let close: Widget

  // Points: between two parts, between the lines, and the height of a text from which the other parts are at its top.
  private static let gap = 12
  private static let lineGap = 8
  private static let tallText = 60
  /// The least width of a text that has both buttons beside it, in heights of a line.
  private static let textWidth = 6
  private lazy var lineOfText = measureLine()

  /// The buttons may be invisible.
  package init(_ disc: Widget, _ text: Widget, action: Widget, close: Widget) {
    self.disc = disc
    self.text = text
    self.action = action
    self.close = close
    super.init()
    // In the order of the focus.
    for child in parts { child.setParent(self) }
  }

  private var parts: [Widget] { [disc, text, action, close] }

  package override class var cssName: String { "notice" }
  package override var requestMode: RequestMode { .heightForWidth }

  package override func styleChanged() { lineOfText = measureLine() }

  private func measureLine() -> Int {
    let line = TextLayout(for: self)
    line.set("0")
    return Int(line.size.height.rounded(.up))
  }

  private func width(_ widget: Widget) -> Int { widget.visible ? widget.measured(.horizontal).minimum : 0 }
  private func height(_ widget: Widget, in width: Int = -1) -> Int {
    widget.visible ? widget.measured(.vertical, for: width).minimum : 0
  }
  /// The width of a part and the gap before or after it.
  private func share(_ widget: Widget) -> Int { widget.visible ? width(widget) + Self.gap : 0 }

  /// The width of the text, and whether the first button is beside it.
  private func room(in width: Int) -> (text: Int, isOneLine: Bool) {
    let all = width - share(disc) - share(close)
    let beside = all - share(action)
    return beside >= Self.textWidth * lineOfText || !action.visible ? (beside, true) : (all, false)
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let words = text.measured(.horizontal)
    guard orientation == .vertical else {
      let others = share(disc) + share(close)
      return Measure(
        minimum: max(others + words.minimum, width(action)), natural: others + share(action) + words.natural)
    }
    let room = room(in: size < 0 ? measure(.horizontal, for: -1).natural : size)
    let line = lineHeight(room)
    return Measure(minimum: room.isOneLine ? line : line + Self.lineGap + height(action))
  }

  private func lineHeight(_ room: (text: Int, isOneLine: Bool)) -> Int {
    let words = height(text, in: max(room.text, text.measured(.horizontal).minimum))
    return max(words, height(disc), height(close), room.isOneLine ? height(action) : 0)
  }

  package override func allocate(width: Int, height: Int) {
    let room = room(in: width)
    let line = room.isOneLine ? height : lineHeight(room)
    func put(_ widget: Widget, x: Int, y: Int = 0, width wide: Int, in line: Int) {
      guard widget.visible else { return }
      let high = self.height(widget, in: wide)
      let top = widget !== text && line > Self.tallText ? 0 : (line - high) / 2
      widget.place(leading: x, top: y + top, width: wide, height: high)
    }
    put(disc, x: 0, width: self.width(disc), in: line)
    let wide = max(room.text, text.measured(.horizontal).minimum)
    put(text, x: share(disc), width: wide, in: line)
    let end = width - self.width(close)
    put(close, x: end, width: self.width(close), in: line)
    if room.isOneLine {
      put(action, x: width - share(close) - self.width(action), width: self.width(action), in: line)
    } else {
      let y = line + Self.lineGap
      put(action, x: width - self.width(action), y: y, width: self.width(action), in: height - y)
    }
  }

  package override func dispose() {
    for child in parts { child.unparent() }
    super.dispose()
  }
}
