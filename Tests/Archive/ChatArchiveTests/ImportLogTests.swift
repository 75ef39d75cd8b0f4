import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing IRC logs", .dedicatedThreads)
struct ImportLogTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// Time, kind, sender and text of each message.
  private func lines() async throws -> [String] {
    try await bench.archive.allMessages().map { message in
      let mark = [Message.Kind.normal: " ", .action: "*", .service: "!"][message.kind] ?? "?"
      return "\(utc(message)) \(mark)\(message.sender?.name ?? "-"): \(message.text)"
    }
  }

  @Test("irssi: dates from their own lines, through midnight and a pause of two days")
  func irssi() async throws {
    let report = bench.run(Fixture.irssi)
    #expect(report.lines == ["#walks.log:12: not a message in the irssi format; skipped"])
    #expect(report.summary == ImportSummary(added: 10, skipped: 1, conversations: [1], filesRead: 1))
    #expect(try await bench.archive.onlyConversation().title == "#walks (libera)")
    #expect(
      try await lines() == [
        "2024-03-29T23:40:00Z !mara: mara has joined #walks",
        "2024-03-29T23:41:00Z  mara: Anybody up for the ridge? See https://example.org/ridge_(alps), "
          + "or www.example.org.",
        "2024-03-29T23:41:00Z  jonas: yes!",
        "2024-03-29T23:41:00Z  jonas: yes!",
        "2024-03-29T23:42:00Z *tove: packs her boots",
        "2024-03-30T00:05:00Z !jonas: jonas is now known as jonas_away",
        "2024-03-30T00:06:00Z  ChanServ: Welcome to #walks",
        "2024-03-30T00:07:00Z !mara: mara changed the topic of #walks to: Saturday, 8:00",
        "2024-03-30T00:08:00Z !jonas_away: jonas_away has quit [Ping timeout: 240 seconds]",
        "2024-04-01T08:01:00Z  tove: back again",
      ])
  }

  @Test("Addresses become links, without the punctuation after them")
  func links() async throws {
    bench.run(Fixture.irssi)
    let message = try await bench.archive.allMessages()[1]
    #expect(message.stretches == ["https://example.org/ridge_(alps)", "www.example.org"])
    #expect(
      message.entities.map(\.kind) == [
        .link(target: "https://example.org/ridge_(alps)"), .link(target: "https://www.example.org"),
      ])
  }

  @Test("WeeChat: full dates, tabs in the text, codes for colours gone")
  func weechat() async throws {
    let report = bench.run(Fixture.weechat)
    #expect(report.lines == [])
    #expect(try await bench.archive.onlyConversation().title == "#walks (libera)")
    #expect(
      try await lines() == [
        "2024-03-29T23:59:58Z !mara: mara has joined #walks",
        "2024-03-29T23:59:59Z  mara: bold and red text",
        "2024-03-30T00:00:00Z *tove: packs",
        "2024-03-30T00:00:01Z !jonas: jonas is now known as jonas_away",
        "2024-03-30T00:00:02Z  ChanServ: Welcome",
        "2024-03-30T00:00:03Z !tove: tove has quit (Quit: bye)",
        "2024-03-30T00:00:04Z  jonas: a\ttab",
      ])
  }

  @Test("ZNC: the days of a channel are one conversation, dated by their names")
  func znc() async throws {
    let report = bench.run(Fixture.znc)
    #expect(report.lines == [])
    #expect(report.summary == ImportSummary(added: 11, conversations: [1], filesRead: 2))
    #expect(try await bench.archive.onlyConversation().title == "#walks (libera)")
    #expect(
      try await lines() == [
        "2024-03-29T23:58:10Z !mara: mara has joined",
        "2024-03-29T23:58:20Z  mara: evening",
        "2024-03-29T23:59:59Z *tove: yawns",
        "2024-03-30T00:00:01Z  mara: past midnight already",
        "2024-03-30T08:00:00Z !mara: mara changes topic to 'Saturday'",
        "2024-03-30T08:00:01Z !mara: mara sets mode: +o tove",
        "2024-03-30T08:00:02Z !jonas: jonas has left (off to work)",
        "2024-03-30T08:00:03Z !jonas: jonas has quit",
        "2024-03-30T08:00:04Z  mara: read the topic",
        "2024-03-30T08:00:05Z !jonas: jonas is now known as jonas_away",
        "2024-03-30T08:00:06Z !tove: tove was kicked by mara (wrong boots)",
      ])
  }

  @Test("The bare form: the date from the folders, events without a time, over midnight")
  func bare() async throws {
    let report = bench.run(Fixture.ubuntu)
    #expect(report.lines == [])
    #expect(try await bench.archive.onlyConversation().title == "#walks")
    #expect(
      try await lines() == [
        "2024-03-30T00:00:00Z !mara_: mara_ is now known as mara",
        "2024-03-30T00:03:00Z  mara: good morning",
        "2024-03-30T00:03:00Z  jonas: morning",
        "2024-03-30T00:04:00Z *tove: waves",
        "2024-03-30T00:04:00Z !jonas: jonas has left #walks []",
        "2024-03-30T23:59:00Z  mara: good night",
        "2024-03-31T00:01:00Z  tove: and the day after",
      ])
  }

  @Test("Day files imported one by one are the same as all at once")
  func oneByOne() async throws {
    bench.run(Fixture.zncDays)
    let together = try await bench.content()
    let other = try ImportBench()
    for file in Fixture.zncDays { other.run(file) }
    #expect(try await other.content() == together)
  }

  @Test("A log that has grown adds only its new lines")
  func grown() async throws {
    let start = "[10:00] <mara> ok\n[10:00] <mara> ok\n"
    try bench.run(text: start, named: "#walks-2024-03-30.log")
    let before = try await bench.archive.allMessages()
    let report = try bench.run(
      text: start + "[10:00] <mara> ok\n[10:01] <mara> ok\n", named: "#walks-2024-03-30.log")
    #expect(report.summary == ImportSummary(added: 2, duplicates: 2, conversations: [1], filesRead: 1))
    let after = try await bench.archive.allMessages()
    #expect(after.prefix(2) == before[...])
    #expect(after.map { $0.sentAt - after[0].sentAt } == [0, 0, 0, 60_000])
  }

  @Test("A log without dates ends on the day it was last modified, and a second import adds nothing")
  func undated() async throws {
    let text = "[22:00] <mara> one\n[08:00] <mara> two\n"
    let file = try bench.file(text, named: "chat.log")
    try changed(file, on: "2024-03-30T12:00:00Z")
    let report = bench.run(file)
    #expect(
      report.lines == [
        "chat.log: has times but no dates; assumed to end on 2024-03-30, when the file was last modified"
      ])
    #expect(try await lines() == ["2024-03-29T22:00:00Z  mara: one", "2024-03-30T08:00:00Z  mara: two"])

    let grown = try bench.file(text + "[07:00] <mara> three\n[04:00] <mara> four\n", named: "chat.log")
    try changed(grown, on: "2024-04-02T12:00:00Z")
    #expect(
      bench.run(grown).summary == ImportSummary(added: 2, duplicates: 2, conversations: [1], filesRead: 1))
  }

  @Test("A log without dates that replaces another one adds all of its lines")
  func undatedNextMonth() async throws {
    let ok = "[22:00] <mara> ok\n[22:00] <mara> ok\n"
    for (date, first) in [("2024-03-30", "[21:00] <tove> one\n"), ("2024-04-30", "[20:00] <tove> two\n")] {
      for end in ["", "[22:30] <mara> bye\n", "[22:30] <mara> bye\n"] {
        let file = try bench.file(first + ok + end, named: "chat.log")
        try changed(file, on: "\(date)T23:00:00Z")
        bench.run(file)
      }
    }
    #expect(
      try await lines()
        == ["2024-03-30", "2024-04-30"].enumerated().flatMap { index, day in
          [["\(day)T21:00:00Z  tove: one"], ["\(day)T20:00:00Z  tove: two"]][index]
            + ["22:00:00Z  mara: ok", "22:00:00Z  mara: ok", "22:30:00Z  mara: bye"].map { "\(day)T\($0)" }
        })
  }

  private func changed(_ file: URL, on date: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(date, strategy: .iso8601)], ofItemAtPath: file.path)
  }

  @Test("Lines before the first date belong to the days before it")
  func dateInTheMiddle() async throws {
    try bench.run(
      text: "23:00 <mara> one\n09:00 <mara> two\n--- Day changed Sat Mar 30 2024\n00:01 <mara> three\n",
      named: "#walks.log")
    #expect(
      try await lines() == [
        "2024-03-28T23:00:00Z  mara: one", "2024-03-29T09:00:00Z  mara: two",
        "2024-03-30T00:01:00Z  mara: three",
      ])
  }

  @Test("The hour that occurs twice in autumn keeps the order of its lines")
  func summerTimeEnds() async throws {
    try bench.run(
      text: "[01:59] <m> a\n[02:30] <m> b\n[02:59] <m> c\n[02:30] <m> b\n[03:00] <m> d\n",
      named: "#walks-2024-10-27.log", timeZone: #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(
      try await lines() == [
        "2024-10-26T23:59:00Z  m: a", "2024-10-27T00:30:00Z  m: b", "2024-10-27T00:59:00Z  m: c",
        "2024-10-27T01:30:00Z  m: b", "2024-10-27T02:00:00Z  m: d",
      ])
  }

  @Test("A clock that was set back a little sorts the lines by their times")
  func setBack() async throws {
    try bench.run(
      text: "[10:00:05] <m> a\n[10:00:03] <m> b\n[10:00:05] <m> c\n", named: "#walks-2024-03-30.log")
    #expect(
      try await lines() == [
        "2024-03-30T10:00:03Z  m: b", "2024-03-30T10:00:05Z  m: a", "2024-03-30T10:00:05Z  m: c",
      ])
  }

  @Test("CR LF, a byte order mark and a missing last line end make no difference")
  func lineEnds() async throws {
    try bench.run(text: "\u{feff}[10:00] <m> a\r\n\r\n[10:01] <m> b", named: "#walks-2024-03-30.log")
    #expect(try await bench.archive.allMessages().map(\.text) == ["a", "b"])
  }

  @Test(
    "Conversation and date are taken from the path",
    arguments: [
      ("/x/irc.libera.#swift.weechatlog", "irc:libera/#swift", "#swift (libera)", nil),
      ("/x/irc.libera.#swift.2024-01-02.weechatlog", "irc:libera/#swift", "#swift (libera)", "2024-01-02"),
      ("/x/libera/#Swift.log", "irc:libera/#swift", "#Swift (libera)", nil),
      ("/x/libera/#swift/2024-01-02.log", "irc:libera/#swift", "#swift (libera)", "2024-01-02"),
      ("/x/networks/home/#swift/20240102.log", "irc:home/#swift", "#swift (home)", "2024-01-02"),
      ("/x/chats/2024/01/02/#ubuntu.txt", "irc:chats/#ubuntu", "#ubuntu", "2024-01-02"),
      ("/home/mara/2024/01/02/#ubuntu.txt", "irc:#ubuntu", "#ubuntu", "2024-01-02"),
      ("/home/mara/irclogs/#ubuntu.log", "irc:#ubuntu", "#ubuntu", nil),
      ("/x/irclogs/2024/home/#swift.01-02.log", "irc:home/#swift", "#swift (home)", "2024-01-02"),
      ("/x/#swift.libera.20240102.log", "irc:libera/#swift", "#swift (libera)", "2024-01-02"),
      ("/x/oftc/jan/2024-01-02.log", "irc:oftc/jan", "jan (oftc)", "2024-01-02"),
      ("/x/oftc/#swift/02.01.2024.log", "irc:oftc/#swift", "#swift (oftc)", "2024-01-02"),
      ("/x/oftc/#swift/2024/Jan/02.log", "irc:oftc/#swift", "#swift (oftc)", "2024-01-02"),
      ("/2024.log", "irc:2024.log", "2024.log", nil),
      ("/x/Downloads/#swift-2024_01_02.log", "irc:#swift", "#swift", "2024-01-02"),
      ("/x/home_##linux_20240102.log", "irc:home/##linux", "##linux (home)", "2024-01-02"),
      ("/x/Downloads/chat.log", "irc:chat", "chat", nil),
      ("/x/build-99999999.log", "irc:build-99999999", "build-99999999", nil),
    ] as [(String, String, String, String?)])
  func names(path: String, key: String, title: String, date: String?) {
    let name = IRCLogName(URL(fileURLWithPath: path))
    #expect(name.conversationKey == key)
    #expect(name.conversationTitle == title)
    #expect(name.date?.description == date)
  }
}
