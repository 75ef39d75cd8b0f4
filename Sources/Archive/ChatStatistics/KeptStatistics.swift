import Foundation

/// Statistics as they are kept in an archive: JSON, without the names of people and chats, which can change.
extension ChatStatistics {
  /// The numbers of the whole; nil if they cannot be kept.
  var kept: Data? { try? JSONEncoder().encode(self) }

  /// Reads what was kept. Nil for other data, and for numbers that no count has.
  init?(kept data: Data) {
    guard let found = try? JSONDecoder().decode(Self.self, from: data), found.isSound else { return nil }
    self = found
  }

  /// Whether these can be the numbers of messages, so that sums of them do not overflow. Another program can have
  /// written any.
  private var isSound: Bool {
    let most = 1 << 40
    func areCounts(_ numbers: some Sequence<Int>) -> Bool { numbers.allSatisfy { (0...most).contains($0) } }
    let months = 0...(2_300 * 12)
    return areCounts([messages, words, pictures, videos, files])
      && days.keys.allSatisfy((0...100_000).contains) && areCounts(days.values)
      && hours.count == 7 && hours.allSatisfy { $0.count == 24 && areCounts($0) }
      && people.allSatisfy { person in
        areCounts([person.messages, person.words, person.media]) && areCounts(person.months.values)
          && person.months.keys.allSatisfy(months.contains) && person.replies.isSound
      }
      && areCounts(chats.lazy.flatMap { [$0.messages, $0.people] })
      && areCounts([usedWords, emoji, reactions].joined().map(\.count))
  }
}
