/// Chooses the places of a rail to read from a source while the thumb moves on: one at a time, and the newest one next.
///
/// A fast source answers each read before the next frame, so that rows follow the thumb live. A read that takes longer
/// than ``patience`` is abandoned for a newer place: only the newest request counts.
public struct RailSeeks: Sendable {
  private struct Read {
    let position: RailPosition
    let since: Double
  }

  /// The place that is requested and not shown yet; nil at rest.
  public private(set) var wanted: RailPosition?
  private var read: Read?

  /// The time in seconds after which a read is abandoned for a newer place.
  public static let patience = 0.1

  /// Makes an instance without a requested place.
  public init() {}

  /// Whether a read is under way.
  public var isReading: Bool { read != nil }

  /// Requests a place whose rows are not loaded. Times are in seconds, on any clock. Returns whether to read it now, in
  /// place of a read that is under way.
  public mutating func want(_ position: RailPosition, at time: Double) -> Bool {
    wanted = position
    if let read, time - read.since < Self.patience { return false }
    read = Read(position: position, since: time)
    return true
  }

  /// Returns the place to read in place of a read that takes too long; nil if there is no newer one. Call it
  /// ``patience`` after ``want(_:at:)`` has returned false.
  public mutating func overdue(at time: Double) -> RailPosition? {
    guard let wanted, let read, wanted != read.position, time - read.since >= Self.patience else {
      return nil
    }
    self.read = Read(position: wanted, since: time)
    return wanted
  }

  /// Notes that the requested place is in view, whether it was read or not. Abandon a read that is under way.
  public mutating func reached() {
    wanted = nil
    read = nil
  }

  /// Notes that a read has ended without the rows of the requested place. Returns the place to read now.
  public mutating func missed(at time: Double) -> RailPosition? {
    guard let wanted, wanted != read?.position else {
      // The requested place was read, and the result is as near to it as possible.
      reached()
      return nil
    }
    read = Read(position: wanted, since: time)
    return wanted
  }
}
