import Chats

/// Joins reactions to a message by their keys, for exports that list people rather than kinds of reactions, or a kind in
/// several parts.
struct ReactionTally {
  /// In the order in which each key first occurred.
  private(set) var reactions: [ImportedMessage.ImportedReaction] = []
  private var places: [String: Int] = [:]

  /// Counts a reaction.
  ///
  /// - Parameter person: Nil for an unknown person.
  mutating func add(_ key: String, by person: ImportedMessage.ImportedReaction.Person?) {
    add(key, count: 1, people: [person].compactMap(\.self))
  }

  /// Counts reactions of one kind.
  ///
  /// - Parameter count: The number of people, known or not, from 1.
  mutating func add(_ key: String, count: Int, people: [ImportedMessage.ImportedReaction.Person]) {
    guard !key.isEmpty else { return }
    if let place = places[key] {
      reactions[place].count = min(reactions[place].count + count, TelegramLimit.count)
      reactions[place].people += people
    } else {
      places[key] = reactions.count
      reactions.append(.init(key: key, count: count, people: people))
    }
  }
}
