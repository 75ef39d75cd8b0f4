import ExportWriters
import Foundation
import SeededRandom

@testable import Chats

/// A chat with several exports of it, made from a seed.
struct LawCase {
  /// An export of a part of the chat.
  struct Export {
    var writer: any ExportWriter
    var range: Range<Int>
    /// The chat as of the time of the export.
    var chat: RandomChat
    /// The index of the batch of exports that are imported with this one.
    var batch: Int
    /// The number of its records that can be read, and of those that cannot.
    var records: Int
    var leftOut: Int
  }

  let chat: RandomChat
  let family: ExportFamily
  /// The earliest one first.
  let exports: [Export]
  var number: Int { chat.number }
  /// The title in an archive, which no other case has.
  var title: String { family.writers[0].title(of: chat) }

  /// Makes the chat, and writes each export to a folder of another batch.
  init(number: Int, in timeZone: TimeZone, to batches: [URL]) throws {
    var random = SplitMix64(seed: UInt64(number), streams: 2)
    let family = random.pick(ExportFamily.all)
    let chat = RandomChat(number: number, in: timeZone, holding: family.holds)
    let parts = chat.parts(isKeyed: family.holds.contains(.keys), &random)
    var order = Array(batches.indices)
    random.shuffle(&order)
    exports = try zip(parts.sorted { $0.time < $1.time }, order).map { part, batch in
      let seen = chat.seen(at: part.time)
      let writer = random.pick(family.writers)
      let range = writer.fitted(part.range, in: chat)
      let folder = batches[batch].appendingPathComponent("\(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return Export(
        writer: writer, range: range, chat: seen, batch: batch,
        records: try writer.write(seen, range, to: folder), leftOut: writer.leftOut(of: chat))
    }
    (self.chat, self.family) = (chat, family)
  }

  /// For messages of failures.
  var description: String {
    let parts = exports.map { "\($0.batch): \($0.writer.name) \($0.range)" }.joined(separator: ", ")
    let hazards = chat.hazards.map(\.rawValue).sorted().joined(separator: ", ")
    return "case \(number) (\(parts); \(chat.messages.count) messages; \(hazards))"
  }

  func hasExport(in batch: Int) -> Bool { exports.contains { $0.batch == batch } }

  /// The messages that an archive of all exports shows.
  var expected: [ShownMessage] {
    var all = chat.messages.indices.map { index in
      exports.filter { $0.range.contains(index) }.map { export in
        export.writer.expected(export.chat.messages[index], in: export.chat)
      }.reduce([]) { (known: [ShownMessage], later) in
        known.isEmpty ? later : later.isEmpty ? known : zip(known, later).map { $0.merged(with: $1) }
      }
    }
    for (index, messages) in all.enumerated() {
      for (part, message) in messages.enumerated() {
        guard let quoted = message.replyTo.flatMap({ all[$0].first }) else { continue }
        all[index][part].quote = "\(quoted.sender ?? "-"): \(Quote.excerpt(of: quoted.text))"
      }
    }
    return all.flatMap(\.self)
  }
}

extension RandomChat {
  /// A part of a chat that is exported at a time.
  struct Part {
    var range: Range<Int>
    var time: Int64
  }

  static let mostParts = 4

  /// Parts as people export them: the whole chat, the newest or the oldest part, parts that begin or end within a
  /// minute.
  ///
  /// - Parameter isKeyed: Whether messages have keys. Otherwise each minute is complete in one of the parts.
  func parts(isKeyed: Bool, _ random: inout SplitMix64) -> [Part] {
    var ranges = isKeyed ? (0...random.below(Self.mostParts)).map { _ in range(&random) } : chain(&random)
    if random.oneIn(3) { ranges.insert(0..<messages.count, at: 0) }
    return ranges.prefix(Self.mostParts).map { range in
      let last = messages[range.upperBound - 1].sentAt
      return Part(range: range, time: random.oneIn(3) ? last : random.oneIn(2) ? last + 600_000 : end)
    }
  }

  private func range(_ random: inout SplitMix64) -> Range<Int> {
    let start = random.oneIn(3) ? 0 : random.below(messages.count)
    return start..<(random.oneIn(3) ? messages.count : start + 1 + random.below(messages.count - start))
  }

  /// Parts that together contain the whole chat. Each begins in a minute that is complete in the one before, or at its
  /// end, between two minutes.
  private func chain(_ random: inout SplitMix64) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while true {
      let end = start + 1 + random.below(messages.count)
      guard end < messages.count else { return parts + [start..<messages.count] }
      let last = minuteRange(of: end - 1)
      if random.oneIn(3), last.lowerBound > start, last.lowerBound >= parts.last?.upperBound ?? 0 {
        parts.append(start..<last.lowerBound)
        start = last.lowerBound
        continue
      }
      let before = minuteRange(of: max(start, last.lowerBound - 1))
      let next = before.lowerBound + random.below(before.count)
      guard before.upperBound <= last.lowerBound, next > start else {
        return parts + [start..<messages.count]
      }
      parts.append(start..<end)
      start = max(start + 1, next - random.below(next - start))
    }
  }
}
