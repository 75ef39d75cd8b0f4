import Foundation
import Testing

@testable import ChatFormats
@testable import ChatStore
@testable import Chats

@Suite("The people of a chat, and its owner", .dedicatedThreads)
struct ChatPeopleTests {
  private let folder: TemporaryFolder
  private let archive: Archive
  private static let tove = ImportedMessage.Sender(key: "user:tove", name: "Tove")

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  /// Three messages of Mara's, two of Jonas's and one of Tove's.
  private func fill(_ conversation: String = "test:walks", from first: Int = 0) throws {
    let senders = [
      ImportedMessage.mara, ImportedMessage.mara, ImportedMessage.mara, ImportedMessage.jonas,
      ImportedMessage.jonas,
      Self.tove,
    ]
    _ = try archive.writeBatch(
      senders.enumerated().map { index, sender in
        .sample("\(first + index)", at: Int64(first + index), from: sender, in: conversation)
      })
  }

  private func person(_ name: String, in chat: Conversation.ID) async throws -> ChatPerson {
    try #require(try await archive.people(of: chat).first { $0.name == name })
  }

  private func own(_ chat: Conversation.ID) async throws -> [String] {
    try await archive.newest(in: chat, limit: .max).filter(\.isOwn).compactMap(\.sender?.name)
  }

  @Test("Who the files say is the owner is a guess until a person has accepted it", arguments: [false, true])
  func told(isAccepted: Bool) async throws {
    let file = folder.url.appendingPathComponent("WhatsApp Chat with Walks.txt")
    let lines = [
      "3/4/24, 9:00 PM - Mara: Hello", "3/4/24, 9:01 PM - Tove: Hi",
      "3/4/24, 9:02 PM - Jonas: You deleted this message", "3/4/24, 9:03 PM - Jonas: I am in",
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    var options = ImportOptions(timeZone: .gmt)
    let found = try #require(ImportSurvey.of([file], options: options).chats.first)
    let owner = found.people.first { $0.id == found.toldOwner }
    #expect(owner?.name == "Jonas")
    if isAccepted { options.owners[found.id] = .told }
    let summary = Importer(into: archive, options: options).run([file])
    let chat = try #require(summary.conversations.first)
    let told = try #require(try await archive.details(of: chat)?.owner)
    #expect(told.person?.name == "Jonas")
    #expect(told.isKnown == isAccepted)
    #expect(Set(try await own(chat)) == ["Jonas"])
  }

  @Test("An identifier in place of a name replaces no name, in any order", arguments: [false, true])
  func identifiers(isReversed: Bool) async throws {
    let root = folder.url.appendingPathComponent("slack")
    let lost = folder.url.appendingPathComponent("lost")
    let message = { (time: Int) in
      #"[{"type": "message", "user": "U1", "text": "Hello", "ts": "\#(time).000100"}]"#
    }
    for (file, text) in [
      (root.appendingPathComponent("users.json"), #"[{"id": "U1", "profile": {"real_name": "Mara"}}]"#),
      (root.appendingPathComponent("channels.json"), #"[{"id": "C1", "name": "walks"}]"#),
      (root.appendingPathComponent("walks/2024-03-01.json"), message(1_709_280_000)),
      (lost.appendingPathComponent("walks/2024-03-02.json"), message(1_709_366_400)),
    ] {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    for export in isReversed ? [lost, root] : [root, lost] {
      #expect(Importer(into: archive, timeZone: .gmt).run([export]).failures.isEmpty)
    }
    var names: Set<String> = []
    for chat in try await archive.chats() {
      names.formUnion(try await archive.people(of: chat.id).map(\.name))
    }
    #expect(names == ["Mara"])
  }

  @Test("People have their messages counted, the most frequent first, and their other names")
  func people() async throws {
    try fill()
    _ = try archive.writeBatch([
      .sample("x", from: ImportedMessage.Sender(key: "user:tove", name: "Tove Å")),
      .sample("y", from: ImportedMessage.jonas, kind: .service),
    ])
    let people = try await archive.people(of: try await archive.onlyConversation().id)
    #expect(people.map(\.name) == ["Mara Lind", "Jonas Weber", "Tove Å"])
    #expect(people.map(\.messageCount) == [3, 2, 2])
    #expect(people.map(\.otherNames) == [[], [], ["Tove"]])
  }

  @Test("Merged people are one, in all chats, until they are parted")
  func mergingPeople() async throws {
    try fill()
    let chat = try await archive.onlyConversation().id
    let before = try await archive.people(of: chat)
    let (mara, jonas, tove) = (before[0].id, before[1].id, before[2].id)
    try await archive.mergePerson(tove, into: jonas)
    // Also a person into whom another participant is already merged.
    try await archive.mergePerson(tove, into: mara)
    let merged = try await archive.people(of: chat)
    #expect(merged.map(\.id) == [mara] && merged[0].messageCount == 6)
    #expect(merged[0].participants.count == 3 && merged[0].otherNames == ["Jonas Weber", "Tove"])
    #expect(Set(try await archive.newest(in: chat, limit: 9).compactMap(\.sender?.name)) == ["Mara Lind"])
    try await archive.partPerson(mara)
    #expect(try await archive.people(of: chat) == before)
  }

  @Test("The owner's messages are own, in what is there and in what is imported later")
  func owner() async throws {
    try fill()
    let chat = try await archive.onlyConversation().id
    #expect(try await archive.details(of: chat)?.owner == ChatOwner(person: nil, isKnown: false))
    let jonas = try await person("Jonas Weber", in: chat)
    try await archive.setOwner(jonas.id, of: [chat])
    try fill(from: 10)
    #expect(try await own(chat) == Array(repeating: "Jonas Weber", count: 4))
    let owner = try #require(try await archive.details(of: chat)?.owner)
    #expect(owner.person?.name == "Jonas Weber" && owner.isKnown)
    // A sent message belongs to the owner.
    #expect(try await archive.send("Hello", in: chat, at: 100).sender?.name == "Jonas Weber")
    try await archive.setOwner(try await person("Mara Lind", in: chat).id, of: [chat])
    #expect(try await own(chat).sorted() == ["Jonas Weber"] + Array(repeating: "Mara Lind", count: 6))
  }

  @Test("Another account of the owner is the owner in all chats, and where nobody is the owner yet")
  func accounts() async throws {
    try fill()
    let walks = try await archive.onlyConversation().id
    _ = try archive.writeBatch([
      .sample("1", from: .init(key: "test:jw", name: "jw_work"), in: "test:work"),
      .sample("2", from: ImportedMessage.mara, in: "test:work"),
    ])
    let work = try #require(try await archive.conversations().map(\.id).first { $0 != walks })
    let jonas = try await person("Jonas Weber", in: walks)
    let other = try await person("jw_work", in: work)
    try await archive.setOwner(jonas.id, of: [walks])
    #expect(try await own(work) == [])
    #expect(try await archive.people().map(\.name) == ["Mara Lind", "Jonas Weber", "Tove", "jw_work"])
    try await archive.addOwnAccount(other.id, of: jonas.id)
    #expect(try await own(work) == ["Jonas Weber"])
    #expect(try await own(walks).count == 2)
    #expect(try await archive.details(of: work)?.owner.isKnown == true)
    let all = try await archive.people()
    #expect(all.map(\.name) == ["Mara Lind", "Jonas Weber", "Tove"])
    #expect(all[1].otherNames == ["jw_work"] && all[1].messageCount == 3)
    // What comes later is own, too.
    _ = try archive.writeBatch([
      .sample("3", from: .init(key: "test:jw", name: "jw_work"), in: "test:work")
    ])
    #expect(try await own(work).count == 2)
    // Who the owner is in a chat, if it is known, stays.
    try await archive.setOwner(nil, of: [work])
    try await archive.addOwnAccount(other.id, of: jonas.id)
    #expect(try await own(work) == [])
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("None of them is an answer: nothing is own but what was sent")
  func nobody() async throws {
    _ = try archive.writeBatch([.sample("1", own: true), .sample("2", from: ImportedMessage.jonas)])
    let chat = try await archive.onlyConversation().id
    _ = try await archive.send("Hello", in: chat, at: 100)
    try await archive.setOwner(nil, of: [chat])
    _ = try archive.writeBatch([.sample("3", own: true)])
    #expect(try await archive.newest(in: chat, limit: 9).map(\.isOwn) == [false, false, false, true])
    #expect(try await archive.details(of: chat)?.owner == ChatOwner(person: nil, isKnown: true))
    #expect(try await archive.ownerQuestion(for: [chat]) == nil)
  }

  @Test("A person who is merged with the owner is the owner, and no longer when they are parted")
  func mergedOwner() async throws {
    try fill()
    let chat = try await archive.onlyConversation().id
    let (jonas, tove) = (try await person("Jonas Weber", in: chat), try await person("Tove", in: chat))
    try await archive.setOwner(jonas.id, of: [chat])
    try await archive.mergePerson(tove.id, into: jonas.id)
    #expect(try await own(chat).count == 3)
    try fill(from: 10)
    #expect(try await own(chat).count == 6)
    try await archive.partPerson(jonas.id)
    #expect(try await own(chat).count == 4)
  }

  @Test(
    "The question is asked of chats with several people and no owner, with the one who is in most chats as its guess"
  )
  func question() async throws {
    try fill("test:1")
    _ = try archive.writeBatch([
      .sample("1", from: ImportedMessage.jonas, in: "test:2"), .sample("2", from: Self.tove, in: "test:2"),
      .sample("3", from: Self.tove, in: "test:2"),
      // There is nothing to ask: one person, and an owner.
      .sample("1", in: "test:alone"), .sample("1", in: "test:own", own: true),
      .sample("2", from: Self.tove, in: "test:own"),
    ])
    let all = Set(try await archive.conversations().map(\.id))
    let question = try #require(try await archive.ownerQuestion(for: all))
    #expect(question.chats.count == 2)
    #expect(question.candidates.map(\.name) == ["Jonas Weber", "Tove", "Mara Lind"])
    #expect(question.candidates.map(\.chatCount) == [2, 2, 1])
    #expect(question.candidates.map(\.messageCount) == [3, 3, 3])
    #expect(question.guess == nil)
    _ = try archive.writeBatch([
      .sample("1", from: Self.tove, in: "test:3"), .sample("2", in: "test:3"),
    ])
    let more = Set(try await archive.conversations().map(\.id))
    let guess = try #require(try await archive.ownerQuestion(for: more))
    #expect(guess.guess == guess.candidates[0].id && guess.candidates[0].name == "Tove")
    try await archive.setOwner(guess.guess, of: guess.chats)
    #expect(try await archive.ownerQuestion(for: more) == nil)
  }

  @Test(
    "What programs call their user is the guess, otherwise the one whom a chat of two is not named after",
    arguments: [
      (["Mara", "You"], "Talk", "You"), (["나", "서연"], "서연", "나"), (["Mara", "회원님"], "x", "회원님"),
      (["Mara", "Jonas"], "Mara", "Jonas"), (["Mara", "Jonas"], "Walks", nil),
      (["Mara", "Jonas", "Tove"], "Mara", nil),
    ])
  func guesses(names: [String], title: String, expected: String?) {
    let candidates = names.enumerated().map { index, name in
      OwnerQuestion.Candidate(id: Int64(index + 1), name: name, colorSeed: 0, chatCount: 1, messageCount: 1)
    }
    let guess = OwnerQuestion.guess(candidates, titles: [title])
    #expect(guess.flatMap { id in candidates.first { $0.id == id }?.name } == expected)
  }

  @Test("Details have the span, the counts, the time zone and the files")
  func details() async throws {
    let context = ImportContext(
      id: try archive.beginImport(of: "/walks.json", at: 4), timeZone: "Europe/Lisbon")
    _ = try archive.writeBatch(
      [
        .sample("1", at: 50), .sample("2", at: 20),
        .sample("3", at: 90, attachments: [Attachment(kind: .photo), Attachment(kind: .voice)]),
      ], context: context)
    let chat = try await archive.onlyConversation().id
    let details = try #require(try await archive.details(of: chat))
    #expect(details.firstSentAt == 20 && details.lastSentAt == 90 && details.messageCount == 3)
    #expect(details.mediaCounts == [.pictures: 1, .films: 0, .files: 1])
    #expect(details.timeZone == "Europe/Lisbon")
    try await archive.setTimeZone(nil, of: chat)
    #expect(try await archive.details(of: chat)?.timeZone == nil)
    #expect(try await archive.details(of: 99) == nil)
    #expect(try await archive.imports(into: chat).map(\.path) == ["/walks.json"])
  }
}

private typealias Attachment = Chats.Attachment
