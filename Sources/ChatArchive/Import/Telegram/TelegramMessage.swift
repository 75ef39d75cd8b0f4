import Foundation
import Translation

/// A message object of Telegram, in the terms of an archive.
struct TelegramMessage {
  /// The name of a sender whose account no longer exists. Telegram writes null in its place.
  static let deletedAccount = tr("Deleted account")
  /// The text of a message that Telegram could not read when it exported the chat.
  static let unsupported = tr("Unsupported message")

  private let fields: TelegramFields
  /// The text; nil if it is missing or unreadable.
  private let text: StyledText?

  init(_ fields: TelegramFields) {
    self.fields = fields
    let text = fields.styledText("text")
    self.text = text?.isEmpty == false ? text : fields.styledText("text_entities") ?? text
  }

  var id: String? { fields.text("id") }

  var isService: Bool { fields.string("type") == "service" }

  var isUnsupported: Bool { fields.string("type") == "unsupported" }

  /// Whether this is told as a sentence between the messages.
  var isEvent: Bool { isService || isUnsupported }

  /// Seconds since 1970 UTC, as text.
  var unixTime: String? { fields.text("date_unixtime") }

  /// Local date and time of the export, for example “2024-01-02T12:34:56”.
  var localTime: String? { fields.string("date") }

  /// For example “user123”. Exports before 2021 contain only the number.
  var senderID: String? {
    guard let id = fields.text(isService ? "actor_id" : "from_id"), !id.isEmpty else { return nil }
    return id.utf8.allSatisfy(\.isDigit) ? "user\(id)" : id
  }

  var senderName: String? {
    name(isService ? "actor" : "from")
  }

  /// Whether there is a text that cannot be read in either of the forms that exports use.
  var hasUnreadableText: Bool { text == nil && fields.contains("text") }

  /// The ID of the message that this one replies to, if it is in the same chat.
  var replyTo: String? {
    fields.contains("reply_to_peer_id") ? nil : fields.text("reply_to_message_id")
  }

  /// The name in this member; nil if the member is missing.
  private func name(_ key: TelegramFields.Key) -> String? {
    guard fields.contains(key) else { return nil }
    guard let name = fields.string(key), !name.isEmpty else { return TelegramMessage.deletedAccount }
    return name
  }

  // MARK: Body

  /// The text and everything else that can be told in words. Empty only if there is an attachment.
  var body: StyledText {
    var parts: [StyledText] = []
    if let origin = name("forwarded_from") { parts.append(StyledText("Forwarded from \(origin)")) }
    if let text, !text.isEmpty { parts.append(text) }
    parts += [poll, location, contact, checklist, game, invoice, dice].compactMap(\.self)
    let hasAttachment = fields.contains("photo") || fields.contains("file")
    if parts.isEmpty, !hasAttachment {
      return StyledText("A message that Telegram has left out of the export")
    }
    return StyledText(lines: parts)
  }

  private var poll: StyledText? {
    guard let poll = fields.object("poll") else { return nil }
    let answers = poll.objects("answers").map { answer in
      let votes = answer.int("voters").map { $0 == 1 ? " (1 vote)" : " (\($0) votes)" } ?? ""
      return StyledText("• \(answer.styledText("text")?.text ?? "")\(votes)")
    }
    return StyledText(lines: [StyledText("Poll: \(poll.styledText("question")?.text ?? "")")] + answers)
  }

  private var checklist: StyledText? {
    guard let list = fields.object("todo_list") else { return nil }
    let entries = list.objects("answers").map { StyledText("• \($0.styledText("text")?.text ?? "")") }
    return StyledText(lines: [StyledText("Checklist: \(list.styledText("title")?.text ?? "")")] + entries)
  }

  private var location: StyledText? {
    guard let place = fields.object("location_information"), let latitude: Double = place.value("latitude"),
      let longitude: Double = place.value("longitude"), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    var text = StyledText()
    let isLive = fields.contains("live_location_period_seconds")
    text.append(isLive ? "Live location: " : "Location: ")
    for part in [fields.string("place_name"), fields.string("address")] {
      if let part, !part.isEmpty { text.append("\(part), ") }
    }
    text.append("\(latitude), \(longitude)", as: .link(target: "geo:\(latitude),\(longitude)"))
    return text
  }

  private var contact: StyledText? {
    guard let contact = fields.object("contact_information") else { return nil }
    let names = [contact.string("first_name"), contact.string("last_name")].compactMap(\.self)
    var text = StyledText("Contact: ")
    text.append(names.filter { !$0.isEmpty }.joined(separator: " "))
    if let number = contact.string("phone_number"), !number.isEmpty {
      text.append(", ")
      text.append(number, as: LinkTarget.phone(number).map { .link(target: $0) })
    }
    return text
  }

  private var game: StyledText? {
    fields.string("game_title").map { StyledText("Game: \($0)") }
  }

  private var invoice: StyledText? {
    fields.object("invoice_information").map { StyledText("Invoice: \($0.string("title") ?? "")") }
  }

  private var dice: StyledText? {
    guard let dice = fields.object("dice"), let emoji = dice.string("emoji"), let value = dice.int("value")
    else { return nil }
    return StyledText("\(emoji) \(value)")
  }

  // MARK: Service messages

  /// The event of a service message as a sentence: “Mara invited Jonas and Tove”.
  var serviceSentence: String {
    if isUnsupported { return TelegramMessage.unsupported }
    let actor = senderName ?? "Someone"
    return switch fields.string("action") {
    case "create_group": "\(actor) created the group\(quoted("title"))\(members.map { " with \($0)" } ?? "")"
    case "create_channel": "\(actor) created the channel\(quoted("title"))"
    case "edit_group_title": "\(actor) named the conversation\(quoted("title"))"
    case "edit_group_photo": "\(actor) changed the group’s picture"
    case "delete_group_photo": "\(actor) removed the group’s picture"
    case "invite_members": "\(actor) invited \(members ?? "somebody")"
    case "remove_members": "\(actor) removed \(members ?? "somebody")"
    case "join_group_by_link":
      "\(actor) joined by \(name("inviter").map { "\($0)’s" } ?? "an") invitation link"
    case "join_group_by_request": "\(actor) was accepted into the group"
    case "migrate_to_supergroup": "\(actor) made the group a supergroup"
    case "migrate_from_group": "\(actor) made the supergroup from the group\(quoted("title"))"
    case "pin_message": "\(actor) pinned a message"
    case "clear_history": "\(actor) cleared the history"
    case "score_in_game": "\(actor) scored \(fields.int("score") ?? 0) in a game"
    case "phone_call": call(by: actor)
    case "group_call": "\(actor) started a group call\(duration("duration").map { " (\($0))" } ?? "")"
    case "invite_to_group_call": "\(actor) invited \(members ?? "somebody") to the group call"
    case "take_screenshot": "\(actor) took a screenshot"
    case "joined_telegram": "\(actor) joined Telegram"
    case "set_messages_ttl": lifetime(by: actor)
    case "edit_chat_theme": "\(actor) changed the theme\(fields.string("emoticon").map { " to \($0)" } ?? "")"
    case "set_chat_wallpaper", "set_same_chat_wallpaper": "\(actor) changed the background"
    case "topic_created": "\(actor) created the topic\(quoted("title"))"
    case "topic_edit": "\(actor) changed the topic\(quoted("new_title"))"
    case "boost_apply": "\(actor) boosted the group"
    case "custom_action": text?.text ?? actor
    case let action?: "\(actor): \(action.replacing("_", with: " "))\(quoted("title"))"
    case nil: text.flatMap { $0.isEmpty ? nil : $0.text } ?? "\(actor) did something"
    }
  }

  private func call(by actor: String) -> String {
    if let duration = duration("duration_seconds") { return "\(actor) called (\(duration))" }
    return switch fields.string("discard_reason") {
    case "missed": "\(actor) called; nobody answered"
    case "busy": "\(actor) called; the line was busy"
    case "disconnect": "\(actor) called; the connection broke off"
    default: "\(actor) called"
    }
  }

  private func lifetime(by actor: String) -> String {
    guard let period = duration("period") else { return "\(actor) let messages stay for ever" }
    return "\(actor) set messages to vanish after \(period)"
  }

  /// “Jonas, Tove and Amir”; nil if there are none.
  private var members: String? {
    let members: [String?] = fields.value("members") ?? []
    let names = members.map { $0 ?? TelegramMessage.deletedAccount }
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// A space and the member in quotation marks; empty if the member is missing.
  private func quoted(_ key: TelegramFields.Key) -> String {
    fields.string(key).map { " “\($0)”" } ?? ""
  }

  /// A duration in its two largest units, for example “1 h 5 min”; nil if it is 0.
  private func duration(_ key: TelegramFields.Key) -> String? {
    guard let seconds = fields.int(key), seconds > 0 else { return nil }
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    let parts = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds % 60, "s")].drop { $0.0 == 0 }
    return parts.prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  // MARK: Attachment

  /// The attachment of the message.
  ///
  /// - Parameter folder: Absolute path of the export's folder. Paths that leave it are dropped: another person may have
  ///   made the export, and it must not make the app open the user's own files.
  func attachment(inFolder folder: String) -> Attachment? {
    if fields.contains("photo") {
      return Attachment(
        kind: .photo, width: pixels("width"), height: pixels("height"), byteCount: size("photo_file_size"),
        path: path("photo", in: folder))
    }
    guard fields.contains("file") else { return nil }
    let path = path("file", in: folder)
    return Attachment(
      kind: kind, width: pixels("width"), height: pixels("height"), byteCount: size("file_size"),
      name: fileName ?? path.map { URL(fileURLWithPath: $0).lastPathComponent }, path: path)
  }

  private var kind: Attachment.Kind {
    switch fields.string("media_type") {
    case "sticker": return .sticker
    case "voice_message", "audio_file": return .audio
    case "video_message", "video_file", "animation": return .video
    default: break
    }
    let sort = fields.string("mime_type")?.prefix { $0 != "/" }
    return switch sort {
    // A picture that was sent as a file can only be shown if its size is known.
    case "image": pixels("width") != nil && pixels("height") != nil ? .photo : .file
    case "video": .video
    case "audio": .audio
    default: .file
    }
  }

  /// The name to show: the title of a piece of music, the emoji of a sticker.
  private var fileName: String? {
    if fields.string("media_type") == "audio_file" {
      let song = [fields.string("performer"), fields.string("title")].compactMap(\.self).filter {
        !$0.isEmpty
      }
      if !song.isEmpty { return song.joined(separator: " – ") }
    }
    let name = fields.string("file_name") ?? fields.string("sticker_emoji")
    return name.flatMap { TelegramMessage.isRemark($0) ? nil : $0 }
  }

  /// Nil for a size that no picture has.
  private func pixels(_ key: TelegramFields.Key) -> Int? {
    fields.int(key).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  private func size(_ key: TelegramFields.Key) -> Int64? {
    fields.value(key, as: Int64.self).flatMap { $0 >= 0 ? $0 : nil }
  }

  private func path(_ key: TelegramFields.Key, in folder: String) -> String? {
    guard let path = fields.string(key), !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0),
      !TelegramMessage.isRemark(path), !path.split(separator: "/").contains("..")
    else { return nil }
    return URL(fileURLWithPath: folder).appendingPathComponent(path).standardizedFileURL.path
  }

  /// Whether this is a remark that Telegram writes in place of a path, such as “(File not included. Change data
  /// exporting settings to download.)”.
  private static func isRemark(_ path: String) -> Bool {
    path.hasPrefix("(File ") && path.hasSuffix(")")
  }
}

/// The members of a Telegram object. A member that is missing, or has an unexpected type, is nil and does not affect
/// the others.
struct TelegramFields: Decodable {
  struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
  }

  private let container: KeyedDecodingContainer<Key>

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }

  /// Whether the member exists. Its value can be null.
  func contains(_ key: Key) -> Bool { container.contains(key) }

  func value<T: Decodable>(_ key: Key, as type: T.Type = T.self) -> T? {
    guard container.contains(key) else { return nil }
    return try? container.decode(T.self, forKey: key)
  }

  func string(_ key: Key) -> String? { value(key) }

  func int(_ key: Key) -> Int? { value(key) }

  /// A number or a string as text: older exports contain numbers where newer ones contain strings.
  func text(_ key: Key) -> String? { value(key, as: TelegramScalar.self)?.text }

  func object(_ key: Key) -> TelegramFields? { value(key) }

  func objects(_ key: Key) -> [TelegramFields] { value(key) ?? [] }

  func styledText(_ key: Key) -> StyledText? { value(key, as: TelegramText.self)?.styled }

  /// The error for a required member that is missing or has an unexpected type.
  fileprivate func unreadable(_ key: Key) -> DecodingError {
    .dataCorrupted(.init(codingPath: container.codingPath + [key], debugDescription: "unreadable"))
  }
}

/// A string, or a number as its digits.
struct TelegramScalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try (try? container.decode(String.self)) ?? String(container.decode(Int64.self))
  }
}

/// A text in Telegram's form: a string, or an array of strings and objects with a type.
private struct TelegramText: Decodable {
  private(set) var styled = StyledText()

  /// Throws if any piece is unreadable. Otherwise the text would lose that piece silently.
  init(from decoder: any Decoder) throws {
    let whole = try decoder.singleValueContainer()
    if whole.decodeNil() { return }
    if let text = try? whole.decode(String.self) {
      styled.append(text)
      return
    }
    var pieces = try decoder.unkeyedContainer()
    while !pieces.isAtEnd {
      if let text = try? pieces.decode(String.self) {
        styled.append(text)
      } else {
        let piece = try pieces.decode(TelegramFields.self)
        guard let text = piece.string("text") else { throw piece.unreadable("text") }
        styled.append(text, as: TelegramText.kind(of: piece, text: text))
      }
    }
  }

  /// The meaning of a piece; nil if it is plain or of a kind that the archive does not have.
  private static func kind(of piece: TelegramFields, text: String) -> TextEntity.Kind? {
    switch piece.string("type") {
    case "bold": .bold
    case "italic": .italic
    case "underline": .underline
    case "strikethrough": .strikethrough
    case "code": .code
    case "pre": .pre
    case "spoiler": .spoiler
    case "mention", "mention_name": .mention
    case "hashtag", "cashtag": .hashtag
    case "link": LinkTarget.web(text).map { .link(target: $0) }
    case "text_link": LinkTarget.web(piece.string("href") ?? "").map { .link(target: $0) }
    case "email": LinkTarget.mail(text).map { .link(target: $0) }
    case "phone": LinkTarget.phone(text).map { .link(target: $0) }
    default: nil
    }
  }
}
