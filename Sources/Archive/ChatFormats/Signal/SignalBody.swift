import Chats

/// A text of Signal with its styles, whose positions are in UTF-16 code units.
enum SignalBody {
  struct Range {
    enum Meaning {
      /// A mention of a person, for which the text has a single character.
      case mention(String)
      case style(TextEntity.Kind?)
    }

    let start: Int
    let length: Int
    let meaning: Meaning

    fileprivate var isMention: Bool {
      if case .mention = meaning { true } else { false }
    }
  }

  /// The text with its ranges. A mention in a styled range divides it. Of two styles of a place, the first one is kept.
  static func styled(_ body: String, _ ranges: [Range]) -> StyledText {
    guard !ranges.isEmpty else { return StyledText(body).linked() }
    let units = Array(body.utf16)
    // A range that ends there would damage the character.
    func isWithinCharacter(_ index: Int) -> Bool {
      index < units.count && UTF16.isTrailSurrogate(units[index])
    }
    let valid = ranges.filter {
      $0.start >= 0 && $0.length > 0 && $0.start <= units.count && $0.length <= units.count - $0.start
        && !isWithinCharacter($0.start) && !isWithinCharacter($0.start + $0.length)
    }.sorted { $0.start < $1.start }
    /// The index of the range of each unit; nil without one.
    var places = [Int?](repeating: nil, count: units.count)
    func place(where isPlaced: (Range) -> Bool) {
      var end = 0
      for (index, range) in valid.enumerated() where isPlaced(range) && range.start + range.length > end {
        let start = max(range.start, end)
        end = range.start + range.length
        for unit in start..<end { places[unit] = index }
      }
    }
    place { !$0.isMention }
    place { $0.isMention }
    var styled = StyledText()
    var position = 0
    while position < units.count {
      let place = places[position]
      let end = places[position...].firstIndex { $0 != place } ?? units.count
      let text = String(decoding: units[position..<end], as: UTF16.self)
      switch place.map({ valid[$0].meaning }) {
      case .mention(let name)?: styled.append("@\(name.drop { $0 == "@" })", as: .mention)
      case .style(let kind)?: styled.append(text, as: kind)
      case nil: styled.append(text)
      }
      position = end
    }
    return styled.linked()
  }
}

/// Makes the keys of messages unique, because a person can send several messages in the same millisecond.
///
/// Messages of one time are near one another. Therefore only the keys of the last messages are kept.
struct RepeatedKeys {
  private static let limit = 10_000

  private var counts: [String: Int] = [:]
  private var olderCounts: [String: Int] = [:]

  /// The key, with a number if a recent message has the same one.
  ///
  /// - Parameter scope: What else distinguishes messages with equal keys, such as their chat.
  mutating func key(_ key: String, in scope: String = "") -> String {
    let counted = scope.isEmpty ? key : "\(scope) \(key)"
    let count = (counts[counted] ?? olderCounts[counted] ?? 0) + 1
    if counts.count >= Self.limit {
      olderCounts = counts
      counts = [:]
    }
    counts[counted] = count
    return count == 1 ? key : "\(key)/\(count)"
  }
}
