import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("Importing the pages of Messenger and Instagram", .dedicatedThreads)
struct ImportMessengerHTMLTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  /// A message in the form since 2021, or in that before.
  private static func block(
    _ name: String, _ parts: String..., at time: String, isOld: Bool = false
  ) -> String {
    let inner = (["", parts[0], ""] + parts.dropFirst()).map { "<div>\($0)</div>" }.joined()
    return isOld
      ? """
      <div class="pam _3-95 _2pi0 _2lej uiBoxWhite noborder"><div class="_3-96 _2pio _2lek _2lel">\(name)</div>\
      <div class="_3-96 _2let"><div>\(inner)</div></div><div class="_3-94 _2lem">\(time)</div></div>
      """
      : """
      <div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><h2 class="_3-95 _2pim _a6-h _a6-i">\(name)</h2>\
      <div class="_3-95 _a6-p"><div>\(inner)</div></div><div class="_3-94 _a6-o">\(time)</div></div>
      """
  }

  private static func page(_ title: String, _ blocks: [String], isWhole: Bool = true) -> String {
    """
    <html><head><meta charset="utf-8"/><base href="../../../../"/><style type="text/css">body{margin:0}</style>\
    <title>\(title)</title></head><body class="_5vb_ _2yq _a7o5"><div class="_a706" role="main">\(blocks.joined())\
    \(isWhole ? "</div></body></html>" : "")
    """
  }

  private func read(
    _ blocks: [String], title: String = "M&#225;ra Lind",
    options: ImportOptions = ImportOptions(timeZone: .gmt)
  ) throws -> ReadExport {
    let file = try bench.file(
      Self.page(title, blocks), named: "your_instagram_activity/messages/inbox/maralind_10153/message_1.html")
    return try ReadExport(file, options: options)
  }

  // The person of the message above got its words.
  @Test("A message of a deleted account, whose heading is empty, is of an unknown person")
  func emptyHeading() throws {
    let read = try read([
      Self.block("Mára Lind", "two", at: "Mar 01, 2024 10:01 AM"),
      Self.block("", "gone", at: "Mar 01, 2024 10:00 AM"),
      Self.block("Jonas", "one", at: "Mar 01, 2024 9:59 AM"),
    ])
    #expect(read.messages.map(\.text) == ["one", "gone", "two"])
    #expect(read.messages.map(\.sender?.name) == ["Jonas", "Unknown", "Mára Lind"])
  }

  @Test("Of two equal hours in autumn, the messages after one of the second hour are in that hour")
  func autumn() throws {
    let times = ["1:30 AM", "2:30 AM", "2:50 AM", "2:10 AM", "3:00 AM"]
    let zone = try #require(TimeZone(identifier: "Europe/Rome"))
    let read = try read(
      times.reversed().map { Self.block("Jonas", "x", at: "Oct 29, 2023 \($0)") },
      options: ImportOptions(timeZone: zone))
    #expect(read.messages.map { ($0.sentAt - read.messages[0].sentAt) / 60_000 } == [0, 60, 80, 100, 150])
  }

  @Test("Texts, people, times, links, files and reactions are read, the oldest message first")
  func messages() throws {
    let folder = "your_instagram_activity/messages/inbox/maralind_10153"
    try bench.file(Data([1, 2, 3]), named: "\(folder)/photos/1.jpg")
    let read = try read([
      Self.block("Jonas Weber", "ok (edited)", at: "Jun 11, 2023 1:40 pm"),
      Self.block(
        "Mára Lind", "Mára Lind sent an attachment.",
        "<div>Hut</div><div><a href=\"https://example.org/a\">https://example.org/a</a></div>",
        at: "Jun 11, 2023 1:39 pm"),
      Self.block(
        "Mára Lind", "",
        "<div><a target=\"_blank\" href=\"\(folder)/photos/1.jpg\"><img src=\"\(folder)/photos/1.jpg\"/></a></div>",
        "<ul class=\"_a6-q\"><li><span>😂Jonas Weber<span> (Jun 11, 2023 1:39 pm)</span></span></li><li>❤Mára Lind</li></ul>",
        at: "Jun 11, 2023 1:38 pm"),
      Self.block(
        "Mára Lind", "",
        "<video src=\"\(folder)/videos/v.mp4\" controls=\"1\"><a href=\"\(folder)/videos/v.mp4\"><div>Click for video</div></a></video>",
        at: "Jun 11, 2023 12:38 am"),
      Self.block("Mára Lind", "Liked a message", at: "Jun 10, 2023 1:38 pm"),
      Self.block(
        "Jonas Weber",
        "Snow &amp; &lt;ice&gt;<br/>at <a href=\"https://example.org\">https://example.org</a>",
        at: "Dec 28, 2020 7:20 am"),
    ])
    #expect(
      read.lines == [
        "2020-12-28T07:20:00Z Jonas Weber*: Snow & <ice>⏎at https://example.org",
        "2023-06-10T13:38:00Z –: <service> Mára Lind liked a message",
        "2023-06-11T00:38:00Z Mára Lind: [video v.mp4]",
        "2023-06-11T13:38:00Z Mára Lind: [photo 3 B] 😂×1 Jonas Weber ❤×1 Mára Lind",
        "2023-06-11T13:39:00Z Mára Lind: Hut⏎https://example.org/a",
        "2023-06-11T13:40:00Z Jonas Weber*: ok (edited)",
      ])
    #expect(read.remarks == [] && read.failure == nil)
    #expect(Set(read.messages.map(\.conversationKey)) == ["messenger:10153"])
    #expect(Set(read.messages.map(\.conversationTitle)) == ["Mára Lind"])
    #expect(Set(read.messages.map(\.sequence)) == [.minutes])
    #expect(read.questions == [.timeZone])
  }

  @Test(
    "Times are read in the form of any language",
    arguments: [
      ("Jun 11, 2023 1:38 pm", "2023-06-11T13:38:00Z"), ("Jun 11, 2023 1:38:05pm", "2023-06-11T13:38:05Z"),
      ("Sep 12, 2018, 9:15 PM", "2018-09-12T21:15:00Z"), ("11. Okt. 2023, 13:38", "2023-10-11T13:38:00Z"),
      ("11 juin 2023 à 13:38:05", "2023-06-11T13:38:05Z"), ("11 juil. 2023, 13:38", "2023-07-11T13:38:00Z"),
      ("11 de dic. de 2023 13:38", "2023-12-11T13:38:00Z"), ("13.06.2023 13:38", "2023-06-13T13:38:00Z"),
      ("2023년 6월 11일 오후 1:38", "2023-06-11T13:38:00Z"), ("2023年6月11日 午後0:38", "2023-06-11T12:38:00Z"),
      ("13/06/2023, 13:38", "2023-06-13T13:38:00Z"),
      ("06/13/2023, 1:38 PM", "2023-06-13T13:38:00Z"),
      ("Sunday, June 11, 2023 at 1:38pm UTC+02", "2023-06-11T11:38:00Z"),
      ("Sunday, 11 June 2023 at 13:38 UTC+05:30", "2023-06-11T08:08:00Z"),
      ("11 de jun. de 2023 1:38 p. m.", "2023-06-11T13:38:00Z"),
      ("11 may 2023 12:38 a. m.", "2023-05-11T00:38:00Z"),
      ("11. juni 2023 kl. 13.38", "2023-06-11T13:38:00Z"), ("11. des. 2023, 13.38", "2023-12-11T13:38:00Z"),
      ("11. kesäkuuta 2023 klo 13.38", "2023-06-11T13:38:00Z"),
      ("11 июн. 2023 г., 13:38:05", "2023-06-11T13:38:05Z"),
      ("11 мая 2023 г. 13:38", "2023-05-11T13:38:00Z"), ("11 марта 2023 г. 13:38", "2023-03-11T13:38:00Z"),
      ("11 черв. 2023 р., 13:38", "2023-06-11T13:38:00Z"),
      ("11 лист. 2023 р., 13:38", "2023-11-11T13:38:00Z"),
      ("11 มิ.ย. 2023 13:38 น.", "2023-06-11T13:38:00Z"), ("11 มีนาคม 2023 13:38 น.", "2023-03-11T13:38:00Z"),
      ("١١ يونيو ٢٠٢٣ ١:٣٨ م", "2023-06-11T13:38:00Z"), ("11 يوليو، 2023 1:38 ص", "2023-07-11T01:38:00Z"),
      ("11 ביוני 2023, 13:38", "2023-06-11T13:38:00Z"), ("11 ביולי 2023 13:38", "2023-07-11T13:38:00Z"),
      ("2023. jún. 11. 13:38", "2023-06-11T13:38:00Z"), ("2023. ápr. 11., 13:38", "2023-04-11T13:38:00Z"),
      ("11 iun. 2023, 13:38", "2023-06-11T13:38:00Z"), ("11 Agu 2023 13.38", "2023-08-11T13:38:00Z"),
      ("11 Ιουν 2023, 1:38 μ.μ.", "2023-06-11T13:38:00Z"),
      ("11 Ιουλ 2023, 1:38 π.μ.", "2023-07-11T01:38:00Z"),
      ("11 जून 2023 को 1:38 pm", "2023-06-11T13:38:00Z"),
      ("13:38 11 thg 6, 2023", "2023-06-11T13:38:00Z"), ("11 Tháng 12, 2023 1:38 CH", "2023-12-11T13:38:00Z"),
      ("11 Th6, 2023 13:38", "2023-06-11T13:38:00Z"), ("6월 11, 2023 1:38 오후", "2023-06-11T13:38:00Z"),
      ("6月 11, 2023 1:38 午後", "2023-06-11T13:38:00Z"), ("12月 1, 2023 1:38 下午", "2023-12-01T13:38:00Z"),
      ("11. čvn 2023 13:38", "2023-06-11T13:38:00Z"), ("11. čvc 2023 13:38", "2023-07-11T13:38:00Z"),
      ("11. júl 2023 13:38", "2023-07-11T13:38:00Z"), ("11. јул 2023 13:38", "2023-07-11T13:38:00Z"),
    ])
  func times(written: String, time: String) throws {
    let read = try read([Self.block("Mara", "x", at: written), Self.block("Tove", "y", at: written)])
    #expect(read.lines == ["\(time) Tove: y", "\(time) Mara: x"])
    #expect(!read.questions.contains(.dayOrder))
  }

  @Test(
    "A date in a language in which the name of the month can be another one is not read",
    arguments: [
      "11. lip 2023. 13:38", "11. svi 2023. 13:38", "11 foo 2023 13:38", "31 Feb 2023 13:38",
      "11 Jun 2023 25:38",
      "11 Jun 2023", "11 Jun Jul 2023 13:38",
    ])
  func unknownTimes(written: String) throws {
    let read = try read([Self.block("Mara", "x", at: written)])
    #expect(read.lines == [] && read.problems.map(\.reason) == ["invalid date"])
  }

  @Test("All reactions to a message are counted")
  func manyReactions() throws {
    let items = (0..<300).map { "<li><span>👍P\($0)<span> (Jun 11, 2023 1:38 pm)</span></span></li>" }
    let list = "<ul class=\"_a6-q\">\(items.joined())</ul>"
    let read = try read([Self.block("Mara", "x", list, at: "Jun 11, 2023 1:38 pm")])
    #expect(read.messages[0].reactions.map(\.count) == [300])
    #expect(read.messages[0].reactions[0].people.count == 300)
    let actors = (0..<300).map { "{\"reaction\": \"👍\", \"actor\": \"P\($0)\"}" }
    let json = """
      {"participants": [{"name": "Mara"}], "title": "Mara", "thread_path": "inbox/m_1", "messages": [{"sender_name": "Mara", \
      "timestamp_ms": 1686490680000, "content": "x", "reactions": [\(actors.joined(separator: ","))]}]}
      """
    let other = try ReadExport(try bench.file(json, named: "json/message_1.json"))
    #expect(other.messages[0].reactions.map(\.count) == [300])
  }

  @Test("Ambiguous dates are asked about", arguments: ["03/04/2023", "03.04.2023", "03-04-2023"])
  func dayOrder(date: String) throws {
    var options = ImportOptions(timeZone: .gmt)
    let blocks = [Self.block("Mara", "x", at: "\(date), 13:38")]
    #expect(try read(blocks).questions.contains(.dayOrder))
    options.dayOrder = .monthFirst
    let read = try read(blocks, options: options)
    #expect(read.lines == ["2023-03-04T13:38:00Z Mara: x"] && !read.questions.contains(.dayOrder))
  }

  @Test("Pages of older downloads are read, without the list of the people")
  func oldPages() throws {
    let people =
      "<div class=\"pam _3-95 _2pi0 _2lej uiBoxWhite noborder\"><div class=\"_3-96 _2pio _2lek _2lel\">Participants: Mara and Tove</div></div>"
    let read = try read([
      people, Self.block("Mara", "hello", at: "Sep 12, 2018, 9:15 PM", isOld: true),
      Self.block("Tove", "hi", at: "Sep 12, 2018, 9:14 PM", isOld: true),
    ])
    #expect(read.lines == ["2018-09-12T21:14:00Z Tove: hi", "2018-09-12T21:15:00Z Mara: hello"])
    #expect(read.remarks == [])
  }

  @Test(
    "Facebook's sections are read: without a name after one of the same person, with addresses of the network"
  )
  func sections() throws {
    func section(_ name: String?, _ contents: String, _ time: String) -> String {
      let heading = name.map { "<h2 class=\"_2ph_ _a6-h _a6-i\" id=\"u\">\($0)</h2>" } ?? ""
      return """
        <section class="_3-95 _a6-g" aria-labelledby="u">\(heading)<div class="_2ph_ _a6-p"><div><div></div>\
        <div>\(contents)</div><div></div><div></div><div>IP Address: 192.0.2.1</div></div></div>\
        <footer class="_3-94 _a6-o"><a href="https://www.facebook.com/dyi"><div class="_a72d">\(time)</div></a></footer></section>
        """
    }
    let blocks = [
      section("Mara", "four", "Nov 14, 2023 10:13:20pm"), section(nil, "three", "Nov 14, 2023 10:13:19pm"),
      section("Tove", "two", "Nov 14, 2023 10:13:18pm"), section(nil, "one", "Nov 14, 2023 9:13:18am"),
    ]
    for window in [1, 2, 100] {
      let file = try bench.file(Self.page("Mara", blocks), named: "mara_10153/message_1.html")
      let found = ImportListing(of: [file]).files
      let input = ImportInput(
        parts: found, format: .messengerHTML, tree: ImportTree(at: file, found),
        options: ImportOptions(timeZone: .gmt), chunkSize: 64)
      var reader = try MessengerHTMLReader(input, window: window)
      var lines: [String] = []
      while let item = reader.next() {
        if case .message(let message) = item {
          lines.append("\(message.sentAt % 60_000 / 1000) \(message.sender?.name ?? "-"): \(message.text)")
        }
      }
      #expect(lines == ["18 Tove: one", "18 Tove: two", "19 Mara: three", "20 Mara: four"])
    }
  }

  @Test(
    "A text that is there twice, with the preview of its link, counts once, and the heading names the chat")
  func previews() throws {
    let link = "<a target=\"_blank\" href=\"https://example.org/p\">https://example.org/p</a>"
    let page = Self.page(
      "Instagram",
      [
        "<h1 id=\"t\">Mara &amp; Tove</h1>",
        Self.block(
          "Mara", "Sure, I can.<br/>\(link)",
          "<div>Sure, I can.\nhttps://example.org/p</div><div>\(link)</div>",
          at: "Jun 11, 2023 1:38 pm"),
        Self.block("Mara", "Hi", "<div><div>Hi</div></div>", at: "Jun 11, 2023 1:37 pm"),
      ])
    let read = try ReadExport(try bench.file(page, named: "mara_10153/message_1.html"))
    #expect(read.messages.map(\.text) == ["Hi", "Sure, I can.\nhttps://example.org/p"])
    #expect(Set(read.messages.map(\.conversationTitle)) == ["Mara & Tove"])
  }

  // It was ignored, with status 0.
  @Test("A page of a chat that is not recognized is a loss")
  func damagedPage() throws {
    let page = Self.page("Mara", [Self.block("Mara", "x", at: "Jun 11, 2023 1:38 pm")])
    try bench.file(page, named: "d/inbox/mara_10153/message_1.html")
    try bench.file("<html><body>garbage", named: "d/inbox/mara_10153/message_2.html")
    let report = bench.run(bench.folder.url.appendingPathComponent("d"))
    #expect(report.summary.added == 1)
    #expect(report.problems.map(\.effect) == [.incomplete])
    #expect(report.problems.map(\.file.lastPathComponent) == ["message_2.html"])
  }

  @Test("Messages without a date, and a page that is cut off, are named")
  func damage() throws {
    let blocks = [
      Self.block("Mara", "x", at: "no time"), Self.block("Mara", "y", at: "Jun 11, 2023 1:38 pm"),
      "<div class=\"pam _a6-g\"><h2 class=\"_a6-h\">Mara</h2><div class=\"_a6-p\"><div><div></div><div>z</div></div></div></div>",
    ]
    let read = try ReadExport(
      try bench.file(Self.page("Mara", blocks, isWhole: false), named: "mara_7/message_1.html"))
    #expect(read.lines == ["2023-06-11T13:38:00Z Mara: y"])
    #expect(
      Set(read.problems.map(\.reason)) == [
        "invalid date", "message without a date", "unexpected end of the file",
      ])
  }

  @Test("A page with more messages than fit into memory is read in parts", arguments: [1, 2, 3, 7, 100])
  func windows(window: Int) throws {
    let blocks = (1...40).map { Self.block("Mara", "\($0)", at: "Jun 11, 2023 1:\($0 + 10) pm") }
    for isReversed in [true, false] {
      let page = Self.page("Mara", isReversed ? blocks.reversed() : blocks)
      let file = try bench.file(page, named: "\(isReversed)/mara_10153/message_1.html")
      let found = ImportListing(of: [file]).files
      var reader = try MessengerHTMLReader(
        ImportInput(
          parts: found, format: .messengerHTML, tree: ImportTree(at: file, found),
          options: ImportOptions(timeZone: .gmt), chunkSize: 64), window: window)
      var texts: [String] = []
      while let item = reader.next() { if case .message(let message) = item { texts.append(message.text) } }
      #expect(texts == (1...40).map { "\($0)" })
    }
  }

  @Test("The pages and the JSON of a chat are the same chat")
  func withJSON() async throws {
    let json = """
      {"participants": [{"name": "Mara"}, {"name": "Tove"}], "title": "Mara", "thread_path": "inbox/mara_10153",
      "messages": [{"sender_name": "Mara", "timestamp_ms": 1686490715000, "content": "hello"}]}
      """
    try bench.run(text: json, named: "json/mara_10153/message_1.json")
    let page = Self.page(
      "Mara",
      [
        Self.block("Tove", "hi", at: "Jun 11, 2023 1:39 pm"),
        Self.block("Mara", "hello", at: "Jun 11, 2023 1:38 pm"),
      ])
    try bench.run(text: page, named: "html/mara_10153/message_1.html")
    #expect(try await bench.archive.allMessages().map(\.text) == ["hello", "hi"])
    #expect(try bench.run(text: page, named: "again/mara_10153/message_1.html").summary.added == 0)
  }

  @Test("Other pages of a download are no chats")
  func otherPages() {
    let likes =
      "<div class=\"pam _3-95 _2ph- _a6-g uiBoxWhite noborder\"><h2 class=\"_3-95 _2pim _a6-h _a6-i\">mara</h2><div class=\"_3-95 _a6-p\"><div><div><a href=\"https://www.instagram.com/p/x\">👍</a></div><div>Jun 11, 2023 1:38 pm</div></div></div></div>"
    #expect(ImportFormat.detect(FileHead(Array(Self.page("Likes", [likes]).utf8)[...])) == nil)
    let long = Self.page("Mara", [Self.block("Mara", "x", at: "Jun 11, 2023 1:38 pm")])
    #expect(ImportFormat.detect(FileHead(Array(long.utf8)[...])) == .messengerHTML)
  }

  @Test("A page whose style sheet is longer than the beginning that is examined is recognized")
  func longStyle() throws {
    let page = Self.page("Mara", [Self.block("Mara", "x", at: "Jun 11, 2023 1:38 pm")])
      .replacing("body{margin:0}", with: String(repeating: "a{b:c}", count: 20_000))
    let report = try bench.run(text: page, named: "mara_10153/message_1.html")
    #expect(report.summary.added == 1)
  }
}
