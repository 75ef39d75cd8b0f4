/// A press on a rail: the place of the thumb, which follows the pointer, and its place before the press.
public struct RailDrag: Equatable, Sendable {
  /// The input device.
  public enum Device: Sendable {
    case pointer, finger

    /// Points beyond the thumb's ends within which a press grabs it.
    var reach: Double { self == .pointer ? 6 : 22 }
  }

  /// The thumb's place before the press.
  public let origin: RailPosition
  /// The thumb's place now.
  public private(set) var position: RailPosition
  /// The input device.
  public let device: Device
  /// Points from the thumb's place to the pointer.
  private let grip: Double

  /// Follows a press at `y` points from the top. A press beside the thumb brings it to the pointer, as a scrollbar's does.
  public init(at y: Double, by device: Device, thumb: RailPosition, on scale: RailScale) {
    let isTaken = RailThumb(thumb, on: scale).isTaken(at: y, reach: device.reach)
    origin = thumb
    self.device = device
    grip = isTaken ? y - scale.y(ofFraction: thumb.fraction) : 0
    position = isTaken ? thumb : scale.position(at: y)
  }

  /// Whether the press has brought the thumb to the pointer, before any movement.
  public var hasMoved: Bool { position != origin }

  /// Moves the pointer to `y`. Returns whether the thumb has moved.
  public mutating func move(to y: Double, on scale: RailScale) -> Bool {
    let new = scale.position(at: y - grip)
    guard new != position else { return false }
    position = new
    return true
  }
}

/// The place of the bubble beside a dragged thumb.
public enum RailBubble {
  /// The distance of the bubble's middle above a finger's, in points.
  public static let aboveFinger = 38.0
  /// The least distance to the rail's ends in points.
  public static let margin = 4.0

  /// The bubble's top edge in points from the rail's top.
  ///
  /// - Parameters:
  ///   - thumb: The thumb's middle.
  ///   - height: The bubble's height.
  ///   - rail: The rail's height.
  ///   - device: The device that holds the thumb: a finger would cover a bubble beside it.
  public static func top(thumb: Double, height: Double, rail: Double, device: RailDrag.Device) -> Double {
    let lowest = max(margin, rail - height - margin)
    guard device == .finger else { return min(max(thumb - height / 2, margin), lowest) }
    let above = thumb - aboveFinger - height / 2
    // Near the top it is below the finger, which would cover it.
    return above >= margin ? min(above, lowest) : min(thumb + aboveFinger - height / 2, lowest)
  }
}
