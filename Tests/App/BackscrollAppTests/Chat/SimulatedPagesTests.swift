import ChatStore
import Chats
import Foundation
import Paging
import SampleChat
import Testing

@testable import Reader

@Suite("The pages of a chat with simulated messages")
struct SimulatedPagesTests {
  /// The pages of a chat, with simulated messages between two pages, within a page, and at its end.
  private static func with(
    _ body: (ChatPages, _ all: [Message]) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-simulated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = try Archive(path: folder.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
    defer { archive.close() }
    try SyntheticConversation.generate(into: archive, messages: 300, seed: 1)
    let conversation = try await archive.conversations()[0].id
    let stored = try await archive.newest(in: conversation, limit: 300)
    let pages = ChatPages(archive: archive, conversation: conversation)
    var all = stored
    for (last, count) in [(stored[119], 3), (stored[199], 70), (stored[299], 90)] {
      for _ in 0..<count { all.append(pages.simulated.add(last, at: last.sentAt, after: last)) }
    }
    all.sort { $0.cursor < $1.cursor }
    try await body(pages, all)
  }

  private static func expect(_ page: Page<Message, MessageCursor>, at range: Range<Int>, of all: [Message]) {
    #expect(page.items.map(\.id) == all[range].map(\.id))
  }

  @Test("Backwards, each page joins the next one, and knows the message before it and its place")
  func backwards() async throws {
    try await Self.with { pages, all in
      var page = try await pages.page(after: nil, limit: 60)
      var start = all.count
      while true {
        start -= page.items.count
        Self.expect(page, at: start..<start + page.items.count, of: all)
        #expect(page.context?.id == (start > 0 ? all[start - 1].id : nil))
        #expect(pages.places.place(of: all[start].id) == MessagePlace(ordinal: start, count: all.count))
        guard let previous = page.previous else { break }
        page = try await pages.page(before: previous, limit: 60)
      }
      #expect(start == 0)
    }
  }

  @Test(
    "Forwards from any message, each page joins the previous one", arguments: [0, 121, 150, 240, 400, 462])
  func forwards(index: Int) async throws {
    try await Self.with { pages, all in
      var page = try await pages.page(around: all[index].id, limit: 60)
      var end = try #require(all.firstIndex { $0.id == page.items.first?.id })
      #expect(end == 0 || end <= index - 30)
      #expect(page.context?.id == (end > 0 ? all[end - 1].id : nil))
      #expect(pages.places.place(of: all[end].id) == MessagePlace(ordinal: end, count: all.count))
      while true {
        Self.expect(page, at: end..<end + page.items.count, of: all)
        end += page.items.count
        guard let next = page.next else { break }
        page = try await pages.page(after: next, limit: 60)
      }
      #expect(end == all.count)
      let beyond = try await pages.page(after: all[end - 1].cursor, limit: 60)
      #expect(beyond.items.isEmpty)
    }
  }

  @Test("A number of messages leads to the message after them")
  func ordinals() async throws {
    try await Self.with { pages, all in
      for ordinal in [0, 119, 120, 122, 123, 202, 203, 272, 273, 372, 373, 462] {
        let cursor = try await pages.cursor(at: ordinal)
        #expect(cursor == all[ordinal].cursor)
      }
      let beyond = try await pages.cursor(at: 463)
      #expect(beyond == nil)
    }
  }
}
