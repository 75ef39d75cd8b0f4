import Foundation
import SeededRandom
import Testing

@testable import ChatExport
@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("Bookmarks", .dedicatedThreads)
struct BookmarkTests {
  private let bench: ImportBench

  init() throws { bench = try ImportBench() }

  private var archive: Archive { bench.archive }

  /// Bookmarks the only message with a text.
  private func bookmark(_ text: String, _ word: String?, in archive: Archive) async throws {
    let message = try #require(try await all(archive).first { $0.text == text })
    try await archive.setBookmark(word, of: message.id)
  }

  private func all(_ archive: Archive) async throws -> [Message] {
    var found: [Message] = []
    for chat in try await archive.conversations() {
      found += try await archive.newest(in: chat.id, limit: .max)
    }
    return found
  }

  /// "text: word" for each bookmark.
  private func bookmarks(_ archive: Archive) async throws -> [String] {
    try await all(archive).compactMap { message in message.bookmark.map { "\(message.text): \($0)" } }
  }

  private func hits(_ query: String) async throws -> [String] {
    try await archive.search(SearchQuery(query), in: nil, limit: 10).map(\.message.text)
  }

  private let whatsApp = """
    01/03/2024, 18:02 - Mara: The key is below the stone
    01/03/2024, 18:02 - Jonas: ok
    01/03/2024, 18:02 - Mara: ok
    01/03/2024, 18:05 - Jonas: See you at the hut

    """

  @Test("A bookmark has a word, is found by it, and can be changed and removed")
  func changing() async throws {
    try bench.run(text: whatsApp, named: "WhatsApp Chat with Jonas.txt")
    try await bookmark("The key is below the stone", "  wood\nshed ", in: archive)
    try await bookmark("See you at the hut", "", in: archive)
    #expect(
      try await bookmarks(archive) == ["The key is below the stone: wood shed", "See you at the hut: "])
    #expect(try await hits("has:bookmark") == ["See you at the hut", "The key is below the stone"])
    #expect(try await hits("has:bookmark shed") == ["The key is below the stone"])
    #expect(try await hits("-has:bookmark") == ["ok", "ok"])
    #expect(
      try await archive.bookmarkWords() == [
        BookmarkWord(word: "", count: 1), BookmarkWord(word: "wood shed", count: 1),
      ])
    try await bookmark("The key is below the stone", String(repeating: "a", count: 100), in: archive)
    #expect(try await hits("shed") == [])
    #expect(try await all(archive)[0].bookmark?.count == Archive.maximumBookmarkWord)
    try await bookmark("The key is below the stone", nil, in: archive)
    #expect(try await bookmarks(archive) == ["See you at the hut: "])
    #expect(try await hits("has:bookmark") == ["See you at the hut"])
    await #expect(throws: ArchiveError.self) { try await archive.setBookmark("", of: 99) }
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("The next bookmark in each direction, and the ordinals of all")
  func places() async throws {
    try bench.run(text: whatsApp, named: "WhatsApp Chat with Jonas.txt")
    let all = try await all(archive)
    for index in [0, 2] { try await archive.setBookmark("", of: all[index].id) }
    #expect(try await archive.bookmarkOrdinals(in: 1) == [0, 2])
    #expect(try await archive.bookmarkOrdinals(in: 1, limit: 1) == [2])
    let last = all[3].cursor
    #expect(try await archive.bookmark(in: 1, nextTo: last, isOlder: true) == all[2].cursor)
    #expect(try await archive.bookmark(in: 1, nextTo: all[2].cursor, isOlder: true) == all[0].cursor)
    #expect(try await archive.bookmark(in: 1, nextTo: all[0].cursor, isOlder: true) == nil)
    #expect(try await archive.bookmark(in: 1, nextTo: all[0].cursor, isOlder: false) == all[2].cursor)
    #expect(try await archive.bookmark(in: 1, nextTo: all[2].cursor, isOlder: false) == nil)
  }

  @Test("A forgotten message has its bookmark again after the next import, with and without keys")
  func forgotten() async throws {
    try bench.run(text: whatsApp, named: "WhatsApp Chat with Jonas.txt")
    bench.run(Fixture.group)
    let keyed = try #require(try await all(archive).first { $0.conversation == 2 && !$0.text.isEmpty })
    try await archive.setBookmark("keyed", of: keyed.id)
    try await bookmark("The key is below the stone", "wood", in: archive)
    // The second of two equal texts of a minute is the first one that has no bookmark yet.
    let equal = try await all(archive).filter { $0.text == "ok" }
    for message in equal { try await archive.setBookmark("twice", of: message.id) }
    let before = try await bookmarks(archive)
    #expect(before.count == 4)
    try await archive.forget(archive.imports().map(\.id))
    #expect(try await bookmarks(archive) == [])
    bench.run(Fixture.group)
    try bench.run(text: whatsApp, named: "WhatsApp Chat with Jonas.txt")
    #expect(try await Set(bookmarks(archive)) == Set(before))
    #expect(try await hits("has:bookmark keyed").count == 1)
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("A later export, and an undone one, leave the bookmarks of the messages that both have")
  func laterExport() async throws {
    try bench.run(text: whatsApp, named: "a/WhatsApp Chat with Jonas.txt")
    try await bookmark("See you at the hut", "hut", in: archive)
    try await bookmark("The key is below the stone", "key", in: archive)
    let later = whatsApp + "01/03/2024, 18:05 - Mara: Yes\n02/03/2024, 09:00 - Mara: Where is it?\n"
    try bench.run(text: later, named: "b/WhatsApp Chat with Jonas.txt")
    let expected = ["The key is below the stone: key", "See you at the hut: hut"]
    #expect(try await bookmarks(archive) == expected)
    let first = try #require(try await archive.imports().last)
    try await archive.forget(first.id)
    #expect(try await all(archive).count == 6)
    #expect(try await bookmarks(archive) == expected)
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("A JSON export has the bookmarks, unless people are renamed; the word of the archive comes first")
  func roundTrip() async throws {
    let bench = try ExportBench()
    for (index, message) in try await all(bench.archive).enumerated() where index % 3 == 0 {
      try await bench.archive.setBookmark("mark-\(index)", of: message.id)
    }
    let before = try await bookmarks(bench.archive)
    #expect(before.count > 3)
    try await bench.export(.json)
    let (other, _) = try bench.imported()
    #expect(try await bookmarks(other) == before)
    try await ArchiveFacts.expectSound(other)

    let first = try #require(try await all(other).first { $0.bookmark != nil })
    try await other.setBookmark("mine", of: first.id)
    #expect(bench.reimport("export", into: other).summary.added == 0)
    #expect(try await other.message(first.id)?.bookmark == "mine")
    #expect(try await bookmarks(other).count == before.count)

    #expect(try await bench.export(.json, renamesPeople: true).contains("\"bookmark\"") == false)
    for format in [ExportFormat.html, .txt] {
      #expect(try await bench.export(format).contains("mark-0") == false)
    }
  }

  @Test("Of equal messages without keys, the same one is bookmarked after a JSON export, and no other one")
  func roundTripWithoutKeys() async throws {
    let names = ["Mara", "Jonas", "Mara", "Mara", "Jonas"]
    let text = names.map { "01/03/2024, 18:02 - \($0): ok\n" }.joined()
    try bench.run(text: text, named: "WhatsApp Chat with Jonas.txt")
    let messages = try await all(archive)
    #expect(messages.compactMap(\.sender?.name) == names)
    for index in [1, 3] { try await archive.setBookmark("\(index)", of: messages[index].id) }
    let file = bench.folder.url.appendingPathComponent("chat.json")
    let options = ExportOptions(format: .json, timeZone: .gmt)
    _ = try await Exporter(archive, chat: 1, options: options).run(to: .file(file))
    let other = try ImportBench()
    let expected = [nil, "1", nil, "3", nil]
    for bench in [other, other, bench, bench] {
      bench.run(file)
      #expect(try await all(bench.archive).map(\.bookmark) == expected)
    }
    try await archive.forget(archive.imports().map(\.id))
    try bench.run(text: text, named: "WhatsApp Chat with Jonas.txt")
    #expect(try await all(archive).map(\.bookmark) == expected)
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("A bookmark goes to the chat to which its message goes")
  func messageSetApart() async throws {
    func write(_ message: ImportedMessage, _ path: String) throws {
      let context = ImportContext(id: try archive.beginImport(of: path, at: 1))
      let result = try archive.writeBatch([message], context: context)
      try archive.endImport(into: result.conversations)
    }
    let mara = ImportedMessage.Sender(key: "m", name: "Mara")
    let jonas = ImportedMessage.Sender(key: "j", name: "Jonas")
    try write(.sample("3", at: 1_000, text: "Hello", from: mara, in: "telegram:chat1"), "/a")
    var other = ImportedMessage.sample(
      "3", at: 90_000_000, text: "Something else", from: jonas, in: "telegram:chat1")
    other.bookmark = "mine"
    try write(other, "/b")
    #expect(try await archive.conversations().count == 2)
    #expect(try await bookmarks(archive) == ["Something else: mine"])
  }

  @Test("A deleted note takes its bookmark along, and brings it back; a deleted chat does not")
  func deleted() async throws {
    try bench.run(text: whatsApp, named: "WhatsApp Chat with Jonas.txt")
    let note = try await archive.addNote("Mind the dog", in: 1, at: 1_709_400_000_000)
    try await archive.setBookmark("dog", of: note.id)
    let deleted = try await archive.deleteWritten(note.id)
    #expect(try await hits("has:bookmark") == [])
    #expect(try await archive.restore(deleted).bookmark == "dog")
    #expect(try await hits("has:bookmark dog") == ["Mind the dog"])
    try await bookmark("See you at the hut", "hut", in: archive)
    try await archive.forget(archive.imports().map(\.id))
    try await archive.delete(1)
    try bench.run(text: whatsApp, named: "WhatsApp Chat with Jonas.txt")
    #expect(try await bookmarks(archive) == [])
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("Of a message that two names of a person had twice, one remains, with its bookmark")
  func joinedPeople() async throws {
    var random = SplitMix64(seed: 3)
    let chat = KeylessChat(&random, minutes: 60)
    for name in ["Mara", "+49 170 1234567"] {
      let export = chat.export(
        chat.lines.indices, .init(hasSeconds: name == "Mara", names: ["Mara": name]))
      try archive.noteSamePeople(archive.importFile(export).result.samePeople)
    }
    let count = try await all(archive).count
    for message in try await all(archive) { try await archive.setBookmark("\(message.text)", of: message.id) }
    let questions = try await archive.peopleQuestions()
    #expect(questions.count == 1)
    try await archive.answer(questions.map(\.id), areSame: true)
    let rest = try await all(archive)
    #expect(rest.count < count)
    #expect(rest.allSatisfy { $0.bookmark == Bookmarks.line($0.text) })
    try await ArchiveFacts.expectSound(archive)
  }
}
