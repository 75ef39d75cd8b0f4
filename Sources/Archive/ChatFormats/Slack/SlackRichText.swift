import Chats
import Foundation

/// The text of Slack's blocks, which contain exact styles.
struct SlackRichText {
  private let workspace: SlackWorkspace
  private let labels: SlackLabels

  init(_ workspace: SlackWorkspace, _ labels: SlackLabels) {
    self.workspace = workspace
    self.labels = labels
  }

  /// The lines of a block of type `rich_text`.
  func lines(_ block: JSONFields) -> [StyledText] {
    block.objects("elements").flatMap(lines(ofPart:))
  }

  private func lines(ofPart part: JSONFields) -> [StyledText] {
    switch part.string("type") {
    case "rich_text_list":
      let isNumbered = part.string("style") == "ordered"
      let indent = String(repeating: "  ", count: min(part.int("indent").map { max($0, 0) } ?? 0, 8))
      let start = 1 + (part.int("offset").flatMap { (0...10_000).contains($0) ? $0 : nil } ?? 0)
      return part.objects("elements").enumerated().map { index, entry in
        var line = StyledText("\(indent)\(isNumbered ? "\(start + index)." : "•") ")
        line.append(section(entry, as: nil))
        return line
      }
    case "rich_text_quote": return [section(part, as: .quote)]
    case "rich_text_preformatted": return [section(part, as: .pre)]
    default:
      let text = section(part, as: nil)
      // Remove the line end before a list or a quote.
      return [text.text.hasSuffix("\n") ? StyledText(Array(text.text.utf8).dropLast(), text.entities) : text]
    }
  }

  private func section(_ section: JSONFields, as kind: TextEntity.Kind?) -> StyledText {
    var text = StyledText()
    for element in section.objects("elements") {
      let (piece, own) = self.piece(element)
      text.append(piece, as: own ?? Self.style(element.object("style")) ?? kind)
    }
    return text
  }

  /// The text of an element, and its meaning if it is more than a style.
  private func piece(_ element: JSONFields) -> (String, TextEntity.Kind?) {
    switch element.string("type") {
    case "text": return (element.string("text") ?? "", nil)
    case "link":
      let address = (element.string("url") ?? "").prefix(bytes: 4096)
      let kind = LinkTarget.isAllowed(address) ? TextEntity.Kind.link(target: address) : nil
      return (element.string("text").flatMap { $0.isEmpty ? nil : $0 } ?? address, kind)
    case "user": return (labels.person(element.key("user_id") ?? "", in: workspace), .mention)
    case "usergroup": return (labels.group(element.key("usergroup_id") ?? "group"), .mention)
    case "channel": return (labels.channel(element.key("channel_id") ?? "", in: workspace), .mention)
    case "broadcast": return ("@\(element.line("range") ?? "channel")", .mention)
    case "emoji": return (Self.emoji(element), nil)
    case "color": return (element.line("value") ?? "", nil)
    case "date": return (element.line("fallback") ?? "", nil)
    default: return (element.string("text") ?? "", nil)
    }
  }

  /// The characters of a code such as “1f44b-1f3fb”.
  private static func emoji(_ element: JSONFields) -> String {
    let name = element.line("name", limit: 100) ?? ""
    guard let code = element.line("unicode", limit: 100) else { return SlackEmoji.text(name) }
    var text = ""
    for part in code.split(separator: "-") {
      guard let value = UInt32(part, radix: 16), value > 0, let scalar = Unicode.Scalar(value) else {
        return SlackEmoji.text(name)
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  private static func style(_ style: JSONFields?) -> TextEntity.Kind? {
    guard let style else { return nil }
    if style.bool("code") == true { return .code }
    if style.bool("bold") == true { return .bold }
    if style.bool("italic") == true { return .italic }
    return style.bool("strike") == true ? .strikethrough : nil
  }
}
