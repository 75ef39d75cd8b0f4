import Chats
import Foundation
import GRDB

/// Everything that an import can state about a message, in the form in which it is stored.
///
/// A message that several imports share is merged from the versions of each; see ``merged(with:_:)``. While these are
/// equal, only the message is stored. Where they differ, each version is kept, so that an import can be undone. See
/// ``ImportLedger``.
struct MessageVersion: Equatable, Sendable {
  var time: Time
  var author: Author
  var body: Body
  /// Texts other than that of ``body``, sorted by ``Earlier/isBefore(_:)``. No text occurs twice.
  var earlier: [Earlier]
  var files: [File]
  /// Sorted by key and participant.
  var reactions: [Reaction]
  var rest: Rest

  struct Time: Codable, Equatable, Sendable {
    var sentAt: Int64
    /// Whether the source has no time zone, or no time for the message, so that one was assumed. Only for messages with keys.
    var isAssumed = false
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
    /// The time since which the message has this text; nil for its first text, or if that is not known.
    var editedAt: Int64?
  }

  /// A text that the message had at some time.
  struct Earlier: Codable, Equatable, Sendable {
    var text: String
    /// As in ``Body/editedAt``.
    var writtenAt: Int64?

    func isBefore(_ other: Self) -> Bool {
      (writtenAt ?? .min, text) < (other.writtenAt ?? .min, other.text)
    }
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
    var transcript: Attachment.Transcript?
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

  struct Rest: Codable, Equatable, Sendable {
    var reply: String?
    var topic: String?
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
    if !earlier.isEmpty { flags.insert(.edits) }
    return flags.union(MessageFlags(time))
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
  /// The reader has bookmarked the message, which is no part of any version of it. The index of bookmarks uses this
  /// number.
  static let bookmark = Self(rawValue: 128)
}

extension TextEntity.Kind {
  var isLink: Bool { if case .link = self { true } else { false } }
}

extension MessageFlags {
  /// The time is precise to the second, or to the minute. A message with neither has its time as the source states it.
  static let seconds = Self(rawValue: 16)
  static let minutes = Self(rawValue: 32)

  /// The time is in an assumed time zone.
  static let assumedTime = Self(rawValue: 64)

  init(_ time: MessageVersion.Time) {
    switch time.resolution {
    case .seconds: self = .seconds
    case .minutes: self = .minutes
    case .milliseconds, nil: self = time.isAssumed ? .assumedTime : []
    }
  }

  var resolution: TimeResolution {
    contains(.minutes) ? .minutes : contains(.seconds) ? .seconds : .milliseconds
  }
}

// MARK: Merging versions

extension MessageVersion {
  /// The message that follows from two versions of it.
  ///
  /// Merging is commutative, associative and idempotent: the result depends on the set of the versions, not on their
  /// order. So each part takes the larger of the two in an order of its own, in which a known value is larger than an
  /// unknown one, or the union of both. Where nothing else decides, the bytes of the values do.
  ///
  /// - Parameter people: Compares participants by their keys, because their numbers depend on the order of imports.
  func merged(with other: Self, _ people: PeopleRoots) throws -> Self {
    guard self != other else { return self }
    var whole = self
    if other.time.isBetter(than: time) { whole.time = other.time }
    whole.author.isOwn = author.isOwn || other.author.isOwn
    whole.author.sender = try people.larger(author.sender, other.author.sender)
    if body.isLess(than: other.body) { whole.body = other.body }
    let bodies = [body, other.body].filter(\.isText).map { Earlier(text: $0.text, writtenAt: $0.editedAt) }
    whole.earlier = Self.earlier(earlier + other.earlier + bodies, apartFrom: whole.body)
    whole.files = Self.merged(files, other.files)
    if try Self.isLess(reactions, than: other.reactions, people) { whole.reactions = other.reactions }
    whole.rest.reply = [rest.reply, other.rest.reply].compactMap(\.self).max()
    whole.rest.topic = [rest.topic, other.rest.topic].compactMap(\.self).max()
    whole.rest.album = [rest.album, other.rest.album].compactMap(\.self).max()
    whole.rest.details = DetailsCoding.merged(rest.details, other.rest.details)
    return whole
  }

  /// The message that follows from these versions.
  static func merged(_ versions: [Self], _ people: PeopleRoots) throws -> Self {
    try versions.dropFirst().reduce(versions[0]) { try $0.merged(with: $1, people) }
  }

  /// Makes the message own if its sender is one of the owners, as far as these are known. Versions are of a time at which
  /// they may not have been. A message that was written in the archive stays own.
  mutating func follow(_ owners: Set<Participant.ID>?, source: String? = nil) {
    guard let owners, let sender = author.sender, source?.hasPrefix(ImportedMessage.sentPrefix) != true else {
      return
    }
    author.isOwn = owners.contains(sender)
  }

  /// Each text once, with the last time since which the message had it. Texts that differ only in what exports change,
  /// such as white space, are the same; which of them is kept can depend on the order of imports.
  static func earlier(_ texts: [Earlier], apartFrom body: Body) -> [Earlier] {
    var found: [String: Earlier] = [:]
    for item in texts where !item.text.isEmpty {
      found.merge([(SequenceItem.folded(item.text), item)]) { a, b in
        Earlier(
          text: max(a.text, b.text), writtenAt: [a.writtenAt, b.writtenAt].compactMap(\.self).max())
      }
    }
    // An earlier one that the message got again later is kept, because another body can still replace this one.
    let key = SequenceItem.folded(body.text)
    if body.isText, (found[key]?.writtenAt ?? .min) <= (body.editedAt ?? .min) { found[key] = nil }
    return found.values.sorted { $0.isBefore($1) }
  }

  /// The longer list, or the files of both.
  private static func merged(_ a: [File], _ b: [File]) -> [File] {
    a.count == b.count ? zip(a, b).map { $0.merged(with: $1) } : a.count > b.count ? a : b
  }

  /// Whether a list of reactions has fewer people, or names fewer of them.
  private static func isLess(_ a: [Reaction], than b: [Reaction], _ people: PeopleRoots) throws -> Bool {
    guard a != b else { return false }
    let ranks = try [a, b].map { list in
      let named = list.filter { $0.participant != 0 }
      return (
        list.reduce(0) { $0 + $1.count }, named.count, named.count { $0.reactedAt != nil },
        try list.map {
          "\($0.key)\0\(try people.key(of: $0.participant))\0\($0.reactedAt.map(String.init) ?? "")\0\($0.count)"
        }
        .sorted().joined()
      )
    }
    return ranks[0] < ranks[1]
  }
}

extension MessageVersion.Time {
  /// Whether a time is more precise, or an equally precise one is earlier. Of assumed times, the later one is better: it is
  /// that of the message before, which the other export lacks. Of order keys at the same time, the larger one is right: it
  /// counts messages before this one that the other export lacks.
  fileprivate func isBetter(than other: Self) -> Bool {
    guard isAssumed == other.isAssumed else { return !isAssumed }
    guard !isAssumed else { return (sentAt, orderKey ?? 0) > (other.sentAt, other.orderKey ?? 0) }
    return (resolution?.rawValue ?? 0, sentAt, other.orderKey ?? 0)
      < (other.resolution?.rawValue ?? 0, other.sentAt, orderKey ?? 0)
  }
}

extension MessageVersion.Body {
  /// Whether the other one is preferred: a message that is there to one that was deleted or not exported, and a later text.
  fileprivate func isLess(than other: Self) -> Bool {
    let (mine, its) = (rank, other.rank)
    if mine != its { return mine < its }
    if (editedAt ?? .min, text) != (other.editedAt ?? .min, other.text) {
      return (editedAt ?? .min, text) < (other.editedAt ?? .min, other.text)
    }
    let (a, b) = (entities ?? Data(), other.entities ?? Data())
    if a != b { return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count }
    return kind < other.kind
  }

  /// Whether the text is a person's, and not one that describes an event with today's names.
  fileprivate var isText: Bool { rank > 4 }

  private var rank: Int {
    switch Message.Kind(rawValue: kind) {
    case .deleted: 0
    case .unsupported: 1
    case .gap: 2
    case .service: text.isEmpty ? 3 : 4
    case .normal, .action, .note, nil: text.isEmpty ? 5 : kind == Message.Kind.action.rawValue ? 7 : 6
    }
  }
}

extension MessageVersion.File {
  /// The facts of both: a copy beside the archive ranks before the file in an export, which may be gone by now.
  fileprivate func merged(with other: Self) -> Self {
    func larger<Value: Comparable>(_ part: KeyPath<Self, Value?>) -> Value? {
      [self[keyPath: part], other[keyPath: part]].compactMap(\.self).max()
    }
    var whole = self
    if kind == Attachment.Kind.file.rawValue || other.kind != kind && other.kind > kind,
      other.kind != Attachment.Kind.file.rawValue
    {
      whole.kind = other.kind
    }
    let size = [self, other].compactMap { file in file.width.map { ($0, file.height ?? 0) } }.max { $0 < $1 }
    (whole.width, whole.height) = (size?.0, size?.1)
    (whole.bytes, whole.duration) = (larger(\.bytes), larger(\.duration))
    whole.isSpoiler = isSpoiler || other.isSpoiler
    (whole.name, whole.thumbnail) = (larger(\.name), larger(\.thumbnail))
    whole.path = [path, other.path].compactMap(\.self).max {
      (MediaFolder.isCopy($0) ? 1 : 0, $0) < (MediaFolder.isCopy($1) ? 1 : 0, $1)
    }
    // The longer one: exports have the beginning only, and a program may have had the whole sound.
    whole.transcript = [transcript, other.transcript].compactMap(\.self).max {
      ($0.text.utf8.count, $0.text, $0.file ?? "") < ($1.text.utf8.count, $1.text, $1.file ?? "")
    }
    return whole
  }
}

// MARK: Stored versions

/// A version as the archive stores it: all of it, or its differences from another one.
struct MessageVersionChange: Codable {
  private var time: MessageVersion.Time?
  private var author: MessageVersion.Author?
  private var body: MessageVersion.Body?
  private var earlier: [MessageVersion.Earlier]?
  private var files: [MessageVersion.File]?
  private var reactions: [MessageVersion.Reaction]?
  private var rest: MessageVersion.Rest?

  /// - Parameter base: The version that is known when this one is read; nil to store everything.
  init(_ version: MessageVersion, from base: MessageVersion?) {
    func changed<Value: Equatable>(_ part: KeyPath<MessageVersion, Value>) -> Value? {
      version[keyPath: part] == base?[keyPath: part] ? nil : version[keyPath: part]
    }
    (time, author, body) = (changed(\.time), changed(\.author), changed(\.body))
    (earlier, files) = (changed(\.earlier), changed(\.files))
    (reactions, rest) = (changed(\.reactions), changed(\.rest))
  }

  /// The version, with the missing parts taken from another one.
  func version(from base: MessageVersion) -> MessageVersion {
    MessageVersion(
      time: time ?? base.time, author: author ?? base.author, body: body ?? base.body,
      earlier: earlier ?? base.earlier, files: files ?? base.files, reactions: reactions ?? base.reactions,
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
