import Chats
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
  /// The additional member of exports by this program.
  var own: TelegramOwnChat?

  /// Whether messages can be assigned to the chat, which needs its number and its type.
  var isComplete: Bool { id != nil && type != nil }

  /// Whether this is the user's chat with themselves.
  var isSavedMessages: Bool { type == "saved_messages" }

  /// The key of the other person in a chat of two people, as in `from_id`.
  var partner: String? {
    guard let id, type == "personal_chat" || type == "bot_chat" else { return nil }
    return "user\(id)"
  }

  /// - Parameter file: The file name that replaces a number lost to damage.
  func conversationKey(file: String) -> String {
    own?.origins.first?.key ?? plainKey(file: file)
  }

  /// The key of the chat by Telegram's own members, without the one of exports by this program.
  func plainKey(file: String) -> String {
    guard let id else { return "telegram:file/\(file)" }
    // WhatsApp Chat Exporter writes it for chats without a phone number, such as that of all calls.
    return "telegram:\(sort)\(id == "0" ? "0/\(name ?? "")" : id)"
  }

  var conversationTitle: String {
    if let first = own?.origins.first { return first.title }
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

/// The person who made an export. Only the export of a whole account contains it.
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
  var chat = TelegramChat() {
    didSet {
      conversation = (chat.conversationKey(file: fileName), chat.conversationTitle)
      checklists = TelegramChecklists()
      lastInstant = .min
    }
  }
  var owner = TelegramOwner() {
    didSet { ownSender = owner.sender }
  }

  /// The name and the folder of the export. Paths in it are relative to the folder.
  private let fileName: String
  private let folder: TelegramFolder
  /// The conversation key and title, which are the same for all messages of a chat.
  private var conversation: (key: String, title: String)
  private var ownSender: ImportedMessage.Sender?
  /// The senders of the last messages by the keys in the export, so that their strings are created only once.
  private var senders: [String: ImportedMessage.Sender] = [:]
  private static let senderLimit = 10_000
  private var wallClock: WallClock
  /// The time of the last message, in seconds since 1970 UTC.
  private var lastInstant = Int64.min
  /// Whether a text without quotation marks was read.
  private(set) var hasReadBareWord = false
  /// Whether the path of a file outside of the export's folder was left out.
  private(set) var hasLeftOutPath = false
  private let trustsPaths: Bool
  private var checklists = TelegramChecklists()
  /// Whether another program has written a message in Telegram's form.
  private(set) var hasReadFromWhatsApp = false

  /// - Parameter trustsPaths: See ``ImportOptions/trustsPaths``.
  init(file: URL, timeZone: TimeZone, trustsPaths: Bool = false) {
    self.timeZone = timeZone
    self.trustsPaths = trustsPaths
    wallClock = WallClock(timeZone)
    fileName = file.lastPathComponent
    folder = TelegramFolder(file.deletingLastPathComponent())
    conversation = (chat.conversationKey(file: fileName), chat.conversationTitle)
  }

  /// A message, with properties that determine its place among the others.
  struct Found {
    var message: ImportedMessage
    /// Whether it has its own time. For messages that Telegram cannot export, it writes only the number.
    var isDated: Bool
    /// Whether this program has exported it, including its album and its order.
    var isOwnExport: Bool
  }

  /// Decodes a message.
  mutating func message(_ value: JSONValue) throws(Rejection) -> Found {
    guard let fields = value.asObject else { throw Rejection(reason: tr("not a message")) }
    if value.document.hasBareWord { hasReadBareWord = true }
    let message = TelegramMessage(fields, checklists: checklists)
    if message.isFromWhatsApp { hasReadFromWhatsApp = true }
    guard let id = message.id else { throw Rejection(reason: tr("message without an ID")) }
    if message.hasUnreadableText { throw .invalidJSON }
    checklists.note(fields, id: id)
    let unsupported = message.unsupportedKind
    guard message.sentAt != nil || unsupported != nil else {
      throw Rejection(reason: tr("message without a date"))
    }
    let sentAt = instant(message.sentAt, notBefore: lastInstant)
    if let sentAt { lastInstant = sentAt / 1000 }
    // The error does not contain the value, which can be a part of a message in a broken export.
    if sentAt == nil, message.sentAt != nil { throw Rejection(reason: tr("invalid date")) }
    let service = message.service
    let words = message.words
    let senderID = message.senderID
    var found = ImportedMessage(
      conversationKey: conversation.key, conversationTitle: conversation.title,
      sourceID: id, sender: sender(of: message, id: senderID, isNamed: service != nil || unsupported != nil),
      isOwn: isOwn(senderID), owner: ownSender, sentAt: sentAt ?? 0,
      kind: service != nil
        ? .service : unsupported != nil ? .unsupported : message.isDeleted ? .deleted : .normal,
      text: message.isDeleted ? "" : words.text, entities: words.entities, replyTo: message.replyTo,
      attachments: message.attachments(inFolder: folder), reactions: reactions(to: message),
      editedAt: editedAt(message), opensTopic: service?.opensTopic,
      details: Message.Details(
        forward: forward(of: message), bot: message.bot, content: message.content(inFolder: folder),
        unsupportedKind: unsupported))
    found.renamesTopic = service?.renamesTopic
    var own = TelegramOwnMember(fields, folder: folder, trustsPaths: trustsPaths)
    own?.complete(&found, of: chat.own)
    if own?.hasLeftOutPath == true { hasLeftOutPath = true }
    if chat.own != nil { found.isKeyClaimed = found.conversationKey != chat.plainKey(file: fileName) }
    return Found(message: consume found, isDated: sentAt != nil, isOwnExport: own != nil)
  }

  /// Milliseconds since 1970 UTC; nil if the time is missing, or if no message can have it.
  ///
  /// - Parameter floor: Seconds since 1970 UTC, for a local time that occurs twice.
  private mutating func instant(_ time: TelegramMessage.Time?, notBefore floor: Int64 = .min) -> Int64? {
    let seconds: Int64? =
      switch time {
      case .unix(let text): Int64(text)
      case .local(let text):
        TelegramDecoder.local(text).map { wallClock.instant(ofLocal: $0, notBefore: floor) }
      case nil: nil
      }
    return seconds.flatMap { TelegramDecoder.instants.contains($0) ? $0 * 1000 : nil }
  }

  /// The time of the last edit. Old exports have the local time of 1970-01-01 for messages that were never edited.
  private mutating func editedAt(_ message: TelegramMessage) -> Int64? {
    ExportTime.edited(instant(message.editedAt))
  }

  private mutating func forward(of message: TelegramMessage) -> Forward? {
    guard let origin = message.origin else { return nil }
    return Forward(
      name: origin.name, key: origin.id.map { "telegram:\($0)" }, sentAt: instant(origin.sentAt))
  }

  private mutating func reactions(to message: TelegramMessage) -> [ImportedMessage.ImportedReaction] {
    var tally = ReactionTally()
    for reaction in message.reactions {
      var people: [ImportedMessage.ImportedReaction.Person] = []
      for person in reaction.people {
        people.append(
          .init(sender: sender(person.id, name: person.name), reactedAt: instant(person.reactedAt)))
      }
      tally.add(reaction.key, count: reaction.count, people: people)
    }
    return tally.reactions
  }

  /// Seconds since 1970 UTC up to the end of `CivilDate.years`.
  private static let instants = Int64(0)..<7_258_118_400

  /// The local time of “2024-01-02T12:34:56”.
  private static func local(_ text: String) -> Int64? {
    var cursor = ByteCursor(Array(text.utf8.prefix(TelegramLimit.id))[...])
    guard let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime() else { return nil }
    return Int64(date.dayNumber * CivilDate.secondsPerDay + time.second)
  }

  private mutating func sender(_ id: String, name: String) -> ImportedMessage.Sender {
    if let known = senders[id], known.name == name { return known }
    if senders.count >= TelegramDecoder.senderLimit { senders = [:] }
    let sender = ImportedMessage.Sender(key: "telegram:\(id)", name: name)
    senders[id] = sender
    return sender
  }

  /// - Parameter isNamed: Whether only a sender that the message names counts.
  private mutating func sender(
    of message: TelegramMessage, id: String?, isNamed: Bool
  ) -> ImportedMessage.Sender? {
    if let id {
      let name = message.senderName ?? TelegramMessage.deletedAccount
      // The other person of a chat that is named after that person can have only a number.
      let isNumber = message.isFromWhatsApp && id == chat.partner && id == "user\(name)"
      return sender(id, name: isNumber ? conversation.title : name)
    }
    if let name = message.senderName {
      // The key does not depend on the language.
      let isDeleted = name == TelegramMessage.deletedAccount
      return .init(key: "telegram:name/\(isDeleted ? "Deleted account" : name)", name: name)
    }
    // A channel's own posts have no sender.
    return isNamed
      ? nil : .init(key: conversation.key, name: conversation.title)
  }

  private func isOwn(_ sender: String?) -> Bool {
    if chat.isSavedMessages { return true }
    guard let sender else { return false }
    // The owner in chats of WhatsApp Chat Exporter. No number of Telegram begins with 0.
    if sender == "user00000" { return true }
    if let owner = owner.id { return sender == owner }
    return chat.partner.map { $0 != sender } ?? false
  }
}
