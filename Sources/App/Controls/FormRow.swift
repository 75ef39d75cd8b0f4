import Gtk

/// A heading and its content, side by side; in a narrow page, or with large text, one above the other.
package final class FormRow: CustomWidget {
  /// The heading.
  package var title: String {
    get { heading.text }
    set {
      heading.text = newValue
      setAccessibleLabel(newValue)
    }
  }

  private let heading: Label
  private let field: Widget

  // Points.
  private static let headingWidth = 132
  private static let gap = 12
  private static let padding = (x: 14, y: 5)
  private static let least = 43
  private static let narrowBelow = 440

  package init(_ title: String, _ field: Widget) {
    heading = Label(title)
    self.field = field
    super.init()
    heading.addClass("bs-form-heading")
    heading.wrap(maxCharacters: 24, isCentered: false)
    heading.xalign = 0
    for child in [heading, field] { child.setParent(self) }
    setAccessibleLabel(title)
  }

  package override class var cssName: String { "formrow" }
  package override class var accessibleRole: AccessibleRole { .group }
  package override var requestMode: RequestMode { .heightForWidth }

  private func isNarrow(_ width: Int) -> Bool {
    let (head, body) = (heading.measured(.horizontal).minimum, field.measured(.horizontal).minimum)
    // Use the text scale, which is the same for all rows of a page, so that they switch together.
    let textScale = max(1, TextLayout(for: self).scale)
    return Double(width) < Double(Self.narrowBelow) * textScale || head > Self.headingWidth
      || body > width - 2 * Self.padding.x - Self.headingWidth - Self.gap
  }

  private func fieldWidth(_ width: Int) -> Int {
    let inner = max(0, width - 2 * Self.padding.x)
    return isNarrow(width) ? inner : max(0, inner - Self.headingWidth - Self.gap)
  }

  private func height(_ widget: Widget, _ width: Int) -> Int {
    widget.measured(.vertical, for: max(width, widget.measured(.horizontal).minimum)).natural
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let (head, body) = (heading.measured(.horizontal), field.measured(.horizontal))
    guard orientation == .vertical else {
      return Measure(
        minimum: max(head.minimum, body.minimum) + 2 * Self.padding.x,
        natural: Self.headingWidth + Self.gap + body.natural + 2 * Self.padding.x)
    }
    let width = size < 0 ? measure(.horizontal, for: -1).natural : size
    let high = height(field, fieldWidth(width))
    let title = height(heading, isNarrow(width) ? fieldWidth(width) : Self.headingWidth)
    let all = isNarrow(width) ? title + 4 + high : max(title, high)
    return Measure(minimum: max(Self.least, all + 2 * Self.padding.y))
  }

  package override func allocate(width: Int, height: Int) {
    let (x, y) = Self.padding
    let wide = max(fieldWidth(width), field.measured(.horizontal).minimum)
    let inner = height - 2 * y
    guard !isNarrow(width) else {
      let title = self.height(heading, wide)
      heading.place(
        leading: x, top: y, width: max(wide, heading.measured(.horizontal).minimum), height: title)
      field.place(leading: x, top: y + title + 4, width: wide, height: max(0, inner - title - 4))
      return
    }
    let start = x + Self.headingWidth + Self.gap
    let headingWidth = max(Self.headingWidth, heading.measured(.horizontal).minimum)
    heading.place(leading: x, top: y, width: headingWidth, height: inner)
    field.place(leading: start, top: y, width: wide, height: inner)
  }

  package override func dispose() {
    for child in [heading, field] { child.unparent() }
    super.dispose()
  }
}
