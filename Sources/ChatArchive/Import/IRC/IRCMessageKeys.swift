/// Makes the source keys of a log's messages, from what the lines say and not from where they stand: a log that has
/// grown, or that lost its beginning, gives its lines the same keys again.
struct IRCMessageKeys {
  /// How often each line was seen on the day; the keys are hashes.
  private var counts: [UInt64: Int] = [:]
  private var day = Int.min

  /// The key of the next line: its time, a hash of its content, and its number among those that are alike.
  mutating func key(of event: IRCEvent, at place: IRCLogClock.Place) -> String {
    if place.day != day {
      day = place.day
      counts.removeAll(keepingCapacity: true)
    }
    var hash = FNV1a()
    hash.combine(place.wall.utf8)
    hash.combine(CollectionOfOne(UInt8(event.kind.rawValue)))
    hash.combine((event.nick ?? "").utf8)
    hash.combine(CollectionOfOne(0))
    hash.combine(event.text.utf8)
    let ordinal = counts[hash.value, default: 0]
    counts[hash.value] = ordinal + 1
    return "\(place.wall)/\(String(hash.value, radix: 36))/\(ordinal)"
  }
}
