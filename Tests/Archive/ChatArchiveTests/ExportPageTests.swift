import Foundation
import Synchronization
import Testing
import ZipWriter

@testable import ChatExport
@testable import ChatStore
@testable import Chats

private typealias Attachment = Chats.Attachment

@Suite("Exporting a page", .dedicatedThreads)
struct ExportPageTests {
  /// The tags of a page with their attributes in the written form.
  private func tags(_ page: String) -> [Substring] {
    page.matches(of: /<[^>]*>/).map { $0.output }
  }

  /// The first tag that is closed out of order, or the tags that are not closed; nil for a balanced page.
  private func imbalance(_ page: String) -> String? {
    let void: Set<Substring> = ["meta", "img", "br", "!DOCTYPE", "path", "use"]
    var open: [Substring] = []
    for match in page.matches(of: /<(\/?)([!A-Za-z0-9]+)[^>]*>/) {
      let name = match.output.2
      guard !void.contains(name) else { continue }
      if match.output.1.isEmpty {
        open.append(name)
      } else if open.popLast() != name {
        return "</\(name)>"
      }
    }
    return open.isEmpty ? nil : open.joined(separator: " ")
  }

  @Test("Every kind of message is on the page, which is balanced and needs nothing else")
  func everyKind() async throws {
    let bench = try ExportBench()
    let page = try await bench.export(.html)
    #expect(imbalance(page) == nil)
    #expect(!page.contains("<script") && !page.contains("src=\"http") && !page.contains("@import"))
    for message in try await bench.archive.allMessages() {
      #expect(page.contains("id=\"m\(message.id)\"") == (message.kind != .note), "notes are nobody else's")
    }
    let words = [
      "<title>Walks &amp; &lt;talks&gt;</title>", "5 March 2024 – 1 April 2024", "Good morning",
      "&lt;b&gt;not bold&lt;/b&gt;", "안녕하세요", "Message deleted", "Forwarded from Weather desk",
      "via @weatherbot", "The first text", "Which day?", "Amir Haddad", "About 40 messages not loaded",
      "Jonas Weber called (3 min)", "href=\"mailto:mara@example.org\"", "<blockquote>", "<pre>",
      "a &quot;b&quot; &lt;c&gt;.pdf",
    ]
    for word in words { #expect(page.contains(word), "\(word)") }
  }

  @Test("A hostile message cannot become markup, a style or a link that runs")
  func hostile() async throws {
    let evil =
      "</div></section><script>alert(1)</script><img src=x onerror=alert(1)>\" onload='x' --> ]]> </style>"
    let target = "javascript:alert(1)"
    let name = ImportedMessage.Sender(key: "telegram:user1", name: "\"><svg/onload=alert(2)>\u{202e}")
    var message = ExportSamples.message("1", 0, evil, from: name)
    message.conversationTitle = "</title><script>alert(3)</script>"
    message.entities = [
      TextEntity(start: 0, length: 6, kind: .link(target: target)),
      TextEntity(start: 6, length: 4, kind: .link(target: "https://a.example/\"onmouseover=\"alert(4)")),
      TextEntity(start: 10, length: 4, kind: .link(target: "https://a.example/\u{7}\n")),
      TextEntity(start: 14, length: 4, kind: .spoiler), TextEntity(start: 15, length: 900, kind: .bold),
    ]
    message.attachments = [
      Attachment(kind: .photo, name: evil, path: "/a/\"onerror=\"alert(5)/<b>.jpg"),
      Attachment(kind: .video, name: evil, path: "javascript:alert(6)", thumbnail: "data:text/html,x"),
      Attachment(kind: .file, name: evil, path: "//evil.example/share/x"),
    ]
    message.reactions = [
      .init(key: "<script>", count: 1, people: [.init(sender: name)])
    ]
    message.details = Message.Details(
      forward: Forward(name: evil), bot: evil,
      content: .poll(Poll(question: "?\(evil)", options: [.init(text: evil)])))
    message.editedAt = message.sentAt + 1000
    message.edits = [Edit(replacedAt: message.sentAt + 1000, text: evil)]
    var contact = ExportSamples.message("2", 1, evil, kind: .service)
    contact.replyTo = "1"
    contact.entities = message.entities
    var reply = ExportSamples.message("3", 2, evil)
    (reply.replyTo, reply.details.content) = (
      "1", .contact(Contact(name: evil, phone: evil, path: "javascript:1"))
    )
    let bench = try ExportBench([message, contact, reply])
    let page = try await bench.export(.html)
    #expect(imbalance(page) == nil)
    #expect(!page.contains("<script") && !page.contains("\"javascript:") && !page.contains("\"data:"))
    for tag in tags(page) {
      // Text that looks like an attribute "on…" occurs only in the value of another attribute, where quotation marks
      // are escaped.
      let names = tag.matches(of: /\s([A-Za-z-]+)="[^"]*"/).map { $0.output.1.lowercased() }
      #expect(names.allSatisfy { !$0.hasPrefix("on") }, "\(tag)")
      let known = /<\/?[A-Za-z0-9!]+(\s[A-Za-z-]+(="[^"]*")?)*\s*\/?>/
      #expect(tag.wholeMatch(of: known) != nil, "\(tag)")
    }
    #expect(page.contains("<span class=\"sp\""), "the ranges of the text are on the page")
    #expect(page.contains("href=\"file:////evil.example/share/x\""))
    #expect(page.contains("./") == false || !page.contains("./javascript"))
  }

  @Test("Quotes lead to messages of the page, and to no others")
  func quotes() async throws {
    let bench = try ExportBench()
    let messages = try await bench.archive.allMessages()
    let reply = try #require(messages.first { $0.text == "A reply" })
    let quoted = try #require(reply.reply?.id)
    let whole = try await bench.export(.html)
    #expect(whole.contains("<a class=\"q\" href=\"#m\(quoted)\">"))
    let span = ExportSpan(start: ExportSamples.start + 20 * 60_000, end: nil)
    let part = try await bench.export(.html, span: span)
    #expect(!part.contains("#m\(quoted)\"") && part.contains("<span class=\"q\">"))
    let ids = Set(part.matches(of: /id="(m\d+)"/).map { String($0.output.1) })
    for match in part.matches(of: /href="#(m\d+)"/) { #expect(ids.contains(String(match.output.1))) }
  }

  @Test("The months of the table are on the page, each once")
  func months() async throws {
    let page = try await ExportBench().export(.html)
    let links = page.matches(of: /href="#(\d{4}-\d\d)"/).map { String($0.output.1) }
    #expect(links == ["2024-03", "2024-04"])
    for month in links { #expect(page.matches(of: try Regex("id=\"\(month)\"")).count == 1) }
    #expect(page.contains("Tuesday 5 March 2024") || page.contains("Tuesday, 5 March 2024"))
    // In Lisbon the clocks go forward at 01:00.
    #expect(page.contains("2024-03-31T00:59:59+00:00") && page.contains("2024-03-31T02:00:00+01:00"))
  }

  @Test("A file in a zip file has no address, as no browser looks into it")
  func zipFile() async throws {
    let bench = try ImportBench()
    let zip = try bench.file("PK", named: "photos.zip").path
    let inFolder = try bench.file("x", named: "folder.zip/1.jpg").path
    let files = ExportFiles(folder: bench.folder.url)
    #expect(files.address("\(zip)/1.jpg") == nil)
    #expect(files.zipName("\(zip)/1.jpg") == "photos.zip")
    #expect(files.address("/gone/photos.ZIP/a/1.jpg") == nil)
    #expect(files.address(inFolder)?.hasSuffix("folder.zip/1.jpg") == true)
    #expect(files.zipName(zip) == nil && files.zipName(nil) == nil)
    var page: [UInt8] = []
    let message = Message(
      id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, text: "",
      attachments: [Attachment(kind: .photo, name: "1.jpg", path: "\(zip)/1.jpg")])
    let exported = WholeMessage(message: message, origin: 1, source: "1")
    _ = PageParts(.init(format: .html, timeZone: .gmt), files).append(
      exported, time: "", startsGroup: true, .all, to: &page)
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("<bdi>1.jpg</bdi> <span class=\"v\">In “photos.zip”</span>"), "\(text)")
    #expect(!text.contains("<img"))
  }

  @Test("A picture in a zip file is in the page itself, and a film is named")
  func picturesInZips() async throws {
    let bench = try ImportBench()
    var zip = ZipWriter()
    zip.add("photos/1.png", "a picture".utf8)
    zip.add("videos/1.mp4", "a film".utf8)
    zip.add("photos/large.png", [UInt8](repeating: 7, count: Int(EmbeddedPictures.pictureLimit) + 1))
    let path = try bench.file(zip.data(), named: "export.zip").path
    func page(_ attachment: Attachment) -> String {
      var page: [UInt8] = []
      let message = Message(
        id: 1, conversation: 1, sender: nil, isOwn: false, sentAt: 0, text: "", attachments: [attachment])
      _ = PageParts(.init(format: .html, timeZone: .gmt), ExportFiles(folder: bench.folder.url)).append(
        WholeMessage(message: message, origin: 1, source: "1"), time: "", startsGroup: true, .all,
        to: &page)
      return String(decoding: page, as: UTF8.self)
    }
    let photo = page(Attachment(kind: .photo, name: "1.png", path: "\(path)/photos/1.png"))
    let bytes = Data("a picture".utf8).base64EncodedString()
    #expect(photo.contains("<img src=\"data:image/png;base64,\(bytes)\" alt=\"1.png\""), "\(photo)")
    #expect(!photo.contains("In “export.zip”"))
    #expect(PageStyle.policy.contains("img-src 'self' file: data:"))
    for other in [
      Attachment(kind: .video, name: "1.mp4", path: "\(path)/videos/1.mp4"),
      Attachment(kind: .photo, name: "large.png", path: "\(path)/photos/large.png"),
      Attachment(kind: .photo, name: "gone.png", path: "\(path)/photos/gone.png"),
    ] {
      let text = page(other)
      #expect(!text.contains("<img") && text.contains("In “export.zip”"), "\(text)")
    }
  }

  @Test("Players are not printed")
  func printedPlayers() {
    let sheet = StyleSheet(PageStyle.css)
    for player in ["video", "audio"] {
      // A player is in the attachments of a message, in a bubble of another person or an own one.
      for around in [["g", "m", "b", "p"], ["g", "o", "m", "b", "p"]] {
        #expect(sheet.value(of: "display", of: player, in: around, printed: true) == "none")
        #expect(sheet.value(of: "display", of: player, in: around, printed: false) == "block")
      }
    }
    #expect(sheet.value(of: "display", of: "img", in: ["p"], printed: true) == "block")
  }

  @Test("A rule wins by its selector, and among equal ones by its place")
  func cascade() {
    let sheet = StyleSheet(
      ".p video,.p audio{display:block;width:1px}video{display:inline}@media print{video{display:none}audio,.p audio{display:none}}"
    )
    #expect(sheet.value(of: "display", of: "video", in: ["p"], printed: true) == "block")
    #expect(sheet.value(of: "display", of: "video", in: [], printed: true) == "none")
    #expect(sheet.value(of: "display", of: "audio", in: ["p"], printed: true) == "none")
    #expect(sheet.value(of: "display", of: "audio", in: ["p"], printed: false) == "block")
  }

  @Test("Files below the page have relative addresses, others absolute ones, with all signs escaped")
  func files() {
    let files = ExportFiles(folder: URL(fileURLWithPath: "/home/mara/exports", isDirectory: true))
    #expect(files.address("/home/mara/exports/photos/a b#?.jpg") == "./photos/a%20b%23%3F.jpg")
    #expect(files.address("/home/mara/exports/javascript:x.jpg") == "./javascript%3Ax.jpg")
    #expect(files.address("/home/mara/exports2/é.jpg") == "file:///home/mara/exports2/%C3%A9.jpg")
    #expect(
      files.address("relative") == nil && files.address("synthetic:4") == nil && files.address(nil) == nil)
  }

  @Test("A hundred thousand messages pass through in small pieces, in sections that a browser can leave out")
  func length() async throws {
    let bench = try ExportBench([ExportSamples.message("0", -1, "The first")])
    let count = 100_000
    try bench.archive.writing { db in
      try db.execute(
        sql: """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
          INSERT INTO message (conversation, chat, order_key, sent_at, sender, is_own, kind, flags, source, text)
          SELECT 1, 1, (?2 + n * 1000) * \(OrderKey.ranks), ?2 + n * 1000, 1, 0, 0, 0, n, 'Message ' || n FROM number
          """, arguments: [count - 1, ExportSamples.start])
    }
    let pieces = Mutex((largest: 0, total: 0, count: 0))
    let options = ExportOptions(format: .html, timeZone: .gmt)
    let summary = try await Exporter(bench.archive, chat: 1, options: options).run(
      to: .stream(folder: bench.folder.url) { bytes in
        pieces.withLock { $0 = (max($0.largest, bytes.count), $0.total + bytes.count, $0.count + 1) }
      })
    let found = pieces.withLock { $0 }
    #expect(summary.messages == count && summary.bytes == found.total)
    #expect(found.largest < 3 * Exporter.pieceBytes)
    #expect(found.count > found.total / (3 * Exporter.pieceBytes))
  }

  @Test("A long day is several sections with their heights, and a section has no message twice")
  func sections() async throws {
    let bench = try ExportBench(ImportedMessage.samples(0..<250))
    let page = try await bench.export(.html)
    let heights = page.matches(of: /<section class="k" style="contain-intrinsic-size:auto (\d+)px">/)
    #expect(heights.count == 3)
    #expect(heights.allSatisfy { (1000...20_000).contains(Int($0.output.1) ?? 0) })
    let ids = page.matches(of: /id="(m\d+)"/).map { String($0.output.1) }
    #expect(ids.count == 250 && Set(ids).count == 250)
    #expect(page.matches(of: /<h2/).count == 1)
  }
}

/// A browser's evaluation of the rules whose selectors are an element's name with classes of its ancestors, such as ".p
/// video". This is enough for the parts of a message.
private struct StyleSheet {
  private struct Rule {
    let classes: [String]
    let element: String
    let isPrint: Bool
    let values: [String: String]
  }

  private var rules: [Rule] = []

  init(_ css: String) {
    let printed = css.components(separatedBy: "@media print{")
    read(printed[0], isPrint: false)
    for part in printed.dropFirst() { read(part, isPrint: true) }
  }

  private mutating func read(_ css: String, isPrint: Bool) {
    for block in css.components(separatedBy: "}") {
      let halves = block.components(separatedBy: "{")
      guard halves.count == 2 else { continue }
      let values = halves[1].components(separatedBy: ";").map { $0.components(separatedBy: ":") }
        .filter { $0.count == 2 }
        .map { ($0[0].trimmingCharacters(in: .whitespaces), $0[1].trimmingCharacters(in: .whitespaces)) }
      for selector in halves[0].components(separatedBy: ",") {
        let words = selector.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let element = words.last, element.allSatisfy(\.isLetter),
          words.dropLast().allSatisfy({ $0.hasPrefix(".") })
        else { continue }
        rules.append(
          Rule(
            classes: words.dropLast().flatMap { $0.split(separator: ".").map(String.init) }, element: element,
            isPrint: isPrint, values: Dictionary(values, uniquingKeysWith: { $1 })))
      }
    }
  }

  /// The value of a property for an element inside elements with these classes.
  func value(of property: String, of element: String, in classes: [String], printed: Bool) -> String? {
    rules.filter {
      $0.element == element && (printed || !$0.isPrint) && $0.values[property] != nil
        && $0.classes.allSatisfy(classes.contains)
    }
    .enumerated().max { ($0.element.classes.count, $0.offset) < ($1.element.classes.count, $1.offset) }?
    .element.values[property]
  }
}
