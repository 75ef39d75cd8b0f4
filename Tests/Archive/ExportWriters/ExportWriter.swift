import Chats
import Foundation

/// Writes what an exporter writes for a chat, for the tests of the laws.
///
/// A writer is for one form of a format: WhatsApp has one for Android and one for iOS. To add a format, write the file
/// in ``write(_:_:to:)``, state in ``holds`` what the format holds, override ``expected(_:in:)`` for what differs, and
/// add the writers to ``ExportFamily/all``. Leave out what the exporter leaves out, and nothing else.
package protocol ExportWriter: Sendable {
  /// The name in messages of failures.
  var name: String { get }
  var holds: ExportFacts { get }

  /// Writes an export of a range of the chat's messages.
  ///
  /// - Parameters:
  ///   - chat: The chat as of the time of the export; see ``RandomChat/seen(at:)``.
  ///   - folder: An empty folder.
  /// - Returns: The number of records in the export: messages, events, pictures of an album, edits and so on.
  func write(_ chat: RandomChat, _ range: Range<Int>, to folder: URL) throws -> Int

  /// A record that no import can read; nil for formats without one. The exports of some chats have one.
  var brokenRecord: JSON? { get }

  /// The range that the exporter writes when asked for one. Some ranges look like another chat.
  ///
  /// - Parameter chat: The chat as it happened, later deletions included.
  func fitted(_ range: Range<Int>, in chat: RandomChat) -> Range<Int>

  /// The title that an import shows for the chat.
  func title(of chat: RandomChat) -> String

  /// The name that an import shows for a person.
  func name(of person: Int, in chat: RandomChat) -> String

  /// The messages that an import shows for a message of the chat; empty if the export leaves it out.
  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage]
}

/// The facts that a format holds. The writer leaves out all others, and the expectation as well.
package struct ExportFacts: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Messages have keys.
  package static let keys = Self(rawValue: 1 << 0)
  /// People have keys, so that their names can change.
  package static let senderKeys = Self(rawValue: 1 << 12)
  /// The precision of times; minutes without both.
  package static let seconds = Self(rawValue: 1 << 1)
  package static let milliseconds = Self(rawValue: 1 << 2)
  /// That a text was edited.
  package static let edited = Self(rawValue: 1 << 3)
  /// When a text was edited, so that the later of two exports is known.
  package static let editTimes = Self(rawValue: 1 << 11)
  /// The texts before edits.
  package static let earlierTexts = Self(rawValue: 1 << 4)
  package static let reactions = Self(rawValue: 1 << 5)
  package static let replies = Self(rawValue: 1 << 6)
  /// Messages that were deleted, without their contents.
  package static let deletions = Self(rawValue: 1 << 7)
  package static let events = Self(rawValue: 1 << 8)
  /// A message can have several files.
  package static let albums = Self(rawValue: 1 << 9)
  /// The files of messages, with their names.
  package static let files = Self(rawValue: 1 << 10)
  /// A message can have a file and a text. Otherwise the text is a message after those of the files.
  package static let captions = Self(rawValue: 1 << 13)
}

/// The writers whose exports of a chat belong to the same chat in an archive.
package struct ExportFamily: Sendable {
  package var name: String
  package var writers: [any ExportWriter]

  /// What all writers hold.
  package var holds: ExportFacts { writers.reduce(writers[0].holds) { $0.intersection($1.holds) } }

  package static let all = [
    ExportFamily(
      name: "telegram", writers: [TelegramJSONExport(), TelegramJSONExport(hasFiles: false)]),
    ExportFamily(
      name: "telegram accounts",
      writers: [
        TelegramJSONExport(), TelegramJSONExport(account: 0), TelegramJSONExport(hasFiles: false, account: 1),
      ]),
    ExportFamily(
      name: "whatsapp android",
      writers: [
        WhatsAppExport(phone: .android, hasFiles: true), WhatsAppExport(phone: .android, hasFiles: false),
        WhatsAppExport(phone: .android, hasFiles: true, received: 1),
      ]),
    ExportFamily(
      name: "whatsapp",
      writers: [
        WhatsAppExport(phone: .android, hasFiles: true), WhatsAppExport(phone: .iOS, hasFiles: true),
        WhatsAppExport(phone: .android, hasFiles: false), WhatsAppExport(phone: .iOS, hasFiles: false),
      ]),
    ExportFamily(name: "signal", writers: [SignalExport()]),
    ExportFamily(
      name: "discord", writers: [DiscordExport(hasFiles: true), DiscordExport(hasFiles: false)]),
    ExportFamily(
      name: "telegram html",
      writers: [TelegramHTMLExport(hasFiles: true), TelegramHTMLExport(hasFiles: false)]),
    ExportFamily(name: "slack", writers: [SlackExport()]),
    ExportFamily(name: "element", writers: [ElementExport(hasFiles: true), ElementExport(hasFiles: false)]),
    ExportFamily(
      name: "messenger", writers: [MessengerExport(hasFiles: true), MessengerExport(hasFiles: false)]),
    ExportFamily(
      name: "messenger html",
      writers: [MessengerHTMLExport(hasFiles: true), MessengerHTMLExport(hasFiles: false)]),
    ExportFamily(
      name: "instagram",
      writers: [MessengerExport(hasFiles: true, service: "instagram"), MessengerHTMLExport(hasFiles: true)]),
    ExportFamily(name: "line", writers: [LINEExport()]),
    ExportFamily(name: "kakaotalk", writers: [KakaoTalkExport(form: .android)]),
    ExportFamily(name: "kakaotalk table", writers: [KakaoTalkExport(form: .macOS)]),
    ExportFamily(
      name: "imessage", writers: [IMessageExport(hasFiles: true), IMessageExport(hasFiles: false)]),
    ExportFamily(name: "signal-export", writers: [SignalMarkdownExport()]),
    ExportFamily(name: "irssi", writers: [IRCLog(client: .irssi)]),
    ExportFamily(name: "weechat", writers: [IRCLog(client: .weechat)]),
    ExportFamily(name: "signal-backup", writers: [SignalBackupExport()]),
    ExportFamily(name: "the lounge", writers: [IRCLog(client: .thelounge)]),
    ExportFamily(name: "pidgin", writers: [PidginLog(form: .text), PidginLog(form: .html)]),
    ExportFamily(name: "skype", writers: [SkypeExport()]),
    ExportFamily(
      name: "discord html", writers: [DiscordHTMLExport(hasFiles: true), DiscordHTMLExport(hasFiles: false)]),
    ExportFamily(
      name: "discord pages", writers: [DiscordExport(hasFiles: true), DiscordHTMLExport(hasFiles: true)]),
    ExportFamily(
      name: "telegram pages",
      writers: [TelegramJSONExport(isFromBeginning: true), TelegramHTMLExport(hasFiles: true)]),
    ExportFamily(
      name: "discord csv", writers: [DiscordCSVExport(hasFiles: true), DiscordCSVExport(hasFiles: false)]),
  ]
}

extension ExportWriter {
  var brokenRecord: JSON? { nil }

  /// The records that an import leaves out of an export of a chat.
  package func leftOut(of chat: RandomChat) -> Int { chat.hasBrokenRecord && brokenRecord != nil ? 1 : 0 }

  /// The records of an export, with a broken one among them if the chat has one.
  func list(_ records: [JSON], of chat: RandomChat) -> JSON {
    var records = records
    if let brokenRecord, chat.hasBrokenRecord { records.insert(brokenRecord, at: records.count / 2) }
    return .array(records)
  }

  func fitted(_ range: Range<Int>, in chat: RandomChat) -> Range<Int> { range }

  func title(of chat: RandomChat) -> String { chat.title }

  func name(of person: Int, in chat: RandomChat) -> String { chat.people[person].name }

  func expected(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    shown(message, in: chat)
  }

  /// The messages that show all facts of a message that the format holds.
  func shown(_ message: RandomChat.Message, in chat: RandomChat) -> [ShownMessage] {
    var shown = ShownMessage(
      sentAt: time(message.sentAt), sender: name(of: message.sender, in: chat), kind: .normal,
      text: message.text)
    if message.invites != nil {
      guard holds.contains(.events) else { return [] }
      shown.kind = .service
      return [shown]
    }
    if message.isDeleted {
      guard holds.contains(.deletions) else { return [] }
      shown.kind = .deleted
      shown.text = ""
      return Array(repeating: shown, count: recordCount(of: message))
    }
    shown.isEdited = message.editedAt != nil && holds.contains(.edited)
    if holds.contains(.earlierTexts) { shown.earlierTexts = Set(message.earlierTexts.map(\.text)) }
    if holds.contains(.reactions) {
      shown.reactions = Set(message.reactions.map { "\($0.emoji) \(name(of: $0.person, in: chat))" })
    }
    if holds.contains(.replies) { shown.replyTo = message.replyTo }
    let files = message.files.map { ShownMessage.File(kind: $0.kind, isPresent: holds.contains(.files)) }
    let groups = holds.contains(.albums) ? [files] : files.map { [$0] }
    let hasText = files.isEmpty || holds.contains(.captions)
    // The caption belongs to the first picture.
    return (0..<recordCount(of: message)).map { index in
      var part = shown
      part.files = index < groups.count ? groups[index] : []
      if hasText ? index > 0 : !part.files.isEmpty {
        (part.text, part.reactions, part.isEdited, part.earlierTexts) = ("", [], false, [])
      }
      return part
    }
  }

  /// The number of records for a message.
  func recordCount(of message: RandomChat.Message) -> Int {
    let files = holds.contains(.albums) ? min(message.files.count, 1) : message.files.count
    let hasCaption = files > 0 && !message.text.isEmpty
    return max(1, files + (hasCaption && !holds.contains(.captions) ? 1 : 0))
  }

  /// A time in the precision of the format.
  func time(_ instant: Int64) -> Int64 {
    let unit: TimeResolution =
      holds.contains(.milliseconds) ? .milliseconds : holds.contains(.seconds) ? .seconds : .minutes
    return instant / unit.milliseconds * unit.milliseconds
  }
}

/// The facts about a message that both an archive shows and an export is expected to give.
package struct ShownMessage: Equatable {
  package struct File: Equatable {
    /// Nil if the export does not tell.
    package var kind: Attachment.Kind?
    /// Whether the archive has a path for it.
    package var isPresent: Bool

    package init(kind: Attachment.Kind?, isPresent: Bool) {
      (self.kind, self.isPresent) = (kind, isPresent)
    }
  }

  package var sentAt: Int64
  /// The milliseconds by which the shown time may differ.
  package var tolerance: Int64 = 0
  package var sender: String?
  package var kind: Message.Kind
  package var text: String
  package var files: [File] = []
  /// An emoji and a name each.
  package var reactions: Set<String> = []
  package var isEdited = false
  /// At least these.
  package var earlierTexts: Set<String> = []
  /// The quoted message in words.
  package var quote: String?
  /// The index of the quoted message in the chat, from which the expected ``quote`` is made.
  package var replyTo: Int?

  package init(sentAt: Int64, sender: String?, kind: Message.Kind, text: String) {
    (self.sentAt, self.sender, self.kind, self.text) = (sentAt, sender, kind, text)
  }

  /// The message as shown when a later export has it as well.
  package func merged(with later: ShownMessage) -> ShownMessage {
    var merged = later.kind == .deleted ? self : later
    // Some formats state neither the time nor the person of an event.
    (merged.sentAt, merged.tolerance) =
      tolerance == later.tolerance
      ? (max(sentAt, later.sentAt), tolerance)
      : tolerance < later.tolerance ? (sentAt, tolerance) : (later.sentAt, later.tolerance)
    merged.sender = later.sender ?? sender
    if kind == .normal, later.kind == .normal {
      if text != later.text { merged.earlierTexts.insert(text) }
      merged.earlierTexts.formUnion(earlierTexts)
      merged.reactions.formUnion(reactions)
      merged.isEdited = isEdited || later.isEdited
      merged.replyTo = later.replyTo ?? replyTo
      merged.files = zip(files, later.files).map { $0.isPresent ? $0 : $1.kind == nil ? $0 : $1 }
    }
    return merged
  }
}

extension ShownMessage {
  /// Whether a message of an archive shows all that is expected.
  package func fulfils(_ expected: ShownMessage) -> Bool {
    var (found, wanted) = (self, expected)
    // An edit that changes nothing leaves no earlier text.
    guard found.earlierTexts.isSuperset(of: wanted.earlierTexts.subtracting([wanted.text])),
      abs(found.sentAt - wanted.sentAt) <= wanted.tolerance
    else { return false }
    (wanted.sentAt, wanted.tolerance) = (found.sentAt, 0)
    for index in wanted.files.indices where wanted.files[index].kind == nil {
      wanted.files[index].kind = .file
    }
    (found.earlierTexts, found.replyTo, wanted.earlierTexts, wanted.replyTo) = ([], nil, [], nil)
    return found == wanted
  }
}

extension ShownMessage {
  /// The message with the first name of each person in place of later ones. An archive has one of the names for all
  /// messages, whenever they were sent.
  package func withFirstNames(_ people: [RandomChat.Person]) -> Self {
    var named = self
    for person in people {
      for later in person.names.dropFirst() {
        func first(_ text: String) -> String { text.replacing(later.value, with: person.names[0].value) }
        (named.sender, named.quote) = (named.sender.map(first), named.quote.map(first))
        named.reactions = Set(named.reactions.map(first))
        if kind == .service { named.text = first(named.text) }
      }
    }
    return named
  }
}

extension ShownMessage: CustomStringConvertible {
  package var description: String {
    let files = files.map { "\($0.kind.map { "\($0)" } ?? "?")\($0.isPresent ? "" : " missing")" }
    let parts = [
      "\(sentAt) \(sender ?? "-") \(kind): \(text.replacing("\n", with: "⏎"))",
      files.isEmpty ? "" : "\(files)",
      reactions.sorted().joined(separator: ", "), isEdited ? "edited" : "",
      earlierTexts.isEmpty ? "" : "was \(earlierTexts.sorted())", quote.map { "reply to \($0)" } ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
