import Foundation
import Testing

@testable import ChatFormats

@Suite("Importing trees of IRC logs", .dedicatedThreads)
struct ImportLogTreeTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private var tree: URL { bench.folder.url.appendingPathComponent("tree") }

  private func titles() async throws -> [String] {
    try await bench.archive.conversations().map(\.title).sorted()
  }

  // All channels became one conversation named “2024”. The second of two equal joins counted as already imported.
  @Test("CHANNEL/YEAR/DATE: each channel is a conversation, and an equal join in another one is no duplicate")
  func channelYearDate() async throws {
    let days = (1...9).map { "2024-03-0\($0)" }
    for channel in ["#peaks", "#walks", "#huts"] {
      for day in days {
        try bench.file(
          "[08:00:00] *** Joins: mara (~m@example.org)\n[08:00:01] <mara> morning, \(channel)\n",
          named: "tree/\(channel)/2024/\(day).log")
      }
    }
    let report = bench.run(tree)
    #expect(report.lines == [])
    #expect(report.summary == ImportSummary(added: 54, conversations: [1, 2, 3], filesRead: 27))
    for (conversation, messages) in zip(
      try await bench.archive.conversations(), try await bench.content().messages)
    {
      let channel = String(conversation.title.prefix { $0 != " " })
      #expect(messages.map(\.text) == days.flatMap { _ in ["mara has joined", "morning, \(channel)"] })
    }
    #expect(try await titles() == ["#huts", "#peaks", "#walks"])
  }

  /// The layouts of irssi, WeeChat, ZNC, HexChat, mIRC, Konversation and Textual, and rearrangements by users.
  private static let layouts = [
    "NET/CHAN.log", "NET/CHAN/Y-M-D.log", "NET/CHAN/YMD.log", "NET/CHAN/Y/M/D.log", "NET/CHAN/Y/M-D.log",
    "NET/CHAN/Y/Y-M-D.log", "NET/CHAN/Y-M.log", "NET/CHAN/Y/M.log", "NET/CHAN/Y.log", "NET/CHAN.Y-M-D.log",
    "NET/CHAN_YMD.log", "NET/CHAN_YMD.log.txt", "NET/Y/CHAN.log", "NET/Y/M/CHAN.log", "NET/Y/M/D/CHAN.log",
    "NET/CHAN.Y.log", "NET/CHAN-Y-M.log", "NET/CHAN/log-Y-M-D.txt",
    "Y/NET/CHAN.log", "Y/NET/CHAN.M-D.log", "Y/M/NET/CHAN.log", "Y/M/NET/CHAN.D.log", "Y/M/D/NET/CHAN.log",
    "Y-M/NET/CHAN.log", "Y-M-D/NET/CHAN.log",
    "irclogs/NET/CHAN.log", "irclogs/Y/NET/CHAN.M-D.log", "logs/irc.NET.CHAN.weechatlog",
    "logs/irc.NET.CHAN.Y-M-D.weechatlog", "logs/Y/irc.NET.CHAN.weechatlog", "logs/irc/NET/CHAN.weechatlog",
    "logs/irc/NET/CHAN/Y-M-D.weechatlog", "Y/irc/NET/CHAN.weechatlog",
    "users/mara/networks/NET/moddata/log/CHAN/Y-M-D.log", "users/mara/moddata/log/NET/CHAN/Y-M-D.log",
    "moddata/log/mara/NET/CHAN/Y-M-D.log", "moddata/log/NET_CHAN_YMD.log", "hexchat/logs/NET/CHAN.log",
    "hexchat/logs/NET-CHAN.log", "hexchat/logs/Y-M-D/NET/CHAN.log", "logs/NET/CHAN.YMD.log",
    "logs/NET_CHAN.log", "NET/Channels/CHAN/Y-M-D.txt", "NET/CHAN/D.M.Y.log", "NET/CHAN.log.YMD",
    "NET/CHAN.log-YMD", "NET/Y/March/CHAN.log", "old/NET/logs/CHAN.log",
  ]

  @Test(
    "Channels, networks and people never merge, and the days of a channel are together", arguments: layouts)
  func layout(_ layout: String) async throws {
    let networks = ["libera", "home"]
    let dates =
      layout.contains("D") ? ["2023-03-02", "2024-03-02", "2024-03-03"] : ["2023-03-02", "2024-03-02"]
    var files: Set<URL> = []
    var expected: Set<String> = []
    for network in networks {
      for channel in ["#walks", "##peaks", "tove"] where channel != "tove" || Self.namesPeople(layout) {
        for date in dates where layout.contains("Y") || date == dates[0] {
          let parts = date.split(separator: "-").map(String.init)
          let path = Self.path(layout, network: network, channel: channel, date: parts)
          files.insert(
            try bench.file(
              "\(date) 08:00:00\t-->\tmara (~m@example.org) has joined\n\(date) 08:00:01\tmara\thi\n",
              named: "tree/\(path)"))
        }
        expected.insert("\(channel) (\(network))")
      }
    }
    let report = bench.run(tree)
    #expect(report.lines == [])
    #expect(report.summary.added == files.count * 2)
    #expect(report.summary.duplicates == 0)
    #expect(try await Set(titles()) == expected)
    #expect(try await titles().count == expected.count)
    // A file imported without its tree has the same meaning.
    let again = bench.run(files.sorted { $0.path < $1.path })
    #expect(again.summary.added == 0)
    #expect(try await titles().count == expected.count)
  }

  /// Whether the layout distinguishes the name of a person from that of a network without a sign before it.
  private static func namesPeople(_ layout: String) -> Bool {
    !["NET_CHAN", "NET-CHAN", "log-Y"].contains { layout.contains($0) }
  }

  private static func path(_ layout: String, network: String, channel: String, date: [String]) -> String {
    var path = ""
    var rest = layout[...]
    while !rest.isEmpty {
      for (word, value) in [
        ("NET", network), ("CHAN", channel), ("YMD", date.joined()), ("Y", date[0]), ("March", "March"),
        ("M", date[1]), ("D", date[2]), (String(rest.prefix(1)), String(rest.prefix(1))),
      ] where rest.hasPrefix(word) {
        path += value
        rest = rest.dropFirst(word.count)
        break
      }
    }
    return path
  }

  // “#x_20210130.log.txt” was called “#x_.log”.
  @Test(
    "A title has no date, no extension and no separator at its end",
    arguments: [
      "#x_20210130.log.txt", "#x_20210130.log", "#x-2021-01-30.log", "#x.2021-01-30.txt", "#x 2021.01.30.log",
      "#x.log.2021-01-30", "#x.log-20210130", "#x.log.1", "#x.log.old", "#x_20210130_235900.log",
      "#x.2021-01-30T23:59:00.log", "#x.2021-01.log", "#x.2021.log", "20210130_#x.log", "2021-01-30 #x.txt",
      "#x_30.01.2021.log", "#x.weechatlog", "#x.LOG", "#x", "#x/2021-01-30.log", "#x/2021/01-30.log",
      "#x/2021/01/30.log", "#x/01/30.log", "#x/2021.log", "#x/30.log",
    ])
  func title(name: String) async throws {
    let report = try bench.run(text: "2021-01-30 12:00:00\tmara\thello\n", named: name)
    #expect(report.summary.added == 1)
    #expect(try await titles() == ["#x"])
  }

  @Test(
    "Numbers that belong to the name of a channel stay",
    arguments: ["#fosdem-2024", "#36c3", "#build-99999999", "#node.js", "#x_", "#go-1.22", "#a.b"])
  func numbers(name: String) async throws {
    try bench.run(text: "2021-01-30 12:00:00\tmara\thello\n", named: "logs/\(name).log")
    #expect(try await titles() == [name])
  }

  @Test("Files of one channel without dates in their lines lose no line that is in each of them")
  func undatedParts() async throws {
    let text = "[08:00] *** Joins: mara (~m@example.org)\n"
    for name in ["2021.log", "2022.log", "2022-03.log", "part 1.log", "part 2.log"] {
      try bench.file(text, named: "tree/#x/\(name)")
    }
    let report = bench.run(tree)
    #expect(report.summary == ImportSummary(added: 5, conversations: [1], filesRead: 5))
    #expect(bench.run(tree).summary == ImportSummary(duplicates: 5, filesRead: 5))
  }

  @Test("A log without days is dated within the year or the month of its name")
  func undatedMonth() async throws {
    let text = "[22:00] <mara> one\n[08:00] <mara> two\n"
    for (name, end) in [("2021.log", "2021-12-31"), ("2022-02.log", "2022-02-28")] {
      let report = try bench.run(text: text, named: "#x/\(name)")
      #expect(report.lines == ["\(name): has times but no dates; assumed to end on \(end)"])
    }
    #expect(
      try await bench.archive.allMessages().map(utc) == [
        "2021-12-30T22:00:00Z", "2021-12-31T08:00:00Z", "2022-02-27T22:00:00Z", "2022-02-28T08:00:00Z",
      ])
  }

  // Such a day was rejected as a whole, as “not a chat”.
  @Test("A day of a log in a folder keeps its good lines even if most are broken")
  func brokenDay() async throws {
    let broken = (1...8).map { "garbage \($0)\n" }.joined()
    try bench.file(broken + "[09:00:00] <mara> first\n", named: "tree/libera/#x/2021-01-01.log")
    try bench.file("[09:00:00] <mara> second\n", named: "tree/libera/#x/2021-01-02.log")
    try bench.file(broken, named: "tree/libera/#x/2021-01-03.log")
    try bench.file(broken + "[09:00:00] <mara> quoted\n", named: "tree/libera/notes.txt")
    let report = bench.run(tree)
    #expect(report.summary == ImportSummary(added: 2, skipped: 8, conversations: [1], filesRead: 2))
    #expect(try await bench.archive.allMessages().map(\.text) == ["first", "second"])
    #expect(report.lines.first == "2021-01-01.log:1: not a message in the energymech format; skipped")
    #expect(
      Array(report.lines.dropFirst(8)) == [
        "2021-01-03.log: not a chat; ignored", "notes.txt: not a chat; ignored",
      ])
  }
}
