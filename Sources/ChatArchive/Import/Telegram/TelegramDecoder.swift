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
    if let name, !name.isEmpty { return name }
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

/// Decodes Telegram's message objects.
struct TelegramDecoder {
  /// The reason why an object cannot be imported.
  struct Rejection: Error {
    let reason: String

    static let invalidJSON = Rejection(reason: tr("invalid JSON in a message"))
    static let undated = Rejection(reason: tr("message without a date"))
  }

  /// A message, or what Telegram writes in place of one that this version of it could not read: only its number.
  enum Item {
    case message(ImportedMessage)
    case unsupported(id: String)
  }

  let timeZone: TimeZone
  /// The chat of the messages.
  var chat = TelegramChat()
  /// The person who made the export, in the form of `from_id`; nil if the export does not contain it.
  var owner: String?

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

  /// - Parameter bytes: One object in valid UTF-8.
  mutating func item(_ bytes: [UInt8]) throws(Rejection) -> Item {
    let message = TelegramMessage(try fields(bytes))
    guard let id = message.id else { throw Rejection(reason: tr("message without an ID")) }
    if message.isUnsupported, message.unixTime == nil, message.localTime == nil {
      return .unsupported(id: id)
    }
    if message.hasUnreadableText { throw .invalidJSON }
    let sentAt = try sentAt(message)
    let text = message.isEvent ? StyledText(message.serviceSentence) : message.body
    return .message(
      ImportedMessage(
        conversationKey: chat.conversationKey(file: fileName), conversationTitle: chat.conversationTitle,
        sourceID: id, sender: sender(of: message), isOwn: isOwn(message), sentAt: sentAt,
        kind: message.isEvent ? .service : .normal, text: text.text, entities: text.entities,
        replyTo: message.replyTo,
        attachments: message.isEvent ? [] : message.attachment(inFolder: folder).map { [$0] } ?? []))
  }

  /// The message of which Telegram has written only the number, at the time of its neighbour.
  func unsupported(id: String, sentAt: Int64) -> ImportedMessage {
    ImportedMessage(
      conversationKey: chat.conversationKey(file: fileName), conversationTitle: chat.conversationTitle,
      sourceID: id, sender: nil, isOwn: chat.isSavedMessages, sentAt: sentAt, kind: .service,
      text: TelegramMessage.unsupported)
  }

  private mutating func fields(_ bytes: [UInt8]) throws(Rejection) -> TelegramFields {
    do {
      return try decoder.decode(TelegramFields.self, from: Data(bytes))
    } catch DecodingError.dataCorrupted {
      guard let quoted = BareWord.quoted(bytes),
        let fields = try? decoder.decode(TelegramFields.self, from: Data(quoted))
      else { throw .invalidJSON }
      hasReadBareWord = true
      return fields
    } catch {
      throw Rejection(reason: tr("not a message"))
    }
  }

  private mutating func sentAt(_ message: TelegramMessage) throws(Rejection) -> Int64 {
    guard let written = message.unixTime ?? message.localTime else { throw .undated }
    let seconds =
      message.unixTime.map { Int64($0) }
      ?? TelegramDecoder.local(written).map { wallClock.instant(ofLocal: $0) }
    guard let seconds, TelegramDecoder.instants.contains(seconds) else {
      // Without the value: in a broken export it can be a part of a message.
      throw Rejection(reason: tr("invalid date"))
    }
    return seconds * 1000
  }

  /// Seconds since 1970 UTC up to the end of `CivilDate.years`.
  private static let instants = Int64(0)..<7_258_118_400

  /// The local time of “2024-01-02T12:34:56”.
  private static func local(_ text: String) -> Int64? {
    var cursor = ByteCursor(Array(text.utf8)[...])
    guard let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime() else { return nil }
    return Int64(date.dayNumber * CivilDate.secondsPerDay + time.second)
  }

  private func sender(of message: TelegramMessage) -> ImportedMessage.Sender? {
    if let id = message.senderID {
      return .init(key: "telegram:\(id)", name: message.senderName ?? TelegramMessage.deletedAccount)
    }
    if let name = message.senderName {
      // The key does not depend on the language.
      let isDeleted = name == TelegramMessage.deletedAccount
      return .init(key: "telegram:name/\(isDeleted ? "Deleted account" : name)", name: name)
    }
    // A channel's own posts have no sender.
    return message.isService
      ? nil : .init(key: chat.conversationKey(file: fileName), name: chat.conversationTitle)
  }

  private func isOwn(_ message: TelegramMessage) -> Bool {
    if chat.isSavedMessages { return true }
    guard let sender = message.senderID else { return false }
    if let owner { return sender == owner }
    return chat.partner.map { $0 != sender } ?? false
  }
}
