/// A place in a long list of rows of which perhaps few are loaded, as the thumb of a rail shows it.
///
/// The place at a fraction of all rows is at the same fraction of the viewport's height. So both ends are exact, and
/// the place depends only on the rows in view and on their numbers, not on rows that are measured or loaded elsewhere.
public struct RailPosition: Equatable, Sendable {
  /// 0 at the start, 1 at the end.
  public let fraction: Double
  /// The number of all rows, at least 1.
  public let count: Int

  /// The place at a fraction of `count` rows. Both are clamped to their ranges.
  public init(fraction: Double, of count: Int) {
    self.fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    self.count = max(1, count)
  }

  /// The place of the row that `ordinal` rows precede: `ordinal ÷ (count − 1)`.
  public init(ordinal: Int, of count: Int) {
    self.init(fraction: count > 1 ? Double(ordinal) / Double(count - 1) : 0, of: count)
  }

  /// The number of rows before the one at this place.
  public var ordinal: Int { min(Int(fraction * Double(count)), count - 1) }

  /// The part of the row ``ordinal`` that is above this place, 0…1.
  public var within: Double { min(max(fraction * Double(count) - Double(ordinal), 0), 1) }

  /// Whether the rows around this place are loaded, so that it can be shown without a read.
  ///
  /// - Parameters:
  ///   - loaded: The loaded rows, by the numbers of rows before them.
  ///   - screen: The number of rows that a viewport may hold.
  public func isCovered(by loaded: Range<Int>, screen: Int) -> Bool {
    guard loaded.contains(ordinal) else { return false }
    let above = Int((fraction * Double(screen)).rounded(.up))
    let below = Int(((1 - fraction) * Double(screen)).rounded(.up))
    return loaded.lowerBound <= max(0, ordinal - above)
      && loaded.upperBound >= min(count, ordinal + 1 + below)
  }

  /// The reader's position; nil without rows in view, and if all rows are in view.
  ///
  /// - Parameters:
  ///   - rows: The rows in view, without gaps, from top to bottom.
  ///   - offset: The number of rows before the one with index 0.
  ///   - viewport: The height of the viewport in points.
  package init?(_ rows: [PlacedRow], offset: Int, count: Int, viewport: Double) {
    guard let first = rows.first, let last = rows.last, viewport > 0 else { return nil }
    let isWhole = first.index + offset <= 0 && last.index + offset >= count - 1
    guard !isWhole || first.top < -Self.tolerance || last.bottom > viewport + Self.tolerance else {
      return nil
    }
    /// The number of rows before a place in the viewport, including the fraction of the row there.
    func rowsBefore(_ y: Double) -> Double {
      guard let row = rows.first(where: { $0.bottom > y }) else { return Double(last.index + offset + 1) }
      let height = row.bottom - row.top
      return Double(row.index + offset) + (height > 0 ? max(0, y - row.top) / height : 0)
    }
    // Find the place at which the fraction of the rows is that of the viewport. The rows before a place grow with it,
    // so bisection works.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<Self.halvings {
      let middle = (low + high) / 2
      if rowsBefore(middle * viewport) > middle * Double(count) { low = middle } else { high = middle }
    }
    // The bisection only approaches the ends.
    let found = low < Self.nearness ? 0 : high > 1 - Self.nearness ? 1 : (low + high) / 2
    self.init(fraction: found, of: count)
  }

  /// Points by which content that fits the viewport may exceed it.
  private static let tolerance = 0.5
  /// The steps of the bisection: the precision of a double.
  private static let halvings = 52
  /// A fraction this near to an end counts as the end: far less than one of a billion rows.
  private static let nearness = 1e-12
}
