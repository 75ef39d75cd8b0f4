import ChatExport
import Foundation
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats
@testable import Gtk
@testable import Printing

/// The division of a chat into pages, and the pages as PDF.
@Suite struct PageTests {
  private static func options(_ change: (inout PrintOptions) -> Void = { _ in }) -> PrintOptions {
    var options = PrintOptions(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
    change(&options)
    return options
  }

  /// An archive with one chat.
  private static func archive(_ messages: [ImportedMessage], in folder: TestFolder) throws -> Archive {
    let archive = try Archive(path: folder.url("a.sqlite").path, mode: .createIfMissing)
    _ = try archive.writeBatch(messages)
    return archive
  }

  private static func message(
    _ number: Int, _ text: String, by sender: String = "Ann", minutes: Int? = nil
  ) -> ImportedMessage {
    ImportedMessage(
      conversationKey: "walks", conversationTitle: "Walks", sourceID: "\(number)",
      sender: .init(key: sender.lowercased(), name: sender),
      sentAt: 1_710_000_000_000 + Int64(minutes ?? number) * 60_000, text: text)
  }

  /// Messages of one to four hundred lines, with pauses of minutes and of days.
  private static func randomMessages(_ count: Int, seed: UInt64) -> [ImportedMessage] {
    var random = SplitMix64(seed: seed)
    var minutes = 0
    return (0..<count).map { number in
      let lines = random.next() % 10 == 0 ? Int(random.next() % 400) + 1 : Int(random.next() % 5) + 1
      minutes += random.next() % 12 == 0 ? 1_500 : Int(random.next() % 9)
      let text = (0..<lines).map { "line \($0) of message \(number)" }.joined(separator: "\n")
      return message(number, text, by: ["Ann", "Ben", "Cleo"][Int(random.next() % 3)], minutes: minutes)
    }
  }

  /// A piece without its texts.
  private struct Place: Equatable {
    let message: MessageCursor
    let column: Int
    let y: Double
    let strips: Range<Int>
    let hasDay: Bool
    let name: PagePiece.Name

    init(_ piece: PagePiece) {
      message = piece.block.cursor
      (column, y, strips) = (piece.column, piece.y, piece.strips)
      (hasDay, name) = (piece.hasDay, piece.name)
    }
  }

  private static func allPieces(_ printed: PrintedChat) async throws -> [PagePiece] {
    var walk = PageWalk(printed.source.reader(), printed.press(), column: 0)
    var pieces: [PagePiece] = []
    while let next = try await walk.next() { pieces += next.pieces }
    return pieces
  }

  @Test(arguments: [(1, PrintOptions.Paper.a4), (2, .a4), (1, .a5), (2, .letter)])
  func everyLineIsOnAPageOnceAndInOrder(columns: Int, paper: PrintOptions.Paper) async throws {
    let folder = TestFolder()
    let messages = Self.randomMessages(150, seed: UInt64(columns))
    let archive = try Self.archive(messages, in: folder)
    defer { archive.close() }
    let options = Self.options { ($0.columns, $0.paper) = (columns, paper) }
    let printed = try #require(await PrintedChat.divide(archive, 1, options))
    let height = printed.press().measures.body.height
    let pieces = try await Self.allPieces(printed)
    var ends: [Int: Double] = [:]
    var strip = 0
    var count = 0
    for piece in pieces {
      #expect(piece.strips.lowerBound == strip, "a strip is left out or repeated")
      strip = piece.isEnd ? 0 : piece.strips.upperBound
      if piece.isEnd { count += 1 }
      #expect(piece.y >= ends[piece.column] ?? 0, "a piece overlaps the one above")
      let bubble = piece.block.bubble.height(piece.strips)
      #expect(piece.y + bubble <= height + 0.01, "a piece is below the end of its page")
      ends[piece.column] = piece.y + bubble
    }
    #expect(count == messages.count)
    #expect(printed.counts.messages == messages.count)
    #expect(printed.pageCount == ((pieces.last?.column ?? 0) + columns) / columns)
  }

  @Test(arguments: [1, 2])
  func aPageAloneIsThatOfTheWholeDocument(columns: Int) async throws {
    let folder = TestFolder()
    let archive = try Self.archive(Self.randomMessages(120, seed: 7), in: folder)
    defer { archive.close() }
    let printed = try #require(await PrintedChat.divide(archive, 1, Self.options { $0.columns = columns }))
    let all = try await Self.allPieces(printed).map(Place.init)
    #expect(printed.pageCount > 5)
    for page in 0..<printed.pageCount {
      let alone = try await printed.pieces(of: page, printed.press()).map(Place.init)
      #expect(alone == all.filter { $0.column / columns == page }, "page \(page)")
    }
  }

  @Test func aBrokenMessageHasThreeLinesOnEachPage() async throws {
    let folder = TestFolder()
    let text = (0..<200).map { "line \($0)" }.joined(separator: "\n")
    let archive = try Self.archive(
      [Self.message(0, "short"), Self.message(1, text), Self.message(2, "short", by: "Ben")], in: folder)
    defer { archive.close() }
    let printed = try #require(await PrintedChat.divide(archive, 1, Self.options()))
    let pieces = try await Self.allPieces(printed).filter { $0.block.bubble.strips.count > 1 }
    #expect(pieces.count > 3)
    #expect(pieces.allSatisfy { $0.strips.count >= 3 })
    #expect(pieces.dropFirst().allSatisfy { $0.name == .continued })
  }

  @Test func anEstimateStopsEarly() async throws {
    let folder = TestFolder()
    let archive = try Self.archive((0..<2_000).map { Self.message($0, "text \($0)") }, in: folder)
    defer { archive.close() }
    let whole = try #require(await PrintedChat.divide(archive, 1, Self.options()))
    let part = try #require(await PrintedChat.divide(archive, 1, Self.options(), limit: 3))
    #expect(part.isEstimate && !whole.isEstimate)
    #expect(part.drawnPages >= 3 && part.drawnPages <= 4)
    #expect(abs(part.pageCount - whole.pageCount) * 5 < whole.pageCount)
  }

  // MARK: Texts

  @Test func hiddenWordsAreNotPrinted() {
    let sections = PrintedText(
      "the butler did it", [TextEntity(start: 4, length: 6, kind: .spoiler)]
    ).sections
    #expect(sections.map(\.text) == ["the ░░░░░░ did it"])
  }

  @Test func theAddressOfALinkIsPrintedWhereTheWordsAreOthers() {
    let link = TextEntity.Kind.link(target: "https://example.org/a")
    let sections = PrintedText("see here", [TextEntity(start: 4, length: 4, kind: link)]).sections
    #expect(sections.map(\.text) == ["see here (https://example.org/a)"])
    #expect(sections[0].links.map(\.range) == [4..<8])
    let plain = PrintedText("example.org/a", [TextEntity(start: 0, length: 13, kind: link)]).sections
    #expect(plain.map(\.text) == ["example.org/a"])
    let file = TextEntity.Kind.link(target: "file:///etc/passwd")
    #expect(PrintedText("here", [TextEntity(start: 0, length: 4, kind: file)]).sections[0].links.isEmpty)
  }

  @Test func aLongTextIsWhole() {
    var random = SplitMix64(seed: 3)
    for sign in ["a", "가", "\u{1F600}", "e\u{301}"] {
      var text = ""
      while text.utf8.count < 100_000 {
        text +=
          String(repeating: sign, count: Int(random.next() % 3_000)) + (random.next() % 3 == 0 ? "\n" : " ")
      }
      let sections = PrintedText(text, []).sections
      #expect(sections.count > 10)
      #expect(
        sections.map(\.text).joined().filter { $0 != "\n" } == text.filter { $0 != "\n" })
    }
  }

  @Test func aHiddenWordIsHiddenInAQuoteAndBesideAnAddress() async throws {
    let folder = TestFolder()
    var quoted = Self.message(0, "it is SECRET now")
    quoted.entities = [TextEntity(start: 6, length: 6, kind: .spoiler)]
    var reply = Self.message(1, "oh")
    reply.replyTo = "0"
    var mail = Self.message(2, "joe@secret.example.org")
    mail.entities = [TextEntity(start: 4, length: 18, kind: .spoiler)]
    let path = try await Self.pdf([quoted, reply, mail], in: folder)
    let text = try Self.poppler("pdftotext", path, "-")
    #expect(!text.lowercased().contains("secret"), "\(text)")
    #expect(text.components(separatedBy: "it is ░░░░░░ now").count == 3, "\(text)")
  }

  @Test func aMessageIsOnThePageWhateverTheNamesAre() async throws {
    let folder = TestFolder()
    let messages = (0..<30).map { number in
      Self.message(number, "text \(number)", by: String(repeating: "A\n\(number) ", count: 20))
    }
    let path = try await Self.pdf(messages, in: folder, Self.options { ($0.paper, $0.columns) = (.a5, 2) })
    let text = try Self.poppler("pdftotext", path, "-")
    for number in 0..<30 { #expect(text.contains("text \(number)\n"), "\(number)") }
  }

  @Test func onlyPeopleOfTheDaysAreNamed() async throws {
    let folder = TestFolder()
    let options = Self.options { $0.span = ExportSpan(start: nil, end: 1_710_000_000_000 + 86_400_000) }
    let path = try await Self.pdf(
      [Self.message(0, "a"), Self.message(1, "b", by: "Ben", minutes: 3_000)], in: folder, options)
    #expect(try !Self.poppler("pdftotext", path, "-").contains("Ben"))
  }

  // MARK: PDF

  @Test func bytesThatCannotBeWrittenEndADocument() {
    for limit in [0, 1, 20] {
      var left = limit
      let document = PDFDocument(width: 600, height: 800, title: "t") { _ in
        left -= 1
        return left >= 0
      }
      var isSound = true
      for _ in 0..<30 where isSound {
        var random = SplitMix64(seed: UInt64(limit))
        let noise = Texture(width: 300, height: 300) { context in
          for _ in 0..<2_000 {
            context.setColor(Color(hex: UInt32(truncatingIfNeeded: random.next() & 0xff_ffff)))
            context.rectangle(Rect(x: random.unit(0, 300), y: random.unit(0, 300), width: 9, height: 9))
            context.fill()
          }
        }
        document.context.picture(PagePicture(noise), in: Rect(x: 0, y: 0, width: 300, height: 300))
        isSound = document.endPage()
      }
      #expect(!(document.finish() && isSound), "\(limit) pieces")
    }
  }

  @Test func anAddressCannotBreakADocument() async throws {
    let folder = TestFolder()
    let addresses = [
      "https://x.org/a) /Next << /S /JavaScript /JS (alert) >> (", "https://x.org/a\\", "https://x.org/it's",
    ]
    let messages = addresses.enumerated().map { number, address in
      var message = Self.message(number, "here")
      message.entities = [TextEntity(start: 0, length: 4, kind: .link(target: address))]
      return message
    }
    let path = try await Self.pdf(messages, in: folder)
    let links = try Self.poppler("pdfinfo", "-url", path)
    #expect(links.contains("https://x.org/a%5C") && links.contains("https://x.org/it%27s"), "\(links)")
    #expect(!links.contains("JavaScript /JS"), "\(links)")
  }

  /// The output of a program of poppler-utils for a document.
  private static func poppler(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  private static func pdf(
    _ messages: [ImportedMessage], in folder: TestFolder, _ options: PrintOptions = options()
  ) async throws -> String {
    let archive = try archive(messages, in: folder)
    defer { archive.close() }
    let printed = try #require(await PrintedChat.divide(archive, 1, options))
    let file = folder.url("a.pdf")
    _ = try await printed.writePDF(to: .file(file))
    return file.path
  }

  @Test func theTextOfAPDFCanBeSearched() async throws {
    let folder = TestFolder()
    var link = Self.message(3, "see https://example.org/route")
    link.entities = [
      TextEntity(start: 4, length: 25, kind: .link(target: "https://example.org/route"))
    ]
    let path = try await Self.pdf(
      [
        Self.message(0, "Where is the stove?"), Self.message(1, "네, 그 산장이에요!", by: "김서연"),
        Self.message(2, "שלום לכולם", by: "Ben"), link,
      ], in: folder)
    let text = try Self.poppler("pdftotext", path, "-")
    for words in [
      "Walks", "4 messages", "Ann, Ben, 김서연", "Saturday, 9 March 2024", "Where is the stove?", "네, 그 산장이에요!",
      "https://example.org/route", "1 of 1",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    #expect(try Self.poppler("pdfinfo", path).contains("Title:           Walks"))
    let parts = try Self.poppler("pdftohtml", "-xml", "-stdout", "-i", path)
    #expect(parts.contains("<item page=\"1\">March 2024</item>"), "the outline in \(parts)")
    #expect(parts.contains("<a href=\"https://example.org/route\">"), "the link in \(parts)")
  }

  @Test(arguments: [1, 2])
  func aPrinterGetsThePagesOfTheDocument(columns: Int) async throws {
    let folder = TestFolder()
    let archive = try Self.archive(Self.randomMessages(80, seed: 5), in: folder)
    defer { archive.close() }
    let printed = try #require(await PrintedChat.divide(archive, 1, Self.options { $0.columns = columns }))
    let whole = folder.url("whole.pdf")
    _ = try await printed.writePDF(to: .file(whole))
    // In order, and the second page again, as a printer that turns pages over asks for them.
    for order in [Array(0..<printed.pageCount), [1, 0, 1, 2]] {
      let run = PrintRun(printed)
      var bytes: [UInt8] = []
      let document = PDFDocument(width: 595.276, height: 841.89, title: "") {
        bytes += $0
        return true
      }
      for page in order {
        try await run.draw(page, on: PrintCanvas(context: document.context))
        #expect(document.endPage())
      }
      #expect(document.finish())
      let part = folder.url("part.pdf")
      try Data(bytes).write(to: part)
      for (index, page) in order.enumerated() {
        let (own, other) = ("\(index + 1)", "\(page + 1)")
        #expect(
          try Self.poppler("pdftotext", "-f", own, "-l", own, part.path, "-")
            == Self.poppler("pdftotext", "-f", other, "-l", other, whole.path, "-"), "page \(page)")
      }
    }
  }

  @Test func aPDFWithOtherNamesHasNoNames() async throws {
    let folder = TestFolder()
    let path = try await Self.pdf(
      [Self.message(0, "Is Cleopatra coming?", by: "Annabelle"), Self.message(1, "Yes", by: "Cleopatra")],
      in: folder, Self.options { $0.renamesPeople = true })
    let text = try Self.poppler("pdftotext", path, "-") + Self.poppler("pdfinfo", path)
    #expect(text.contains("Person 1") && text.contains("Person 2"))
    #expect(!text.contains("Annabelle") && !text.contains("Cleopatra"), "\(text)")
  }

  @Test func aStickerThatOccursAgainIsInTheDocumentOnce() async throws {
    let folder = TestFolder()
    let file = folder.url("sticker.png").path
    let texture = Texture(width: 64, height: 64) {
      $0.setColor(.white)
      $0.circle(center: Point(x: 32, y: 32), radius: 30)
      $0.fill()
    }
    #expect(texture.save(to: file))
    let stickers = (0..<20).map { number in
      var sticker = Self.message(number, "", by: number % 2 == 0 ? "Ann" : "Ben")
      sticker.attachments = [Attachment(kind: .sticker, width: 64, height: 64, path: file)]
      return sticker
    }
    let path = try await Self.pdf(stickers, in: folder)
    let objects = try Self.poppler("pdfimages", "-list", path).split(separator: "\n").dropFirst(2)
      .filter { $0.contains(" image ") }.compactMap { $0.split(separator: " ").dropFirst(10).first }
    #expect(Set(objects).count == 1, "\(objects)")
  }

  @Test func aPictureIsPrintedAndAMissingOneIsNamed() async throws {
    let folder = TestFolder()
    let picture = folder.url("a.png").path
    #expect(
      Texture(width: 40, height: 30) {
        $0.setColor(.white)
        $0.paint()
      }.save(to: picture))
    var shown = Self.message(0, "")
    shown.attachments = [Attachment(kind: .photo, path: picture)]
    var missing = Self.message(1, "")
    missing.attachments = [Attachment(kind: .photo, width: 1_600, height: 760, path: "/nowhere/b.jpg")]
    let path = try await Self.pdf([shown, missing], in: folder)
    let pictures = try Self.poppler("pdfimages", "-list", path)
    #expect(pictures.split(separator: "\n").count == 3, "two lines of heading, one picture: \(pictures)")
    #expect(pictures.contains("jpeg"))
    let text = try Self.poppler("pdftotext", path, "-")
    #expect(text.contains("Photo") && text.contains("1600 × 760"), "\(text)")
  }
}

/// A folder for the files of a test.
private final class TestFolder {
  private let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("backscroll-\(UUID().uuidString)")

  init() { try! FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: place) }

  func url(_ name: String) -> URL { place.appendingPathComponent(name) }
}
