import Chats

/// Finds chats that were pasted into messages of a transcript whose headers have only a time of day.
///
/// Neither the days nor the times of such a transcript go back. A pasted chat does, and ends where the transcript goes on.
/// If the transcript does not go on within the length of a message, nothing was pasted: another transcript can follow.
struct PastedRuns: Sendable {
  private struct Run {
    /// The number of its first line.
    let line: Int
    var day: CivilDate
    var last: Int64
    var byteCount = 0
    var hasHeaders = false
    /// The first header that can also be the transcript's own.
    var possibleEnd: Int?
  }

  /// The numbers of the last lines of the pasted chats, by those of the first ones.
  private(set) var ends: [Int: Int] = [:]
  private var day: CivilDate?
  private var last = Int64.min
  private var run: Run?
  /// Whether people do not write such days themselves. Then only a day that goes back can be text.
  private let areDaysCertain: Bool
  /// The last line if it is a day that can be text, which it is if other lines follow it.
  private var heldDay: (date: CivilDate, line: Int)?

  /// The number of seconds by which the clock can go back, at the end of summer time.
  private static let tolerance: Int64 = 3600
  /// The size in bytes of the longest message, 10,000 characters.
  private static let longestMessage = 4 * 10_000

  init(areDaysCertain: Bool) { self.areDaysCertain = areDaysCertain }

  /// Adds a line with a day.
  mutating func add(_ day: CivilDate, at line: Int) {
    heldDay = (day, line)
    if areDaysCertain, run == nil, day.dayNumber >= self.day?.dayNumber ?? .min { takeDay() }
  }

  /// Adds a line without a time.
  mutating func addText(_ text: String) {
    if !text.isBlank { heldDay = nil }
    run?.byteCount += text.utf8.count
  }

  /// Adds a header.
  mutating func add(_ clock: ClockTime, at line: Int, _ text: String) {
    takeDay()
    guard let day else { return }
    let own = day.start + Int64(clock.second)
    guard var run else {
      if own + Self.tolerance < last {
        self.run = Run(line: line, day: day, last: own, hasHeaders: true)
      } else {
        last = max(last, own)
      }
      return
    }
    let quoted = run.day.start + Int64(clock.second)
    if own >= last, run.day == day || quoted < run.last {
      ends[run.line] = line - 1
      self.run = nil
      last = own
      return
    }
    if own >= last, run.hasHeaders, run.possibleEnd == nil { run.possibleEnd = line }
    (run.last, run.hasHeaders) = (quoted, true)
    run.byteCount += text.utf8.count
    self.run = run
    if run.byteCount > Self.longestMessage {
      (self.day, last, self.run) = (run.day, run.last, nil)
    }
  }

  /// Forgets the days before, because another transcript follows in the file.
  mutating func restart() {
    (day, last, run, heldDay) = (nil, .min, nil, nil)
  }

  private mutating func takeDay() {
    guard let (date, line) = heldDay else { return }
    heldDay = nil
    if let day, date.dayNumber < day.dayNumber || run != nil && date == day {
      if run == nil { run = Run(line: line, day: date, last: date.start) }
      run?.day = date
      run?.last = date.start
      run?.possibleEnd = nil
    } else {
      // Times alone that go back until the end of a day prove nothing.
      if let run, run.day != day { ends[run.line] = (run.possibleEnd ?? line) - 1 }
      run = nil
      day = date
    }
  }
}
