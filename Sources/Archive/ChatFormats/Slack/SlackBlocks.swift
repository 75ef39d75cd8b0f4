import Chats

/// The blocks of a message, which people's texts and the messages of apps consist of (“Block Kit”).
struct SlackBlocks {
  private(set) var lines: [StyledText] = []
  private(set) var pictures: [Attachment] = []
  private let text: SlackText

  init(_ blocks: [JSONFields], _ text: SlackText) {
    self.text = text
    for block in blocks { add(block) }
  }

  private mutating func add(_ block: JSONFields) {
    switch block.string("type") {
    case "rich_text": lines += SlackRichText(text.workspace, text.labels).lines(block)
    case "header":
      if let words = block.object("text")?.string("text") { lines.append(text.title(words, address: nil)) }
    case "context":
      // The pictures among the words are icons.
      lines.append(StyledText(block.objects("elements").compactMap { text.text(of: $0) }, separator: " "))
    case "actions":
      lines.append(StyledText(block.objects("elements").compactMap(button), separator: " "))
    case "image": pictures.append(picture(block))
    case "video":
      let title = block.object("title")?.string("text") ?? block.string("alt_text") ?? ""
      lines.append(text.title(title, address: block.string("title_url")))
      lines += [text.text(of: block.object("description"))].compactMap(\.self)
    case "input": lines += [text.text(of: block.object("label"))].compactMap(\.self)
    case "markdown": lines += [block.string("text").map { StyledText($0).linked() }].compactMap(\.self)
    case "table": lines += table(block)
    default:
      let parts = [block.object("text")].compactMap(\.self) + block.objects("fields")
      lines += parts.compactMap { text.text(of: $0) }
      if let accessory = block.object("accessory") {
        if accessory.string("type") == "image" {
          pictures.append(picture(accessory))
        } else if let button = button(accessory) {
          lines.append(button)
        }
      }
    }
  }

  private func button(_ element: JSONFields) -> StyledText? {
    guard let words = element.object("text") else { return nil }
    guard let address = element.string("url") else { return text.text(of: words) }
    return words.string("text").map { text.title($0, address: address) }
  }

  private func picture(_ element: JSONFields) -> Attachment {
    let title = element.object("title")?.string("text") ?? element.string("title")
    let words = element.string("alt_text").flatMap { $0.isEmpty || $0 == title ? nil : $0 }
    let name = title.map { title in words.map { "\(title) (\($0))" } ?? title } ?? words
    return Attachment(kind: .photo, name: name?.prefix(bytes: JSONFields.lineLimit))
  }

  /// The rows of a table, with tabs between the cells.
  private func table(_ block: JSONFields) -> [StyledText] {
    guard let rows = block.array("rows") else { return [] }
    return rows.compactMap(\.asArray).map { row in
      let cells = row.compactMap(\.asObject).map { cell in
        cell.string("type") == "rich_text"
          ? StyledText(SlackRichText(text.workspace, text.labels).lines(cell), separator: " ")
          : StyledText(cell.string("text") ?? "")
      }
      return StyledText(cells, separator: "\t")
    }
  }
}

/// A card below a message: that of an app, or a message that was forwarded.
struct SlackCard {
  /// The name of the card's author.
  private(set) var heading: [StyledText] = []
  private(set) var text: [StyledText] = []
  private(set) var pictures: [Attachment] = []

  /// Slack's text for programs that cannot show blocks.
  private static let noPreview = "[no preview available]"

  init(_ card: JSONFields, _ words: SlackText) {
    heading = [card.line("author_name").map { StyledText($0) }].compactMap(\.self)
    let shared = card.objects("message_blocks").compactMap { $0.object("message") }.flatMap {
      $0.objects("blocks")
    }
    let blocks = SlackBlocks(shared.isEmpty ? card.objects("blocks") : shared, words)
    pictures = blocks.pictures
    if let pretext = card.string("pretext") { text.append(words.marked(pretext)) }
    guard blocks.lines.isEmpty else {
      text += blocks.lines
      return
    }
    if let title = card.line("title") {
      text.append(words.title(title, address: card.string("title_link")))
    }
    if let body = card.string("text") { text.append(words.marked(body)) }
    for field in card.objects("fields") {
      text += [
        words.title(field.line("title") ?? "", address: nil), words.marked(field.string("value") ?? ""),
      ]
    }
    if let address = card.string("image_url") {
      let name = address.split(separator: "/").last.map { $0.prefix { $0 != "?" } }
      pictures.append(
        Attachment(kind: .photo, name: name.map { String($0).prefix(bytes: JSONFields.lineLimit) }))
    }
    text.removeAll(where: \.isEmpty)
    if text.isEmpty, heading.isEmpty, pictures.isEmpty, let fallback = card.string("fallback"),
      fallback != Self.noPreview
    {
      text.append(words.marked(fallback))
    }
  }
}
