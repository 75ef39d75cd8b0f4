import Foundation
import GRDB
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Folders that are kept up to date", .dedicatedThreads)
struct FolderWatchTests {
  private let bench: ImportBench
  private var watch: FolderWatch
  /// The injected time. The test does not wait.
  private var now = ContinuousClock.now

  init() throws {
    bench = try ImportBench()
    try FileManager.default.createDirectory(
      at: bench.folder.url.appendingPathComponent("logs"), withIntermediateDirectories: true)
    watch = FolderWatch(try Self.keep(in: bench), of: bench.archive)
  }

  /// Keeps the archive up to date with the folder “logs”.
  @discardableResult
  private static func keep(
    in bench: ImportBench, except exceptions: Set<String> = [],
    _ change: (inout WatchAnswers) -> Void = { _ in }
  ) throws -> WatchedFolder.ID {
    var answers = WatchAnswers()
    answers.timeZone = "UTC"
    change(&answers)
    return try bench.archive.keepUpToDate(
      with: bench.folder.path("logs"), answers: answers.encoded, exceptions: exceptions, at: 0)
  }

  private func write(_ text: String, to name: String) throws { try bench.file(text, named: "logs/\(name)") }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: bench.folder.path("logs/\(name)"))
  }

  private mutating func look(after seconds: Int) throws -> FolderWatch.Finding {
    now += .seconds(seconds)
    return try #require(try watch.look(now: now))
  }

  /// Looks twice, as long as a file takes to count as complete, and reads what is due.
  @discardableResult
  private mutating func read() throws -> FolderReader.Result {
    _ = try look(after: 1)
    let finding = try look(after: 5)
    return watch.read(finding, at: 1_700_000_000_000)
  }

  private var texts: [String] {
    get async throws {
      var texts: [String] = []
      for chat in try await bench.archive.chats() {
        texts += try await bench.archive.newest(in: chat.id, limit: 100).map(\.text)
      }
      return texts.sorted()
    }
  }

  private func count(_ rows: String) throws -> Int {
    try bench.archive.writing { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 }
  }

  private func counts(_ reading: FolderReading) -> [Int] {
    [reading.messageCount, reading.chatCount, reading.fileCount]
  }

  private func counts(_ forgotten: ForgottenImport) -> [Int] { [forgotten.removed, forgotten.kept] }

  private static let log = "2024-03-01 10:00:00\tmara\tone\n"

  private static func line(_ second: Int, _ text: String) -> String {
    "2024-03-01 10:00:\(second < 10 ? "0" : "")\(second)\tmara\t\(text)\n"
  }

  // MARK: Files

  @Test("A new file is read when it is complete, and not again")
  mutating func newFile() async throws {
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    #expect(try look(after: 0).due.isEmpty)
    #expect(try look(after: 4).due.isEmpty)
    let finding = try look(after: 1)
    #expect(Array(finding.due.settled.keys) == ["irc.libera.#swift.weechatlog"])
    #expect(watch.read(finding, at: 1).summary.added == 1)
    #expect(try await texts == ["one"])
    #expect(try look(after: 60).due.isEmpty)
    let reading = try #require(try await bench.archive.readings(of: watch.id).first)
    #expect(reading.file == "irc.libera.#swift.weechatlog")
    #expect(counts(reading) == [1, 1, 1])
    #expect(reading.canUndo)
  }

  @Test("A log that grows adds its new lines, and is one import with one part")
  mutating func growingLog() async throws {
    var text = ""
    for second in 0..<12 {
      text += Self.line(second, "line \(second)")
      try write(text, to: "irc.libera.#swift.weechatlog")
      #expect(try read().summary.added == 1)
    }
    #expect(try await texts.count == 12)
    let imports = try await bench.archive.imports()
    #expect(imports.map(\.messageCount) == [12])
    #expect(imports.map(\.path) == [bench.folder.path("logs")])
    #expect(imports.map(\.folder) == [watch.id])
    // The newest reading is an import of its own until the next one.
    #expect(try count("import") == 2)
    #expect(try count("import_part") == 2)
    #expect(try count("message_version") == 0)
    #expect(try await bench.archive.info().integrity == .ok)
  }

  @Test("A chat without keys that grows is one import with one part as well")
  mutating func growingChat() async throws {
    try Self.keep(in: bench) { $0.owner = .people(["Mara"]) }
    var text = ""
    for minute in 10..<20 {
      text += "[25/03/2024, 10:\(minute):00] \(minute % 2 == 0 ? "Mara" : "Jonas"): line \(minute)\n"
      if minute < 13 { continue }
      try write(text, to: "WhatsApp Chat with Jonas/_chat.txt")
      let result = try read()
      #expect(result.files.map(\.outcome) == [.read])
      #expect(result.summary.added == (minute == 13 ? 4 : 1))
    }
    #expect(try await texts.count == 10)
    #expect(try count("import") == 2)
    #expect(try count("import_part") == 2)
  }

  @Test("A log that is rotated, shortened or deleted loses nothing")
  mutating func rotation() async throws {
    let name = "irc.libera.#swift.weechatlog"
    try write(Self.line(0, "one") + Self.line(1, "two"), to: name)
    try read()
    try write(Self.line(2, "three"), to: name)
    #expect(try read().summary.added == 1)
    #expect(try await texts == ["one", "three", "two"])
    try remove(name)
    #expect(try look(after: 10).due.isEmpty)
    try write(Self.line(3, "four"), to: name)
    #expect(try read().summary.added == 1)
    #expect(try await texts == ["four", "one", "three", "two"])
    #expect(try await bench.archive.imports().map(\.messageCount) == [4])
  }

  @Test("A file that is being written is not read, but a log is, without a line that has no end yet")
  mutating func beingWritten() async throws {
    try write(#"{"messages": ["#, to: "result.json")
    try write(Self.log + "2024-03-01 10:00:01\tmara\ttw", to: "irc.libera.#swift.weechatlog")
    _ = try look(after: 0)
    for second in 1...8 {
      try write(#"{"messages": [\#(String(repeating: " ", count: second))"#, to: "result.json")
      try write(
        Self.log + "2024-03-01 10:00:01\tmara\ttw" + String(repeating: "o", count: second),
        to: "irc.libera.#swift.weechatlog")
      let finding = try look(after: 4)
      guard !finding.due.isEmpty else { continue }
      #expect(second == 8)
      let result = watch.read(finding, at: 1)
      #expect(result.read == ["irc.libera.#swift.weechatlog"])
      #expect(result.summary.failures.isEmpty)
    }
    #expect(try await texts == ["one"])
  }

  @Test(
    "Pipes, links out of the folder, hidden and unfinished files are left alone; other files are no chats")
  mutating func otherFiles() async throws {
    let outside = try bench.file(Self.log, named: "outside.weechatlog")
    mkfifo(bench.folder.path("logs/pipe.log"), 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: bench.folder.path("logs/link.weechatlog"), withDestinationPath: outside.path)
    try write(Self.log, to: ".hidden.weechatlog")
    try write(Self.log, to: "export.zip.part")
    try write("Shopping: milk, bread", to: "notes.txt")
    try write("", to: "empty.log")
    let result = try read()
    #expect(result.files.map(\.path).sorted() == ["empty.log", "notes.txt"])
    #expect(result.files.allSatisfy { $0.outcome == .seen })
    #expect(result.summary.failures.isEmpty)
    #expect(try look(after: 60).due.unreadCount == 0)
    #expect(try await bench.archive.readings(of: watch.id).isEmpty)
    #expect(try await bench.archive.imports().isEmpty)
  }

  @Test("A last line without an end is read once it is whole, or when the log has been at rest for long")
  mutating func openLine() async throws {
    let name = "irc.libera.#swift.weechatlog"
    try write(Self.log + "2024-03-01 10:00:05\tmara\ttwo", to: name)
    #expect(try read().summary.added == 1)
    #expect(try look(after: 60).due.isEmpty)
    try write(Self.log + "2024-03-01 10:00:05\tmara\ttwo is whole\n", to: name)
    #expect(try read().summary.added == 1)
    #expect(try await texts == ["one", "two is whole"])
    try write(
      Self.log + "2024-03-01 10:00:05\tmara\ttwo is whole\n2024-03-01 10:00:06\tmara\tthree", to: name)
    #expect(try read().summary.added == 0)
    let finding = try look(after: 601)
    #expect(watch.read(finding, at: 1).summary.added == 1)
    #expect(try await texts == ["one", "three", "two is whole"])
    #expect(try look(after: 3_600).due.isEmpty)
  }

  @Test("The files that an import reads first may end in a line that is not whole")
  mutating func openLineAtFirst() throws {
    try write(Self.log + "2024-03-01 10:00:05\tmara\ttwo", to: "irc.libera.#swift.weechatlog")
    try write("{}", to: "result.json")
    let files = FolderListing(of: bench.folder.path("logs")).files(in: bench.folder.path("logs"))
    #expect(files.map(\.outcome) == [.open, .seen])
  }

  @Test("A file that is in no export is not looked at again and again")
  mutating func noExport() throws {
    // The end of an empty zip file's directory.
    let empty = Data([0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18))
    try empty.write(to: URL(fileURLWithPath: bench.folder.path("logs/a.zip")))
    try write("x", to: "notes.pdf")
    try read()
    #expect(try look(after: 60).due.isEmpty)
  }

  @Test("An import that is undone while it runs ends, and leaves the archive sound")
  func undoneWhileItRuns() async throws {
    let id = try bench.archive.beginImport(of: "/a", at: 0)
    try bench.archive.assign(id, to: watch.id)
    var context = ImportContext()
    context.id = id
    let message = ImportedMessage(
      conversationKey: "c", conversationTitle: "C", sourceID: "1", sender: .init(key: "ann", name: "Ann"),
      sentAt: 1, text: "one")
    _ = try bench.archive.writeBatch([message], context: context)
    try await bench.archive.forget(id)
    #expect(throws: ArchiveError.self) {
      try bench.archive.writeBatch([message], context: context)
    }
    #expect(try count("message") == 0)
    // The end of the reading of a forgotten folder leaves nothing behind.
    try bench.archive.noteLook(
      at: watch.id, files: [WatchedFile(path: "a", stamp: "1")], reading: nil, paths: [], importID: id,
      lookedAt: 1)
    #expect(try count("watched_file") == 0)
  }

  // Each reading changes the archive, which would be read after it again and again.
  @Test("An archive in its own folder, its log and its media are left alone")
  func ownFiles() throws {
    for name in [
      "a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "a.sqlite.media/1.txt", "a.sqlite.txt", "b.sqlite",
    ] {
      try write("x", to: name)
    }
    let listing = FolderListing(of: bench.folder.path("logs"), besides: bench.folder.path("logs/a.sqlite"))
    #expect(listing.files(in: bench.folder.path("logs")).map(\.path) == ["a.sqlite.txt", "b.sqlite"])
  }

  @Test("A thousand files at once are one import and one reading")
  mutating func manyFiles() async throws {
    for number in 0..<1_000 {
      try write(Self.log, to: "irc.libera.#channel-\(number).weechatlog")
    }
    let result = try read()
    #expect(result.summary.added == 1_000)
    #expect(try count("import") == 1)
    let reading = try #require(try await bench.archive.readings(of: watch.id).first)
    #expect(counts(reading) == [1_000, 1_000, 1_000])
  }

  @Test("A file that cannot be read is named, and does not keep the others from being read")
  mutating func failure() async throws {
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    try write("PK\u{3}\u{4} this is no zip file", to: "export.zip")
    #expect(try read().summary.added == 1)
    let finding = try look(after: 60)
    #expect(finding.due.isEmpty)
    #expect(finding.failures.map(\.path) == ["export.zip"])
    #expect(finding.failures.first?.note?.isEmpty == false)
    // The next start of the program tries again.
    var next = FolderWatch(watch.id, of: bench.archive)
    #expect(try next.look(now: now)?.due.pendingCount == 1)
  }

  @Test("A chat that is left out or was deleted is not imported")
  mutating func exceptions() async throws {
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    try write(Self.log, to: "irc.libera.#gtk.weechatlog")
    try read()
    let chat = try #require(try await bench.archive.chats().first { $0.title.contains("gtk") })
    try await bench.archive.delete(chat.id)
    try write(Self.log + Self.line(2, "three"), to: "irc.libera.#gtk.weechatlog")
    try write(Self.log + Self.line(2, "two"), to: "irc.libera.#swift.weechatlog")
    #expect(try read().summary.added == 1)
    #expect(try await texts == ["one", "two"])
  }

  // MARK: Questions

  private static func whatsApp(_ people: [String]) -> String {
    people.enumerated().map { "[25/03/2024, 10:0\($0):00] \($1): hello \($0)\n" }.joined()
  }

  @Test("A file whose question has no answer waits, and the others are read")
  mutating func questions() async throws {
    try write(Self.whatsApp(["Mara", "Jonas", "Tove"]), to: "WhatsApp Chat with Ridge walk/_chat.txt")
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    let result = try read()
    #expect(result.summary.added == 1)
    #expect(try await texts == ["one"])
    let finding = try look(after: 60)
    #expect(finding.waiting.map(\.path) == ["WhatsApp Chat with Ridge walk/_chat.txt"])
    #expect(finding.due.isEmpty)
    try Self.keep(in: bench) { $0.owner = .people(["Mara"]) }
    try watch.retry()
    #expect(try read().summary.added == 3)
    #expect(try await bench.archive.chats().count { $0.title == "Ridge walk" } == 1)
    #expect(try look(after: 60).waiting.isEmpty)
  }

  @Test("Without a person who answers, the owner stays unknown")
  mutating func defaults() async throws {
    try Self.keep(in: bench) { $0.takesDefaults = true }
    try write(Self.whatsApp(["Mara", "Jonas", "Tove"]), to: "WhatsApp Chat with Ridge walk/_chat.txt")
    #expect(try read().summary.added == 3)
    let chat = try #require(try await bench.archive.chats().first)
    #expect(try await bench.archive.details(of: chat.id)?.owner.isKnown == false)
  }

  @Test("Files without a time zone wait if none was given, and dates in an unknown order")
  mutating func zonesAndDates() async throws {
    try Self.keep(in: bench) {
      $0.owner = .people(["Mara"])
      $0.timeZone = nil
    }
    try write(Self.whatsApp(["Mara", "Jonas"]), to: "WhatsApp Chat with Jonas/_chat.txt")
    #expect(try read().files.map(\.outcome) == [.waiting])
    try Self.keep(in: bench) { $0.owner = .people(["Mara"]) }
    try watch.retry()
    #expect(try read().summary.added == 2)
  }

  // MARK: Folders

  @Test("A folder that vanishes is missing, and nothing is read again when it is back")
  mutating func vanishing() async throws {
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    try read()
    let (path, other) = (bench.folder.path("logs"), bench.folder.path("elsewhere"))
    try FileManager.default.moveItem(atPath: path, toPath: other)
    #expect(try look(after: 10).state == .missing)
    // The mount point of a disk that is not there.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try look(after: 10).state == .missing)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    let finding = try look(after: 10)
    #expect(finding.state == .readable)
    #expect(finding.due.unreadCount == 0)
    #expect(try await texts == ["one"])
  }

  @Test("A paused folder counts what waits, and is read when it is resumed")
  mutating func pausing() async throws {
    try await bench.archive.setState(.paused(since: 5), of: watch.id)
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    _ = try look(after: 0)
    let finding = try look(after: 10)
    #expect(finding.folder.state == .paused(since: 5))
    #expect(finding.due.unreadCount == 1)
    try await bench.archive.setState(.stopped(since: 6), of: watch.id)
    #expect(try look(after: 1).folder.state == .stopped(since: 6))
    try await bench.archive.setState(.active, of: watch.id)
    #expect(try read().summary.added == 1)
  }

  // MARK: Undoing

  @Test("The newest reading can be undone alone, and its file is not read again")
  mutating func undoingReading() async throws {
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    try read()
    try write(Self.log, to: "irc.libera.#gtk.weechatlog")
    try write(Self.log + Self.line(1, "two"), to: "irc.libera.#swift.weechatlog")
    #expect(try read().summary.added == 2)
    // A reading without anything new has the messages, too.
    try write(Self.log + Self.line(1, "two"), to: "irc.libera.#swift.weechatlog")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)],
      ofItemAtPath: bench.folder.path("logs/irc.libera.#swift.weechatlog"))
    #expect(try read().summary.duplicates == 2)
    let forgotten = try await bench.archive.undoReading(of: watch.id)
    #expect(forgotten?.removed == 2)
    #expect(try await texts == ["one"])
    try write(Self.log + Self.line(2, "three"), to: "irc.libera.#gtk.weechatlog")
    #expect(try look(after: 1).due.unreadCount == 0)
    #expect(try look(after: 60).due.isEmpty)
    let readings = try await bench.archive.readings(of: watch.id)
    #expect(readings.map(\.messageCount) == [0, 1])
    #expect(readings.map(\.canUndo) == [false, false])
    #expect(try await bench.archive.undoReading(of: watch.id) == nil)
    #expect(try await bench.archive.info().integrity == .ok)
  }

  @Test("Forgetting the import removes all that was read, and the folder")
  mutating func forgetting() async throws {
    for second in 0..<5 {
      try write((0...second).map { Self.line($0, "line \($0)") }.joined(), to: "irc.libera.#swift.weechatlog")
      try read()
    }
    // Another import has one of the messages, too.
    let other = try bench.file(Self.line(2, "line 2"), named: "other/irc.libera.#swift.weechatlog")
    bench.run(other)
    let id = try #require(try await bench.archive.imports().first { $0.folder != nil }?.id)
    let forecast = try #require(try await bench.archive.forgetting(id))
    #expect(counts(forecast) == [4, 1])
    let forgotten = try #require(try await bench.archive.forget(id))
    #expect(counts(forgotten) == [4, 1])
    #expect(try await texts == ["line 2"])
    for table in ["watched_folder", "watched_file", "folder_read", "watched_exception"] {
      #expect(try count(table) == 0, "\(table)")
    }
    #expect(try count("import") == 1)
    let finding = try watch.look(now: now)
    #expect(finding == nil, "\(finding.debugDescription)")
    #expect(try await bench.archive.info().integrity == .ok)
    #expect(try await bench.archive.searchIndexIsSound())
  }

  @Test("Messages that a reading brings are unread, from the second one on")
  mutating func unread() async throws {
    try write(Self.log, to: "irc.libera.#swift.weechatlog")
    try read()
    #expect(try await bench.archive.chats().map(\.unreadCount) == [0])
    try write(Self.log + Self.line(1, "two") + Self.line(2, "three"), to: "irc.libera.#swift.weechatlog")
    try read()
    try write(
      Self.log + Self.line(1, "two") + Self.line(2, "three") + Self.line(3, "four"),
      to: "irc.libera.#swift.weechatlog")
    try read()
    #expect(try await bench.archive.chats().map(\.unreadCount) == [3])
  }
}
