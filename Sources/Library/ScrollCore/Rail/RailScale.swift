/// The places of the rows of a long list along a rail: place = ordinal ÷ (count − 1), with free space at both ends.
public struct RailScale: Equatable, Sendable {
  /// The height of the rail in points.
  public let height: Double
  /// The number of all rows.
  public let count: Int

  /// The free space at each end in points.
  public static let margin = 14.0

  /// The scale of a rail. Lengths are in points.
  public init(height: Double, count: Int) {
    self.height = max(0, height)
    self.count = max(0, count)
  }

  /// The free space at each end, which is less in a rail that is hardly higher than its thumb.
  private var margin: Double { min(Self.margin, height / 3) }
  private var length: Double { height - 2 * margin }

  /// The place of a fraction of all rows, in points from the top.
  public func y(ofFraction fraction: Double) -> Double { margin + fraction * length }

  /// The place of a row.
  public func y(of ordinal: Int) -> Double {
    y(ofFraction: RailPosition(ordinal: ordinal, of: count).fraction)
  }

  /// The position at a place; an end for a place beyond it.
  public func position(at y: Double) -> RailPosition {
    RailPosition(fraction: length > 0 ? (y - margin) / length : 0, of: count)
  }

  /// The places of marks in whole points, ascending and each once: a rail needs no more rectangles than it has points.
  ///
  /// - Complexity: O(n log n)
  public func rows(of ordinals: some Sequence<Int>) -> [Int] {
    var rows = Set<Int>()
    for ordinal in ordinals where (0..<count).contains(ordinal) { rows.insert(Int(y(of: ordinal).rounded())) }
    return rows.sorted()
  }
}

/// The thumb of a rail. Its length is the same at every place.
public struct RailThumb: Equatable, Sendable {
  /// The thumb's middle in points from the rail's top.
  public let middle: Double
  /// Its length in points.
  public let length: Double

  /// The length in points, less only in a rail that is hardly longer.
  public static let length = 32.0
  /// The least length in points, for the smallest windows.
  public static let leastLength = 24.0

  /// The thumb at a place; it does not reach out of the rail.
  public init(_ position: RailPosition, on scale: RailScale) {
    length = max(Self.leastLength, min(Self.length, scale.height / 2))
    let half = length / 2
    let place = scale.y(ofFraction: position.fraction)
    middle = max(half, min(place, max(half, scale.height - half)))
  }

  /// Whether a press at `y` grabs the thumb. `reach` is in points beyond its ends.
  public func isTaken(at y: Double, reach: Double) -> Bool { abs(y - middle) <= length / 2 + reach }
}
