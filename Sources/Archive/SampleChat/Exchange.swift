import Chats
import SeededRandom

/// A short dialogue, and the roles of its lines.
struct Exchange: Sendable {
  /// A message of an exchange.
  struct Line: Sendable {
    /// The kind of a line; the raw value is its mark in the notation.
    enum Manner: Character {
      case says = ":"
      /// Replies to the first line of the exchange.
      case answers = ">"
      /// A service message that begins with the name.
      case does = "!"
    }

    /// A photo that comes with the line; nil sizes are chosen at random.
    struct Photo {
      var width: Int?
      var height: Int?
    }

    /// The letter of a role or of a person.
    let speaker: Character
    let manner: Manner
    let photo: Photo?
    /// Alternative texts, at least one.
    let wordings: [String]
  }

  let lines: [Line]

  /// Parses exchanges in the notation of `Stock`, separated by blank lines.
  static func parse(_ text: String) -> [Exchange] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty)
      .map { Exchange(lines: $0.compactMap(line)) }
  }

  private static func line(_ text: Substring) -> Line? {
    guard let speaker = text.first, let mark = text.dropFirst().first,
      let manner = Line.Manner(rawValue: mark)
    else { return nil }
    var words = text.dropFirst(3)
    var photo: Line.Photo?
    if words.hasPrefix("[photo"), let close = words.firstIndex(of: "]") {
      let pixels = words[..<close].dropFirst("[photo ".count).split(separator: "x").map { Int($0) }
      photo = Line.Photo(width: pixels.first ?? nil, height: pixels.last ?? nil)
      words = words[close...].dropFirst(2)
    }
    let wordings = words.split(separator: " | ").map { String($0) }
    return Line(speaker: speaker, manner: manner, photo: photo, wordings: wordings.isEmpty ? [""] : wordings)
  }
}

/// Fills the blanks of an exchange. A blank gets the same words throughout the exchange.
package struct Blanks {
  private var filled: [String: String] = [:]

  /// The text with each `{name}` replaced.
  package mutating func fill(_ text: String, _ random: inout SplitMix64) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += words(for: String(rest[rest.index(after: open)..<close]), &random)
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Forgets all words before the next exchange.
  package mutating func clear() {
    filled.removeAll(keepingCapacity: true)
  }

  private mutating func words(for name: String, _ random: inout SplitMix64) -> String {
    if let words = filled[name] { return words }
    var words = Blanks.draw(name, &random)
    // Otherwise "{place} or {place2}" could offer the same place twice.
    while filled.values.contains(words), Stock.blanks[name] != nil { words = Blanks.draw(name, &random) }
    filled[name] = words
    return words
  }

  private static func draw(_ name: String, _ random: inout SplitMix64) -> String {
    switch name {
    case "km", "km2": "\(8 + random.below(16))"
    case "climb": "\((6 + random.below(22)) * 50)"
    case "hours": "\(2 + random.below(6))"
    case "line": "\(12 + random.below(80))"
    case "platform": "\(1 + random.below(12))"
    case "temp": "\(random.below(28) - 6)"
    case "number", "number2": "\(100 + random.below(900))"
    case "time": "\(6 + random.below(4)):\(["00", "05", "15", "20", "30", "42", "50"][random.below(7)])"
    case "late": "\(19 + random.below(4)):\(["00", "10", "25", "45"][random.below(4)])"
    case "scream": "A" + String(repeating: "a", count: 20 + random.below(180)) + "h"
    default: random.pick(Stock.blanks[name] ?? [name])
    }
  }
}

extension StyledText {
  /// Parses the marks `*bold*`, `_italic_`, `` `code` ``, `@Name` and `#tag`, and links to example.org and example.com
  /// with or without `https://`.
  ///
  /// A mark is at the border of a word. Marks do not nest.
  package init(marked source: String) {
    // Most lines have no mark.
    guard source.utf8.contains(where: StyledText.markBytes.contains) else {
      self.init(source)
      return
    }
    self.init()
    var rest = source[...]
    while let first = rest.first {
      let isAtBorder = text.last.map { $0.isWhitespace || $0 == "(" } ?? true
      if isAtBorder, let (inside, kind) = StyledText.bracketed(in: rest) {
        append(inside, as: kind)
        rest = rest[inside.endIndex...].dropFirst()
      } else if isAtBorder, let (word, kind) = StyledText.word(in: rest) {
        append(word, as: kind)
        rest = rest[word.endIndex...]
      } else {
        append(String(first))
        rest.removeFirst()
      }
    }
  }

  private static let brackets: [Character: TextEntity.Kind] = ["*": .bold, "_": .italic, "`": .code]
  private static let markBytes = Set("*_`@#./".utf8)

  /// The text between the mark at the start and the next identical mark.
  private static func bracketed(in text: Substring) -> (Substring, TextEntity.Kind)? {
    guard let mark = text.first, let kind = brackets[mark] else { return nil }
    let rest = text.dropFirst()
    guard let end = rest.firstIndex(of: mark), let first = rest[..<end].first, let last = rest[..<end].last,
      !first.isWhitespace, !last.isWhitespace
    else { return nil }
    return (rest[..<end], kind)
  }

  /// The mention, tag or link at the start of the text.
  private static func word(in text: Substring) -> (Substring, TextEntity.Kind)? {
    var word = text.prefix { !$0.isWhitespace }
    // Punctuation at the end belongs to the sentence.
    while let last = word.last, ".,:!?)".contains(last) { word.removeLast() }
    guard let first = word.first, word.count > 1 else { return nil }
    if first == "@" { return (word, .mention) }
    if first == "#" { return (word, .hashtag) }
    let host = word.split(separator: "/").first { $0 != "https:" } ?? ""
    guard ["example.org", "example.com"].contains(where: { host == $0 || host.hasSuffix(".\($0)") }) else {
      return nil
    }
    return (word, .link(target: word.hasPrefix("https://") ? String(word) : "https://\(word)"))
  }
}

/// One of the six people of the synthetic conversation.
struct SyntheticPerson: Sendable {
  /// The letter of the person in `Stock`.
  let letter: Character
  let sender: ImportedMessage.Sender
  let isOwn: Bool
  /// The frequency with which the person gets a role, relative to the others.
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
    // With this form of the key, the hashes give each of the five a different colour.
    let sender = ImportedMessage.Sender(key: "synthetic:walker-\(key)@ridge-walk", name: name)
    self.init(letter: letter, sender: sender, isOwn: false, weight: weight)
  }
}

/// Assigns people to the roles of an exchange.
struct Cast {
  private var players: [Character: SyntheticPerson] = [:]
  /// People without a role.
  private var others: [SyntheticPerson]

  /// A person whose own letter occurs in the exchange plays no other role.
  init(for exchange: Exchange) {
    let letters = Set(exchange.lines.map(\.speaker))
    for person in SyntheticPerson.all where letters.contains(person.letter) {
      players[person.letter] = person
    }
    others = SyntheticPerson.all.filter { !letters.contains($0.letter) }
  }

  /// The person for the letter. A new role is given to a random person.
  mutating func player(of letter: Character, _ random: inout SplitMix64) -> SyntheticPerson {
    if let player = players[letter] { return player }
    // If there are more roles than people, people play two.
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
