import Chats

/// Information that the messages of a chat contain only together: albums, and the times of messages without one.
struct TelegramSequence {
  /// The album that the next message may belong to.
  private struct Album {
    let key: String
    let sender: ImportedMessage.Sender?
    let sentAt: Int64
    let replyTo: String?
    let details: Message.Details
    var count = 1
    var hasCaption: Bool

    /// Whether Telegram shows the message in the album. It does not export which messages were sent together, but they
    /// have the same second, and at most one of them has a caption.
    func takes(_ message: ImportedMessage) -> Bool {
      count < TelegramSequence.albumLimit && message.sentAt == sentAt && message.sender == sender
        && message.replyTo == replyTo && message.details == details && !(hasCaption && !message.text.isEmpty)
    }
  }

  /// A message without a time, and the offset of its first byte.
  struct Undated {
    var message: ImportedMessage
    let byte: Int64
  }

  /// The largest number of pictures and videos in an album.
  static let albumLimit = 10
  /// The largest number of messages without a time before the first one with a time.
  private static let waitingLimit = 1000

  private var album: Album?
  private var lastSentAt: Int64?
  private var waiting: [Undated] = []

  /// Adds the messages that are complete with this one, in order.
  mutating func add(_ message: consuming ImportedMessage, to items: inout [ImportItem]) {
    message.album = albumKey(of: message)
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
    album = nil
    if let lastSentAt { return undated.message.sent(at: lastSentAt) }
    waiting.append(undated)
    return nil
  }

  /// Whether no more messages without a time can be added before one with a time.
  var isFull: Bool { waiting.count >= Self.waitingLimit }

  /// The messages for which no time was found.
  var remaining: [Undated] { waiting }

  private mutating func albumKey(of message: ImportedMessage) -> String? {
    let kind = message.attachments.first?.kind
    guard message.kind == .normal, kind == .photo || kind == .video else {
      album = nil
      return nil
    }
    if let last = album, last.takes(message) {
      album?.count += 1
      if !message.text.isEmpty { album?.hasCaption = true }
      return last.key
    }
    // No other album begins with this message, and the message begins the same album in every export.
    album = Album(
      key: message.sourceID, sender: message.sender, sentAt: message.sentAt, replyTo: message.replyTo,
      details: message.details, hasCaption: !message.text.isEmpty)
    return message.sourceID
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
