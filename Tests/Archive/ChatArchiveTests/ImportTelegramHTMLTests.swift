import Foundation
import GRDB
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Importing Telegram's pages", .dedicatedThreads)
struct ImportTelegramHTMLTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private var folder: URL { Fixture.telegramPages[0].deletingLastPathComponent() }

  /// The messages by their numbers in the export.
  private func messages() async throws -> [Int: Message] {
    #expect(bench.run(folder).summary.added == 35)
    let all = try await bench.archive.allMessages()
    let numbers = Array(1...33) + [35, 36]
    #expect(all.count == numbers.count)
    return Dictionary(zip(numbers, all)) { first, _ in first }
  }

  @Test("The pages of a folder are one chat in the order of their numbers, and damage is told")
  func pages() async throws {
    let report = bench.run(folder)
    let damaged = try place(of: 33, in: 1)
    let undated = try place(of: 34, in: 1)
    #expect(
      report.lines == [
        "route.gpx: not a chat; ignored",
        "messages2.html, byte \(damaged): damaged HTML in a message; what could be read is kept",
        "messages2.html, byte \(undated): invalid date; skipped",
      ])
    #expect(report.summary == ImportSummary(added: 35, skipped: 1, conversations: [1], filesRead: 3))
    #expect(try await bench.archive.onlyConversation().title == "Ridge walk")
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.sentAt) == all.map(\.sentAt).sorted())
    #expect(
      all.suffix(3).map(\.text) == [
        "Half of a mess", "After the damage", "The tenth page comes after the second",
      ])
    #expect(utc(try #require(all.last)) == "2024-03-03T11:30:00Z")
    // The second import adds nothing.
    let again = bench.run(folder)
    #expect(again.summary.added == 0 && again.summary.duplicates == 35)
  }

  private func place(of number: Int, in page: Int) throws -> Int {
    let text = try Fixture.text(Fixture.telegramPages[page])
    let end = try #require(text.range(of: "id=\"message\(number)\""))
    let start = try #require(
      text.range(of: "<div", options: .backwards, range: text.startIndex..<end.lowerBound))
    return text.utf8.distance(from: text.startIndex, to: start.lowerBound)
  }

  @Test("One page that was chosen brings the pages before and after it")
  func onePage() async throws {
    let report = bench.run(Fixture.telegramPages[1])
    #expect(report.summary.added == 34)
    #expect(try await bench.archive.allMessages().first?.text.hasPrefix("Mara Lind created group") == true)
    // The page after a gap is another input of the same chat.
    #expect(bench.run(folder).summary.added == 1)
    #expect(try await bench.archive.conversations().count == 1)
  }

  /// The name ended the program, because the page had the number 0 and no page was before it.
  @Test("A page whose number the exporter does not use is read", arguments: ["messages0", "messages02"])
  func unusedNumber(name: String) async throws {
    for page in ["messages", "messages2"] where name != "messages0" {
      try bench.file(try Data(contentsOf: Fixture.telegramPages[2]), named: "\(page).html")
    }
    let page = try bench.file(try Data(contentsOf: Fixture.telegramPages[0]), named: "\(name).html")
    #expect(bench.run(page).summary.failures.isEmpty)
    #expect(try await bench.archive.allMessages().first?.text.hasPrefix("Mara Lind created group") == true)
  }

  @Test("Texts, times and people are those of the pages, also where a page does not repeat them")
  func texts() async throws {
    let all = try await messages()
    #expect(all[1]?.kind == .service && all[1]?.sender == nil)
    #expect(all[1]?.text == "Mara Lind created group «Walks» with members Mara Lind and Jonas Weber")
    // The message has no time, so it gets that of the next message of its day.
    #expect(all[1].map(utc) == "2024-03-01T08:01:00Z")
    #expect(all[2]?.text == "Grüße, 서연 👋\n\"Ridge\" \\ walk — on Saturday?")
    #expect(all[2]?.sender?.name == "Mara Lind")
    #expect(
      (4...9).map { all[$0]?.sender?.name } == ["Mara Lind", "Mara Lind", "Deleted account"]
        + Array(repeating: "Tove Berg", count: 3))
    #expect(all[3]?.reply?.id == all[2]?.id && all[19]?.reply?.id == all[2]?.id)
    #expect(all[16]?.reply == nil)
    #expect(all[17]?.text == "Mara Lind invited Jonas Weber, Tove Berg and Deleted Account")
    #expect(all[17].map(utc) == "2024-03-01T08:16:00Z")
    #expect(all[18]?.kind == .unsupported && all[18]?.details.unsupportedKind == "unsupported")
    #expect(all[31].map(utc) == "2024-03-01T23:10:00Z")
    let topics = try await bench.archive.topics(in: bench.archive.onlyConversation().id)
    #expect(topics.map(\.title).sorted() == ["Boots", "General"])
    #expect(all[32]?.topic == topics.first { $0.title == "Boots" }?.id)
    #expect(all[35]?.sender?.name == "Tove Berg")
  }

  @Test("Tags are ranges of the text, and an address that must not be opened is text")
  func entities() async throws {
    let message = try #require(try await messages()[3])
    #expect(
      message.text
        == "é bold italicunderstrikecodepre\n  linesspoiler@maraTove#ridge$EURexample.org/maphere"
        + "hut@example.org+49 30 123456/start🏔🧦quotedbad 1 < 2 &amp; 3")
    #expect(
      message.stretches == [
        "bold", "italic", "under", "strike", "code", "pre\n  lines", "spoiler", "@mara", "Tove", "#ridge",
        "$EUR", "example.org/map", "here", "hut@example.org", "+49 30 123456", "/start", "🏔", "🧦", "quoted",
      ])
    #expect(
      message.entities.map(\.kind) == [
        .bold, .italic, .underline, .strikethrough, .code, .pre, .spoiler, .mention, .mention, .hashtag,
        .hashtag, .link(target: "https://example.org/map"), .link(target: "https://example.org/hut?a=1&b=2"),
        .link(target: "mailto:hut@example.org"), .link(target: "tel:+4930123456"), .botCommand, .customEmoji,
        .customEmoji, .quote,
      ])
  }

  @Test("Each kind of file has kind, size, length and a path within the export")
  func files() async throws {
    let all = try await messages()
    let path = folder.standardizedFileURL.path
    #expect(
      ([4, 5, 6, 7, 8, 9, 10, 11, 27, 28, 29, 30] as [Int]).flatMap { all[$0]?.attachments ?? [] } == [
        Attachment(
          kind: .photo, width: 520, height: 388, path: "\(path)/photos/photo_1@01-03-2024_09-04-00.jpg",
          thumbnail: "\(path)/photos/photo_1@01-03-2024_09-04-00_thumb.jpg"),
        Attachment(kind: .photo, width: 960, height: 1280, byteCount: 123_392),
        Attachment(kind: .file, byteCount: 6, name: "route.gpx", path: "\(path)/files/route.gpx"),
        Attachment(
          kind: .sticker, width: 384, height: 384, name: "sticker.webp",
          path: "\(path)/stickers/sticker.webp",
          thumbnail: "\(path)/stickers/sticker.webp_thumb.jpg"),
        Attachment(
          kind: .voice, duration: 7000, name: "audio_1.ogg", path: "\(path)/voice_messages/audio_1.ogg"),
        Attachment(
          kind: .video, width: 520, height: 292, duration: 12_000, name: "ridge.mp4",
          path: "\(path)/video_files/ridge.mp4", thumbnail: "\(path)/video_files/ridge.mp4_thumb.jpg"),
        Attachment(
          kind: .audio, duration: 185_000, name: "The Hikers – Uphill", path: "\(path)/files/song.mp3"),
        Attachment(kind: .file, byteCount: 1, name: "id_rsa", path: "\(path)/secrets/id_rsa"),
        Attachment(
          kind: .animation, width: 320, height: 240, name: "g.mp4", path: "\(path)/video_files/g.mp4",
          thumbnail: "\(path)/video_files/g.mp4_thumb.jpg"),
        Attachment(
          kind: .roundVideo, duration: 19_000, name: "r.mp4", path: "\(path)/round_video_messages/r.mp4"),
        Attachment(kind: .photo, isSpoiler: true),
        Attachment(kind: .sticker, byteCount: 20_480, name: "🥾"),
      ])
  }

  @Test("Polls, places, contacts, calls, games, forwards and reactions are what they are")
  func contents() async throws {
    let all = try await messages()
    #expect(
      all[12]?.details.content
        == .poll(
          Poll(
            question: "Which day?",
            options: [
              .init(text: "Saturday", votes: 2, isChosen: true), .init(text: "Sunday", votes: 1),
              .init(text: "Never", votes: 0),
            ], voterCount: 3, isClosed: true)))
    #expect(
      all[13]?.details.content
        == Place(latitude: 46.5, longitude: 7.25, name: "Hut", address: "Ridge 1").map { .place($0) })
    #expect(
      all[24]?.details.content == Place(latitude: 46.5, longitude: 7.25, isLive: true).map { .place($0) })
    #expect(
      all[14]?.details.content
        == .contact(
          Contact(
            name: "Amir Haddad", phone: "+49 170 1",
            path: "\(folder.standardizedFileURL.path)/contacts/contact_1.vcard")))
    #expect(
      all[15]?.details
        == Message.Details(
          forward: Forward(name: "Weather desk", sentAt: 1_709_208_000_000), bot: "weatherbot"))
    #expect(all[15]?.text == "Snow above 1800 m" && all[15]?.stretches == ["1800 m"])
    #expect(all[23]?.details.forward?.name == "Alps today" && all[23]?.text == "Two")
    #expect(
      (20...21).map { all[$0]?.details.content } == [
        .call(Call(outcome: .ended, duration: 61)), .call(Call(outcome: .missed)),
      ])
    #expect(
      (20...21).map { all[$0]?.text } == [
        "Jonas Weber called (1 min 1 s)", "Jonas Weber called; nobody answered",
      ])
    #expect(all[25]?.text == "Game: Summit\nClimb and do not fall.\nhttps://t.me/gamebot?game=summit")
    #expect(all[26]?.text == "Invoice: Rope, 129.50 EUR\n60 m")
    let reactions = try #require(all[2]?.reactions)
    #expect(
      Dictionary(uniqueKeysWithValues: reactions.map { ($0.key, $0.count) }) == [
        "❤️": 12, "👍": 2, "Custom emoji": 1,
      ])
    #expect(
      Set(reactions.first { $0.key == "👍" }?.people.map(\.name) ?? []) == ["Jonas Weber", "Tove Berg"])
  }

  @Test("After the JSON of a chat its pages add only what is new, and the other way round")
  func withJSON() async throws {
    bench.run(Fixture.group)
    #expect(try await bench.archive.allMessages().count == 18)
    let report = bench.run(folder)
    #expect(report.summary.added == 17 && report.summary.duplicates == 18)
    #expect(try await bench.archive.conversations().count == 1)
    // The pages are also recognized without the first messages.
    #expect(bench.run(folder).summary.added == 0)
    let names = try await bench.archive.people(of: 1).map(\.name)
    #expect(Set(names).count == names.count)
    // People of both are counted once.
    try await ArchiveFacts.expectSound(bench.archive)

    let other = try ImportBench()
    #expect(other.run(folder).summary.added == 35)
    #expect(other.run(Fixture.group).summary.added == 0)
    #expect(other.run(folder).summary.added == 0)
    #expect(try await other.archive.conversations().map(\.title) == ["Ridge walk"])
    #expect(try await other.archive.allMessages().count == 35)
    try await ArchiveFacts.expectSound(other.archive)
  }

  /// A page of a chat with Ann, whose messages are a minute apart.
  private func page(_ numbers: Range<Int>) -> String {
    let messages = numbers.map { number in
      """
      <div class="message default clearfix" id="message\(number)"><div class="body">
      <div class="pull_right date details" title="\(day(number)) \(time(number)) UTC+00:00">\(time(number).prefix(5))</div>
      <div class="from_name">Ann</div><div class="text">Words \(number)</div></div></div>
      """
    }
    return """
      <!DOCTYPE html><html><head><meta charset="utf-8"/><link href="css/style.css" rel="stylesheet"/></head><body>
      <div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">Ann</div></div></div>
      <div class="page_body chat_page"><div class="history">\(messages.joined(separator: "\n"))</div></div></div></body></html>
      """
  }

  private func day(_ number: Int) -> String { "0\(1 + number / 1440).03.2024" }
  private func time(_ number: Int) -> String {
    let minute = number % 1440
    return "\(String(100 + minute / 60).dropFirst()):\(String(100 + minute % 60).dropFirst()):00"
  }

  /// An export of the same chat as JSON.
  private func json(_ numbers: Range<Int>) -> String {
    let start = 1_709_251_200
    let messages = numbers.map { number in
      """
      {"id": \(number), "type": "message", "date_unixtime": "\(start + 60 * number)", "from": "Ann", \
      "from_id": "user1", "text": "Words \(number)"}
      """
    }
    return """
      {"name": "Ann", "type": "personal_chat", "id": 1, "messages": [\(messages.joined(separator: ","))]}
      """
  }

  @Test(
    "A chat of two is found also if only a later part of its pages is there",
    arguments: [1_210..<1_300, 2_550..<2_560, 700..<720])
  func overlapFarBehind(numbers: Range<Int>) async throws {
    try bench.run(text: json(numbers), named: "result.json")
    // A page has at most a thousand messages.
    let parts = [1..<900, 900..<1_200, 1_200..<2_100, 2_100..<2_550, 2_550..<2_560]
    for (index, part) in parts.enumerated() {
      try bench.file(page(part), named: "chat/messages\(index == 0 ? "" : "\(index + 1)").html")
    }
    let report = bench.run(bench.folder.url.appendingPathComponent("chat"))
    #expect(report.summary.duplicates == numbers.count, "\(report.lines)")
    #expect(report.summary.added == 2_559 - numbers.count)
    #expect(try await bench.archive.conversations().count == 1)
  }

  @Test(
    "The chat of pages is found also if it begins far behind the first messages of an export",
    arguments: [2_550..<2_560, 700..<720, 1..<30])
  func pagesOfTheEnd(numbers: Range<Int>) async throws {
    try bench.file(page(numbers), named: "chat/messages.html")
    bench.run(bench.folder.url.appendingPathComponent("chat"))
    let report = try bench.run(text: json(1..<2_560), named: "result.json")
    #expect(report.summary.duplicates == numbers.count, "\(report.lines)")
    #expect(report.summary.added == 2_559 - numbers.count)
    #expect(try await bench.archive.conversations().count == 1)
  }

  @Test("Chats of one title with other messages are other chats")
  func sameTitle() async throws {
    let page = try Fixture.text(Fixture.telegramPages[2])
    try bench.run(text: page, named: "a/messages.html")
    try bench.run(text: page.replacing("08:00", with: "09:00"), named: "b/messages.html")
    try bench.run(text: page.replacing("message36", with: "message37"), named: "c/messages.html")
    #expect(try await bench.archive.conversations().count == 3)
  }

  @Test("An account's page tells the owner, and times without an offset are those of the given zone")
  func account() async throws {
    let report = bench.run(
      Fixture.telegramAccountPage.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent(), timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(report.lines == ["export_results.html: not a chat; ignored"])
    let all = try await bench.archive.allMessages()
    #expect(all.map(\.isOwn) == [true, false])
    #expect(all.map(utc) == ["2019-01-02T11:00:00Z", "2019-01-02T11:01:00Z"])
    let folder = Fixture.telegramAccountPage.deletingLastPathComponent().standardizedFileURL.path
    #expect(all[0].attachments.map(\.path) == ["\(folder)/photos/a.jpg"])
    #expect(try await bench.archive.onlyConversation().timeZone == "Europe/Berlin")
  }

  @Test("A page that is cut off keeps what was read, and says so", arguments: [3000, 5000, 7000, 8400])
  func cut(at count: Int) throws {
    let page = Data(try Fixture.text(Fixture.telegramPages[0]).utf8.prefix(count))
    let report = bench.run(try bench.file(page, named: "messages.html"))
    #expect(report.summary.failures == [])
    #expect(report.problems.last?.reason.contains("file") == true)
    #expect(report.summary.added >= 1)
  }
}

@Suite("Reading HTML")
struct HTMLTests {
  @Test(
    "What is no tag is text, and tags that are missing or too many cost nothing",
    arguments: [
      ("a < b & c", "a < b & c"), ("<b>x</b", "x"), ("<p>a<!-- <b>no</b> -->b</p>", "ab"),
      ("</div>a<i>b</p>c</i>", "abc"), ("<script>if (a < b) { }</script>z", "z"),
      ("&lt;&#65;&#x42;&nope;&amp;lt;&#0;&copy", "<AB&nope;&lt;\u{fffd}&copy"), ("x<br/>y<BR>z", "x\ny\nz"),
      ("<a href='1>2'>q</a>", "q"), ("<a b=\"1<b>w</b>", "w"), ("<", "<"), ("</", "</"), ("<!", ""),
    ])
  func text(html: String, text: String) {
    #expect(HTMLElement(parsing: html).text == text)
  }

  @Test("Attributes are read in every notation")
  func attributes() throws {
    let element = try #require(HTMLElement(parsing: "<A HREF = 'x&amp;y' b=c D>t</A>").elements.first)
    #expect(element.name == "a" && element.tag.attribute("href") == "x&y")
    #expect(element.tag.attribute("b") == "c" && element.tag.attribute("d") == "")
  }

  @Test("A page of nothing but open tags ends")
  func depth() {
    let element = HTMLElement(parsing: String(repeating: "<b>", count: 20_000) + "x")
    #expect(element.text == "x")
  }

  @Test(
    "A message whose number is damaged is skipped with its place, and a page that was cut off is incomplete")
  func damagedNumber() throws {
    let bench = try ImportBench()
    let page = try Fixture.text(Fixture.telegramAccountPage)
    let whole = bench.run(try bench.file(page, named: "whole/messages.html")).summary
    #expect(whole.added > 1 && whole.skipped == 0 && !whole.isIncomplete)
    let first = try #require(page.firstRange(of: /class="message default[^>]*id="message/))
    for sign in ["-", "x", "99999999999999999999"] {
      var damaged = page
      damaged.insert(contentsOf: sign, at: first.upperBound)
      let other = try ImportBench()
      let summary = other.run(try other.file(damaged, named: "messages.html")).summary
      #expect(summary.added == whole.added - 1 && summary.skipped == 1)
    }
    let cut = try #require(page.range(of: "</body>", options: .backwards))
    let part = bench.run(try bench.file(String(page[..<cut.lowerBound]), named: "cut/messages.html")).summary
    #expect(part.isIncomplete)
  }
}

@Suite("Importing Telegram's pages of groups that changed", .dedicatedThreads)
struct ImportTelegramMigrationTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  @Test("Messages from before a group became a supergroup have negative numbers, and are not rows of days")
  func migrated() async throws {
    func message(_ id: String, _ time: String, _ name: String, _ text: String, reply: String = "") -> String {
      let answer =
        reply.isEmpty
        ? ""
        : ##"<div class="reply_to details">In reply to <a href="#go_to_message\##(reply)">this</a></div>"##
      return
        #"<div class="message default clearfix" id="message\#(id)"><div class="body"><div class="pull_right date "#
        + #"details" title="\#(time) UTC+01:00">x</div><div class="from_name">\#(name)</div>\#(answer)<div class="text">\#(text)</div></div></div>"#
    }
    func service(_ id: String, _ text: String) -> String {
      #"<div class="message service" id="message\#(id)"><div class="body details">\#(text)</div></div>"#
    }
    let rows = [
      service("-1", "1 March 2024"), service("-999999999", "Mara Lind created group «Walks»"),
      message("-999999998", "01.03.2024 09:01:00", "Mara Lind", "In the old group"),
      message("-999999997", "01.03.2024 09:02:00", "Jonas Weber", "Yes", reply: "-999999998"),
      service("-999999996", "Mara Lind converted this group to a supergroup"), service("-2", "2 March 2024"),
      service("1", "Mara Lind converted a basic group to this supergroup «Walks»"),
      message("2", "02.03.2024 10:00:00", "Jonas Weber", "In the new group"),
      message("3", "02.03.2024 10:01:00", "Mara Lind", "Good", reply: "2"),
    ]
    let page = """
      <!DOCTYPE html><html><head><title>Exported Data</title><link href="css/style.css" rel="stylesheet"/></head>
      <body><div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">Walks</div></div></div>
      <div class="page_body chat_page"><div class="history">\(rows.joined(separator: "\n"))</div></div></div></body></html>
      """
    let report = try bench.run(text: page, named: "html/messages.html")
    #expect(report.problems == [] && report.summary.added == 7)
    let all = try await bench.archive.allMessages()
    #expect(
      all.map(\.text) == [
        "Mara Lind created group «Walks»", "In the old group", "Yes",
        "Mara Lind converted this group to a supergroup",
        "Mara Lind converted a basic group to this supergroup «Walks»", "In the new group", "Good",
      ])
    #expect(all[2].reply?.id == all[1].id && all[6].reply?.id == all[5].id)
    #expect(utc(all[1]) == "2024-03-01T08:01:00Z" && utc(all[5]) == "2024-03-02T09:00:00Z")
    let records = [
      (-999_999_998, 1_709_280_060, "Mara Lind", "user101", "In the old group"),
      (-999_999_997, 1_709_280_120, "Jonas Weber", "user102", "Yes"),
      (2, 1_709_370_000, "Jonas Weber", "user102", "In the new group"),
    ].map { id, time, name, user, text in
      #"{"id": \#(id), "type": "message", "date_unixtime": "\#(time)", "from": "\#(name)", "from_id": "\#(user)", "text": "\#(text)"}"#
    }
    let json = try bench.run(
      text:
        #"{"name": "Walks", "type": "private_supergroup", "id": 1500000077, "messages": [\#(records.joined(separator: ","))]}"#,
      named: "json/result.json")
    #expect(json.summary.added == 0 && json.summary.duplicates == 3)
  }

  @Test("People of pages join those of the JSON by their names, unless two have the name")
  func joinedNames() async throws {
    func page(_ names: [String]) -> String {
      let rows = names.enumerated().map { index, name in
        #"<div class="message default" id="message\#(index + 1)"><div class="body"><div class="date" title="01.03.2024 "#
          + #"09:01:0\#(index) UTC+00:00">x</div><div class="from_name">\#(name)</div><div class="text">t</div></div></div>"#
      }
      return
        #"<html><body><div class="page_wrap"><div class="page_header">Walks</div><div class="chat_page">"#
        + rows.joined() + "</div></div></body></html>"
    }
    let records = zip(["Mara", "Jonas", "Jonas"], ["user1", "user2", "user3"]).enumerated().map {
      index, person in
      #"{"id": \#(index + 1), "type": "message", "date_unixtime": "\#(1_709_283_660 + index)", "from": "\#(person.0)", "#
        + #""from_id": "\#(person.1)", "text": "t"}"#
    }
    try bench.run(text: page(["Mara", "Jonas", "Jonas", "Mara", "Jonas"]), named: "html/messages.html")
    try bench.run(
      text:
        #"{"name": "Walks", "type": "private_supergroup", "id": 7, "messages": [\#(records.joined(separator: ","))]}"#,
      named: "json/result.json")
    // The person of the pages who is called Jonas is one of two.
    let count = try await bench.archive.reading { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM participant WHERE key GLOB 'telegram:name/*' AND person IS NOT NULL")
    }
    #expect(count == 1)
  }
}
