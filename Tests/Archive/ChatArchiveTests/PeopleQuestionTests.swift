import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Asking whether two people are one", .dedicatedThreads)
struct PeopleQuestionTests {
  private static let number = "+49 170 1234567"

  private let folder: TemporaryFolder
  private let archive: Archive
  private let chat: KeylessChat

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
    var random = SplitMix64(seed: 3)
    chat = KeylessChat(&random, minutes: 60)
  }

  /// Imports lines of the chat with this name for Mara, and notes the names that may belong to one person.
  @discardableResult
  private func add(_ range: Range<Int>? = nil, mara: String = "Mara") throws -> ImportRecord.ID {
    let found = try archive.importFile(
      chat.export(range ?? chat.lines.indices, .init(hasSeconds: mara == "Mara", names: ["Mara": mara])))
    try archive.noteSamePeople(found.result.samePeople)
    return found.id
  }

  @Test("A question has both names, the better one first, the messages in common and their chat")
  func question() async throws {
    try add()
    #expect(try await archive.peopleQuestions().isEmpty)
    try add(mara: Self.number)
    let questions = try await archive.peopleQuestions()
    let question = try #require(questions.first)
    #expect(questions.count == 1)
    #expect(question.name == "Mara" && question.otherName == Self.number)
    #expect(question.messageCount >= 3)
    #expect(question.chatTitle == "Walks")
    #expect(try await question.chats == [archive.onlyConversation().id])
    archive.close()
    let reopened = try Archive(path: archive.path, mode: .existing)
    #expect(try await reopened.peopleQuestions() == questions)
  }

  @Test(
    "The better name is that of an address book, then what a person is called, then a number or “You”",
    arguments: [
      ("Mara", "+49 170 1"), ("Mara", "You"), ("Mara Lind", "Mara"), ("Mara", "~ Mara Lind"), ("~ Mara", "나"),
    ])
  func names(better: String, other: String) throws {
    let queue = try DatabaseQueue()
    let (first, second) = try queue.read { db in
      (SamePeople(db).keepsFirst(better, other), SamePeople(db).keepsFirst(other, better))
    }
    #expect(first && !second)
  }

  @Test("Different people are not asked about again, whatever is imported later, and stay two")
  func different() async throws {
    let half = chat.lines.count / 2
    try add()
    try add(0..<half, mara: Self.number)
    let pair = try #require(try await archive.peopleQuestions().first?.id)
    let before = try await archive.shown()
    try await archive.answer([pair], areSame: false)
    #expect(try await archive.peopleQuestions().isEmpty)
    #expect(try await archive.shown() == before)
    let (_, found) = try archive.importFile(
      chat.export(half..<chat.lines.count, .init(hasSeconds: false, names: ["Mara": Self.number])))
    #expect(found.samePeople.values.max() ?? 0 >= 3, "found again")
    #expect(try archive.noteSamePeople(found.samePeople).isEmpty)
    #expect(try await archive.peopleQuestions().isEmpty)
  }

  @Test("The same person is one, messages are once, and parting them undoes it without another question")
  func same() async throws {
    try add()
    let before = try await archive.shown()
    let people = try await archive.onlyConversation().participantCount
    func counts() async throws -> [Int] {
      [try await archive.onlyConversation().participantCount, try await archive.info().senders.count]
    }
    #expect(try await counts() == [people, people])
    try add(mara: Self.number)
    #expect(try await counts() == [people + 1, people + 1])
    let twice = try await archive.shown()
    let question = try #require(try await archive.peopleQuestions().first)
    try await archive.answer([question.id], areSame: true)
    #expect(try await archive.shown() == before)
    #expect(try await counts() == [people, people])
    #expect(try await archive.peopleQuestions().isEmpty)
    let conversation = try await archive.onlyConversation().id
    let mara = try #require(try await archive.people(of: conversation).first { $0.name == "Mara" })
    #expect(mara.otherNames == [Self.number])
    try await archive.partPerson(mara.id)
    #expect(Set(try await archive.shown()) == Set(twice))
    #expect(try await counts() == [people + 1, people + 1])
    #expect(try await archive.shown().count == twice.count)
    #expect(try await archive.peopleQuestions().isEmpty)
    // Like a user who finds them in the details of the chat.
    try await archive.mergePerson(question.id.other, into: question.id.person)
    #expect(try await counts() == [people, people])
    #expect(try await archive.shown().count == before.count)
    let integrity = try await archive.info().integrity
    #expect(integrity == .ok)
    #expect(try await archive.searchIndexIsSound())
  }

  @Test("Two names in one file of a later import are two people, and no question")
  func inOneFile() async throws {
    try add()
    try add(mara: Self.number)
    var both = chat.export(0..<4, .init())
    for index in both.indices {
      both[index].sender = .init(key: "whatsapp:\(Self.number)", name: Self.number)
    }
    both[0].sender = .init(key: "whatsapp:Mara", name: "Mara")
    try archive.importFile(both)
    #expect(try await archive.peopleQuestions().isEmpty)
  }

  @Test("A question goes with the import that led to it, or with the chat")
  func gone() async throws {
    try add()
    let second = try add(mara: Self.number)
    #expect(try await archive.peopleQuestions().count == 1)
    try await archive.forget(second)
    #expect(try await archive.peopleQuestions().isEmpty)
    try add(mara: Self.number)
    #expect(try await archive.peopleQuestions().count == 1)
    try await archive.delete(archive.onlyConversation().id)
    #expect(try await archive.peopleQuestions().isEmpty)
    // Others may get the numbers of people who were removed.
    for name in ["Ines", "Tove"] {
      try archive.importFile(chat.export(chat.lines.indices, .init(names: ["Mara": name])))
    }
    #expect(try await archive.peopleQuestions().isEmpty)
  }

  /// Imports the chat of a person whom the first export calls "You", and the second one by name.
  private func addOwn() throws -> [ImportRecord.ID] {
    let own = chat.export(0..<chat.lines.count * 2 / 3, .init(names: ["Mara": "You"])).map { message in
      var message = message
      message.isOwn = message.sender?.name == "You"
      return message
    }
    let others = chat.export((chat.lines.count / 3)..<chat.lines.count, .init(hasSeconds: false))
    return try [own, others].map { messages in
      let (id, found) = try archive.importFile(messages)
      try archive.noteSamePeople(found.samePeople)
      return id
    }
  }

  @Test("Where one export says “You” and the other one a name, all of that person's messages are own")
  func owner() async throws {
    _ = try addOwn()
    let conversation = try await archive.onlyConversation().id
    let question = try #require(try await archive.peopleQuestions().first)
    #expect(question.name == "Mara" && question.otherName == "You")
    try await archive.answer([question.id], areSame: true)
    for message in try await archive.allMessages() {
      #expect(message.isOwn == (message.sender?.name == "Mara"), "\(message)")
    }
    #expect(try await archive.allMessages().count == chat.lines.count)
    #expect(try await archive.details(of: conversation)?.owner.person?.name == "Mara")
    // The same holds for later imports.
    try add(mara: "Mara")
    #expect(try await archive.allMessages().allSatisfy { $0.isOwn == ($0.sender?.name == "Mara") })
  }

  @Test("The owner of joined people stays the owner when either import is forgotten", arguments: [0, 1])
  func forgottenOwner(_ index: Int) async throws {
    let imports = try addOwn()
    let question = try #require(try await archive.peopleQuestions().first)
    try await archive.answer([question.id], areSame: true)
    try await archive.forget(imports[index])
    let messages = try await archive.allMessages()
    #expect(!messages.isEmpty)
    for message in messages {
      #expect(message.isOwn == (message.sender?.name == "Mara"), "\(message)")
    }
  }

  @Test("Who a person has said to be stays, whatever exports say that are merged later, or forgotten")
  func toldOwner() async throws {
    func export(_ range: Range<Int>, _ style: KeylessChat.Style) -> [ImportedMessage] {
      chat.export(range, style).map { message in
        var message = message
        message.isOwn = style.hasFiles && message.sender?.name == "Mara"
        return message
      }
    }
    let half = chat.lines.count / 2
    try archive.importFile(export(0..<half, .init()))
    let second = try archive.importFile(
      export(0..<chat.lines.count, .init(hasSeconds: false, hasFiles: false))
    ).id
    let conversation = try await archive.onlyConversation().id
    let jonas = try #require(try await archive.people(of: conversation).first { $0.name == "Jonas" })
    try await archive.setOwner(jonas.id, of: [conversation])
    #expect(try await archive.allMessages().allSatisfy { $0.isOwn == ($0.sender?.name == "Jonas") })
    try archive.importFile(export(half / 2..<chat.lines.count, .init(hasSeconds: false)))
    #expect(try await archive.allMessages().allSatisfy { $0.isOwn == ($0.sender?.name == "Jonas") })
    try await archive.forget(second)
    #expect(try await archive.allMessages().allSatisfy { $0.isOwn == ($0.sender?.name == "Jonas") })
  }

  @Test("What is forgotten of messages with keys leaves the owner who was told", arguments: [0, 1])
  func toldOwnerWithKeys(_ index: Int) async throws {
    let imports = try [true, false].map { isOwn in
      let id = try archive.beginImport(of: "/export", at: 0)
      let messages = (0..<9).map {
        ImportedMessage.sample("\($0)", at: Int64($0), from: ImportedMessage.mara, own: isOwn)
      }
      _ = try archive.writeBatch(messages, context: ImportContext(id: id))
      return id
    }
    let conversation = try await archive.onlyConversation().id
    try await archive.setOwner(nil, of: [conversation])
    try await archive.forget(imports[index])
    #expect(try await archive.allMessages().map(\.isOwn) == Array(repeating: false, count: 9))
  }
}
