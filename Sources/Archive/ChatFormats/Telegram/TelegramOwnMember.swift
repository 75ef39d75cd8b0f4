import Chats
import Foundation

/// The member “backscroll” that ``TelegramWriter`` adds to a chat, for content that has no place in Telegram's form.
///
/// Another person may have written it, so it is validated like the rest of an import.
package struct TelegramOwnChat: Sendable, Hashable {
  /// A conversation of the chat.
  struct Origin: Sendable, Hashable {
    var key: String
    var title: String
    var timeZone: String?
    var owner: ImportedMessage.Sender?
  }

  var origins: [Origin]
  /// See ``ImportedMessage/samePeople``.
  var samePeople: [[ImportedMessage.Sender]]

  /// The largest number of conversations that are merged into one chat, and of people with several names.
  private static let limit = 1000
  /// The largest number of names of one person.
  private static let names = 100

  /// Fails if no conversation can be read.
  init?(_ fields: JSONFields) {
    origins = fields.objects("conversations").prefix(Self.limit).compactMap { fields in
      guard let key = fields.line("key") else { return nil }
      let zone = fields.line("time_zone", limit: TelegramLimit.id)
      return Origin(
        key: key, title: fields.line("title") ?? key,
        timeZone: zone.flatMap { TimeZone(identifier: $0)?.identifier },
        owner: fields.object("owner").flatMap(TelegramOwnMember.person))
    }
    if origins.isEmpty { return nil }
    samePeople = (fields.array("same_people")?.compactMap(\.asArray) ?? []).prefix(Self.limit).map { names in
      names.compactMap(\.asObject).prefix(Self.names).compactMap(TelegramOwnMember.person)
    }.filter { $0.count > 1 }
  }
}

/// The member “backscroll” of a message.
package struct TelegramOwnMember {
  private let own: JSONFields
  private let message: JSONFields
  /// The export's folder.
  private let folder: TelegramFolder
  /// Whether to accept files outside of the folder.
  private let trustsPaths: Bool
  /// Whether the path of a file was left out because it is outside of the folder.
  private(set) var hasLeftOutPath = false

  /// Fails if the message has no such member.
  package init?(_ message: JSONFields, folder: TelegramFolder, trustsPaths: Bool) {
    guard let own = message.object("backscroll") else { return nil }
    self.own = own
    self.message = message
    self.folder = folder
    self.trustsPaths = trustsPaths
  }

  /// Adds the member's contents to a message that was read from Telegram's members.
  package mutating func complete(_ found: inout ImportedMessage, of chat: TelegramOwnChat?) {
    if let chat {
      let index = own.int("conversation") ?? 0
      let origin = chat.origins[chat.origins.indices.contains(index) ? index : 0]
      (found.conversationKey, found.conversationTitle) = (origin.key, origin.title)
      (found.timeZone, found.owner) = (origin.timeZone, origin.owner)
    }
    if let source = own.line("source") { found.sourceID = source }
    if own.contains("sender") { found.sender = own.object("sender").flatMap(Self.person) }
    found.isOwn = own.bool("own") ?? false
    if let kind = own.string("kind").flatMap(ExportKind.message) {
      found.kind = kind
    } else {
      found.kind = message.string("type") == "service" ? .service : .normal
    }
    completeTimes(&found)
    if let reply = own.line("reply") { found.replyTo = reply }
    found.opensTopic = nil
    found.renamesTopic = nil
    found.topic = own.object("topic").flatMap { topic in
      topic.line("source").map { source in
        topic.bool("thread") == true
          ? .thread(source) : .init(source: source, title: topic.line("title") ?? "")
      }
    }
    found.album = own.line("album")
    found.bookmark = own.string("bookmark")
    completeText(&found)
    found.attachments = own.objects("attachments").compactMap { attachment($0) }
    found.reactions = own.objects("reactions").compactMap(Self.reaction)
    found.edits = own.objects("edits").compactMap { edit in
      guard let time = Self.instant(edit, "time"), let text = edit.string("text") else { return nil }
      return Edit(replacedAt: time, text: text)
    }
    found.details = own.string("details").map(DetailsCoding.decode) ?? Message.Details()
    if case .contact(var contact)? = found.details.content {
      contact.path = contact.path.flatMap { path($0) }
      found.details.content = .contact(contact)
    }
  }

  private func completeTimes(_ found: inout ImportedMessage) {
    if let time = Self.instant(own, "time") { found.sentAt = time }
    found.sequence = own.string("precision").flatMap(ExportKind.resolution)
    found.orderKey = found.sequence == nil ? own.int64("order") : nil
    if let time = Self.instant(own, "edited") { found.editedAt = time }
  }

  /// Restores the text without the words that stand for Telegram's events and contents.
  private func completeText(_ found: inout ImportedMessage) {
    let text = message.styledText("text") ?? StyledText()
    (found.text, found.entities) = (text.text, text.entities)
    guard let coded = own.string("entities").flatMap({ Data(base64Encoded: $0) }) else { return }
    found.entities = EntityCoding.decode(coded).filter { entity in
      if case .link(let target) = entity.kind { LinkTarget.isAllowed(target) } else { true }
    }
  }

  // MARK: Parts

  package static func person(_ fields: JSONFields) -> ImportedMessage.Sender? {
    guard let key = fields.line("key") else { return nil }
    return .init(key: key, name: fields.line("name") ?? key)
  }

  private static func reaction(_ fields: JSONFields) -> ImportedMessage.ImportedReaction? {
    guard let key = fields.line("key"), let count = fields.count("count") else { return nil }
    let people = fields.objects("people").compactMap { fields in
      person(fields).map {
        ImportedMessage.ImportedReaction.Person(sender: $0, reactedAt: instant(fields, "time"))
      }
    }
    return .init(key: key, count: max(count, people.count), people: people)
  }

  private mutating func attachment(_ fields: JSONFields) -> Attachment? {
    guard let kind = fields.string("kind").flatMap(ExportKind.attachment) else { return nil }
    return Attachment(
      kind: kind, width: fields.count("width"), height: fields.count("height"),
      byteCount: Self.number(fields, "bytes"), duration: Self.number(fields, "duration"),
      name: fields.line("name", limit: TelegramLimit.path), path: fields.string("path").flatMap { path($0) },
      thumbnail: fields.string("thumbnail").flatMap { path($0) }, isSpoiler: fields.bool("spoiler") ?? false,
      transcript: fields.string("transcript").flatMap {
        Attachment.Transcript($0, file: fields.line("transcript_file"))
      })
  }

  private static func number(_ fields: JSONFields, _ key: StaticString) -> Int64? {
    fields.int64(key).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// A time in the years 1 to 9999.
  private static func instant(_ fields: JSONFields, _ key: StaticString) -> Int64? {
    fields.int64(key).flatMap { instants.contains($0) ? $0 : nil }
  }

  private static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// The absolute path of a file. Another person may have written the export, and it must not make the app open the
  /// user's own files. So a path outside of the export's folder is left out, unless such paths are trusted.
  private mutating func path(_ path: String) -> String? {
    if path.hasPrefix(TelegramLimit.generated) {
      return path.dropFirst(TelegramLimit.generated.count).utf8.allSatisfy(\.isDigit) ? path : nil
    }
    if let inside = TelegramMedia.path(path, inFolder: folder) { return inside }
    if trustsPaths, path.hasPrefix("/"), path.utf8.count <= TelegramLimit.path, !path.utf8.contains(0) {
      return path
    }
    hasLeftOutPath = true
    return nil
  }
}
