import Foundation
import Testing
import ZipWriter

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Importing Signal's own export", .dedicatedThreads)
struct ImportSignalBackupTests {
  private static let long = String(repeating: "A long text. ", count: 200)

  @Test("Everything in Signal's own export is read")
  func everything() throws {
    let read = try ReadExport(Fixture.signalBackup.deletingLastPathComponent())
    #expect(
      read.lines == [
        "2024-03-01T08:00:00Z Mara Lind: Grüße 👋 at the hut? https://example.org/x 👍×1 Jonas Weber",
        "2024-03-01T08:00:01Z Jonas Weber*: At eight (edited)",
        "2024-03-01T08:00:02Z Mara Lind: The lake [photo lake.jpg, 4 B] [voice 5 B] [file plan.pdf, missing]",
        "2024-03-01T08:00:03Z Mara Lind: <deleted>",
        "2024-03-01T08:00:04Z Mara Lind: <unsupported view once>",
        "2024-03-01T08:00:05Z Jonas Weber*: <service> Jonas Weber called; nobody answered {missed }",
        "2024-03-01T08:00:06Z Mara Lind: [sticker 🥾]",
        "2024-03-01T08:00:07Z Jonas Weber*: {Amir Haddad}",
        "2024-03-01T08:00:08Z Mara Lind: \(Self.long)",
        "2024-03-01T08:00:09Z Mara Lind: <service> The safety number of Mara Lind has changed",
        "2024-03-01T08:00:10Z Mara Lind: <unsupported laterMessage>",
        "2024-03-01T08:00:11Z Mara Lind: <service> Messages vanish after 3600 seconds",
        "2024-03-01T08:00:00Z Tove Berg: {Which day?? Saturday 2, Sunday 0}",
        "2024-03-01T08:00:01Z Mara Lind: @Tove Berg bring tea → @Tove Berg",
        "2024-03-01T08:00:02Z Jonas Weber*: <service> Mara Lind added Jonas Weber⏎"
          + "Jonas Weber named the group “Ridge walkers”⏎Tove Berg is no longer an admin",
        "2024-03-01T08:00:03Z Mara Lind: <service> Mara Lind called (1 min 5 s) {ended 65 s group}",
        "2024-03-01T08:00:00Z Jonas Weber*: Buy bread",
      ])
    #expect(read.remarks == [] && read.failure == nil && read.questions == [])
    let titles = read.messages.map(\.conversationTitle)
    #expect(titles.count { $0 == "Mara Lind" } == 12 && titles.count { $0 == "Ridge walkers" } == 4)
    #expect(titles.last == "Note to Self")
    let first = read.messages[0]
    #expect(first.entities.map(\.kind) == [.spoiler, .bold, .link(target: "https://example.org/x")])
    #expect(first.owner?.name == "Jonas Weber")
    #expect(read.messages[1].edits == [Edit(replacedAt: 1_709_280_001_000, text: "At eigth")])
    #expect(read.messages[1].replyTo == first.sourceID && first.reactions[0].people[0].reactedAt != nil)
    #expect(read.messages[12].details.content.map { "\($0)".contains("isClosed: true") } == true)
  }

  private func item(_ time: Int, _ rest: String) -> String {
    #"{"chatItem": {"chatId": "1", "authorId": "2", "dateSent": "\#(time)", "incoming": {}, \#(rest)}}"#
  }

  @Test("People who have only names, and the same one, stay apart")
  func equalNames() throws {
    let contacts = ["2", "3"].map {
      #"{"recipient": {"id": "\#($0)", "contact": {"profileGivenName": "Mara"}}}"#
    }
    let text = #""standardMessage": {"text": {"body": "b"}}"#
    let lines =
      [#"{"version": "1", "backupTimeMs": "1"}"#] + contacts + [
        #"{"chat": {"id": "1", "recipientId": "2"}}"#, #"{"chat": {"id": "5", "recipientId": "3"}}"#,
        item(1_709_280_000_000, text),
        item(1_709_280_001_000, text).replacing(
          #""chatId": "1", "authorId": "2""#, with: #""chatId": "5", "authorId": "3""#),
      ]
    let bench = try ImportBench()
    let file = try bench.file(lines.joined(separator: "\n"), named: "main.jsonl")
    let read = try ReadExport(file).messages
    #expect(Set(read.map(\.conversationKey)).count == 2 && Set(read.map(\.sender?.key)).count == 2)
    #expect(read.map(\.sender?.name) == ["Mara", "Mara"])
  }

  @Test(
    "Messages of one millisecond, of which each export has another, are in one order",
    arguments: [true, false])
  func equalTimes(isInOrder: Bool) async throws {
    let bench = try ImportBench()
    let texts = ["first", "second"]
    for text in isInOrder ? texts : texts.reversed() {
      let fields = """
        {"id": "1", "type": "incoming", "conversationId": "c", "sourceServiceId": "\(text)", "sent_at": 1709280000000,
         "body": "\(text)"}
        """
      try bench.run(text: "[\(fields)]", named: "\(text)/Ridge.json")
    }
    #expect(try await bench.archive.allMessages().map(\.text) == ["second", "first"])
  }

  @Test("An edited message keeps its key, and its quotes find it by either time")
  func editedKeys() throws {
    let people = """
      {"version": "1", "backupTimeMs": "1"}
      {"recipient": {"id": "2", "contact": {"e164": "491", "profileGivenName": "Mara"}}}
      {"chat": {"id": "1", "recipientId": "2"}}
      """
    let text = #""standardMessage": {"text": {"body": "b"}}"#
    let edited =
      #""revisions": [{"dateSent": "1709280000000", "standardMessage": {"text": {"body": "a"}}}], \#(text)"#
    let quotes = [1_709_280_000_000, 1_709_280_005_000].map { time in
      item(
        time + 9000,
        #"""
        "standardMessage": {
          "quote": {"targetSentTimestamp": "\#(time)", "authorId": "2", "text": {"body": "b"}}, "text": {"body": "q"}}
        """#.replacing("\n", with: " ")
      )
    }
    let bench = try ImportBench()
    let before = try bench.file("\(people)\n\(item(1_709_280_000_000, text))\n", named: "1/main.jsonl")
    let after = try bench.file(
      "\(people)\n\(item(1_709_280_005_000, edited))\n\(quotes.joined(separator: "\n"))\n",
      named: "2/main.jsonl")
    #expect(try ReadExport(before).messages.map(\.sourceID) == ["1709280000000/+491"])
    let read = try ReadExport(after).messages
    #expect(read[0].sourceID == "1709280000000/+491")
    #expect(read.dropFirst().map(\.replyTo) == ["1709280000000/+491", "1709280000000/+491"])
    #expect(read.last?.details.quotation == Quotation(name: "Mara", text: "b"))
  }

  @Test("Mentions in quoted words and in earlier texts have the names of the people")
  func mentions() throws {
    let aci = Data(repeating: 7, count: 16).base64EncodedString()
    let mention = #""text": {"body": "\ufffc hi", "bodyRanges": [{"length": 1, "mentionAci": "\#(aci)"}]}"#
    let lines = [
      #"{"version": "1", "backupTimeMs": "1"}"#,
      #"{"recipient": {"id": "2", "contact": {"aci": "\#(aci)", "profileGivenName": "Mara"}}}"#,
      #"{"chat": {"id": "1", "recipientId": "2"}}"#,
      item(
        1_709_280_009_000,
        #"""
        "revisions": [{"dateSent": "1709280008000", "standardMessage": {\#(mention)}}],
        "standardMessage": {"quote": {"targetSentTimestamp": "1709280000000", "authorId": "2", \#(mention)},
          "text": {"body": "q"}}
        """#.replacing("\n", with: " ")),
    ]
    let bench = try ImportBench()
    let file = try bench.file(lines.joined(separator: "\n") + "\n", named: "1/main.jsonl")
    let read = try ReadExport(file).messages
    #expect(read.map(\.details.quotation?.text) == ["@Mara hi"])
    let styled = SignalBody.styled(
      "a \u{fffc} b",
      [
        .init(start: 0, length: 5, meaning: .style(.bold)),
        .init(start: 2, length: 1, meaning: .mention("Mara")),
        .init(start: 4, length: 1, meaning: .style(.italic)),
      ])
    #expect(styled.text == "a @Mara b" && styled.entities.map(\.kind) == [.bold, .mention, .bold])
    #expect(read.map { $0.edits.map(\.text) } == [["@Mara hi"]])
  }

  @Test("Of people without a frame only a member of a group is the owner")
  func strangers() throws {
    let ids = (4...5).map { Data(repeating: $0, count: 16).base64EncodedString() }
    let ranges = ids.enumerated().map { #"{"start": \#($0), "length": 1, "mentionAci": "\#($1)"}"# }
    let lines = [
      #"{"version": "1", "backupTimeMs": "1"}"#,
      #"{"account": {"givenName": "Jonas"}}"#,
      #"{"recipient": {"id": "2", "contact": {"e164": "491", "profileGivenName": "Mara"}}}"#,
      #"{"recipient": {"id": "4", "group": {"masterKey": "CQkJ", "snapshot": {"members": [{"userId": "\#(ids[0])"}]}}}}"#,
      #"{"chat": {"id": "1", "recipientId": "4"}}"#,
      item(
        1_709_280_000_000,
        #""standardMessage": {"text": {"body": "\ufffc\ufffc", "bodyRanges": [\#(ranges.joined(separator: ", "))]}}"#
      ),
    ]
    let bench = try ImportBench()
    let file = try bench.file(lines.joined(separator: "\n") + "\n", named: "main.jsonl")
    let texts = try ReadExport(file).messages.map(\.text)
    #expect(texts == ["@Jonas@Unknown"])
  }

  @Test("After a damaged line, reading continues, and messages of unknown chats and people are kept")
  func damage() throws {
    let text = """
      {"version": "1", "backupTimeMs": "1"}
      {"recipient": {"id": "2", "contact": {"aci": "AgICAgICAgICAgICAgICAg=="
      {"chatItem": {"chatId": "1", "authorId": "2", "dateSent": "1709280000000", "standardMessage": {"text": {"body": "a"}}}}
      {"chatItem": {"chatId": "1", "authorId": "2", "standardMessage": {"text": {"body": "no time"}}}}
      {"chatItem": {"chatId": "1", "authorId": "2", "dateSent": "99999999999999999", "standardMessage": {}}}
      {"chatItem": {"chatId": "1", "authorId": "2", "dateSent": "1709280000001", "standardMessage": {"longText": {}, "text": {"body": "b"}}}}
      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "main.jsonl"))
    #expect(
      read.messages.map(\.text) == ["a", "b"] && read.messages.map(\.conversationTitle)[0] == "Signal chat")
    #expect(
      read.problems.map(\.reason) == [
        "invalid JSON in a message", "message without a date", "invalid date",
        "the rest of a long text is not in the export",
      ])
    #expect(read.problems.map(\.effect) == [.skipped, .skipped, .skipped, .noted])
  }

  @Test("The folder is one export, also in a zip file, and a chat that somebody sent is a file")
  func folderAndZip() throws {
    let bench = try ImportBench()
    let folder = bench.folder.url.appendingPathComponent("signal-export-2026-06-01")
    try FileManager.default.copyItem(at: Fixture.signalBackup.deletingLastPathComponent(), to: folder)
    let log = "--- Log opened Fri Mar 29 23:40:00 2024\n12:00 <mara> hi\n12:01 <theo> hello\n"
    _ = try bench.file(log, named: "signal-export-2026-06-01/files/aa/log.txt")
    let report = bench.run(folder)
    #expect(
      report.lines == []
        && report.summary == ImportSummary(added: 17, conversations: [1, 2, 3], filesRead: 1))
    #expect(Importer.recognises(folder.path))
    for prefix in ["", "signal-export-2026-06-01/"] {
      var writer = ZipWriter()
      try writer.add(folder: folder, as: prefix)
      let zip = try bench.file(writer.data(), named: "\(prefix.count).zip")
      let again = bench.run(zip)
      #expect(again.lines == [] && again.summary.added == 0 && again.summary.duplicates == 17)
      #expect(
        try ReadExport(zip).messages[2].attachments.prefix(2).allSatisfy {
          $0.path?.contains(".zip/") == true
        })
    }
  }

  @Test("Messages of one millisecond have keys of their own, however many there are")
  func oneMillisecond() throws {
    let record =
      #"{"type": "outgoing", "conversationId": "c", "sent_at": 1709280000000, "body": "x", "errors": []}"#
    let bench = try ImportBench()
    let file = try bench.file(
      "[\(Array(repeating: record, count: 300).joined(separator: ","))]", named: "Walks.json")
    let keys = try ReadExport(file).messages.map(\.sourceID)
    #expect(Set(keys).count == 300 && keys.prefix(2) == ["1709280000000/me", "1709280000000/me/2"])
  }

  @Test("Messages whose texts Signal has moved are named, and their file is recognized")
  func movedColumns() async throws {
    let whole =
      #"{"id": "a1", "type": "incoming", "conversationId": "5f0c", "sent_at": 1709280001000, "body": "Before", "reactions": []}"#
    let moved = [
      #"{"bodyRanges": [], "errors": [], "reactions": [], "preview": [], "hasAttachments": 0}"#,
      #"{"bodyRanges": [], "errors": [], "reactions": [], "preview": [], "quote": {"id": 1745000002000}}"#,
    ]
    let bench = try ImportBench()
    let report = try bench.run(
      text: "[\(([whole] + moved).joined(separator: ",\n"))]", named: "Mara Lind (+49).json")
    let reason =
      "a message of Signal 7.42 or newer, which keeps texts and times elsewhere; use Signal’s own export, "
      + "signal-export or sigtop’s text"
    #expect(report.summary.added == 1 && report.summary.skipped == 2)
    #expect(report.problems.map(\.reason) == [reason, reason])
    #expect(try await bench.archive.allMessages().map(\.text) == ["Before"])
    let other = try bench.run(text: "[\(moved.joined(separator: ",\n"))]", named: "Tove Berg.json")
    #expect(other.problems.map(\.reason) == [reason, reason] && other.summary.added == 0)
    #expect(other.summary.failures.count == 1)
  }

  @Test(
    "A hash is that of the standard",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func hashes(text: String, hash: String) {
    #expect(SHA256.hex(Array(text.utf8)) == hash)
  }

  @Test("All reactions to a message are counted")
  func manyReactions() throws {
    let people = (2..<302).map {
      #"{"recipient": {"id": "\#($0)", "contact": {"e164": "49\#($0)", "profileGivenName": "P"}}}"#
    }
    let reactions = (2..<302).map {
      #"{"emoji": "👍", "authorId": "\#($0)", "sentTimestamp": "1709280000001"}"#
    }
    let text = """
      {"version": "1", "backupTimeMs": "1"}
      \(people.joined(separator: "\n"))
      {"chatItem": {"chatId": "1", "authorId": "2", "dateSent": "1709280000000", "standardMessage": {"text": {"body": "a"}, \
      "reactions": [\(reactions.joined(separator: ","))]}}}
      """
    let bench = try ImportBench()
    let read = try ReadExport(try bench.file(text, named: "main.jsonl"))
    #expect(read.messages[0].reactions.map(\.count) == [300])
    #expect(read.messages[0].reactions[0].people.count == 300)
    let sigtop = (2..<302).map { #"{"emoji": "👍", "fromId": "\#($0)", "timestamp": 1709280000001}"# }
    let old = """
      [{"id": "a1", "type": "incoming", "conversationId": "5f0c", "sent_at": 1709280001000, "body": "Before", "errors": [], \
      "reactions": [\(sigtop.joined(separator: ","))]}]
      """
    let other = try ReadExport(try bench.file(old, named: "Walks.json"))
    #expect(other.messages[0].reactions.map(\.count) == [300])
  }

  @Test("A range that ends within a character does not damage it")
  func halfCharacters() {
    let range = SignalBody.Range(start: 2, length: 2, meaning: .style(.bold))
    #expect(SignalBody.styled("a👍b", [range]).text == "a👍b")
    let mention = SignalBody.Range(start: 0, length: 2, meaning: .mention("Mara"))
    #expect(SignalBody.styled("a👍b", [mention]).text == "a👍b")
  }
}
