import Foundation
import SeededRandom
import Testing

@testable import ChatStore
@testable import Chats

@Suite("Where messages are among all", .dedicatedThreads)
struct MessagePlacesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Messages at random times, those of the same millisecond included, stored in batches out of order.
  private func archive(_ count: Int, seed: UInt64) throws -> Archive {
    let archive = try Archive(path: folder.path("a-\(seed)"), mode: .createIfMissing)
    var random = SplitMix64(seed: seed)
    let year: Int64 = 365 * 86_400_000
    var messages = (0..<count).map { number in
      var message = ImportedMessage.sample("\(number)")
      message.sentAt = Int64.random(in: 0...(6 * year), using: &random) / 40_000_000 * 40_000_000
      message.orderKey = OrderKey.make(sentAt: message.sentAt)
      return message
    }
    messages.shuffle(using: &random)
    for start in stride(from: 0, to: count, by: 300) {
      _ = try archive.writeBatch(Array(messages[start..<min(count, start + 300)]))
    }
    return archive
  }

  @Test(
    "Places, surroundings and periods are those of the sorted messages", arguments: [1, 2, 3] as [UInt64])
  func agree(seed: UInt64) async throws {
    let archive = try archive(1_100, seed: seed)
    let all = try await archive.allMessages()
    var random = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let index = Int.random(in: all.indices, using: &random)
      let place = try await archive.place(of: all[index].cursor, in: 1)
      #expect(place == MessagePlace(ordinal: index, count: all.count))
      let found = try #require(
        try await archive.surroundings(of: all[index].id, in: 1, before: 30, after: 20))
      #expect(found.before.map(\.id) == all[..<index].suffix(30).map(\.id))
      #expect(found.message.id == all[index].id)
      #expect(found.after.map(\.id) == all[(index + 1)...].prefix(20).map(\.id))
    }
    // Periods of a hundred days.
    let length: Int64 = 100 * 86_400_000
    let periods = try await archive.periods(in: 1) { ($0 / length + 1) * length }
    var expected: [PeriodStart] = []
    for (index, message) in all.enumerated()
    where index == 0 || message.sentAt / length != all[index - 1].sentAt / length {
      expected.append(PeriodStart(ordinal: index, time: message.sentAt))
    }
    #expect(periods == expected)
  }

  @Test("A message of another conversation, and one that is gone, have no surroundings")
  func absent() async throws {
    let archive = try archive(5, seed: 9)
    #expect(try await archive.surroundings(of: 4711, in: 1, before: 3, after: 3) == nil)
    #expect(try await archive.surroundings(of: 1, in: 2, before: 3, after: 3) == nil)
    #expect(try await archive.periods(in: 2) { $0 + 1 } == [])
  }

  @Test("Periods end, whatever the calendar says")
  func stuck() async throws {
    let archive = try archive(50, seed: 4)
    #expect(try await archive.periods(in: 1) { $0 }.count == 1)
    #expect(try await archive.periods(in: 1) { _ in .max }.count == 1)
  }
}
