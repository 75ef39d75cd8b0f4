import ChatStore
import Chats
import Foundation
import SampleChat
import Testing

@testable import AppBase
@testable import BackscrollApp
@testable import Reader

@Suite("Places to open at, as they are typed")
struct PlaceRequestTests {
  private let stockholm = TimeZone(identifier: "Europe/Stockholm")!

  private func time(_ words: String, in zone: TimeZone = .gmt) -> Int64? {
    guard case .time(let time, _)? = PlaceRequest(words, timeZone: zone) else { return nil }
    return time
  }

  @Test("A number is a message's")
  func number() {
    #expect(PlaceRequest("4711") == .message(4711))
    #expect(PlaceRequest("-3") == .message(-3))
  }

  @Test(
    "A text that is no link to a place is refused",
    arguments: [
      "", "/a/b.sqlite", "file:///a", "backscroll:/a", "backscroll://", "backscroll://a/b#1",
      "backscroll:///%00",
      "backscroll:///a%", "backscroll:///a#", "backscroll:///a#yesterday", "backscroll:///a#1@",
      "backscroll:///a#1@b",
    ])
  func refusedLinks(text: String) { #expect(MessageLink(text) == nil) }

  @Test("A link has a path, and a place as it is typed")
  func links() {
    let link = MessageLink("BackScroll:///a%20b/%23.sqlite#2024-03-14%2018:42")
    #expect(link?.archivePath == "/a b/#.sqlite")
    #expect(link?.place == PlaceRequest("2024-03-14 18:42"))
    #expect(MessageLink("backscroll:///a").map { $0.place == nil } == true)
    #expect(MessageLink("backscroll:///a#4711@-2")?.place == .message(4711, sentAt: -2))
  }

  @Test("A day begins at its midnight, where the person is")
  func days() {
    #expect(time("2024-03-14") == 1_710_374_400_000)
    #expect(time("2024-03-14", in: stockholm) == 1_710_370_800_000)
    #expect(time("2024-03-14T18:42") == 1_710_441_720_000)
    #expect(time("2024-03-14 18:42:30") == 1_710_441_750_000)
  }

  @Test(
    "What is no day is refused",
    arguments: [
      "", "yesterday", "2024-02-30", "2024-13-01", "2024-3-14", "2024-03-14T25:00", "2024-03-14T18:61",
      "14.3.2024",
    ])
  func refused(words: String) { #expect(PlaceRequest(words) == nil) }

  @Test("An hour that the clocks left out is the one after it")
  func missingHour() {
    // In Stockholm 31 March 2024 has no 02:30.
    #expect(time("2024-03-31T02:30", in: stockholm) != nil)
  }

  @Test("It goes to another process as the words it came in")
  func words() throws {
    var options = try WindowOptions.parse([])
    options.at = PlaceRequest("2024-03-14T18:42")
    let request = try OpenRequest(
      arguments: OpenRequest(archivePath: "/a b/c.sqlite", options: options).arguments)
    #expect(request.options.at == options.at)
    #expect(request.archivePath == "/a b/c.sqlite")
  }

  @Test(
    "A time between messages means the next one, one after all of them the last, and an unknown number nothing"
  )
  func resolving() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "backscroll-at-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = try Archive(path: folder.appendingPathComponent("a.sqlite").path, mode: .createIfMissing)
    let empty = try await archive.conversations()
    await #expect(throws: CommandFailure.self) {
      try await PlaceRequest.time(0, words: "1970-01-01").resolved(in: archive, conversations: empty)
    }
    try SyntheticConversation.generate(into: archive, messages: 50, seed: 1)
    let conversations = try await archive.conversations()
    let all = try await archive.newest(in: conversations[0].id, limit: 50)
    func found(_ place: PlaceRequest) async throws -> Message.ID {
      let found = try await place.resolved(in: archive, conversations: conversations)
      #expect(found.chat == conversations[0].id)
      guard case .message(let id, _, _)? = found.place else { throw CommandFailure("not a message") }
      return id
    }
    #expect(try await found(.message(all[7].id)) == all[7].id)
    #expect(try await found(.time(all[20].sentAt, words: "")) == all[20].id)
    #expect(try await found(.time(all[20].sentAt + 1, words: "")) == all[21].id)
    #expect(try await found(.time(0, words: "")) == all[0].id)
    #expect(try await found(.time(.max, words: "")) == all[49].id)
    await #expect(throws: CommandFailure.self) { try await found(.message(123_456)) }
    let link = MessageLink(to: all[7], in: "/a b/é%41?#.sqlite")
    #expect(MessageLink("\(link)") == link)
    #expect(try await found(try #require(link.place)) == all[7].id)
    await #expect(throws: CommandFailure.self) { try await found(.message(all[7].id, sentAt: 0)) }
  }
}
