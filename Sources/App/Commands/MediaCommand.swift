import AppBase
import ArchiveWords
import ArgumentParser
import ChatExport
import ChatStore
import Chats
import FilePaths
import Foundation
import Translation

/// `backscroll media ARCHIVE FOLDER`: saves the files of messages.
package struct MediaCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "media",
    abstract: tr("Save the pictures, videos and files of messages into a folder."),
    discussion: [
      tr(
        "Each file is saved once, under a name with its time and sender; files of several chats are saved in one folder per chat. Files in the folder are never replaced: running it again adds what is new. Days are those of the chat’s time zone, of all chats those of this computer’s; they are written 2021, 2021-03 or 2021-03-14, and the last one is included."
      ),
      tr(
        "Exit status: 0 for success; 1 if there is nothing to save; 2 for a failure, even if only one file failed, and for Ctrl+C."
      ),
    ].joined(separator: "\n\n"))

  /// The kinds of files. The raw values are the arguments of `--kind`.
  package enum Kind: String, CaseIterable, ExpressibleByArgument {
    case pictures
    case videos
    case files

    fileprivate var shelf: MediaShelf {
      switch self {
      case .pictures: .pictures
      case .videos: .films
      case .files: .files
      }
    }
  }

  package init() {}

  @Argument(help: ArgumentHelp(tr("The archive.")), completion: .file())
  package var archive: String

  @Argument(help: ArgumentHelp(tr("The folder; created if it does not exist.")), completion: .directory)
  package var folder: String

  @Option(
    help: ArgumentHelp(
      tr("The title of the chat, a part of it, or its number. Default: all chats."), valueName: "name"))
  package var chat: String?

  @Option(
    help: ArgumentHelp(tr("A topic of the chat: its title, a part of it, or its number."), valueName: "name"))
  package var topic: String?

  @Option(
    help: ArgumentHelp(
      tr("Save only the files of the messages that a search finds; see “backscroll help search”."),
      valueName: "query"))
  package var search: String?

  @Option(help: ArgumentHelp(tr("The kind of files; can be given several times. Default: all kinds.")))
  package var kind: [Kind] = []

  @Option(help: ArgumentHelp(tr("The first day. Default: that of the first message."), valueName: "date"))
  package var from: String?

  @Option(help: ArgumentHelp(tr("The last day. Default: that of the newest message."), valueName: "date"))
  package var to: String?

  package func validate() throws {
    guard !folder.isEmpty else { throw ValidationError(tr("Name a folder.")) }
    if topic != nil, chat == nil { throw ValidationError(tr("A topic needs its chat: add --chat.")) }
    guard search == nil || from == nil && to == nil else {
      throw ValidationError(tr("A search has its own days: write after:2021-03-14 before:2021-04 in it."))
    }
  }

  package func run() throws {
    let archive = try Archive(path: archive, mode: .existing)
    defer { archive.close() }
    guard FilePath.isUTF8(folder) else {
      throw CommandFailure(tr("The path “{path}” is not in UTF-8. Choose another one.", ["path": folder]))
    }
    let found = try chat.map { [topic] name in
      try Blocking.wait { try await archive.chat(named: name, topic: topic) }
    }
    let zone = found?.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    let saver = MediaSaver(
      archive, try messages(archive, found?.id, zone),
      shelves: kind.isEmpty ? Set(MediaShelf.allCases) : Set(kind.map(\.shelf)), timeZone: zone)
    let saved = try save(saver)
    for failure in saved.failures { Program.note("\(failure.name): \(MediaWords.reason(of: failure.error))") }
    Program.note(MediaWords.done(saved, folder: folder))
    if saved.isCancelled || saved.failed > 0 { throw ExitCode(2) }
    if saved.total - saved.missing == 0 { throw ExitCode(1) }
  }

  private func messages(
    _ archive: Archive, _ chat: Conversation.ID?, _ zone: TimeZone
  ) throws -> MediaSaver.Messages {
    if let search {
      try IndexLine.complete(archive)
      return .found(SearchQuery(search), in: chat)
    }
    let span = try ExportSpan(from: from, to: to, in: zone)
    return chat.map { .chat($0, span) } ?? .all(span)
  }

  private func save(_ saver: MediaSaver) throws -> SavedMedia {
    let interrupt = Interrupt()
    let line = ProgressLine()
    defer { line.clear() }
    let stop = interrupt.flag
    return try withExtendedLifetime(interrupt) {
      try Blocking.wait {
        try await saver.run(into: URL(fileURLWithPath: folder, isDirectory: true)) {
          line.show(Counted.files($0.messages), fraction: $0.fraction)
        } isCancelled: {
          stop.isRaised
        }
      }
    }
  }
}
