/// A place on a rail at which a period begins, such as a year or a month.
public struct RailTick: Equatable, Sendable {
  /// A period. The beginning of a year is also that of a quarter, and the beginning of a quarter that of a month.
  public enum Rank: Int, Sendable, Comparable {
    case month, quarter, year

    /// Compares the lengths.
    public static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// The number of rows before the first one of the period.
  public var ordinal: Int
  /// The longest period that begins.
  public var rank: Rank
  /// The text beside a year's tick, such as "2019".
  public var label: String
  /// The text of the bubble when the pointer is on the tick, such as "March 2019".
  public var name: String

  /// Makes a tick.
  public init(ordinal: Int, rank: Rank, label: String = "", name: String = "") {
    self.ordinal = ordinal
    self.rank = rank
    self.label = label
    self.name = name
  }

  /// A tick that fits on a rail.
  public struct Placed: Equatable, Sendable {
    /// In points from the rail's top.
    public var y: Double
    /// See ``RailTick/rank``.
    public var rank: Rank
    /// The label; nil if it does not fit, and for a quarter or a month.
    public var label: String?
  }

  /// The least length in points of a year that shows its months.
  public static let roomForMonths = 48.0
  /// The least length in points of a year that shows its quarters.
  public static let roomForQuarters = 16.0
  /// The least distance of two labels in points.
  public static let labelDistance = 16.0

  /// The ticks that fit on a rail: years always, months and quarters in years that are long enough.
  ///
  /// - Parameters:
  ///   - ticks: The ticks in ascending order.
  ///   - scale: The rail's scale.
  ///   - labelHeight: The height of a label in points.
  /// - Complexity: O(n)
  public static func placed(_ ticks: [RailTick], on scale: RailScale, labelHeight: Double = 0) -> [Placed] {
    let distance = max(labelDistance, labelHeight)
    var placed: [Placed] = []
    var lastLabel = -Double.infinity
    var index = 0
    while index < ticks.count {
      let next = ticks[(index + 1)...].firstIndex { $0.rank == .year } ?? ticks.count
      let start = scale.y(of: ticks[index].ordinal)
      let end = next < ticks.count ? scale.y(of: ticks[next].ordinal) : scale.y(ofFraction: 1)
      let least: Rank =
        end - start >= roomForMonths ? .month : end - start >= roomForQuarters ? .quarter : .year
      for tick in ticks[index..<next] where tick.rank >= least {
        let y = scale.y(of: tick.ordinal)
        let hasRoom = tick.rank == .year && y - lastLabel >= distance
        if hasRoom { lastLabel = y }
        placed.append(Placed(y: y, rank: tick.rank, label: hasRoom ? tick.label : nil))
      }
      index = next
    }
    return placed
  }

  /// The last tick at a row or before it.
  ///
  /// - Complexity: O(log n)
  public static func last(at ordinal: Int, of ticks: [RailTick]) -> RailTick? {
    var (low, high) = (0, ticks.count)
    while low < high {
      let middle = (low + high) / 2
      if ticks[middle].ordinal <= ordinal { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? ticks[low - 1] : nil
  }
}
