import Foundation
import Testing

@testable import ChatArchive

@Suite("Files that cannot be imported, and archives that cannot take them", .dedicatedThreads)
struct ImportFailureTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static let isSuperuser = getuid() == 0

  @Test("A missing file, a device, an empty file and an empty folder are told, and the others are read")
  func oneFailsOthersGoOn() throws {
    let missing = bench.folder.url.appendingPathComponent("missing.log")
    let device = URL(fileURLWithPath: "/dev/null")
    let empty = try bench.file("", named: "empty.log")
    let blank = try bench.file(" \n\r\n", named: "blank.log")
    let folder = bench.folder.url.appendingPathComponent("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let report = bench.run(missing, device, empty, folder, blank, Fixture.irssi)
    #expect(
      report.summary.failures == [
        .missing(path: missing.path), .notAFile(path: "/dev/null"),
        .noChatInFolder(path: folder.relativePath),
        .empty(path: empty.path), .empty(path: blank.path),
      ])
    #expect(report.summary.added == 10)
    #expect(report.summary.filesRead == 1)
    for failure in report.summary.failures { #expect(failure.description.hasSuffix(".")) }
  }

  @Test(
    "A file that may not be read is told", .disabled(if: isSuperuser, "The superuser may read everything"))
  func unreadable() throws {
    let file = try bench.file("[12:00] <a> x", named: "a.log")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    #expect(bench.run(file).summary.failures == [.unreadable(path: file.path)])
  }

  @Test("A folder's files are read by name, and what is no chat is left out with a word")
  func folder() async throws {
    for (name, text) in [
      ("b/2024-01-03.log", "[12:00] <a> third"), ("a/2024-01-02.log", "[12:00] <a> second"),
      ("a/2024-01-01.log", "[12:00] <a> first"), ("a/notes.txt", "Dear diary"),
      (".hidden/x.log", "[12:00] <a> no"),
      ("a/.x.log", "[12:00] <a> no"),
    ] { _ = try bench.file(text, named: "logs/\(name)") }
    let report = bench.run(bench.folder.url.appendingPathComponent("logs"))
    #expect(report.summary == ImportSummary(added: 3, conversations: [1, 2], filesRead: 3))
    #expect(report.lines == ["notes.txt: not a chat; ignored"])
    #expect(
      try await bench.content().messages.flatMap { $0.map(\.text) }.sorted() == ["first", "second", "third"])
  }

  @Test("JSON of Telegram's kind without a list of messages is told")
  func noList() throws {
    let file = try bench.file(#"{"personal_information": {"user_id": 1}}"#, named: "result.json")
    #expect(bench.run(file).summary.failures == [.noMessageList(path: file.path)])
  }

  @Test(
    "A chat without messages is no failure",
    arguments: [
      ("result.json", #"{"name": "n", "type": "private_group", "id": 1, "messages": []}"#),
      ("chat.log", "--- Log opened Fri Mar 29 23:40:00 2024\n"),
    ])
  func noMessages(name: String, text: String) throws {
    let report = try bench.run(text: text, named: name)
    #expect(report.summary == ImportSummary(filesRead: 1))
    #expect(report.lines == ["\(name): contains no messages"])
  }

  @Test("A full disk ends the import with one error, and what was written before stays")
  func fullDisk() async throws {
    let path = bench.folder.path("small")
    do { _ = try Archive(path: path, mode: .createIfMissing) }
    let small = try Archive(path: path, mode: .existing, options: .init(maximumPageCount: 120))
    let file = try bench.file(LongExport.text(messages: 5000), named: "result.json")
    let summary = Importer(into: small, timeZone: .gmt).run(
      [file, Fixture.irssi], progress: { _ in }, problem: { _ in })
    #expect(summary.failures == [.archive(.diskFull(path: small.path))])
    #expect(summary.added >= 1000 && summary.added < 5000)
    #expect(try await small.allMessages().count == summary.added)
    // Nothing but room was missing: the same import goes on where it stopped.
    let roomy = try Archive(path: path, mode: .existing)
    let again = Importer(into: roomy, timeZone: .gmt).run([file], progress: { _ in }, problem: { _ in })
    #expect(
      again
        == ImportSummary(
          added: 5000 - summary.added, duplicates: summary.added, conversations: [1], filesRead: 1))
  }

  @Test("An import that is killed at any moment, and run again, is the same as one that was not")
  func killed() async throws {
    let file = try bench.file(LongExport.text(messages: 3500), named: "result.json")
    var copies = 0
    let importer = Importer(into: bench.archive, timeZone: .gmt, chunkSize: 4096)
    _ = importer.run(
      [file],
      progress: { progress in
        copies += 1
        #expect(throws: Never.self) { try bench.folder.copyFiles(of: "archive", to: "killed\(copies)") }
      }, problem: { _ in })
    let clean = try await bench.content()
    #expect(copies >= 4)
    for copy in 1...copies {
      let killed = try Archive(path: bench.folder.path("killed\(copy)"), mode: .existing)
      let before = try await killed.info().messageCount
      #expect(before % Importer.batchMessages == 0 || before == 3500)
      let again = Importer(into: killed, timeZone: .gmt).run([file], progress: { _ in }, problem: { _ in })
      #expect(again.added == 3500 - before && again.duplicates == before)
      #expect(try await killed.allMessages() == clean.messages[0])
      #expect(try await killed.info().integrity == .ok)
    }
  }

  @Test("Files imported a second time add nothing and change nothing")
  func twice() async throws {
    let first = bench.run(Fixture.all)
    #expect(first.summary.failures == [])
    let before = try await bench.content()
    let second = bench.run(Fixture.all)
    #expect(second.summary.added == 0)
    #expect(second.summary.duplicates == first.summary.added)
    #expect(try await bench.content() == before)
  }

  @Test("Progress rises to the size of all files, those that failed included")
  func progress() throws {
    let long = try bench.file(LongExport.text(messages: 3000), named: "result.json")
    let bad = try bench.file("Dear diary", named: "diary.txt")
    let report = bench.run(bad, long, Fixture.irssi)
    let sizes = try [bad, long, Fixture.irssi].map { Int64(try Data(contentsOf: $0).count) }
    let total = sizes.reduce(0, +)
    #expect(report.progress.allSatisfy { $0.totalBytes == total })
    #expect(report.progress.map(\.bytesRead) == report.progress.map(\.bytesRead).sorted())
    #expect(
      report.progress.last
        == ImportProgress(bytesRead: total, totalBytes: total, messages: 3010, file: Fixture.irssi))
    #expect(report.progress.count <= 1 + Int(total / Importer.progressBytes))
    #expect(report.progress.count >= 3)
  }
}

/// A Telegram export of any length, some 280 bytes a message.
enum LongExport {
  static func text(messages: Int) -> String {
    let records = (1...messages).map { number in
      """
      {"id": \(number), "type": "message", "date_unixtime": "\(1_700_000_000 + number)", "from": "Mara", \
      "from_id": "user\(number % 7)", "reply_to_message_id": \(max(1, number - 3)), "text": "\
      Message \(number). \(String(repeating: "All the way up. ", count: 10))"}
      """
    }
    return #"{"name": "Long", "type": "private_group", "id": 9, "messages": ["#
      + records.joined(separator: ",\n")
      + "]}"
  }
}
