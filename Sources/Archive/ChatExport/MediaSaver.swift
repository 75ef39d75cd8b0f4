import ChatFiles
import ChatStore
import Chats
import Foundation

/// Saves the pictures, films and files of messages into a folder: each once, under a name with its time and sender.
///
/// Files of several chats are saved in one folder per chat. A second run into the same folder adds only what is new,
/// whatever the files are called. For example:
///
/// ```swift
/// let saver = MediaSaver(archive, .chat(chat.id, .all), timeZone: .current)
/// let saved = try await saver.run(into: URL(fileURLWithPath: "/home/mara/walks"))
/// print(saved.count, saved.doubles)
/// ```
public struct MediaSaver: Sendable {
  /// The messages whose files are saved.
  public enum Messages: Sendable {
    /// The messages of a chat in a span of days.
    case chat(Conversation.ID, ExportSpan)
    /// The messages of all chats in a span of days, in the time zone of the saver.
    case all(ExportSpan)
    /// The hits of a search in a chat; nil for all chats.
    case found(SearchQuery, in: Conversation.ID?)
    /// Some messages of one chat.
    case some([Message.ID])
  }

  private let archive: Archive
  private let messages: Messages
  private let shelves: [MediaShelf]
  private let timeZone: TimeZone

  /// Creates a saver of files.
  ///
  /// - Parameters:
  ///   - archive: The archive to read.
  ///   - messages: The messages whose files are saved.
  ///   - shelves: The kinds of files. Stickers belong to no shelf, and are not saved.
  ///   - timeZone: The time zone of the times in names.
  public init(
    _ archive: Archive, _ messages: Messages, shelves: Set<MediaShelf> = Set(MediaShelf.allCases),
    timeZone: TimeZone
  ) {
    self.archive = archive
    self.messages = messages
    self.shelves = shelves.sorted { $0.rawValue < $1.rawValue }
    self.timeZone = timeZone
  }

  /// Saves the files. Does not block the caller; cancelling the task ends it like `isCancelled`.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if there is something to save. Its files are never replaced.
  ///   - progress: Called for each file. The total is 0 for a search.
  ///   - isCancelled: Called for each piece of a file. Once it returns true, the saver stops.
  /// - Returns: The numbers of files, also if the saver stopped before the end.
  /// - Throws: ``ExportError`` if the archive cannot be read, or nothing can be written to the folder.
  public func run(
    into folder: URL, progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> SavedMedia {
    let isCut: @Sendable () -> Bool = { Task.isCancelled || isCancelled() }
    var total = 0
    // A search is not run twice.
    if case .found = messages {} else { try await eachFile(isCut) { _ in total += 1 } }
    var saved = SavedMedia()
    var places: SavedPlaces?
    let titles = try await titles
    var failure: ExportError?
    let isOver = { isCut() || failure != nil }
    try await eachFile(isOver) { file in
      do throws(ExportError) {
        if places == nil { places = try SavedPlaces(folder, timeZone: timeZone, titles: titles) }
      } catch {
        failure = error
        return
      }
      do throws(MediaError) {
        if let outcome = try places?.save(file, isCut) { saved.note(outcome) }
      } catch {
        saved.note(error, of: file.attachment)
      }
      progress(ExportProgress(messages: saved.total, total: total))
    }
    if let failure { throw failure }
    saved.isCancelled = isCut()
    return saved
  }

  /// The titles of the chats if files of several chats can be saved; otherwise nil.
  private var titles: [Conversation.ID: String]? {
    get async throws(ExportError) {
      switch messages {
      case .chat, .some, .found(_, in: .some): return nil
      case .all, .found(_, in: nil):
        do throws(ArchiveError) {
          return Dictionary(
            try await archive.conversations().map { ($0.id, $0.title) },
            uniquingKeysWith: { first, _ in first })
        } catch {
          throw ExportError(reading: error)
        }
      }
    }
  }

  // MARK: Reading

  /// A file that is to be saved.
  struct File {
    let attachment: Attachment
    let chat: Conversation.ID
    /// Milliseconds since 1970 UTC.
    let sentAt: Int64
    let sender: String?
  }

  /// The number of messages or files that are read at once.
  private static let page = 200

  /// Passes each file to `body`, until `isCut` returns true.
  ///
  /// - Complexity: O(n); memory for one page.
  private func eachFile(
    _ isCut: () -> Bool, _ body: (File) -> Void
  ) async throws(ExportError) {
    do throws(ArchiveError) {
      switch messages {
      case .chat(let chat, let span): try await eachFile(in: chat, span, isCut, body)
      case .all(let span):
        for chat in try await archive.conversations() {
          try await eachFile(in: chat.id, span, isCut, body)
        }
      case .found(let query, let chat):
        var last: MessageCursor?
        while !isCut() {
          let hits = try await archive.search(query, in: chat, before: last, limit: Self.page)
          for hit in hits { eachFile(of: hit.message, isCut, body) }
          guard hits.count == Self.page, let cursor = hits.last?.cursor else { return }
          last = cursor
        }
      case .some(let ids):
        for start in stride(from: 0, to: ids.count, by: Self.page) where !isCut() {
          let found = try await archive.messages(Array(ids[start..<min(start + Self.page, ids.count)]))
          for message in found { eachFile(of: message, isCut, body) }
        }
      }
    } catch {
      throw ExportError(reading: error)
    }
  }

  private func eachFile(of message: Message, _ isCut: () -> Bool, _ body: (File) -> Void) {
    for attachment in message.attachments {
      guard let shelf = attachment.kind.shelf, shelves.contains(shelf), !isCut() else { continue }
      body(
        File(
          attachment: attachment, chat: message.conversation, sentAt: message.sentAt,
          sender: message.sender?.name))
    }
  }

  private func eachFile(
    in chat: Conversation.ID, _ span: ExportSpan, _ isCut: () -> Bool, _ body: (File) -> Void
  ) async throws(ArchiveError) {
    for shelf in shelves {
      var cursor = MediaCursor(
        orderKey: span.first.orderKey, id: .init(message: span.first.id, position: .max))
      while !isCut() {
        let items = try await archive.media(in: chat, .shelf(shelf), .after(cursor), limit: Self.page)
        for item in items where MessageCursor(orderKey: item.orderKey, id: item.id.message) < span.last {
          guard let attachment = item.attachment, !isCut() else { continue }
          body(File(attachment: attachment, chat: chat, sentAt: item.sentAt, sender: item.sender?.name))
        }
        guard items.count == Self.page, let last = items.last?.cursor,
          MessageCursor(orderKey: last.orderKey, id: last.id.message) < span.last
        else { break }
        cursor = last
      }
    }
  }
}

/// The result of saving files.
public struct SavedMedia: Sendable, Hashable {
  /// The number of files that were saved.
  public private(set) var count = 0
  /// The number of files with the contents of another one, which are not saved again.
  public private(set) var doubles = 0
  /// The number of files that were in the folder before.
  public private(set) var known = 0
  /// The number of files that the export does not contain, or that are no longer where the import found them.
  public private(set) var missing = 0
  /// The number of files that could not be read or written.
  public private(set) var failed = 0
  /// The names of the first of these files, with the reasons.
  public private(set) var failures: [Failure] = []
  /// Bytes that were saved.
  public private(set) var bytes: Int64 = 0
  /// Whether the saver was cancelled. The saved files remain.
  public internal(set) var isCancelled = false
  /// Whether the disk had no room for a file.
  public private(set) var lacksRoom = false

  /// A file that could not be saved.
  public struct Failure: Sendable, Hashable {
    /// Its name, for the user.
    public let name: String
    public let error: MediaError
  }

  /// The number of failures that are listed.
  private static let listed = 20

  /// The number of files that were looked at.
  public var total: Int { count + doubles + known + missing + failed }

  mutating func note(_ outcome: SavedPlaces.Outcome) {
    switch outcome {
    case .saved(let size):
      count += 1
      bytes += size
    case .double: doubles += 1
    case .known: known += 1
    }
  }

  mutating func note(_ error: MediaError, of attachment: Attachment) {
    switch error {
    case .missing: missing += 1
    case .cancelled: isCancelled = true
    case .noRoom, .encrypted, .damaged, .system:
      if case .noRoom = error { lacksRoom = true }
      failed += 1
      if failures.count < Self.listed {
        failures.append(Failure(name: FileName.own(of: attachment), error: error))
      }
    }
  }
}
