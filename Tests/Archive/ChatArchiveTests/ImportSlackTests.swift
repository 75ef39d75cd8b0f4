import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing Slack", .dedicatedThreads)
struct ImportSlackTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private func general() async throws -> [Message] {
    let report = bench.run(Fixture.slackFolder)
    #expect(report.summary.added == 14)
    let content = try await bench.content()
    return try #require(content.messages.first { $0.count == 11 })
  }

  @Test("The days of a workspace are read together, the lists with them, and damage costs one message")
  func workspace() async throws {
    let report = bench.run(Fixture.slackFolder)
    #expect(report.problems.map(\.reason) == ["invalid JSON in a message", "invalid date"])
    #expect(report.summary.skipped == 2)
    #expect(
      try await bench.archive.conversations().map(\.title).sorted() == ["#general", "Mára, Jonas Weber"])
    #expect(bench.run(Fixture.slackFolder).summary.added == 0)
  }

  @Test("The progress reaches its end with lists beside the days")
  func progress() throws {
    // The bytes of the lists were not counted.
    let last = try #require(bench.run(Fixture.slackFolder).progress.last)
    #expect(last.totalBytes > 0 && last.bytesRead == last.totalBytes)
  }

  @Test("Texts, times, people, threads across days, edits and reactions are those of the export")
  func messages() async throws {
    let all = try await general()
    #expect(
      all.map(\.text) == [
        "@Mára has joined the channel",
        "Grüße @Jonas Weber & bold it gone a*b* 2*3*4 <x> here https://example.org #general @here a@example.org @U9",
        "in the thread", "Plan today for @Mára 👋🏻map\n1. one\n2. two\nquoted\nlet a = 1",
        "Snow\nabove 1800 m\nWind\n20 km/h", "", "files", "a guest", "waves", "also to the channel",
        "@Jonas Weber set the channel topic: Boots",
      ])
    #expect(
      all.map(\.kind) == [
        .service, .normal, .normal, .normal, .normal, .deleted, .normal, .normal, .action, .normal, .service,
      ])
    #expect(
      all.map(\.sender?.name) == [
        "Mára", "Mára", "Jonas Weber", "Jonas Weber", "Weather", nil, "Jonas Weber", "Tove",
        "Jonas Weber",
        "Mára", "Jonas Weber",
      ])
    #expect(all[1].sentAt == 1_709_280_060_000 && all[9].sentAt == 1_709_366_400_000)
    #expect([2, 9].allSatisfy { all[$0].reply?.id == all[1].id } && all[1].reply == nil)
    #expect(all[1].editedAt == 1_709_280_120_000)
    #expect(all[1].reactions.map(\.key) == [":our_hut:", "👍"] && all[1].reactions.map(\.count) == [7, 2])
    #expect(Set(all[1].reactions[1].people.map(\.name)) == ["Jonas Weber", "U9"])
  }

  @Test("Signs and blocks are ranges of the text")
  func entities() async throws {
    let all = try await general()
    #expect(
      all[1].stretches == [
        "@Jonas Weber", "bold", "it", "gone", "a*b*", "here", "https://example.org", "#general", "@here",
        "a@example.org", "@U9",
      ])
    #expect(
      all[1].entities.map(\.kind) == [
        .mention, .bold, .italic, .strikethrough, .code, .link(target: "https://example.org/a?b=1&c=2"),
        .link(target: "https://example.org"), .mention, .mention, .link(target: "mailto:a@example.org"),
        .mention,
      ])
    #expect(all[3].stretches == ["today", "@Mára", "map", "two", "quoted", "let a = 1"])
    #expect(
      all[3].entities.map(\.kind) == [
        .bold, .mention, .link(target: "https://example.org/m"), .code, .quote, .pre,
      ])
    #expect(all[4].stretches == ["Snow", "1800 m", "Wind"])
  }

  @Test("Files that need a token have no path, and the owner is who was named")
  func files() async throws {
    let all = try await general()
    #expect(
      all[6].attachments == [
        Attachment(kind: .photo, width: 640, height: 480, byteCount: 1234, name: "hut.jpg"),
        Attachment(kind: .voice, byteCount: 5, duration: 7000, name: "v.m4a"),
      ])
    let other = try ImportBench()
    _ = Importer(into: other.archive, options: ImportOptions(timeZone: .gmt, owner: "mara"), chunkSize: 64)
      .run([Fixture.slackFolder])
    let content = try await other.content()
    #expect(content.conversations.map(\.title).sorted() == ["#general", "Jonas Weber"])
    let direct = try #require(content.messages.first { $0.count == 3 })
    #expect(direct.map(\.text) == ["Hello Mara", "Same millisecond", "A huddle started"])
    #expect(direct.map(\.isOwn) == [false, true, false])
    #expect(direct[2].details.content == .call(Call(outcome: .ended, duration: 65, isGroup: true)))
  }

  @Test(
    "A damaged list of people or channels is named once",
    arguments: [
      ("users.json", #"[{"id": "U1", "team_id": "T1", "profile": {"real_name": "Mara"}}, {"id": "U2", "na"#),
      ("users.json", #"[{"id": "U1", "na"#), ("channels.json", ""),
      ("dms.json", #"[{"id": "D1", "created": 1, "members": ["U1"]}, nothing"#),
    ])
  func damagedLists(name: String, list: String) throws {
    _ = try bench.file(list, named: "export/\(name)")
    let message = #"{"type": "message", "user": "U2", "text": "x", "ts": "1709280000.000100"}"#
    _ = try bench.file("[\(message)]", named: "export/general/2024-03-01.json")
    let report = bench.run(bench.folder.url.appendingPathComponent("export"))
    #expect(report.problems.map(\.file.lastPathComponent) == [name] && report.summary.added == 1)
    #expect(report.problems.map(\.reason) == ["damaged list of people or channels"])
    #expect(report.problems.map(\.effect) == [.incomplete])
  }
}
