import ChatArchive

/// All that one row of the chat shows, decided and formatted: the row itself knows no calendar and no neighbours.
struct ChatRowContent: Hashable, Identifiable {
  /// Where a message stands in a run of messages by one sender.
  enum GroupPosition: Hashable {
    case single, first, middle, last

    var isFirst: Bool { self == .single || self == .first }
    var isLast: Bool { self == .single || self == .last }
  }

  var message: Message
  var groupPosition: GroupPosition = .single
  /// Text of the day pill above; nil for none.
  var day: String?
  /// Text of the unread line above; nil for none.
  var unread: String?
  /// The time as it is shown beside the bubble.
  var time: String

  var id: Message.ID { message.id }

  /// Rows alike in height share an estimate: text, pictures, service lines.
  var kind: Int {
    if message.kind == .service { return 2 }
    return message.attachment?.isPicture == true ? 1 : 0
  }
}

extension Attachment {
  /// Shown as a picture rather than as a file.
  var isPicture: Bool { kind == .photo || kind == .sticker || kind == .video }
}
