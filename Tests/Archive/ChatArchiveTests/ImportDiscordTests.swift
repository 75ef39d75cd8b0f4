import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing Discord", .dedicatedThreads)
struct ImportDiscordTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private var folder: URL { Fixture.discord[0].deletingLastPathComponent() }

  @Test("The parts of a channel are one chat, a direct conversation another, and damage costs one message")
  func folderOfParts() async throws {
    let report = bench.run(folder)
    #expect(report.summary.added == 10 && report.summary.skipped == 2 && report.summary.filesRead == 3)
    #expect(report.problems.map(\.reason) == ["invalid JSON in a message", "invalid date"])
    let content = try await bench.content()
    #expect(content.conversations.map(\.title).sorted() == ["Jonas", "ridge (Walkers)"])
    #expect(bench.run(folder).summary.added == 0)
  }

  private func messages() async throws -> [Message] {
    bench.run(Fixture.discord[0])
    bench.run(Fixture.discord[1])
    return try await bench.archive.allMessages()
  }

  @Test("Texts, times, people, replies and edits are those of the export")
  func texts() async throws {
    let all = try await messages()
    #expect(
      all.map(\.text) == [
        "Mara Lind joined the server",
        "Grüße @Jonas, bold soft under gone a*b*c secret 2*3*4 snake_case_name :boot: :sock: @Jonas @99 see "
          + "https://example.org/x or https://example.org/y",
        "let a = 1\nlet b = \"<@5>\"", "Desk\nSnow\nAbove 1800 m\nWind\n20 km/h\nSince 1990",
        "From elsewhere",
        "Tove Berg pinned a message", "Tove Berg boosted the server", "In the second part",
      ])
    #expect(
      all[1].stretches == [
        "@Jonas", "bold", "soft", "under", "gone", "a*b*c", "secret", ":boot:", ":sock:", "@Jonas", "@99",
        "https://example.org/x", "https://example.org/y",
      ])
    #expect(
      all[1].entities.map(\.kind) == [
        .mention, .bold, .italic, .underline, .strikethrough, .code, .spoiler, .customEmoji, .customEmoji,
        .mention, .mention, .link(target: "https://example.org/x"), .link(target: "https://example.org/y"),
      ])
    #expect(all[2].entities.map(\.kind) == [.pre])
    #expect(all[3].entities.map(\.kind) == [.link(target: "https://example.org/snow"), .bold, .bold])
    #expect(
      all.map(\.sender?.name) == [
        "Mara Lind", "Mara Lind", "Jonas", "Weather bot", "Tove Berg", "Tove Berg", "Tove Berg", "old",
      ])
    #expect(
      all.map(utc) == [
        "2024-03-01T09:00:00Z+500", "2024-03-01T09:01:00Z", "2024-03-01T09:03:00Z", "2024-03-01T09:04:00Z",
        "2024-03-01T09:06:00Z", "2024-03-01T09:08:00Z", "2024-03-01T09:09:00Z", "2024-03-01T09:10:00Z",
      ])
    #expect(all.map(\.kind) == [.service, .normal, .normal, .normal, .normal, .service, .service, .normal])
    #expect(all[2].reply?.id == all[1].id && all[7].reply?.id == all[2].id && all[4].reply == nil)
    #expect(all[1].editedAt == 1_709_283_720_000)
    #expect(all[4].details.forward == Forward(name: "Another channel", sentAt: 1_709_208_000_000))
  }

  @Test("Files have a path if they were downloaded, and reactions have their people")
  func filesAndReactions() async throws {
    let all = try await messages()
    let path = folder.standardizedFileURL.path
    #expect(
      all[2].attachments == [
        Attachment(
          kind: .photo, byteCount: 1234, name: "hut & lake.jpg",
          path: "\(path)/Walkers - ridge [901].json_Files/hut & lake-1A2B3.jpg"),
        Attachment(kind: .file, byteCount: 2048, name: "route.gpx"),
        Attachment(
          kind: .video, byteCount: 99, name: "SPOILER_end.mp4", path: "\(path)/files/SPOILER_end.mp4",
          isSpoiler: true), Attachment(kind: .file, byteCount: 1, name: "passwd"),
      ])
    #expect(
      all[3].attachments == [
        Attachment(kind: .sticker, name: "Wave", path: "\(path)/files/wave.png"),
        Attachment(kind: .photo, width: 640, height: 480, path: "\(path)/files/map.png"),
      ])
    #expect(
      all[4].attachments == [
        Attachment(kind: .audio, byteCount: 5, name: "f.ogg", path: "\(path)/files/f.ogg")
      ])
    #expect(all[1].reactions.map(\.key) == [":sock:", "👍"] && all[1].reactions.map(\.count) == [5, 2])
    #expect(Set(all[1].reactions[1].people.map(\.name)) == ["Jonas", "Tove Berg"])
  }

  @Test("Calls and polls are what they are, and the owner is who was named")
  func direct() async throws {
    let summary = Importer(
      into: bench.archive, options: ImportOptions(timeZone: .gmt, owner: "Mara Lind"), chunkSize: 64
    ).run([Fixture.discord[2]])
    #expect(summary.added == 2)
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.isOwn) == [false, true])
    #expect(all[0].details.content == .call(Call(outcome: .ended, duration: 65)))
    #expect(all[0].text == "Jonas called (1 min 5 s)")
    #expect(
      all[1].details.content
        == .poll(Poll(question: "Which day?", options: [.init(text: "Saturday", votes: 2)])))
  }

  @Test("A file that is cut off anywhere keeps the messages before", arguments: 1...12)
  func cut(part: Int) throws {
    let bytes = Array(try Fixture.text(Fixture.discord[0]).utf8)
    let report = bench.run(try bench.file(Data(bytes.prefix(bytes.count * part / 13)), named: "a.json"))
    // A file without any readable message is a failure.
    #expect(report.summary.failures.isEmpty == (report.summary.added > 0))
    #expect(!report.problems.isEmpty)
    #expect(report.summary.added + report.summary.skipped >= part / 3)
  }
}
