import Foundation

/// The words of a card of a bot or of a poll. Their forms differ by version: HTML, JSON, or JSON in an attribute of the HTML.
struct SkypeCard {
  private(set) var lines: [String] = []

  /// The types of messages that are cards or polls.
  static let types: Set<String> = ["Poll", "PopCard"]

  /// Reads a card of a bot: `<URIObject type="SWIFT.1"><Swift b64="…"/></URIObject>`, or the words in any other HTML.
  init(_ element: HTMLElement) {
    if let coded = element.first(named: "swift")?.tag.attribute("b64"),
      let json = Data(base64Encoded: coded, options: .ignoreUnknownCharacters),
      let card = SkypeCard(json: String(decoding: json, as: UTF8.self)), !card.lines.isEmpty
    {
      self = card
      return
    }
    // A link leads to Skype, which shows the card.
    let isBotCard = element.first(named: "swift") != nil
    add(isBotCard ? element.elements.filter { $0.name != "a" } : [element])
  }

  /// Reads a card in JSON; nil if the text is something else.
  init?(json: String) {
    guard let first = json.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = JSONValue(parsing: Array(json.utf8))
    else { return nil }
    add(value)
  }

  /// Adds the words of each element on a line.
  private mutating func add(_ elements: [HTMLElement]) {
    for element in elements {
      if let line = element.ownLine { lines.append(line) }
      add(Array(element.elements))
    }
  }

  /// Adds the texts of the members that a card shows, in their order.
  private mutating func add(_ value: JSONValue) {
    if let list = value.asArray {
      for element in list { add(element) }
      return
    }
    guard let object = value.asObject else { return }
    for (key, value) in object.members {
      if let text = value.asString {
        if Self.shown.contains(key.lowercased()), !text.isBlank { lines.append(text.withoutBlankEnds) }
      } else if Self.answers.contains(key.lowercased()), let list = value.asArray {
        // Answers are texts or objects with texts.
        for answer in list {
          if let text = answer.asString { lines.append("• \(text)") } else { add(answer) }
        }
      } else {
        add(value)
      }
    }
  }

  /// The members of cards in Microsoft's Bot Framework, and of polls.
  private static let shown: Set<String> = [
    "title", "subtitle", "text", "question", "polltitle", "pollquestion", "optiontext", "description",
  ]
  private static let answers: Set<String> = ["options", "answers", "choices", "polloptions"]
}
