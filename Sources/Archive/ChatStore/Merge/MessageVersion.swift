import Chats
import Foundation
import GRDB

/// Everything that an import can state about a message, in the form in which it is stored.
///
/// A message that several imports share is merged from the versions of each. While these are equal, only the message is
/// stored. Where they differ, each version is kept, so that an import can be undone. See ``ImportLedger``.
struct MessageVersion: Equatable, Sendable {
  var time: Time
  var author: Author
  var body: Body
  var files: [File]
  /// Sorted by key and participant.
  var reactions: [Reaction]
  var editing: Editing
  var rest: Rest

  struct Time: Codable, Equatable, Sendable {
    var sentAt: Int64
    /// Nil for messages with keys.
    var resolution: TimeResolution?
    /// Nil for messages without keys: their order within a minute follows from the runs.
    var orderKey: Int64?
  }

  struct Author: Codable, Equatable, Sendable {
    var sender: Participant.ID?
    var isOwn: Bool
  }

  struct Body: Codable, Equatable, Sendable {
    var kind: Int
    var text: String
    var entities: Data?
  }

  struct File: Codable, Equatable, Sendable {
    var kind: Int
    var width: Int?
    var height: Int?
    var bytes: Int64?
    var duration: Int64?
    var isSpoiler: Bool
    var name: String?
    var path: String?
    var thumbnail: String?
  }

  struct Reaction: Codable, Equatable, Sendable {
    var key: String
    /// 0 for all unknown people.
    var participant: Participant.ID
    var count: Int
    var reactedAt: Int64?

    /// Whether it precedes another one in SQLite's order.
    func isBefore(_ other: Self) -> Bool {
      key == other.key
        ? participant < other.participant : key.utf8.lexicographicallyPrecedes(other.key.utf8)
    }
  }

  struct Editing: Codable, Equatable, Sendable {
    var editedAt: Int64?
    /// Sorted by time.
    var texts: [Earlier]

    struct Earlier: Codable, Equatable, Sendable {
      var replacedAt: Int64
      var text: String
    }
  }

  struct Rest: Codable, Equatable, Sendable {
    var reply: String?
    var album: String?
    var details: String?
    /// The keys of the album's messages after the first.
    var parts: [String]
  }

  /// The tables that have rows of the message, and the precision of its time.
  var flags: MessageFlags {
    var flags: MessageFlags = []
    if let entities = body.entities, EntityCoding.decode(entities).contains(where: { $0.kind.isLink }) {
      flags.insert(.link)
    }
    if !files.isEmpty { flags.insert(.attachments) }
    if !reactions.isEmpty { flags.insert(.reactions) }
    if !editing.texts.isEmpty { flags.insert(.edits) }
    return flags.union(MessageFlags(time.resolution))
  }
}

/// The other tables that have rows of a message, so that tables without any are not read for it.
struct MessageFlags: OptionSet, Sendable {
  let rawValue: Int

  /// A range of the text opens something. The index of links uses this number.
  static let link = Self(rawValue: 1)
  static let attachments = Self(rawValue: 2)
  static let reactions = Self(rawValue: 4)
  static let edits = Self(rawValue: 8)
}

extension TextEntity.Kind {
  var isLink: Bool { if case .link = self { true } else { false } }
}

extension MessageFlags {
  /// The time is precise to the second, or to the minute. A message with neither has its time as the source states it.
  static let seconds = Self(rawValue: 16)
  static let minutes = Self(rawValue: 32)

  init(_ resolution: TimeResolution?) {
    switch resolution {
    case .seconds: self = .seconds
    case .minutes: self = .minutes
    case .milliseconds, nil: self = []
    }
  }

  var resolution: TimeResolution {
    contains(.minutes) ? .minutes : contains(.seconds) ? .seconds : .milliseconds
  }
}

// MARK: Merging versions

extension MessageVersion {
  /// The version that a message with a key has after a later import: with a text that was edited since, and with the
  /// parts that it lacked.
  func completed(by later: MessageVersion) -> MessageVersion {
    var whole = self
    if files.isEmpty, !later.files.isEmpty { whole.files = later.files }
    // The later export has all reactions.
    if !later.reactions.isEmpty { whole.reactions = later.reactions }
    for edit in later.editing.texts { whole.editing.insert(edit) }
    if let editedAt = later.editing.editedAt, editedAt > editing.editedAt ?? .min,
      later.body.text != body.text,
      // The text of an album can belong to another of its messages.
      !later.body.text.isEmpty || whole.files.count <= later.files.count
    {
      whole.editing.insert(Editing.Earlier(replacedAt: editedAt, text: body.text))
      whole.body.text = later.body.text
      whole.body.entities = later.body.entities
    }
    whole.editing.editedAt = [editing.editedAt, later.editing.editedAt].compactMap(\.self).max()
    whole.rest.album = rest.album ?? later.rest.album
    whole.rest.details = later.rest.details ?? rest.details
    return whole
  }

  /// The version of an album after another of its messages was added.
  func appending(_ part: MessageVersion, source: String) -> MessageVersion {
    var whole = self
    let room = max(0, ImportedMessage.maximumAttachments - files.count)
    whole.files += part.files.prefix(room)
    whole.addReactions(part.reactions)
    if body.text.isEmpty, !part.body.text.isEmpty {
      whole.body.text = part.body.text
      whole.body.entities = part.body.entities
    }
    whole.editing.editedAt = [editing.editedAt, part.editing.editedAt].compactMap(\.self).max()
    whole.rest.parts = (rest.parts + [source]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return whole
  }

  /// The version of an album after a later import of one of its messages other than the first. Only one of the messages
  /// has a text, and that is the album's text.
  func completed(byPart part: MessageVersion) -> MessageVersion {
    var whole = self
    whole.addReactions(part.reactions)
    if let editedAt = part.editing.editedAt, editedAt > editing.editedAt ?? .min, !part.body.text.isEmpty,
      part.body.text != body.text
    {
      whole.editing.insert(Editing.Earlier(replacedAt: editedAt, text: body.text))
      whole.body.text = part.body.text
      whole.body.entities = part.body.entities
      whole.editing.editedAt = editedAt
    }
    return whole
  }

  private mutating func addReactions(_ others: [Reaction]) {
    let known = reactions
    reactions += others.filter { other in
      !known.contains { $0.key == other.key && $0.participant == other.participant }
    }
    reactions.sort { $0.isBefore($1) }
  }

  /// The message that results from these versions, for messages without keys. Apart from the sender, which is that of
  /// the first version, the result does not depend on their order.
  static func merged(_ versions: [MessageVersion]) -> MessageVersion {
    guard var whole = versions.first, versions.contains(where: { $0 != versions[0] }) else {
      return versions[0]
    }
    for other in versions.dropFirst() { whole = whole.merged(with: other) }
    return whole
  }

  private func merged(with other: MessageVersion) -> MessageVersion {
    var whole = self
    let (mine, its) = (time.resolution ?? .milliseconds, other.time.resolution ?? .milliseconds)
    if (its, other.time.sentAt) < (mine, time.sentAt) { whole.time = other.time }
    whole.author.isOwn = author.isOwn || other.author.isOwn
    whole.author.sender = author.sender ?? other.author.sender
    let (first, second) = (bodyRank, other.bodyRank)
    if second > first || second == first && other.body.text > body.text
      || other.body.text == body.text && (other.body.entities?.count ?? 0) > (body.entities?.count ?? 0)
    {
      whole.body = other.body
    }
    if files.count == other.files.count {
      whole.files = zip(files, other.files).map { $0.merged(with: $1) }
    } else if other.files.count > files.count {
      whole.files = other.files
    }
    let counts = [self, other].map { $0.reactions.reduce(0) { $0 + $1.count } }
    if counts[1] > counts[0] { whole.reactions = other.reactions }
    for edit in other.editing.texts { whole.editing.insert(edit) }
    whole.editing.editedAt = [editing.editedAt, other.editing.editedAt].compactMap(\.self).max()
    whole.rest.details = [rest.details, other.rest.details].compactMap(\.self).max {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
    return whole
  }

  /// The rank of the body: a body that was not deleted ranks highest, then an edited one, then one with a text.
  private var bodyRank: Int {
    (body.kind == Message.Kind.deleted.rawValue ? 0 : 4) + (editing.editedAt == nil ? 0 : 2)
      + (body.text.isEmpty ? 0 : 1)
  }
}

extension MessageVersion.File {
  /// The better file of the two: an existing one ranks before one that was left out of the export.
  fileprivate func merged(with other: Self) -> Self {
    var (whole, rest) = (self, other)
    if (other.rank, other.path ?? "", other.name ?? "") > (rank, path ?? "", name ?? "") {
      (whole, rest) = (other, self)
    }
    whole.name = whole.name ?? rest.name
    whole.width = whole.width ?? rest.width
    whole.height = whole.height ?? rest.height
    whole.bytes = whole.bytes ?? rest.bytes
    whole.duration = whole.duration ?? rest.duration
    whole.thumbnail = whole.thumbnail ?? rest.thumbnail
    return whole
  }

  /// A copy beside the archive ranks before the file in an export, which may be gone by now.
  private var rank: Int {
    (path.map { MediaFolder.isCopy($0) ? 8 : 4 } ?? 0) + (kind == Attachment.Kind.file.rawValue ? 0 : 2)
      + (name == nil ? 0 : 1)
  }
}

extension MessageVersion.Editing {
  mutating func insert(_ edit: Earlier) {
    guard !texts.contains(where: { $0.replacedAt == edit.replacedAt }) else { return }
    texts.insert(edit, at: texts.firstIndex { $0.replacedAt > edit.replacedAt } ?? texts.count)
  }
}

// MARK: Stored versions

/// A version as the archive stores it: all of it, or its differences from another one.
struct MessageVersionChange: Codable {
  private var time: MessageVersion.Time?
  private var author: MessageVersion.Author?
  private var body: MessageVersion.Body?
  private var files: [MessageVersion.File]?
  private var reactions: [MessageVersion.Reaction]?
  private var editing: MessageVersion.Editing?
  private var rest: MessageVersion.Rest?

  /// - Parameter base: The version that is known when this one is read; nil to store everything.
  init(_ version: MessageVersion, from base: MessageVersion?) {
    func changed<Value: Equatable>(_ part: KeyPath<MessageVersion, Value>) -> Value? {
      version[keyPath: part] == base?[keyPath: part] ? nil : version[keyPath: part]
    }
    (time, author, body) = (changed(\.time), changed(\.author), changed(\.body))
    (files, reactions) = (changed(\.files), changed(\.reactions))
    (editing, rest) = (changed(\.editing), changed(\.rest))
  }

  /// The version, with the missing parts taken from another one.
  func version(from base: MessageVersion) -> MessageVersion {
    MessageVersion(
      time: time ?? base.time, author: author ?? base.author, body: body ?? base.body,
      files: files ?? base.files, reactions: reactions ?? base.reactions, editing: editing ?? base.editing,
      rest: rest ?? base.rest)
  }

  var encoded: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Strings, whole numbers and bytes can always be encoded.
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }

  init?(_ bytes: Data) {
    guard let decoded = try? JSONDecoder().decode(Self.self, from: bytes) else { return nil }
    self = decoded
  }
}
