/// What the dates of a transcript tell about the order of their numbers.
///
/// The dates of a transcript do not decrease, and none has a month above 12. Of the orders that agree with that, most
/// transcripts of more than a few weeks leave one.
struct DayOrderEvidence: Sendable {
  private struct Candidate {
    let order: ImportOptions.DayOrder
    /// Dates that do not exist in this order.
    var impossible = 0
    /// Times that are before the one before them.
    var decreases = 0
    var last = Int64.min
    /// The latest time, and how many in a row were before it.
    var latest = Int64.min
    var behind = 0
  }

  /// Times in a row that are before the latest, after which that one was wrong.
  private static let longestBehind = 8

  private var candidates: [Candidate] = []
  private var count = 0
  private var lastDate: WrittenDate?
  /// How often the first number and the last one are not those of the date before.
  private var changes = (first: 0, last: 0)
  private var guess = ImportOptions.DayOrder.dayFirst
  /// Whether only one of day and month first is in use with the signs between the numbers.
  private var isGuessSafe = false

  init() {}

  /// Adds the next time of the transcript.
  ///
  /// - Returns: Whether it is not before the latest one, in one of the orders.
  /// - Complexity: O(1)
  @discardableResult
  mutating func add(_ time: WrittenTime) -> Bool {
    if candidates.isEmpty { begin(with: time) }
    count += 1
    if let lastDate {
      if lastDate.first != time.date.first { changes.first += 1 }
      if lastDate.third != time.date.third { changes.last += 1 }
    }
    lastDate = time.date
    var goesOn = false
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
        goesOn = true
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
      } else if time.date.third.digits == 4 {
        [.dayFirst, .monthFirst]
      } else {
        [.dayFirst, .monthFirst, .yearFirst]
      }
    candidates = orders.map { Candidate(order: $0) }
    // Dates with full stops or hyphens begin with the day or the year, in all languages.
    isGuessSafe = !time.shape.contains("/")
    // The numbers of the United States have no leading zeros.
    let isAmerican = time.shape.contains("/") && time.period != nil && time.date.first.digits == 1
    guess = orders == [.yearFirst] ? .yearFirst : isAmerican ? .monthFirst : .dayFirst
  }

  /// Whether all but a few times are not before the one before them.
  func isInOrder(_ order: ImportOptions.DayOrder) -> Bool {
    let decreases = candidates.first { $0.order == order }?.decreases ?? 0
    return decreases < Self.fewestDecreases || decreases * Self.decreasing <= count
  }

  /// Less than every tenth time of an export with pasted chats goes back.
  private static let decreasing = 10
  private static let fewestDecreases = 10

  /// The order, and whether there is no other that the transcript allows.
  ///
  /// - Parameter asked: The order that a person has told. It decides between orders that the dates allow.
  func order(asked: ImportOptions.DayOrder?) -> (order: ImportOptions.DayOrder, isCertain: Bool) {
    var possible = candidates
    // Of two numbers that can be the year, it is the one that changes less.
    if possible.count == 3 {
      possible.removeAll { ($0.order == .yearFirst) != (changes.first < changes.last) }
    }
    let fewest = possible.map { ($0.impossible, $0.decreases) }.min(by: <) ?? (0, 0)
    let best = possible.filter { ($0.impossible, $0.decreases) == fewest }.map(\.order)
    if best.count == 1 { return (best[0], true) }
    if let asked, best.isEmpty || best.contains(asked) { return (asked, true) }
    return best.contains(guess) || best.isEmpty ? (guess, isGuessSafe && !best.isEmpty) : (best[0], false)
  }
}
