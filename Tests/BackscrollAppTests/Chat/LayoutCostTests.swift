import Gtk
import Testing

@testable import BackscrollApp
@testable import ChatArchive

@Suite("What is laid out of a text")
struct LayoutCostTests {
  private func shown(_ text: String) -> Int {
    LayoutCost.affordableBytes(of: text, byteLimit: MessageText.byteLimit)
  }

  @Test("What people write is shown whole")
  func whole() {
    let texts = [
      "", "Hello", String(repeating: "a word or two, ", count: 1_300), String(repeating: "中文", count: 3_000),
      String(repeating: "A line of a log\n", count: 1_000),
      "https://example.org/" + String(repeating: "path", count: 700), "한국어 English русский ελληνικά 日本語 👋🏽",
      String(repeating: "👋🏽", count: 1_000), String(repeating: "e\u{301}t\u{e9} ", count: 1_000),
      String(repeating: "name\t12\t7\n", count: 500), String(repeating: "한국어 text ", count: 600),
      "Chapter one " + String(repeating: ".", count: 80) + "\n" + String(repeating: "-", count: 80),
    ]
    for text in texts { #expect(shown(text) == text.utf8.count, "\(text.prefix(20))") }
  }

  // 6.6 s to the first frame.
  @Test("A word of 40 kB is cut", arguments: ["a", "\u{301}", "\u{200d}", "\u{3099}", "ก"])
  func word(of part: String) {
    let text = String(repeating: part, count: 40_000 / part.utf8.count)
    #expect(shown(text) <= 4_000)
    #expect(shown(text) % part.utf8.count == 0, "between two scalars")
  }

  // A line does not break within them: 1.4 s and more for each.
  @Test("A run of blanks or hyphens is cut", arguments: [" ", "\t", "-", "/", "\u{2003}"])
  func run(of part: String) {
    #expect(shown(String(repeating: part, count: 20_000)) <= 4_000)
  }

  // They take no room: ten such rows on a screen took 1.6 s.
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
    #expect((2_000...16_000).contains(shown), "\(shown)")
  }

  @Test("Emoji cost more than their bytes")
  func emoji() {
    #expect(shown(String(repeating: "👋", count: 5_000)) < shown(String(repeating: "中文", count: 3_000)))
  }

  @Test("Many lines are cut, and many long words")
  func many() {
    #expect(shown(String(repeating: "\n", count: 40_000)) <= 2_000)
    #expect(shown(String(repeating: String(repeating: "a", count: 3_000) + " ", count: 12)) < 7_000)
  }

  // Each script costs the search for its fonts, and loading them: 10 s.
  @Test("A text with a letter of each script is cut")
  func scripts() {
    let letters = (0x80...0x1_ffff).compactMap(Unicode.Scalar.init).filter { $0.properties.isAlphabetic }
    var seen: Set<Int> = []
    let text = letters.filter { seen.insert($0.scriptNumber).inserted }.map { "\($0) " }.joined()
    #expect(seen.count > 100)
    #expect(Set(text.unicodeScalars.prefix(20).map(\.scriptNumber)).count > 8)
    #expect(shown(text) < 60)
  }

  @Test("A name of a megabyte is cut to a line")
  func name() {
    #expect(LayoutCost.line("Ann") == "Ann")
    let name = LayoutCost.line(String(repeating: "a", count: 1_000_000))
    #expect(name.utf8.count < 1_000)
    #expect(name.hasSuffix("…"))
  }

  @Test("A text that is cut says so, keeps what is whole, and its links within")
  func message() {
    let entities = (0..<5_000).map { TextEntity(start: $0, length: 1, kind: .bold) }
    let text = MessageText(
      Message(
        id: 1, conversation: 1, sender: nil, isOwn: true, sentAt: 0, kind: .normal,
        text: String(repeating: "é", count: 20_000), entities: entities, reply: nil, attachment: nil))
    #expect(text.text.hasPrefix("éé"))
    #expect(text.text.contains("40 kB"))
    #expect(text.text.utf8.count < 5_000)
    #expect(text.attributes(link: .white).count <= 1_000)
  }
}
