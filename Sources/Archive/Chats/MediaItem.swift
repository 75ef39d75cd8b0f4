/// A picture, film or file of a conversation, or the links of a message, apart from the messages around it.
public struct MediaItem: Sendable, Hashable, Identifiable {
  /// The identity of an item, which does not change as long as the archive exists.
  public struct ID: Sendable, Hashable {
    /// The message that contains the item.
    public var message: Message.ID
    /// The index in ``Message/attachments``; 0 for links.
    public var position: Int

    /// The identity of the attachment at an index of a message.
    public init(message: Message.ID, position: Int) {
      self.message = message
      self.position = position
    }
  }

  /// The content of an item, which can be opened.
  public enum Content: Sendable, Hashable {
    case attachment(Attachment)
    /// The links of a message, in the order of its text; none if a damaged archive marks a text without links.
    case links([Link])
  }

  /// A range of a text with a link.
  public struct Link: Sendable, Hashable {
    /// The text of the range.
    public var text: String
    /// The target of the link.
    public var target: String

    package init(text: String, target: String) {
      self.text = text
      self.target = target
    }
  }

  public var id: ID
  /// The number by which the message is ordered in its conversation; see ``OrderKey``.
  public var orderKey: Int64
  /// The sender of the message; nil for a service message without one.
  public var sender: Participant?
  /// Whether the archive's owner sent it.
  public var isOwn: Bool
  /// The time of the message, in milliseconds since 1970 UTC.
  public var sentAt: Int64
  /// The message's text, cut after ``captionLimit`` code points. Albums share one.
  public var caption: String
  public var content: Content

  package init(
    id: ID, orderKey: Int64, sender: Participant? = nil, isOwn: Bool, sentAt: Int64, caption: String,
    content: Content
  ) {
    self.id = id
    self.orderKey = orderKey
    self.sender = sender
    self.isOwn = isOwn
    self.sentAt = sentAt
    self.caption = caption
    self.content = content
  }

  /// The place among the media of its conversation.
  public var cursor: MediaCursor { MediaCursor(orderKey: orderKey, id: id) }

  /// The file; nil for links.
  public var attachment: Attachment? {
    if case .attachment(let attachment) = content { attachment } else { nil }
  }

  /// The most code points of a text that are read for a caption.
  package static let captionLimit = 4_000
}

extension MediaItem {
  /// The item of an attachment. The message must have one at this index.
  public init(_ message: Message, attachment index: Int) {
    id = ID(message: message.id, position: index)
    orderKey = message.orderKey
    sender = message.sender
    isOwn = message.isOwn
    sentAt = message.sentAt
    caption = message.text
    content = .attachment(message.attachments[index])
  }
}

/// A place among the media of a conversation, which are ordered as their messages, then by position.
public struct MediaCursor: Sendable, Hashable, Comparable {
  public var orderKey: Int64
  public var id: MediaItem.ID

  /// The place of an item with this order key and identity, which does not need to exist.
  public init(orderKey: Int64, id: MediaItem.ID) {
    self.orderKey = orderKey
    self.id = id
  }

  /// The place of the attachment at an index of a message.
  public init(of message: Message, attachment: Int) {
    self.init(orderKey: message.orderKey, id: MediaItem.ID(message: message.id, position: attachment))
  }

  public static func < (a: Self, b: Self) -> Bool {
    (a.orderKey, a.id.message, a.id.position) < (b.orderKey, b.id.message, b.id.position)
  }
}

/// A selection of a conversation's media.
public enum MediaScope: Sendable, Hashable {
  case shelf(MediaShelf)
  /// Messages with links.
  case links

  package var shelves: [MediaShelf] {
    switch self {
    case .shelf(let shelf): [shelf]
    case .links: []
    }
  }
}

/// The beginning of a page of media.
public enum MediaPlace: Sendable, Hashable {
  /// The items just before a place, which need not be that of an item.
  case before(MediaCursor)
  /// The items just after a place.
  case after(MediaCursor)
  /// The items beginning with the one that this number of others precede.
  case from(Int)
}

/// The number of media of a month.
public struct MediaMonth: Sendable, Hashable {
  /// The first instant of the month, in milliseconds since 1970 UTC.
  public var start: Int64
  public var count: Int

  public init(start: Int64, count: Int) {
    self.start = start
    self.count = count
  }
}
