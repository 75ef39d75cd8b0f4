/// One or two letters that stand for a name on an avatar.
enum Initials {
  /// First letters of the first two words; for a name in one word, or in a script without capital letters,
  /// its first character. "#" before the name of a channel does not count.
  static func of(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first?.first else { return "#" }
    guard first.isCased, words.count > 1, let second = words[1].first else { return first.uppercased() }
    return first.uppercased() + second.uppercased()
  }

  /// Index of one of the eight colours of people, for a thing that has no colour of its own. The same name
  /// always has the same one (FNV-1a).
  static func colorIndex(of name: String) -> Int {
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Int(hash % 8)
  }
}
