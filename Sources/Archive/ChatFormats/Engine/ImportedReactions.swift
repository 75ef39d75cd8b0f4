import Chats

extension [ImportedMessage.ImportedReaction] {
  /// Counts a reaction, for exports that list the people rather than the kinds of reactions.
  ///
  /// - Parameter person: Nil for an unknown person.
  mutating func add(_ key: String, by person: ImportedMessage.ImportedReaction.Person?) {
    let people = [person].compactMap(\.self)
    if let index = firstIndex(where: { $0.key == key }) {
      self[index].count += 1
      self[index].people += people
    } else if !key.isEmpty, count < ImportedMessage.maximumReactions {
      append(.init(key: key, count: 1, people: people))
    }
  }
}
