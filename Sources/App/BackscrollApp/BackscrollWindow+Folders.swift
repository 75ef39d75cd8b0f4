import AppBase
import ChatFormats
import ChatStore
import Chats
import Controls
import Foundation
import Gtk
import Importing
import Reader
import Translation
import Watching

/// The folders that a window's archive is kept up to date with, as the window shows them.
extension BackscrollWindow {
  func connectFolders() {
    folders.didRead = { [weak self] chats in
      self?.chat.noteImport(into: chats)
      self?.imports.askAboutPeople()
      self?.details?.reload()
    }
    folders.didChange = { [weak self] in
      self?.details?.showFolders()
      self?.updateFreshness()
    }
    folders.didChangeNews = { [weak self] in self?.show($0) }
    imports.keptFolders = { [weak self] in
      Set((self?.folders.folders ?? []).filter { $0.folder.state == .active }.map(\.folder.path))
    }
    sidebar.view.arrivals.didClose = { [weak self] in self?.folders.closeNews() }
  }

  /// Keeps the open archive up to date from now on.
  ///
  /// - Parameter isSame: Whether the same archive was open before, with other folders.
  func openFolders(isSame: Bool = false) {
    if !isSame { folders.close() }
    guard source != .demo, let archive = chat.session.archive else { return }
    folders.open(archive)
  }

  /// Another program may have written to the archive. If it keeps the archive up to date, its messages are shown at once.
  func noticeChange() {
    guard folders.folders.contains(where: { $0.status == .elsewhere }) else { return }
    chat.noteImport(into: Set(chat.session.conversations.map(\.id)))
  }

  // MARK: What has come

  private func show(_ news: WindowFolders.News?) {
    sidebar.view.arrivals.show(news)
    guard let news, !sidebar.isShown else { return }
    chat.tell(FolderWords.news(news.messages, chats: news.chats.count), button: tr("Show")) { [weak self] in
      guard let self else { return }
      if !sidebar.isShown { sidebar.toggleShown() }
      sidebar.view.showUnread()
    }
  }

  /// Closes the notice when all of its chats were read.
  func updateNews() {
    guard let news = folders.news else { return }
    let isUnread = news.chats.contains { (sidebar.summary($0)?.unreadCount ?? 1) > 0 }
    if !isUnread { folders.closeNews() }
  }

  /// Shows since when the open chat is up to date.
  func updateFreshness() {
    guard let archive = chat.session.archive, let conversation = titleBlock.conversation,
      !folders.folders.isEmpty
    else {
      titleBlock.freshness = nil
      return
    }
    Task { [weak self] in
      let own = ((try? await archive.watchedFolders(of: conversation.chat)) ?? []).map(\.id)
      guard let self, titleBlock.conversation?.id == conversation.id else { return }
      let times = folders.folders.filter { own.contains($0.folder.id) }.compactMap { kept in
        if case .upToDate(let time) = kept.status { time } else { nil }
      }
      titleBlock.freshness = times.max().map {
        tr("up to date, {time}", ["time": FolderWords().moment($0)])
      }
    }
  }

  // MARK: Details

  func connect(_ details: ChatDetailsWindow, of chat: Conversation.ID, in archive: Archive) {
    details.folders = { [weak self] in self?.folders.folders ?? [] }
    details.didRequest = { [weak self, weak details] act, folder in
      guard let self, let details else { return }
      perform(act, on: folder, of: chat, in: archive, details)
    }
  }

  private func perform(
    _ act: FolderCard.Act, on folder: WatchedFolder?, of chat: Conversation.ID, in archive: Archive,
    _ details: ChatDetailsWindow
  ) {
    log.debug("folder", ["act": act.rawValue, "folder": folder?.path ?? ""])
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    switch (act, folder) {
    case (.pause, let folder?): set(.paused(since: now), of: folder, in: archive, details)
    case (.resume, let folder?): set(.active, of: folder, in: archive, details)
    case (.stop, let folder?):
      set(.stopped(since: now), of: folder, in: archive, details)
      details.toast.offer(tr("Undo")) { [weak self, weak details] in
        guard let self, let details else { return }
        details.toast.hide()
        set(folder.state, of: folder, in: archive, details)
      }
      details.toast.show(tr("No longer kept up to date"))
    case (.retry, let folder?): folders.retry(folder.id)
    case (.locate, let folder?):
      PlaceDialog(folder: tr("Where Is the Folder?"), accept: tr("Choose"), over: details).show {
        [weak self] in
        self?.move(folder, to: $0, in: archive, details)
      }
    case (.answer, let folder?): answer(folder, details)
    case (.chooseFolder, _):
      PlaceDialog(folder: tr("Keep Up to Date With"), accept: tr("Choose"), over: details).show {
        [weak self] in
        self?.keep($0, for: chat, in: archive, details)
      }
    default: break
    }
  }

  private func change(
    in archive: Archive, _ details: ChatDetailsWindow,
    _ body: @escaping @Sendable (Archive) async throws(ArchiveError) -> WatchedFolder.ID?
  ) {
    Task { [weak self, weak details] in
      do throws(ArchiveError) {
        let id = try await body(archive)
        if let id { self?.folders.update(id) }
        self?.openFolders(isSame: true)
      } catch {
        self?.log.warning("folder-not-changed", ["error": "\(error)"])
        details?.toast.offer(nil)
        details?.toast.show("\(error)")
      }
      details?.reload()
    }
  }

  private func set(
    _ state: WatchedFolder.State, of folder: WatchedFolder, in archive: Archive, _ details: ChatDetailsWindow
  ) {
    change(in: archive, details) { archive throws(ArchiveError) in
      try await archive.setState(state, of: folder.id)
      return folder.id
    }
  }

  private func move(
    _ folder: WatchedFolder, to path: String, in archive: Archive, _ details: ChatDetailsWindow
  ) {
    change(in: archive, details) { archive throws(ArchiveError) in
      try await archive.setPath(path, of: folder.id)
      return folder.id
    }
  }

  /// Opens the page of an import with the files that wait for an answer.
  private func answer(_ folder: WatchedFolder, _ details: ChatDetailsWindow) {
    guard let kept = folders.folders.first(where: { $0.folder.id == folder.id }),
      case .asking(let files) = kept.status
    else { return }
    details.close()
    imports.answer(files.map { "\(folder.path)/\($0.path)" }, in: folder.path)
  }

  /// Keeps the archive up to date with a folder that was chosen for a chat.
  private func keep(
    _ path: String, for chat: Conversation.ID, in archive: Archive, _ details: ChatDetailsWindow
  ) {
    guard !FolderPlan.isTooWide(path, archive: archive.path) else {
      details.toast.offer(nil)
      return details.toast.show(tr("Choose a folder that holds only exports."))
    }
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    change(in: archive, details) { archive throws(ArchiveError) in
      try await FolderPlan.keep(path, for: chat, in: archive, at: now)
      return nil
    }
  }
}
