import Gtk

/// A list of the Lab: one strategy at work.
@MainActor
protocol LabList: AnyObject {
  /// What is put on the screen; the scrolled window is in it.
  var widget: Widget { get }
  var scroller: ScrolledWindow { get }

  /// Shows these rows and stands at their end.
  func reset(_ rows: [LabMessage])

  /// Puts a page before the rows there are, as the strategy does it.
  func land(_ page: [LabMessage])

  /// Goes to the oldest row, at once.
  func goToStart()

  /// The widget of a row, if it has one.
  func row(_ id: LabMessage.ID) -> LabRow?

  /// Rows from the oldest.
  var rows: [LabMessage] { get }
}

extension LabList {
  /// The row's top edge in the viewport; nil when it has no widget to ask.
  func top(of id: LabMessage.ID) -> Double? {
    guard let row = row(id), row.isMapped else { return nil }
    return row.convert(Point(x: 0, y: 0), to: scroller)?.y
  }

  /// The row that is read: the second of those that show whole. In a fling the topmost of which anything shows,
  /// since it has a way down before it and should be seen all along.
  func readingRow(inFling: Bool) -> LabMessage.ID? {
    var found: LabMessage.ID?
    for message in rows {
      guard let top = top(of: message.id), let row = row(message.id) else { continue }
      if inFling, top + Double(row.height) > 0 { return message.id }
      guard top >= 0 else { continue }
      if found != nil { return message.id }
      found = message.id
    }
    return found
  }
}
