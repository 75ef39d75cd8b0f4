import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

/// An archive that loses the first message of each batch without a word.
private struct LosingArchive: ImportDestination {
  let archive: Archive

  var path: String { archive.path }
  var writeObstacle: ArchiveError? { archive.writeObstacle }
  var loss: ArchiveError? { archive.loss }

  func beginImport(of path: String, at time: Int64, format: String?) throws(ArchiveError) -> ImportRecord.ID {
    try archive.beginImport(of: path, at: time, format: format)
  }

  func write(
    _ next: () -> (batch: WordedBatch, context: ImportContext)?
  ) throws(ArchiveError) -> BatchResult {
    try archive.write {
      next().map { batch, context in
        var batch = batch
        return (batch.removeLast(batch.messages.count - 1), context)
      }
    }
  }

  func tell(
    _ owners: [String: ImportOwner], in conversations: Set<Conversation.ID>
  ) throws(ArchiveError) { try archive.tell(owners, in: conversations) }
  func titledChats(withKey key: String) throws(ArchiveError) -> [TitledChat] {
    try archive.titledChats(withKey: key)
  }
  func joinPeople(_ people: [[String]], since first: ImportRecord.ID?) throws(ArchiveError) -> [[String]] {
    try archive.joinPeople(people, since: first)
  }
  func noteSamePeople(_ messages: [PeoplePair: Int]) throws(ArchiveError) -> [PeoplePair] {
    try archive.noteSamePeople(messages)
  }
  func awaitedMessages() throws(ArchiveError) -> [String: Set<String>] { try archive.awaitedMessages() }
  func knownConversations(ofKeys keys: Set<String>) throws(ArchiveError) -> Set<String> {
    try archive.knownConversations(ofKeys: keys)
  }
  func relocate(_ places: [String: String]) throws(ArchiveError) { try archive.relocate(places) }
  func endImport(into conversations: Set<Conversation.ID>) throws(ArchiveError) {
    try archive.endImport(into: conversations)
  }
  func moveLogIntoFile() { archive.moveLogIntoFile() }
}

@Suite("Running imports", .dedicatedThreads)
struct ImportFailureTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static let isSuperuser = getuid() == 0

  @Test(
    "A missing file, a device, an empty file and an empty folder are reported, and the other files imported")
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

  @Test("A message that is neither stored nor known is an error of the program that the report shows")
  func lostMessage() throws {
    let importer = Importer(
      into: LosingArchive(archive: bench.archive), options: ImportOptions(timeZone: ImportBench.utc))
    #expect(importer.run([Fixture.irssi]).failures == [.miscounted(read: 10, stored: 9)])
  }

  @Test(
    "A file without permission to read is reported",
    .disabled(if: isSuperuser, "The superuser may read everything"))
  func unreadable() throws {
    let file = try bench.file("[12:00] <a> x", named: "a.log")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
    #expect(bench.run(file).summary.failures == [.unreadable(path: file.path)])
  }

  @Test(
    "A folder's files are read in the order of their names, and files that are no chat are reported and ignored"
  )
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

  @Test("A Telegram export without a list of messages is reported")
  func noList() throws {
    let file = try bench.file(#"{"personal_information": {"user_id": 1}}"#, named: "result.json")
    #expect(bench.run(file).summary.failures == [.noMessageList(path: file.path)])
  }

  @Test(
    "A chat without messages is not a failure",
    arguments: [
      ("result.json", #"{"name": "n", "type": "private_group", "id": 1, "messages": []}"#),
      ("chat.log", "--- Log opened Fri Mar 29 23:40:00 2024\n"),
    ])
  func noMessages(name: String, text: String) throws {
    let report = try bench.run(text: text, named: name)
    #expect(report.summary == ImportSummary(filesRead: 1))
    #expect(report.lines == ["\(name): contains no messages"])
  }

  @Test("A full disk ends the import with one error, and earlier batches stay")
  func fullDisk() async throws {
    let path = bench.folder.path("small")
    do { _ = try Archive(path: path, mode: .createIfMissing) }
    let small = try Archive(path: path, mode: .existing, options: .init(maximumPageCount: 157))
    let file = try bench.file(LongExport.text(messages: 2500), named: "result.json")
    let summary = Importer(into: small, timeZone: .gmt).run(
      [file, Fixture.irssi])
    #expect(summary.failures == [.archive(.diskFull(path: small.path))])
    #expect(summary.added >= 1000 && summary.added < 2500)
    #expect(try await small.allMessages().count == summary.added)
    // With enough space, the same import continues where it stopped.
    let roomy = try Archive(path: path, mode: .existing)
    let again = Importer(into: roomy, timeZone: .gmt).run([file])
    #expect(
      again
        == ImportSummary(
          added: 2500 - summary.added, duplicates: summary.added, conversations: [1], filesRead: 1))
  }

  /// The loss of an archive's file during an import.
  enum Loss: String, CaseIterable, Sendable {
    case moved, deleted, replaced
  }

  @Test(
    "Of an archive that is moved, deleted or replaced meanwhile, the summary claims nothing",
    arguments: Loss.allCases)
  func lost(loss: Loss) throws {
    let path = bench.folder.path("lost")
    let other = try bench.folder.closedArchive("other", 0..<9)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: other))
    let file = try bench.file(LongExport.text(messages: 9_000), named: "result.json")
    let archive = try Archive(path: path, mode: .createIfMissing)
    func lose() throws {
      switch loss {
      case .moved: try #require(rename(path, path + ".aside") == 0)
      case .deleted: try FileManager.default.removeItem(atPath: path)
      case .replaced: try #require(rename(other, path) == 0)
      }
    }
    var (isLost, begun) = (false, 0)
    let summary = Importer(into: archive, timeZone: .gmt).run(
      [file, Fixture.irssi],
      observer: ImportObserver(
        progress: { progress in
          if progress.messages > 3_000, !isLost {
            isLost = true
            #expect(throws: Never.self) { try lose() }
          }
        }, didBegin: { _ in begun += 1 }))
    #expect(isLost && begun == 1)
    let error: ArchiveError = loss == .replaced ? .replaced(path: path) : .removed(path: path)
    #expect(summary.failures == [.archive(error)])
    #expect(summary.hasLostArchive)
    #expect(summary.added == 0 && summary.duplicates == 0 && summary.conversations == [])
    archive.close()
    if loss == .replaced {
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes, "nothing is written to the new file")
    }
  }

  @Test("The loss of an archive is noticed also after the last batch, and when the import was cancelled")
  func lostLast() throws {
    for isCancelled in [true, false] {
      let path = bench.folder.path("last-\(isCancelled)")
      let archive = try Archive(path: path, mode: .createIfMissing)
      let file = try bench.file(LongExport.text(messages: 40), named: "result.json")
      var asked = 0
      let summary = Importer(into: archive, timeZone: .gmt).run(
        [file],
        observer: ImportObserver(isCancelled: {
          asked += 1
          guard asked == 30 else { return false }
          #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) }
          return isCancelled
        }))
      #expect(asked >= 30)
      #expect(summary.isCancelled == isCancelled)
      #expect(summary.failures == [.archive(.removed(path: path))])
      #expect(summary.added == 0 && summary.hasLostArchive)
    }
    // Nothing is written afterwards.
    let path = bench.folder.path("nothing")
    let archive = try Archive(path: path, mode: .createIfMissing)
    let file = try bench.file("--- Log opened Fri Mar 29 23:40:00 2024\n", named: "chat.log")
    let summary = Importer(into: archive, timeZone: .gmt).run(
      [file],
      observer: ImportObserver(problem: { _ in
        #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) }
      }))
    #expect(summary.failures == [.archive(.removed(path: path))])
  }

  @Test("An import that is killed and run again gives the same archive")
  func killed() async throws {
    let file = try bench.file(LongExport.text(messages: 2200, repeating: 22), named: "result.json")
    var copies = 0
    let importer = Importer(into: bench.archive, timeZone: .gmt, chunkSize: 4096)
    _ = importer.run(
      [file],
      observer: ImportObserver(progress: { progress in
        copies += 1
        #expect(throws: Never.self) { try bench.folder.copyFiles(of: "archive", to: "killed\(copies)") }
      }))
    let clean = try await bench.content()
    #expect(copies >= 4)
    for copy in 1...copies {
      let killed = try Archive(path: bench.folder.path("killed\(copy)"), mode: .existing)
      let before = try await killed.info().messageCount
      #expect(before % Importer.batchMessages == 0 || before == 2200)
      let again = Importer(into: killed, timeZone: .gmt).run([file])
      #expect(again.added == 2200 - before && again.duplicates == before)
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
    #expect(second.summary.duplicates == first.summary.added + first.summary.duplicates)
    #expect(try await bench.content() == before)
  }

  @Test("Progress rises to the size of all files, including those that failed")
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
        == ImportProgress(
          bytesRead: total, totalBytes: total, messages: 3010, file: Fixture.irssi, chat: "Long"))
    #expect(report.progress.count <= 1 + Int(total / Importer.progressBytes))
    #expect(report.progress.count >= 3)
  }
}

@Suite("Cancelling an import", .dedicatedThreads)
struct ImportCancelTests {
  private static func log(_ lines: Int) -> String {
    (0..<lines).map { "2024-01-02 12:00:\(String(format: "%02d", $0 % 60))\tann\tline \($0)" }.joined(
      separator: "\n")
  }

  @Test("A cancelled import stores what it has read, and a second import completes it")
  func cancelled() async throws {
    let bench = try ImportBench()
    let file = try bench.file(Self.log(5_000), named: "a.weechatlog")
    var asked = 0
    let summary = Importer(into: bench.archive, timeZone: ImportBench.utc).run(
      [file, file],
      observer: ImportObserver(isCancelled: {
        asked += 1
        return asked > 2_500
      }))
    #expect(summary.isCancelled)
    #expect(summary.failures == [])
    #expect(summary.added > 2_000 && summary.added < 2_600)
    #expect(try await bench.archive.conversations().map(\.messageCount) == [summary.added])
    let rest = bench.run(file).summary
    #expect(!rest.isCancelled)
    #expect(rest.added == 5_000 - summary.added)
    #expect(rest.duplicates == summary.added)
  }

  @Test("An import that is cancelled before it begins reads nothing and reports no failure")
  func never() throws {
    let bench = try ImportBench()
    let folder = try bench.file("x", named: "folder/a.txt").deletingLastPathComponent()
    for file in [folder, try bench.file(Self.log(10), named: "a.weechatlog")] {
      let summary = Importer(into: bench.archive, timeZone: ImportBench.utc).run(
        [file], observer: ImportObserver(isCancelled: { true }))
      #expect(summary.isCancelled)
      #expect(summary.added == 0 && summary.filesRead == 0 && summary.failures == [])
    }
  }

  @Test("An import that is cancelled after the last record is not reported as cancelled")
  func late() throws {
    let bench = try ImportBench()
    let file = try bench.file(Self.log(10), named: "a.weechatlog")
    var isLate = false
    let summary = Importer(into: bench.archive, timeZone: ImportBench.utc).run(
      [file], observer: ImportObserver(progress: { _ in isLate = true }, isCancelled: { isLate }))
    #expect(summary.added == 10 && !summary.isCancelled)
  }

  // The first reading of a large file took seconds, in which nothing asked.
  @Test("An import that is cancelled while a file is read for the first time adds nothing")
  func firstPass() throws {
    let bench = try ImportBench()
    let lines = (0..<5_000).map { "13/06/2018, 15:22 - Mara: line \($0)\n" }
    let file = try bench.file(lines.joined(), named: "WhatsApp Chat with Mara.txt")
    var asked = 0
    let importer = Importer(into: bench.archive, options: ImportOptions(timeZone: .gmt), chunkSize: 4096)
    let summary = importer.run(
      [file],
      observer: ImportObserver(isCancelled: {
        asked += 1
        return asked > 10
      }))
    #expect(summary.isCancelled)
    #expect(summary.added == 0 && summary.failures == [])
    #expect(asked < 40)
  }

  @Test("A cancelled import cuts no message, and reports no damage", arguments: [true, false])
  func noDamage(isTelegram: Bool) async throws {
    let text =
      isTelegram
      ? LongExport.text(messages: 30, repeating: 100)
      : (0..<30).map {
        "13/06/2018, 15:22 - Mara: \($0) \(String(repeating: "all the way up ", count: 100))end\n"
      }
      .joined()
    for limit in stride(from: 1, to: 90, by: 4) {
      let bench = try ImportBench()
      let file = try bench.file(text, named: isTelegram ? "result.json" : "WhatsApp Chat with Mara.txt")
      var (asked, problems) = (0, 0)
      let importer = Importer(into: bench.archive, options: ImportOptions(timeZone: .gmt), chunkSize: 1024)
      let summary = importer.run(
        [file],
        observer: ImportObserver(
          problem: { _ in problems += 1 },
          isCancelled: {
            asked += 1
            return asked > limit
          }))
      #expect(summary.failures == [] && summary.skipped == 0 && problems == 0, "\(limit)")
      guard summary.added > 0 else { continue }
      let texts = try await bench.archive.allMessages().map(\.text)
      #expect(texts.count == summary.added, "\(limit)")
      #expect(texts.allSatisfy { $0.hasSuffix(isTelegram ? "up. " : "end") }, "\(limit)")
    }
  }

  @Test("Progress names the current file, and the summary the conversations with new messages")
  func progress() throws {
    let bench = try ImportBench()
    let files = try ["#a", "#b"].map { try bench.file(Self.log(10), named: "\($0).weechatlog") }
    let report = bench.run(files)
    #expect(report.progress.last?.file?.lastPathComponent == "#b.weechatlog")
    #expect(report.summary.conversations.count == 2)
    #expect(bench.run(files).summary.conversations == [])
  }
}

/// A Telegram export of any length.
enum LongExport {
  /// - Parameter count: The number of repetitions of a text of 16 bytes in each message.
  static func text(messages: Int, repeating count: Int = 10) -> String {
    let records = (1...messages).map { number in
      """
      {"id": \(number), "type": "message", "date_unixtime": "\(1_700_000_000 + number)", "from": "Mara", \
      "from_id": "user\(number % 7)", "reply_to_message_id": \(max(1, number - 3)), "text": "\
      Message \(number). \(String(repeating: "All the way up. ", count: count))"}
      """
    }
    return #"{"name": "Long", "type": "private_group", "id": 9, "messages": ["#
      + records.joined(separator: ",\n")
      + "]}"
  }
}
