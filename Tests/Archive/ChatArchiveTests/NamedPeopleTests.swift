import Foundation
import GRDB
import Testing

@testable import ChatStore
@testable import Chats

/// The people of Telegram's pages, who are known by their names only.
@Suite("Names that stand for people with numbers")
struct NamedPeopleTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  /// Imports a message of each person of a chat: a name of pages, or a number with a name.
  @discardableResult
  private func add(_ chat: String, _ people: (number: Int?, name: String)...) throws -> Int64 {
    let id = try archive.beginImport(of: "/\(UUID())", at: 0)
    let messages = people.enumerated().map { index, person in
      let key = person.number.map { "telegram:user\($0)" } ?? "telegram:name/\(person.name)"
      return ImportedMessage(
        conversationKey: "telegram:channel\(chat)", conversationTitle: chat, sourceID: "\(id) \(index)",
        sender: ImportedMessage.Sender(key: key, name: person.name), sentAt: id * 1000 + Int64(index),
        text: "t")
    }
    let chats = try archive.writeBatch(messages, context: ImportContext(id: id)).conversations
    try archive.endImport(into: chats)
    return id
  }

  /// The key of the participant who represents the person of a name, by the key of the name.
  private func person(_ name: String) async throws -> String? {
    try await archive.reading { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT coalesce(pp.key, p.key) FROM participant p LEFT JOIN participant pp ON pp.id = p.person
          WHERE p.key = ?
          """, arguments: ["telegram:name/\(name)"])
    }
  }

  private func id(_ key: String) async throws -> Participant.ID {
    try await archive.reading { db in
      try Int64.fetchOne(db, sql: "SELECT id FROM participant WHERE key = ?", arguments: [key]) ?? 0
    }
  }

  @Test("A number can get the name in another chat, or lose it with an import", arguments: [true, false])
  func renamed(pagesFirst: Bool) async throws {
    if pagesFirst { try add("c", (nil, "Ann")) }
    let other = try add("d", (5, "Ann"))
    try add("c", (5, "Annie"))
    if !pagesFirst { try add("c", (nil, "Ann")) }
    #expect(try await person("Ann") == "telegram:user5")
    try await archive.forget(other)
    #expect(try await person("Ann") == "telegram:name/Ann")
  }

  @Test("Several people of a name leave it a person of its own, until one is forgotten")
  func severalPeople() async throws {
    try add("c", (nil, "Ann"), (5, "Ann"))
    try add("d", (nil, "Ann"))
    #expect(try await person("Ann") == "telegram:user5")
    let second = try add("d", (6, "Ann"))
    #expect(try await person("Ann") == "telegram:name/Ann")
    try await archive.forget(second)
    #expect(try await person("Ann") == "telegram:user5")
    try await ArchiveFacts.expectSound(archive)
  }

  @Test("Two accounts of one person are one")
  func accounts() async throws {
    try add("c", (nil, "Ann"), (5, "Ann"), (6, "Ann"))
    #expect(try await person("Ann") == "telegram:name/Ann")
    try await archive.mergePerson(id("telegram:user5"), into: id("telegram:user6"))
    try add("e", (7, "Tove"))
    #expect(try await person("Ann") == "telegram:user6")
  }

  @Test("What the user decides stays")
  func decided() async throws {
    try add("c", (nil, "Ann"), (5, "Ann"), (6, "Ann"))
    try await archive.mergePerson(id("telegram:name/Ann"), into: id("telegram:user5"))
    try add("c", (8, "Jonas"))
    #expect(try await person("Ann") == "telegram:user5")
    try add("d", (nil, "Tove"), (7, "Tove"))
    #expect(try await person("Tove") == "telegram:user7")
    try await archive.partPerson(id("telegram:name/Tove"))
    try add("d", (8, "Jonas"))
    #expect(try await person("Tove") == "telegram:name/Tove")
    try await archive.mergePerson(id("telegram:user7"), into: id("telegram:name/Tove"))
    try add("d", (8, "Jonas"))
    #expect(try await person("Tove") == "telegram:name/Tove")
  }
}
