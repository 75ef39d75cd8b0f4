import Testing

@testable import ChatArchive

@Suite("Sending", .dedicatedThreads)
struct ArchiveSendingTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("A sent message is returned as it is stored, the last of its conversation")
  func sends() async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3))
    let conversation = try await archive.onlyConversation().id
    let sent = try await archive.send("On my way", in: conversation, at: 5000)
    #expect(sent.text == "On my way")
    #expect(sent.isOwn)
    #expect(sent.kind == .normal)
    #expect(sent.sender?.name == "You")
    #expect(sent.sentAt == 5000)
    #expect(try await archive.newest(in: conversation, limit: 1) == [sent])
    let counted = try await archive.onlyConversation()
    #expect(counted.messageCount == 4)
    #expect(counted.participantCount == 2)
    #expect(counted.lastSentAt == 5000)
  }

  @Test("A clock that is behind does not put an own message before others", arguments: [-9, 1999, 2000])
  func clockBehind(sentAt: Int64) async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<3).shuffled(seed: 4))
    let conversation = try await archive.onlyConversation().id
    for text in ["one", "two", "three"] {
      let sent = try await archive.send(text, in: conversation, at: sentAt)
      #expect(sent.sentAt == 2000)
      #expect(try await archive.allMessages().last == sent)
    }
    #expect(try await archive.newest(in: conversation, limit: 3).map(\.text) == ["one", "two", "three"])
  }

  @Test("The same words at the same time are two messages")
  func sameTwice() async throws {
    _ = try archive.writeBatch([.sample("1")])
    let conversation = try await archive.onlyConversation().id
    let first = try await archive.send("ok", in: conversation, at: 7)
    let second = try await archive.send("ok", in: conversation, at: 7)
    #expect(first.id != second.id)
    #expect(try await archive.onlyConversation().messageCount == 3)
  }

  @Test("The owner whom an import has brought stays one person")
  func knownOwner() async throws {
    _ = try archive.writeBatch([.sample("1"), .sample("2", from: ImportedMessage.jonas, own: true)])
    let conversation = try await archive.onlyConversation().id
    let sent = try await archive.send("Me again", in: conversation, at: 9)
    #expect(sent.sender?.name == "Jonas Weber")
    #expect(try await archive.onlyConversation().participantCount == 2)
  }

  @Test("An import after it leaves an own message where and what it was")
  func importAfterSending() async throws {
    _ = try archive.writeBatch(ImportedMessage.samples(0..<2))
    let conversation = try await archive.onlyConversation().id
    let sent = try await archive.send("mine", in: conversation, at: 1500)
    #expect(
      try archive.writeBatch(ImportedMessage.samples(0..<4))
        == BatchResult(added: 2, duplicates: 2, conversations: [1]))
    #expect(try await archive.message(sent.id) == sent)
    #expect(try await archive.allMessages().map(\.text).firstIndex(of: "mine") == 2)
  }

  @Test("There is no sending into a conversation that does not exist")
  func unknownConversation() async throws {
    await #expect(throws: ArchiveError.noSuchConversation(path: archive.path, id: 7)) {
      try await archive.send("anyone?", in: 7, at: 0)
    }
    #expect(try await archive.info().messageCount == 0)
  }

  @Test("Many at once are all stored, each the last of its moment")
  func concurrently() async throws {
    _ = try archive.writeBatch([.sample("1")])
    let conversation = try await archive.onlyConversation().id
    let sent = try await withThrowingTaskGroup(of: Message.self) { group in
      for i in 0..<20 {
        group.addTask { try await archive.send("\(i)", in: conversation, at: Int64(20 - i)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let stored = try await archive.allMessages().dropFirst()
    #expect(Set(stored.map(\.text)) == Set(sent.map(\.text)))
    // In the order of their numbers, that is, in the order in which they were stored.
    #expect(stored.map(\.id) == stored.map(\.id).sorted())
  }
}

extension Array {
  /// The elements in an order that the seed decides.
  func shuffled(seed: UInt64) -> [Element] {
    var random = SplitMix64(seed: seed)
    return shuffled(using: &random)
  }
}
