import Chats
import Foundation

/// Converts the contents of a Matrix message to those of an archive.
struct MatrixContent {
  private let content: JSONFields
  private let type: String

  init(_ content: JSONFields, type: String) {
    self.content = content
    self.type = type
  }

  var msgtype: String { content.string("msgtype") ?? (type == "m.sticker" ? "m.sticker" : "m.text") }

  // MARK: Text

  /// The text without the quote of the message that it answers.
  ///
  /// - Parameter isReply: Whether the message answers another one.
  func text(isReply: Bool) -> StyledText {
    if isFile {
      // A caption exists only if the file has its own name.
      guard let name = content.string("filename"), let body = content.string("body"), body != name else {
        return StyledText()
      }
    }
    if content.string("format") == "org.matrix.custom.html", let html = content.string("formatted_body"),
      !html.isEmpty
    {
      let styled = MatrixHTML.styled(html)
      if !styled.isEmpty { return styled.linked() }
    }
    let body = content.string("body") ?? ""
    return StyledText(isReply ? Self.withoutQuote(body) : body).linked()
  }

  /// The identifier of the author, and the words of the message that this one answers: the lines “> <@mara:home> hello”
  /// before the text, which newer programs leave out.
  var quoted: (author: String, words: String)? {
    guard let body = content.string("body"), Self.hasQuote(body) else { return nil }
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix(">") }
    let words = lines.map { $0.dropFirst($0.hasPrefix("> ") ? 2 : 1) }.joined(separator: "\n")
    guard let match = words.prefixMatch(of: /(?:\* )?<(@[^>\n]+)> ?/) else { return nil }
    return (String(match.output.1), String(words[match.range.upperBound...]))
  }

  /// Whether a text begins with the message that it answers, and not with a quotation of its own.
  private static func hasQuote(_ body: String) -> Bool { body.hasPrefix("> <@") || body.hasPrefix("> * <@") }

  /// The text without the lines of the message that it answers and the blank line after them.
  private static func withoutQuote(_ body: String) -> String {
    guard hasQuote(body) else { return body }
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.drop { $0.hasPrefix(">") }
    guard let first = rest.first else { return body }
    return (first.isEmpty ? rest.dropFirst() : rest).joined(separator: "\n")
  }

  // MARK: Files

  var isFile: Bool { ["m.image", "m.video", "m.audio", "m.file", "m.sticker"].contains(msgtype) }

  /// The file of the message, without a path.
  var attachment: Attachment? {
    guard isFile else { return nil }
    let info = content.object("info")
    let kind: Attachment.Kind =
      switch msgtype {
      case "m.image": info?.string("mimetype") == "image/gif" ? .animation : .photo
      case "m.video": .video
      case "m.audio":
        content.contains("org.matrix.msc3245.voice") || content.contains("m.voice") ? .voice : .audio
      case "m.sticker": .sticker
      default: .file
      }
    return Attachment(
      kind: kind, width: info?.pixels("w"), height: info?.pixels("h"), byteCount: info?.byteCount("size"),
      duration: info?.count("duration", limit: TelegramLimit.seconds * 1000).map { Int64($0) }, name: fileName
    )
  }

  var fileName: String? { content.line("filename") ?? content.line("body") }

  // MARK: Places and polls

  var place: Place? {
    guard msgtype == "m.location" else { return nil }
    let address =
      content.string("geo_uri") ?? content.object("m.location")?.string("uri")
      ?? content.object("org.matrix.msc3488.location")?.string("uri")
    guard let address, address.hasPrefix("geo:") else { return nil }
    let numbers = address.dropFirst("geo:".count).prefix { $0 != ";" }.split(separator: ",")
    guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else {
      return nil
    }
    let name =
      content.object("m.location")?.line("description")
      ?? content.object("org.matrix.msc3488.location")?.line("description")
    return Place(latitude: latitude, longitude: longitude, name: name)
  }

  var isPoll: Bool { type == "m.poll.start" || type == "org.matrix.msc3381.poll.start" }

  var poll: MatrixPoll? {
    guard isPoll,
      let start = content.object("m.poll") ?? content.object("m.poll.start")
        ?? content.object("org.matrix.msc3381.poll.start"),
      let question = start.object("question")
    else { return nil }
    return MatrixPoll(
      question: Self.text(question),
      answers: start.objects("answers").map { answer in
        .init(id: answer.key("id") ?? answer.key("m.id") ?? "", text: Self.text(answer))
      })
  }

  /// The text of a question or an answer, in all notations that were used.
  private static func text(_ fields: JSONFields) -> String {
    fields.line("org.matrix.msc1767.text") ?? fields.line("m.text") ?? fields.objects("m.text").first?.line(
      "body")
      ?? fields.line("body") ?? ""
  }

  /// The identifiers of the answers in a vote.
  static func answers(_ content: JSONFields?) -> [String] {
    let response =
      content?.object("m.poll.response") ?? content?.object("org.matrix.msc3381.poll.response") ?? content
    let answers = response?.strings("answers") ?? []
    return answers.isEmpty ? response?.strings("m.selections") ?? [] : answers
  }
}

/// The question and the answers of a poll, which an edit can replace.
struct MatrixPoll {
  struct Answer {
    let id: String
    let text: String
  }

  let question: String
  let answers: [Answer]

  /// The question and the answers, each on a line.
  var text: String { ([question] + answers.map(\.text)).joined(separator: "\n") }

  /// - Parameters:
  ///   - own: The identifiers of the answers that the owner has chosen.
  func poll(
    _ votes: (counts: [String: Int], people: [String: [String]], isClosed: Bool), own: [String]
  ) -> Poll {
    let own = Set(own)
    return Poll(
      question: question,
      options: answers.map { answer in
        Poll.Option(
          text: answer.text, votes: votes.counts[answer.id] ?? 0, isChosen: own.contains(answer.id))
      }, voterCount: votes.people.count, isClosed: votes.isClosed)
  }
}

/// Matrix's HTML.
enum MatrixHTML {
  static func styled(_ html: String) -> StyledText {
    guard html.utf8.count <= 1 << 20 else { return StyledText() }
    return HTMLText.styled(marked(HTMLElement(parsing: html)), collapses: true, effect: effect)
  }

  // MARK: Lists and tables

  /// The element of a mark that a browser would add, with its blanks.
  private static let markName = "list-mark"
  private static let highestNumber = 1_000_000_000

  /// The element with the numbers and bullets of its lists as texts, and with tabs between the cells of its tables.
  private static func marked(_ element: HTMLElement, depth: Int = 0) -> HTMLElement {
    let isList = element.name == "ol" || element.name == "ul"
    var number = element.tag.attribute("start").flatMap { Int($0) } ?? 1
    if !(0...highestNumber).contains(number) { number = 1 }
    var hasCell = false
    var whole = element
    whole.children = element.children.flatMap { node -> [HTMLElement.Node] in
      guard case .element(let child) = node else {
        // Blanks between cells are none of the text.
        if element.name == "tr", case .text(let text) = node, text.isBlank { return [] }
        return [node]
      }
      let inner = marked(child, depth: min(isList ? depth + 1 : depth, 8))
      switch child.name {
      case "li" where isList:
        defer { number += 1 }
        let sign = element.name == "ol" ? "\(number)." : "•"
        return [.element(inner.beginning(with: mark(String(repeating: "  ", count: depth) + "\(sign) ")))]
      case "td", "th":
        defer { hasCell = true }
        return hasCell ? [.element(mark("\t")), .element(inner)] : [.element(inner)]
      default: return [.element(inner)]
      }
    }
    return whole
  }

  private static func mark(_ text: String) -> HTMLElement {
    HTMLElement(tag: HTMLTag(name: markName), children: [.text(text)])
  }

  private static func effect(_ element: HTMLElement) -> HTMLText.Effect {
    switch element.name {
    case "pre": .block(.pre)
    case "blockquote": .block(.quote)
    case "h1", "h2", "h3", "h4", "h5", "h6": .block(.bold)
    case "p", "div", "ul", "ol", "table", "tr", "hr", "details", "summary": .block(nil)
    case "span" where element.tag.attribute("data-mx-spoiler") != nil: .kind(.spoiler)
    case "a": link(element)
    case "img": image(element)
    // The quote of the answered message.
    case "mx-reply": .replaced(by: "", nil)
    case markName: .replaced(by: element.text, nil)
    case "li": .block(nil)
    default: .markup(element)
    }
  }

  private static func link(_ element: HTMLElement) -> HTMLText.Effect {
    guard let address = element.tag.attribute("href"), address.utf8.count <= 4096 else { return .none }
    if address.hasPrefix("https://matrix.to/#/@") || address.hasPrefix("https://matrix.to/#/%40")
      || address.hasPrefix("matrix:u/")
    {
      return .kind(.mention)
    }
    return TextEntity.Kind.web(address).map { .kind($0) } ?? .none
  }

  private static func image(_ element: HTMLElement) -> HTMLText.Effect {
    let text = element.tag.attribute("alt") ?? element.tag.attribute("title") ?? ""
    return .replaced(
      by: text.prefix(bytes: JSONFields.lineLimit),
      element.tag.attribute("data-mx-emoticon") == nil ? nil : .customEmoji)
  }
}

extension HTMLElement {
  /// The element with another one before its text, which can be in a paragraph.
  fileprivate func beginning(with mark: HTMLElement) -> HTMLElement {
    var whole = self
    let first =
      children.firstIndex { node in
        if case .text(let text) = node { !text.isBlank } else { true }
      } ?? children.count
    if first < children.count, case .element(let inner) = children[first],
      inner.name == "p" || inner.name == "div"
    {
      whole.children[first] = .element(inner.beginning(with: mark))
    } else {
      whole.children.insert(.element(mark), at: first)
    }
    return whole
  }
}
