import Foundation
import Testing
import ZipWriter

@testable import ChatFormats

@Suite("Importing zip files", .dedicatedThreads)
struct ImportZipTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static let log = """
    --- Day changed Tue Mar 05 2024
    12:00 <mara> morning
    12:01 <theo> hello

    """

  private func zip(_ name: String, _ fill: (inout ZipWriter) throws -> Void) throws -> URL {
    var writer = ZipWriter()
    try fill(&writer)
    return try bench.file(writer.data(), named: name)
  }

  private func texts() async throws -> [[String]] {
    try await bench.content().messages.map { $0.map(\.text) }
  }

  // MARK: Like a folder

  @Test("Other chats beside a whole export are read, its own files are not", arguments: ["", "Exports/"])
  func besideWholeExport(folder: String) async throws {
    let export = #"""
      {"name": "Mara", "type": "personal_chat", "id": 5, "messages": [
        {"id": 1, "type": "message", "date_unixtime": "1709640000", "from": "Mara", "from_id": "user5", "text": "Look"}]}
      """#
    let file = try zip("all.zip") {
      $0.add(folder + "result.json", export.utf8)
      $0.add(folder + "WhatsApp Chat with Theo.txt", "05/03/2024, 09:00 - Theo: hi\n".utf8)
      $0.add(folder + "files/#sent.log", Self.log.utf8)
    }
    let report = bench.run(file)
    #expect(report.summary.added == 2 && report.lines == [])
    #expect(Set(try await texts().flatMap(\.self)) == ["Look", "hi"])
  }

  @Test("A Telegram export gives the same from its folder and from a zip file, with paths into it")
  func telegram() async throws {
    let export = #"""
      {"name": "Mara", "type": "personal_chat", "id": 5, "messages": [
        {"id": 1, "type": "message", "date": "2024-03-05T12:00:00", "date_unixtime": "1709640000", "from": "Mara",
         "from_id": "user5", "text": "Look", "photo": "photos/1.jpg", "width": 4, "height": 3},
        {"id": 2, "type": "message", "date": "2024-03-05T12:01:00", "date_unixtime": "1709640060", "from": "Theo",
         "from_id": "user6", "text": "Nice"}]}
      """#
    let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]
    try bench.file(export, named: "export/result.json")
    try bench.file(Data(jpeg), named: "export/photos/1.jpg")
    let folder = try ImportBench()
    let expected = folder.run(bench.folder.url.appendingPathComponent("export"))
    let fromFolder = try await folder.content()
    for (name, prefix) in [("flat.zip", ""), ("deep.zip", "ChatExport_2024-03-05/")] {
      let file = try zip(name) {
        $0.add(prefix + "result.json", export.utf8)
        $0.add(prefix + "photos/1.jpg", jpeg)
        $0.add("__MACOSX/._result.json", [0])
      }
      let other = try ImportBench()
      let report = other.run(file)
      #expect(report.lines == [])
      #expect(report.summary == expected.summary)
      var content = try await other.content()
      let path = content.messages[0][0].attachments[0].path
      #expect(path == file.path + "/" + prefix + "photos/1.jpg")
      content.messages[0][0].attachments[0].path = fromFolder.messages[0][0].attachments[0].path
      #expect(content == fromFolder)
      let again = other.run(file)
      #expect(again.summary.added == 0)
    }
  }

  @Test(
    "A tree of IRC logs gives the same from its folder and from a zip file, whose times date logs without dates"
  )
  func irc() async throws {
    for channel in ["#peaks", "#walks"] {
      for day in 1...3 {
        try bench.file(
          "12:00 <mara> \(channel) \(day)\n12:01 <theo> yes\n",
          named: "irclogs/libera/\(channel).2024-03-0\(day).log")
      }
    }
    let undated = try bench.file("12:00 <mara> when?\n", named: "irclogs/home/#huts.log")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: undated.path)
    let tree = bench.folder.url.appendingPathComponent("irclogs")
    let file = try zip("zipped/irclogs.zip") { try $0.add(folder: tree) }
    let folder = try ImportBench()
    let expected = folder.run(tree)
    let other = try ImportBench()
    let report = other.run(file)
    #expect(report.lines == expected.lines)
    #expect(report.summary == expected.summary)
    #expect(report.summary.added == 13)
    #expect(try await other.content() == folder.content())
  }

  @Test("Zip files in a folder are read with the other files of it; other files of that form are not")
  func inFolder() async throws {
    try bench.file(Self.log, named: "tree/libera/#a.log")
    let archived = try zip("tree/old.zip") { $0.add("libera/#b.log", Self.log.utf8) }
    _ = try zip("tree/letter.docx") { $0.add("document.xml", []) { $0.packing = .zeros(count: 100) } }
    let report = bench.run(bench.folder.url.appendingPathComponent("tree"))
    #expect(report.lines == ["letter.docx: not a chat; ignored"])
    #expect(report.summary.added == 4)
    #expect(Importer.recognises(archived.path))
  }

  @Test("A program that is dropped on the window recognizes a zip file by what is in it")
  func recognises() throws {
    #expect(Importer.recognises(try zip("a.zip") { $0.add("a.log", Self.log.utf8) }.path))
    #expect(!Importer.recognises(try zip("b.zip") { $0.add("a.txt", "a shopping list".utf8) }.path))
    #expect(!Importer.recognises(try bench.file("PK\u{3}\u{4}", named: "c.zip").path))
  }

  // MARK: Errors

  @Test("What cannot be read of a zip file is named, and the rest is imported")
  func wrong() async throws {
    var inner = ZipWriter()
    inner.add("list.txt", "bread".utf8)
    let file = try zip("all.zip") {
      $0.add("libera/#a.log", Self.log.utf8)
      $0.add("libera/#b.log", Self.log.utf8) { $0.flags |= 1 }
      $0.add("../#c.log", Self.log.utf8)
      $0.add("libera/#d.log", "#a.log".utf8) { $0.mode = 0o120777 }
      $0.add("libera/#e.log", []) {
        $0.packing = .zeros(count: 10_000)
        $0.statedSize = 300 << 20
      }
      $0.add("nested.zip", inner.data())
      $0.add("", Self.log.utf8) { $0.name = Array("libera/#".utf8) + [0x81] + Array(".log".utf8) }
    }
    let report = bench.run(file)
    #expect(
      report.lines == [
        "all.zip: “../#c.log” would lie outside of the zip file; ignored", "#d.log: a link; ignored",
        "all.zip: names in an unknown encoding are read as those of MS-DOS, such as “libera/#ü.log”",
        "#b.log: encrypted; skipped", "#e.log: would extract to far more than a chat; skipped",
        "nested.zip: a zip file in another one; extract it, then import it; ignored",
      ])
    #expect(report.summary.failures == [])
    #expect(report.summary.skipped == 2)
    #expect(report.summary.added == 4)
    #expect(try await bench.archive.conversations().map(\.title).sorted() == ["#a (libera)", "#ü (libera)"])
  }

  @Test("A zip file of which nothing can be read is a failure with a sentence")
  func failures() throws {
    let bench = bench
    func sentence(_ url: URL) -> [String] {
      bench.run(url).summary.failures.map { $0.description.replacing(url.path, with: url.lastPathComponent) }
    }
    let encrypted = try zip("secret.zip") { $0.add("_chat.txt", Self.log.utf8) { $0.flags |= 1 } }
    #expect(
      sentence(encrypted) == [
        "“secret.zip” is encrypted. Extract it with its password, then import the extracted files."
      ])
    let split = try zip("part.zip") {
      $0.add("a.log", Self.log.utf8)
      $0.disk = 1
    }
    #expect(
      sentence(split) == [
        "“part.zip” is one part of a split zip file. Join the parts, then import the whole file."
      ])
    let none = try bench.file("PK\u{3}\u{4} and no more", named: "none.zip")
    #expect(
      sentence(none) == ["“none.zip” is not a zip file that can be read. Download or export it again."])
    let empty = try zip("empty.zip") { _ in }
    #expect(sentence(empty).count == 1)
    let noChat = try zip("list.zip") { $0.add("list.txt", "bread, milk".utf8) }
    #expect(sentence(noChat).count == 1)
  }

  @Test("A cut download gives what is whole in it, and the beginning of what is not")
  func cutOff() async throws {
    let lines = (0..<60).map { "12:\($0 < 10 ? "0" : "")\($0) <mara> line \($0)\n" }.joined()
    var writer = ZipWriter()
    writer.add("libera/#a.log", Self.log.utf8)
    writer.add("libera/#b.log", ("--- Day changed Tue Mar 05 2024\n" + lines).utf8) { $0.packing = .stored }
    let data = writer.data()
    let end = try #require(data.range(of: Data("line 40".utf8)))
    let file = try bench.file(data.prefix(end.upperBound), named: "cut.zip")
    let report = bench.run(file)
    #expect(report.summary.added >= 2)
    #expect(
      report.lines.first == "cut.zip: cut off, or damaged at its end; the files that could be found are read")
    #expect(report.lines.count == 2)
    #expect(try await texts()[0] == ["morning", "hello"])
  }

  // MARK: Parts

  @Test("The parts of a download are one tree; a picture can be in another part than its chat")
  func parts() throws {
    let one = try zip("facebook-mara-1.zip") { $0.add("inbox/theo/message_1.json", "{}".utf8) }
    let two = try zip("facebook-mara-2.zip") { $0.add("inbox/theo/photos/1.jpg", [1]) }
    let other = try zip("facebook-ines-3.zip") { $0.add("inbox/theo/photos/2.jpg", [1]) }
    #expect(ZipSeries.joined([one, other, two]) == [[one, two], [other]])
    let browser = [URL(fileURLWithPath: "/a (1).zip"), URL(fileURLWithPath: "/a (2).zip")]
    #expect(ZipSeries.joined(browser).count == 2)
    let listing = ImportListing(of: [one, two, other])
    let tree = ImportTree(at: one, listing.files, zips: listing.zips)
    let chat = try #require(listing.files.first { $0.url.lastPathComponent == "message_1.json" })
    #expect(tree.path("photos/1.jpg", beside: chat) == two.path + "/inbox/theo/photos/1.jpg")
    #expect(
      tree.path("inbox/theo/photos/1.jpg", beside: chat, above: 2) == two.path + "/inbox/theo/photos/1.jpg")
    #expect(tree.path("photos/2.jpg", beside: chat) == one.path + "/inbox/theo/photos/2.jpg")
    #expect(tree.path("../photos/1.jpg", beside: chat) == nil)
    #expect(tree.exists(two.path + "/inbox/theo/photos/1.jpg"))
    #expect(!tree.exists(one.path + "/inbox/theo/photos/1.jpg"))
    #expect(tree.file("photos/1.jpg", beside: chat)?.byteCount == 1)
    #expect(tree.file("photos/3.jpg", beside: chat) == nil)
  }

  @Test("Five thousand entries are read in any order without reading others")
  func order() throws {
    let file = try zip("slack.zip") {
      for number in 0..<5_000 { $0.add("channel \(number % 50)/\(number).json", "\(number)".utf8) }
    }
    let listing = ImportListing(of: [file])
    #expect(listing.files.count == 5_000)
    for part in listing.files.shuffled() {
      var reader = try part.bytes(chunkSize: 4096)
      #expect(Array(reader.lookahead(10)) == Array(part.url.deletingPathExtension().lastPathComponent.utf8))
    }
  }
}
