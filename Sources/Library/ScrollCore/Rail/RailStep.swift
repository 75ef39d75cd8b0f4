/// A movement along a rail by a key.
public enum RailStep: Equatable, Sendable {
  /// One row up or down.
  case rowUp, rowDown
  /// The number of rows in view, minus one.
  case screenUp, screenDown
  /// To the beginning of a period of the ticks, such as a month.
  case periodUp, periodDown
  /// To the first or the last row.
  case start, end

  /// The number of rows before the one that the step leads to.
  ///
  /// - Parameters:
  ///   - ordinal: The number of rows before the present one.
  ///   - count: The number of all rows.
  ///   - inView: The number of rows in view.
  ///   - ticks: The rail's ticks, in ascending order.
  public func target(from ordinal: Int, of count: Int, inView: Int, ticks: [RailTick]) -> Int {
    let screen = max(1, inView - 1)
    let target: Int =
      switch self {
      case .rowUp: ordinal - 1
      case .rowDown: ordinal + 1
      case .screenUp: ordinal - screen
      case .screenDown: ordinal + screen
      case .periodUp: RailTick.last(at: ordinal - 1, of: ticks)?.ordinal ?? 0
      case .periodDown: ticks.first { $0.ordinal > ordinal }?.ordinal ?? count - 1
      case .start: 0
      case .end: count - 1
      }
    return min(max(target, 0), max(0, count - 1))
  }
}
