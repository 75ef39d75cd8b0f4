import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("The contents of Slack's messages", .dedicatedThreads)
struct ImportSlackContentsTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// Imports messages, in JSON without their types, times and senders, and returns those of the channel.
  private func messages(_ messages: String...) async throws -> [Message] {
    let lists = [
      "users": """
      [{"id": "U1", "name": "mara", "profile": {"real_name": "Mara Lind", "display_name": "Mara"}},
      {"id": "U2", "name": "jonas", "profile": {"real_name": "Jonas Weber", "display_name": ""}}]
      """,
      "channels": """
      [{"id": "C1", "name": "general", "created": 1, "members": []},
      {"id": "C2", "name": "huts", "created": 1, "members": []}]
      """,
    ]
    for (name, text) in lists { try bench.file(text, named: "w/\(name).json") }
    let records = messages.enumerated().map { index, fields in
      #"{"type": "message", \#(fields.contains(#""user""#) ? "" : #""user": "U2", "#)"#
        + #""ts": "17092800\#(10 + index).000100", \#(fields)}"#
    }
    try bench.file("[\(records.joined(separator: ",\n"))]", named: "w/general/2024-03-01.json")
    let report = bench.run(bench.folder.url.appendingPathComponent("w"))
    #expect(report.lines == [])
    return try await bench.archive.allMessages()
  }

  // Its first line was taken for the name of a language, and lost.
  @Test("The first line of code is text")
  func firstLineOfCode() async throws {
    let all = try await messages(#""text": "```SELECT\n* FROM hut```""#, #""text": "```\nSELECT\n```""#)
    #expect(all.map(\.text) == ["SELECT\n* FROM hut", "SELECT"])
  }

  @Test("A bot that speaks under several names is several people")
  func namesOfABot() async throws {
    func says(_ name: String) -> String {
      #""subtype": "bot_message", "bot_id": "B1", "username": "\#(name)", "text": "hi", "user": null"#
    }
    let all = try await messages(says("mara (irc)"), says("jonas (irc)"), says("mara (irc)"))
    #expect(all.map(\.sender?.name) == ["mara (irc)", "jonas (irc)", "mara (irc)"])
  }

  // The message was empty and unsupported.
  @Test("A forwarded message has its text, its files and its origin; a preview of an address is left out")
  func shares() async throws {
    let all = try await messages(
      """
      "text": "", "attachments": [{"ts": "1709280500.000100", "author_id": "U1", "channel_id": "C2",
      "is_msg_unfurl": true, "is_share": true, "text": "fallback", "author_name": "Mara Lind",
      "from_url": "https://a.slack.com/archives/C2/p1", "original_url": "https://a.slack.com/archives/C2/p1",
      "message_blocks": [{"team": "T1", "message": {"blocks": [{"type": "rich_text", "elements": [
      {"type": "rich_text_section", "elements": [{"type": "text", "text": "Hut open"}]}]}]}}]}]
      """,
      """
      "text": "Look at this", "attachments": [{"is_share": true, "text": "Avalanche bulletin: 3",
      "author_name": "bulletin", "footer": "From a private channel", "from_url": "https://a.slack.com/p2",
      "files": [{"id": "F1", "name": "map.png", "mimetype": "image/png", "size": 99}]},
      {"is_share": true, "text": "and another", "author_name": "Tove", "from_url": "https://a.slack.com/p3"}]
      """,
      """
      "text": "<https://example.org/a>", "attachments": [{"title": "A page", "text": "A preview",
      "from_url": "https://example.org/a", "original_url": "https://example.org/a"}]
      """,
      """
      "text": "", "attachments": [{"is_share": true, "text": "old", "author_subname": "x", "from_url": "https://b",
      "footer": "Posted in #walks"}]
      """)
    #expect(
      all.map(\.text) == [
        "Hut open", "Look at this\nAvalanche bulletin: 3\nTove\nand another", "https://example.org/a", "old",
      ])
    #expect(all.map(\.kind) == [.normal, .normal, .normal, .normal])
    #expect(
      all.map(\.details.forward) == [
        Forward(name: "Mara Lind (#huts)", key: "slack:U1", sentAt: 1_709_280_500_000),
        Forward(name: "bulletin"), nil, Forward(name: "#walks"),
      ])
    #expect(all[1].attachments == [Attachment(kind: .photo, byteCount: 99, name: "map.png")])
  }

  // Only the words for programs without blocks were kept.
  @Test("The blocks of an app are its message")
  func blocks() async throws {
    let all = try await messages(
      """
      "text": "This content can't be displayed.", "subtype": "bot_message", "username": "deploy", "blocks": [
      {"type": "header", "text": {"type": "plain_text", "text": "Deploy finished :tada:", "emoji": true}},
      {"type": "section", "text": {"type": "mrkdwn", "text": "*Version* 1.2 by <@U1> &amp; more"},
       "fields": [{"type": "mrkdwn", "text": "*Region*\\nnorth"}, {"type": "plain_text", "text": "Prod *x*"}],
       "accessory": {"type": "button", "text": {"type": "plain_text", "text": "Open"}, "url": "https://example.org/o"}},
      {"type": "divider"},
      {"type": "context", "elements": [{"type": "mrkdwn", "text": "took 3 min"},
       {"type": "image", "image_url": "https://example.org/ok.png", "alt_text": "ok"}, {"type": "plain_text", "text": "now"}]},
      {"type": "image", "image_url": "https://example.org/plot.png", "alt_text": "plot of the load",
       "title": {"type": "plain_text", "text": "Load"}},
      {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Undo"},
       "url": "https://example.org/undo"}, {"type": "button", "text": {"type": "plain_text", "text": "Keep"}}]},
      {"type": "video", "title": {"type": "plain_text", "text": "Film"}, "title_url": "https://example.org/f"},
      {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}, {"type": "raw_text", "text": "b"}]]},
      {"type": "future", "text": {"type": "plain_text", "text": "of a new kind"}}]
      """,
      """
      "text": "Alarm", "attachments": [{"fallback": "[no preview available]", "blocks": [
      {"type": "section", "text": {"type": "mrkdwn", "text": "Disk full on *hut-1*"}}]}]
      """,
      """
      "text": "only this", "blocks": [{"type": "divider"}]
      """,
      """
      "text": "", "attachments": [{"fallback": "a picture", "image_url": "https://example.org/cat.gif?x=1"}]
      """)
    #expect(
      all[0].text == """
        Deploy finished 🎉
        Version 1.2 by @Mara & more
        Region
        north
        Prod *x*
        Open
        took 3 min now
        Undo Keep
        Film
        a\tb
        of a new kind
        """)
    #expect(all[0].sender?.name == "Jonas Weber")
    #expect(all[0].attachments == [Attachment(kind: .photo, name: "Load (plot of the load)")])
    #expect(
      all[0].entities.map(\.kind) == [
        .bold, .bold, .mention, .bold, .link(target: "https://example.org/o"),
        .link(target: "https://example.org/undo"), .link(target: "https://example.org/f"),
      ])
    #expect(all[1].text == "Alarm\nDisk full on hut-1" && all[1].stretches == ["hut-1"])
    #expect(all[2].text == "only this")
    #expect(all[3].text == "" && all[3].attachments == [Attachment(kind: .photo, name: "cat.gif")])
  }

  // The canvas had an empty line, and the huddle was by “USLACK”.
  @Test("Events without a text become sentences, by the people who took part")
  func events() async throws {
    let all = try await messages(
      #""subtype": "channel_canvas_updated", "text": "", "canvas": {"title": "Trip plan"}"#,
      """
      "subtype": "huddle_thread", "user": "USLACK", "text": "", "room": {"created_by": "U1", "date_start": 1709280240,
      "date_end": 1709280840, "participants": [], "participant_history": ["U1", "U2"], "was_missed": false}
      """, #""subtype": "channel_something_new", "text": """#)
    #expect(
      all.map(\.text) == [
        "Jonas Weber changed the canvas “Trip plan”", "A huddle of Mara and Jonas Weber (10 min)",
        "Jonas Weber: channel something new",
      ])
    #expect(all.map(\.kind) == [.service, .service, .service])
    #expect(all[1].details.content == .call(Call(outcome: .ended, duration: 600, isGroup: true)))
    #expect(all[1].sender?.name == "Mara")
  }

  @Test("Emoji have Slack's names, in reactions and in texts, with the tone of the skin")
  func emoji() async throws {
    let names = [
      "grinning", "sunglasses", "birthday", "heart_eyes", "+1::skin-tone-4", "thinking_face", "flag-ch",
      "man-woman-girl", "female-doctor", "woman-shrugging", "female_mage", "one", "our_hut", "lady_beetle",
      "point_up::skin-tone-2",
    ]
    let reactions = names.map { #"{"name": "\#($0)", "users": ["U1"], "count": 1}"# }.joined(separator: ",")
    let all = try await messages(
      #""text": ":wave::skin-tone-3: at 10:30:45 :our_hut: `:wave:` :+1:", "reactions": [\#(reactions)]"#,
      """
      "text": "", "blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
      {"type": "emoji", "name": "snow_cloud"}, {"type": "emoji", "name": "our_hut"}, {"type": "text", "text": ":x:"}]}]}]
      """)
    #expect(all[0].text == "👋🏼 at 10:30:45 :our_hut: :wave: 👍")
    #expect(
      Set(all[0].reactions.map(\.key)) == [
        "😀", "😎", "🎂", "😍", "👍🏽", "🤔", "🇨🇭", "👨‍👩‍👧", "👩‍⚕️", "🤷‍♀️", "🧙‍♀️", "1️⃣", ":our_hut:", "☝🏻", "🐞",
      ])
    #expect(all[1].text == "🌨️:our_hut::x:")
  }

  // The address was “2001:db8🅰️b::1”.
  @Test("Colons of addresses, names and times are not those of emoji")
  func colons() async throws {
    let plain = ["2001:db8:a:b::1", "org.acme:x:1.0", "10:100:20", "std::o::p", "a:tada:b"]
    let all = try await messages(
      #""text": "\#(plain.joined(separator: " "))""#, #""text": "(:x:) done:tada: :a::b: 祝:x:祝""#)
    #expect(all.map(\.text) == [plain.joined(separator: " "), "(❌) done🎉 🅰️🅱️ 祝❌祝"])
  }

  // They were unsupported messages by "Unknown", without the texts.
  @Test("Events that change or delete a message are that message, with its own time and person")
  func changes() async throws {
    func old(_ second: Int, _ text: String, _ rest: String = "") -> String {
      #"{"type": "message", "user": "U1", "text": "\#(text)", "ts": "17092799\#(second).000100"\#(rest)}"#
    }
    let all = try await messages(
      """
      "subtype": "message_changed", "user": null, "message": \(old(10, "new", #", "edited": {"ts": "1709279950.000000"}"#)),
      "previous_message": \(old(10, "old"))
      """,
      #""subtype": "message_deleted", "user": null, "deleted_ts": "1709279911.000100", "previous_message": \#(old(11, "secret"))"#,
      """
      "subtype": "message_changed", "user": null, "message": \(old(12, "gone", #", "subtype": "tombstone""#)),
      "previous_message": \(old(12, "first"))
      """)
    #expect(all.map(\.text) == ["new", "secret", "first"])
    #expect(all.map(\.kind) == [.normal, .deleted, .deleted] && all.allSatisfy { $0.sender?.name == "Mara" })
    #expect(all.map(\.sentAt) == [1_709_279_910_000, 1_709_279_911_000, 1_709_279_912_000])
    #expect(all[0].editedAt == 1_709_279_950_000)
    #expect(
      try await bench.archive.edits(of: all[0].id) == [Edit(replacedAt: 1_709_279_950_000, text: "old")])
  }

  // They were left out.
  @Test("Words of mails and snippets, addresses of files elsewhere, and footers are a part of the text")
  func fileTexts() async throws {
    let all = try await messages(
      """
      "text": "a", "files": [{"id": "F1", "name": "m", "mode": "email", "subject": "Huts", "plain_text": "Dear all"}]
      """,
      """
      "text": "", "files": [{"id": "F2", "name": "a.py", "mode": "snippet", "preview": "print(1)", "lines_more": 3}]
      """,
      """
      "text": "c", "files": [{"id": "F3", "name": "Doc", "mode": "external", "url_private": "https://example.org/d"}]
      """,
      #""text": "", "attachments": [{"author_name": "A", "text": "body", "footer": "foot"}]"#,
      """
      "text": "", "subtype": "reply_broadcast", "attachments": [{"author_name": "Jonas", "text": "too",
      "from_url": "https://a.slack.com/p1"}]
      """, #""text": "", "subtype": "reply_broadcast""#)
    #expect(
      all.map(\.text) == [
        "a\nHuts\nDear all", "print(1) …", "c\nDoc", "A\nbody\nfoot", "too",
        "Jonas Weber also sent a reply to the channel",
      ])
    #expect(all[1].stretches == ["print(1)"] && all[1].attachments.map(\.name) == ["a.py"])
    #expect(all[2].entities.map(\.kind) == [.link(target: "https://example.org/d")])
    #expect(all.map(\.kind) == [.normal, .normal, .normal, .normal, .normal, .service])
  }

  // The channel was “#C2”.
  @Test("Channels, people and groups have the names of the lists, or those beside their numbers")
  func names() async throws {
    func piece(_ type: String, _ id: String) -> String { #"{"type": "\#(type)", "\#(type)_id": "\#(id)"}"# }
    let pieces = [
      piece("channel", "C2"), piece("channel", "C9"), piece("user", "U9"), piece("usergroup", "S1"),
      piece("channel", "C8"),
    ].joined(separator: #", {"type": "text", "text": " "}, "#)
    let all = try await messages(
      """
      "text": "<#C2|random> <#C9|away &amp; far> <@U9|tove> <!subteam^S1|@guides> <#C8>", "blocks": [
      {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [\(pieces)]}]}]
      """, #""text": "<#C2> <#C7|seven> <#C8>""#)
    #expect(all.map(\.text) == ["#huts #away & far @tove @guides #C8", "#huts #seven #C8"])
  }

  @Test("Code contains no signs of Slack")
  func code() async throws {
    let all = try await messages(
      #""text": "```wget <http://example.org/a>\n<tel:28919|28919> &amp; <more :tada:```""#,
      #""text": "`curl <http://example.org/b> <@U1>`""#)
    #expect(
      all.map(\.text) == [
        "wget http://example.org/a\n28919 & <more :tada:", "curl http://example.org/b @Mara",
      ])
    #expect(all.map { $0.entities.map(\.kind) } == [[.pre], [.code]])
  }

  // Only the sentence with its link was read.
  @Test("The one file of older exports is a file, without Slack's sentence about it")
  func olderFiles() async throws {
    let link = "<https://x.slack.com/files/U1/F1/a.js|a.js>"
    let file = #""file": {"id": "F1", "name": "a.js", "mimetype": "text/plain", "size": 4163}"#
    let all = try await messages(
      #""subtype": "file_share", "text": "<@U1> uploaded a file: \#(link)", \#(file)"#,
      #""subtype": "file_share", "text": "<@U1|mara> shared a file: \#(link) and commented: Look", \#(file)"#,
      #""subtype": "file_share", "text": "see <https://example.org|this>", \#(file)"#)
    #expect(all.map(\.text) == ["", "Look", "see this"])
    #expect(
      all.map(\.attachments)
        == Array(repeating: [Attachment(kind: .file, byteCount: 4163, name: "a.js")], count: 3))
  }

  // Slack's sentence was the person's words.
  @Test("A comment on a file has the words of its author")
  func fileComment() async throws {
    let sentence = "<@U1|mara> commented on <@U2|jonas>’s file <https://x.slack.com/files/U1/F1/a.js|a.js>: "
    let all = try await messages(
      #""subtype": "file_comment", "text": "\#(sentence)Looks *good*", "comment": {"user": "U1", "comment": "Looks *good*"}"#,
      #""subtype": "file_comment", "text": "Looks good", "comment": {"user": "U1"}"#)
    #expect(all.map(\.text) == ["Looks good", "Looks good"])
  }

  // The days were ignored, with status 0, and the lists were noted as no chats.
  @Test("A day that is not recognized is a loss, and small lists and days without messages are none")
  func damagedDays() throws {
    let day = #"[{"type": "message", "user": "U1", "text": "x", "ts": "1709280000.000100"}]"#
    for (name, text) in [
      ("g/2024-03-01.json", day), ("g/2024-03-02.json", "garbage"), ("h/2024-03-01.json", ""),
      ("h/2024-03-02.json", "[]"), ("g/notes.json", #"{"a": 1}"#),
      ("users.json", #"[{"id": "U1", "name": "mara"}]"#),
    ] {
      try bench.file(text, named: "s/\(name)")
    }
    let report = bench.run(bench.folder.url.appendingPathComponent("s"))
    #expect(report.summary.added == 1)
    #expect(
      report.problems.filter { $0.effect == .incomplete }.map { $0.file.pathComponents.suffix(2) } == [
        ["g", "2024-03-02.json"], ["h", "2024-03-01.json"],
      ])
    #expect(report.lines.filter { $0.contains("not a chat") } == ["notes.json: not a chat; ignored"])
  }

  // The day was ignored, with status 0.
  @Test(
    "A day whose first message is longer than the beginning that is examined is read",
    arguments: [70_000, 600_000])
  func longFirstMessage(length: Int) async throws {
    let long = String(repeating: "x", count: length)
    let file = try bench.file(
      """
      [{"type": "message", "user": "U1", "text": "\(long)", "ts": "1709280000.000100"},
      {"type": "message", "user": "U1", "text": "second", "ts": "1709280001.000100"}]
      """, named: "s/g/2024-03-01.json")
    let third = #"[{"type": "message", "user": "U1", "text": "third", "ts": "1709380001.000100"}]"#
    try bench.file(third, named: "s/g/2024-03-02.json")
    let report = bench.run(bench.folder.url.appendingPathComponent("s"))
    #expect(report.lines == [] && report.summary.added == 3)
    #expect(try file.format(asked: nil) == .slack)
  }
}

extension URL {
  fileprivate func format(asked: ImportFormat?) throws -> ImportFormat {
    let size = try resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    return try ImportFile(url: self, byteCount: Int64(size), folder: nil).format(asked: asked)
  }
}
