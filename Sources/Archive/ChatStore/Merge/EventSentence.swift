/// The sentence of an event, which an export has in the language of the exporting program.
struct EventSentence: Hashable, Sendable {
  private let text: String

  /// - Parameter folded: The sentence as ``SequenceItem`` compares texts.
  init(_ folded: String) { text = folded }

  /// Whether the two can be the same event in two languages: they have the same names, and no other word in common but
  /// those with a capital letter, which can be names, and numbers. Long sentences without names, such as that about
  /// encryption, also differ between versions of a program.
  ///
  /// - Parameter names: The names of the chat's people, in lower case.
  func canMean(what other: Self, names: [String]) -> Bool {
    let (mine, its) = (text.lowercased(), other.text.lowercased())
    let (here, there) = (names.filter(mine.contains), names.filter(its.contains))
    guard here == there else { return false }
    if here.isEmpty, isNotice, other.isNotice { return true }
    let nameWords = Set(here.flatMap { Self.words($0).keys })
    let words = Self.words(text)
    let shared = Self.words(other.text).filter { words[$0.key] != nil && !nameWords.contains($0.key) }
    return shared.allSatisfy { $0.value && words[$0.key] == true } && !(here.isEmpty && shared.isEmpty)
  }

  /// Whether the sentence is so long that it explains something.
  private var isNotice: Bool { text.utf8.count > 60 }

  /// The words in lower case, each with whether it can be a name or is a number.
  private static func words(_ text: String) -> [String: Bool] {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return Dictionary(words.map { ($0.lowercased(), $0.first?.isLowercase == false) }) { $0 && $1 }
  }
}
