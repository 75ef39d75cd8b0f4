import Gtk

/// A card with one line for each fact: its name at the start, its value at the end.
package final class FactCard: Box {
  package init(_ facts: [(name: String, value: String)]) {
    super.init(.vertical)
    addClass("bs-card")
    for fact in facts { append(Self.row(fact.name, fact.value)) }
  }

  private static func row(_ name: String, _ value: String) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    row.addClass("bs-fact")
    let (name, value) = (Label(name), Label(value))
    name.addClass("bs-dim")
    value.addClass("bs-fact-value")
    value.wrap(maxCharacters: 24, isCentered: false)
    value.xalign = 1
    // Use vertical boxes, which have no baseline. With baselines and two scripts in a line, GTK 4.8 measures a wrapping
    // row lower than it is, and warns.
    let (left, right) = (Box(.vertical), Box(.vertical))
    left.append(name)
    right.append(value)
    right.hexpand = true
    row.append(left, right)
    return row
  }
}
