import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing the logs of more IRC clients", .dedicatedThreads)
struct ImportLogFormatsTests {
  @Test("HexChat: the year is in the first line and goes on")
  func hexchat() throws {
    let read = try ReadExport(Fixture.hexchat)
    #expect(
      read.lines == [
        "2023-12-30T23:40:00Z –: <service> Now talking on #walks",
        "2023-12-30T23:40:01Z mara: <service> mara has joined",
        "2023-12-30T23:41:10Z mara: Anybody up for the ridge?",
        "2023-12-30T23:41:12Z jonas: yes! https://example.org/",
        "2023-12-30T23:42:00Z tove: <action> packs her boots",
        "2023-12-31T00:05:00Z ChanServ: Welcome",
        "2024-01-01T00:00:05Z mara: happy new year",
        "2024-01-01T00:07:00Z jonas: <service> jonas has quit (Ping timeout)",
      ])
    #expect(
      read.remarks == [
        "#walks.log:9: not a message in the hexchat format; skipped"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["irc:libera/#walks"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Limnoria's ChannelLogger")
  func limnoria() throws {
    let read = try ReadExport(Fixture.limnoria)
    #expect(
      read.lines == [
        "2024-03-29T23:40:00Z mara: <service> mara has joined #walks",
        "2024-03-29T23:41:10Z mara: Anybody up for the ridge?",
        "2024-03-29T23:41:10Z jonas: yes!",
        "2024-03-29T23:42:00Z tove: <action> packs her boots",
        "2024-03-29T23:44:00Z ChanServ: Welcome",
      ])
    #expect(
      read.remarks == [
        "#walks.2024-03-29.log:5: not a message in the limnoria format; skipped"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["irc:libera/#walks"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("Textual: times have offsets")
  func textual() throws {
    let read = try ReadExport(Fixture.textual)
    #expect(
      read.lines == [
        "2024-03-29T22:40:00Z mara: <service> mara joined the channel",
        "2024-03-29T22:41:10Z mara: Anybody up for the ridge?",
        "2024-03-29T22:42:00Z tove: <action> packs her boots",
        "2024-03-29T22:44:00Z ChanServ: Welcome",
      ])
    #expect(
      read.remarks == [
        "2024-03-29.txt:4: not a message in the textual format; skipped"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["irc:libera/#walks"])
    #expect(read.questions == [] && read.failure == nil)
  }

  @Test("irssi with a date in each line")
  func irssiDated() throws {
    let read = try ReadExport(Fixture.irssiDated)
    #expect(
      read.lines == [
        "2024-03-29T23:40:00Z mara: <service> mara has joined #walks",
        "2024-03-29T23:41:00Z mara: Anybody up for the ridge?",
        "2024-03-29T23:41:00Z jonas: yes!",
        "2024-03-30T00:05:00Z tove: <action> packs her boots",
      ])
    #expect(
      read.remarks == [
        "#walks.log:5: not a message in the irssi format; skipped"
      ])
    #expect(Set(read.messages.map(\.conversationKey)) == ["irc:libera/#walks"])
    #expect(read.questions == [] && read.failure == nil)
  }

  // The messages were on the days before, and in some languages in the year of the file.
  @Test(
    "irssi's dates have names of months in the language of the computer",
    arguments: [
      ("Mi Mär 06", "2024-03-06"), ("So Okt 13", "2024-10-13"), ("Sa Dez 14", "2024-12-14"),
      ("mar. févr. 06", "2024-02-06"), ("lun. août 05", "2024-08-05"), ("Вт мая 07", "2024-05-07"),
      ("목 3월 07", "2024-03-07"), ("木  3月 07", "2024-03-07"), ("po čec 08", "2024-07-08"),
    ])
  func months(written: String, day: String) throws {
    let bench = try ImportBench()
    let log =
      "--- Log opened \(written) 10:00:00 2024\n10:00 <mara> a\n--- Day changed \(written) 2024\n11:00 <mara> b\n"
    let read = try ReadExport(try bench.file(log, named: "#swift.log"))
    #expect(read.lines == ["\(day)T10:00:00Z mara: a", "\(day)T11:00:00Z mara: b"] && read.remarks == [])
  }

  @Test("dircproxy: the years are those before the last change of the file")
  func dircproxy() throws {
    let bench = try ImportBench()
    let file = try bench.file(try Fixture.text(Fixture.dircproxy), named: "libera/#walks.log")
    let changed = Date(timeIntervalSince1970: 1_709_280_000)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
    let read = try ReadExport(file)
    #expect(
      read.lines == [
        "2023-12-30T23:40:00Z –: <service> You connected",
        "2023-12-30T23:41:00Z mara: Anybody up for the ridge?",
        "2023-12-30T23:42:00Z tove: <action> packs her boots",
        "2023-12-31T23:59:00Z jonas: yes!",
        "2024-01-01T00:01:00Z mara: happy new year",
      ])
    #expect(
      read.remarks == [
        "#walks.log: has dates without years; assumed to end on 2024-01-01",
        "#walks.log:5: not a message in the dircproxy format; skipped",
      ])
  }

  /// Sender, kind and text of each message of a log, and the problems.
  private func read(_ text: String, named name: String) throws -> (lines: [String], remarks: [String]) {
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: name))
    return (read.lines.map { String($0.dropFirst("2024-03-02T12:00:00Z ".count)) }, read.remarks)
  }

  // Joins from long addresses were actions of the person, and what the server says one of "***".
  @Test("HexChat's events are recognized behind addresses of any length")
  func hexchatEvents() throws {
    let begin = "**** BEGIN LOGGING AT Sat Mar  2 12:00:00 2024\n\n"
    let events = [
      "*\tmara (~mara@cable-192-0-2-1.dynamic.provider.example.org) has joined",
      "*\tmara (~mara@cable-192-0-2-1.example.org) has left",
      "*\t*** Notice -- TS for #x changed from 1 to 2",
      "*\tmara has kicked jo from #x (spam)", "*\tYou are now known as tove",
      "-->\tjo (~jo@example.org) has joined #x", "<--\tjo has quit (bye)", "---\tmara sets mode +o jo",
      "--\tTopic for #x is walks",
    ]
    let found = try read(begin + events.map { "Mar 02 12:00:00 \($0)\n" }.joined(), named: "x.log")
    #expect(found.lines.allSatisfy { $0.contains(": <service> ") } && found.lines.count == 9)
    #expect(found.remarks == [])
    let said = try read(
      begin + "Mar 02 12:00:00 *\ttove says that jo has joined us\nMar 02 12:00:00 *jo*\tpst\n"
        + "Mar 02 12:00:00 -ChanServ/#x-\thi\n", named: "x.log")
    #expect(said.lines == ["tove: <action> says that jo has joined us", "jo: pst", "ChanServ: hi"])
  }

  // The year was that of the file, and the events were actions of people such as "Sie".
  @Test("HexChat in another language")
  func hexchatLanguages() throws {
    let begin = "**** BEGINNE LOGBUCH UM Sat Mar  2 12:00:00 2024\n\n"
    let events = [
      "Sie sprechen jetzt in #swift", "Das Thema für #swift ist: Huts",
      "jonas (~j@host.example) ist beigetreten.", "jonas heißt jetzt jo",
      "jo hat die Verbindung getrennt (bye).", "jo теперь известен как jonas",
    ]
    let actions = ["jonas winkt", "tove (Ann) winkt", "Sie winkt", "jo heißt Jonas"]
    let lines = (events + actions).map { "Mär 02 12:00:00 *\t\($0)\n" }.joined()
    let found = try read(
      begin + lines + "**** BEENDE LOGBUCH UM Sat Mar  2 12:00:00 2024\n", named: "#swift.log")
    #expect(found.lines.prefix(events.count).allSatisfy { $0.contains("<service> ") })
    #expect(found.lines.suffix(actions.count).allSatisfy { $0.contains("<action> ") })
    #expect(found.lines.count == events.count + actions.count && found.remarks == [])
  }

  // The events were actions of people such as "Now" and "Joins".
  @Test("mIRC's events have one star, as actions have")
  func mircEvents() throws {
    let begin = "Session Start: Sat Mar 02 12:00:00 2024\nSession Ident: #swift\n"
    let events = [
      "Now talking in #swift", "Topic is 'Huts'", "Set by mara on Sat Mar 02 11:00:00",
      "jonas (~j@h.example) has joined #swift", "Joins: tove (t@h.example)", "mara sets mode: +o jonas",
      "jonas is now known as jo", "tove was kicked by mara (spam)", "mara changes topic to 'Lakes'",
      "jo (~j@h.example) has left #swift", "tove (t@h.example) Quit (Ping timeout)", "Disconnected",
    ]
    let actions = [
      "mara packs her boots", "jo has joined us (at last)", "mara (Ann) waves", "Disconnected jo",
    ]
    let lines = (events + actions).map { "[12:00] * \($0)\n" }.joined()
    let found = try read(begin + "[12:00] <@mara> hi\n" + lines, named: "#swift.libera.log")
    #expect(found.lines.dropFirst().prefix(events.count).allSatisfy { $0.contains("<service> ") })
    #expect(found.lines.suffix(actions.count).allSatisfy { $0.contains("<action> ") })
    #expect(found.lines.count == 1 + events.count + actions.count)
    let irssi = try read(
      "--- Log opened Sat Mar 02 12:00:00 2024\n12:00 * mara was kicked by a horse\n12:00 < jo> hi\n",
      named: "#swift.log")
    #expect(irssi.lines.first == "mara: <action> was kicked by a horse")
  }

  // A whole log counted as damaged.
  @Test("irssi's list of the people in a channel is no damage")
  func irssiUsers() throws {
    let lists = ["[Users #a]", "[@ChanServ] [ jonas   ] [ mara[x]] [+tove ]", "[Benutzer #a]"]
    let begin = "--- Log opened Sat Mar 02 12:00:00 2024\n12:00 < mara> hi\n"
    let found = try read(
      begin + lists.map { "12:00 \($0)\n" }.joined() + "12:00 [garbage\n12:00 [a b] [c]\n", named: "#a.log")
    #expect(found.lines == ["mara: hi"] + lists.map { "–: <service> \($0)" })
    #expect(found.remarks.count == 2)
  }

  // Nothing was read.
  @Test("mIRC's times can have a part of the day, or a date without the year in either order")
  func mircTimes() throws {
    let bench = try ImportBench()
    func read(_ start: String, _ lines: String...) throws -> [String] {
      let log = "Session Start: \(start) 2024\nSession Ident: #swift\n\(lines.joined(separator: "\n"))\n"
      let read = try ReadExport(try bench.file(log, named: "#swift.log"))
      #expect(read.remarks == [])
      return read.lines
    }
    #expect(
      try read(
        "Fri Mar 29 12:34:56", "[12:34pm] * Now talking in #swift", "[11:59pm] <jonas> late",
        "[12:01am] <mara> early", "[1:02AM] * jonas waves") == [
          "2024-03-29T12:34:00Z –: <service> Now talking in #swift", "2024-03-29T23:59:00Z jonas: late",
          "2024-03-30T00:01:00Z mara: early", "2024-03-30T01:02:00Z jonas: <action> waves",
        ])
    for (start, dates) in [("Sun Mar 31", ["31/03", "01/04"]), ("Sun Mar 31", ["03/31", "04/01"])] {
      #expect(
        try read("\(start) 12:00:00", "[\(dates[0]) 12:34] <mara> hi", "[\(dates[1]) 12:35] <mara> bye") == [
          "2024-03-31T12:34:00Z mara: hi", "2024-04-01T12:35:00Z mara: bye",
        ])
    }
  }

  @Test("A date of mIRC that has only one meaning decides the order of later ones")
  func mircOrder() throws {
    let log =
      "Session Start: Fri Mar 29 12:00:00 2024\n[29/03 12:34] <mara> a\n[05/04 12:34] <mara> b\n[04/05 12:34] <mara> c\n"
    let bench = try ImportBench()
    #expect(
      try ReadExport(try bench.file(log, named: "#swift.log")).lines.map { $0.prefix(10) } == [
        "2024-03-29", "2024-04-05", "2024-05-04",
      ])
  }

  @Test("WeeChat's nicks can be in angle brackets")
  func weechatBrackets() throws {
    let lines = ["@mara\thi", "<~mara>\thello", "<tove>\thi", "<--\ttove has quit"]
    let found = try read(
      lines.map { "2024-03-02 12:00:00\t\($0)\n" }.joined(), named: "irc.libera.#swift.weechatlog")
    #expect(
      found.lines == ["mara: hi", "mara: hello", "tove: hi", "tove: <service> tove has quit"])
  }

  @Test("A message that was sent to a person from another window is one's own")
  func sent() throws {
    let found = try read(
      "**** BEGIN LOGGING AT Sat Mar  2 12:00:00 2024\n\nMar 02 12:00:00 <jo>\thello\n"
        + "Mar 02 12:00:05 >ChanServ<\tinfo #x\nMar 02 12:00:06 -ChanServ-\tInformation\n", named: "x.log")
    #expect(found.lines == ["jo: hello", "You*: info #x", "ChanServ: Information"])
    #expect(found.remarks == [])
    let irssi = try read(
      "--- Log opened Sat Mar 02 12:00:00 2024\n12:00 [msg(tove)] sent\n12:00 [tove(~t@example.org)] received\n",
      named: "status.log")
    #expect(irssi.lines == ["You*: sent", "tove: received"] && irssi.remarks == [])
  }

  @Test("dircproxy's events have arrows and dashes")
  func dircproxyEvents() throws {
    let found = try read(
      """
      [02 Mar 12:00] <mara!~m@example.org> hello
      [02 Mar 12:01] --> jo (~jo@example.org) joined the channel
      [02 Mar 12:02] --- irc.example.org changed mode: +o mara
      [02 Mar 12:02] <-- jo left the channel
      [02 Mar 12:03] <mara!~m@example.org> bye

      """, named: "x.log")
    #expect(
      found.lines == [
        "mara: hello", "jo: <service> jo joined the channel",
        "irc.example.org: <service> irc.example.org changed mode: +o mara",
        "jo: <service> jo left the channel",
        "mara: bye",
      ])
    #expect(found.remarks.count == 1)
  }

  @Test(
    "The Lounge: instants with milliseconds, and a network with a part of a UUID",
    arguments: ["libera-3f0c1a52-0000-4000-8000-1234567890ab", "libera-2-0000-4000-8000-1234567890ab"])
  func thelounge(folder: String) throws {
    let bench = try ImportBench()
    let text = """
      [2026-01-15T09:00:00.123Z] *** mara (~m@example.org) joined
      [2026-01-15T09:00:05.456Z] <@mara> hello
      [2026-01-15T09:00:06.000Z] <jonas> hi: there
      [2026-01-15T09:00:07.000Z] * @mara waves
      [2026-01-15T09:00:08.000Z] -jonas- a notice
      [2026-01-15T09:00:09.000Z] *** jonas changed nick to jonas_
      [2026-01-15T09:00:11.000Z] *** tove (~t@example.org) quit (Ping timeout)
      [2026-01-15T23:59:59.999Z] <jonas_> bye

      """
    let file = try bench.file(text, named: "logs/mara/\(folder)/#swift.log")
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let read = try ReadExport(file, options: ImportOptions(timeZone: berlin))
    #expect(
      read.lines == [
        "2026-01-15T09:00:00Z+123 mara: <service> mara joined", "2026-01-15T09:00:05Z+456 mara: hello",
        "2026-01-15T09:00:06Z jonas: hi: there", "2026-01-15T09:00:07Z mara: <action> waves",
        "2026-01-15T09:00:08Z jonas: a notice",
        "2026-01-15T09:00:09Z jonas: <service> jonas changed nick to jonas_",
        "2026-01-15T09:00:11Z tove: <service> tove quit (Ping timeout)",
        "2026-01-15T23:59:59Z+999 jonas_: bye",
      ])
    #expect(Set(read.messages.map(\.conversationTitle)) == ["#swift (libera)"])
    #expect(read.remarks == [] && ImportFormat.detect(FileHead(Array(text.utf8)[...])) == .thelounge)
    #expect(
      ImportSurvey.of([file], options: ImportOptions(timeZone: berlin), depth: .whole).assumedZone == nil)
  }
}
