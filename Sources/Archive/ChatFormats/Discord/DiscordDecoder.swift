import Chats
import Foundation
import Translation

/// A channel as described by an export.
struct DiscordChannel: Sendable, Hashable {
  let id: String
  /// For example “GuildTextChat”.
  let type: String
  let name: String?
  /// The category of a channel, or the channel or forum of a thread.
  let category: String?
  private let categoryID: String?

  init?(_ fields: JSONFields) {
    guard let id = fields.key("id") else { return nil }
    self.id = id
    type = fields.line("type") ?? ""
    name = fields.line("name")
    category = fields.line("category")
    categoryID = fields.key("categoryId")
  }

  var isDirect: Bool { type.hasPrefix("Direct") }
  var isThread: Bool { type.contains("Thread") }

  /// The number of the channel whose topic a thread is; nil for a channel.
  var parent: String? { isThread && category != nil ? categoryID : nil }

  /// The topic of the messages of a thread.
  var topic: ImportedMessage.TopicKey? { parent.map { _ in .init(source: id, title: name ?? "") } }

  /// A title such as “ridge (Walkers)”, or the names of the people in a direct conversation; for a thread, that of its
  /// channel, or “Which boots? (Walkers, ridge)” if the number of the channel is not known.
  func title(guild: String?) -> String {
    let name = (parent == nil ? name : category) ?? "Discord channel"
    guard !isDirect, let guild else { return name }
    if isThread, parent == nil, let category { return "\(name) (\(guild), \(category))" }
    return "\(name) (\(guild))"
  }
}

/// Decodes the messages of DiscordChatExporter.
struct DiscordDecoder {
  var guild: String?
  var channel: DiscordChannel?
  /// The current file; paths are relative to its folder.
  var file: ImportFile
  private let tree: ImportTree
  private let options: ImportOptions

  init(_ input: ImportInput) {
    file = input.parts[0]
    tree = input.tree
    options = input.options
  }

  var isOwnerKnown: Bool { options.owner != nil }

  private var conversationKey: String {
    "discord:\(channel?.parent ?? channel?.id ?? "file/\(file.url.lastPathComponent)")"
  }

  func message(_ fields: JSONFields, id: String, sentAt: Int64) -> ImportedMessage {
    let author = fields.object("author")
    let sender = author.flatMap(Self.sender)
    let type = fields.text("type") ?? "Default"
    let isService = Self.isService(type)
    let forwarded = fields.object("forwardedMessage")
    let reference = fields.object("reference")
    let isHere =
      reference?.key("channelId").map {
        channel == nil || [channel?.id, channel?.parent].contains($0)
      } ?? true
    // Exports from before version 2.47 do not tell a forwarded message, whose text they leave out, from others.
    let isForward =
      forwarded != nil || reference?.string("type") == "Forward"
      || reference != nil && type == "Default" && Self.isBlank(fields)
    let call = type == "Call" ? call(fields, sentAt: sentAt) : nil
    let body = isService ? service(fields, type: type, by: sender, call: call) : text(of: fields, forwarded)
    let files = isService ? [] : files(of: fields) + (forwarded.map { self.files(of: $0) } ?? [])
    let content = call.map { Message.Content.call($0) } ?? Self.poll(fields).map { .poll($0) }
    let missing =
      isService || !body.isEmpty || !files.isEmpty || content != nil
      ? nil : Self.missingKind(fields, type: type, isForward: isForward)
    var message = ImportedMessage(
      conversationKey: conversationKey, conversationTitle: channel?.title(guild: guild) ?? "Discord channel",
      sourceID: id, sender: sender ?? .init(key: "discord:unknown", name: tr("Unknown")),
      isOwn: sender.map {
        options.isOwner(key: $0.key, names: author?.line("name"), author?.line("nickname"), author?.key("id"))
      } ?? false, sentAt: sentAt, kind: isService ? .service : missing != nil ? .unsupported : .normal,
      text: body.text,
      entities: body.entities,
      replyTo: !isForward && isHere && (!isService || Self.isPollResult(type))
        ? reference?.key("messageId") : nil,
      attachments: files,
      reactions: Self.reactions(fields),
      editedAt: ExportTime.edited(fields.string("timestampEdited").flatMap { ExportTime.instant(iso: $0) }),
      details: Message.Details(
        forward: isForward
          ? Forward(
            name: isHere ? "This channel" : "Another channel",
            sentAt: forwarded?.string("timestamp").flatMap { ExportTime.instant(iso: $0) }) : nil,
        content: content, unsupportedKind: missing),
      orderKey: DiscordNumber.orderKey(of: id, at: sentAt))
    message.topic = channel?.topic
    return message
  }

  /// The sender, with the name on the server, or else that of the account.
  private static func sender(_ user: JSONFields) -> ImportedMessage.Sender? {
    guard let name = user.line("nickname") ?? user.line("name") else {
      return user.key("id").map { .init(key: "discord:\($0)", name: $0) }
    }
    let id = user.key("id") ?? "name/\(name)"
    return .init(key: "discord:\(isWebhook(user) ? "\(id)/\(name)" : id)", name: name)
  }

  /// Whether a sender is a webhook, through which bridges and bots write under the names of several people.
  ///
  /// Accounts of bots have a number after their name, another name on the server, or at least their own role there.
  private static func isWebhook(_ user: JSONFields) -> Bool {
    user.bool("isBot") == true && user.text("discriminator").map { Int($0) == 0 } == true
      && (user.line("nickname") ?? user.line("name")) == user.line("name")
      && user.array("roles")?.isEmpty != false
  }

  // MARK: Messages without contents

  private static func isBlank(_ fields: JSONFields) -> Bool {
    (fields.string("content") ?? "").isEmpty
      && [fields.array("attachments"), fields.array("embeds"), fields.array("stickers")].allSatisfy {
        $0?.isEmpty != false
      }
  }

  /// A name for the contents that the exporter left out: forwarded texts, polls, and the newer cards of bots.
  private static func missingKind(_ fields: JSONFields, type: String, isForward: Bool) -> String {
    if isForward { return "forwarded message" }
    guard let interaction = fields.object("interaction"), let command = interaction.line("name", limit: 100)
    else { return type == "Default" || type == "Reply" ? "message" : "message \(type)".prefix(bytes: 64) }
    let user = interaction.object("user").flatMap {
      $0.line("nickname", limit: 100) ?? $0.line("name", limit: 100)
    }
    return "answer to /\(command)\(user.map { " of \($0)" } ?? "")"
  }

  // MARK: Service messages

  private static func isService(_ type: String) -> Bool {
    if let number = Int(type) { return services.contains(number) }
    return serviceNames.contains(type)
  }

  /// Discord's numbers for which the exporter has no names: boosts, streams, and actions of moderators.
  private static let services: Set<Int> = Set(
    Array(1...18) + [21, 22, 24, 25, 26, 27, 28, 29, 31, 32, 36, 37, 38, 39, 44, 46])
  private static let serviceNames: Set<String> = [
    "RecipientAdd", "RecipientRemove", "Call", "ChannelNameChange", "ChannelIconChange",
    "ChannelPinnedMessage",
    "GuildMemberJoin", "ThreadCreated",
  ]

  private func call(_ fields: JSONFields, sentAt: Int64) -> Call {
    let end = fields.string("callEndedTimestamp").flatMap { ExportTime.instant(iso: $0) }
    let seconds = end.map { Int(($0 - sentAt) / 1000) }.flatMap {
      (1...TelegramLimit.seconds).contains($0) ? $0 : nil
    }
    return Call(outcome: .ended, duration: seconds, isGroup: channel?.type == "DirectGroupTextChat")
  }

  /// A sentence such as “Mara Lind pinned a message”. The exporter writes the action without the person.
  private func service(
    _ fields: JSONFields, type: String, by sender: ImportedMessage.Sender?, call: Call?
  ) -> StyledText {
    let actor = sender?.name ?? "Someone"
    if let call { return StyledText(TelegramService.sentence(of: call, by: actor)) }
    let words = (fields.string("content") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    if Self.isPollResult(type), let result = Self.pollResult(fields) { return StyledText(result) }
    if words.isEmpty {
      return StyledText(
        (8...11).contains(Int(type) ?? 0) ? "\(actor) boosted the server" : "\(actor): system message \(type)"
      )
    }
    return StyledText(DiscordEvent.sentence(words, by: actor))
  }

  // MARK: Text

  private func text(of fields: JSONFields, _ forwarded: JSONFields?) -> StyledText {
    var lines = [styled(fields.string("content") ?? "", fields)]
    lines += Self.cards(of: fields).flatMap(self.lines)
    if let forwarded {
      lines.append(styled(forwarded.string("content") ?? "", fields))
      lines += Self.cards(of: forwarded).flatMap(self.lines)
    }
    return StyledText(lines: lines.filter { !$0.isEmpty })
  }

  private static let marks: [MarkedText.Mark] = [
    .init("||", .spoiler), .init("**", .bold), .init("__", .underline), .init("~~", .strikethrough),
    .init("*", .italic, isAtWords: true), .init("_", .italic, isAtWords: true),
  ]

  /// The text with Discord's signs converted to styles, without names of people who are mentioned by number.
  static func marked(_ text: String) -> StyledText {
    MarkedText(marks: marks, reference: { reference($0, people: []) }, hasMarkdown: true).styled(text)
      .linked()
  }

  /// The text with Discord's signs converted to styles.
  private func styled(_ text: String, _ fields: JSONFields) -> StyledText {
    guard !text.isEmpty else { return StyledText() }
    let people = fields.objects("mentions")
    let marked = MarkedText(
      marks: Self.marks, reference: { Self.reference($0, people: people) }, hasMarkdown: true)
    let styled = marked.styled(text).linked()
    // The exporter has replaced most mentions with names.
    let names = people.prefix(50).flatMap { [$0.line("nickname"), $0.line("name")] }.compactMap {
      $0.map { "@\($0)" }
    }
    let emoji = fields.objects("inlineEmojis").prefix(50).compactMap { emoji -> String? in
      emoji.key("id") == nil ? nil : emoji.line("code").map { ":\($0):" }
    }
    return styled.adding(styled.ranges(of: names, as: .mention)).adding(
      styled.ranges(of: emoji, as: .customEmoji))
  }

  /// Reads “@123”, “@!123”, “@&123”, “#123”, “:name:123”, “a:name:123” or “t:1709280000:R”, without brackets.
  private static func reference(
    _ text: String, people: [JSONFields]
  ) -> (text: String, kind: TextEntity.Kind?)? {
    let number = String(text.drop { !$0.isNumber || !$0.isASCII })
    if text.hasPrefix("@&") { return DiscordNumber.isValid(number) ? ("@role", .mention) : nil }
    if text.hasPrefix("@") {
      guard DiscordNumber.isValid(number) else { return nil }
      let person = people.first { $0.key("id") == number }.flatMap { $0.line("nickname") ?? $0.line("name") }
      return ("@\(person ?? number)", .mention)
    }
    if text.hasPrefix("#") { return DiscordNumber.isValid(number) ? ("#\(number)", .mention) : nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].isEmpty || parts[0] == "a", !parts[1].isEmpty,
      DiscordNumber.isValid(parts[2])
    {
      return (":\(parts[1]):", .customEmoji)
    }
    // An address in brackets has no preview.
    return text.hasPrefix("http://") || text.hasPrefix("https://") ? (text, .web(text)) : nil
  }

  // MARK: Embeds

  /// The embedded cards, without the previews of addresses in the text.
  private static func cards(of fields: JSONFields) -> [JSONFields] {
    let embeds = fields.objects("embeds")
    // Discord allows 10. To search the text for each of many would take quadratic time.
    guard embeds.count <= 100 else { return embeds }
    let content = fields.string("content") ?? ""
    return embeds.filter { !isPreview($0, of: content) }
  }

  private static func isPreview(_ embed: JSONFields, of content: String) -> Bool {
    guard let address = embed.string("url"), !address.isEmpty else { return false }
    return content.contains(address)
  }

  private func lines(of embed: JSONFields) -> [StyledText] {
    var lines: [StyledText] = []
    if let author = embed.object("author")?.line("name") { lines.append(StyledText(author)) }
    if let title = embed.line("title") {
      lines.append(StyledText(title: title, address: embed.string("url")))
    }
    if let text = embed.string("description") { lines.append(styled(text, embed)) }
    for field in embed.objects("fields") {
      lines += [
        StyledText(title: field.line("name") ?? "", address: nil), styled(field.string("value") ?? "", embed),
      ]
    }
    if let footer = embed.object("footer")?.line("text") { lines.append(StyledText(footer)) }
    return lines.filter { !$0.isEmpty }
  }

  // MARK: Files

  private func files(of fields: JSONFields) -> [Attachment] {
    var found = fields.objects("attachments").map { file in
      let name = file.line("fileName")
      return Attachment(
        kind: Attachment.Kind(type: nil, name: name), byteCount: file.byteCount("fileSizeBytes"), name: name,
        path: path(file.string("url")), isSpoiler: name?.hasPrefix("SPOILER_") == true)
    }
    for sticker in fields.objects("stickers") {
      found.append(
        Attachment(kind: .sticker, name: sticker.line("name"), path: path(sticker.string("sourceUrl"))))
    }
    for embed in Self.cards(of: fields) {
      let images = embed.objects("images") + [embed.object("image")].compactMap(\.self)
      var seen: Set<String> = []
      for image in images {
        guard let address = image.string("url"), seen.insert(address).inserted, let path = path(address)
        else { continue }
        found.append(
          Attachment(kind: .photo, width: image.pixels("width"), height: image.pixels("height"), path: path))
      }
    }
    return found
  }

  private func path(_ url: String?) -> String? { DiscordFiles.path(url, beside: file, in: tree) }

  // MARK: Reactions and polls

  private static func reactions(_ fields: JSONFields) -> [ImportedMessage.ImportedReaction] {
    fields.objects("reactions").compactMap { reaction in
      guard let emoji = reaction.object("emoji") else { return nil }
      let isOwnPicture = emoji.key("id") != nil
      guard let name = isOwnPicture ? emoji.line("code") ?? emoji.line("name") : emoji.line("name") else {
        return nil
      }
      let people = reaction.objects("users").compactMap(Self.sender)
      return .init(
        key: isOwnPicture ? ":\(name):" : name, count: max(reaction.count("count") ?? 1, people.count),
        people: people.map { .init(sender: $0) })
    }
  }

  private static func isPollResult(_ type: String) -> Bool { type == "46" || type == "PollResult" }

  /// The end of a poll, whose facts are in the fields of a card.
  private static func pollResult(_ fields: JSONFields) -> String? {
    var facts: [String: String] = [:]
    for field in fields.objects("embeds").first?.objects("fields") ?? [] {
      if let name = field.line("name"), let value = field.line("value") { facts[name] = value }
    }
    guard let question = facts["poll_question_text"] else { return nil }
    let votes = facts["total_votes"].map { " of \($0)" } ?? ""
    guard let answer = facts["victor_answer_text"] ?? facts["victor_answer_emoji_name"] else {
      return "The poll “\(question)” ended without a winner"
    }
    let won = facts["victor_answer_votes"].map { " with \($0)\(votes) votes" } ?? ""
    return "The poll “\(question)” ended: “\(answer)” won\(won)"
  }

  /// A poll in the form of Discord's API, which some versions of the exporter pass on.
  private static func poll(_ fields: JSONFields) -> Poll? {
    guard let poll = fields.object("poll"),
      let question = poll.object("question")?.line("text") ?? poll.line("question")
    else { return nil }
    let options = poll.objects("answers").map { answer in
      Poll.Option(
        text: answer.object("poll_media")?.line("text") ?? answer.line("text") ?? "",
        votes: answer.int("votes").flatMap { $0 >= 0 ? $0 : nil } ?? answer.int("count"))
    }
    return Poll(question: question, options: options)
  }
}

/// The files that were downloaded with an export.
enum DiscordFiles {
  /// The absolute path of a file; nil for a web address.
  static func path(_ url: String?, beside file: ImportFile, in tree: ImportTree) -> String? {
    guard let url, !url.isEmpty, !url.contains("://") else { return nil }
    let plain = url.replacing("\\", with: "/")
    let decoded = plain.removingPercentEncoding ?? plain
    let path = tree.path(decoded, beside: file, above: 3)
    if let path, !tree.exists(path), let other = tree.path(plain, beside: file, above: 3), tree.exists(other)
    {
      return other
    }
    return path
  }
}
