import Chats
import Foundation
import Translation

/// Converts a message object of Telegram to a message of an archive.
struct TelegramMessage {
  /// The name of a sender whose account no longer exists. Telegram writes null instead.
  static let deletedAccount = tr("Deleted account")

  private let fields: JSONFields
  private let type: String?
  /// The event, if this is a service message.
  let service: TelegramService?
  /// The text; nil if it is missing or unreadable.
  private let text: StyledText?

  /// Whether the message is in the form that WhatsApp Chat Exporter calls compatible with Telegram's. It writes seconds
  /// as numbers, and texts in HTML.
  let isFromWhatsApp: Bool
  /// The file of a message of that program, which writes its path in place of the text; empty if the file is missing.
  private let fileOfWhatsApp: String?

  /// - Parameter checklists: The checklists of the chat so far.
  init(_ fields: JSONFields, checklists: TelegramChecklists) {
    self.fields = fields
    isFromWhatsApp = fields.int64("date_unixtime") != nil && fields.string("date_unixtime") == nil
    var text = fields.styledText("text")
    text = text?.isEmpty == false ? text : fields.styledText("text_entities") ?? text
    if isFromWhatsApp, let html = text?.text {
      text = StyledText(
        HTMLReferences.decoded(html.replacing(" <br>", with: "\n").replacing("<br>", with: "\n"))
      ).linked()
    }
    fileOfWhatsApp = isFromWhatsApp ? text.flatMap { Self.file($0.text) } : nil
    self.text = fileOfWhatsApp == nil ? text : StyledText()
    type = fields.string("type")
    service =
      type == "service"
      ? TelegramService(
        fields, actor: fields.name(fields.contains("from") ? "from" : "actor"), text: self.text?.text,
        checklists: checklists)
      : nil
  }

  var id: String? {
    fields.text("id").flatMap { $0.isEmpty || $0.utf8.count > TelegramLimit.id ? nil : $0 }
  }

  /// Telegram's name for a message whose contents it has left out; nil if there are any.
  ///
  /// For a message with contents that are newer than the program, Telegram writes only the type "unsupported" and the
  /// number. Of others, such as a story, only sender and time are left.
  var unsupportedKind: String? {
    switch type {
    case "unsupported": "unsupported"
    case "service": nil
    default: isEmpty ? fields.line("media_type", limit: TelegramLimit.id) ?? "message" : nil
    }
  }

  private var isEmpty: Bool {
    text?.isEmpty != false && fileOfWhatsApp == nil && !TelegramMedia(fields).isPresent && content == nil
      && TelegramContent(fields).words.isEmpty
  }

  /// The path that is all of a text of WhatsApp Chat Exporter; empty if the text says that the file is missing.
  private static func file(_ text: String) -> String? {
    if text == "The media is missing" { return "" }
    let isPath =
      !text.contains("\n") && text.contains("/Media/")
      && foldersOfWhatsApp.contains { text.hasPrefix($0) }
    return isPath ? text : nil
  }

  /// The folders in which that program keeps the files of both phones.
  private static let foldersOfWhatsApp = [
    "WhatsApp/", "WhatsApp Business/", "AppDomainGroup-group.net.whatsapp.",
  ]

  /// Whether the text only says that the message was deleted.
  var isDeleted: Bool { isFromWhatsApp && text?.text == "Message deleted" }

  // MARK: Times

  /// A time in one of the two forms of exports.
  enum Time {
    /// Seconds since 1970 UTC, as text.
    case unix(String)
    /// Local date and time of the export, for example “2024-01-02T12:34:56”.
    case local(String)
  }

  var sentAt: Time? { fields.time("date_unixtime", "date") }
  var editedAt: Time? { fields.time("edited_unixtime", "edited") }

  // MARK: People

  /// For example “user123”. Exports before 2021 contain only the number.
  var senderID: String? {
    fields.person(service != nil && !fields.contains("from_id") ? "actor_id" : "from_id")
  }

  var senderName: String? {
    fields.name(service != nil && !fields.contains("from") ? "actor" : "from")
  }

  /// Whether there is a text that is in neither of the forms of exports.
  var hasUnreadableText: Bool { text == nil && fields.contains("text") }

  // MARK: Relations

  /// The ID of the message that this one replies to, if it is in the same chat.
  var replyTo: String? {
    guard !fields.contains("reply_to_peer_id"), let id = fields.text("reply_to_message_id"),
      id.utf8.count <= TelegramLimit.id
    else { return nil }
    return id
  }

  /// The author of the original of a forwarded message, and the chat of a saved message before it was saved.
  struct Origin {
    var name: String
    /// For example “user123”.
    var id: String?
    var sentAt: Time?
  }

  var origin: Origin? {
    let names = [fields.name("forwarded_from"), fields.name("saved_from")].compactMap(\.self)
    guard let first = names.first else { return nil }
    return Origin(
      name: names.allSatisfy { $0 == first } ? first : names.joined(separator: " · "),
      id: fields.person(fields.contains("forwarded_from") ? "forwarded_from_id" : "saved_from_id"),
      sentAt: fields.time("forwarded_date_unixtime", "forwarded_date"))
  }

  /// The name of the bot that helped to write it, without “@”.
  var bot: String? {
    guard let name = fields.line("via_bot")?.drop(while: { $0 == "@" }), !name.isEmpty else { return nil }
    return String(name)
  }

  // MARK: Reactions

  struct Reaction {
    var key: String
    var count: Int
    var people: [Person]

    struct Person {
      var id: String
      var name: String
      var reactedAt: Time?
    }
  }

  /// Several can have the same key.
  var reactions: [Reaction] {
    var found: [Reaction] = []
    guard fields.contains("reactions") else { return [] }
    for object in fields.objects("reactions") {
      guard let key = Self.key(of: object) else { continue }
      let people = object.objects("recent").compactMap(Self.person)
      let count = max(object.count("count") ?? 0, people.count)
      if count > 0 { found.append(Reaction(key: key, count: count, people: people)) }
    }
    return found
  }

  private static func key(of reaction: JSONFields) -> String? {
    switch reaction.string("type") {
    // A picture that exists only in Telegram.
    case "custom_emoji": "Custom emoji"
    // The count is the number of paid stars.
    case "paid": "⭐"
    default: reaction.line("emoji", limit: TelegramLimit.id)
    }
  }

  private static func person(_ object: JSONFields) -> Reaction.Person? {
    object.person("from_id").map {
      Reaction.Person(
        id: $0, name: object.name("from") ?? deletedAccount, reactedAt: object.time("date_unixtime", "date"))
    }
  }

  // MARK: Body

  /// A poll, place, contact or call.
  private var content: Message.Content? {
    if let service { return service.call.map(Message.Content.call) }
    return TelegramContent(fields).content
  }

  /// The text, including content for which an archive has no other place.
  var words: StyledText {
    if let service { return StyledText(service.sentence) }
    let words = TelegramContent(fields).words
    if words.isEmpty { return text ?? StyledText() }
    return StyledText(lines: [text].compactMap(\.self).filter { !$0.isEmpty } + words)
  }

  /// - Parameter folder: See ``TelegramMedia``.
  func attachments(inFolder folder: TelegramFolder) -> [Attachment] {
    if let file = fileOfWhatsApp {
      let name = file.split(separator: "/").last.map(String.init)
      return [
        Attachment(
          kind: name.map(MediaName.kind) ?? .file, name: name,
          path: TelegramMedia.path(file, inFolder: folder))
      ]
    }
    return service == nil ? TelegramMedia(fields, folder: folder).attachment.map { [$0] } ?? [] : []
  }

  /// A poll, place, contact or call. The vCard of a contact has a path in the folder.
  func content(inFolder folder: TelegramFolder) -> Message.Content? {
    let content = content
    guard case .contact(var contact) = content else { return content }
    contact.path = TelegramMedia(fields, folder: folder).path("contact_vcard")
    return .contact(contact)
  }
}

extension JSONFields {
  /// The time in the member with seconds since 1970, or else in the one with a local time.
  func time(_ unixKey: StaticString, _ localKey: StaticString) -> TelegramMessage.Time? {
    text(unixKey).map { .unix($0) } ?? string(localKey).map { .local($0) }
  }

  /// The key of a person or a chat, for example “user123”; nil if there is none.
  fileprivate func person(_ key: StaticString) -> String? {
    guard let id = text(key), !id.isEmpty, id.utf8.count <= TelegramLimit.id else { return nil }
    guard id.utf8.allSatisfy(\.isDigit) else { return id }
    let old = contains("date_unixtime") ? nil : OldTelegramNumber(id)
    return old.map { "\($0.isUser ? "user" : "channel")\($0.number)" } ?? "user\(id)"
  }
}

/// A number as exports before 2021 wrote it for some members: the kind of the chat is above its lower 32 bits. No number
/// had more bits then.
struct OldTelegramNumber {
  let number: UInt32
  let isUser: Bool

  init?(_ text: String) {
    guard let all = UInt64(text), all >> 32 == 1 || all >> 32 == 2 else { return nil }
    (number, isUser) = (UInt32(truncatingIfNeeded: all), all >> 32 == 1)
  }
}
