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

  /// A channel with these messages, as members of their objects.
  private func channel(_ messages: [String]) throws -> ReadExport {
    let records = messages.enumerated().map { index, members in
      #"{"id": "20\#(index + 10)", "timestamp": "2026-02-10T10:\#(index + 10):00+00:00", "reactions": [], \#(members)}"#
    }
    let text = """
      {"guild": {"id": "900", "name": "Walkers"}, "channel": {"id": "901", "type": "GuildTextChat", "name": "ridge"},
      "messages": [\(records.joined(separator: ",\n"))]}
      """
    return try ReadExport(try bench.file(text, named: "ridge [901].json"))
  }

  private static func author(_ id: Int, _ name: String, isBot: Bool = false, rest: String = "") -> String {
    #""author": {"id": "\#(id)", "name": "\#(name)", "discriminator": "0000", "isBot": \#(isBot)\#(rest)}"#
  }

  private static let blank = #""content": "", "attachments": [], "embeds": [], "stickers": []"#

  @Test("A forwarded message is none of its sender's words, in exports of all versions")
  func forwards() throws {
    let elsewhere = #""reference": {"messageId": "44", "channelId": "950", "guildId": "900"}"#
    let forward =
      #""reference": {"type": "Forward", "messageId": "45", "channelId": "950"}, "forwardedMessage": {"timestamp": "#
      + #""2026-02-09T12:00:00+00:00", "content": "Snow **above**", "attachments": [], "stickers": [{"name": "Wave"}]}"#
    let mara = Self.author(5, "mara")
    let read = try channel([
      #""type": "Default", \#(Self.blank), \#(mara), \#(elsewhere)"#,
      #""type": "Reply", "content": "Where from?", \#(mara), "reference": {"messageId": "2010", "channelId": "901"}"#,
      #""type": "Default", \#(Self.blank), \#(mara), \#(forward)"#,
      #""type": "Default", \#(Self.blank), \#(mara), "reference": {"messageId": "2011", "channelId": "901"}"#,
      #""type": "Reply", \#(Self.blank), \#(mara), "reference": {"messageId": "2011", "channelId": "901"}"#,
    ])
    #expect(
      read.lines == [
        "2026-02-10T10:10:00Z mara: <unsupported forwarded message>",
        "2026-02-10T10:11:00Z mara: Where from?",
        "2026-02-10T10:12:00Z mara: Snow above [sticker Wave, missing]",
        "2026-02-10T10:13:00Z mara: <unsupported forwarded message>",
        "2026-02-10T10:14:00Z mara: <unsupported message>",
      ])
    #expect(read.messages.map(\.replyTo) == [nil, "2010", nil, nil, "2011"])
    #expect(
      read.messages.map(\.details.forward?.name) == [
        "Another channel", nil, "Another channel", "This channel", nil,
      ])
    #expect(read.messages[2].details.forward?.sentAt == 1_770_638_400_000)
  }

  @Test("Contents that the exporter leaves out are named, and the result of a poll is an event")
  func missingContents() throws {
    func result(_ fields: [(String, String)]) -> String {
      let fields = fields.map { #"{"name": "\#($0)", "value": "\#($1)"}"# }.joined(separator: ", ")
      return
        #""type": "46", "content": "", "embeds": [{"title": "", "fields": [\#(fields)]}], \#(Self.author(5, "mara")), "#
        + #""reference": {"type": "Default", "messageId": "2010", "channelId": "901"}"#
    }
    let read = try channel([
      #""type": "Default", \#(Self.blank), \#(Self.author(5, "mara"))"#,
      result([
        ("poll_question_text", "Which day?"), ("victor_answer_votes", "3"), ("total_votes", "4"),
        ("victor_answer_text", "Saturday"),
      ]),
      result([("poll_question_text", "Tea?"), ("total_votes", "0")]),
      #""type": "20", \#(Self.blank), \#(Self.author(70, "ticketbot", isBot: true)), "#
        + #""interaction": {"id": "3", "name": "ticket open", "user": {"id": "6", "name": "jonas", "nickname": "Jonas"}}"#,
    ])
    #expect(
      read.lines == [
        "2026-02-10T10:10:00Z mara: <unsupported message>",
        "2026-02-10T10:11:00Z mara: <service> The poll “Which day?” ended: “Saturday” won with 3 of 4 votes",
        "2026-02-10T10:12:00Z mara: <service> The poll “Tea?” ended without a winner",
        "2026-02-10T10:13:00Z ticketbot: <unsupported answer to /ticket open of Jonas>",
      ])
    #expect(read.messages.map(\.replyTo) == [nil, "2010", "2010", nil])
  }

  @Test("Signs in an address are no marks")
  func marksInAddresses() throws {
    let words =
      "see https://e.org/a__b__/__init__.py?q=**x** and **bold https://e.org/c** or z__y__ (https://e.org)*n*"
    let read = try channel([#""type": "Default", "content": "\#(words)", \#(Self.author(5, "mara"))"#])
    #expect(
      read.messages.map(\.text) == [
        "see https://e.org/a__b__/__init__.py?q=**x** and bold https://e.org/c or zy (https://e.org)n"
      ])
  }

  // A page shows what the marks mean, so that its texts were others, and those of the JSON became earlier ones.
  @Test("Links, quotations, lists, headings and backslashes are read as the exporter's pages show them")
  func markdown() throws {
    let words = [
      #"see [the map](https://example.org/map), f[i](x)"#, #"> you **said**\n> so\nno"#,
      #"Take:\n\n- tea\n  * maps"#,
      #"# Plan\nat eight"#, #"a \\*b\\* c ¯\\_(ツ)_/¯"#, #"# 1\n2. x\n>y\n-5\n-# z"#,
      #"`\\* [x](https://y.org)`"#, "# x",
    ]
    let read = try channel(
      words.map { #""type": "Default", "content": "\#($0)", \#(Self.author(5, "mara"))"# })
    #expect(
      read.messages.map(\.text) == [
        "see the map, f[i](x)", "you said\nso\nno", "Take:\ntea\nmaps", "Plan\nat eight",
        #"a *b* c ¯\_(ツ)_/¯"#,
        "1\n2. x\n>y\n-5\n-# z", #"\* [x](https://y.org)"#, "# x",
      ])
    #expect(read.messages[0].entities.map(\.kind) == [.link(target: "https://example.org/map")])
    #expect(read.messages[1].entities.map(\.kind) == [.quote, .bold, .quote])
    #expect(read.messages[3].entities.map(\.kind) == [.bold])
  }

  @Test("A webhook writes as several people, a bot as one")
  func webhooks() throws {
    let authors = [
      Self.author(80, "Old Shepherd", isBot: true, rest: #", "nickname": "Old Shepherd", "roles": []"#),
      Self.author(80, "The Fox", isBot: true, rest: #", "nickname": "The Fox", "roles": []"#),
      Self.author(80, "Old Shepherd", isBot: true),
      Self.author(70, "bot", isBot: true, rest: #", "nickname": "Tickets", "roles": []"#),
      Self.author(
        71, "bot", isBot: true, rest: #", "nickname": "bot", "roles": [{"id": "1", "name": "bot"}]"#),
      Self.author(6, "jonas"),
    ]
    let read = try channel(authors.map { #""type": "Default", "content": "x", \#($0)"# })
    #expect(
      read.messages.map(\.sender) == [
        .init(key: "discord:80/Old Shepherd", name: "Old Shepherd"),
        .init(key: "discord:80/The Fox", name: "The Fox"),
        .init(key: "discord:80/Old Shepherd", name: "Old Shepherd"),
        .init(key: "discord:70", name: "Tickets"),
        .init(key: "discord:71", name: "bot"), .init(key: "discord:6", name: "jonas"),
      ])
  }

  @Test("The order of the members does not matter")
  func order() throws {
    let bench = try ImportBench()
    func export(_ channel: Int) -> String {
      """
      {"messages": [{"id": "\(channel)7", "type": "Default", "timestamp": "2024-03-01T09:00:00+00:00", "content": "x", \
      "author": {"id": "5", "name": "mara", "isBot": false}}], "channel": {"id": "\(channel)", "type": "GuildTextChat", \
      "name": "ridge"}, "guild": {"id": "1", "name": "Walkers"}}
      """
    }
    for channel in [901, 902] {
      let read = try ReadExport(try bench.file(export(channel), named: "export.json"))
      #expect(read.messages.map(\.conversationKey) == ["discord:\(channel)"])
      #expect(read.messages.map(\.conversationTitle) == ["ridge (Walkers)"])
    }
  }
}
