import Foundation
import SeededRandom
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Days of IRC logs", .dedicatedThreads)
struct ImportLogDayTests {
  // A log of a gigabyte was read to its end before the import was cancelled.
  @Test("Reading ahead is cancelled with the reading")
  func cancelledAhead() throws {
    let bench = try ImportBench()
    let log = (0..<10_000).map { "[12:00:00] <mara> line \($0)\n" }.joined()
    let file = try bench.file(log, named: "walks.log")
    var asked = 0
    let bytes = try ByteReader(
      ImportFile(url: file, byteCount: 0, folder: nil), chunkSize: 4096,
      isCancelled: {
        asked += 1
        return false
      })
    var reader = IRCLogReader(bytes, format: .energymech, timeZone: .gmt)
    _ = reader.next()
    #expect(asked > log.utf8.count / 4096)
  }

  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// The time and the text of each message of a log, in the order of the file.
  private func read(_ text: String, named name: String, changed: String = "2024-12-31") throws -> [String] {
    let file = try bench.file(text, named: name)
    try bench.setChanged(file, to: #require(CivilDate(changed)).dayNumber)
    return try ReadExport(file).messages.map { "\(stamp($0.sentAt)) \($0.text)" }
  }

  // Everything after the line from before midnight was a day late.
  @Test("A day's file that begins with lines of the evening before belongs to its day")
  func eveningBefore() throws {
    let day = "23:59 < mara> one\n00:01 < mara> two\n09:00 < jo> three\n18:00 < jo> four\n"
    let right = [
      "2024-03-01T23:59:00 one", "2024-03-02T00:01:00 two", "2024-03-02T09:00:00 three",
      "2024-03-02T18:00:00 four",
    ]
    #expect(try read(day, named: "#x/2024-03-02.log") == right)
    let opened =
      "--- Log opened Fri Mar 01 22:00:00 2024\n22:30 < jo> zero\n--- Day changed Sat Mar 02 2024\n"
    let next = "--- Day changed Sun Mar 03 2024\n00:05 < jo> five\n"
    #expect(
      try read(opened + day + next, named: "#x.log") == ["2024-03-01T22:30:00 zero"] + right
        + ["2024-03-03T00:05:00 five"])
  }

  @Test("A line of the second before midnight that comes late moves no day")
  func lateLine() throws {
    #expect(
      try read(
        "[00:00:00] <a> one\n[23:59:59] <b> two\n[00:00:01] <a> three\n[18:00:00] <a> four\n",
        named: "#x/2024-03-02.log") == [
          "2024-03-02T00:00:00 one", "2024-03-01T23:59:59 two", "2024-03-02T00:00:01 three",
          "2024-03-02T18:00:00 four",
        ])
  }

  @Test("A day's file goes on after midnight, and one of many days begins on the day of its name")
  func afterMidnight() throws {
    #expect(
      try read("[23:58:10] <a> one\n[23:59:59] <a> two\n[00:00:01] <a> three\n", named: "#x/2024-03-02.log")
        == [
          "2024-03-02T23:58:10 one", "2024-03-02T23:59:59 two", "2024-03-03T00:00:01 three",
        ])
    let days = (1...5).map { "[0\($0):00:00] <a> morning\n[22:00:00] <a> evening\n" }.joined()
    #expect(
      try read("[21:00:00] <a> first\n" + days, named: "#x/2024-03-02.log").suffix(2) == [
        "2024-03-07T05:00:00 morning", "2024-03-07T22:00:00 evening",
      ])
  }

  @Test("A line after midnight that is also in the next day's file is another line")
  func sameLineInTwoFiles() async throws {
    try bench.file("23:59 <m> one\n00:01 <m> hi\n09:00 <m> two\n", named: "t/#x/2024-03-02.log")
    try bench.file("00:01 <m> hi\n08:00 <m> three\n", named: "t/#x/2024-03-03.log")
    let report = bench.run(bench.folder.url.appendingPathComponent("t"))
    #expect(report.summary.added == 5 && report.summary.duplicates == 0)
  }

  @Test("A day's file that grows during the night adds only its new lines")
  func grownAtNight() throws {
    let start = "23:59 <m> one\n00:01 <m> two\n"
    try bench.run(text: start, named: "#x/2024-03-02.log")
    let report = try bench.run(text: start + "18:00 <m> three\n", named: "#x/2024-03-02.log")
    #expect(report.summary == ImportSummary(added: 1, duplicates: 2, conversations: [1], filesRead: 1))
  }

  // The second line had the time of the first one.
  @Test(
    "A time that goes back is kept",
    arguments: [
      ("2024-03-02T12:00:00  <mara> one\n2024-03-02T11:00:00  <jo> two\n", "#x.2024-03-02.log", 0),
      ("[2024-03-02T12:00:00+0100] <mara> one\n[2024-03-02T11:00:00+0100] <jo> two\n", "textual.txt", -1),
      ("[2024-03-02T12:00:00.000Z] <mara> one\n[2024-03-02T11:00:00.000Z] <jo> two\n", "#x.log", 0),
      ("2024-03-02 12:00:00\tmara\tone\n2024-03-02 11:00:00\tjo\ttwo\n", "x.weechatlog", 0),
      ("[12:00:00] <mara> one\n[11:00:00] <jo> two\n", "#x_20240302.log", 0),
      (
        "**** BEGIN LOGGING AT Sat Mar  2 12:00:00 2024\n\nMar 02 12:00:00 <mara>\tone\nMar 02 11:00:00 <jo>\ttwo\n",
        "x.log", 0
      ),
    ])
  func timeGoesBack(text: String, name: String, hours: Int) throws {
    #expect(
      try read(text, named: name) == [
        "2024-03-02T\(12 + hours):00:00 one", "2024-03-02T\(11 + hours):00:00 two",
      ])
  }

  @Test("Equal lines around midnight stay as many as they are")
  func alternatingDays() throws {
    let lines = ["02T23:59:59\tmara\tok", "03T00:00:00\tjo\tok", "02T23:59:59\tmara\tok"]
    let report = try bench.run(text: lines.map { "2024-03-\($0)\n" }.joined(), named: "x.weechatlog")
    #expect(report.summary.added == 3)
  }

  // A pause of more than half a year counted as a step back, and everything after it was a year early.
  @Test("A pause of most of a year is no step back")
  func longPause() throws {
    let right = ["2024-01-14T10:00:00 one", "2024-03-03T10:00:00 two", "2024-12-30T10:00:00 three"]
    #expect(
      try read(
        "[14 Jan 10:00] <m!~m@h> one\n[03 Mar 10:00] <m!~m@h> two\n[30 Dec 10:00] <m!~m@h> three\n",
        named: "x.log")
        == right)
    #expect(
      try read(
        "Jan 14 10:00:00 <m>\tone\nMar 03 10:00:00 <m>\ttwo\nDec 30 10:00:00 <m>\tthree\n",
        named: "hexchat.log")
        == right)
  }

  @Test("The 29th of February decides the years of a log without them")
  func leapDay() throws {
    let days = ["14 Jan", "20 Feb", "29 Feb", "10 May", "10 Sep", "31 Dec", "02 Jan", "10 Feb"]
    let text = days.map { "[\($0) 10:00] <m!~m@h> \($0)\n" }.joined()
    #expect(
      try read(text, named: "x.log", changed: "2026-11-20").map { String($0.prefix(10)) } == [
        "2024-01-14", "2024-02-20", "2024-02-29", "2024-05-10", "2024-09-10", "2024-12-31", "2025-01-02",
        "2025-02-10",
      ])
  }

  @Test("Lines that a bouncer plays back at the beginning of a session are older than it")
  func playback() throws {
    let session = "Mar 08 10:00:00 <m>\told\nMar 10 12:00:01 <m>\tnew\n"
    let begin = "**** BEGIN LOGGING AT Sun Mar 10 12:00:00 2024\n"
    let right = ["2024-03-08T10:00:00 old", "2024-03-10T12:00:01 new"]
    #expect(try read(begin + session, named: "x.log") == right)
    #expect(
      try read(begin + session + "**** ENDING LOGGING AT Sun Mar 10 13:00:00 2024\n", named: "x.log") == right
    )
  }

  @Test("A time in the statement of a date counts like that of a line")
  func statementWithTime() throws {
    #expect(
      try read(
        "Session Start: Sat Mar 02 23:59:58 2024\n[00:00:01] <m> one\n[09:00:00] <m> two\n"
          + "Session Close: Sun Mar 03 10:00:00 2024\n", named: "x.log") == [
          "2024-03-03T00:00:01 one", "2024-03-03T09:00:00 two",
        ])
    #expect(
      try read("09:00 < m> one\n10:00 < m> two\n--- Log closed Sat Mar 02 12:00:00 2024\n", named: "x.log")
        == [
          "2024-03-02T09:00:00 one", "2024-03-02T10:00:00 two",
        ])
  }

  @Test("Random logs have the times with which they were written", arguments: RandomLog.Client.allCases)
  func random(client: RandomLog.Client) throws {
    for seed in 0..<100 {
      let log = RandomLog(client: client, seed: seed)
      let root = "\(client)-\(seed)/libera"
      for file in log.files {
        let url = try bench.file(file.text, named: "\(root)/\(file.name)")
        try bench.setChanged(url, to: log.changed)
      }
      let read = try ReadExport(bench.folder.url.appendingPathComponent(root))
      let found = Dictionary(grouping: read.messages, by: \.text).mapValues { $0.map { stamp($0.sentAt) } }
      let truth = Dictionary(grouping: log.lines, by: \.text).mapValues { $0.map { stamp($0.second * 1000) } }
      guard found != truth else { continue }
      let wrong = log.lines.filter { found[$0.text] != truth[$0.text] }.map {
        "\($0.text): \(found[$0.text] ?? []), was \(stamp($0.second * 1000))"
      }
      Issue.record(
        "\(client) \(seed): \(wrong.joined(separator: "\n"))\n\(log.files.map { "\($0.name)\n\($0.text)" }.joined())"
      )
    }
  }
}

/// A time in UTC, such as “2024-03-02T12:00:00”.
private func stamp(_ milliseconds: Int64) -> String {
  let (second, rest) = (Int(milliseconds / 1000), milliseconds % 1000)
  let day = CivilDate(dayNumber: second / CivilDate.secondsPerDay)!
  let clock = [second / 3600 % 24, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
  return "\(day)T\(clock.joined(separator: ":"))\(rest == 0 ? "" : ".\(rest)")"
}

extension CivilDate {
  /// The date in a text such as “2024-03-02”.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }
}

extension ImportBench {
  /// Sets the day on which a file was last modified.
  fileprivate func setChanged(_ file: URL, to day: Int) throws {
    let noon = Double(day * CivilDate.secondsPerDay + CivilDate.secondsPerDay / 2)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: noon)], ofItemAtPath: file.path)
  }
}

/// A log as clients write it, with the times that are true.
struct RandomLog {
  enum Client: CaseIterable {
    /// Times only, in files of a day; in one file with the date between the lines; in one file without any date.
    case znc, irssi, undated
    /// Dates without years; with and without statements of the year.
    case dircproxy, hexchat, hexchatSessions
    /// Dates in each line.
    case limnoria, weechat, textual, thelounge
  }

  struct Line {
    var second: Int64
    var text: String
  }

  private(set) var lines: [Line] = []
  private(set) var files: [(name: String, text: String)] = []
  /// The day on which the files were last modified.
  private(set) var changed = 0

  private var random: SplitMix64
  private let client: Client
  private static let day = Int64(CivilDate.secondsPerDay)
  private static let hour: Int64 = 3600

  init(client: Client, seed: Int) {
    self.client = client
    random = SplitMix64(seed: UInt64(seed), streams: 1)
    let start = CivilDate(year: 2003 + random.below(20), month: 1 + random.below(12), day: 1)!.dayNumber
    switch client {
    case .znc, .irssi: writeDays(from: start + random.below(28))
    case .undated: writeLines(from: start, longestPause: 19 * Self.hour, longestDelay: 2 * Self.hour)
    case .dircproxy, .hexchat: writeLines(from: start, longestPause: 360 * Self.day, longestDelay: Self.day)
    case .hexchatSessions: writeSessions(from: start)
    case .limnoria, .weechat, .textual, .thelounge:
      writeLines(from: start, longestPause: 900 * Self.day, longestDelay: 40 * Self.day)
    }
    let last = Int((lines.map(\.second).max() ?? 0) / Self.day)
    changed = client == .undated ? Int((lines.last?.second ?? 0) / Self.day) : last + random.below(4)
  }

  /// A log in one file, with pauses, and with lines that come late.
  private mutating func writeLines(from start: Int, longestPause: Int64, longestDelay: Int64) {
    var second = Int64(start) * Self.day + Int64(random.below(CivilDate.secondsPerDay))
    var text = ""
    for _ in 0..<(1 + random.below(30)) {
      second += random.oneIn(3) ? Int64(random.below(Int(longestPause))) : Int64(random.below(600))
      text += write(at: second)
      let delay = Int64(random.below(Int(random.oneIn(2) ? longestDelay : 60)))
      // Without dates, a line that comes late is on the day of the line before it.
      guard random.oneIn(4), client != .undated || second % Self.day >= delay else { continue }
      text += write(at: second - delay)
    }
    files = [(client == .weechat ? "#x.weechatlog" : "#x.log", text)]
  }

  /// The days of a channel. The first lines after a midnight, or the last ones before it, can be in the other file.
  private mutating func writeDays(from start: Int) {
    var log = ""
    for day in start..<start + 1 + random.below(4) {
      let midnight = Int64(day) * Self.day
      let seconds = (0..<2 + random.below(20)).map { _ in
        Int64(300 + random.below(CivilDate.secondsPerDay - 900))
      }
      let sorted = (seconds + [Int64(1800 + random.below(3600)), Int64(15 * 3600 + random.below(3600))])
        .sorted()
      var text = ""
      for second in minutesAround(random.oneIn(3) ? 1 + random.below(3) : 0) {
        text += write(at: midnight - 1 - second)
      }
      for second in sorted {
        text += write(at: midnight + second)
        let delay = Int64(random.below(7200))
        if random.oneIn(6), second >= delay { text += write(at: midnight + second - delay) }
      }
      for second in minutesAround(random.oneIn(3) ? 1 + random.below(3) : 0).reversed() {
        text += write(at: midnight + Self.day + second)
      }
      let date = CivilDate(dayNumber: day)!
      if client == .znc {
        files.append(("#x/\(date).log", text))
      } else {
        let shown = "\(Self.weekday(day)) \(Self.month(date.month)) \(Self.two(date.day))"
        log +=
          log.isEmpty
          ? "--- Log opened \(Self.long(midnight - 2 * Self.hour))\n--- Day changed \(shown) \(date.year)\n"
          : "--- Day changed \(shown) \(date.year)\n"
        log += text
      }
    }
    if client == .irssi { files = [("#x.log", log)] }
  }

  /// Seconds of the minutes around midnight, the largest first.
  private mutating func minutesAround(_ count: Int) -> [Int64] {
    (0..<count).map { _ in Int64(random.below(500)) }.sorted(by: >)
  }

  /// Sessions with their beginnings and ends, some of which begin with older lines.
  private mutating func writeSessions(from start: Int) {
    var second = Int64(start) * Self.day
    var text = ""
    for _ in 0..<1 + random.below(4) {
      second += Int64(random.below(700)) * Self.day
      text += "**** BEGIN LOGGING AT \(Self.long(second))\n\n"
      if random.oneIn(2) { text += write(at: second - Int64(random.below(20)) * Self.day) }
      for _ in 0..<random.below(8) {
        second += Int64(random.below(random.oneIn(4) ? 300 * CivilDate.secondsPerDay : 600))
        text += write(at: second)
      }
      text += "**** ENDING LOGGING AT \(Self.long(second))\n"
    }
    files = [("#x.log", text)]
  }

  /// Adds a line with this time, and returns it as the client writes it.
  private mutating func write(at time: Int64) -> String {
    let coarse = client == .irssi || client == .dircproxy
    let second = coarse ? time - time % 60 : time
    let text = "line \(lines.count)"
    lines.append(Line(second: second, text: text))
    let date = CivilDate(dayNumber: Int(second / Self.day))!
    let minute = "\(Self.two(Int(second / 3600 % 24))):\(Self.two(Int(second / 60 % 60)))"
    let clock = "\(minute):\(Self.two(Int(second % 60)))"
    let month = Self.month(date.month)
    return switch client {
    case .znc, .undated: "[\(clock)] <mara> \(text)\n"
    case .irssi: "\(minute) <@mara> \(text)\n"
    case .dircproxy: "[\(Self.two(date.day)) \(month) \(minute)] <mara!~m@example.org> \(text)\n"
    case .hexchat, .hexchatSessions: "\(month) \(Self.two(date.day)) \(clock) <mara>\t\(text)\n"
    case .limnoria: "\(date)T\(clock)  <mara> \(text)\n"
    case .weechat: "\(date) \(clock)\tmara\t\(text)\n"
    case .textual: "[\(date)T\(clock)+0000] <mara> \(text)\n"
    case .thelounge: "[\(date)T\(clock).000Z] <mara> \(text)\n"
    }
  }

  private static func long(_ second: Int64) -> String {
    let day = Int(second / Self.day)
    let date = CivilDate(dayNumber: day)!
    let clock = [second / 3600 % 24, second / 60 % 60, second % 60].map { two(Int($0)) }.joined(
      separator: ":")
    return "\(weekday(day)) \(month(date.month)) \(date.day < 10 ? " " : "")\(date.day) \(clock) \(date.year)"
  }

  private static func weekday(_ day: Int) -> String {
    ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][day % 7]
  }

  private static func month(_ number: Int) -> String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][number - 1]
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
