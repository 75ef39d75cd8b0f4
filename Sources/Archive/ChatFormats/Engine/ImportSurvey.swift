import Chats
import Foundation
import SeededRandom

/// The contents of files, found by reading them without writing anything.
///
/// For example:
///
/// ```swift
/// let survey = ImportSurvey.of([URL(fileURLWithPath: "result.json")], options: ImportOptions(timeZone: .current))
/// print(survey.chats.map(\.title), survey.question(in: survey.chats))
/// ```
public struct ImportSurvey: Sendable, Hashable {
  /// The formats of the files, the one with most bytes first. Empty if there is nothing to import.
  public internal(set) var found: [Found] = []
  /// The chats, those with most messages first.
  public internal(set) var chats: [Chat] = []
  /// The questions that the files leave open. The survey has used the most likely answers.
  public internal(set) var questions: Set<ImportQuestion> = []
  /// The files whose chat may be another one than that of its title; see ``Stranger``.
  public internal(set) var strangers: [Stranger] = []
  /// The time zone that was assumed for some of the times; nil if the files contain all instants.
  public internal(set) var assumedZone: TimeZone?
  /// Records that could not be read.
  public internal(set) var unreadableCount = 0
  /// Errors that prevent files from being read to their end, in order.
  public internal(set) var failures: [ImportError] = []
  /// Bytes read so far.
  public internal(set) var bytesRead: Int64 = 0
  /// Bytes of all files.
  public internal(set) var totalBytes: Int64 = 0
  /// Whether everything was read, so that the counts are exact.
  public internal(set) var isComplete = false

  /// Creates a survey without any findings.
  public init() {}

  /// The certainty of a format.
  public enum Certainty: Sendable, Hashable {
    /// Only files of this format begin like this.
    case certain
    /// The files leave a question open that affects reading.
    case likely
    /// The format was chosen explicitly.
    case chosen
  }

  /// The files of one format.
  public struct Found: Sendable, Hashable {
    /// The format.
    public var format: ImportFormat
    /// The certainty of the format.
    public var certainty: Certainty
    /// The first of the files.
    public var file: URL
    /// The number of files.
    public var fileCount: Int
    /// The bytes of all files.
    public var byteCount: Int64
    /// The bytes of the chosen zip file with the first of the files; nil if it is not in a zip file.
    public var zipByteCount: Int64? = nil
  }

  /// A file whose chat is known by its title alone, where the archive, or an earlier file, has a chat of that title
  /// without a message in common. Both can be one chat; see ``ImportOptions/continuations``.
  public struct Stranger: Sendable, Hashable {
    /// The file.
    public var file: URL
    /// The key of the conversation in its source.
    public var chat: Chat.ID
    /// The title of the conversation.
    public var title: String
    /// The number of the file's messages, service messages included.
    public var messageCount: Int
  }

  /// A conversation in the files.
  public struct Chat: Sendable, Hashable, Identifiable {
    /// The key of the conversation in its source.
    public var id: String
    /// The title of the conversation. Never empty.
    public var title: String
    /// Messages read so far, service messages included.
    public var messageCount: Int
    /// When the earliest of them was sent, in milliseconds since 1970 UTC.
    public var firstSentAt: Int64
    /// When the newest of them was sent.
    public var lastSentAt: Int64
    /// The people who write in it, those with most messages first, at most ``personLimit``.
    public var people: [Person]
    /// The key of the person who exported the chat, if the files contain it.
    public var toldOwner: String?
    /// Its first messages, at most ``previewLimit``.
    public var preview: [ImportedMessage]
    /// The pictures and files that its messages refer to.
    public var media = Media()

    /// The largest number of listed people of a chat.
    public static let personLimit = 1_000
    /// The largest number of messages in ``preview``.
    public static let previewLimit = 10
    /// The number of chats with a preview.
    static let previewedChats = 1_000
  }

  /// A person who writes in a chat.
  public struct Person: Sendable, Hashable, Identifiable {
    /// The key of the person in the source.
    public var id: String
    /// The latest name.
    public var name: String
    /// The number of messages without service messages; for a candidate, in all chats.
    public var messageCount: Int
    /// The number of chats in which the person writes.
    public var chatCount = 1

    /// The seed of the colours, the same as in an archive.
    public var colorSeed: UInt64 { FNV1a.hash(id) }
  }

  /// The pictures and files that messages refer to. A file counts for each message that refers to it, even in different chats.
  public struct Media: Sendable, Hashable {
    /// The number of all media.
    public var count = 0
    /// The number of media that exist beside the export.
    public var foundCount = 0
    /// The bytes of the existing media.
    public var byteCount: Int64 = 0

    /// No media.
    public static let none = Media()

    /// Adds the counts of two chats.
    public static func + (first: Media, second: Media) -> Media {
      Media(
        count: first.count + second.count, foundCount: first.foundCount + second.foundCount,
        byteCount: first.byteCount + second.byteCount)
    }
  }

  /// The part of the files to read.
  public enum Depth: Sendable, Hashable {
    /// Everything.
    case whole
    /// A number of bytes of each export: enough for a guess.
    case beginning(bytes: Int64)
  }

  /// Reads files and folders. Blocks; do not call it on the main actor.
  ///
  /// - Parameters:
  ///   - files: As for ``Importer``.
  ///   - options: The options that were given.
  ///   - depth: The part of the files to read.
  ///   - archive: The archive into which they will be imported, if it exists. It is only read.
  ///   - update: Called with a closure for the current survey: when the formats are known, with the first messages of
  ///     each export, and at most a few times per megabyte. Costs nothing unless the closure is called.
  ///   - isCancelled: Called for each record. Once it returns true, reading stops.
  public static func of(
    _ files: [URL], options: ImportOptions, depth: Depth = .whole,
    into archive: (any ImportDestination)? = nil,
    update: (_ survey: () -> ImportSurvey) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
  ) -> ImportSurvey {
    var gathering = SurveyGathering(options: options, archive: archive)
    gathering.read(files, depth, update: update, isCancelled: isCancelled)
    return gathering.survey(isComplete: depth == .whole && !isCancelled())
  }
}

// MARK: - The owner

extension ImportSurvey {
  /// The question which person is the owner of the chats.
  public enum OwnerQuestion: Sendable, Hashable {
    /// There are fewer than two people to choose from.
    case none
    /// The files contain the owner.
    case told(Person.ID)
    /// The files do not contain the owner, but it is probably this person.
    case guessed(Person.ID)
    /// The owner is unknown.
    case open
  }

  /// The people of some chats: those who are in most chats first, then those with most messages.
  ///
  /// - Parameter chats: Chats of this survey.
  public func candidates(in chats: [Chat]) -> [Person] {
    var all: [Person.ID: Person] = [:]
    for chat in chats {
      for person in chat.people {
        if all[person.id] == nil {
          all[person.id] = person
        } else {
          all[person.id]?.messageCount += person.messageCount
          all[person.id]?.chatCount += 1
        }
      }
    }
    return all.values.sorted {
      ($1.chatCount, $1.messageCount, $0.name, $0.id) < ($0.chatCount, $0.messageCount, $1.name, $1.id)
    }
  }

  /// The question about the owner.
  ///
  /// - Parameter chats: The chats to import.
  public func question(in chats: [Chat]) -> OwnerQuestion {
    let open = chats.filter { $0.toldOwner == nil && $0.people.count > 1 }
    guard !open.isEmpty else {
      let told = Dictionary(grouping: chats.compactMap(\.toldOwner), by: \.self)
      let first = told.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
      return first.map { .told($0.key) } ?? .none
    }
    let people = candidates(in: open)
    // The owner of some of the chats is also the owner of the others, if the person writes there.
    let told = Dictionary(grouping: chats.compactMap(\.toldOwner), by: \.self).mapValues(\.count)
    let known = people.filter { told[$0.id] != nil }.max { told[$0.id, default: 0] < told[$1.id, default: 0] }
    if let known { return .guessed(known.id) }
    let candidates = people.enumerated().map { index, person in
      Chats.OwnerQuestion.Candidate(
        id: Int64(index), name: person.name, colorSeed: person.colorSeed, chatCount: person.chatCount,
        messageCount: person.messageCount)
    }
    let guess = Chats.OwnerQuestion.guess(candidates, titles: open.map(\.title))
    return guess.map { .guessed(people[Int($0)].id) } ?? .open
  }
}

// MARK: - The preview

extension ImportSurvey.Chat {
  /// The first messages as they will appear in an archive.
  ///
  /// - Parameter owner: The given owner; nil for the owner in the files.
  public func previewed(owner: ImportOwner?) -> [Message] {
    var numbers: [String: Int] = [:]
    for (index, message) in preview.enumerated() { numbers[message.sourceID] = index }
    return preview.enumerated().map { index, message in
      var shown = message.previewed(id: Int64(index), isOwn: owner?.isOwn(message) ?? message.isOwn)
      if let key = message.replyTo, !key.isEmpty, let place = numbers[key], place < index {
        let quoted = preview[place]
        shown.reply = Quote(
          id: Int64(place), sender: quoted.sender.map(\.participant),
          isOwn: owner?.isOwn(quoted) ?? quoted.isOwn,
          excerpt: String(quoted.text.prefix { !$0.isNewline }.prefix(200)),
          attachmentKind: quoted.attachments.first?.kind)
      } else {
        shown.reply = message.details.quotation.map { Quote($0) }
      }
      return shown
    }
  }
}

extension ImportedMessage {
  /// The largest number of bytes of a text in a preview.
  private static let previewBytes = 4_096

  fileprivate func previewed(id: Message.ID, isOwn: Bool) -> Message {
    Message(
      id: id, conversation: 0, sender: sender.map(\.participant), isOwn: isOwn, sentAt: sentAt, kind: kind,
      text: text, entities: entities, attachments: attachments,
      reactions: reactions.map { reaction in
        Reaction(
          key: reaction.key, count: reaction.count, people: reaction.people.map(\.sender.participant))
      }, editedAt: editedAt, details: details)
  }

  /// The message with a text that is short enough to keep.
  var keptForPreview: ImportedMessage {
    guard text.utf8.count > Self.previewBytes else { return self }
    var short = self
    short.text = String(text.unicodeScalars.prefix(Self.previewBytes / 4))
    short.entities = []
    return short
  }
}

extension ImportedMessage.Sender {
  /// The person in a preview, with the colour that an archive assigns.
  fileprivate var participant: Participant {
    let seed = FNV1a.hash(key)
    return Participant(id: Int64(bitPattern: seed), name: name.nonBlank ?? key, colorSeed: seed)
  }
}
