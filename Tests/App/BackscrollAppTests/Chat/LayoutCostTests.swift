import Testing

@testable import BackscrollApp
@testable import Chats
@testable import Gtk
@testable import MessageRow

@Suite("What is laid out of a text")
struct LayoutCostTests {
  private func shown(_ text: String) -> Int {
    LayoutCost.affordableBytes(of: text, byteLimit: MessageText.byteLimit)
  }

  @Test("What people write is shown whole")
  func whole() {
    let texts = [
      "", "Hello", String(repeating: "a word or two, ", count: 1_000), String(repeating: "中文", count: 2_000),
      // The longest message of Telegram, with as many different characters as such a text has.
      String(String.UnicodeScalarView((0..<4_096).compactMap { Unicode.Scalar(0x4e00 + $0 * 7 % 800) })),
      String(repeating: "A line of a log\n", count: 900),
      "https://example.org/" + String(repeating: "path", count: 400), "한국어 English русский ελληνικά 日本語 👋🏽",
      String(repeating: "👋🏽", count: 600), String(repeating: "e\u{301}t\u{e9} ", count: 1_000),
      "😀😂🥰😎🤔😭🙈👍🏽🎉❤️🔥🚀🌈🐈‍⬛👩‍👩‍👧‍👦🏳️‍🌈", "\u{1b}[1mbold\u{1b}[0m \u{3}04red\u{3}",
      String(repeating: "name\t12\t7\n", count: 500), String(repeating: "한국어 text ", count: 500),
      "Chapter one " + String(repeating: ".", count: 80) + "\n" + String(repeating: "-", count: 80),
    ]
    for text in texts { #expect(shown(text) == text.utf8.count, "\(text.prefix(20))") }
  }

  // 6.6 s to the first frame.
  // Narrowing a window took 270 ms for the shown part of two such texts.
  @Test("A word of 40 kB is cut", arguments: ["a", "\u{301}", "\u{200d}", "\u{3099}", "ก"])
  func word(of part: String) {
    let text = String(repeating: part, count: 40_000 / part.utf8.count)
    #expect(shown(text) <= 2_500)
    #expect(shown(text) % part.utf8.count == 0, "between two scalars")
  }

  // A line does not break within them: 1.4 s and more for each.
  @Test("A run of blanks or hyphens is cut", arguments: [" ", "\t", "-", "/", "\u{2003}"])
  func run(of part: String) {
    #expect(shown(String(repeating: part, count: 20_000)) <= 2_500)
  }

  // 5 s: they were treated as blanks.
  @Test("Control characters are cut", arguments: ["\0", "\u{1}\u{2}", "\u{1b}", "\u{7f}", "\u{80}"])
  func controls(_ part: String) {
    #expect(shown(String(repeating: part, count: 20_000)) <= 2_000)
  }

  // Their glyphs are loaded: 700 ms for one text of emoji, 200 ms for one of ideographs.
  @Test("A text of thousands of different characters is cut", arguments: [0x4e00, 0x1f300, 0xac00, 0x2200])
  func glyphs(from first: UInt32) {
    let characters = (0..<4_000).compactMap { Unicode.Scalar(first + $0 % 1_500) }
    #expect(shown(String(String.UnicodeScalarView(characters))) < (first < 0x1_0000 ? 6_000 : 2_000))
  }

  // They have no width: ten such rows on a screen took 1.6 s.
  @Test(
    "What gathers on one letter is cut soon", arguments: ["\u{301}", "👩\u{200d}", "\u{200b}", "\u{e0061}"])
  func marks(_ part: String) {
    #expect(shown("a" + String(repeating: part, count: 2_000)) <= 1_000)
  }

  @Test(
    "Changes of script are cut, and emoji, tabs and keycaps",
    arguments: ["a א ", "a中 ", "a\t", "1\u{fe0f}\u{20e3}", "1\u{fe0f}\u{20e3} "])
  func changes(_ part: String) {
    let shown = shown(String(repeating: part, count: 20_000 / part.utf8.count))
    #expect((1_000...10_000).contains(shown), "\(shown)")
  }

  @Test("Emoji cost more than their bytes")
  func emoji() {
    #expect(shown(String(repeating: "👋", count: 5_000)) < shown(String(repeating: "中文", count: 3_000)))
  }

  @Test("Many lines are cut, and many long words")
  func many() {
    #expect(shown(String(repeating: "\n", count: 40_000)) <= 2_000)
    #expect(shown(String(repeating: String(repeating: "a", count: 1_000) + " ", count: 40)) < 5_000)
  }

  // Each script requires the search for its fonts, and loading them: 10 s.
  @Test("A text with a letter of each script is cut")
  func scripts() {
    let letters = (0x80...0x1_ffff).compactMap(Unicode.Scalar.init).filter { $0.properties.isAlphabetic }
    var seen: Set<Int> = []
    let text = letters.filter { seen.insert($0.scriptNumber).inserted }.map { "\($0) " }.joined()
    #expect(seen.count > 100)
    #expect(Set(text.unicodeScalars.prefix(20).map(\.scriptNumber)).count > 8)
    #expect(shown(text) < 100)
  }

  @Test("A name of a megabyte is cut to a line")
  func name() {
    #expect(LayoutCost.line("Ann") == "Ann")
    let name = LayoutCost.line(String(repeating: "a", count: 1_000_000))
    #expect(name.utf8.count < 1_000)
    #expect(name.hasSuffix("…"))
    #expect(LayoutCost.line(String(repeating: "👩\u{200d}", count: 80)).utf8.count < 500)
  }

  @Test("A long sentence keeps its beginning and its end")
  func sentence() {
    let short = "“Ann” was deleted.\nThis cannot be undone."
    #expect(LayoutCost.sentence(short) == short)
    for part in ["a", "\u{301}", "👩\u{200d}", "한국어 "] {
      let name = String(repeating: part, count: 1_000_000 / part.utf8.count)
      let sentence = LayoutCost.sentence("“\(name)” will be deleted. This cannot be undone.")
      // Marks belong to the character before them.
      #expect(sentence.unicodeScalars.first == "“")
      #expect(sentence.hasSuffix("will be deleted. This cannot be undone."), "\(part)")
      #expect(sentence.utf8.count < 1_300)
    }
    // An end that costs too much is removed as well.
    let letters = (0x1f300...0x1f5ff).compactMap(Unicode.Scalar.init).shuffled()
    #expect(LayoutCost.sentence(String(String.UnicodeScalarView(letters))).hasSuffix("…"))
  }

  @Test("A sentence with a name of line breaks has no lines")
  func lines() {
    #expect(!LayoutCost.sentence(String(repeating: "\n", count: 1_000_000)).contains("\n"))
  }

  @Test("An accessible name of a megabyte keeps its beginning and its end")
  func spoken() {
    let spoken = LayoutCost.spoken("Ann \(String(repeating: "a", count: 1_000_000)), 18:30")
    #expect(spoken.hasPrefix("Ann a"))
    #expect(spoken.hasSuffix("a, 18:30"))
    #expect(spoken.utf8.count < 16_000)
  }

  // A title of line breaks made a header of 600 lines, which took 160 ms for each width.
  @Test("A name has one line")
  func oneLine() {
    #expect(LayoutCost.line("Ann\nBob\r\nEve\u{2028}\u{2029}\u{85}\u{b}") == "Ann Bob  Eve    ")
    let name = LayoutCost.line(String(repeating: "\n", count: 1_000_000))
    #expect(name.allSatisfy { $0 == " " || $0 == "…" })
  }

  @Test("A text that is cut is folded, keeps what is whole, and says so where it ends")
  func message() {
    let entities = (0..<5_000).map { TextEntity(start: $0, length: 1, kind: .bold) }
    let message = Message(
      id: 1, conversation: 1, sender: nil, isOwn: true, sentAt: 0, kind: .normal,
      text: String(repeating: "é", count: 20_000), entities: entities, reply: nil)
    let text = MessageText(message)
    #expect(text.text.hasPrefix("éé"))
    #expect(text.fold == .folded)
    #expect(text.text.utf8.count < 5_000)
    #expect(text.attributes(link: .white).count <= 1_000)
    let unfolded = MessageText(message, isUnfolded: true)
    #expect(unfolded.text.contains("40 kB"))
    #expect(unfolded.text.utf8.count < 10_000)
  }
}
