import Chats

/// Information that the messages of a chat contain only together: albums, and the times of messages without one.
struct TelegramSequence {
  /// A message without a time, and the offset of its first byte.
  struct Undated {
    var message: ImportedMessage
    let byte: Int64
  }

  /// The largest number of messages without a time before the first one with a time.
  private static let waitingLimit = 1000

  private var lastSentAt: Int64?
  private var waiting: [Undated] = []

  /// Adds the messages that are complete with this one, in order.
  mutating func add(_ message: consuming ImportedMessage, to items: inout [ImportItem]) {
    message.album = Self.albumKey(of: message)
    message.orderKey = Self.orderKey(of: message.sourceID, sentAt: message.sentAt)
    lastSentAt = message.sentAt
    if !waiting.isEmpty {
      items += waiting.map { .message($0.message.sent(at: message.sentAt)) }
      waiting = []
    }
    items.append(.message(consume message))
  }

  /// The order key of a message. Telegram numbers the messages of a chat in their order; the low bits suffice for those
  /// of a second.
  static func orderKey(of id: String, sentAt: Int64) -> Int64 {
    OrderKey.make(sentAt: sentAt, rank: Int64(id).map { $0 & (OrderKey.ranks - 1) } ?? 0)
  }

  /// The message with the time of the previous one. Nil if there is none yet; the message then waits for the next time.
  mutating func add(undated: Undated) -> ImportedMessage? {
    if let lastSentAt { return undated.message.sent(at: lastSentAt) }
    waiting.append(undated)
    return nil
  }

  /// Whether no more messages without a time can be added before one with a time.
  var isFull: Bool { waiting.count >= Self.waitingLimit }

  /// The messages for which no time was found.
  var remaining: [Undated] { waiting }

  /// The messages of an album have one second. Telegram does not export which messages were sent together.
  private static func albumKey(of message: ImportedMessage) -> String? {
    let kind = message.attachments.first?.kind
    return message.kind == .normal && (kind == .photo || kind == .video) ? "\(message.sentAt / 1000)" : nil
  }
}

extension ImportedMessage {
  fileprivate func sent(at time: Int64) -> Self {
    var message = self
    message.sentAt = time
    message.orderKey = TelegramSequence.orderKey(of: sourceID, sentAt: time)
    return message
  }
}
