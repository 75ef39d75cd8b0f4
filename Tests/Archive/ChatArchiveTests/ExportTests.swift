import Foundation
import Synchronization
import Testing

@testable import ChatExport
@testable import ChatStore
@testable import Chats

@Suite("Exporting", .dedicatedThreads)
struct ExportTests {
  // MARK: Plain text

  @Test("A text has a line for each message, and the rest of it is indented")
  func plainText() async throws {
    let bench = try ExportBench()
    let text = try await bench.export(.txt)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "Walks & <talks>")
    #expect(lines[1] == "45 messages, 2024-03-05 to 2024-04-01, times of Europe/Lisbon")
    let expected = [
      "[2024-03-05 10:00:00] Mara Lind: Good morning",
      "[2024-03-05 10:04:00] * Tove waves",
      "[2024-03-05 10:05:00] 마라: 안녕하세요",
      "[2024-03-05 10:09:00] * Mara Lind invited Jonas Weber",
      "[2024-03-05 10:11:00] Jonas Weber: [deleted message]",
      "[2024-03-05 10:13:00] * [about 40 missing messages]",
      "    [in reply to Jonas Weber: All kinds: word 0 é한😀]",
      "    [👍 4: 마라, Jonas Weber, Mara Lind]",
      "[2024-03-05 10:52:00] Jonas Weber: [video, film.mp4, 640x480, 0 s, 0 bytes]",
      "[2024-03-05 11:10:00] Jonas Weber: [closed poll: Which day?]",
      "    [x] Saturday (4)", "    [edited 2024-03-05 10:40:00]",
      "[2024-03-31 02:00:00] Jonas Weber: After",
    ]
    for line in expected { #expect(lines.contains(line), "\(line)") }
    // A line break of any kind in a message does not begin a line of another message.
    for line in lines.dropFirst(3) where !line.isEmpty {
      #expect(line.hasPrefix("[2024-") || line.hasPrefix("    "), "\(line)")
    }
    #expect(!text.unicodeScalars.contains("\u{1b}") && !text.unicodeScalars.contains("\u{2028}"))
    #expect(try await bench.export(.txt, to: "again") == text)
  }

  // MARK: Some messages

  @Test("Only chosen messages are exported, with their number and days, and copied without a heading")
  func chosenMessages() async throws {
    let bench = try ExportBench()
    let chat: Conversation.ID = 1
    let all = try await bench.archive.newest(in: chat, limit: .max).filter { $0.kind == .normal }
    let ids = [all[0].id, all[2].id, all[all.count - 1].id]
    #expect(try await bench.archive.inOrder(ids.reversed() + [9_999]) == ids)
    for format in ExportFormat.allCases {
      let options = ExportOptions(format: format, messages: ids, timeZone: bench.lisbon)
      let exporter = Exporter(bench.archive, chat: chat, options: options)
      let file = bench.folder.url.appendingPathComponent("chosen.\(format.rawValue)")
      let summary = try await exporter.run(to: .file(file))
      #expect(summary.messages == 3)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("Tove waves"))
      if format == .txt { #expect(text.contains("\n3 messages, 2024-03-05 to 2024-04-01,")) }
    }
    let options = ExportOptions(format: .txt, messages: [all[0].id], timeZone: bench.lisbon)
    let copied = try await Exporter(bench.archive, chat: chat, options: options).copiedText()
    #expect(copied == "[2024-03-05 10:00:00] Mara Lind: Good morning\n")
    let range = try await bench.archive.messageIDs(
      in: chat, from: all[0].cursor, through: all[2].cursor, limit: 100)
    #expect(range.first == all[0].id)
    #expect(range.last == all[2].id)
    let kinds = try await bench.archive.messages(range).map(\.kind)
    #expect(!kinds.contains(.service))
    let shelves = all.flatMap(\.attachments).compactMap(\.kind.shelf)
    #expect(try await bench.archive.mediaCount(of: all.map(\.id)) == shelves.count)
  }

  @Test("The results of a search are a table, the newest first, with quotes where they are needed")
  func table() async throws {
    let bench = try ExportBench()
    let all = try await bench.archive.newest(in: 1, limit: .max)
    let first = try #require(all.first { $0.text == "Good morning" })
    try await bench.archive.setBookmark("say \"hi\", =1", of: first.id)
    let file = bench.url("table.csv")
    let exporter = ResultsExporter(bench.archive, SearchQuery("good morning"), in: nil, timeZone: .gmt)
    let summary = try await exporter.run(to: .file(file))
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\r\n")
    #expect(lines[0] == "Time,Chat,Person,Text,Files,Bookmark,Number")
    let row =
      "2024-03-05T10:00:00+00:00,Walks & <talks>,Mara Lind,Good morning,,\"say \"\"hi\"\", =1\",\(first.id)"
    #expect(lines.contains(row), "\(lines)")
    #expect(summary.messages == lines.count - 2)
    #expect(CommaSeparated.line(["=1+1", "a\nb", "plain"]) == "'=1+1,\"a\nb\",plain\r\n")
    let none = bench.url("none.csv")
    let nothing = ResultsExporter(bench.archive, SearchQuery("zebra"), in: nil, timeZone: .gmt)
    #expect(try await nothing.run(to: .file(none)).messages == 0)
    #expect(!FileManager.default.fileExists(atPath: none.path))
  }

  // MARK: The span

  @Test("A span is of whole days of the chat's time zone, the last one included")
  func spans() async throws {
    let bench = try ExportBench()
    let span = try ExportSpan(from: "2024-03-31", to: "2024-03-31", in: bench.lisbon)
    let day = try await bench.export(.txt, span: span)
    #expect(day.contains("2 messages, 2024-03-31,") && day.contains(": Before") && day.contains(": After"))
    let month = try ExportSpan(from: nil, to: "2024-03", in: bench.lisbon)
    #expect(!(try await bench.export(.txt, span: month).contains("April")))
    let later = try ExportSpan(from: "2024-04", to: nil, in: bench.lisbon)
    #expect(try await bench.export(.txt, span: later).contains("1 message, 2024-04-01,"))
    #expect(throws: ExportError.notADate(text: "yesterday")) {
      try ExportSpan(from: "yesterday", to: nil, in: .gmt)
    }
    #expect(throws: ExportError.emptySpan(from: "2024", to: "2023")) {
      try ExportSpan(from: "2024", to: "2023", in: .gmt)
    }
  }

  @Test("A span without messages writes nothing", arguments: ExportFormat.allCases)
  func emptySpan(format: ExportFormat) async throws {
    let bench = try ExportBench()
    let names = try bench.folder.names()
    let options = ExportOptions(format: format, span: ExportSpan(start: 0, end: 5), timeZone: .gmt)
    let summary = try await Exporter(bench.archive, chat: 1, options: options).run(
      to: .file(bench.url("export")))
    #expect(summary == ExportSummary(messages: 0, bytes: 0))
    #expect(try bench.folder.names() == names)
  }

  // MARK: The chat

  @Test("A chat is found by its title, its number, or a part of its title that is only one's")
  func chats() async throws {
    let bench = try ExportBench([])
    for (key, title) in [("a", "Walks"), ("b", "walks in the snow"), ("c", "Café"), ("d", "3")] {
      var message = ExportSamples.message("1")
      (message.conversationKey, message.conversationTitle) = (key, title)
      _ = try bench.archive.writeBatch([message])
    }
    let archive = bench.archive
    #expect(try await archive.chat(named: "Walks").id == 1)
    #expect(try await archive.chat(named: "WALKS").id == 1)
    #expect(try await archive.chat(named: "2").id == 2)
    #expect(try await archive.chat(named: "3").id == 4)
    #expect(try await archive.chat(named: "cafe").id == 3)
    #expect(try await archive.chat(named: "snow").id == 2)
    await #expect(
      throws: ExportError.ambiguousChat(name: "alk", chats: ["walks in the snow (2)", "Walks (1)"])
    ) { try await archive.chat(named: "alk") }
    let missing = await #expect(throws: ExportError.self) { try await archive.chat(named: "Boats") }
    #expect(missing?.description.contains("“Walks”") == true)
  }

  // MARK: Files

  @Test("A file is replaced when the export is complete, and only its owner may read it")
  func replaces() async throws {
    let bench = try ExportBench()
    try Data("old".utf8).write(to: bench.url("export"))
    let names = try bench.folder.names()
    #expect(try await bench.export(.txt).hasPrefix("Walks"))
    #expect(try bench.folder.names() == names)
    let mode = try FileManager.default.attributesOfItem(atPath: bench.url("export").path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("A cancelled export leaves what was there before", arguments: ExportFormat.allCases)
  func cancelled(format: ExportFormat) async throws {
    let bench = try ExportBench()
    try Data("old".utf8).write(to: bench.url("export"))
    let names = try bench.folder.names()
    let calls = Mutex(0)
    let exporter = Exporter(
      bench.archive, chat: 1, options: ExportOptions(format: format, timeZone: .gmt, renamesPeople: true))
    await #expect(throws: ExportError.cancelled) {
      try await exporter.run(
        to: .file(bench.url("export")),
        isCancelled: {
          calls.withLock { calls in
            calls += 1
            return calls > 70
          }
        })
    }
    #expect(try bench.folder.names() == names)
    #expect(try String(contentsOf: bench.url("export"), encoding: .utf8) == "old")
  }

  @Test("Archives, folders and devices are not replaced, and a missing folder is named")
  func refuses() async throws {
    let bench = try ExportBench()
    func error(_ path: String) async -> ExportError? {
      do throws(ExportError) {
        _ = try await Exporter(bench.archive, chat: 1, options: ExportOptions(format: .txt, timeZone: .gmt))
          .run(to: .file(URL(fileURLWithPath: path)))
        return nil
      } catch {
        return error
      }
    }
    let archive = bench.archive.path
    #expect(await error(archive) == .isArchive(path: archive))
    #expect(await error("/dev/null") == .notAFile(path: "/dev/null"))
    let folder = bench.folder.url.path
    #expect(await error(folder) == .notAFile(path: folder))
    let missing = bench.folder.path("none/export")
    guard case .folderMissing? = await error(missing) else {
      Issue.record("a missing folder")
      return
    }
    #expect(try bench.folder.names().filter { $0.contains(".new-") } == [])
  }

  @Test(
    "A full disk is a sentence, and nothing is left on it", .enabled(if: TinyDisk.isPossible, TinyDisk.whyNot)
  )
  func fullDisk() async throws {
    let disk = try TinyDisk(kibibytes: 16)
    let bench = try ExportBench()
    let url = URL(fileURLWithPath: disk.folder.path("export"))
    let exporter = Exporter(bench.archive, chat: 1, options: ExportOptions(format: .html, timeZone: .gmt))
    await #expect(throws: ExportError.diskFull(path: url.relativePath)) {
      try await exporter.run(to: .file(url))
    }
    #expect(try disk.folder.names() == [])
  }

  @Test("Progress ends at the number of messages")
  func progress() async throws {
    let bench = try ExportBench(ImportedMessage.samples(0..<2500))
    let reports = Mutex<[ExportProgress]>([])
    _ = try await Exporter(bench.archive, chat: 1, options: ExportOptions(format: .txt, timeZone: .gmt)).run(
      to: .stream(folder: bench.folder.url) { _ in },
      progress: { report in reports.withLock { $0.append(report) } })
    #expect(reports.withLock { $0.map(\.messages) } == [1000, 2000, 2500])
    #expect(reports.withLock { $0.allSatisfy { $0.total == 2500 } })
  }

  // MARK: Other names

  @Test(
    "No name, number or key of a person is in an export with other names", arguments: ExportFormat.allCases)
  func renamed(format: ExportFormat) async throws {
    var messages = ExportSamples.all
    messages.append(
      ExportSamples.message(
        "90", 90, "mara, MARA LIND and Marathon: call +49 151 1234567 or 마라는", from: ExportSamples.jonas))
    let link = "https://t.me/maralind"
    messages.append(
      ExportSamples.message(
        "91", 91, link, entities: [TextEntity(start: 0, length: link.utf8.count, kind: .link(target: link))]))
    messages.append(
      ExportSamples.message(
        "92", 92, "see @mara_l, please", entities: [TextEntity(start: 4, length: 7, kind: .mention)]))
    let bench = try ExportBench(messages)
    let text = try await bench.export(format, renamesPeople: true)
    let secrets = [
      "Lind", "Jonas", "Weber", "Tove", "Amir", "Haddad", "마라", "1234567", "user11", "user12", "+49",
      "telegram:",
      "whatsapp:", "maralind", "mara_l", "mara@", "t47-1_2", "Weather desk", "weatherbot",
    ]
    let found = secrets.filter { text.contains($0) }
    #expect(found == [])
    let isMarked = text.contains("Marathon") && text.contains("[phone number]")
    #expect(isMarked)
    // Jonas Weber has written most.
    let isRenamed = text.contains("Person 2, Person 2 and Marathon: call [phone number] or Person 5는")
    #expect(isRenamed)
    let isKept = text.contains("Which day?")
    #expect(isKept)
  }

  @Test("An export with other names can be imported, and its people are none of the archive's")
  func renamedImport() async throws {
    let bench = try ExportBench()
    try await bench.export(.json, renamesPeople: true)
    let (other, report) = try bench.imported()
    #expect(report.problems == [] && report.summary.failures == [])
    let (all, after) = (try await ExportBench.facts(bench.archive), try await ExportBench.facts(other))
    let before = all.filter { $0.kind != .note }
    #expect(after.count == before.count && before.count < all.count, "notes are nobody else's")
    #expect(after.map(\.sentAt) == before.map(\.sentAt) && after.map(\.isOwn) == before.map(\.isOwn))
    #expect(after.map { $0.quote != nil } == before.map { $0.quote != nil })
    #expect(
      after.compactMap(\.sender).allSatisfy { $0.name.hasPrefix("Person ") && $0.key.hasPrefix("renamed:") })
    #expect(bench.reimport("export", into: bench.archive).summary.added > 0)
  }

  @Test("Names are found as whole words, and ranges of the text move with them")
  func finder() {
    let finder = NameFinder(["mara lind": "Person 1", "mara": "Person 1", "마라": "Person 2", "jo": "P"])
    #expect(
      finder.replaced("Mara Lind, mara! Tamara Maras _mara").text
        == "Person 1, Person 1! Tamara Maras _Person 1")
    #expect(finder.replaced("마라는 왔다 Jo-jo").text == "Person 2는 왔다 P-P")
    let (text, entities) = finder.replaced(
      "Hi Mara Lind and bold",
      [TextEntity(start: 0, length: 7, kind: .italic), TextEntity(start: 17, length: 4, kind: .bold)])
    #expect(text == "Hi Person 1 and bold")
    #expect(
      entities == [
        TextEntity(start: 0, length: 11, kind: .italic), TextEntity(start: 16, length: 4, kind: .bold),
      ])
    #expect(finder.replaced("").text == "" && finder.replaced("e\u{301} mara").text == "e\u{301} Person 1")
  }

  @Test(
    "Phone numbers are found with their signs, other numbers are left",
    arguments: [
      ("call +49 (151) 123-4567.", "call [phone number]."), ("0049 151 1234567", "[phone number]"),
      ("+12 and 2024-03-05 10:00:00", "+12 and 2024-03-05 10:00:00"), ("1.00 1234567", "1.00 1234567"),
      ("+1234567890123456789", "+1234567890123456789"), ("＋", "＋"),
    ])
  func phones(text: String, expected: String) {
    #expect(PhoneNumbers.removed(from: text) == expected)
  }
}
