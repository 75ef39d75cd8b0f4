/// Travel beyond an edge, felt as resistance that grows: the content follows ever less and never farther than
/// `dimension`.
///
/// The curve is the one touch screens have made familiar: `b = (1 − 1/(x·c/d + 1))·d`, with c = 0.55.
public struct RubberBand: Sendable, Equatable {
  /// The bound of what is shown, in points: as a rule the viewport's extent.
  public let dimension: Double
  /// Points that the content follows for the first point of travel.
  public static let coefficient = 0.55

  public init(dimension: Double) { self.dimension = dimension }

  /// How far the content follows for `travel` points beyond the edge; of the same sign.
  public func offset(_ travel: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let offset = (1 - 1 / (abs(travel) * Self.coefficient / dimension + 1)) * dimension
    return travel < 0 ? -offset : offset
  }

  /// The travel for which the content follows `offset` points: where a hand takes hold of it on its way back.
  public func travel(_ offset: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let share = min(0.999, abs(offset) / dimension)
    let travel = (1 / (1 - share) - 1) * dimension / Self.coefficient
    return offset < 0 ? -travel : travel
  }
}
