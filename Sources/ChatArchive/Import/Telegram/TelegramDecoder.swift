import Foundation
import Translation

/// Makes messages of Telegram's objects.
struct TelegramDecoder {
  /// Why an object is no message that can be kept.
  struct Rejection: Error {
    let reason: String

    static let brokenJSON = Rejection(reason: tr("broken JSON in a message"))
  }

  let timeZone: TimeZone
  /// The chat whose messages are read.
  var chat = TelegramChat()
  /// The person who made the export, as `from_id` has it, when the export tells it.
  var owner: String?

  /// Name and folder of the export's file: what its paths are relative to.
  private let fileName: String
  private let folder: String
  private var wallClock: WallClock
  private let decoder = JSONDecoder()

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

  /// - Parameter bytes: One object, in valid UTF-8.
  mutating func message(_ bytes: [UInt8]) throws(Rejection) -> ImportedMessage {
    let message = TelegramMessage(try fields(bytes))
    guard let id = message.id else { throw Rejection(reason: tr("a message without an id")) }
    if message.hasUnreadableText { throw .brokenJSON }
    let sentAt = try sentAt(message)
    let text = message.isService ? StyledText(message.serviceSentence) : message.body
    return ImportedMessage(
      conversationKey: chat.conversationKey(file: fileName), conversationTitle: chat.conversationTitle,
      sourceID: id, sender: sender(of: message), isOwn: isOwn(message), sentAt: sentAt,
      kind: message.isService ? .service : .normal, text: text.text, entities: text.entities,
      replyTo: message.replyTo, attachment: message.isService ? nil : message.attachment(inFolder: folder))
  }

  private func fields(_ bytes: [UInt8]) throws(Rejection) -> TelegramFields {
    do {
      return try decoder.decode(TelegramFields.self, from: Data(bytes))
    } catch DecodingError.dataCorrupted {
      throw .brokenJSON
    } catch {
      throw Rejection(reason: tr("not a message"))
    }
  }

  private mutating func sentAt(_ message: TelegramMessage) throws(Rejection) -> Int64 {
    guard let written = message.unixTime ?? message.localTime else {
      throw Rejection(reason: tr("a message without a date"))
    }
    let seconds =
      message.unixTime.map { Int64($0) } ?? CivilDate.local(written).map { wallClock.instant(ofLocal: $0) }
    guard let seconds, CivilDate.instants.contains(seconds) else {
      throw Rejection(reason: tr("a date that cannot be: “{date}”", ["date": String(written.prefix(40))]))
    }
    return seconds * 1000
  }

  private func sender(of message: TelegramMessage) -> ImportedMessage.Sender? {
    if let id = message.senderID {
      return .init(key: "telegram:\(id)", name: message.senderName ?? TelegramMessage.deletedAccount)
    }
    if let name = message.senderName { return .init(key: "telegram:name/\(name)", name: name) }
    // A channel's own posts name nobody.
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

extension CivilDate {
  /// Seconds since 1970 UTC that messages can be of.
  fileprivate static let instants = Int64(0)..<7_258_118_400

  /// Seconds on the wall of “2024-01-02T12:34:56”.
  fileprivate static func local(_ text: String) -> Int64? {
    var cursor = ByteCursor(Array(text.utf8)[...])
    guard let date = cursor.isoDate(), cursor.skip("T"), let time = cursor.clockTime() else { return nil }
    return Int64(date.dayNumber * 86_400 + time.second)
  }
}
