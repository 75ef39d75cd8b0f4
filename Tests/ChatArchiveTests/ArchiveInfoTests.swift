import Foundation
import Testing

@testable import ChatArchive

@Suite("What an archive tells about itself", .dedicatedThreads)
struct ArchiveInfoTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  @Test("An empty archive holds nothing and is sound")
  func empty() async throws {
    let info = try await archive.info()
    #expect(info.conversationCount == 0)
    #expect(info.messageCount == 0)
    #expect(info.senders.isEmpty)
    #expect(info.firstSentAt == nil)
    #expect(info.lastSentAt == nil)
    #expect(info.byteCount > 0)
    #expect(info.schemaVersion == 1)
    #expect(info.integrity == .ok)
  }

  @Test("Counts, senders and the span of time are those of the messages")
  func counts() async throws {
    _ = try archive.writeBatch([
      .sample("1", at: 500, in: "a"), .sample("2", at: -20, in: "a"),
      .sample("1", at: 900, in: "b"), .sample("2", at: 30, from: ImportedMessage.jonas, in: "b"),
      .sample("3", at: 40, from: ImportedMessage.jonas, in: "b", kind: .service),
      .sample("4", at: 50, from: nil, in: "b", kind: .service),
    ])
    let info = try await archive.info()
    #expect(info.conversationCount == 2)
    #expect(info.messageCount == 6)
    #expect(info.senders.map(\.name) == ["Mara Lind", "Jonas Weber"])
    #expect(info.senders.map(\.messageCount) == [3, 1])
    #expect(info.firstSentAt == -20)
    #expect(info.lastSentAt == 900)
  }

  @Test("The size counts what is still in the log")
  func size() async throws {
    let before = try await archive.info().byteCount
    _ = try archive.writeBatch([.sample("1", text: String(repeating: "x", count: 1_000_000))])
    #expect(try await archive.info().byteCount > before + 1_000_000)
  }

  @Test("Every error is a sentence that names the file")
  func sentences() {
    let path = "/home/mara/walks.backscroll"
    let errors: [ArchiveError] = [
      .missing(path: path), .folderMissing(path: path, folder: "/home/mara"), .isDirectory(path: path),
      .unreadable(path: path), .empty(path: path), .notSQLite(path: path),
      .damaged(path: path, reason: "it is cut off"), .foreign(path: path),
      .newerSchema(path: path, found: 9, supported: 1), .locked(path: path), .diskFull(path: path),
      .readOnly(path: path), .noSuchConversation(path: path, id: 4), .cancelled(path: path),
      .other(path: path, reason: "out of memory"),
    ]
    for error in errors {
      #expect(error.description.contains("“\(path)”"))
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.contains("\n"))
      #expect(error.localizedDescription == error.description)
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
