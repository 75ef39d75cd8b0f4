/// One of the six who plan walks.
struct SyntheticPerson: Sendable {
  /// The letter of the person in `Stock`.
  let letter: Character
  let sender: ImportedMessage.Sender
  let isOwn: Bool
  /// How often the person is cast, against the others.
  let weight: Int

  static let all: [SyntheticPerson] = [
    SyntheticPerson(letter: "O", sender: .you, isOwn: true, weight: 6),
    SyntheticPerson(letter: "M", key: "mara", name: "Mara Lind", weight: 6),
    SyntheticPerson(letter: "J", key: "jonas", name: "Jonas Weber", weight: 4),
    SyntheticPerson(letter: "S", key: "seoyeon", name: "김서연", weight: 3),
    SyntheticPerson(letter: "H", key: "amir", name: "Amir Haddad", weight: 3),
    SyntheticPerson(letter: "T", key: "tove", name: "Tove Åkesson", weight: 3),
  ]

  private init(letter: Character, sender: ImportedMessage.Sender, isOwn: Bool, weight: Int) {
    self.letter = letter
    self.sender = sender
    self.isOwn = isOwn
    self.weight = weight
  }

  private init(letter: Character, key: String, name: String, weight: Int) {
    // The rest of the key is there for the colours that its hash gives: no two of the five are alike.
    let sender = ImportedMessage.Sender(key: "synthetic:walker-\(key)@ridge-walk", name: name)
    self.init(letter: letter, sender: sender, isOwn: false, weight: weight)
  }
}

/// Who plays which role in an exchange.
struct Cast {
  private var players: [Character: SyntheticPerson] = [:]
  /// Those without a role yet.
  private var others: [SyntheticPerson]

  /// Everybody whom the exchange calls by their own letter plays themselves, and no other role.
  init(for exchange: Exchange) {
    let letters = Set(exchange.lines.map(\.speaker))
    for person in SyntheticPerson.all where letters.contains(person.letter) {
      players[person.letter] = person
    }
    others = SyntheticPerson.all.filter { !letters.contains($0.letter) }
  }

  /// The person behind the letter; a role that is new is given to somebody.
  mutating func player(of letter: Character, _ random: inout SplitMix64) -> SyntheticPerson {
    if let player = players[letter] { return player }
    // With more roles than people, people play two.
    if others.isEmpty { others = SyntheticPerson.all }
    var ticket = random.below(others.reduce(0) { $0 + $1.weight })
    var index = 0
    while ticket >= others[index].weight {
      ticket -= others[index].weight
      index += 1
    }
    let player = others.remove(at: index)
    players[letter] = player
    return player
  }
}
