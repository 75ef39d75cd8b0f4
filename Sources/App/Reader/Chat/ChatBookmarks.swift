import AppBase
import ChatStore
import Chats
import Controls
import Gtk
import MessageRow
import Translation

/// The bookmarks in a conversation: adding and changing them, and going from one to the next.
@MainActor
final class ChatBookmarks {
  private unowned let view: ChatView
  /// The panel; nil while it is closed.
  private(set) weak var panel: BookmarkPanel?
  /// The bookmark to which the reader went last.
  private var visited: MessageCursor?
  private let opening = LatestTask()
  private let stepping = LatestTask()
  private let log = EventLog("bookmark")

  /// The most words that the panel offers.
  private static let words = 5

  init(_ view: ChatView) { self.view = view }

  // MARK: One bookmark

  /// Bookmarks a message at once, unless it is, and opens the panel for its word.
  func open(_ shown: Message) {
    // The row may not show the latest change yet.
    let message = view.feed.model.messages.first { $0.id == shown.id } ?? shown
    guard panel?.isMapped != true else { return }
    if message.bookmark != nil { return offerPanel(message, isNew: false) }
    set("", of: message.id) { [weak self] in self?.offerPanel($0, isNew: true) }
  }

  /// Opens the panel with the words of other bookmarks.
  private func offerPanel(_ message: Message, isNew: Bool) {
    opening.run { [archive = view.archive] in
      try await archive.bookmarkWords()
    } then: { [weak self] result in
      let words = ((try? result.get()) ?? []).map(\.word).filter { !$0.isEmpty }
      self?.openPanel(message, isNew: isNew, Array(words.prefix(Self.words)))
    }
  }

  private func openPanel(_ message: Message, isNew: Bool, _ words: [String]) {
    guard let row = view.list.row(message.id), row.isMapped, !view.isUnderCover else { return }
    let panel = BookmarkPanel(word: message.bookmark ?? "", isNew: isNew, words: words)
    self.panel = panel
    panel.didEnd = { [weak self] word in
      self?.set(word, of: message.id) { [weak self] _ in
        if word == nil { self?.offerUndo(of: message) }
      }
    }
    panel.open(at: row.bookmarkPlace, in: row) { [weak self] in self?.panel = nil }
    log.debug("opened", ["id": message.id, "new": isNew])
  }

  /// Sets the word of a bookmark, or removes it (nil).
  private func set(
    _ word: String?, of id: Message.ID, then done: @escaping @MainActor @Sendable (Message) -> Void = { _ in }
  ) {
    PendingWrites.start { [archive = view.archive] () throws(ArchiveError) in
      try await archive.setBookmark(word, of: id)
    } ended: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let message):
        log.debug("set", ["id": id, "on": message.bookmark != nil])
        // The word can leave less room for the bubble.
        if !view.list.isAtEnd { view.places.hold(id) }
        view.show(changed: [message])
        view.didChangeMessages?([message])
        view.didChangeWritten?()
        done(message)
      case .failure(let error):
        log.warning("failed", ["error": "\(error)"])
        view.notice = .notBookmarked(error)
      }
    }
  }

  /// Bookmarks messages, except those that have a bookmark, and offers to undo that. `done` is called if they are saved.
  func add(to ids: [Message.ID], then done: @escaping @MainActor @Sendable () -> Void) {
    change(true, ids) { [weak self] changed in
      guard let self else { return }
      done()
      guard !changed.isEmpty else { return view.writing.tell(tr("These messages have bookmarks already")) }
      let words = trn("{count} message bookmarked", "{count} messages bookmarked", changed.count)
      view.writing.tell(words, button: tr("Undo")) { [weak self] in self?.change(false, changed) { _ in } }
    }
  }

  private func change(
    _ isOn: Bool, _ ids: [Message.ID], then done: @escaping @MainActor @Sendable ([Message.ID]) -> Void
  ) {
    let loaded = view.feed.model.messages.map(\.id)
    PendingWrites.start { [archive = view.archive] () throws(ArchiveError) in
      let changed = try await archive.setBookmarks(isOn, of: ids)
      let known = Set(changed)
      return (changed, try await archive.messages(loaded.filter(known.contains)))
    } ended: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success((let changed, let messages)):
        log.debug("set", ["messages": changed.count, "on": isOn])
        if !view.list.isAtEnd, let first = view.visibleRows.first {
          view.places.hold(view.feed.model.id(at: first))
        }
        view.show(changed: messages)
        view.didChangeMessages?(messages)
        view.didChangeWritten?()
        done(changed)
      case .failure(let error):
        log.warning("failed", ["error": "\(error)"])
        view.notice = .notBookmarked(error)
      }
    }
  }

  /// Offers to undo the removal of the bookmark that a message had.
  private func offerUndo(of message: Message) {
    let word = message.bookmark ?? ""
    let words =
      word.isEmpty ? tr("Bookmark removed") : tr("Bookmark “{word}” removed", ["word": word])
    view.writing.tell(words, button: tr("Undo")) { [weak self] in
      self?.set(word, of: message.id)
    }
  }

  // MARK: Steps

  /// Goes to the next bookmark above or below the reader's place.
  func go(isOlder: Bool) {
    guard let start = start(isOlder: isOlder) else { return }
    stepping.run { [archive = view.archive, chat = view.conversation.id] in
      try await archive.bookmark(in: chat, nextTo: start, isOlder: isOlder)
    } then: { [weak self] result in
      guard let self, case .success(let found) = result else { return }
      guard let cursor = found else {
        return view.writing.tell(isOlder ? tr("No older bookmark") : tr("No newer bookmark"))
      }
      visited = cursor
      view.places.open(.message(cursor.id), focus: .messages)
      log.debug("went", ["id": cursor.id])
    }
  }

  /// The place from which the next bookmark is looked for: the last one if it is in view. Otherwise all messages in view
  /// count.
  private func start(isOlder: Bool) -> MessageCursor? {
    if let visited, view.isReading(visited.id) { return visited }
    let rows = view.visibleRows
    guard let edge = isOlder ? rows.last : rows.first else { return nil }
    let cursor = view.feed.model.messages[edge].cursor
    return MessageCursor(orderKey: cursor.orderKey, id: isOlder ? cursor.id &+ 1 : cursor.id &- 1)
  }
}
