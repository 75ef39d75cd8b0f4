/// Which places of a rail are read from a source while the thumb moves on: one at a time, and the newest one next.
///
/// A fast source answers each read before the next frame, so that rows follow the thumb live. A read that takes longer than
/// ``patience`` is given up for a newer place: only the newest request counts.
public struct RailSeeks: Sendable {
  private struct Read {
    let position: RailPosition
    let since: Double
  }

  /// The place that is asked for and not shown yet; nil at rest.
  public private(set) var wanted: RailPosition?
  private var read: Read?

  /// A read that takes longer, in seconds, is given up for a newer place.
  public static let patience = 0.1

  /// Nothing is wanted.
  public init() {}

  /// Whether a read is under way.
  public var isReading: Bool { read != nil }

  /// A place is wanted whose rows are not loaded. Times are in seconds, on any clock. Returns whether to read it now, in
  /// place of a read that is under way.
  public mutating func want(_ position: RailPosition, at time: Double) -> Bool {
    wanted = position
    if let read, time - read.since < Self.patience { return false }
    read = Read(position: position, since: time)
    return true
  }

  /// Returns the place to read in place of a read that takes too long; nil if there is no newer one. Call it ``patience``
  /// after ``want(_:at:)`` has put a place off.
  public mutating func overdue(at time: Double) -> RailPosition? {
    guard let wanted, let read, wanted != read.position, time - read.since >= Self.patience else {
      return nil
    }
    self.read = Read(position: wanted, since: time)
    return wanted
  }

  /// The place that is wanted is in view, whether it was read or not. A read that is under way must be given up.
  public mutating func reached() {
    wanted = nil
    read = nil
  }

  /// A read has ended, and the place that is wanted is not among its rows. Returns the place to read now.
  public mutating func missed(at time: Double) -> RailPosition? {
    guard let wanted, wanted != read?.position else {
      // It was read, and is as near as its rows come.
      reached()
      return nil
    }
    read = Read(position: wanted, since: time)
    return wanted
  }
}
