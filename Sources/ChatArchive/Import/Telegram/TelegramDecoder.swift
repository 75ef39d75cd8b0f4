import Foundation
import Translation

/// The members of a chat in an export other than its messages.
struct TelegramChat: Sendable, Hashable {
  /// The number of the person, group or channel. Numbers of different types overlap.
  var id: String?
  /// Nil for Saved Messages and for deleted accounts.
  var name: String?
  /// For example "private_supergroup".
  var type: String?

  /// Whether messages can be assigned to the chat, which needs its number and its type.
  var isComplete: Bool { id != nil && type != nil }

  /// Whether this is the user's chat with themselves.
  var isSavedMessages: Bool { type == "saved_messages" }

  /// The key of the other person in a chat of two, as `from_id` contains it.
  var partner: String? {
    guard let id, type == "personal_chat" || type == "bot_chat" else { return nil }
    return "user\(id)"
  }

  /// - Parameter file: The file name that replaces a number lost to damage.
  func conversationKey(file: String) -> String {
    guard let id else { return "telegram:file/\(file)" }
    return "telegram:\(sort)\(id)"
  }

  var conversationTitle: String {
    if let name, !name.isEmpty { return name.prefix(bytes: TelegramLimit.line) }
    return switch type {
    case "saved_messages": "Saved Messages"
    case "replies": "Replies"
    case "verification_codes": "Verification Codes"
    case "personal_chat", "bot_chat": TelegramMessage.deletedAccount
    default: "Telegram chat"
    }
  }

  /// The prefix of the number elsewhere in the export.
  private var sort: String {
    switch type {
    case "private_group": "chat"
    case "private_supergroup", "public_supergroup", "private_channel", "public_channel": "channel"
    case nil: ""
    default: "user"
    }
  }
}

/// The person who made an export, which only that of a whole account tells.
struct TelegramOwner: Sendable, Hashable {
  /// In the form of `from_id`.
  var id: String?
  var firstName: String?
  var lastName: String?

  /// Nil without a number or a name.
  var sender: ImportedMessage.Sender? {
    let name = [firstName, lastName].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    guard let id, !name.isEmpty else { return nil }
    return .init(key: "telegram:\(id)", name: name.prefix(bytes: TelegramLimit.line))
  }
}

/// Decodes Telegram's message objects.
struct TelegramDecoder {
  /// The reason why an object cannot be imported.
  struct Rejection: Error {
    let reason: String

    static let invalidJSON = Rejection(reason: tr("invalid JSON in a message"))
  }

  let timeZone: TimeZone
  /// The chat of the messages.
  var chat = TelegramChat()
  var owner = TelegramOwner()

  /// The name and the folder of the export. Paths in it are relative to the folder.
  private let fileName: String
  private let folder: String
  private var wallClock: WallClock
  private let decoder = JSONDecoder()
  /// Whether a text without quotation marks was read.
  private(set) var hasReadBareWord = false

  init(file: URL, timeZone: TimeZone) {
    self.timeZone = timeZone
    wallClock = WallClock(timeZone)
    fileName = file.lastPathComponent
    folder = file.deletingLastPathComponent().standardizedFileURL.path
  }

  /// The text of a string or a number; nil for anything else.
  func scalar(_ bytes: [UInt8]) -> String? {
    (try? decoder.decode(TelegramScalar.self, from: Data(TextRepair.utf8(bytes).bytes)))?.text
  }

  /// A message, and whether it has a time of its own: of one that it cannot export, Telegram writes only the number.
  ///
  /// - Parameter bytes: One object in valid UTF-8.
  mutating func message(_ bytes: [UInt8]) throws(Rejection) -> (message: ImportedMessage, isDated: Bool) {
    let message = TelegramMessage(try fields(bytes))
    guard let id = message.id else { throw Rejection(reason: tr("message without an ID")) }
    if message.hasUnreadableText { throw .invalidJSON }
    let unsupported = message.unsupportedKind
    guard message.sentAt != nil || unsupported != nil else {
      throw Rejection(reason: tr("message without a date"))
    }
    let sentAt = instant(message.sentAt)
    // Without the value: in a broken export it can be a part of a message.
    if sentAt == nil, message.sentAt != nil { throw Rejection(reason: tr("invalid date")) }
    let service = message.service
    let words = message.words
    var found = ImportedMessage(
      conversationKey: chat.conversationKey(file: fileName), conversationTitle: chat.conversationTitle,
      sourceID: id, sender: sender(of: message, isNamed: service != nil || unsupported != nil),
      isOwn: isOwn(message), owner: owner.sender, sentAt: sentAt ?? 0,
      kind: service != nil ? .service : unsupported != nil ? .unsupported : .normal,
      text: words.text, entities: words.entities, replyTo: message.replyTo,
      attachments: message.attachments(inFolder: folder), reactions: reactions(to: message),
      editedAt: editedAt(message), opensTopic: service?.opensTopic,
      details: Message.Details(
        forward: forward(of: message), bot: message.bot, content: message.content(inFolder: folder),
        unsupportedKind: unsupported))
    found.renamesTopic = service?.renamesTopic
    return (found, sentAt != nil)
  }

  private mutating func fields(_ bytes: [UInt8]) throws(Rejection) -> TelegramFields {
    do {
      return try decoder.decode(TelegramFields.self, from: Data(TelegramEscapes.mended(bytes) ?? bytes))
    } catch DecodingError.dataCorrupted {
      guard let quoted = BareWord.quoted(TelegramEscapes.mended(bytes) ?? bytes),
        let fields = try? decoder.decode(TelegramFields.self, from: Data(quoted))
      else { throw .invalidJSON }
      hasReadBareWord = true
      return fields
    } catch {
      throw Rejection(reason: tr("not a message"))
    }
  }

  /// Milliseconds since 1970 UTC; nil if the time is missing or none that a message can have.
  private mutating func instant(_ time: TelegramMessage.Time?) -> Int64? {
    let seconds: Int64? =
      switch time {
      case .unix(let text): Int64(text)
      case .local(let text): TelegramDecoder.local(text).map { wallClock.instant(ofLocal: $0) }
      case nil: nil
      }
    return seconds.flatMap { TelegramDecoder.instants.contains($0) ? $0 * 1000 : nil }
  }

  /// Old exports tell 1970 for messages that were never edited.
  private mutating func editedAt(_ message: TelegramMessage) -> Int64? {
    instant(message.editedAt).flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func forward(of message: TelegramMessage) -> Forward? {
    guard let origin = message.origin else { return nil }
    return Forward(
      name: origin.name, key: origin.id.map { "telegram:\($0)" }, sentAt: instant(origin.sentAt))
  }

  private mutating func reactions(to message: TelegramMessage) -> [ImportedMessage.ImportedReaction] {
    var found: [ImportedMessage.ImportedReaction] = []
    for reaction in message.reactions {
      var people: [ImportedMessage.ImportedReaction.Person] = []
      for person in reaction.people {
        let sender = ImportedMessage.Sender(key: "telegram:\(person.id)", name: person.name)
        people.append(.init(sender: sender, reactedAt: instant(person.reactedAt)))
      }
      found.append(.init(key: reaction.key, count: reaction.count, people: people))
    }
    return found
  }

  /// Seconds since 1970 UTC up to the end of `CivilDate.years`.
  private static let instants = Int64(0)..<7_258_118_400

  /// The local time of “2024-01-02T12:34:56”.
  private static func local(_ text: String) -> Int64? {
    var cursor = ByteCursor(Array(text.utf8.prefix(TelegramLimit.id))[...])
    guard let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime() else { return nil }
    return Int64(date.dayNumber * CivilDate.secondsPerDay + time.second)
  }

  /// - Parameter isNamed: Whether there is a sender only if the message names one.
  private func sender(of message: TelegramMessage, isNamed: Bool) -> ImportedMessage.Sender? {
    if let id = message.senderID {
      return .init(key: "telegram:\(id)", name: message.senderName ?? TelegramMessage.deletedAccount)
    }
    if let name = message.senderName {
      // The key does not depend on the language.
      let isDeleted = name == TelegramMessage.deletedAccount
      return .init(key: "telegram:name/\(isDeleted ? "Deleted account" : name)", name: name)
    }
    // A channel's own posts have no sender.
    return isNamed
      ? nil : .init(key: chat.conversationKey(file: fileName), name: chat.conversationTitle)
  }

  private func isOwn(_ message: TelegramMessage) -> Bool {
    if chat.isSavedMessages { return true }
    guard let sender = message.senderID else { return false }
    if let owner = owner.id { return sender == owner }
    return chat.partner.map { $0 != sender } ?? false
  }
}
