/// Infers the order of the numbers in a transcript's dates.
///
/// The dates of a transcript hardly ever decrease, and no month is above 12. In most transcripts of more than a few
/// weeks, only one order satisfies this.
struct DayOrderEvidence: Sendable {
  private struct Candidate {
    let order: ImportOptions.DayOrder
    /// The number of dates that do not exist in this order.
    var impossible = 0
    /// The number of times that are before their predecessor.
    var decreases = 0
    var last = Int64.min
    /// The latest time, and the number of consecutive times before it.
    var latest = Int64.min
    var behind = 0
  }

  /// The number of consecutive times before the latest one after which the latest one is considered wrong.
  static let longestBehind = 8

  private var candidates: [Candidate] = []
  private var count = 0
  private var lastDate: WrittenDate?
  /// The number of dates whose first and whose last number differ from the previous date's.
  private var changes = (first: 0, last: 0)
  /// These numbers when each date occurred last. When the dates return to one, those in between were pasted or late.
  private var changesAt: [WrittenDate: (first: Int, last: Int)] = [:]
  private var guess = ImportOptions.DayOrder.dayFirst

  init() {}

  /// Whether a time was added.
  var hasTimes: Bool { count > 0 }

  /// Adds the next time of the transcript.
  ///
  /// - Returns: The orders in which it is not before the latest one.
  /// - Complexity: O(1)
  @discardableResult
  mutating func add(_ time: WrittenTime) -> DayOrders {
    if candidates.isEmpty { begin(with: time) }
    count += 1
    if let lastDate, lastDate != time.date {
      changesAt[lastDate] = changes
      if let before = changesAt[time.date] {
        changes = before
      } else {
        if lastDate.first != time.date.first { changes.first += 1 }
        if lastDate.third != time.date.third { changes.last += 1 }
      }
    }
    lastDate = time.date
    var goesOn: DayOrders = []
    for index in candidates.indices {
      guard let local = time.local(candidates[index].order) else {
        candidates[index].impossible += 1
        continue
      }
      if local < candidates[index].last { candidates[index].decreases += 1 }
      candidates[index].last = local
      if local >= candidates[index].latest || candidates[index].behind >= Self.longestBehind {
        candidates[index].latest = local
        candidates[index].behind = 0
        goesOn.insert(DayOrders(candidates[index].order))
      } else {
        candidates[index].behind += 1
      }
    }
    return goesOn
  }

  private mutating func begin(with time: WrittenTime) {
    let orders: [ImportOptions.DayOrder] =
      if time.date.first.digits == 4 {
        [.yearFirst]
      } else if time.date.third.digits == 4 || Self.isDotted(time) {
        [.dayFirst, .monthFirst]
      } else {
        [.dayFirst, .monthFirst, .yearFirst]
      }
    candidates = orders.map { Candidate(order: $0) }
    // Dates in the United States have no leading zeros.
    let isAmerican =
      time.shape.contains("/") && time.hasAmericanPeriod
      && [time.date.first, time.date.second].allSatisfy { $0.digits == 1 || $0.value >= 10 }
      && time.date.first.digits == 1
    guess = orders == [.yearFirst] ? .yearFirst : isAmerican ? .monthFirst : .dayFirst
  }

  /// Whether the date is written like 13.06.18. No language begins such a date with the year; Korean has a full stop
  /// after the day as well. In a short chat, a pasted date could otherwise make the day the year.
  private static func isDotted(_ time: WrittenTime) -> Bool {
    time.shape.contains("0.0.0") && !time.shape.contains("0.0.0.")
  }

  /// Whether all but a few times are not before their predecessor.
  func isInOrder(_ order: ImportOptions.DayOrder) -> Bool {
    let decreases = candidates.first { $0.order == order }?.decreases ?? 0
    return decreases < Self.fewestDecreases || decreases * Self.decreasing <= count
  }

  /// In an export with pasted chats, fewer than one in ten times goes back.
  private static let decreasing = 10
  private static let fewestDecreases = 10

  /// The order, and whether it is the only one that the transcript allows.
  ///
  /// - Parameter asked: The order that was chosen. It decides between orders that the dates allow.
  func order(asked: ImportOptions.DayOrder?) -> (order: ImportOptions.DayOrder, isCertain: Bool) {
    var possible = candidates
    // If two numbers can be the year, it is the one that changes less.
    if possible.count == 3 {
      possible.removeAll { ($0.order == .yearFirst) != (changes.first < changes.last) }
    }
    let fewest = possible.map { ($0.impossible, $0.decreases) }.min(by: <) ?? (0, 0)
    let best = possible.filter { ($0.impossible, $0.decreases) == fewest }.map(\.order)
    if best.count == 1 { return (best[0], true) }
    if let asked, best.isEmpty || best.contains(asked) { return (asked, true) }
    return (best.contains(guess) || best.isEmpty ? guess : best[0], false)
  }
}

/// Some of the orders of day, month and year.
struct DayOrders: OptionSet, Sendable {
  let rawValue: UInt8

  static let all = Self(rawValue: .max)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ order: ImportOptions.DayOrder) {
    switch order {
    case .dayFirst: self.init(rawValue: 1)
    case .monthFirst: self.init(rawValue: 2)
    case .yearFirst: self.init(rawValue: 4)
    }
  }
}
