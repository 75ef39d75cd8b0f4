import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Importing Discord's pages", .dedicatedThreads)
struct ImportDiscordHTMLTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// The number that Discord gives a message that was sent so many milliseconds after 2024-03-01 09:00 UTC.
  private static func id(_ time: Int64) -> String {
    "\((1_709_283_600_000 + time - 1_420_070_400_000) << 22)"
  }

  private static func page(
    _ body: String, guild: String = "Walkers", channel: String = "Text channels / ridge"
  ) -> String {
    """
    <!DOCTYPE html><html lang=en><head><title>x</title><style>.chatlog__message-group{display:grid}</style></head><body>
    <div class=preamble><div class=preamble__entry>\(guild)</div><div class=preamble__entry>\(channel)</div></div>
    <div class=chatlog>\(body)</div><div class=postamble><div class=postamble__entry>Exported 1 message(s)</div></div>
    </body></html>
    """
  }

  private static func message(_ time: Int64, _ body: String, author: String = "") -> String {
    let id = id(time)
    return
      #"<div id="chatlog__message-container-\#(id)" class="chatlog__message-container " data-message-id="\#(id)">"#
      + #"<div class="chatlog__message"><div class="chatlog__message-primary">\#(author)\#(body)</div></div></div>"#
  }

  private static func author(_ id: Int, _ name: String, title: String, tag: String = "") -> String {
    #"<div class="chatlog__header"><span class="chatlog__author" title="\#(title)" data-user-id="\#(id)">\#(name)</span>\#(tag)</div>"#
  }

  private static func content(_ html: String) -> String {
    #"<div class="chatlog__content chatlog__markdown"><span class="chatlog__markdown-preserve">\#(html)</span></div>"#
  }

  // A longer address was left out.
  @Test("The title of a card is a link to an address of any length")
  func longAddress() throws {
    let address = "https://example.org/" + String(repeating: "x", count: 5000)
    let card =
      "<div class=chatlog__embed><div class=chatlog__embed-title><a class=chatlog__embed-title-link "
      + "href=\"\(address)\">Hut</a></div></div>"
    let read = try ReadExport(try bench.file(Self.page(Self.message(0, card)), named: "a.html"))
    #expect(read.messages.map(\.text) == ["Hut"])
    #expect(read.messages[0].entities.map(\.kind) == [.link(target: address)])
  }

  @Test("Everything on a page of today is read")
  func everything() throws {
    let mara = Self.author(5, "Mara Lind", title: "mara")
    let styles =
      "Gr&#252;&#223;e <strong>bold</strong> <em>soft</em>\nline <span class=\"chatlog__markdown-mention\" title=\"j\">@Jonas</span> "
      + "<img loading=lazy class=\"chatlog__emoji \" alt=\"\u{1f97e}\" title=\"boot\" src=x.svg> "
      + "<img class=chatlog__emoji alt=hut title=hut src=y.png> <code class=\"chatlog__markdown-pre chatlog__markdown-pre--inline\">a &lt; b</code> "
      + "<a href=\"https://example.org/x\">https://example.org/x</a>"
    let reply =
      "<div class=chatlog__reply><div class=chatlog__reply-author>Mara</div><div class=chatlog__reply-content>"
      + "<span class=chatlog__reply-link onclick=\"scrollToMessage(event,'\(Self.id(0))')\">Gr</span></div></div>"
    let files =
      "<div class=\"chatlog__attachment chatlog__attachment--hidden\"><a href=\"f/hut%20a.jpg\"><img class=chatlog__attachment-media "
      + "src=\"f/hut%20a.jpg\" title=\"Image: hut a.jpg (1.21 KB)\"></a></div>"
      + "<div class=chatlog__attachment><audio><source src=\"https://cdn.example.org/f.ogg\" title=\"Audio: f.ogg (3 KB)\"></audio></div>"
      + "<div class=chatlog__attachment><div class=chatlog__attachment-generic-name><a href=\"https://cdn.example.org/1/map.pdf\"> map.pdf </a></div></div>"
      + "<div class=chatlog__sticker title=Wave><img src=\"https://cdn.example.org/s.png\"></div>"
    let embed =
      "<div class=chatlog__embed><div class=chatlog__embed-title><a class=chatlog__embed-title-link href=\"https://example.org/snow\">"
      + "<div>Snow</div></a></div><div class=chatlog__embed-description><div class=\"chatlog__markdown chatlog__markdown-preserve\">Above "
      + "<strong>1800 m</strong></div></div><div class=chatlog__embed-field><div class=chatlog__embed-field-name>Wind</div>"
      + "<div class=chatlog__embed-field-value>20 km/h</div></div></div>"
    let reactions =
      "<div class=chatlog__reactions><div class=chatlog__reaction title=thumbsup><img class=chatlog__emoji alt=\u{1f44d} src=x>"
      + "<span class=chatlog__reaction-count>2</span></div></div>"
    let event =
      "<span class=chatlog__system-notification-author title=tove data-user-id=7>Tove</span><span> </span>"
      + "<span class=chatlog__system-notification-content> <span>started a call that lasted 1.5 minutes</span></span>"
    let forwarded =
      "<div class=chatlog__forwarded><div class=chatlog__forwarded-content><span class=chatlog__markdown-preserve>Snow</span></div>"
      + "<div class=chatlog__forwarded-attachments><a href=\"https://cdn.example.org/hut.jpg\"><img src=\"https://cdn.example.org/hut.jpg\"></a></div></div>"
    let answer =
      "<div class=chatlog__reply><div class=chatlog__reply-author>Jonas</div><div class=chatlog__reply-content>used /ticket open</div></div>"
    let group = #"<div class="chatlog__message-group">"#
    let bot = "<span class=chatlog__author-tag>BOT</span>"
    let body =
      group + Self.message(0, Self.content(styles), author: mara) + Self.message(500, files + reactions)
      + "</div>" + group
      + Self.message(
        60_000,
        Self.content("Yes").replacing(
          "</span></div>", with: "</span><span class=chatlog__edited-timestamp title=x>(edited)</span></div>"),
        author: reply + Self.author(6, "Jonas", title: "jonas#0001")) + "</div>" + group
      + Self.message(120_000, embed, author: Self.author(8, "Weather", title: "Weather#1234", tag: bot))
      + "</div>"
      + group + Self.message(180_000, event) + "</div>" + group
      + Self.message(240_000, forwarded, author: Self.author(80, "The Fox", title: "The Fox", tag: bot))
      + "</div>"
      + group
      + Self.message(300_000, answer, author: Self.author(8, "Weather", title: "Weather#1234", tag: bot))
      + "</div>"
    _ = try bench.file(Data([1, 2]), named: "f/hut a.jpg")
    let read = try ReadExport(
      try bench.file(Self.page(body), named: "Walkers - Text channels - ridge [901].html"))
    #expect(
      read.lines == [
        "2024-03-01T09:00:00Z Mara Lind: Grüße bold soft⏎line @Jonas 🥾 :hut: a < b https://example.org/x → @Jonas",
        "2024-03-01T09:00:00Z+500 Mara Lind: [photo hut a.jpg, 2 B] [audio f.ogg, missing] [file map.pdf, missing] "
          + "[sticker Wave, missing] 👍×2 ",
        "2024-03-01T09:01:00Z Jonas: Yes (edited)",
        "2024-03-01T09:02:00Z Weather: Snow⏎Above 1800 m⏎Wind⏎20 km/h",
        "2024-03-01T09:03:00Z Tove: <service> Tove called (1 min 30 s) {ended 90 s}",
        "2024-03-01T09:04:00Z The Fox: Snow [photo hut.jpg, missing]",
        "2024-03-01T09:05:00Z Weather: <unsupported answer to /ticket open of Jonas>",
      ])
    #expect(read.remarks == [] && read.failure == nil && read.questions == [.owner])
    #expect(Set(read.messages.map(\.conversationKey)) == ["discord:901"])
    #expect(Set(read.messages.map(\.conversationTitle)) == ["ridge (Walkers)"])
    #expect(
      read.messages[2].replyTo == read.messages[0].sourceID && read.messages[1].attachments[0].isSpoiler)
    #expect(
      read.messages.map(\.sender?.key) == [
        "discord:5", "discord:5", "discord:6", "discord:8", "discord:7", "discord:80/The Fox", "discord:8",
      ])
    #expect(
      read.messages[0].entities.map(\.kind) == [
        .bold, .italic, .mention, .customEmoji, .code, .link(target: "https://example.org/x"),
      ])
  }

  @Test("Pages of 2021 and before have the sender above its messages")
  func oldPages() throws {
    func message(_ time: Int64, _ text: String) -> String {
      #"<div class="chatlog__message " data-message-id="\#(Self.id(time))" id="message-\#(Self.id(time))"><div class="chatlog__content">"#
        + #"<div class="markdown"><span class="preserve-whitespace">\#(text)</span></div></div></div>"#
    }
    func group(_ id: Int, _ name: String, _ messages: String) -> String {
      #"<div class="chatlog__message-group"><div class="chatlog__messages"><span class="chatlog__author-name" title="\#(name)#1" "#
        + #"data-user-id="\#(id)">\#(name)</span><span class="chatlog__timestamp">16-Jan-21 07:17 PM</span>\#(messages)</div></div>"#
    }
    let body =
      group(5, "Mara", message(0, "a\n  b") + message(1000, "c")) + group(6, "Jonas", message(2000, "d"))
    let page = Self.page(body, guild: "Direct Messages", channel: "Private / Mara")
    let read = try ReadExport(try bench.file(page, named: "old.html"))
    #expect(
      read.lines == [
        "2024-03-01T09:00:00Z Mara: a⏎  b", "2024-03-01T09:00:01Z Mara: c", "2024-03-01T09:00:02Z Jonas: d",
      ])
    #expect(Set(read.messages.map(\.conversationTitle)) == ["Mara"])
    #expect(Set(read.messages.map(\.conversationKey)) == ["discord:page/Direct Messages/Private / Mara"])
  }

  @Test("The pages of a channel and its JSON are one chat, and nothing is there twice")
  func withJSON() async throws {
    let records = [0, 1000].map { time in
      #"{"id": "\#(Self.id(Int64(time)))", "type": "Default", "timestamp": "2024-03-01T09:00:0\#(time / 1000)+00:00", "#
        + #""content": "m\#(time)", "author": {"id": "5", "name": "mara", "nickname": "Mara Lind", "isBot": false}}"#
    }
    let json =
      #"{"guild": {"id": "9", "name": "Walkers"}, "channel": {"id": "901", "type": "GuildTextChat", "name": "ridge"}, "#
      + #""messages": [\#(records.joined(separator: ","))]}"#
    func part(_ times: [Int64]) -> String {
      let messages = times.map {
        Self.message($0, Self.content("m\($0)"), author: Self.author(5, "Mara Lind", title: "mara"))
      }
      return Self.page("<div class=\"chatlog__message-group\">\(messages.joined())</div>")
    }
    _ = try bench.file(json, named: "out/ridge [901].json")
    _ = try bench.file(part([1000, 2000]), named: "out/ridge [901].html")
    _ = try bench.file(part([3000]), named: "out/ridge [901] [part 2].html")
    let report = bench.run(bench.folder.url.appendingPathComponent("out"))
    #expect(report.summary.added == 4 && report.summary.duplicates == 1 && report.problems == [])
    #expect(try await bench.archive.onlyConversation().title == "ridge (Walkers)")
    #expect(try await bench.archive.allMessages().map(\.text) == ["m0", "m1000", "m2000", "m3000"])
  }

  @Test("Damage costs one message, and a page that was cut off is incomplete")
  func damage() throws {
    let author = Self.author(5, "Mara", title: "mara")
    let messages = (0..<4).map { Self.message(Int64($0) * 1000, Self.content("m\($0)"), author: author) }
    var page = Self.page("<div class=\"chatlog__message-group\">\(messages.joined())</div>")
    page = page.replacing("data-message-id=\"\(Self.id(1000))\"", with: "data-message-id=\"12x\"")
    page = page.replacing(
      "data-message-id=\"\(Self.id(2000))\"", with: "data-message-id=\"99999999999999999999\"")
    let read = try ReadExport(try bench.file(page, named: "a.html"))
    #expect(read.messages.map(\.text) == ["m0", "m3"])
    #expect(read.problems.map(\.reason) == ["message without an ID", "invalid date"])
    let cut = String(page.prefix(upTo: page.range(of: "m3")!.upperBound))
    let part = try ReadExport(try bench.file(cut, named: "b.html"))
    #expect(part.messages.map(\.text) == ["m0", "m3"])
    #expect(part.problems.map(\.effect) == [.skipped, .skipped, .noted, .incomplete])
  }

  @Test("A hole in a page that joins two messages is named")
  func holes() throws {
    func link(_ time: Int64) -> String {
      "<span class=\"chatlog__timestamp\"><a href=\"#chatlog__message-container-\(Self.id(time))\">9:00</a></span>"
    }
    let messages = [0, 1000, 2000].map { time in
      Self.message(time, link(time) + Self.content("m\(time)"), author: Self.author(5, "Mara", title: "mara"))
    }
    let page = Self.page("<div class=\"chatlog__message-group\">\(messages.joined())</div>")
    func reasons(from start: String, to end: String) throws -> [String] {
      var page = page
      let first = try #require(page.range(of: start))
      let last = try #require(page.range(of: end, range: first.upperBound..<page.endIndex))
      page.removeSubrange(first.upperBound..<last.lowerBound)
      let bench = try ImportBench()
      let report = bench.run(try bench.file(page, named: "ridge [901].html"))
      #expect(report.summary.added == 2 && report.summary.failures == [])
      return report.problems.map(\.reason)
    }
    let joined = "damaged HTML joins two messages; at least one of them is not whole"
    #expect(
      try reasons(from: "data-user-id=\"5\">Mara</span></div>", to: "<div class=\"chatlog__header\">") == [
        joined
      ])
    let second = "\(Self.id(1000))"
    #expect(
      try reasons(
        from: "<div class=\"chatlog__message-primary\">",
        to: "<span class=\"chatlog__timestamp\"><a href=\"#chatlog__message-container-\(second)")
        == [joined])
    #expect(
      try reasons(
        from: ">m0</span></div>",
        to:
          "<div class=\"chatlog__content chatlog__markdown\"><span class=\"chatlog__markdown-preserve\">m1000"
      ) == [joined])
    // The end of the second message is outside of the first one.
    #expect(
      try reasons(from: ">m0</span></div></div></div>", to: "</div></div></div><div id=")
        == ["damaged HTML before a message; something may be missing there"])
  }

  @Test("A message with more tags than are kept is named, and keeps its text")
  func manyTags() throws {
    let many = Self.message(0, Self.content(String(repeating: "<em>a</em>", count: 60_000)))
    let page = Self.page(
      "<div class=chatlog__message-group>\(many)\(Self.message(1, Self.content("b")))</div>")
    let read = try ReadExport(try bench.file(page, named: "ridge [901].html"))
    #expect(read.messages.map(\.text.utf8.count) == [60_000, 1])
    #expect(read.problems.map(\.reason) == ["damaged HTML in a message; what could be read is kept"])
  }
}

@Suite("Importing Discord's tables", .dedicatedThreads)
struct ImportDiscordCSVTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static let heading = "AuthorID,Author,Date,Content,Attachments,Reactions\r\n"

  @Test("Everything in a table of today is read")
  func everything() throws {
    let rows = [
      #""5","Mara","2024-03-01T10:00:00.5000000+01:00","Grüße **bold** ""quoted"""#
        + "\nline, two\",\"\",\"👍 (2),boot (1)\"",
      #""6","jonas#0001","2024-03-01T09:00:01.0000000+00:00","","https://cdn.example.org/1/a%20b.jpg?ex=1,https://cdn.example.org/f.ogg","""#,
      #""7","Tove","2024-03-01T09:00:02.0000000+00:00","Pinned a message.","","""#,
      #""80","The Fox#0000","2024-03-01T09:00:03.0000000+00:00","I pinned a message.","","""#,
      #""80","Old Shepherd#0000","2024-03-01T09:00:04.0000000+00:00","","","""#,
    ]
    let name = "Walkers - Text channels - ridge [901].csv"
    let read = try ReadExport(
      try bench.file("\u{feff}" + Self.heading + rows.joined(separator: "\r\n"), named: name))
    #expect(
      read.lines == [
        "2024-03-01T09:00:00Z+500 Mara: Grüße bold \"quoted\"⏎line, two 👍×2  :boot:×1 ",
        "2024-03-01T09:00:01Z jonas: [photo a b.jpg, missing] [audio f.ogg, missing]",
        "2024-03-01T09:00:02Z Tove: <service> Tove pinned a message",
        "2024-03-01T09:00:03Z The Fox: I pinned a message.",
        "2024-03-01T09:00:04Z Old Shepherd: <unsupported message>",
      ])
    #expect(read.remarks == [] && read.failure == nil && read.questions == [.owner])
    #expect(Set(read.messages.map(\.conversationTitle)) == ["ridge (Walkers)"])
    #expect(
      read.messages.map(\.sender?.key) == [
        "discord:5", "discord:6", "discord:7", "discord:80/The Fox", "discord:80/Old Shepherd",
      ])
  }

  // The text was cut without a word.
  @Test("A table that ends within a text is named")
  func cutOff() throws {
    let rows = [
      #""5","Mara","2024-03-01T10:00:00.5+00:00","one","","""#,
      #""5","Mara","2024-03-01T10:00:01.5+00:00","two and "#,
    ]
    let text = Self.heading + rows.joined(separator: "\r\n")
    let read = try ReadExport(try bench.file(text, named: "ridge [901].csv"))
    #expect(read.messages.map(\.text) == ["one", "two and "])
    #expect(read.problems.map(\.effect) == [.incomplete])
  }

  @Test("A message after one of the second hour of two equal ones in autumn is in that hour, too")
  func autumn() throws {
    let times = ["1:30 AM", "2:30 AM", "2:50 AM", "2:10 AM", "3:00 AM"]
    let rows = times.enumerated().map { #""5","Mara","10/29/2023 \#($1)","\#($0)","","""# }
    let file = try bench.file(Self.heading + rows.joined(separator: "\r\n"), named: "ridge [901].csv")
    let zone = try #require(TimeZone(identifier: "Europe/Rome"))
    let read = try ReadExport(file, options: ImportOptions(timeZone: zone, dayOrder: .monthFirst))
    let minutes = read.messages.map { ($0.sentAt - read.messages[0].sentAt) / 60_000 }
    #expect(minutes == [0, 60, 80, 100, 150])
  }

  @Test(
    "Tables of older versions have local times",
    arguments: [
      ("01-Jan-20 01:33 AM", "2020-01-01T01:33:00Z", false),
      ("1/20/2024 9:05 PM", "2024-01-20T21:05:00Z", false),
      ("20/01/2024 21:05", "2024-01-20T21:05:00Z", false), ("2/1/2024 9:05 PM", "2024-02-01T21:05:00Z", true),
      ("20.01.2024 21:05", "2024-01-20T21:05:00Z", false), ("02.01.2024 21:05", "2024-01-02T21:05:00Z", true),
      ("02-01-2024 21:05", "2024-01-02T21:05:00Z", true),
    ])
  func localTimes(date: String, time: String, isAmbiguous: Bool) throws {
    let read = try ReadExport(
      try bench.file(Self.heading + "\"5\",\"Mara\",\"\(date)\",\"x\",\"\",\"\"\n", named: "a.csv"))
    #expect(read.lines == ["\(time) Mara: x"])
    #expect(read.questions == (isAmbiguous ? [.owner, .timeZone, .dayOrder] : [.owner, .timeZone]))
  }

  @Test("A table with downloaded files has the messages of one with addresses")
  func downloadedFiles() throws {
    func row(_ files: String) -> String {
      Self.heading + #""5","Mara","2024-03-01T10:00:00.5000000+01:00","","\#(files)","""#
    }
    let folder = "ridge [901].csv_Files"
    _ = try bench.file("x", named: "b/\(folder)/hut-1A2B3.jpg")
    bench.run(try bench.file(row("https://cdn.example.org/1/hut.jpg?ex=1"), named: "a/ridge [901].csv"))
    let report = bench.run(try bench.file(row("\(folder)/hut-1A2B3.jpg"), named: "b/ridge [901].csv"))
    #expect(report.summary.added == 0 && report.summary.duplicates == 1)
  }

  @Test("Damage costs one row")
  func damage() throws {
    let rows = [
      #""5","Mara","2024-03-01T09:00:00.0000000+00:00","a","","""#, #""5","Mara","yesterday","b","","""#,
      #""5","Mara","2024-03-01T09:00:01.0000000+00:00","open"#, "noise",
      #""5","Mara","2024-03-01T09:00:02.0000000+00:00","c","","""#, "noise",
    ]
    let read = try ReadExport(try bench.file(Self.heading + rows.joined(separator: "\n"), named: "a.csv"))
    #expect(read.messages.map(\.text) == ["a", "open\nnoise", "c"])
    #expect(read.problems.map(\.reason) == ["invalid date", CSVRecords.Record.openReason, "not a message"])
  }

  @Test("A last row that lacks fields is named as cut off", arguments: 3...5)
  func cutRow(fields: Int) throws {
    let row = [#""5""#, #""Mara""#, #""2024-03-01T09:00:00.0000000+00:00""#, #""a""#, #""""#, #""""#]
    let text =
      Self.heading + row.joined(separator: ",") + "\n" + row.prefix(fields).joined(separator: ",") + ","
    let read = try ReadExport(try bench.file(text, named: "r.csv"))
    #expect(read.messages.count == 2)
    // The last column is missing in tables of older versions.
    let isCut = fields < 4
    #expect(read.problems.map(\.reason) == (isCut ? [CSVRecords.Record.openReason] : []))
  }

  @Test("Numbers of any length crash nothing")
  func longNumbers() throws {
    let row = #","x","2024-03-01T09:00:00.0000000+00:00","x","","x (99999999999999999999)""#
    let numbers = ["99999999999999999999", "9999999999999999999999999999999999999999"]
    let text =
      "AuthorID,Author,Date,Content,Attachments,Reactions\n" + numbers.map { "\"\($0)\"\(row)\n" }.joined()
    let read = try ReadExport(try bench.file(text, named: "r.csv"))
    #expect(read.messages.map(\.sender?.key) == ["discord:\(numbers[0])"])
    #expect(read.lines == ["2024-03-01T09:00:00Z x: x"] && read.problems.map(\.reason) == ["not a message"])
  }
}
