import AppBase
import ArchiveWords
import ChatFormats
import ChatStore
import Chats
import Foundation
import GLib
import Translation
import Watching

/// Follows the folders of an archive without a window, until a signal ends it.
@MainActor
final class WatchLoop {
  private let keeper: FolderKeeper
  private let archive: Archive
  private var isEnded = false
  private var failure: (any Error)?
  /// The last sentence about each folder.
  private var shown: [WatchedFolder.ID: String] = [:]

  init(_ archive: Archive) {
    keeper = FolderKeeper(archive)
    self.archive = archive
    keeper.didRead = { [weak self] in self?.report($0, $1) }
    keeper.didChange = { [weak self] in self?.reportStates() }
  }

  /// Blocks. A reading that runs at the end stores its batch; the rest is read at the next start.
  func run() throws {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      UnixSignal.handle(number) { [weak self] in self?.isEnded = true }
    }
    Task { [self] in
      do { try await keeper.start() } catch { end(error) }
    }
    while !isEnded { MainLoop.iterate(mayBlock: true) }
    keeper.stop()
    while keeper.isReading { MainLoop.iterate(mayBlock: true) }
    if let failure { throw failure }
  }

  private func end(_ error: any Error) {
    failure = error
    isEnded = true
  }

  /// Writes a line about a reading.
  private func report(_ folder: WatchedFolder, _ result: FolderReader.Result) {
    for failure in result.summary.failures { Program.complain(failure.description) }
    for problem in result.damage { Program.note(problem.description) }
    guard result.readCount > 0 || result.summary.added > 0 else { return }
    let values = [
      "time": Date().ISO8601Format(),
      "messages": Counted.messages(result.summary.added),
      "files": result.read.prefix(Self.namedFiles).joined(separator: ", "),
    ]
    let rest = result.read.count - Self.namedFiles
    let line =
      rest > 0
      ? trn(
        "{time} {messages} added from {files} and {count} more file",
        "{time} {messages} added from {files} and {count} more files", rest, values)
      : tr("{time} {messages} added from {files}", values)
    do { try Program.output([line]) } catch { end(error) }
  }

  private static let namedFiles = 3

  /// Writes a line about each folder that cannot be read now.
  private func reportStates() {
    if let loss = archive.loss { return end(loss) }
    let isFollowing = keeper.folders.contains {
      if case .stopped = $0.folder.state { false } else { true }
    }
    if !isFollowing {
      Program.complain(tr("No folder is left to keep “{path}” up to date with.", ["path": archive.path]))
      isEnded = true
    }
    for kept in keeper.folders {
      let sentence = Self.sentence(kept)
      guard shown[kept.folder.id] != sentence else { continue }
      shown[kept.folder.id] = sentence
      if let sentence { Program.complain(sentence) }
    }
  }

  /// The sentence about the state of a folder; nil if it is read.
  private static func sentence(_ kept: KeptFolder) -> String? {
    let words = FolderWords()
    switch kept.status {
    case .unknown, .upToDate, .waiting, .importing, .stopped: return nil
    case .asking(let files):
      return trn(
        "{count} file waits for an answer: {file}. Import it once without --watch, or in the window.",
        "{count} files wait for an answer, such as {file}. Import them once without --watch, or in the window.",
        files.count, ["file": files.first?.path ?? ""])
    case .failed(let files):
      let title = words.title(of: kept.status, kept.folder)
      guard let file = files.first else { return title }
      return "\(title): \(file.note ?? file.path)"
    case .elsewhere: return "\(kept.folder.path): \(words.note(of: kept.status, kept.folder))"
    case .paused, .missing, .unreadable, .blocked:
      let (title, note) = (
        words.title(of: kept.status, kept.folder), words.note(of: kept.status, kept.folder)
      )
      return "\(kept.folder.path): \(title). \(note)"
    }
  }
}
