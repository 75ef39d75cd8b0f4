import Gtk
import Translation

/// A card with the first rows of a long list. Below it, the number of the other rows and a button that shows more of them.
package final class GrowingCard: Box {
  /// Called with the index of the first added row. The card moves the focus to it if the button had it.
  var didGrow: ((Int) -> Void)?

  let card = Box(.vertical)
  package private(set) var rows: [Widget] = []
  private let count: Int
  private let step: Int
  private let row: (Int) -> Widget
  private let foot = Box(.horizontal, spacing: 8)
  private let rest = Label()
  private let more = Button(tr("Show More"))

  /// - Parameters:
  ///   - count: The number of all rows. Without rows, the card is not visible.
  ///   - step: The number of rows that are shown at first, and that the button adds.
  ///   - minimum: The number of rows that are shown at first if it is larger, as in the card that this one replaces.
  ///   - row: Makes the row at an index.
  package init(_ count: Int, step: Int, minimum: Int = 0, row: @escaping (Int) -> Widget) {
    (self.count, self.step, self.row) = (count, step, row)
    super.init(.vertical, spacing: 6)
    card.addClass("bs-card")
    rest.addClass("bs-caption")
    rest.wrap(maxCharacters: 40, isCentered: false)
    rest.xalign = 0
    rest.hexpand = true
    more.addClass("bs-button")
    more.valign = .center
    more.clicked.connect(weak: self) { $0.grow() }
    foot.append(rest, more)
    append(card, foot)
    visible = count > 0
    add(max(step, minimum))
    updateFoot()
  }

  private func add(_ number: Int) {
    for index in rows.count..<min(count, rows.count + number) {
      let new = row(index)
      rows.append(new)
      card.append(new)
    }
  }

  private func grow() {
    let hadFocus = more.containsFocus
    let first = rows.count
    add(step)
    didGrow?(first)
    if hadFocus { rows[first].takeFocus() }
    updateFoot()
  }

  private func updateFoot() {
    let others = count - rows.count
    rest.text = trn("{count} more is not shown.", "{count} more are not shown.", others)
    more.setAccessibleDescription(rest.text)
    // Rows without controls have not taken the focus. If a widget is hidden with the focus, and its window is closed
    // before the next frame, GTK keeps the window for ever.
    if others == 0, more.containsFocus { window?.focusWidget = nil }
    foot.visible = others > 0
  }
}
