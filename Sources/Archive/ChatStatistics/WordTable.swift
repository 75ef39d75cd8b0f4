/// Counts words by their bytes, without a string for each of them: a million messages have ten million words.
struct WordTable {
  private struct Entry {
    let hash: UInt64
    /// The place of the word in `bytes`.
    let start: Int
    let length: Int
    var count: Int
  }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// The index of an entry, or -1; the number of slots is a power of two.
  private var slots = Array(repeating: Int32(-1), count: 1 << 10)

  /// More different words are not counted, so that memory is bounded.
  private static let most = 1 << 20
  /// A longer word is hardly one.
  private static let longest = 64

  /// Counts a word, which is a range of a text's bytes.
  mutating func add(_ text: borrowing Span<UInt8>, _ word: Range<Int>) {
    guard word.count <= Self.longest else { return }
    // FNV-1a, here because the call of another module's function for each byte would take most of the time.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in word { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01b3 }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, isEqual(entries[index], text, word) {
        entries[index].count += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard entries.count < Self.most else { return }
    slots[slot] = Int32(entries.count)
    entries.append(Entry(hash: hash, start: bytes.count, length: word.count, count: 1))
    for index in word { bytes.append(text[index]) }
    if entries.count * 2 > slots.count { grow() }
  }

  private func isEqual(_ entry: Entry, _ text: borrowing Span<UInt8>, _ word: Range<Int>) -> Bool {
    guard entry.length == word.count else { return false }
    for offset in 0..<entry.length where bytes[entry.start + offset] != text[word.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }

  /// The most used words. Spellings that differ in case are one, under the most frequent of them.
  func words(limit: Int) -> [CountedWord] {
    var found: [String: (spelling: String, most: Int, count: Int)] = [:]
    for entry in entries {
      let word = String(decoding: bytes[entry.start..<entry.start + entry.length], as: UTF8.self)
      let key = word.lowercased()
      var known = found[key] ?? (word, 0, 0)
      if (entry.count, word) > (known.most, known.spelling) {
        (known.spelling, known.most) = (word, entry.count)
      }
      known.count += entry.count
      found[key] = known
    }
    let all = found.values.map { CountedWord(text: $0.spelling, count: $0.count) }
    return Array(all.sorted(by: CountedWord.isMore).prefix(limit))
  }
}

/// A word, an emoji or a reaction, and how often it was used.
public struct CountedWord: Sendable, Hashable, Codable {
  public var text: String
  public var count: Int

  /// A word and its number.
  public init(text: String, count: Int) { (self.text, self.count) = (text, count) }

  static func isMore(_ a: Self, _ b: Self) -> Bool { (b.count, a.text) < (a.count, b.text) }
}
