import CGtk

/// GtkListBox with a widget for every row, for a viewport, with the best compensation an app can do: something to
/// measure against.
///
/// Following the adjustment's upper bound comes a layout too late in a GtkViewport, always or for one frame. So
/// the new rows are measured, and the value is moved by their height before the layout that places them.
@MainActor
public final class PeerListBox: Widget {
  private var rows: [Int: Widget] = [:]

  public init() { super.init(borrowed: gtk_list_box_new()) }

  /// Puts rows before index `index`; without compensation.
  public func insert(_ numbers: Range<Int>, at index: Int, makeRow: (Int) -> Widget) {
    for (place, number) in numbers.enumerated() {
      let row = makeRow(number)
      gtk_list_box_insert(raw.opaque, row.widget, gint(index + place))
      rows[number] = row
    }
  }

  /// Puts rows before the first one and moves `adjustment` by their height.
  public func prepend(_ numbers: Range<Int>, holding adjustment: Adjustment, makeRow: (Int) -> Widget) {
    insert(numbers, at: 0, makeRow: makeRow)
    let added = numbers.reduce(0) { $0 + height(of: $1) }
    shift(adjustment, by: added)
  }

  /// Changes a row by `change`, and moves `adjustment` by what the row grows if it is above what shows.
  public func update(_ number: Int, holding adjustment: Adjustment, _ change: (Widget) -> Void) {
    guard let row = rows[number] else { return }
    let before = height(of: number)
    let isAbove = (row.convert(Point(x: 0, y: 0), to: self)?.y ?? 0) + Double(before) <= adjustment.value
    change(row)
    if isAbove { shift(adjustment, by: height(of: number) - before) }
  }

  /// The widget of a row.
  public func row(_ number: Int) -> Widget? { rows[number] }

  private func height(of number: Int) -> Int {
    // The list's own row around ours has a style that takes room, too.
    guard let outer = rows[number].flatMap({ gtk_widget_get_parent($0.widget) }) else { return 0 }
    var natural: gint = 0
    gtk_widget_measure(outer, GTK_ORIENTATION_VERTICAL, gint(width), nil, &natural, nil, nil)
    return Int(natural)
  }

  private func shift(_ adjustment: Adjustment, by distance: Int) {
    let distance = Double(distance)
    adjustment.configure(
      value: adjustment.value + distance, lower: adjustment.lower, upper: adjustment.upper + distance,
      stepIncrement: gtk_adjustment_get_step_increment(adjustment.raw.typed()),
      pageIncrement: adjustment.pageIncrement, pageSize: adjustment.pageSize)
  }
}
