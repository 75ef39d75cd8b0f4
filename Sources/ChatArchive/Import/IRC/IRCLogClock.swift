/// Gives each line of a log its instant and its part of the key.
///
/// Lines that carry only the time of day take their date from the last line that told one, and roll over when
/// the time falls back. Lines keep the order of the file: those of one minute are a millisecond apart.
struct IRCLogClock {
  /// Where a line stands.
  struct Place: Sendable, Hashable {
    /// Milliseconds since 1970 UTC.
    let sentAt: Int64
    /// The date and the time as they stand in the log: the same whatever the time zone.
    let wall: String
    /// Days since 1970-01-01, or since the log's first when its date is a guess.
    let day: Int
  }

  /// A time that falls back by more than this belongs to the next day; by less, the clock was set back: for summer
  /// time by one hour, on some past nights by two.
  private static let longestSetback = 2 * 3600
  private static let secondsPerDay = 86_400

  private var wallClock: WallClock
  private var day: Int
  /// What counts as day 0 in keys, as long as no line and no name has told the date: a better guess later on, when
  /// the file was changed again, must not make other messages of the same lines.
  private var guessedFirstDay: Int?
  /// Seconds since midnight of the last line; nil at the beginning of a day.
  private var lastSecond: Int?
  /// Instant of the last line, in seconds.
  private var lastInstant: Int64?
  /// Number of lines before this one that share its instant.
  private var ordinal: Int64 = 0

  init(wallClock: WallClock, firstDay: Int, isGuess: Bool) {
    self.wallClock = wallClock
    day = firstDay
    guessedFirstDay = isGuess ? firstDay : nil
  }

  /// A line has told the date.
  mutating func begin(day newDay: Int) {
    guessedFirstDay = nil
    guard newDay != day else { return }
    day = newDay
    lastSecond = nil
  }

  /// Whether a line with this time of day belongs to the day after the line before it.
  static func isNextDay(_ second: Int, after lastSecond: Int?) -> Bool {
    lastSecond.map { $0 - second > longestSetback } ?? false
  }

  /// The place of the next line. A line without a time is taken to be of the time of the line before it.
  mutating func place(_ stamp: IRCStamp?) -> Place {
    let second = stamp?.time.second ?? lastSecond ?? 0
    if let stampDay = stamp?.day {
      begin(day: stampDay)
    } else if IRCLogClock.isNextDay(second, after: lastSecond) {
      day += 1
    }
    lastSecond = second
    let hasSeconds = stamp?.time.hasSeconds ?? true
    return Place(
      sentAt: sentAt(second: second, resolution: hasSeconds ? 1000 : 60_000), wall: wall(second, hasSeconds),
      day: day - (guessedFirstDay ?? 0))
  }

  private mutating func sentAt(second: Int, resolution: Int64) -> Int64 {
    let last = lastInstant ?? .min
    var instant = wallClock.instant(
      ofLocal: Int64(day * IRCLogClock.secondsPerDay + second), notBefore: last)
    // The clock was set back a little: the order of the lines is what is known for certain.
    if instant < last, last - instant <= Int64(IRCLogClock.longestSetback) { instant = last }
    ordinal = instant == last ? ordinal + 1 : 0
    lastInstant = instant
    return instant * 1000 + min(ordinal, resolution - 1)
  }

  private func wall(_ second: Int, _ hasSeconds: Bool) -> String {
    let date = guessedFirstDay.map { "day \(day - $0)" } ?? CivilDate(dayNumber: day)?.description ?? "\(day)"
    let time = "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))"
    return hasSeconds ? "\(date)T\(time):\(twoDigits(second % 60))" : "\(date)T\(time)"
  }
}
