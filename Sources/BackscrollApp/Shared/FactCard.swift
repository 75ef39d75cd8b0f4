import Gtk

/// What is known of something, a line each: what it is on one side, its value on the other.
final class FactCard: Box {
  init(_ facts: [(name: String, value: String)]) {
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
    value.setHorizontalPlace(1)
    // In columns of their own, which have no baseline. With one, and two scripts in a line, GTK 4.8 takes a row that
    // breaks lines for lower than it is, and says so.
    let (left, right) = (Box(.vertical), Box(.vertical))
    left.append(name)
    right.append(value)
    right.isHorizontallyExpanding = true
    row.append(left, right)
    return row
  }
}
