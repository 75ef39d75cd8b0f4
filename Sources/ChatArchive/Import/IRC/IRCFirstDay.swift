import Foundation
import Translation

/// On which day a log begins whose first lines carry only the time of day.
struct IRCFirstDay: Sendable, Hashable {
  /// Days since 1970-01-01.
  let number: Int
  /// What it was concluded from, when that deserves to be told.
  let remark: String?

  /// Looks for the first date in the log and counts the days before it; without a date, the log is taken to end on
  /// the day the file was last changed.
  ///
  /// - Complexity: O(n) in the bytes before the first date.
  init(of file: URL, format: ImportFormat, timeZone: TimeZone) throws(ImportError) {
    var lines = LineReader(try ByteReader(file))
    var lastSecond: Int?
    var nightsPassed = 0
    while let line = lines.next() {
      guard let bytes = line.bytes else { continue }
      switch IRCLine(bytes, format: format) {
      case .day(let day):
        self.init(number: day - 1 - nightsPassed, remark: nil)
        return
      case .event(_, let stamp?):
        let isNextDay = IRCLogClock.isNextDay(stamp.time.second, after: lastSecond)
        if isNextDay { nightsPassed += 1 }
        lastSecond = stamp.time.second
        if let day = stamp.day {
          self.init(number: day - nightsPassed, remark: nil)
          return
        }
      default: continue
      }
    }
    let lastDay = IRCFirstDay.dayOfLastChange(of: file, timeZone: timeZone)
    let date = CivilDate(dayNumber: lastDay)?.description ?? tr("today")
    self.init(
      number: lastDay - nightsPassed,
      remark: tr(
        "tells only times of day; taken to end on {date}, when the file was last changed", ["date": date]))
  }

  private init(number: Int, remark: String?) {
    self.number = number
    self.remark = remark
  }

  private static func dayOfLastChange(of file: URL, timeZone: TimeZone) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
    let changed = attributes?[.modificationDate] as? Date ?? Date()
    let local = changed.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: changed))
    return Int((local / 86_400).rounded(.down))
  }
}
