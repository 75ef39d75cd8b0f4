import Gtk

/// A list of ``BenchMessage``s in a scrolled window, whichever widget it is.
@MainActor
protocol ListSubject: AnyObject {
  /// To be put into the window.
  var scroller: ScrolledWindow { get }
  /// Number of the first row; grows downwards from 0 as rows come before it.
  var first: Int { get }
  /// Rows there are.
  var count: Int { get }
  /// Rows in view, and perhaps some around them.
  var shown: [Int] { get }

  func prepend(_ rows: Int)
  /// Gives a row more height, as a picture does that has come.
  func grow(_ number: Int, by points: Int)
  /// Goes to a row the way an application would, without animation; to the end with its last.
  func show(_ number: Int)
  /// The widget of a row that is in view or near it.
  func row(_ number: Int) -> Widget?
}

extension ListSubject {
  var last: Int { first + count - 1 }
  var adjustment: Adjustment { scroller.verticalAdjustment }

  /// Top edge of a row below the viewport's top edge; nil when it has no widget on the screen.
  func top(of number: Int) -> Double? {
    guard let row = row(number), row.isMapped else { return nil }
    return row.convert(Point(x: 0, y: 0), to: scroller)?.y
  }

  /// The first row whose top edge is at or below `y`; nil when there is none in view.
  func firstRow(below y: Double) -> Int? {
    let height = Double(scroller.height)
    return visible().first { $0.top >= y - 0.5 && $0.top < height }?.number
  }

  /// Rows of which something shows, from the top, with their top edges.
  func visible() -> [(number: Int, top: Double)] {
    shown.compactMap { number in
      guard let row = row(number), row.isMapped, let top = top(of: number),
        top < Double(scroller.height), top + Double(row.height) > 0
      else { return nil }
      return (number, top)
    }.sorted { $0.top < $1.top }
  }
}
