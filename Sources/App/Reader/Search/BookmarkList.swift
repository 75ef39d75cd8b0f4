import AppBase
import ChatStore
import Chats
import Controls
import Finding
import Gtk
import Translation

/// The changes of bookmarks in their list: another word, and the removal, which can be undone.
@MainActor
final class BookmarkList {
  /// Called with a message whose bookmark was changed.
  var didChange: ((Message) -> Void)?

  let toast = ChatToast()
  private(set) weak var panel: BookmarkPanel?
  private unowned let page: ResultsPage
  private let archive: Archive
  private let opening = LatestTask()
  private let log = EventLog("bookmark")

  /// The most words that the panel offers.
  private static let words = 5

  /// - Parameter page: Owns this object's callbacks.
  init(_ page: ResultsPage, _ archive: Archive) {
    (self.page, self.archive) = (page, archive)
    page.overlay?.addOverlay(toast)
    page.didRequestChange = { [weak self] change, hit, row in
      switch change {
      case .edit: if let row { self?.edit(hit, row) }
      case .remove: self?.remove(hit)
      }
    }
  }

  private func edit(_ hit: SearchHit, _ row: ResultRow) {
    guard panel?.isMapped != true else { return }
    opening.run { [archive] in
      try await archive.bookmarkWords()
    } then: { [weak self, weak row] result in
      guard let self, let row, row.isMapped else { return }
      let words = ((try? result.get()) ?? []).map(\.word).filter { !$0.isEmpty }
      let panel = BookmarkPanel(
        word: hit.message.bookmark ?? "", isNew: false, words: Array(words.prefix(Self.words)))
      self.panel = panel
      panel.didEnd = { [weak self] word in
        guard let self else { return }
        if let word { set(word, of: hit) { [weak self] in self?.show($0) } } else { remove(hit) }
      }
      let middle = Rect(x: Double(row.width) / 2, y: Double(row.height), width: 1, height: 1)
      panel.open(at: row.starPlace ?? middle, in: row)
    }
  }

  private func remove(_ hit: SearchHit) {
    set(nil, of: hit) { [weak self] message in
      guard let self else { return }
      page.model.remove(message.id)
      let word = hit.message.bookmark ?? ""
      let words = word.isEmpty ? tr("Bookmark removed") : tr("Bookmark “{word}” removed", ["word": word])
      toast.show(words, button: tr("Undo")) { [weak self] in self?.restore(hit) }
    }
  }

  private func restore(_ hit: SearchHit) {
    set(hit.message.bookmark ?? "", of: hit) { [weak self] message in
      var restored = hit
      restored.message = message
      self?.page.model.restore(restored)
    }
  }

  /// Shows a changed bookmark, unless it is no longer one of those that are listed.
  private func show(_ message: Message) {
    if let listed = page.model.query?.bookmarkWord, listed != message.bookmark {
      page.model.remove(message.id)
    } else {
      page.model.update(message)
    }
  }

  private func set(
    _ word: String?, of hit: SearchHit, then done: @escaping @MainActor @Sendable (Message) -> Void
  ) {
    PendingWrites.start { [archive] () throws(ArchiveError) in
      try await archive.setBookmark(word, of: hit.id)
    } ended: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let message):
        log.debug("set", ["id": hit.id, "on": message.bookmark != nil])
        done(message)
        page.bookmarksChanged()
        didChange?(message)
      case .failure(let error):
        log.warning("failed", ["error": "\(error)"])
        toast.show(tr("The bookmark was not saved. {reason}", ["reason": "\(error)"]))
      }
    }
  }
}
