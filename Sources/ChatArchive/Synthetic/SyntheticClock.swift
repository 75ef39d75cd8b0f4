/// When the messages of a week are sent: in bursts with pauses between them, never at night, on some days not at
/// all, most of them on the weekend.
///
/// All in whole milliseconds: floating point would be as exact, but nobody would have to believe it.
enum SyntheticClock {
  /// Sunday, 15 March 2026, 19:42:00 UTC: when the newest message of any synthetic conversation was sent.
  static let end: Int64 = 1_773_603_720_000

  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour

  /// Shares of the exchanges that Monday to Sunday get, when nobody leaves a day out.
  private static let weights = [5, 5, 6, 5, 8, 14, 12]

  /// Strictly ascending times for `count` messages; a message whose number is in `burstsAt` follows a pause.
  static func times(
    weeksBack: Int, count: Int, burstsAt starts: Set<Int>, _ random: inout SplitMix64
  ) -> [Int64] {
    let midnightAfterEnd = end - end % day + day - Int64(weeksBack) * 7 * day
    let counts = countsByDay(of: count, burstsAt: starts, &random)
    var times: [Int64] = []
    times.reserveCapacity(count)
    for (weekday, dayCount) in counts.enumerated() where dayCount > 0 {
      let midnight = midnightAfterEnd - Int64(7 - weekday) * day
      // The last evening ends when the conversation ends.
      let isLastDay = weeksBack == 0 && weekday == 6
      let close = isLastDay ? end : midnight + 20 * hour + Int64(random.below(170 * 60_000))
      let open = midnight + 6 * hour + Int64(random.below(150 * 60_000))
      let first = times.count
      let starts = (first..<first + dayCount).map { starts.contains($0) }
      times += timesOfDay(from: open, to: close, starts: starts, &random)
    }
    return times
  }

  /// How many messages each day has. A day takes whole bursts, so that no exchange spans a night.
  private static func countsByDay(
    of count: Int, burstsAt starts: Set<Int>, _ random: inout SplitMix64
  ) -> [Int] {
    var weights = weights
    // One day without a word, in most weeks two; the weekend is never left out.
    for _ in 0..<2 { weights[random.below(5)] = 0 }
    let total = weights.reduce(0, +)
    var counts: [Int] = []
    var placed = 0
    var share = 0
    for weight in weights {
      share += weight
      var bound = count * share / total
      while bound > placed, bound < count, !starts.contains(bound) { bound += 1 }
      bound = max(bound, placed)
      counts.append(weight == 0 ? 0 : bound - placed)
      if weight > 0 { placed = bound }
    }
    return counts
  }

  /// Backwards from `close`: within a burst, seconds; between bursts, what is left of the day in uneven parts.
  private static func timesOfDay(
    from open: Int64, to close: Int64, starts: [Bool], _ random: inout SplitMix64
  ) -> [Int64] {
    let gaps = starts.map { _ in Int64(gapInBurst(&random)) }
    let pauses = starts.map { $0 ? Int64(1 + random.below(30) * random.below(30)) : 0 }
    // The first message of the day follows the night, not a pause.
    let busy = gaps.dropFirst().reduce(0, +)
    let slack = max(0, close - open - busy)
    let parts = max(1, pauses.dropFirst().reduce(0, +))
    var time = close
    var times: [Int64] = []
    for index in starts.indices.reversed() {
      times.append(time)
      time -= gaps[index] + slack / parts * pauses[index]
    }
    return times.reversed()
  }

  /// Milliseconds between two messages of a burst: at most a minute, so that even a whole week's messages on one
  /// day would not reach back into the night before it.
  private static func gapInBurst(_ random: inout SplitMix64) -> Int {
    switch random.below(8) {
    case 0..<4: 2500 + random.below(12_000)
    case 4..<7: 12_000 + random.below(25_000)
    default: 35_000 + random.below(25_000)
    }
  }
}
