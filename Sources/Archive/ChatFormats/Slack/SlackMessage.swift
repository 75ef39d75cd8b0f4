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

  init(
    _ fields: JSONFields, stamp: SlackStamp, workspace: SlackWorkspace, file: ImportFile, tree: ImportTree
  ) {
    self.fields = fields
    self.stamp = stamp
    self.workspace = workspace
    self.file = file
    self.tree = tree
  }

  func imported(_ channel: SlackChannel) -> ImportedMessage {
    let subtype = fields.string("subtype") ?? ""
    let isDeleted = subtype == "tombstone"
    // Slackbot stands for the person.
    let sender = isDeleted ? nil : sender
    var body = isDeleted ? Body() : body
    // Before 2018, a reply that was also sent to the channel was there only by reference.
    let isReference = subtype == Self.replyBroadcast && body.text.isEmpty && body.files.isEmpty
    let isService = isReference || Self.isService(subtype)
    if isService, body.text.isEmpty { body.text = StyledText(sentence(of: subtype, by: sender?.name)) }
    let thread = fields.text("thread_ts").flatMap { SlackStamp($0)?.key }
    let isEmpty = body.text.isEmpty && body.files.isEmpty && body.forward == nil
    var message = ImportedMessage(
      conversationKey: channel.key, conversationTitle: channel.title, sourceID: stamp.key,
      sender: sender ?? (isService || isDeleted ? nil : .init(key: "slack:unknown", name: tr("Unknown"))),
      isOwn: fields.key("user").map { workspace.isOwner($0) } ?? false, sentAt: stamp.sentAt,
      kind: isDeleted
        ? .deleted
        : isService ? .service : subtype == "me_message" ? .action : isEmpty ? .unsupported : .normal,
      text: body.text.text, entities: body.text.entities, replyTo: thread == stamp.key ? nil : thread,
      attachments: body.files, reactions: reactions,
      editedAt: ExportTime.edited(fields.object("edited")?.text("ts").flatMap { SlackStamp($0)?.sentAt }),
      details: Message.Details(
        forward: body.forward, content: call.map { .call($0) },
        unsupportedKind: isEmpty && !isService && !isDeleted ? (subtype.isEmpty ? "message" : subtype) : nil),
      orderKey: OrderKey.make(sentAt: stamp.sentAt, rank: stamp.rank))
    message.topic = thread.map { .thread($0) }
    return message
  }

  // MARK: People

  private var sender: ImportedMessage.Sender? {
    let name = fields.line("username") ?? fields.object("bot_profile")?.line("name")
    if let id = room?.key("created_by") ?? fields.key("user") ?? fields.object("comment")?.key("user") {
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
    // A bridge speaks as several people.
    if let name = fields.line("username"), name != fields.object("bot_profile")?.line("name") {
      return .init(key: "slack:\(id)/\(name)", name: name)
    }
    return .init(key: "slack:\(id)", name: name ?? "Bot")
  }

  // MARK: Kinds

  /// Whether this is a message of Slack itself.
  private static func isService(_ subtype: String) -> Bool {
    services.contains(subtype)
      || [
        "channel_", "group_", "bot_add", "bot_remove", "pinned_", "unpinned_", "reminder_", "huddle_",
        "sh_room_", "canvas_",
      ]
      .contains { subtype.hasPrefix($0) }
  }

  private static let services: Set<String> = [
    "joiner_notification", "app_conversation_join", "ekm_access_denied", "document_comment_root",
  ]

  private static let replyBroadcast = "reply_broadcast"

  /// The room of a call of several people.
  private var room: JSONFields? { fields.object("room") }

  private var call: Call? {
    guard let room else { return nil }
    let start = room.int64("date_start") ?? 0
    let end = room.int64("date_end") ?? 0
    let seconds = Int(clamping: end.subtractingReportingOverflow(start).partialValue)
    return Call(
      outcome: room.bool("was_missed") == true ? .missed : .ended,
      duration: start > 0 && (1...TelegramLimit.seconds).contains(seconds) ? seconds : nil, isGroup: true)
  }

  /// A sentence for an event of Slack that has no text. It is a part of the archive and therefore not translated.
  private func sentence(of subtype: String, by actor: String?) -> String {
    let actor = actor ?? "Someone"
    if let room {
      var people = room.strings("participant_history")
      if people.isEmpty { people = room.strings("participants") }
      let names = people.map { workspace.person($0).name }
      let length = call?.duration.map { " (\(TelegramService.words(ofSeconds: $0)))" } ?? ""
      let list =
        names.count < 2
        ? names.first : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
      return "A huddle\(list.map { " of \($0)" } ?? "")\(length)"
    }
    let canvas = fields.object("canvas") ?? fields.objects("files").first ?? fields.object("file")
    if subtype.contains("canvas") {
      return "\(actor) changed the canvas\(canvas?.line("title").map { " “\($0)”" } ?? "")"
    }
    if subtype == Self.replyBroadcast { return "\(actor) also sent a reply to the channel" }
    return "\(actor): \(subtype.replacing("_", with: " "))"
  }

  // MARK: Contents

  private struct Body {
    var text = StyledText()
    var files: [Attachment] = []
    var forward: Forward?
  }

  private var body: Body {
    let words = SlackText(workspace, SlackLabels(fields.string("text")))
    let blocks = SlackBlocks(fields.objects("blocks"), words)
    var lines = blocks.lines
    // Beside blocks, the text is only what Slack shows in notifications.
    if lines.isEmpty, let text = fields.string("text") { lines = [words.marked(withoutUpload(text))] }
    var body = Body()
    body.files = files(of: fields) + blocks.pictures
    lines += fileTexts(of: fields, words)
    let isReplyBroadcast = fields.string("subtype") == Self.replyBroadcast
    for card in fields.objects("attachments") {
      let isShare = card.bool("is_share") == true
      // The preview of an address in the text.
      if !isShare, !isReplyBroadcast, card.contains("from_url") || card.contains("original_url") { continue }
      let found = SlackCard(card, words)
      body.files += files(of: card) + found.pictures
      if isShare, body.forward == nil {
        body.forward = origin(of: card)
        lines += found.text
      } else if isReplyBroadcast {
        // The author is the sender.
        lines += found.text
      } else {
        lines += found.heading + found.text
        if !isShare, let footer = card.line("footer") { lines.append(words.marked(footer)) }
      }
      lines += fileTexts(of: card, words)
    }
    body.text = StyledText(lines: lines.filter { !$0.isEmpty })
    return body
  }

  /// The origin of a forwarded message.
  private func origin(of card: JSONFields) -> Forward {
    let author = card.key("author_id")
    let name = card.line("author_name") ?? author.map { workspace.person($0).name }
    let footer = card.line("footer").flatMap { $0.hasPrefix("Posted in #") ? String($0.dropFirst(11)) : nil }
    let channel = (card.key("channel_id").flatMap { workspace.channelName($0) } ?? footer).map { "#\($0)" }
    let sentAt = card.text("ts").flatMap { SlackStamp($0)?.sentAt }
    return Forward(
      name: name.map { name in channel.map { "\(name) (\($0))" } ?? name } ?? channel ?? tr("Unknown"),
      key: author.map { "slack:\($0)" }, sentAt: sentAt)
  }

  /// The text without Slack's sentence about a file, “<@U1> uploaded a file: <https://…|a.js> and commented: Look” or
  /// “<@U1> commented on <@U2>’s file <https://…|a.js>: Look”.
  private func withoutUpload(_ text: String) -> String {
    // The words of a comment are also without the sentence, whose form depends on whose file it is.
    if fields.string("subtype") == "file_comment", let words = fields.object("comment")?.string("comment") {
      return words
    }
    guard ["file_share", "file_mention"].contains(fields.string("subtype")), fields.contains("file"),
      text.hasPrefix("<@"), let person = text.firstIndex(of: ">")
    else { return text }
    let words = text[text.index(after: person)...]
    guard let colon = words.range(of: ": <"), words[..<colon.lowerBound].utf8.count <= 40,
      [" uploaded a", " shared a", " mentioned a"].contains(where: words.hasPrefix),
      let end = words[colon.upperBound...].firstIndex(of: ">")
    else { return text }
    let rest = words[words.index(after: end)...]
    let comment = " and commented: "
    return String(rest.hasPrefix(comment) ? rest.dropFirst(comment.count) : rest)
  }

  // MARK: Files and reactions

  /// Exports before 2018 have one file.
  private static func files(in fields: JSONFields) -> [JSONFields] {
    fields.objects("files") + [fields.object("file")].compactMap(\.self)
  }

  /// The words that exports contain of files: of mails and of snippets, and the addresses of files that are not in Slack.
  private func fileTexts(of fields: JSONFields, _ words: SlackText) -> [StyledText] {
    Self.files(in: fields).flatMap { item -> [StyledText] in
      switch item.string("mode") {
      case "email":
        let text = item.string("plain_text") ?? item.string("preview_plain_text")
        return [
          item.line("subject").map { words.title($0, address: nil) },
          text?.nonBlank.map { StyledText($0).linked() },
        ].compactMap(\.self)
      case "snippet":
        guard let preview = item.string("preview")?.nonBlank else { return [] }
        var text = StyledText()
        text.append(preview, as: .pre)
        if item.count("lines_more") != nil || item.bool("preview_is_truncated") == true { text.append(" …") }
        return [text]
      case "external":
        guard let address = item.line("url_private"), LinkTarget.isAllowed(address) else { return [] }
        return [words.title(item.line("title") ?? item.line("name") ?? address, address: address)]
      default: return []
      }
    }
  }

  private func files(of fields: JSONFields) -> [Attachment] {
    Self.files(in: fields).compactMap { item in
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
      if kind == .voice { attachment.transcript = Self.transcript(item) }
      return attachment
    }
  }

  /// The words that Slack has recognized in a sound; of many, exports have only the first.
  private static func transcript(_ item: JSONFields) -> Attachment.Transcript? {
    guard let preview = item.object("transcription")?.object("preview"),
      let words = preview.string("content")?.nonBlank
    else { return nil }
    return Attachment.Transcript(preview.bool("has_more") == true ? "\(words) …" : words)
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
    fields.objects("reactions").compactMap { reaction in
      guard let name = reaction.line("name", limit: 100) else { return nil }
      let people = reaction.strings("users").map { id in
        ImportedMessage.ImportedReaction.Person(
          sender: .init(key: "slack:\(id)", name: workspace.person(id).name))
      }
      return .init(
        key: SlackEmoji.text(name), count: max(reaction.count("count") ?? 1, people.count),
        people: people)
    }
  }
}
