/// Where a drag comes to rest: at the nearest page, or where a flick was going.
///
/// Positions count in pages. The numbers are libadwaita's swipe tracker's.
public struct SnapPoints: Sendable, Equatable {
  /// What moved the pages: fingers on a touchpad are faster than a hand with a mouse.
  public enum Device: Sendable {
    case pointer, touchpad

    /// Points a millisecond from which a release is a flick.
    public var flickVelocity: Double { self == .pointer ? 0.3 : 0.6 }
    /// Pages that a flick is projected on for each point a millisecond.
    var projection: Double { self == .pointer ? 0.499 : 0.3323 }
  }

  public let ring: Wraparound
  /// Whether a flick may pass several pages; else it goes one beyond where the hand left off.
  public var allowsLongSwipes: Bool

  public init(_ ring: Wraparound, allowsLongSwipes: Bool = false) {
    self.ring = ring
    self.allowsLongSwipes = allowsLongSwipes
  }

  /// The slot to come to rest at.
  ///
  /// - Parameters:
  ///   - position: Where the release was.
  ///   - caught: Where the drag caught pages that a spring was moving, and the slot they were on their way to: a
  ///     flick the same way goes one farther than that, or of quick swipes every second would count for nothing.
  ///   - velocity: Points a millisecond, positive towards later pages.
  ///   - device: What the hand was on; on a touchpad it takes a quicker flick.
  public func target(
    from position: Double, caught: (position: Double, target: Int)? = nil, velocity: Double,
    device: Device = .pointer
  ) -> Int {
    guard ring.count > 0 else { return 0 }
    let nearest = Int(position.rounded())
    guard abs(velocity) >= device.flickVelocity else { return clamped(nearest) }
    let isForward = velocity > 0
    // One that falls between where it is and the next page takes the next: else too many are cancelled.
    var target = isForward ? Int(position.rounded(.down)) + 1 : Int(position.rounded(.up)) - 1
    if allowsLongSwipes {
      let projected = Int((position + (isForward ? 1 : -1) * Self.way(abs(velocity), device)).rounded())
      target = isForward ? max(target, projected) : min(target, projected)
    }
    if let caught, (position - caught.position) * velocity >= 0 {
      if isForward, Double(caught.target) > position - 0.5 { target = max(target, caught.target + 1) }
      if !isForward, Double(caught.target) < position + 0.5 { target = min(target, caught.target - 1) }
    }
    return clamped(target)
  }

  /// Pages a flick goes on by itself: in proportion to its velocity, and beyond 2 points a millisecond as its square.
  private static func way(_ velocity: Double, _ device: Device) -> Double {
    velocity > 2 ? max(0.35 * velocity * velocity, 2 * device.projection) : velocity * device.projection
  }

  private func clamped(_ slot: Int) -> Int { ring.isRing ? slot : min(max(slot, 0), ring.count - 1) }
}
