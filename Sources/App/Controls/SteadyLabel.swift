import Gtk

/// The label of a segment. It always has the width that it has in the bolder type of a chosen segment. Otherwise the
/// other segments would move.
package final class SteadyLabel: CustomWidget {
  private let label: Label
  private lazy var bold = TextLayout(for: self)

  // The weight of the chosen segment, as in the style sheet.
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
