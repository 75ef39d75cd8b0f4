import Foundation
import Testing

@testable import ChatFormats
@testable import Chats

@Suite("What files contain, before an import", .dedicatedThreads)
struct ImportSurveyTests {
  private let bench: ImportBench

  init() throws {
    bench = try ImportBench()
  }

  private static func survey(
    _ files: URL..., options: ImportOptions = ImportOptions(timeZone: .gmt),
    depth: ImportSurvey.Depth = .whole
  ) -> ImportSurvey {
    ImportSurvey.of(files, options: options, depth: depth)
  }

  /// A Telegram chat in which the people write in turn.
  private func chat(
    _ name: String, id: Int, people: [(id: Int, name: String)], messages: Int, type: String = "private_group"
  ) -> String {
    let list = (0..<messages).map { number in
      let person = people[number % people.count]
      return """
        {"id": \(number), "type": "message", "date_unixtime": "\(1_700_000_000 + number * 60)", \
        "from": "\(person.name)", "from_id": "user\(person.id)", "text": "Number \(number)"}
        """
    }
    return """
      {"name": "\(name)", "type": "\(type)", "id": \(id), "messages": [\(list.joined(separator: ","))]}
      """
  }

  @Test("The survey of a fixture counts what its import brings", arguments: Fixture.all)
  func counts(file: URL) async throws {
    let survey = Self.survey(file)
    #expect(survey.isComplete)
    #expect(survey.found.count == 1)
    #expect(survey.found.first?.certainty == .certain)
    #expect(survey.bytesRead == survey.totalBytes)
    let report = bench.run(file)
    #expect(survey.unreadableCount == report.summary.skipped)
    let content = try await bench.content()
    #expect(
      Set(survey.chats.map { "\($0.title) \($0.id.isEmpty)" })
        == Set(content.conversations.map { "\($0.title) false" }))
    #expect(content.conversations.allSatisfy { $0.origin != .imported(program: nil) })
    for chat in survey.chats {
      let index = try #require(content.conversations.firstIndex { $0.title == chat.title })
      let messages = content.messages[index]
      #expect(chat.firstSentAt == messages.map(\.sentAt).min())
      #expect(chat.lastSentAt == messages.map(\.sentAt).max())
      #expect(chat.people.count == content.conversations[index].participantCount)
    }
  }

  @Test("The chats of an account are told apart, with their people, spans and the one who exported them")
  func account() throws {
    let survey = Self.survey(Fixture.account)
    #expect(survey.found.map(\.format) == [.telegram])
    #expect(survey.assumedZone == nil)
    let jonas = try #require(survey.chats.first { $0.title == "Jonas Weber" })
    #expect(jonas.messageCount == 3)
    #expect(jonas.people.map(\.name) == ["Jonas Weber", "Mara Lind"] || jonas.people.count == 2)
    #expect(jonas.toldOwner == "telegram:user101")
    #expect(survey.question(in: survey.chats) == .told("telegram:user101"))
  }

  @Test("A log tells no time zone and no owner, and one that names none is not guessed")
  func log() {
    let survey = Self.survey(Fixture.irssi)
    #expect(survey.assumedZone == .gmt)
    #expect(survey.unreadableCount == 1)
    #expect(survey.question(in: survey.chats) == .open)
  }

  @Test("In a chat of two that is named after one, the other is probably the owner")
  func guessOfTwo() throws {
    let file = try bench.file(
      chat("Ann", id: 1, people: [(1, "Ann"), (2, "Bo")], messages: 5), named: "result.json")
    let survey = Self.survey(file)
    #expect(survey.question(in: survey.chats) == .guessed("telegram:user2"))
  }

  @Test("Who writes in all chats is probably the owner; without a clue, it is asked")
  func guessOfMany() throws {
    let one = try bench.file(
      chat("Walks", id: 1, people: [(1, "Ann"), (2, "Bo"), (3, "Cy")], messages: 9), named: "1/result.json")
    let two = try bench.file(
      chat("Talks", id: 2, people: [(4, "Di"), (2, "Bo"), (5, "Ed")], messages: 9), named: "2/result.json")
    let survey = Self.survey(one, two)
    #expect(survey.question(in: survey.chats) == .guessed("telegram:user2"))
    #expect(survey.candidates(in: survey.chats).first?.chatCount == 2)
    #expect(survey.question(in: [survey.chats[0]]) == .open)
  }

  @Test("Who is the owner of the chats of two is probably that of a group, in which others write as much")
  func guessOfTold() throws {
    func chat(_ title: String, _ people: [String], _ folder: String) throws -> URL {
      let names = people.map { "{\"name\": \"\($0)\"}" }.joined(separator: ", ")
      let messages = people.enumerated().map { index, name in
        "{\"sender_name\": \"\(name)\", \"timestamp_ms\": \(1_709_280_002_000 - index), \"content\": \"Hello\"}"
      }
      let text =
        "{\"participants\": [\(names)], \"messages\": [\(messages.joined(separator: ", "))], "
        + "\"title\": \"\(title)\", \"thread_path\": \"inbox/\(folder)\"}"
      return try bench.file(text, named: "inbox/\(folder)/message_1.json")
    }
    let survey = Self.survey(
      try chat("Ann", ["Ann", "Cy"], "ann_1"), try chat("Walks", ["Ann", "Bo", "Cy"], "walks_2"))
    let walks = try #require(survey.chats.first { $0.title == "Walks" })
    let cy = try #require(walks.people.first { $0.name == "Cy" })
    #expect(survey.chats.map(\.toldOwner) == [nil, cy.id])
    #expect(survey.question(in: survey.chats) == .guessed(cy.id))
    #expect(survey.question(in: [walks]) == .open)
  }

  @Test("The first ten messages of a chat are kept, and are own as is told")
  func preview() throws {
    let file = try bench.file(
      chat("Ann", id: 1, people: [(1, "Ann"), (2, "Bo")], messages: 25), named: "result.json")
    let chat = try #require(Self.survey(file).chats.first)
    let bo = ImportOwner.person(.init(key: "telegram:user2", name: "Bo"))
    #expect(chat.previewed(owner: nil).map(\.text) == (0..<10).map { "Number \($0)" })
    #expect(chat.previewed(owner: nil).allSatisfy { !$0.isOwn })
    #expect(chat.previewed(owner: bo).map(\.isOwn) == (0..<10).map { $0 % 2 == 1 })
    #expect(chat.previewed(owner: .nobody).allSatisfy { !$0.isOwn })
  }

  @Test("The formats are known before the messages, and the first messages before the rest")
  func updates() throws {
    let file = try bench.file(
      chat("Ann", id: 1, people: [(1, "Ann"), (2, "Bo")], messages: 9_000), named: "result.json")
    var updates: [ImportSurvey] = []
    let last = ImportSurvey.of(
      [file], options: ImportOptions(timeZone: .gmt), update: { updates.append($0()) })
    #expect(updates.first?.found.first?.format == .telegram)
    #expect(updates.first?.chats == [])
    #expect(updates[1].chats.first?.messageCount == 10)
    #expect(updates.count >= 4)
    #expect(updates.allSatisfy { !$0.isComplete })
    #expect(last.isComplete)
    #expect(last.chats.first?.messageCount == 9_000)
  }

  @Test("A survey that is cancelled, or of the beginning, has read only a part")
  func parts() throws {
    let file = try bench.file(
      chat("Ann", id: 1, people: [(1, "Ann"), (2, "Bo")], messages: 9_000), named: "result.json")
    let beginning = Self.survey(file, depth: .beginning(bytes: 100_000))
    #expect(!beginning.isComplete)
    #expect((100..<3_000).contains(beginning.chats[0].messageCount))
    var records = 0
    let cancelled = ImportSurvey.of(
      [file], options: ImportOptions(timeZone: .gmt),
      isCancelled: {
        records += 1
        return records > 200
      })
    #expect(!cancelled.isComplete)
    #expect((100...200).contains(cancelled.chats[0].messageCount))
  }

  @Test("Pictures that an export names are counted, those that are there with their sizes")
  func media() throws {
    try bench.file(Data(count: 1_000), named: "photos/1.jpg")
    let file = try bench.file(
      """
      {"name": "Ann", "type": "personal_chat", "id": 1, "messages": [
       {"id": 1, "type": "message", "date_unixtime": "1700000000", "from": "Ann", "from_id": "user1",
        "photo": "photos/1.jpg", "width": 10, "height": 10, "text": ""},
       {"id": 2, "type": "message", "date_unixtime": "1700000001", "from": "Ann", "from_id": "user1",
        "photo": "photos/2.jpg", "width": 10, "height": 10, "text": ""}]}
      """, named: "result.json")
    #expect(Self.survey(file).chats.map(\.media) == [.init(count: 2, foundCount: 1, byteCount: 1_000)])
  }

  @Test("Each chat has its own media, and a file that two chats share counts for both")
  func mediaOfChats() throws {
    try bench.file(Data(count: 1_000), named: "photos/1.jpg")
    try bench.file(Data(count: 30), named: "photos/2.jpg")
    func chat(_ id: Int, _ photos: [String]) -> String {
      let messages = photos.enumerated().map { number, photo in
        """
        {"id": \(number), "type": "message", "date_unixtime": "\(1_700_000_000 + number)", "from": "Ann",
         "from_id": "user1", "photo": "photos/\(photo)", "width": 10, "height": 10, "text": ""}
        """
      }
      return """
        {"name": "Chat \(id)", "type": "personal_chat", "id": \(id),
         "messages": [\(messages.joined(separator: ","))]}
        """
    }
    let chats = [
      chat(1, ["1.jpg", "2.jpg", "gone.jpg"]), chat(2, ["1.jpg", "1.jpg"]), chat(3, ["gone.jpg"]),
    ]
    let file = try bench.file(
      #"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#, named: "result.json")
    let media = Dictionary(uniqueKeysWithValues: Self.survey(file).chats.map { ($0.title, $0.media) })
    #expect(
      media == [
        "Chat 1": .init(count: 3, foundCount: 2, byteCount: 1_030),
        "Chat 2": .init(count: 2, foundCount: 2, byteCount: 2_000),
        "Chat 3": .init(count: 1, foundCount: 0, byteCount: 0),
      ])
  }

  @Test("What is no chat is a failure and nothing found")
  func nothing() throws {
    let file = try bench.file("Dear diary", named: "notes.txt")
    let survey = Self.survey(file, bench.folder.url.appendingPathComponent("gone"))
    #expect(survey.found.isEmpty)
    #expect(survey.failures.count == 2)
  }

  // MARK: The answers

  private func imported(
    _ file: URL, _ change: (inout ImportOptions) -> Void
  ) async throws -> ImportBench.Content {
    var options = ImportOptions(timeZone: .gmt)
    change(&options)
    _ = Importer(into: bench.archive, options: options).run([file])
    return try await bench.content()
  }

  @Test("Chats that are left out are not imported")
  func leftOut() async throws {
    let survey = Self.survey(Fixture.account)
    let jonas = try #require(survey.chats.first { $0.title == "Jonas Weber" })
    let content = try await imported(Fixture.account) {
      $0.leftOut = Set(survey.chats.map(\.id)).subtracting([jonas.id])
    }
    #expect(content.conversations.map(\.title) == ["Jonas Weber"])
    #expect(content.messages.map(\.count) == [3])
  }

  @Test("The owner that a person tells is known to the archive, one that is guessed is a guess")
  func owner() async throws {
    let file = try bench.file(
      chat("Walks", id: 1, people: [(1, "Ann"), (2, "Bo"), (3, "Cy")], messages: 2_500), named: "result.json")
    let key = try #require(Self.survey(file).chats.first?.id)
    let guessed = try await imported(file) { $0.owners = [key: .guessed("telegram:user2")] }
    #expect(guessed.messages[0].allSatisfy { $0.isOwn == ($0.sender?.name == "Bo") })
    var details = try await bench.archive.details(of: guessed.conversations[0].id)
    #expect(details?.owner.person?.name == "Bo")
    #expect(details?.owner.isKnown == false)
    let told = try await imported(file) {
      $0.owners = [key: .person(.init(key: "telegram:user3", name: "Cy"))]
    }
    #expect(
      told.messages[0].allSatisfy { $0.isOwn == ($0.sender?.name == "Cy") }, "also in what was there")
    details = try await bench.archive.details(of: guessed.conversations[0].id)
    #expect(details?.owner.person?.name == "Cy")
    #expect(details?.owner.isKnown == true)
    #expect(try await bench.archive.knownOwners(ofKeys: [key, "other"]) == [key: ["telegram:user3"]])
  }

  @Test("Who says to be none of the people is not asked again")
  func nobody() async throws {
    let file = try bench.file(
      chat("Ann", id: 1, people: [(1, "Ann"), (2, "Bo")], messages: 6), named: "result.json")
    let key = try #require(Self.survey(file).chats.first?.id)
    let content = try await imported(file) { $0.owners = [key: .nobody] }
    #expect(content.messages[0].allSatisfy { !$0.isOwn })
    #expect(try await bench.archive.ownerQuestion(for: [content.conversations[0].id]) == nil)
    #expect(try await bench.archive.knownOwners(ofKeys: [key]) == [key: []])
  }

  @Test("A name that is told is the owner in all chats in which it is", arguments: [6, 2_500])
  func name(messages: Int) async throws {
    let file = try bench.file(
      chat("Walks", id: 1, people: [(1, "Ann"), (2, "Bo"), (3, "Cy")], messages: messages),
      named: "result.json")
    let content = try await imported(file) { $0.owner = "Cy" }
    #expect(content.messages[0].allSatisfy { $0.isOwn == ($0.sender?.name == "Cy") })
    #expect(try await bench.archive.details(of: content.conversations[0].id)?.owner.isKnown == true)
  }

  @Test("All messages go into the conversation that is told")
  func target() async throws {
    let one = try bench.file(chat("Walks", id: 1, people: [(1, "Ann")], messages: 3), named: "1/result.json")
    let two = try bench.file(chat("Talks", id: 2, people: [(2, "Bo")], messages: 5), named: "2/result.json")
    let first = try await imported(one) { _ in }
    let both = try await imported(two) { $0.conversation = first.conversations[0].id }
    #expect(both.conversations.map(\.title) == ["Walks"])
    #expect(both.messages[0].count == 5)
  }
}
