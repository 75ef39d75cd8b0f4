import Gtk

/// The label of a segment, as wide as it is while that is chosen, in a bolder type: otherwise the others would move.
package final class SteadyLabel: CustomWidget {
  private let label: Label
  private lazy var bold = TextLayout(for: self)

  // Of the chosen segment, as in the style sheet.
  private static let weight = 600
  private static let points = 10.0

  package init(_ text: String) {
    label = Label(text)
    super.init()
    label.setParent(self)
  }

  package override func measure(_ orientation: Orientation, for size: Int) -> Measure {
    let wanted = label.measured(orientation, for: size)
    guard orientation == .horizontal else { return wanted }
    bold.set(label.text, [TextAttribute(.size(Self.points)), TextAttribute(.weight(Self.weight))])
    return Measure(minimum: max(wanted.natural, Int(bold.size.width.rounded(.up))))
  }

  package override func allocate(width: Int, height: Int) {
    _ = label.measured(.horizontal)
    label.place(leading: 0, top: 0, width: width, height: height)
  }

  package override func dispose() {
    label.unparent()
    super.dispose()
  }
}
