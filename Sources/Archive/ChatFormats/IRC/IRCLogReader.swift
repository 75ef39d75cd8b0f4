import Chats
import Foundation
import SeededRandom
import Translation

/// Reads an IRC log.
struct IRCLogReader: ImportSource {
  private let file: URL
  private let format: ImportFormat
  private let timeZone: TimeZone
  var assumedZone: TimeZone? { timeZone }
  private let name: IRCLogName

  private var lines: LineReader
  /// Nil until the log's first day is known.
  private var clock: IRCLogClock?
  private var keys = IRCMessageKeys()
  /// Items of the last line that `next` has not returned yet.
  private var due: [ImportItem] = []

  private(set) var failure: ImportError?

  static var formats: [ImportFormat] {
    [.irssi, .weechat, .energymech, .bare, .hexchat, .limnoria, .textual, .dircproxy]
  }

  init(_ input: ImportInput) throws(ImportError) {
    let file = input.parts[0]
    self.init(
      try input.bytes(of: file), format: input.format, timeZone: input.options.timeZone, within: file.folder)
  }

  /// - Parameter root: The chosen folder, if the file was found in one.
  init(_ reader: ByteReader, format: ImportFormat, timeZone: TimeZone, within root: URL? = nil) {
    file = reader.file
    self.format = format
    self.timeZone = timeZone
    name = IRCLogName(file, within: root)
    lines = LineReader(reader)
    if let day = name.date?.dayNumber { start(on: day, isGuess: false) }
  }

  var offset: Int64 { lines.reader.offset }

  /// The next message or problem; nil at the end and after an error.
  mutating func next() -> ImportItem? {
    while due.isEmpty {
      guard failure == nil, let line = lines.next() else {
        failure = failure ?? lines.reader.failure
        return nil
      }
      read(line)
    }
    return due.removeFirst()
  }

  private mutating func read(_ line: LineReader.Line) {
    guard let raw = line.bytes else {
      report(
        tr("line longer than {size} MB", ["size": "\(ByteReader.captureLimit >> 20)"]),
        at: .line(line.number), .skipped)
      return
    }
    let (bytes, finding) = TextRepair.utf8(IRCLine.withoutFormatCodes(raw))
    if bytes.allSatisfy(\.isSpace) { return }
    guard let parsed = IRCLine(bytes, format: format) else {
      report(
        tr("not a message in the {format} format", ["format": format.rawValue]), at: .line(line.number),
        .skipped)
      return
    }
    if let finding { report(finding.reason, at: .line(line.number), .noted) }
    switch parsed {
    case .remark: break
    case .day(let day):
      if clock == nil { start(on: day, isGuess: false) }
      clock?.begin(day: day)
    case .event(let event, let stamp):
      if clock == nil { start(with: stamp) }
      if let place = clock?.place(stamp) { due.append(.message(message(event, at: place))) }
    }
  }

  /// Determines the first day of a log that begins without a date.
  private mutating func start(with stamp: IRCStamp?) {
    if let day = stamp?.day {
      start(on: day, isGuess: false)
      return
    }
    do {
      let first = try IRCFirstDay(
        of: lines.reader.source, format: format, timeZone: timeZone, within: name.days)
      if let remark = first.remark { report(remark, at: .file, .noted) }
      start(on: first.number, isGuess: true)
    } catch {
      failure = error
    }
  }

  private mutating func start(on day: Int, isGuess: Bool) {
    clock = IRCLogClock(
      wallClock: WallClock(timeZone), firstDay: day, guess: isGuess ? name.part ?? "" : nil)
  }

  private mutating func report(
    _ reason: String, at place: ImportProblem.Place, _ effect: ImportProblem.Effect
  ) {
    due.append(.problem(ImportProblem(file: file, place: place, reason: reason, effect: effect)))
  }

  private mutating func message(_ event: IRCEvent, at place: IRCLogClock.Place) -> ImportedMessage {
    ImportedMessage(
      conversationKey: name.conversationKey, conversationTitle: name.conversationTitle,
      sourceID: keys.key(of: event, at: place), sender: event.nick.map(name.sender), sentAt: place.sentAt,
      kind: event.kind, text: event.text, entities: LinkDetector.links(in: event.text),
      orderKey: OrderKey.make(sentAt: place.sentAt, rank: place.ordinal))
  }
}

/// Creates the source keys of a log's messages from their content instead of their position. In a log that has grown,
/// or has lost its beginning, the same lines keep the same keys.
private struct IRCMessageKeys {
  /// The number of occurrences of each line on the day, by hash.
  private var counts: [UInt64: Int] = [:]
  private var day = Int.min
  /// The hashes of the last lines of a log without dates.
  private var context: [UInt64] = []

  /// The number of lines that identify the following one in place of a date.
  private static let contextLines = 4

  /// The key of the next line: its time, a hash of its content, and its number among identical lines. A log without
  /// dates can be replaced by a later one, so the hash then includes the lines before it.
  mutating func key(of event: IRCEvent, at place: IRCLogClock.Place) -> String {
    if place.day != day {
      day = place.day
      counts.removeAll(keepingCapacity: true)
    }
    var hash = FNV1a()
    hash.combine(place.wall.utf8)
    hash.combine(UInt8(event.kind.rawValue))
    hash.combine((event.nick ?? "").utf8)
    hash.combine(0)
    hash.combine(event.text.utf8)
    if place.isGuess {
      let line = hash.value
      for before in context { hash.combine(String(before, radix: 36).utf8) }
      context = context.suffix(Self.contextLines - 1) + [line]
    }
    let ordinal = counts[hash.value, default: 0]
    counts[hash.value] = ordinal + 1
    return "\(place.wall)/\(String(hash.value, radix: 36))/\(ordinal)"
  }
}

/// Assigns an instant to each line of a log.
///
/// A line with only a time of day has the date of the last line with a date, or a later one if the time of day has
/// decreased since.
private struct IRCLogClock {
  struct Place {
    /// Milliseconds since 1970 UTC.
    let sentAt: Int64
    /// Date and time as in the log, independent of the time zone.
    let wall: String
    /// Days since 1970-01-01, or since the first day of the log if its date is a guess.
    let day: Int
    let isGuess: Bool
    /// The number of preceding lines with the same time.
    let ordinal: Int64
  }

  /// A time that decreases by more than this is on the next day. If it decreases by less, the clock was set back: by
  /// one hour at the end of summer time, in some past years by two.
  private static let longestSetback = 2 * 3600

  private var wallClock: WallClock
  private var day: Int
  /// The first day, which is day 0 in keys, until a line or the file's name contains a date. If a later import guesses
  /// another date because the file was modified again, the keys of the same lines do not change.
  private var guessedFirstDay: Int?
  /// Distinguishes the days 0 of a conversation's files.
  private let part: String
  /// Seconds since midnight of the last line; nil at the beginning of a day.
  private var lastSecond: Int?
  /// The instant of the last line, in seconds.
  private var lastInstant: Int64?
  /// The number of preceding lines with the same instant.
  private var ordinal: Int64 = 0

  /// - Parameter guess: The part of the conversation that the file contains, if its first day is a guess.
  init(wallClock: WallClock, firstDay: Int, guess: String?) {
    self.wallClock = wallClock
    day = firstDay
    guessedFirstDay = guess == nil ? nil : firstDay
    part = guess.map { $0.isEmpty ? "" : "\($0) " } ?? ""
  }

  /// Sets the date that a line of the log contains.
  mutating func begin(day newDay: Int) {
    guessedFirstDay = nil
    guard newDay != day else { return }
    day = newDay
    lastSecond = nil
  }

  /// Whether a line with this time of day is on the day after the preceding line.
  static func isNextDay(_ second: Int, after lastSecond: Int?) -> Bool {
    lastSecond.map { $0 - second > longestSetback } ?? false
  }

  /// The place of the next line. A line without a time has the time of the preceding line.
  mutating func place(_ stamp: IRCStamp?) -> Place {
    let second = stamp?.time.second ?? lastSecond ?? 0
    if let stampDay = stamp?.day ?? stamp?.dayOfYear?.day(near: day) {
      begin(day: stampDay)
    } else if IRCLogClock.isNextDay(second, after: lastSecond) {
      day += 1
    }
    lastSecond = second
    return Place(
      sentAt: sentAt(second: second, offset: stamp?.offset),
      wall: wall(second, stamp?.time.hasSeconds ?? true), day: day - (guessedFirstDay ?? 0),
      isGuess: guessedFirstDay != nil, ordinal: ordinal)
  }

  /// - Parameter offset: Seconds east of Greenwich, if the line contains them.
  private mutating func sentAt(second: Int, offset: Int?) -> Int64 {
    let last = lastInstant ?? .min
    let local = Int64(day * CivilDate.secondsPerDay + second)
    var instant = offset.map { local - Int64($0) } ?? wallClock.instant(ofLocal: local, notBefore: last)
    // The clock was set back a little. The order of the lines is reliable, but not their times.
    if instant < last, last - instant <= Int64(IRCLogClock.longestSetback) { instant = last }
    ordinal = instant == last ? ordinal + 1 : 0
    lastInstant = instant
    return instant * 1000
  }

  private func wall(_ second: Int, _ hasSeconds: Bool) -> String {
    let date =
      guessedFirstDay.map { "\(part)day \(day - $0)" } ?? CivilDate(dayNumber: day)?.description ?? "\(day)"
    let time = "\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))"
    return hasSeconds ? "\(date)T\(time):\(twoDigits(second % 60))" : "\(date)T\(time)"
  }
}

/// The first day of a log whose first lines contain only a time of day.
private struct IRCFirstDay {
  /// Days since 1970-01-01.
  let number: Int
  /// A note for the user about a guessed date.
  let remark: String?

  /// Finds the first date in the log and counts the days before it. A log without a date is assumed to end on the day
  /// on which the file was last modified, or on the nearest day of `period`.
  ///
  /// - Complexity: O(n) in the bytes before the first date.
  init(
    of file: ImportFile, format: ImportFormat, timeZone: TimeZone, within period: ClosedRange<Int>?
  ) throws(ImportError) {
    var lines = LineReader(try ByteReader(file))
    var lastSecond: Int?
    var nightsPassed = 0
    var dates = YearlessDates()
    while let line = lines.next() {
      guard let bytes = line.bytes else { continue }
      switch IRCLine(bytes, format: format) {
      case .day(let day):
        self.init(number: dates.span(endingBy: day)?.first ?? day - 1 - nightsPassed, remark: nil)
        return
      case .event(_, let stamp?):
        let isNextDay = IRCLogClock.isNextDay(stamp.time.second, after: lastSecond)
        if isNextDay { nightsPassed += 1 }
        lastSecond = stamp.time.second
        if let date = stamp.dayOfYear { dates.add(date) }
        if let day = stamp.day {
          self.init(number: day - nightsPassed, remark: nil)
          return
        }
      default: continue
      }
    }
    let changed = file.dayOfLastChange(in: timeZone)
    if let (first, last) = dates.span(endingBy: changed) {
      self.init(
        number: first,
        remark: tr(
          "has dates without years; assumed to end on {date}",
          ["date": CivilDate(dayNumber: last)?.description ?? tr("today")]))
      return
    }
    let lastDay = period.map { min(max(changed, $0.lowerBound + nightsPassed), $0.upperBound) } ?? changed
    let date = ["date": CivilDate(dayNumber: lastDay)?.description ?? tr("today")]
    self.init(
      number: lastDay - nightsPassed,
      remark: lastDay == changed
        ? tr("has times but no dates; assumed to end on {date}, when the file was last modified", date)
        : tr("has times but no dates; assumed to end on {date}", date))
  }

  private init(number: Int, remark: String?) {
    self.number = number
    self.remark = remark
  }
}

/// Dates without the year, from the beginning of a log.
private struct YearlessDates {
  private var first: IRCStamp.DayOfYear?
  private var last: IRCStamp.DayOfYear?
  /// The number of decreases of the month, which are the beginnings of years.
  private var newYears = 0

  mutating func add(_ date: IRCStamp.DayOfYear) {
    first = first ?? date
    if let last, date.month < last.month { newYears += 1 }
    last = date
  }

  /// The first and the last day, with the last one on this day or as shortly before it as possible; nil without a date.
  func span(endingBy end: Int) -> (first: Int, last: Int)? {
    guard let first, let last, let year = CivilDate(dayNumber: end)?.year else { return nil }
    // A leap day occurs once in up to eight years.
    let found = (year - 8...year).reversed().lazy.compactMap { year in
      CivilDate(year: year, month: last.month, day: last.day)
    }.first { $0.dayNumber <= end }
    guard let found, let begin = CivilDate(year: found.year - newYears, month: first.month, day: first.day)
    else {
      return nil
    }
    return (begin.dayNumber, found.dayNumber)
  }
}
