import Chats

/// Discord's numbers of messages, people and channels.
enum DiscordNumber {
  static func isValid(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 20 && text.utf8.allSatisfy(\.isDigit)
  }

  /// The time in a number: the milliseconds since 2015 in UTC, above 22 other bits.
  static func time(of id: String) -> Int64? {
    guard let number = UInt64(id), number >> 22 > 0 else { return nil }
    return ExportTime.valid(Int64(number >> 22) + 1_420_070_400_000)
  }

  /// The order of a message. The bits below the time order the messages of a millisecond: ten for the process that made
  /// the number, and twelve that count its numbers, of which the lowest ten are enough.
  static func orderKey(of id: String, at sentAt: Int64) -> Int64 {
    let rank = Int64(id).map { ($0 >> 12 & 0x3ff) << 10 | $0 & 0x3ff } ?? 0
    return OrderKey.make(sentAt: sentAt, rank: rank)
  }
}
