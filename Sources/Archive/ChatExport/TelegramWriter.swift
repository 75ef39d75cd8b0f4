import ChatStore
import Chats
import Foundation

/// Writes a chat in the form of Telegram Desktop's result.json.
///
/// A member “backscroll” of the chat and of each message contains everything that has no place in this form.
/// ``TelegramOwnMember`` reads it, and docs/EXPORTS.md describes it.
package struct TelegramWriter: ExportWriter {
  private let chat: WholeChat
  private let options: ExportOptions
  private let files: ExportFiles
  private var json = JSONText()
  private var clock: LocalClock

  /// The version of the member “backscroll”.
  package static let version = 1
  /// Telegram's text in place of a missing file.
  private static let noFile = "(File not included. Change data exporting settings to download.)"

  package init(_ chat: WholeChat, _ options: ExportOptions, _ files: ExportFiles) {
    self.chat = chat
    self.options = options
    self.files = files
    clock = LocalClock(options.timeZone)
  }

  // MARK: The chat

  package mutating func begin(_ bytes: inout [UInt8]) {
    let kind = Self.kind(of: chat)
    json.open("{")
    json.breakLine()
    json.add("name", chat.title)
    json.breakLine()
    json.add("type", kind.type)
    json.breakLine()
    json.add("id", number: kind.id)
    json.breakLine()
    json.open("{", "backscroll")
    json.add("version", number: Self.version)
    json.open("[", "conversations")
    for origin in chat.origins {
      json.open("{")
      json.add("key", origin.key)
      json.add("title", origin.title)
      json.add("time_zone", ifAny: origin.timeZone)
      if let owner = origin.owner { add("owner", owner) }
      json.close("}")
    }
    json.close("]")
    if !chat.samePeople.isEmpty {
      json.open("[", "same_people")
      for names in chat.samePeople {
        json.open("[")
        for name in names {
          json.open("{")
          addMembers(of: name)
          json.close("}")
        }
        json.close("]")
      }
      json.close("]")
    }
    json.close("}")
    json.breakLine()
    json.open("[", "messages")
    bytes += json.take()
  }

  package mutating func end(_ bytes: inout [UInt8]) {
    json.close("]")
    json.close("}")
    bytes += json.take() + [UInt8(ascii: "\n")]
  }

  /// The type and the number that Telegram has for a chat; the nearest type for a chat from another program.
  private static func kind(of chat: WholeChat) -> (type: String, id: Int64) {
    let first = chat.origins.first
    let types = [("user", "personal_chat"), ("chat", "private_group"), ("channel", "private_supergroup")]
    for (prefix, type) in types {
      let start = "telegram:\(prefix)"
      if let key = first?.key, key.hasPrefix(start), let id = Int64(key.dropFirst(start.count)) {
        return (type, id)
      }
    }
    return (chat.isDirect ? "personal_chat" : "private_group", first?.id ?? 0)
  }

  // MARK: Messages

  package mutating func add(_ exported: WholeMessage, _ bytes: inout [UInt8]) {
    append(exported, attachments: exported.message.attachments.dropLast(partCount(of: exported)))
    // The messages of an album are written as Telegram does, one for each picture.
    for (source, attachment) in zip(exported.albumParts, parts(of: exported)) {
      append(part: source, attachment, of: exported)
    }
    bytes += json.take()
  }

  /// The number of attachments from the album's messages after the first.
  private func partCount(of exported: WholeMessage) -> Int {
    min(exported.albumParts.count, exported.message.attachments.count)
  }

  /// The attachments of the album's messages after the first, which are the last ones. A message without an attachment
  /// is still written, so that its key is kept.
  private func parts(of exported: WholeMessage) -> [Attachment?] {
    let count = partCount(of: exported)
    let missing = [Attachment?](repeating: nil, count: exported.albumParts.count - count)
    return missing + exported.message.attachments.suffix(count).map(Optional.some)
  }

  private mutating func append(_ exported: WholeMessage, attachments: some Collection<Attachment>) {
    let message = exported.message
    begin(source: exported.source, of: exported)
    if let editedAt = message.editedAt { addTime("edited", editedAt) }
    addSender(exported)
    addOrigin(message.details)
    addReply(exported)
    if let attachment = attachments.first { add(attachment) }
    if let content = message.details.content { add(content) }
    addText(message)
    addReactions(exported.reactions)
    json.open("{", "backscroll")
    addOwn(source: exported.source, of: exported)
    addBookmark(message)
    if let topic = exported.topic {
      json.open("{", "topic")
      json.add("source", topic.source)
      if topic.isThread { json.add("thread", flag: true) } else { json.add("title", topic.title) }
      json.close("}")
    }
    if message.kind != .normal, message.kind != .service { json.add("kind", ExportKind.name(message.kind)) }
    if let editedAt = message.editedAt, !Self.isWhole(editedAt) { json.add("edited", number: editedAt) }
    addOwnParts(exported, attachments)
    json.close("}")
    json.close("}")
  }

  /// Appends a message of an album after the first.
  private mutating func append(part source: String, _ attachment: Attachment?, of exported: WholeMessage) {
    begin(source: source, of: exported)
    addSender(exported)
    addOrigin(exported.message.details)
    addReply(exported)
    if let attachment { add(attachment) }
    json.add("text", "")
    json.open("[", "text_entities")
    json.close("]")
    json.open("{", "backscroll")
    addOwn(source: source, of: exported)
    if let attachment { addOwn([attachment]) }
    json.close("}")
    json.close("}")
  }

  private mutating func begin(source: String, of exported: WholeMessage) {
    json.breakLine()
    json.open("{")
    json.add("id", number: Self.number(source) ?? exported.message.id)
    json.add("type", exported.message.kind == .service ? "service" : "message")
    addTime("date", exported.message.sentAt)
  }

  /// Adds the chat's local time, and the seconds since 1970 UTC.
  private mutating func addTime(_ key: String, _ instant: Int64) {
    let reading = clock.reading(instant)
    json.add(key, "\(reading.date)T\(reading.clock)")
    let seconds = min(max(instant / 1000, 0), Self.lastSecond)
    json.add("\(key)_unixtime", "\(seconds)")
  }

  /// The latest second that the importer accepts.
  private static let lastSecond: Int64 = 7_258_118_399

  /// Whether Telegram's seconds can represent a time exactly.
  private static func isWhole(_ instant: Int64) -> Bool {
    instant > 0 && instant % 1000 == 0 && instant / 1000 <= lastSecond
  }

  /// A key as a number; nil if it is not a number, or if JSON would write it differently.
  private static func number(_ source: String) -> Int64? {
    Int64(source).flatMap { String($0) == source ? $0 : nil }
  }

  private mutating func addSender(_ exported: WholeMessage) {
    guard let sender = exported.sender else { return }
    let names = exported.message.kind == .service ? ("actor", "actor_id") : ("from", "from_id")
    json.add(names.0, sender.name)
    json.add(names.1, Self.telegramID(sender) ?? "user\(exported.message.sender?.id ?? 0)")
  }

  /// The number of a person in Telegram's form, if it and the name identify the person.
  private static func telegramID(_ sender: ImportedMessage.Sender) -> String? {
    let prefix = "telegram:"
    guard sender.key.hasPrefix(prefix) else { return nil }
    let id = String(sender.key.dropFirst(prefix.count))
    guard !id.isEmpty, id.utf8.count <= TelegramLimit.id, !id.hasPrefix("name/"),
      !id.utf8.allSatisfy(\.isDigit),
      !sender.name.isEmpty, sender.name.utf8.count <= TelegramLimit.line
    else { return nil }
    return id
  }

  private mutating func addOrigin(_ details: Message.Details) {
    if let forward = details.forward {
      json.add("forwarded_from", forward.name)
      if let key = forward.key, key.hasPrefix("telegram:") {
        json.add("forwarded_from_id", key.dropFirst("telegram:".count))
      }
      if let sentAt = forward.sentAt { addTime("forwarded_date", sentAt) }
    }
    if let bot = details.bot { json.add("via_bot", "@\(bot)") }
  }

  private mutating func addReply(_ exported: WholeMessage) {
    if let replyTo = exported.replyTo {
      if let number = Self.number(replyTo) ?? exported.message.reply?.id {
        json.add("reply_to_message_id", number: number)
      }
    }
  }

  private mutating func add(_ attachment: Attachment) {
    let place = files.place(attachment.path) ?? Self.noFile
    if attachment.kind == .photo {
      json.add("photo", place)
      json.add("photo_file_size", ifAny: attachment.byteCount)
    } else {
      json.add("file", place)
      if attachment.kind == .sticker {
        json.add("sticker_emoji", ifAny: attachment.name)
      } else {
        json.add("file_name", ifAny: attachment.name)
      }
      json.add("file_size", ifAny: attachment.byteCount)
      if let thumbnail = files.place(attachment.thumbnail) { json.add("thumbnail", thumbnail) }
      if let type = Self.mediaType(attachment.kind) { json.add("media_type", type) }
      json.add("duration_seconds", ifAny: attachment.duration.map { $0 / 1000 })
    }
    json.add("width", ifAny: attachment.width)
    json.add("height", ifAny: attachment.height)
    if attachment.isSpoiler { json.add("media_spoiler", flag: true) }
  }

  private static func mediaType(_ kind: Attachment.Kind) -> String? {
    switch kind {
    case .photo, .file: nil
    case .sticker: "sticker"
    case .voice: "voice_message"
    case .audio: "audio_file"
    case .roundVideo: "video_message"
    case .video: "video_file"
    case .animation: "animation"
    }
  }

  private mutating func add(_ content: Message.Content) {
    switch content {
    case .poll(let poll):
      json.open("{", "poll")
      json.add("question", poll.question)
      json.add("closed", flag: poll.isClosed)
      json.add("total_voters", ifAny: poll.voterCount)
      json.open("[", "answers")
      for option in poll.options {
        json.open("{")
        json.add("text", option.text)
        json.add("voters", ifAny: option.votes)
        json.add("chosen", flag: option.isChosen)
        json.close("}")
      }
      json.close("]")
      json.close("}")
    case .place(let place):
      json.open("{", "location_information")
      json.add("latitude", degrees: place.latitude)
      json.add("longitude", degrees: place.longitude)
      json.close("}")
      json.add("place_name", ifAny: place.name)
      json.add("address", ifAny: place.address)
    case .contact(let contact):
      json.open("{", "contact_information")
      json.add("first_name", contact.name)
      json.add("last_name", "")
      json.add("phone_number", contact.phone ?? "")
      json.close("}")
    case .call(let call):
      json.add("action", call.isGroup ? "group_call" : "phone_call")
      json.add(call.isGroup ? "duration" : "duration_seconds", ifAny: call.duration)
    }
  }

  private mutating func addText(_ message: Message) {
    let runs = TextRuns(message.text, Array(message.entities.prefix(TelegramLimit.entities)))
    if runs.isStyled { addPieces("text", runs, plainType: false) } else { json.add("text", message.text) }
    // An import needs the text only once, and the size of records is limited.
    if message.text.utf8.count <= Self.longestTwice { addPieces("text_entities", runs, plainType: true) }
  }

  /// The size in bytes of the longest text that is written twice, as Telegram does; its messages have at most 4,096
  /// characters.
  private static let longestTwice = 1 << 20

  /// - Parameter plainType: Whether plain pieces are objects, too.
  private mutating func addPieces(_ key: String, _ runs: TextRuns, plainType: Bool) {
    json.open("[", key)
    for run in runs.runs {
      guard run.kind != nil || plainType else {
        json.add(nil, run.text)
        continue
      }
      json.open("{")
      json.add("type", run.kind.map(ExportKind.name) ?? "plain")
      json.add("text", run.text)
      if case .link(let target)? = run.kind { json.add("href", target) }
      if run.kind == .expandableQuote { json.add("collapsed", flag: true) }
      json.close("}")
    }
    json.close("]")
  }

  private mutating func addReactions(_ reactions: [ImportedMessage.ImportedReaction]) {
    guard !reactions.isEmpty else { return }
    json.open("[", "reactions")
    for reaction in reactions {
      json.open("{")
      json.add("type", "emoji")
      json.add("count", number: reaction.count)
      json.add("emoji", reaction.key)
      json.close("}")
    }
    json.close("]")
  }

  // MARK: The member “backscroll”

  /// Adds the values that all messages have.
  private mutating func addOwn(source: String, of exported: WholeMessage) {
    let message = exported.message
    if Self.number(source) == nil { json.add("source", source) }
    if let index = chat.origins.firstIndex(where: { $0.id == exported.origin }), index > 0 {
      json.add("conversation", number: index)
    }
    if let sender = exported.sender {
      if Self.telegramID(sender) == nil { add("sender", sender) }
    } else {
      json.addNull("sender")
    }
    if message.isOwn { json.add("own", flag: true) }
    if message.sentAt != 0, !Self.isWhole(message.sentAt) { json.add("time", number: message.sentAt) }
    if let resolution = exported.resolution {
      // An import finds its place among others by its time and contents.
      json.add("precision", ExportKind.name(resolution))
    } else if message.orderKey != OrderKey.make(sentAt: message.sentAt) {
      json.add("order", number: message.orderKey)
    }
    json.add("album", ifAny: exported.album)
    if let replyTo = exported.replyTo, Self.number(replyTo) == nil { json.add("reply", replyTo) }
    var details = message.details
    if case .contact(var contact)? = details.content {
      contact.path = ownPlace(contact.path)
      details.content = .contact(contact)
    }
    json.add("details", ifAny: DetailsCoding.encode(details))
  }

  private mutating func addBookmark(_ message: Message) {
    if let word = message.bookmark, !options.renamesPeople { json.add("bookmark", word) }
  }

  private mutating func add(_ key: String, _ person: ImportedMessage.Sender) {
    json.open("{", key)
    addMembers(of: person)
    json.close("}")
  }

  private mutating func addMembers(of person: ImportedMessage.Sender) {
    json.add("key", person.key)
    json.add("name", person.name)
  }

  private mutating func addOwnParts(
    _ exported: WholeMessage, _ attachments: some Collection<Attachment>
  ) {
    let message = exported.message
    addOwn(attachments)
    if message.entities.count > TelegramLimit.entities,
      let entities = EntityCoding.encode(message.entities, of: message.text)
    {
      json.add("entities", entities.base64EncodedString())
    }
    if !exported.reactions.isEmpty {
      json.open("[", "reactions")
      for reaction in exported.reactions {
        json.open("{")
        json.add("key", reaction.key)
        json.add("count", number: reaction.count)
        json.open("[", "people")
        for person in reaction.people {
          json.open("{")
          addMembers(of: person.sender)
          json.add("time", ifAny: person.reactedAt)
          json.close("}")
        }
        json.close("]")
        json.close("}")
      }
      json.close("]")
    }
    if !exported.edits.isEmpty {
      json.open("[", "edits")
      for edit in exported.edits {
        json.open("{")
        json.add("time", number: edit.replacedAt)
        json.add("text", edit.text)
        json.close("}")
      }
      json.close("]")
    }
  }

  private mutating func addOwn(_ attachments: some Collection<Attachment>) {
    guard !attachments.isEmpty else { return }
    json.open("[", "attachments")
    for attachment in attachments {
      json.open("{")
      json.add("kind", ExportKind.name(attachment.kind))
      json.add("width", ifAny: attachment.width)
      json.add("height", ifAny: attachment.height)
      json.add("bytes", ifAny: attachment.byteCount)
      json.add("duration", ifAny: attachment.duration)
      json.add("name", ifAny: attachment.name)
      json.add("path", ifAny: ownPlace(attachment.path))
      json.add("thumbnail", ifAny: ownPlace(attachment.thumbnail))
      if attachment.isSpoiler { json.add("spoiler", flag: true) }
      json.add("transcript", ifAny: attachment.transcript?.text)
      json.add("transcript_file", ifAny: attachment.transcript?.file)
      json.close("}")
    }
    json.close("]")
  }

  /// The path of a file, including that of a generated picture.
  private func ownPlace(_ path: String?) -> String? {
    files.place(path) ?? path.flatMap { $0.hasPrefix(TelegramLimit.generated) ? $0 : nil }
  }
}
