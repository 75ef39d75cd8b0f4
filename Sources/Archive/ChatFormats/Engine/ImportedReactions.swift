import Chats

extension [ImportedMessage.ImportedReaction] {
  /// Counts a reaction, for exports that list the people rather than the kinds of reactions. The number includes people who
  /// are too many to be stored.
  ///
  /// - Parameter person: Nil for an unknown person.
  mutating func add(_ key: String, by person: ImportedMessage.ImportedReaction.Person?) {
    if let index = firstIndex(where: { $0.key == key }) {
      self[index].count += 1
      guard let person, self[index].people.count < ImportedMessage.maximumReactions else { return }
      self[index].people.append(person)
    } else if !key.isEmpty, count < ImportedMessage.maximumReactions {
      append(.init(key: key, count: 1, people: [person].compactMap(\.self)))
    }
  }
}
