import Foundation
import Testing

@testable import ChatArchive

@Suite("Detecting formats", .dedicatedThreads)
struct ImportDetectionTests {
  @Test(
    "Each format is known by its content, whatever the file is called",
    arguments: [
      (Fixture.group, ImportFormat.telegram), (Fixture.account, .telegram), (Fixture.irssi, .irssi),
      (Fixture.weechat, .weechat), (Fixture.zncDays[0], .energymech), (Fixture.ubuntu, .bare),
    ])
  func fixtures(file: URL, format: ImportFormat) throws {
    #expect(ImportFormat.detect(try Array(Data(contentsOf: file))[...]) == format)
  }

  @Test(
    "What could be two things is the one that most lines are",
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
      ("{\"messages\": []}", .telegram),
      ("\n\n {\"about\": 1, \"personal_information\": {", .telegram),
      ("{\"items\": []}", nil),
      ("[1, 2]", nil),
      ("Dear diary", nil),
    ] as [(String, ImportFormat?)])
  func ambiguous(text: String, format: ImportFormat?) {
    #expect(ImportFormat.detect(Array(text.utf8)[...]) == format)
  }

  @Test(
    "Files that people mistake for a chat are told what they are",
    arguments: [
      (Data("<!DOCTYPE html><html>".utf8), ImportHint.telegramHTML),
      (Data([0x1f, 0x8b, 8]), .compressed),
      (Data("SQLite format 3\0".utf8), .database),
      (Data([0xff, 0xfe, 0x5b, 0]), .utf16),
      (Data("{\"a\": 1}".utf8), .otherJSON),
      (Data("Dear diary".utf8), nil),
    ] as [(Data, ImportHint?)])
  func hints(content: Data, hint: ImportHint?) throws {
    let bench = try ImportBench()
    let file = try bench.file(content, named: "file")
    #expect(bench.run(file).summary.failures == [.unknownFormat(path: file.relativePath, hint: hint)])
  }

  @Test("A format that was asked for is taken, or refused when nothing fits it")
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
}
