/// The velocity of a pointer as it is let go, from the last 150 ms of its way.
///
/// 150 ms is what GTK's own gestures and libadwaita look back on: shorter follows the jitter of single events,
/// longer remembers a movement that has ended.
public struct VelocityTracker: Sendable {
  /// Seconds of the past that count.
  public static let window = 0.15

  private var samples: [(time: Double, position: Double)] = []

  public init() {}

  /// Notes where the pointer is. Times ascend, in seconds.
  public mutating func add(_ position: Double, at time: Double) {
    samples.removeAll { $0.time < time - Self.window }
    samples.append((time, position))
  }

  /// Forgets all: another movement begins.
  public mutating func reset() { samples = [] }

  /// Points a second, over the window that ends at `time`; 0 for a pointer that has rested that long.
  public func velocity(at time: Double) -> Double {
    let recent = samples.drop { $0.time < time - Self.window }
    guard let first = recent.first, let last = samples.last, time > first.time else { return 0 }
    return (last.position - first.position) / (time - first.time)
  }
}
