import Foundation
import Testing

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Exporting in Telegram's form and importing again", .dedicatedThreads)
struct ExportRoundTripTests {
  /// Fails for the first message that differs, with that message alone.
  private func compare(_ found: [MessageFacts], _ expected: [MessageFacts]) {
    #expect(found.map(\.source) == expected.map(\.source))
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }

  @Test("An import into an empty archive gives equal messages of every kind")
  func everyKind() async throws {
    let bench = try ExportBench()
    let before = try await ExportBench.facts(bench.archive)
    #expect(Set(before.map(\.kind)) == Set(Message.Kind.allCases))
    #expect(Set(before.flatMap(\.attachments).map(\.kind)) == Set(Attachment.Kind.allCases))
    try await bench.export(.json)
    let (other, report) = try bench.imported()
    #expect(report.problems.map(\.description) == [])
    #expect(report.summary.failures == [])
    compare(try await ExportBench.facts(other), before)
  }

  @Test("The chat has the same key, title, time zone, people, topics and owner")
  func chat() async throws {
    let bench = try ExportBench()
    try await bench.archive.rename(1, to: "My walks")
    #expect(try await bench.export(.json).contains("\"name\":\"My walks\""))
    let (other, _) = try bench.imported()
    let (before, after) = (try await bench.archive.details(of: 1), try await other.details(of: 1))
    #expect(after?.title == "Walks & <talks>" && after?.sourceTitle == before?.sourceTitle)
    #expect(after?.timeZone == "Europe/Lisbon")
    #expect(after?.owner.isKnown == true && after?.owner.person?.name == "Mara Lind")
    #expect(after?.messageCount == before?.messageCount)
    #expect(try await other.topics(in: 1).map(\.title) == bench.archive.topics(in: 1).map(\.title))
    let people = { (archive: Archive) in
      try await archive.people(of: 1).map { "\($0.name) \($0.colorSeed) \($0.messageCount)" }.sorted()
    }
    #expect(try await people(other) == people(bench.archive))
  }

  @Test("An import into the archive itself adds nothing and changes nothing")
  func sameArchive() async throws {
    let bench = try ExportBench()
    let before = try await ExportBench.facts(bench.archive)
    try await bench.export(.json)
    let report = bench.reimport("export", into: bench.archive)
    #expect(report.summary.added == 0 && report.summary.duplicates > 0)
    #expect(report.summary.failures == [] && report.problems == [])
    compare(try await ExportBench.facts(bench.archive), before)
  }

  @Test(
    "Exports of Telegram itself survive: what is imported from the fixtures, exported and imported again is equal"
  )
  func fixtures() async throws {
    for fixture in [Fixture.kinds, Fixture.group, Fixture.irssi, Fixture.weechat] {
      let bench = try ExportBench([])
      let options = ExportOptions(format: .json, timeZone: .gmt)
      _ = Importer(into: bench.archive, timeZone: .gmt).run([fixture])
      let before = try await ExportBench.facts(bench.archive)
      #expect(!before.isEmpty)
      _ = try await Exporter(bench.archive, chat: 1, options: options).run(to: .file(bench.url("export")))
      let (other, report) = try bench.imported(trustsPaths: true)
      #expect(report.problems == [] && report.summary.failures == [])
      compare(try await ExportBench.facts(other), before)
      #expect(bench.reimport("export", into: bench.archive, trustsPaths: true).summary.added == 0)
      compare(try await ExportBench.facts(bench.archive), before)
    }
  }

  @Test("A second export of what was imported is the same file")
  func stable() async throws {
    let bench = try ExportBench()
    let first = try await bench.export(.json)
    let (other, _) = try bench.imported()
    let options = ExportOptions(format: .json, timeZone: bench.lisbon)
    _ = try await Exporter(other, chat: 1, options: options).run(to: .file(bench.url("second")))
    let second = try String(contentsOf: bench.url("second"), encoding: .utf8)
    // The archive's own numbers replace keys that Telegram's format cannot contain.
    let plain = { (text: String) in
      text.replacing(/"(id|from_id|reply_to_message_id)":("user\d+"|\d+)/, with: "")
    }
    #expect(plain(second) == plain(first))
  }

  @Test("Files in the folder of the export have relative places, and come back with it")
  func filesInFolder() async throws {
    let bench = try ExportBench([])
    let picture = bench.folder.path("photos/a b.jpg")
    let message = ExportSamples.message("1") {
      $0.attachments = [Attachment(kind: .photo, path: picture, thumbnail: bench.folder.path("t.jpg"))]
      $0.details.content = .contact(Contact(name: "Amir", path: bench.folder.path("amir.vcf")))
    }
    _ = try bench.archive.writeBatch([message])
    let text = try await bench.export(.json)
    #expect(text.contains("\"photo\":\"photos/a b.jpg\""))
    #expect(!text.contains(bench.folder.url.lastPathComponent))
    let (other, report) = try bench.imported()
    #expect(report.problems == [])
    #expect(try await ExportBench.facts(other) == ExportBench.facts(bench.archive))
  }

  @Test("Files outside of the folder come back only if the person trusts the export, and a line says so")
  func filesElsewhere() async throws {
    let bench = try ExportBench([])
    let message = ExportSamples.message("1") {
      $0.attachments = [
        Attachment(kind: .photo, name: "a", path: "/home/mara/a.jpg", thumbnail: "/home/mara/t.jpg"),
        Attachment(kind: .file, name: "b", path: "/home/mara/b.pdf"),
      ]
    }
    _ = try bench.archive.writeBatch([message])
    try await bench.export(.json)
    let (cautious, report) = try bench.imported()
    #expect(report.problems.count == 1 && report.problems.first?.effect == .noted)
    let found = try await cautious.allMessages().first?.attachments ?? []
    #expect(found.map(\.name) == ["a", "b"])
    #expect(found.allSatisfy { $0.path == nil && $0.thumbnail == nil })
    try FileManager.default.copyItem(at: bench.url("export"), to: bench.url("trusted"))
    let (trusting, _) = try bench.imported("trusted", trustsPaths: true)
    #expect(try await ExportBench.facts(trusting) == ExportBench.facts(bench.archive))
  }

  @Test("The member of an export is checked: links that may not be opened, times and kinds of no meaning")
  func hostileMember() async throws {
    let bench = try ImportBench()
    let entities = EntityCoding.encode(
      [TextEntity(start: 0, length: 4, kind: .link(target: "javascript:alert(1)"))], of: "text")
    let coded = entities?.base64EncodedString() ?? ""
    let own = """
      {"time": 9223372036854775807, "order": 5, "kind": "nonsense", "source": 17, "entities": "\(coded)",
       "attachments": [{"kind": "photo", "path": "../../etc/passwd"}, {"kind": "photo", "path": "/etc/passwd"},
         {"kind": "photo", "path": "synthetic:../x", "width": -1}, {"kind": "no"}],
       "conversation": 99, "sender": {"name": "no key"}, "reactions": [{"key": "x", "count": -4}], "edits": 7,
       "details": "{\\"place\\": 4}"}
      """
    let text = """
      {"name": "Walks", "type": "personal_chat", "id": 5,
       "backscroll": {"conversations": [{"key": "a", "time_zone": "Nowhere/None"}]}, "messages": [
       {"id": 1, "type": "message", "date_unixtime": "1709632800", "from": "Mara", "from_id": "user1", "text": "text",
        "backscroll": \(own)},
       {"id": 2, "type": "message", "date_unixtime": "1709632860", "from": "Mara", "from_id": "user1", "text": "b",
        "backscroll": 4}]}
      """
    let report = try bench.run(text: text, named: "result.json")
    #expect(report.summary.added == 2 && report.summary.failures == [])
    let message = try #require(try await bench.archive.allMessages().first)
    #expect(message.sentAt == 1_709_632_800_000 && message.kind == .normal && message.entities == [])
    #expect(
      message.attachments.count == 3 && message.attachments.allSatisfy { $0.path == nil && $0.width == nil })
    #expect(message.sender == nil && message.reactions == [] && message.details.isEmpty)
    #expect(try await bench.archive.details(of: 1)?.timeZone == nil)
  }

  @Test("A key that the export chose freely is marked, for messages with and without the program's member")
  func claimedKeys() throws {
    let bench = try ImportBench()
    let message =
      #""type": "message", "date_unixtime": "1709632800", "from": "Mara", "from_id": "user1", "text": "a""#
    for (own, isClaimed) in [
      ("", false), (#"{"key": "telegram:user5"}"#, false), (#"{"key": "telegram:user6"}"#, true),
      (#"{"key": "whatsapp:Mara"}"#, true), (#"{"key": "signal:5f0c"}, {"key": "telegram:user5"}"#, true),
    ] {
      let member = own.isEmpty ? "" : #""backscroll": {"conversations": [\#(own)]},"#
      let text =
        #"{"name": "Walks", "type": "personal_chat", "id": 5, \#(member) "messages": ["#
        + #"{"id": 1, \#(message)}, {"id": 2, \#(message), "backscroll": {}}]}"#
      let read = try ReadExport(try bench.file(text, named: "result.json"))
      #expect(read.messages.map(\.isKeyClaimed) == [isClaimed, isClaimed], "\(own)")
    }
  }

  @Test(
    "A chat that others are merged into is exported whole, and each message comes back to its conversation")
  func merged() async throws {
    let bench = try ExportBench()
    let other = (0..<3).map { number in
      ImportedMessage(
        conversationKey: "irc:libera/#walks", conversationTitle: "#walks", sourceID: "\(number)",
        sender: .init(key: "irc:libera/mara", name: "mara"),
        sentAt: ExportSamples.start + Int64(number) * 90_000, text: "IRC \(number)")
    }
    _ = try bench.archive.writeBatch(other)
    _ = try await bench.archive.merge(2, into: 1)
    let before = try await ExportBench.facts(bench.archive)
    try await bench.export(.json)
    let (second, _) = try bench.imported()
    #expect(try await second.conversations().count == 2)
    #expect(bench.reimport("export", into: bench.archive).summary.added == 0)
    let ids = try await second.conversations().map(\.id)
    let first = try #require(ids.first { $0 != 2 })
    compare(
      try await ExportBench.facts(second, chat: first) + ExportBench.facts(second, chat: 2),
      before.filter { $0.conversation != "irc:libera/#walks" }
        + before.filter { $0.conversation == "irc:libera/#walks" })
  }

  private static func transcript(_ names: [String], _ range: Range<Int>) -> [ImportedMessage] {
    range.map { number in
      let name = names[number % names.count]
      return ImportedMessage(
        conversationKey: "whatsapp:Ridge", conversationTitle: "Ridge", sourceID: "",
        sender: .init(key: "whatsapp:\(name)", name: name),
        sentAt: ExportSamples.start + Int64(number) * 60_000, text: "Sentence number \(number)",
        sequence: .minutes)
    }
  }

  @Test(
    "People with several names stay one person, so that exports with each name add nothing, with all names or one"
  )
  func severalNames() async throws {
    let bench = try ExportBench(Self.transcript(["Jonas", "Tove"], 0..<8))
    func deliver(_ names: [String], _ range: Range<Int>, to archive: Archive) throws -> BatchResult {
      let id = try archive.beginImport(of: "/exports/\(names)", at: 1_700_000_000_000)
      let result = try archive.writeBatch(Self.transcript(names, range), context: ImportContext(id: id))
      try archive.endImport(into: [1])
      return result
    }
    // Every message is in both exports, so each has only one of the names.
    _ = try deliver(["Jonas", "Tove Berg"], 0..<8, to: bench.archive)
    let people = try await bench.archive.people(of: 1)
    let (tove, berg) = (people.first { $0.name == "Tove" }, people.first { $0.name == "Tove Berg" })
    try await bench.archive.mergePerson(try #require(tove).id, into: try #require(berg).id)
    let shown = try await bench.archive.people(of: 1).map { "\($0.name) \($0.messageCount)" }
    #expect(shown == ["Jonas 4", "Tove Berg 4"])
    try await bench.export(.json)

    let (other, report) = try bench.imported()
    #expect(report.problems.map(\.description) == [])
    #expect(try await other.people(of: 1).map { "\($0.name) \($0.messageCount)" } == shown)
    for names in [["Jonas", "Tove"], ["Jonas", "Tove Berg"]] {
      #expect(try deliver(names, 0..<8, to: other).added == 0)
    }
    #expect(try await other.people(of: 1).map { "\($0.name) \($0.messageCount)" } == shown)
    #expect(bench.reimport("export", into: bench.archive).summary.added == 0)
    #expect(try await bench.export(.json, renamesPeople: true).contains("same_people") == false)
  }

  @Test("An export that has two people as one answers the question about them")
  func openQuestion() async throws {
    let benches = try (0..<2).map { _ in
      let bench = try ExportBench(Self.transcript(["Jonas", "Tove"], 0..<8))
      let id = try bench.archive.beginImport(of: "/exports/other", at: 1_700_000_000_000)
      let second = try bench.archive.writeBatch(
        Self.transcript(["Jonas", "Tove Berg"], 0..<8), context: ImportContext(id: id))
      try bench.archive.endImport(into: [1])
      try bench.archive.noteSamePeople(second.samePeople)
      return bench
    }
    let (bench, merged) = (benches[0], benches[1])
    let question = try #require(try await merged.archive.peopleQuestions().first)
    try await merged.archive.answer([question.id], areSame: true)
    try await merged.export(.json).write(to: bench.url("joined"), atomically: true, encoding: .utf8)
    let report = bench.reimport("joined", into: bench.archive)
    #expect(report.problems.map(\.description) == [])
    #expect(try await bench.archive.people(of: 1).count == 2)
    #expect(try await bench.archive.peopleQuestions().contains { $0.id == question.id } == false)
    #expect(try await ExportBench.facts(bench.archive).count == 8)
  }

  @Test("An export does not merge people whom the archive has as two, and says so")
  func twoKnownPeople() async throws {
    let bench = try ExportBench(Self.transcript(["Jonas", "Tove"], 0..<8))
    let people = try await bench.archive.people(of: 1)
    try await bench.export(.json)
    let text = try String(contentsOf: bench.url("export"), encoding: .utf8)
    let names = ["Jonas", "Tove"].map { #"{"key":"whatsapp:\#($0)","name":"\#($0)"}"# }.joined(separator: ",")
    let start = #""backscroll":{"version":1,"#
    #expect(text.contains(start))
    try text.replacing(start, with: start + #""same_people":[[\#(names)]],"#, maxReplacements: 1)
      .write(to: bench.url("forged"), atomically: true, encoding: .utf8)
    let report = bench.reimport("forged", into: bench.archive)
    #expect(report.summary.added == 0)
    #expect(
      report.problems.count == 1
        && report.problems[0].description.contains("“Jonas” and “Tove” as one person"))
    #expect(try await bench.archive.people(of: 1) == people)
  }

  @Test("A message in a text that is cut off loses itself and no other")
  func damage() async throws {
    let bench = try ExportBench()
    let text = try await bench.export(.json)
    let cut = text.prefix(text.count / 2)
    try Data(cut.utf8).write(to: bench.url("cut"))
    let (other, report) = try bench.imported("cut")
    #expect(report.problems.count == 1)
    let (found, all) = (try await ExportBench.facts(other), try await ExportBench.facts(bench.archive))
    #expect(found.count > 10)
    let known = Dictionary(uniqueKeysWithValues: all.map { ($0.source, $0.text) })
    #expect(found.allSatisfy { known[$0.source] == $0.text && $0.conversation == "telegram:channel77" })
  }

  @Test("The record of the longest message that can be imported is no larger than what is read again")
  func longMessage() async throws {
    let bench = try ExportBench([])
    // Every other byte is an escaped character.
    let text = String(repeating: "a\"", count: 600_000)
    _ = try bench.archive.writeBatch([
      ExportSamples.message("1") { $0.text = text }, ExportSamples.message("2") { $0.text = "short" },
    ])
    let json = try await bench.export(.json)
    #expect(json.utf8.count < text.utf8.count * JSONStream.escaping)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let messages = try #require(root["messages"] as? [[String: Any]])
    // A long text is written once, a usual one twice, as in Telegram's exports.
    expectSame(messages.map { $0["text"] as? String }, [text, "short"])
    #expect(messages.map { $0["text_entities"] != nil } == [false, true])
    let (other, report) = try bench.imported()
    #expect(report.problems == [])
    #expect(try await other.allMessages().map(\.text.utf8.count) == [text.utf8.count, 5])
  }
}
