/// A picture, film or file of a conversation, or the links of a message, apart from the messages around it.
public struct MediaItem: Sendable, Hashable, Identifiable {
  /// What an item is known by, the same for as long as the archive exists.
  public struct ID: Sendable, Hashable {
    /// The message that the item came with.
    public var message: Message.ID
    /// The index in ``Message/attachments``; 0 for links.
    public var position: Int

    /// The identity of the attachment at an index of a message.
    public init(message: Message.ID, position: Int) {
      self.message = message
      self.position = position
    }
  }

  /// What there is to open.
  public enum Content: Sendable, Hashable {
    case attachment(Attachment)
    /// The links of a message, in the order of its text; none if an archive tells of some that there are not.
    case links([Link])
  }

  /// A range of a text that leads somewhere.
  public struct Link: Sendable, Hashable {
    /// The words of the range.
    public var text: String
    /// Where it leads.
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
  /// When the message was sent, in milliseconds since 1970 UTC.
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

  /// Code points of a text that are read for a caption.
  package static let captionLimit = 4_000
}

extension MediaItem {
  /// An attachment of a message that was read, which must have one at this index.
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

/// A place among the media of a conversation: ordered as their messages are, then by position.
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

/// Which media of a conversation.
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

/// Where a page of media begins.
public enum MediaPlace: Sendable, Hashable {
  /// The items just before a place, which does not need to be that of an item.
  case before(MediaCursor)
  /// The items just after it.
  case after(MediaCursor)
  /// The items from the one on that so many others precede.
  case from(Int)
}

/// How many media a month has.
public struct MediaMonth: Sendable, Hashable {
  /// The first instant of the month, in milliseconds since 1970 UTC.
  public var start: Int64
  public var count: Int

  public init(start: Int64, count: Int) {
    self.start = start
    self.count = count
  }
}
