import AppBase
import ArchiveWords
import Chats
import Gtk
import Translation

/// The content of a row of the chat, already formatted: the row needs neither a calendar nor its neighbors.
package struct ChatRowContent: Hashable, Identifiable {
  /// The position of a message in a group of messages by one sender.
  package enum GroupPosition: Hashable {
    case single, first, middle, last

    var isFirst: Bool { self == .single || self == .first }
    var isLast: Bool { self == .single || self == .last }
  }

  package var message: Message
  package var groupPosition: GroupPosition = .single
  /// The words above the first message of the conversation.
  package var beginning: String?
  /// The text of the day pill above the message, if it has one.
  package var day: String?
  /// The text of the unread line above the message, if it has one.
  package var unread: String?
  /// The time beside the bubble.
  package var time: String
  /// The day on which the message was sent, for screen readers.
  package var date = ""
  /// The time at which the original of a forwarded message was sent: "2 May".
  package var forwardedOn: String?
  /// The title of the message's topic, beside the name, in a list of all topics.
  package var topic: String?
  /// The time of the last reply, if the message opens a thread.
  package var lastReply: String?
  /// Whether the thread that the message opens is shown.
  package var isThreadOpen = false

  package init(
    message: Message, groupPosition: GroupPosition = .single, beginning: String? = nil, day: String? = nil,
    unread: String? = nil, time: String, date: String = "", forwardedOn: String? = nil,
    topic: String? = nil, lastReply: String? = nil, isThreadOpen: Bool = false
  ) {
    self.message = message
    self.groupPosition = groupPosition
    self.beginning = beginning
    self.day = day
    self.unread = unread
    self.time = time
    self.date = date
    self.forwardedOn = forwardedOn
    self.topic = topic
    self.lastReply = lastReply
    self.isThreadOpen = isThreadOpen
  }
  package var id: Message.ID { message.id }

  /// The texts from the archive that are shown in one line each.
  package var lines: [String] {
    let names = [message.sender?.name, topic, message.reply?.sender?.name, message.reply?.excerpt]
    let rest = message.attachments.isEmpty ? [] : message.attachments.prefix(20).compactMap(\.name)
    return names.compactMap(\.self) + rest + message.details.lines + message.reactions.prefix(20).map(\.key)
  }
}

extension Message.Details {
  fileprivate var lines: [String] {
    if isEmpty { return [] }
    let lines = [forward?.name, bot].compactMap(\.self)
    switch content {
    case .poll(let poll): return lines + [poll.question] + poll.options.prefix(30).map(\.text)
    case .place(let place): return lines + [place.name, place.address].compactMap(\.self)
    case .contact(let contact): return lines + [contact.name, contact.phone].compactMap(\.self)
    case .call, nil: return lines
    }
  }
}

extension Message {
  /// Whether the text was changed after it was sent.
  package var isEdited: Bool { editedAt != nil || hasEarlierTexts }

  /// The shown text. A message without text gets a description. A poll, place or contact, which importers also store as
  /// text, is not repeated.
  package var shownText: String {
    switch (kind, details.content) {
    case (.deleted, _): return tr("Message deleted")
    case (.unsupported, _): return text.isEmpty ? tr("A kind that cannot be shown") : text
    case (.gap, _): return details.gap?.sentence ?? tr("Messages not loaded")
    case (_, .call(let call)?): return text.isEmpty ? call.sentence : text
    case (_, .poll(let poll)?): return text == poll.question ? "" : text
    case (_, .place(let place)?): return text == place.name || text == place.address ? "" : text
    case (_, .contact(let contact)?): return text == contact.name ? "" : text
    case (_, nil): return text
    }
  }
}

extension Message {
  /// Whether the message is on a bubble of the archive's owner. A note is not, since it was not sent.
  var isOnOwnBubble: Bool { isOwn && kind != .note }
}

extension Gap {
  fileprivate var sentence: String {
    guard let count, count > 0 else { return tr("Messages not loaded") }
    return isExact
      ? trn("{count} message not loaded", "{count} messages not loaded", count)
      : trn("About {count} message not loaded", "About {count} messages not loaded", count)
  }
}

extension Call {
  fileprivate var sentence: String {
    switch outcome {
    case .missed: return isGroup ? tr("Missed group call") : tr("Missed call")
    case .busy: return tr("Call, busy")
    case .failed: return tr("Call, failed")
    case .ended: break
    }
    let name = isGroup ? tr("Group call") : tr("Call")
    guard let duration, duration > 0 else { return name }
    return tr("{call}, {duration}", ["call": name, "duration": Counted.length(seconds: duration)])
  }
}

extension Quote {
  /// The author of the quoted message, for screen readers.
  fileprivate var spoken: String {
    if isOwn { return tr("reply to you") }
    guard let sender else { return tr("reply to a message") }
    return tr("reply to {name}", ["name": sender.name])
  }
}

extension ChatRowContent {
  /// The row for screen readers. Hidden words and pictures are not in it.
  package var spoken: String { spoken(RowChoices()) }

  /// The row for screen readers, with the parts that the reader has revealed.
  package func spoken(_ choices: RowChoices) -> String {
    var parts = [beginning, day].compactMap(\.self)
    let note = message.noteTitle.map { [$0.name, $0.place].joined(separator: ", ") }
    let sender = note ?? (message.isOwn ? tr("You") : message.sender?.name)
    let text = message.spokenText(choices)
    switch message.kind {
    case .service, .gap: return (parts + [text]).joined(separator: ", ")
    case .normal, .action, .unsupported, .deleted, .note: break
    }
    parts.append([sender, time].compactMap { $0 }.joined(separator: ", "))
    if let topic { parts.append(tr("in {topic}", ["topic": topic])) }
    if message.isEdited { parts.append(tr("edited")) }
    if let bookmark = message.spokenBookmark { parts.append(bookmark) }
    if let origin = message.details.forward {
      parts.append(tr("Forwarded from {name}", ["name": origin.name]))
    }
    if let reply = message.reply { parts.append(reply.spoken) }
    parts += message.spokenParts(choices)
    let head = parts.joined(separator: ", ")
    let all = text.isEmpty ? head : "\(head): \(text)"
    guard !message.reactions.isEmpty else { return all }
    let list = message.reactions.prefix(10).map(\.spoken).joined(separator: "; ")
    let reactions = tr("Reactions: {list}", ["list": list])
    return "\(all). \(reactions)"
  }
}

extension Message {
  /// The bookmark for screen readers; nil without one.
  package var spokenBookmark: String? {
    bookmark.map { $0.isEmpty ? tr("Bookmarked") : tr("Bookmark: {word}", ["word": $0]) }
  }

  /// The most scalars of a text that are spoken, because a single character can have a million of them.
  private static let spokenScalars = 2_000

  fileprivate func spokenText(_ choices: RowChoices) -> String {
    let hidesSpoilers = !choices.showsSpoilers && shownText == self.text
    // Cut the text first, since it can have megabytes.
    var text = String(shownText.unicodeScalars.prefix(Self.spokenScalars))
    guard hidesSpoilers else { return text }
    let count = text.utf8.count
    // Start with the last one, so that the offsets of the others stay valid. Of a spoiler that was cut, hide the spoken part.
    for entity in entities.reversed() where entity.kind == .spoiler {
      guard entity.start >= 0, entity.start < count, entity.length > 0 else { continue }
      let start = text.utf8.index(text.startIndex, offsetBy: entity.start)
      let end = text.utf8.index(start, offsetBy: min(entity.length, count - entity.start))
      text.replaceSubrange(start..<end, with: tr("Spoiler, hidden"))
    }
    return text
  }

  fileprivate func spokenParts(_ choices: RowChoices) -> [String] {
    var parts: [String] = []
    switch details.content {
    case .poll(let poll): parts.append(poll.spoken)
    case .place(let place): parts.append(place.spoken)
    case .contact(let contact): parts.append(contact.spoken)
    case .call, nil: break
    }
    let pictures = attachments.count { $0.isPicture }
    if pictures > 1 { parts.append(trn("Album, {count} picture", "Album, {count} pictures", pictures)) }
    let rest = attachments.enumerated().filter { pictures < 2 || !$1.isPicture }
    parts += rest.prefix(20).map { index, attachment in
      attachment.spoken(isHidden: attachment.isSpoiler && !choices.shownPictures.contains(index))
    }
    return parts
  }
}

/// The parts of a row that depend on its neighbors.
///
/// The message above is always known, even at the start of the loaded messages, because each page is read with one more
/// message than it shows. So an older page that is inserted does not change any of this.
package struct RowDecoration: Equatable {
  /// Whether the row is the conversation's first one, and says so.
  package var beginsChat = false
  /// Whether a day pill is above the row.
  package var startsDay: Bool
  /// Whether the row is in the same group as the one above: without a name, and with a small gap.
  var continuesGroup: Bool
  /// Whether the row below is in the same group.
  var isContinued: Bool
  /// Whether the row above is in the same thread, so that the message need not say to what it replies.
  package var continuesThread = false

  /// The longest time between two messages of a group, in milliseconds.
  static let groupInterval: Int64 = 5 * 60_000

  /// `isFirst`: whether the conversation has no message above, rather than no known one. `day` returns the number of
  /// the local day of a time.
  package init(
    of message: Message, after previous: Message?, before next: Message?, isFirst: Bool = false,
    day: (Int64) -> Int
  ) {
    beginsChat = isFirst && previous == nil
    startsDay = previous.map { day($0.sentAt) != day(message.sentAt) } ?? true
    continuesGroup = previous.map { Self.belongTogether($0, message, day) } ?? false
    continuesThread = message.isInThread && previous?.topic == message.topic
    isContinued = next.map { Self.belongTogether(message, $0, day) } ?? false
  }

  private static func belongTogether(_ a: Message, _ b: Message, _ day: (Int64) -> Int) -> Bool {
    guard a.kind == b.kind, a.kind.isGrouped, a.isOwn == b.isOwn, a.sender?.id == b.sender?.id,
      a.topic == b.topic
    else {
      return false
    }
    let (interval, overflow) = b.sentAt.subtractingReportingOverflow(a.sentAt)
    return !overflow && abs(interval) <= groupInterval && day(a.sentAt) == day(b.sentAt)
  }
}

extension Message.Kind {
  /// Whether messages of one sender form groups.
  fileprivate var isGrouped: Bool {
    switch self {
    case .normal, .action, .unsupported, .deleted: true
    case .service, .gap, .note: false
    }
  }
}

extension RowDecoration {
  package var groupPosition: ChatRowContent.GroupPosition {
    switch (continuesGroup, isContinued) {
    case (false, false): .single
    case (false, true): .first
    case (true, true): .middle
    case (true, false): .last
    }
  }
}

extension Attachment.Kind {
  /// The name of an attachment without a file name.
  package var title: String {
    switch self {
    case .photo: tr("Photo")
    case .video: tr("Video")
    case .audio: tr("Audio")
    case .file: tr("File")
    case .sticker: tr("Sticker")
    case .voice: tr("Voice message")
    case .roundVideo: tr("Video message")
    case .animation: tr("GIF")
    }
  }
}

extension Attachment {
  /// "1600 × 760 · 410 kB", as far as known.
  var sizeNote: String {
    var parts: [String] = []
    if isFilm { parts.append(kind.title) }
    if let width, let height { parts.append("\(width) × \(height)") }
    if let byteCount, byteCount > 0 {
      parts.append(Counted.bytes(Double(byteCount)))
    }
    return parts.isEmpty ? kind.title : parts.joined(separator: " · ")
  }
}
