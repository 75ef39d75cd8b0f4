import Foundation

/// An end of scrollable content. The raw values appear in logs.
public enum ScrollEdge: String, Sendable, CaseIterable {
  /// The top.
  case start
  /// The bottom.
  case end
}

/// Resistance beyond an edge: the content follows the pointer less and less, and never farther than `dimension`.
///
/// The curve is the usual one of touch screens, `b = (1 − 1/(x·c/d + 1))·d` with c = 0.55.
public struct RubberBand: Sendable, Equatable {
  /// The limit of the offset in points, usually the viewport's extent.
  public let dimension: Double
  /// Points that the content follows for the first point of travel.
  public static let coefficient = 0.55

  /// Makes a rubber band. With a `dimension` of 0 or less, the content does not move beyond the edge.
  public init(dimension: Double) { self.dimension = dimension }

  /// The points by which the content follows `travel` points beyond the edge; has the sign of `travel`.
  public func offset(_ travel: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let offset = (1 - 1 / (abs(travel) * Self.coefficient / dimension + 1)) * dimension
    return travel < 0 ? -offset : offset
  }

  /// The inverse of ``offset(_:)``: the travel from which a press that catches stretched content continues.
  public func travel(_ offset: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let share = min(0.999, abs(offset) / dimension)
    let travel = (1 / (1 - share) - 1) * dimension / Self.coefficient
    return offset < 0 ? -travel : travel
  }
}

/// The stretch of scrollable content that is dragged beyond an edge: point for point at first, then less and less, and
/// at most ``limit``, which is room for the indicator of a pull.
public enum EdgeStretch {
  /// The farthest stretch in points: a pill of 44, with 8 before it and 12 after it.
  public static let limit = 64.0

  /// The points by which the content is beyond its edge for `travel` points; has the sign of `travel`.
  public static func offset(_ travel: Double) -> Double { limit * tanh(travel / limit) }

  /// The inverse of ``offset(_:)``: the travel from which a press that catches stretched content continues.
  public static func travel(_ offset: Double) -> Double {
    let share = min(0.999, abs(offset) / limit)
    return offset < 0 ? -limit * atanh(share) : limit * atanh(share)
  }
}

/// Divides the way of a drag into a part that scrolls the content and a part beyond an edge.
///
/// ``beyond`` is the pointer's travel past an edge, which a rubber band or a pull to refresh shows. On the way back it
/// is used up first; then the content scrolls again.
///
/// Ways are positive downwards: content that moves down shows earlier content.
public struct EdgeTravel: Sendable, Equatable {
  /// Points of travel beyond the start edge (positive) or the end edge (negative); 0 within the content.
  public private(set) var beyond = 0.0

  /// Makes a travel that begins `beyond` points past an edge.
  public init(beyond: Double = 0) { self.beyond = beyond }

  /// Moves by `way` points, with `before` points of content above the viewport and `after` below it. Returns the part
  /// of `way` by which the content scrolls.
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

  /// Follows content that was inserted beyond the edge. The `shown` points by which the content is stretched become a
  /// position within it. Returns the distance to scroll so that nothing moves; `nil` if the edge is still the end.
  public mutating func landed(shown: Double, before: Double, after: Double) -> Double? {
    guard beyond > 0 && before > 0 || beyond < 0 && after > 0 else { return nil }
    let scrolled = beyond > 0 ? min(shown, before) : max(shown, -after)
    beyond = 0
    return scrolled
  }
}
