/// Divides the way of a hand that drags content: what scrolls, and what goes beyond an edge.
///
/// ``beyond`` is the hand's travel past an edge, of which a rubber band shows a part (or a pull to refresh makes
/// something else). On the way back that is given back first; only then the content scrolls again.
///
/// Ways are positive towards the end of the screen: content that moves down, to what comes before it.
public struct EdgeTravel: Sendable, Equatable {
  /// Travel beyond the start edge (positive) or the end edge (negative), in points; 0: within the content.
  public private(set) var beyond = 0.0

  public init(beyond: Double = 0) { self.beyond = beyond }

  /// Moves by `way` points, with `before` points of content above the viewport and `after` below it; answers by
  /// how much the content scrolls, in the sense of `way`.
  public mutating func move(by way: Double, before: Double, after: Double) -> Double {
    var rest = way
    if beyond > 0 && way < 0 || beyond < 0 && way > 0 {
      let given = way > 0 ? min(way, -beyond) : max(way, -beyond)
      beyond += given
      rest -= given
    }
    guard beyond == 0 else {
      beyond += rest
      return 0
    }
    let scrolled = min(max(rest, -max(0, after)), max(0, before))
    beyond = rest - scrolled
    return scrolled
  }

  /// There is content beyond the edge all of a sudden: a page has landed there. The `shown` points by which the
  /// content stands beyond become a place within it; answers by how much to scroll so that nothing moves.
  public mutating func landed(shown: Double, before: Double, after: Double) -> Double? {
    guard beyond > 0 && before > 0 || beyond < 0 && after > 0 else { return nil }
    let scrolled = beyond > 0 ? min(shown, before) : max(shown, -after)
    beyond = 0
    return scrolled
  }
}
