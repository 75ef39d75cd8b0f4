/// The sentence of an event, such as "Mara added Tove", in which people are named who wrote nothing.
///
/// Only English sentences are understood: those of most messengers' exports in English, and those that importers make.
/// All words that are not the sentence's own belong to names.
struct EventText {
  /// The names in the sentence; nil if it is not understood.
  private(set) var names: [String]?

  init(_ text: String) {
    var reader = Reader()
    for word in Words(text) { reader.read(word) }
    reader.endName()
    names = reader.isUnderstood ? reader.names : nil
  }

  /// Whether all words are the sentence's own, or those of replacements such as "Person 2".
  var isNeutral: Bool { names?.allSatisfy(Self.isReplacement) ?? false }

  private static func isReplacement(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    return name == "Someone"
      || words.count % 2 == 0
        && words.indices.allSatisfy { $0 % 2 == 0 ? words[$0] == "Person" : words[$0].allSatisfy(\.isNumber) }
  }

  /// The sentence that replaces one that is not understood.
  static let unknown = "[event]"

  private struct Reader {
    var names: [String] = []
    private var name: [Substring] = []
    private var hasVerb = false
    /// Whether a word is neither the sentence's own nor certainly a name.
    private var isUnsure = false
    /// Whether the last word of the sentence is followed by a name.
    private var expectsName = true

    var isUnderstood: Bool { hasVerb && !isUnsure }

    mutating func read(_ word: Words.Word) {
      let text = word.text.lowercased()
      if EventText.verbs.contains(text) || EventText.words.contains(text) {
        endName()
        hasVerb = hasVerb || EventText.verbs.contains(text)
        expectsName = EventText.beforeNames.contains(text)
      } else if !text.isEmpty, !EventText.isNumeric(text) || !name.isEmpty {
        // A word in lower case is a name only where one is expected.
        isUnsure = isUnsure || name.isEmpty && !expectsName && word.text.first?.isLowercase == true
        name.append(word.text)
      }
      if word.endsName {
        endName()
        expectsName = expectsName || word.text.last != "."
      }
    }

    mutating func endName() {
      if !name.isEmpty { names.append(name.joined(separator: " ")) }
      name = []
    }
  }

  private static func isNumeric(_ word: String) -> Bool {
    word.allSatisfy { $0.isNumber || $0.isPunctuation || $0.isSymbol } || "+-#&".contains(word.first ?? " ")
  }

  /// Words that are in a sentence which names people; one of them must be.
  private static let verbs: Set<String> = Set(
    """
    added removed left joined created changed changes invited kicked quit sets set gives removes pinned unpinned named
    started ended called scheduled cleared made accepted sent scored boosted took turned updated requested shared
    allowed banned muted deleted unsent was were is are has have became came won refunded suggested applied closed
    reopened archived unarchived renamed missed answered declined voted edited parted noticed knocked approved rejected
    secured encrypted waiting
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Words after which a person is named.
  private static let beforeNames: Set<String> = [
    "added", "removed", "invited", "kicked", "banned", "by", "with", "as", "from", "to", "and", "muted",
    "approved", "accepted", "mode", "mode:", "nick", "now",
  ]

  /// The other words of such sentences.
  private static let words: Set<String> = Set(
    """
    a an the this that your you you're you’re my me their his her its it's it’s as at by for from in into of off on out
    over to up via with without and or not no now nobody somebody someone everyone anyone who whom more than after
    before been being be can can't cannot could will would must new old other only all any each
    group group's group’s groups channel chat conversation community supergroup topic topics title name nick nickname
    picture photo icon description subject theme background wallpaper color colour emoji message messages member
    members participant participants admin admins owner owners creator person people user users role roles rights
    permissions settings setting link links invite invitation invites using call calls video voice audio missed group:
    bot bots game gift gifts code star stars payment premium subscription giveaway poll quiz channel: access request
    security number numbers phone device end-to-end end to end encryption disappearing timer default history earlier
    server network mode mode: modes status operator half-operator keyword limit ban exempt quiet host nick: known
    away back here there talking currently also answered nobody; line busy connection broke picture: screenshot
    boost boosts near m km meters metres minutes minute hours hour days day week weeks seconds second months month
    ’s 's vanish stay ever let lets tap learn outside read listen them whatsapp telegram signal messenger instagram
    kakaotalk line skype discord slack deleted account accounts longer
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// The words of a sentence. Texts in quotation marks and brackets, and those after a colon, are a person's own words and
/// are left out.
private struct Words: Sequence, IteratorProtocol {
  struct Word {
    var text: Substring
    /// Whether a comma, a full stop or another sign follows.
    var endsName: Bool
  }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Word? {
    while let first = rest.first {
      if first.isWhitespace {
        rest = rest.dropFirst()
      } else if let close = Self.brackets[first] {
        rest = rest.dropFirst()
        rest = rest.firstIndex(of: close).map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
      } else {
        return word()
      }
    }
    return nil
  }

  private mutating func word() -> Word {
    var word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    var endsName = false
    if word.last == ":", word.lowercased() != "mode:" {
      rest = rest[rest.endIndex...]
      word = word.dropLast()
    }
    while let last = word.last, ",.;!".contains(last), word.count > 1 {
      word = word.dropLast()
      endsName = true
    }
    for end in ["’s", "'s"] where word.hasSuffix(end) && word.count > end.count {
      let isOwn = ["group", "it", "channel"].contains(word.dropLast(end.count).lowercased())
      if !isOwn {
        word = word.dropLast(end.count)
        endsName = true
      }
    }
    return Word(text: word, endsName: endsName)
  }

  private static let brackets: [Character: Character] = [
    "“": "”", "\"": "\"", "„": "“", "«": "»", "(": ")", "[": "]", "「": "」", "『": "』",
  ]
}
