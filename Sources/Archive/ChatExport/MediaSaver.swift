import ChatFiles
import ChatStore
import Chats
import FilePaths
import Foundation

/// Saves the pictures, films and files of messages into a folder: each once, under a name with its time and sender.
///
/// Files of several chats are in a folder for each. A second run into the same folder adds only what is new. For
/// example:
///
/// ```swift
/// let saver = MediaSaver(archive, .chat(chat.id, .all), timeZone: .current)
/// let saved = try await saver.run(into: URL(fileURLWithPath: "/home/mara/walks"))
/// print(saved.count, saved.doubles)
/// ```
public struct MediaSaver: Sendable {
  /// The messages whose files are saved.
  public enum Messages: Sendable {
    /// Those of a chat on some days.
    case chat(Conversation.ID, ExportSpan)
    /// Those of all chats on some days, in the time zone of the saver.
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
  ///   - shelves: The kinds of files. Stickers are of no kind.
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
  ///   - progress: Called for each file.
  ///   - isCancelled: Called for each piece of a file. Once it returns true, the saver stops.
  /// - Returns: What was saved, also if the saver stopped before the end.
  /// - Throws: ``ExportError`` if the archive cannot be read, or nothing can be written to the folder.
  public func run(
    into folder: URL, progress: @Sendable (ExportProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws(ExportError) -> SavedMedia {
    let isCut: @Sendable () -> Bool = { Task.isCancelled || isCancelled() }
    var total = 0
    try await eachFile { _ in
      total += 1
      return !isCut()
    }
    guard total > 0, !isCut() else { return SavedMedia(end: total > 0 ? .cancelled : .complete) }
    var places = try SavedPlaces(folder, timeZone: timeZone, titles: try await titles)
    var saved = SavedMedia()
    var done = 0
    try await eachFile { file in
      do throws(MediaError) {
        saved.note(try places.save(file, isCut))
      } catch {
        saved.note(error, of: file.attachment)
      }
      done += 1
      progress(ExportProgress(messages: done, total: max(total, done)))
      return saved.end == .complete
    }
    return saved
  }

  /// The titles of the chats whose files get folders of their own; none if all files are of one chat.
  private var titles: [Conversation.ID: String] {
    get async throws(ExportError) {
      switch messages {
      case .chat, .some, .found(_, in: .some): return [:]
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

  /// Passes each file to `body`, which returns whether to go on.
  ///
  /// - Complexity: O(n); memory for one page.
  private func eachFile(_ body: (File) -> Bool) async throws(ExportError) {
    do throws(ArchiveError) {
      switch messages {
      case .chat(let chat, let span): _ = try await eachFile(in: chat, span, body)
      case .all(let span):
        for chat in try await archive.conversations() {
          guard try await eachFile(in: chat.id, span, body) else { return }
        }
      case .found(let query, let chat):
        var last: MessageCursor?
        while true {
          let hits = try await archive.search(query, in: chat, before: last, limit: Self.page)
          guard hits.allSatisfy({ eachFile(of: $0.message, body) }) else { return }
          guard hits.count == Self.page, let cursor = hits.last?.cursor else { return }
          last = cursor
        }
      case .some(let ids):
        for start in stride(from: 0, to: ids.count, by: Self.page) {
          let found = try await archive.messages(Array(ids[start..<min(start + Self.page, ids.count)]))
          guard found.allSatisfy({ eachFile(of: $0, body) }) else { return }
        }
      }
    } catch {
      throw ExportError(reading: error)
    }
  }

  private func eachFile(of message: Message, _ body: (File) -> Bool) -> Bool {
    message.attachments.allSatisfy { attachment in
      guard let shelf = attachment.kind.shelf, shelves.contains(shelf) else { return true }
      return body(
        File(
          attachment: attachment, chat: message.conversation, sentAt: message.sentAt,
          sender: message.sender?.name))
    }
  }

  private func eachFile(
    in chat: Conversation.ID, _ span: ExportSpan, _ body: (File) -> Bool
  ) async throws(ArchiveError) -> Bool {
    for shelf in shelves {
      var cursor = MediaCursor(
        orderKey: span.first.orderKey, id: .init(message: span.first.id, position: .max))
      while true {
        let items = try await archive.media(in: chat, .shelf(shelf), .after(cursor), limit: Self.page)
        for item in items {
          guard MessageCursor(orderKey: item.orderKey, id: item.id.message) < span.last else { break }
          guard let attachment = item.attachment else { continue }
          let file = File(
            attachment: attachment, chat: chat, sentAt: item.sentAt, sender: item.sender?.name)
          guard body(file) else { return false }
        }
        guard items.count == Self.page, let last = items.last else { break }
        cursor = last.cursor
        guard MessageCursor(orderKey: cursor.orderKey, id: cursor.id.message) < span.last else { break }
      }
    }
    return true
  }
}

/// The result of saving files.
public struct SavedMedia: Sendable, Hashable {
  /// The reason for which the saver stopped.
  public enum End: Sendable, Hashable {
    /// All files were read.
    case complete
    /// It was cancelled. What was saved stays.
    case cancelled
    /// The disk is full.
    case full
  }

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
  /// Whether everything was saved that could be.
  public private(set) var end: End

  /// A file that could not be saved.
  public struct Failure: Sendable, Hashable {
    /// Its name, for the user.
    public let name: String
    public let error: MediaError
  }

  /// The number of failures that are listed.
  private static let listed = 20

  init(end: End = .complete) { self.end = end }

  /// The number of files that were looked at.
  public var total: Int { count + doubles + known + missing + failed }

  fileprivate mutating func note(_ outcome: SavedPlaces.Outcome) {
    switch outcome {
    case .saved(let size):
      count += 1
      bytes += size
    case .double: doubles += 1
    case .known: known += 1
    }
  }

  fileprivate mutating func note(_ error: MediaError, of attachment: Attachment) {
    switch error {
    case .missing: missing += 1
    case .cancelled: end = .cancelled
    case .noRoom: end = .full
    case .encrypted, .damaged, .system:
      failed += 1
      if failures.count < Self.listed {
        failures.append(Failure(name: FileName.own(of: attachment), error: error))
      }
    }
  }
}

/// The places of saved files in their folder.
private struct SavedPlaces {
  enum Outcome {
    case saved(Int64)
    case double
    case known
  }

  private struct Contents: Hashable {
    let hash: UInt64
    let byteCount: Int64
  }

  private let folder: URL
  private let titles: [Conversation.ID: String]
  private var folders: [Conversation.ID: URL] = [:]
  private var clock: LocalClock
  /// The saved files, by their contents.
  private var saved: [Contents: [URL]] = [:]
  private let store: MediaStore

  init(_ folder: URL, timeZone: TimeZone, titles: [Conversation.ID: String]) throws(ExportError) {
    self.folder = folder.standardizedFileURL
    self.titles = titles
    clock = LocalClock(timeZone)
    // Files in zip files are read in place, so that nothing is extracted into this folder.
    store = MediaStore(folder: folder)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // One sentence for a folder that cannot be written to, rather than one for each file.
      let probe = folder.appendingPathComponent(".\(UUID().uuidString).part")
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      throw ExportError(error, path: folder.path)
    }
  }

  mutating func save(_ file: MediaSaver.File, _ isCancelled: () -> Bool) throws(MediaError) -> Outcome {
    guard let path = file.attachment.path else { throw .missing }
    let place = self.place(of: file.chat)
    let draft = try store.draft(of: path, in: place, isCancelled)
    let contents = Contents(hash: draft.hash, byteCount: draft.byteCount)
    for other in saved[contents] ?? [] where Self.isEqual(other, draft) { return .double }
    let name = FileName(of: file, at: clock.reading(file.sentAt))
    for number in 1... {
      let target = place.appendingPathComponent(name.numbered(number))
      let isThere = FilePath.status(of: target.path) != nil
      guard !isThere || Self.isEqual(target, draft) else { continue }
      if !isThere {
        try draft.move(to: target)
        let date = Date(timeIntervalSince1970: Double(file.sentAt) / 1000)
        try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: target.path)
      }
      saved[contents, default: []].append(target)
      return isThere ? .known : .saved(draft.byteCount)
    }
    throw .missing
  }

  private static func isEqual(_ file: URL, _ draft: MediaDraft) -> Bool {
    FileManager.default.contentsEqual(atPath: file.path, andPath: draft.url.path)
  }

  /// The folder of a chat.
  private mutating func place(of chat: Conversation.ID) -> URL {
    guard let title = titles[chat] else { return folder }
    if let known = folders[chat] { return known }
    let name = FileName.plain(title)
    let isTaken = titles.contains {
      $0.key < chat && FileName.plain($0.value).lowercased() == name.lowercased()
    }
    let place = folder.appendingPathComponent(isTaken ? "\(name) (\(chat))" : name)
    folders[chat] = place
    return place
  }
}
