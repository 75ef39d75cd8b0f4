import Chats
import Foundation
import Translation

/// Converts a message of Slack to a message of an archive.
struct SlackMessage {
  private let fields: JSONFields
  private let stamp: SlackStamp
  private let workspace: SlackWorkspace
  private let file: ImportFile
  private let tree: ImportTree
  private let options: ImportOptions

  init(
    _ fields: JSONFields, stamp: SlackStamp, workspace: SlackWorkspace, file: ImportFile, tree: ImportTree,
    options: ImportOptions
  ) {
    self.fields = fields
    self.stamp = stamp
    self.workspace = workspace
    self.file = file
    self.tree = tree
    self.options = options
  }

  func imported(_ channel: SlackChannel) -> ImportedMessage {
    let subtype = fields.string("subtype") ?? ""
    let isDeleted = subtype == "tombstone"
    let isService = Self.isService(subtype)
    let sender = sender
    let body = isDeleted ? StyledText() : text
    let files = isDeleted ? [] : attachments
    let thread = fields.text("thread_ts").flatMap { SlackStamp($0)?.key }
    let isEmpty = body.isEmpty && files.isEmpty
    return ImportedMessage(
      conversationKey: channel.key, conversationTitle: channel.title, sourceID: stamp.key,
      sender: sender ?? (isService ? nil : .init(key: "slack:unknown", name: tr("Unknown"))),
      isOwn: fields.key("user").map { workspace.isOwner($0) } ?? false, sentAt: stamp.sentAt,
      kind: isDeleted
        ? .deleted
        : isService ? .service : subtype == "me_message" ? .action : isEmpty ? .unsupported : .normal,
      text: body.text, entities: body.entities, replyTo: thread == stamp.key ? nil : thread,
      attachments: files, reactions: reactions,
      editedAt: fields.object("edited")?.text("ts").flatMap { SlackStamp($0)?.sentAt },
      details: Message.Details(
        content: call.map { .call($0) },
        unsupportedKind: isEmpty && !isService && !isDeleted ? (subtype.isEmpty ? "message" : subtype) : nil),
      orderKey: OrderKey.make(sentAt: stamp.sentAt, rank: stamp.rank))
  }

  // MARK: People

  private var sender: ImportedMessage.Sender? {
    let name = fields.line("username") ?? fields.object("bot_profile")?.line("name")
    if let id = fields.key("user") {
      if workspace.isKnown(id) || fields.object("user_profile") == nil {
        return .init(
          key: "slack:\(id)",
          name: workspace.isKnown(id) ? workspace.person(id).name : name ?? workspace.person(id).name)
      }
      // Guests and people of other workspaces are not in the list.
      let profile = fields.object("user_profile")
      let told = profile?.line("display_name") ?? profile?.line("real_name") ?? profile?.line("name")
      return .init(key: "slack:\(id)", name: told ?? workspace.person(id).name)
    }
    guard let id = fields.key("bot_id") else {
      return name.map { .init(key: "slack:name/\($0)", name: $0) }
    }
    return .init(key: "slack:\(id)", name: name ?? "Bot")
  }

  // MARK: Kinds

  /// Whether this is a message of Slack itself.
  private static func isService(_ subtype: String) -> Bool {
    services.contains(subtype)
      || [
        "channel_", "group_", "bot_add", "bot_remove", "pinned_", "unpinned_", "reminder_", "huddle_",
        "sh_room_",
      ]
      .contains { subtype.hasPrefix($0) }
  }

  private static let services: Set<String> = [
    "joiner_notification", "app_conversation_join", "ekm_access_denied", "document_comment_root",
  ]

  /// A call of several people.
  private var call: Call? {
    guard let room = fields.object("room") else { return nil }
    let start = room.int64("date_start") ?? 0
    let end = room.int64("date_end") ?? 0
    let seconds = Int(clamping: end.subtractingReportingOverflow(start).partialValue)
    return Call(
      outcome: .ended, duration: start > 0 && (1...TelegramLimit.seconds).contains(seconds) ? seconds : nil,
      isGroup: true)
  }

  // MARK: Text

  private var text: StyledText {
    let rich = fields.objects("blocks").filter { $0.string("type") == "rich_text" }
    var lines: [StyledText] = []
    if !rich.isEmpty {
      lines = rich.flatMap { SlackRichText(workspace).lines($0) }
    } else if let text = fields.string("text"), !text.isEmpty {
      lines = [marked(text)]
    } else {
      lines = fields.objects("blocks").prefix(50).compactMap(blockText)
    }
    // Cards of apps. Previews of addresses in the text do not count.
    for card in fields.objects("attachments").prefix(20)
    where !card.contains("from_url") && !card.contains("original_url") {
      lines += cardLines(card)
    }
    return StyledText(lines: lines.filter { !$0.isEmpty })
  }

  /// The text of a block of an app's message.
  private func blockText(_ block: JSONFields) -> StyledText? {
    let parts = [block.object("text")?.string("text")] + block.objects("fields").map { $0.string("text") }
    let lines = parts.compactMap { $0.map(marked) }
    return lines.isEmpty ? nil : StyledText(lines: lines)
  }

  private func cardLines(_ card: JSONFields) -> [StyledText] {
    var lines: [StyledText] = []
    if let pretext = card.string("pretext") { lines.append(marked(pretext)) }
    if let author = card.line("author_name") { lines.append(StyledText(author)) }
    if let title = card.line("title") {
      var line = StyledText()
      let target = card.string("title_link").flatMap { $0.utf8.count <= 4096 ? LinkTarget.web($0) : nil }
      line.append(Self.plain(title), as: target.map { .link(target: $0) } ?? .bold)
      lines.append(line)
    }
    if let text = card.string("text") { lines.append(marked(text)) }
    for field in card.objects("fields").prefix(25) {
      var line = StyledText()
      line.append(Self.plain(field.line("title") ?? ""), as: .bold)
      lines += [line, marked(field.string("value") ?? "")]
    }
    if lines.isEmpty, let fallback = card.string("fallback") { lines.append(marked(fallback)) }
    return lines
  }

  private static let marks: [MarkedText.Mark] = [
    .init("*", .bold, isAtWords: true), .init("_", .italic, isAtWords: true),
    .init("~", .strikethrough, isAtWords: true),
  ]

  private func marked(_ text: String) -> StyledText {
    MarkedText(marks: Self.marks, reference: { reference($0) }, plain: Self.plain).styled(text).linked()
  }

  /// Decodes the three signs that Slack escapes as in HTML. It escapes no others.
  static func plain(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  /// Reads “@U1”, “#C1|name”, “!here”, “!date^…|text” or “https://example.org|label”, without brackets.
  private func reference(_ text: String) -> (text: String, kind: TextEntity.Kind?)? {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let target = String(parts[0])
    let label = parts.count == 2 && !parts[1].isEmpty ? Self.plain(String(parts[1])) : nil
    switch target.first {
    case "@":
      let id = String(target.dropFirst())
      let name = workspace.isKnown(id) ? workspace.person(id).name : label ?? workspace.person(id).name
      return ("@\(name.drop { $0 == "@" })", .mention)
    case "#": return ("#\(label ?? String(target.dropFirst()))", .mention)
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

  // MARK: Files and reactions

  private var attachments: [Attachment] {
    fields.objects("files").prefix(ImportedMessage.maximumAttachments).compactMap { item in
      let mode = item.string("mode")
      if mode == "tombstone" { return nil }
      let name = item.line("name") ?? item.line("title")
      let type = item.string("mimetype")
      var kind = Attachment.Kind(type: type, name: name)
      if item.string("subtype") == "slack_audio" { kind = .voice }
      var attachment = Attachment(
        kind: kind, width: item.pixels("original_w"), height: item.pixels("original_h"),
        byteCount: item.byteCount("size"),
        duration: item.count("duration_ms", limit: TelegramLimit.seconds * 1000).map { Int64($0) }, name: name
      )
      attachment.path = path(item, name: name)
      return attachment
    }
  }

  /// The path at which programs that download an export with its files store them. Slack's own exports have only addresses.
  private func path(_ item: JSONFields, name: String?) -> String? {
    guard let id = item.key("id"), let name else { return nil }
    for place in ["__uploads/\(id)/\(name)", "attachments/\(id)-\(name)", "\(id)-\(name)"] {
      if let path = tree.path(place, beside: file, above: 1), tree.exists(path) { return path }
    }
    return nil
  }

  private var reactions: [ImportedMessage.ImportedReaction] {
    fields.objects("reactions").prefix(ImportedMessage.maximumReactions).compactMap { reaction in
      guard let name = reaction.line("name", limit: 100) else { return nil }
      let people = reaction.strings("users").prefix(ImportedMessage.maximumReactions).map { id in
        ImportedMessage.ImportedReaction.Person(
          sender: .init(key: "slack:\(id)", name: workspace.person(id).name))
      }
      return .init(
        key: SlackEmoji.text(name), count: max(reaction.count("count") ?? 1, people.count),
        people: Array(people))
    }
  }
}

/// Names of emoji.
enum SlackEmoji {
  /// The emoji of a frequent name, else the name between colons, because workspaces have pictures of their own.
  static func text(_ name: String) -> String {
    // A skin tone may follow: “wave::skin-tone-2”.
    let base = name.components(separatedBy: "::")[0]
    return emoji[base] ?? ":\(name):"
  }

  private static let emoji: [String: String] = [
    "+1": "👍", "thumbsup": "👍", "-1": "👎", "thumbsdown": "👎", "heart": "❤️", "joy": "😂", "tada": "🎉",
    "eyes": "👀", "pray": "🙏", "fire": "🔥", "white_check_mark": "✅", "heavy_check_mark": "✔️",
    "raised_hands": "🙌", "clap": "👏", "rocket": "🚀", "smile": "😄", "slightly_smiling_face": "🙂",
    "thinking_face": "🤔", "100": "💯", "wave": "👋", "ok_hand": "👌", "cry": "😢", "open_mouth": "😮",
    "laughing": "😆", "grin": "😁", "sob": "😭", "sweat_smile": "😅", "wink": "😉", "muscle": "💪", "x": "❌",
    "star": "⭐", "bulb": "💡", "warning": "⚠️", "point_up": "☝️", "heavy_plus_sign": "➕",
    "rolling_on_the_floor_laughing": "🤣",
  ]
}
