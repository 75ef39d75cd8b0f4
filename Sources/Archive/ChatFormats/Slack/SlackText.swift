import Chats

/// The texts of a message with Slack's signs: “*bold*”, “<@U1>”, “&amp;”, “:tada:”.
struct SlackText {
  let workspace: SlackWorkspace
  let labels: SlackLabels

  init(_ workspace: SlackWorkspace, _ labels: SlackLabels) {
    self.workspace = workspace
    self.labels = labels
  }

  private static let marks: [MarkedText.Mark] = [
    .init("*", .bold, isAtWords: true), .init("_", .italic, isAtWords: true),
    .init("~", .strikethrough, isAtWords: true),
  ]

  func marked(_ text: String) -> StyledText {
    MarkedText(
      marks: Self.marks, reference: { reference($0) }, plain: { SlackEmoji.replaced(in: Self.plain($0)) },
      code: Self.plain, hasReferencesInCode: true, hasLanguages: false
    ).styled(text).linked()
  }

  /// The text of an object of type `plain_text` or `mrkdwn`.
  func text(of object: JSONFields?) -> StyledText? {
    guard let object, let text = object.string("text"), !text.isEmpty else { return nil }
    guard object.string("type") == "plain_text" else { return marked(text) }
    return StyledText(object.bool("emoji") == false ? text : SlackEmoji.replaced(in: text)).linked()
  }

  /// A text as a link, or in bold if it has no address.
  func title(_ text: String, address: String?) -> StyledText {
    StyledText(title: SlackEmoji.replaced(in: Self.plain(text)), address: address)
  }

  /// Decodes the three signs that Slack escapes as in HTML. It escapes no others.
  static func plain(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  /// Reads “@U1”, “#C1|name”, “!here”, “!date^…|text” or “https://example.org|label”, without brackets.
  private func reference(_ text: String) -> (text: String, kind: TextEntity.Kind?)? {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    let target = String(first)
    let label = parts.count == 2 && !parts[1].isEmpty ? Self.plain(String(parts[1])) : nil
    switch target.first {
    case "@":
      let id = String(target.dropFirst())
      let name = workspace.isKnown(id) ? workspace.person(id).name : label ?? workspace.person(id).name
      return ("@\(name.drop { $0 == "@" })", .mention)
    case "#":
      let id = String(target.dropFirst())
      return (label.map { "#\($0)" } ?? labels.channel(id, in: workspace), .mention)
    case "!":
      let command = target.dropFirst().prefix { $0 != "^" }
      if command == "date" { return (label ?? "", nil) }
      if let label { return (label, .mention) }
      return ("@\(command)", .mention)
    default:
      let address = Self.plain(target)
      guard target.contains(":"), address.utf8.count <= 4096, !address.contains(" ") else { return nil }
      let name =
        label ?? (address.hasPrefix("mailto:") ? String(address.dropFirst("mailto:".count)) : address)
      return (name, LinkTarget.isAllowed(address) ? .link(target: address) : nil)
    }
  }
}

/// The names of people, channels and groups that the text of a message contains beside their numbers: “<#C2|random>”.
struct SlackLabels {
  private var names: [String: String] = [:]

  /// - Complexity: O(n) in the bytes.
  init(_ text: String?) {
    guard let text, text.utf8.contains(UInt8(ascii: "|")) else { return }
    for part in text.split(separator: "<") {
      guard let sign = part.first, "@#!".contains(sign), let end = part.firstIndex(of: ">"),
        let bar = part[..<end].firstIndex(of: "|")
      else { continue }
      let id = part[..<bar].dropFirst()
      let name = SlackText.plain(String(part[part.index(after: bar)..<end]))
      if !name.isEmpty { names[String(id.hasPrefix("subteam^") ? id.dropFirst(8) : id)] = name }
    }
  }

  func person(_ id: String, in workspace: SlackWorkspace) -> String {
    let label = workspace.isKnown(id) ? nil : names[id]
    return "@\((label ?? workspace.person(id).name).drop { $0 == "@" })"
  }

  func channel(_ id: String, in workspace: SlackWorkspace) -> String {
    "#\((workspace.channelName(id) ?? names[id] ?? id).drop { $0 == "#" })"
  }

  func group(_ id: String) -> String { "@\((names[id] ?? id).drop { $0 == "@" })" }
}
