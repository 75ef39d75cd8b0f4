import Chats
import Foundation
import SeededRandom

/// What files contain, found by reading them without writing anything.
///
/// For example:
///
/// ```swift
/// let survey = ImportSurvey.of([URL(fileURLWithPath: "result.json")], options: ImportOptions(timeZone: .current))
/// print(survey.chats.map(\.title), survey.question(in: survey.chats))
/// ```
public struct ImportSurvey: Sendable, Hashable {
  /// The formats of the files, that of most bytes first. Empty if there is nothing to import.
  public internal(set) var found: [Found] = []
  /// The chats, those with most messages first.
  public internal(set) var chats: [Chat] = []
  /// What the files leave open. The survey has used the most likely answers.
  public internal(set) var questions: Set<ImportQuestion> = []
  /// The time zone that was assumed for some of the times; nil if the files tell all instants.
  public internal(set) var assumedZone: TimeZone?
  /// Records that could not be read.
  public internal(set) var unreadableCount = 0
  /// Errors that prevent files from being read to their end, in order.
  public internal(set) var failures: [ImportError] = []
  /// Bytes read so far.
  public internal(set) var bytesRead: Int64 = 0
  /// Bytes of all files.
  public internal(set) var totalBytes: Int64 = 0
  /// Whether all was read: then the counts are exact.
  public internal(set) var isComplete = false

  /// A survey of files of which nothing is known yet.
  public init() {}

  /// How sure a format is.
  public enum Certainty: Sendable, Hashable {
    /// Only this format has what the files begin with.
    case certain
    /// The files leave something open that decides how they are read.
    case likely
    /// A person has chosen it.
    case chosen
  }

  /// The files of one format.
  public struct Found: Sendable, Hashable {
    /// The format.
    public var format: ImportFormat
    /// How sure that is.
    public var certainty: Certainty
    /// The first of the files.
    public var file: URL
    /// Number of files.
    public var fileCount: Int
    /// Bytes of all of them.
    public var byteCount: Int64
    /// Bytes of the zip file that the first of them is in, as it was chosen; nil outside of one.
    public var zipByteCount: Int64? = nil
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
    /// The key of the person who has exported the chat, where the files tell it.
    public var toldOwner: String?
    /// Its first messages, at most ``previewLimit``.
    public var preview: [ImportedMessage]
    /// The pictures and files that its messages name.
    public var media = Media()

    /// People of a chat that are listed.
    public static let personLimit = 1_000
    /// Messages of a chat in ``preview``.
    public static let previewLimit = 10
    /// Chats that have a preview.
    static let previewedChats = 1_000
  }

  /// A person who writes in a chat.
  public struct Person: Sendable, Hashable, Identifiable {
    /// The key of the person in the source.
    public var id: String
    /// The latest name.
    public var name: String
    /// Messages without service messages; of a candidate, in all chats.
    public var messageCount: Int
    /// Chats in which the person writes.
    public var chatCount = 1

    /// Colours derive from it, here as in an archive.
    public var colorSeed: UInt64 { FNV1a.hash(id) }
  }

  /// The pictures and files that messages name. A file that several messages name counts for each of them, also where the
  /// messages are in different chats.
  public struct Media: Sendable, Hashable {
    /// Number of all of them.
    public var count = 0
    /// Those that are beside the export.
    public var foundCount = 0
    /// Bytes of those.
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

  /// How much is read.
  public enum Depth: Sendable, Hashable {
    /// Everything.
    case whole
    /// So many bytes of each export: enough for a guess.
    case beginning(bytes: Int64)
  }

  /// Reads files and folders. Blocks; do not call it on the main actor.
  ///
  /// - Parameters:
  ///   - files: As for ``Importer``.
  ///   - options: What the person has told.
  ///   - depth: How much is read.
  ///   - update: Called with what is known so far: when the formats are, with the first messages of each export, and at
  ///     most a few times per megabyte. Costs nothing unless the closure is called.
  ///   - isCancelled: Called for each record. Once it returns true, reading stops.
  public static func of(
    _ files: [URL], options: ImportOptions, depth: Depth = .whole,
    update: (_ survey: () -> ImportSurvey) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) -> ImportSurvey {
    var gathering = SurveyGathering(options: options)
    gathering.read(files, depth, update: update, isCancelled: isCancelled)
    return gathering.survey(isComplete: depth == .whole && !isCancelled())
  }
}

// MARK: - The owner

extension ImportSurvey {
  /// Who of the people the person is who imports the chats.
  public enum OwnerQuestion: Sendable, Hashable {
    /// There is nobody, or only one, to choose from.
    case none
    /// The files tell it.
    case told(Person.ID)
    /// Nothing tells it, but it is probably this one.
    case guessed(Person.ID)
    /// Nothing tells it.
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

  /// The question who the owner is.
  ///
  /// - Parameter chats: Those that are imported.
  public func question(in chats: [Chat]) -> OwnerQuestion {
    let open = chats.filter { $0.toldOwner == nil && $0.people.count > 1 }
    guard !open.isEmpty else {
      let told = Dictionary(grouping: chats.compactMap(\.toldOwner), by: \.self)
      let first = told.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
      return first.map { .told($0.key) } ?? .none
    }
    let people = candidates(in: open)
    // Who is the owner of some of the chats is that of the others too, if the person writes there.
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
  /// The first messages as they will be in an archive.
  ///
  /// - Parameter owner: Who is told to be the owner; nil for what the files tell.
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
      }
      return shown
    }
  }
}

extension ImportedMessage {
  /// Bytes of a text in a preview.
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

  /// The message with a text short enough to keep.
  var keptForPreview: ImportedMessage {
    guard text.utf8.count > Self.previewBytes else { return self }
    var short = self
    short.text = String(text.unicodeScalars.prefix(Self.previewBytes / 4))
    short.entities = []
    return short
  }
}

extension ImportedMessage.Sender {
  /// The person in a preview: with the colour that an archive gives.
  fileprivate var participant: Participant {
    let seed = FNV1a.hash(key)
    return Participant(id: Int64(bitPattern: seed), name: name.nonBlank ?? key, colorSeed: seed)
  }
}
