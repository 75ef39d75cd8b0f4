import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore

@Suite("Detecting formats", .dedicatedThreads)
struct ImportDetectionTests {
  @Test(
    "Each format is recognized by the content of a file",
    arguments: [
      (Fixture.group, ImportFormat.telegram), (Fixture.account, .telegram), (Fixture.irssi, .irssi),
      (Fixture.weechat, .weechat), (Fixture.zncDays[0], .energymech), (Fixture.ubuntu, .bare),
    ])
  func fixtures(file: URL, format: ImportFormat) throws {
    #expect(ImportFormat.detect(FileHead(try Array(Data(contentsOf: file))[...])) == format)
  }

  @Test(
    "An ambiguous file has the format of most of its lines",
    arguments: [
      ("[12:00] <a> x", .bare),
      ("[12:00:00] <a> x", .energymech),
      ("[12:00:00] <a> x\n[12:01] <a> y\n[12:02] <a> z", .bare),
      ("=== a is now known as b", .bare),
      ("12:00 <a> [12:00] <b> quoted", .irssi),
      ("12:00 <a> x\n12:01 <b> y\n[12:01] <c> z", .irssi),
      ("--- Log opened Fri Mar 29 23:40:00 2024", .irssi),
      ("noise\nnoise\n12:00 <a> x", .irssi),
      ("noise\nnoise\nnoise\n12:00 <a> x", nil),
      ("2024-01-02 12:00:00\ta\tx", .weechat),
      ("2024-01-02 12:00:00 a x", nil),
      ("{\"messages\": []}", nil),
      ("\n\n {\"about\": 1, \"personal_information\": {", .telegram),
      ("{\"items\": []}", nil),
      ("[1, 2]", nil),
      ("Dear diary", nil),
    ] as [(String, ImportFormat?)])
  func ambiguous(text: String, format: ImportFormat?) {
    #expect(ImportFormat.detect(FileHead(Array(text.utf8)[...])) == format)
  }

  @Test("Each format is that of a program that is named, or of IRC")
  func programs() {
    for format in ImportFormat.allCases where IRCLogReader.formats.contains(format) == false {
      // The program of "Signal (sigtop)" is "Signal".
      let name = format.title.components(separatedBy: " (")[0]
      #expect(ImportFormat.programs.contains(name), "\(format)")
    }
    #expect(Set(ImportFormat.programs).count == ImportFormat.programs.count)
  }

  @Test("In a picture nothing is looked for, and a chat that begins with the same letters is none")
  func pictures() {
    let log = Array("\n12:00 <a> x\n12:01 <b> y\n12:02 <a> z\n".utf8)
    for start in [[0xff, 0xd8, 0xff, 0xe0, 0, 0x10], Array("OggS\0".utf8), Array("RIFF\0\0WEBP".utf8)]
      as [[UInt8]]
    {
      let head = FileHead((start + log)[...])
      #expect(head.isMedia)
      #expect(ImportFormat.detect(head) == nil)
      #expect(ImportHint.of(head)?.isMedia == true)
    }
    let head = FileHead((Array("RIFF".utf8) + log)[...])
    #expect(ImportFormat.detect(head) == .irssi)
  }

  @Test(
    "A picture, a video, a sound and a document are told from each other",
    arguments: [
      ([0xff, 0xd8, 0xff, 0xe1], .picture), (Array("\0\0\0\u{18}ftypheic".utf8), .picture),
      (Array("RIFF\0\0\0\0WEBP".utf8), .picture), (Array("\0\0\0\u{18}ftypmp42".utf8), .video),
      (Array("RIFF\0\0\0\0WAVE".utf8), .sound), (Array("\0\0\0\u{18}ftypM4A ".utf8), .sound),
      (Array("%PDF-1.7".utf8), .document),
    ] as [([UInt8], ImportHint)])
  func media(bytes: [UInt8], hint: ImportHint) throws {
    #expect(ImportHint.of(FileHead(bytes[...])) == hint)
    let sentence = hint.sentence("/home/anna/my.file")
    #expect(sentence.hasPrefix("“my.file” is a \(hint). Backscroll "))
    let bench = try ImportBench()
    let file = try bench.file(Data(bytes), named: "my.file")
    #expect(ImportHint.sentence(ofMediaAt: file.path) == sentence)
    let page = try bench.file(Data("<!DOCTYPE html>".utf8), named: "page")
    #expect(ImportHint.sentence(ofMediaAt: page.path) == nil)
    #expect(ImportHint.sentence(ofMediaAt: "/nowhere/at/all") == nil)
  }

  @Test(
    "Files that users mistake for a chat are reported with a hint",
    arguments: [
      (Data("<!DOCTYPE html><html>".utf8), ImportHint.webPage),
      (Data([0x1f, 0x8b, 8]), .compressed),
      (Data("SQLite format 3\0".utf8), .database),
      (Data([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), .otherJSON),
      (Data("{\"a\": 1}".utf8), .otherJSON),
      (Data("Dear diary".utf8), nil),
    ] as [(Data, ImportHint?)])
  func hints(content: Data, hint: ImportHint?) throws {
    let bench = try ImportBench()
    let file = try bench.file(content, named: "file")
    #expect(bench.run(file).summary.failures == [.unknownFormat(path: file.relativePath, hint: hint)])
  }

  @Test("A chat is recognized behind megabytes that show no format")
  func longBeginning() throws {
    let bench = try ImportBench()
    let people = (1...80_000).map { #"{"name": "Walker \#($0)", "is": "member"}"# }.joined(separator: ",")
    #expect(people.utf8.count > FileHead.longer[0])
    let file = try bench.file(
      #"""
      {"participants": [\#(people)],
      "messages": [{"sender_name": "Walker 7", "timestamp_ms": 1709251200000, "content": "Fog again"}]}
      """#, named: "message_1.json")
    let summary = bench.run(file).summary
    #expect(summary.failures == [])
    #expect(summary.added == 1)
  }

  @Test("A requested format is used, or rejected if no line matches it")
  func asked() async throws {
    let bench = try ImportBench()
    let mixed = try bench.file("12:00 <a> x\n12:01 <b> y\n[12:01] <c> z\n", named: "2024-01-02.log")
    let report = bench.run(mixed, format: .bare)
    #expect(report.summary == ImportSummary(added: 1, skipped: 2, conversations: [1], filesRead: 1))
    #expect(report.lines.first == "2024-01-02.log:1: not a message in the bare format; skipped")
    let path = mixed.relativePath
    #expect(
      bench.run(mixed, format: .weechat).summary.failures == [
        .otherFormat(path: path, asked: .weechat, found: .irssi)
      ])
    #expect(
      bench.run(mixed, format: .telegram).summary.failures == [
        .otherFormat(path: path, asked: .telegram, found: .irssi)
      ])
  }

  @Test("Chats are recognized by their content, archives by their header")
  func looking() throws {
    let bench = try ImportBench()
    let log = try bench.file("2024-01-02 12:00:00\tann\thello", named: "logs/a.txt")
    let picture = try bench.file(Data([0x89, 0x50, 0x4e, 0x47]), named: "pictures/a.png")
    #expect(Importer.recognises(log.path))
    #expect(Importer.recognises(log.deletingLastPathComponent().path))
    #expect(Importer.recognises(Fixture.group.path))
    #expect(!Importer.recognises(picture.path))
    #expect(!Importer.recognises(picture.deletingLastPathComponent().path))
    #expect(!Importer.recognises(bench.folder.url.appendingPathComponent("nothing").path))
    #expect(!Importer.recognises(bench.archive.path))
    #expect(Archive.isArchive(at: bench.archive.path))
    #expect(!Archive.isArchive(at: log.path))
    #expect(!Archive.isArchive(at: bench.folder.url.path))
    // Opening the pipe would block both until a writer appears.
    let pipe = bench.folder.url.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(!Importer.recognises(pipe.path) && !Archive.isArchive(at: pipe.path))
  }
}
