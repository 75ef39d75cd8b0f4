/// What every row of the comparison shows, a pure function of its number: all peers have the same messages.
struct BenchMessage: Equatable {
  let number: Int

  /// Never negative, and without any order to it.
  private var hash: Int {
    var bits = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 29
    bits &*= 0xBF58_476D_1CE4_E5B9
    return Int((bits ^ bits >> 32) & 0x7FFF_FFFF)
  }

  private static let names = [
    "Ada Novak", "Ben Okoro", "Chiara Lind", "Daniel Ruiz", "Elif Demir", "Farid Amini", "Grete Holm",
  ]
  private static let words = [
    "the", "ridge", "walk", "starts", "early", "tomorrow", "and", "somebody", "brings", "coffee", "while",
    "we",
    "wait", "for", "rain", "to", "pass", "over", "quiet", "hills", "then", "evening", "light", "returns",
    "again",
  ]

  var name: String { Self.names[hash % Self.names.count] }
  var initial: String { String(name.prefix(1)) }
  /// 0..<4, which colour the sender has.
  var shade: Int { hash % 4 }

  var time: String {
    let minutes = hash / 7 % 1440
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// One to eight lines in a window 480 points wide.
  var text: String {
    let lines = 1 + hash / 11 % 8
    var text = ""
    var index = hash
    while text.utf8.count < lines * 47 - 12 {
      if !text.isEmpty { text += " " }
      index = (index &* 31 &+ 17) & 0xFF_FFFF
      text += Self.words[index % Self.words.count]
    }
    return text
  }
}
