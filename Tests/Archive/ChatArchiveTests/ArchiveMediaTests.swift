import Foundation
import GRDB
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("The media of a conversation", .dedicatedThreads)
struct ArchiveMediaTests {
  private let folder: TemporaryFolder
  private let archive: Archive

  init() throws {
    folder = try TemporaryFolder()
    archive = try Archive(path: folder.path("a"), mode: .createIfMissing)
  }

  private static let photo = Attachment(kind: .photo, path: "/export/photos/1.jpg")
  private static let film = Attachment(
    kind: .video, path: "/export/films/1.mp4", thumbnail: "/export/films/1.jpg")
  private static let file = Attachment(kind: .file, name: "a.pdf", path: "/export/files/a.pdf")
  private static let link = TextEntity(start: 4, length: 4, kind: .link(target: "https://example.org/"))

  /// All media of a message, in the form of a page.
  private func expected(_ scope: MediaScope, _ messages: [Message]) -> [MediaItem.ID] {
    messages.flatMap { message -> [MediaItem.ID] in
      if scope == .links {
        return message.entities.isEmpty ? [] : [MediaItem.ID(message: message.id, position: 0)]
      }
      return message.attachments.indices
        .filter { message.attachments[$0].kind.shelf.map { scope.shelves.contains($0) } ?? false }
        .map { MediaItem.ID(message: message.id, position: $0) }
    }
  }

  @Test(
    "Pages in both directions and from any ordinal agree with the messages, also with equal times",
    arguments: [MediaScope.shelf(.pictures), .shelf(.films), .shelf(.files), .links],
    [1_000_000, 12, 1])
  func pagesLikeAnArray(scope: MediaScope, distinctTimes: Int) async throws {
    var random = SplitMix64(seed: UInt64(distinctTimes))
    let kinds = [Self.photo, Self.film, Self.file, Attachment(kind: .sticker), Self.photo]
    _ = try archive.writeBatch(
      (0..<120).map { number in
        .sample(
          "\(number)", at: Int64(random.below(distinctTimes)), text: "See this, and more",
          in: random.oneIn(4) ? "other" : "walks", entities: random.oneIn(3) ? [Self.link] : [],
          attachments: (0..<random.below(4)).map { _ in kinds[random.below(kinds.count)] })
      })
    for conversation in try await archive.conversations() {
      let messages = try await archive.newest(in: conversation.id, limit: .max)
      let all = expected(scope, messages)
      #expect(try await archive.mediaCount(in: conversation.id, scope) == all.count)
      let items = try await archive.media(in: conversation.id, scope, .from(0), limit: 1_000)
      #expect(items.map(\.id) == all)
      #expect(items.map(\.cursor) == items.map(\.cursor).sorted())
      for (ordinal, item) in items.enumerated() {
        let (id, cursor) = (conversation.id, item.cursor)
        #expect(try await archive.mediaOrdinal(of: cursor, in: id, scope) == ordinal)
        #expect(
          try await archive.media(in: id, scope, .before(cursor), limit: 5).map(\.id)
            == all.prefix(ordinal).suffix(5))
        #expect(
          try await archive.media(in: id, scope, .after(cursor), limit: 5).map(\.id)
            == Array(all.dropFirst(ordinal + 1).prefix(5)))
        #expect(
          try await archive.media(in: id, scope, .from(ordinal), limit: 5).map(\.id)
            == Array(all.dropFirst(ordinal).prefix(5)))
      }
    }
  }

  @Test("An item has its message's sender, time and caption, and a link its words")
  func contents() async throws {
    _ = try archive.writeBatch([
      .sample(
        "1", at: 5, text: "See this", from: ImportedMessage.jonas, entities: [Self.link],
        attachments: [Self.file, Self.photo])
    ])
    let chat = try await archive.onlyConversation().id
    let picture = try #require(try await archive.media(in: chat, .shelf(.pictures), .from(0), limit: 9).first)
    #expect(picture.attachment == Self.photo)
    #expect(picture.id.position == 1)
    #expect(picture.sender?.name == "Jonas Weber")
    #expect(picture.sentAt == 5)
    #expect(picture.caption == "See this")
    let link = try #require(try await archive.media(in: chat, .links, .from(0), limit: 9).first)
    #expect(link.content == .links([MediaItem.Link(text: "this", target: "https://example.org/")]))
  }

  @Test("Months are told in the zone that is asked for, in the order of the items")
  func months() async throws {
    let march = Int64(1_740_787_200_000)  // 2025-03-01 00:00 UTC
    _ = try archive.writeBatch(
      [-7_200_000, -1, 0, 3_600_000].enumerated().map { index, offset in
        .sample("\(index)", at: march + offset, attachments: [Self.photo])
      })
    let chat = try await archive.onlyConversation().id
    let utc = try await archive.mediaMonths(in: chat, .shelf(.pictures), timeZone: .gmt)
    #expect(
      utc == [MediaMonth(start: march - 28 * 86_400_000, count: 2), MediaMonth(start: march, count: 2)])
    let east = try #require(TimeZone(secondsFromGMT: 3_600))
    #expect(
      try await archive.mediaMonths(in: chat, .shelf(.pictures), timeZone: east).map(\.count) == [1, 3])
    #expect(try await archive.mediaMonths(in: chat, .links, timeZone: east).isEmpty)
  }

  @Test(
    "Every query for media searches an index, and sorts nothing",
    arguments: [MediaScope.shelf(.pictures), .shelf(.files), .links])
  func plans(scope: MediaScope) async throws {
    let cursor = MediaCursor(orderKey: 5, id: MediaItem.ID(message: 5, position: 5))
    try await DatabaseQueue(path: archive.path).read { db in
      for place in [MediaPlace.before(cursor), .after(cursor), .from(7)] {
        let (sql, arguments) = MediaQuery(in: 1, scope, place, limit: 60).keys
        let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
          .map { $0["detail"] as String }
        #expect(plan.contains { $0.hasPrefix("SEARCH ") && $0.contains(" INDEX ") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
      }
    }
  }

  @Test("One move of an export's folder mends all its paths, and those of no other folder")
  func relocation() async throws {
    let other = Attachment(kind: .photo, path: "/export 2/photos/1.jpg")
    let odd = Attachment(kind: .photo, path: "/expört_%/photos/1.jpg")
    _ = try archive.writeBatch([
      .sample("1", attachments: [Self.photo, Self.film, other]), .sample("2", attachments: [Self.file, odd]),
    ])
    #expect(try archive.relocate(from: "/export", to: "/new place") == 3)
    #expect(try archive.relocate(from: "/expört_%", to: "/x") == 1)
    let attachments = try await archive.allMessages().flatMap(\.attachments)
    #expect(
      attachments.map(\.path) == [
        "/new place/photos/1.jpg", "/new place/films/1.mp4", "/export 2/photos/1.jpg",
        "/new place/files/a.pdf",
        "/x/photos/1.jpg",
      ])
    #expect(attachments[1].thumbnail == "/new place/films/1.jpg")
  }

  // Another export beside the one that was moved lost its paths.
  @Test("What has not moved keeps its path")
  func relocationOfWhatHasMoved() async throws {
    _ = try archive.writeBatch([.sample("1", attachments: [Self.photo, Self.film])])
    let count = try archive.relocate(from: "/export", to: "/new") { old, new in
      #expect(new == "/new" + old.dropFirst("/export".count))
      return old.hasPrefix("/export/photos")
    }
    #expect(count == 1)
    let attachments = try await archive.allMessages()[0].attachments
    #expect(attachments.map(\.path) == ["/new/photos/1.jpg", Self.film.path])
    #expect(attachments[1].thumbnail == Self.film.thumbnail)
  }
}
