import AppBase
import ChatFormats
import ChatStore
import Chats
import Foundation
import Translation
import Watching

/// The folders that a window's archive is kept up to date with, while the window has the archive open.
///
/// Folders are read while nothing else is imported. A request that comes meanwhile ends the reading, which goes on later.
@MainActor
package final class WindowFolders {
  /// What has come from a folder since the notice about it was closed.
  package struct News: Equatable {
    package var folder: String
    package var messages = 0
    package var chats: Set<Conversation.ID> = []
    /// Milliseconds since 1970 UTC.
    package var time: Int64
  }

  /// Called when the state of a folder has changed.
  package var didChange: (() -> Void)?
  /// Called after messages were added to chats, or a question was left open.
  package var didRead: ((Set<Conversation.ID>) -> Void)?
  /// Called when there are other news, or none any more.
  package var didChangeNews: ((News?) -> Void)?

  /// All folders of the archive.
  package var folders: [KeptFolder] { keeper?.folders ?? [] }
  package private(set) var news: News? { didSet { if news != oldValue { didChangeNews?(news) } } }

  private let queue: ImportQueue
  /// Of the archive that is opened next.
  var world: WatchWorld
  private var keeper: FolderKeeper?
  /// The path of the archive whose folders are kept, or are being looked up.
  private var path: String?
  private let log = EventLog("watch")

  package init(_ queue: ImportQueue, _ world: WatchWorld = .real) {
    self.queue = queue
    self.world = world
    queue.willBegin = { [weak self] in self?.keeper?.yield() }
    queue.didBecomeFree = { [weak self] in self?.keeper?.resume() }
  }

  isolated deinit { keeper?.stop() }

  /// Keeps an archive up to date from now on, in place of the one before. Call it again when its folders have changed.
  package func open(_ archive: Archive) {
    if path != archive.path { close() }
    path = archive.path
    Task { [weak self] in
      let found: [WatchedFolder]
      do throws(ArchiveError) { found = try await archive.watchedFolders() } catch { return }
      guard let self, path == archive.path else { return }
      if let keeper { return start(keeper) }
      guard !found.isEmpty, archive.writeObstacle == nil, let own = await Self.opened(archive.path) else {
        return
      }
      guard path == archive.path, keeper == nil else { return }
      start(make(own))
    }
  }

  /// A connection of its own, so that the window's never waits for a batch.
  private nonisolated static func opened(_ path: String) async -> Archive? {
    await Task.detached { try? Archive(path: path, mode: .existing) }.value
  }

  private func make(_ archive: Archive) -> FolderKeeper {
    let keeper = FolderKeeper(archive, world)
    keeper.willRead = { [weak self] in self?.queue.occupy() ?? false }
    keeper.didEndReading = { [weak self] in self?.queue.release() }
    keeper.didChange = { [weak self] in self?.didChange?() }
    keeper.didRead = { [weak self] in self?.wasRead($0, $1) }
    self.keeper = keeper
    return keeper
  }

  private func start(_ keeper: FolderKeeper) {
    Task { [log] in
      do { try await keeper.start() } catch { log.warning("not-started", ["error": "\(error)"]) }
    }
  }

  /// Ends all work: the archive is no longer the window's.
  package func close() {
    keeper?.stop()
    (keeper, path, news) = (nil, nil, nil)
  }

  private func wasRead(_ folder: WatchedFolder, _ result: FolderReader.Result) {
    let summary = result.summary
    guard summary.added > 0 || summary.duplicates > 0 else { return }
    didRead?(summary.conversations)
    guard summary.added > 0 else { return }
    let before = news?.folder == folder.path ? news : nil
    news = News(
      folder: folder.path, messages: (before?.messages ?? 0) + summary.added,
      chats: (before?.chats ?? []).union(summary.conversations), time: world.time())
  }

  /// Forgets the news, after they were read or their notice was closed.
  package func closeNews() { news = nil }

  // MARK: Changes

  /// Makes files due again that could not be read.
  package func retry(_ folder: WatchedFolder.ID) { keeper?.retry(folder) }

  /// Call it when a folder's state or path was changed in the archive.
  package func update(_ folder: WatchedFolder.ID) { keeper?.update(folder) }
}
