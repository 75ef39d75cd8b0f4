import Foundation
import Testing

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
}
