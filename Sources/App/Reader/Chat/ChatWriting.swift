import AppBase
import ChatStore
import Chats
import Foundation
import Gtk
import Translation

/// The writing in a conversation: messages in the demo, notes beside imported chats, and their changes and deletions.
@MainActor
final class ChatWriting {
  let composer = Composer()
  /// Offers to undo a deletion, or to show a note that is out of view.
  let toast = ChatToast()
  private unowned let view: ChatView
  private let log = EventLog("chat")
  private var subject = Subject.nothing
  /// The deletions that can be undone.
  var deletions = Deletions()
  /// Counts the changes here, to detect outdated answers of the archive.
  private var changeCount = 0

  /// The subject of the toast.
  private enum Subject: Equatable {
    case nothing
    /// Nothing yet: a restored message has no place before the next layout.
    case returning(Message)
    /// A message out of view, which the toast offers to show.
    case unseen(Message.ID)
    /// The number of latest deletions that the toast offers to undo one by one.
    case deletions(Int)
  }

  init(_ view: ChatView) {
    self.view = view
    composer.purpose = Composer.Purpose(view.conversation.origin)
    composer.didSend = { [weak self] in self?.send($0) }
    composer.didCancelEditing = { [weak self] id in self?.view.list.row(id)?.takeFocus() }
    composer.didPasteFile = { [weak self] in self?.refuse($0) }
    toast.didDismiss = { [weak self] in self?.subject = .nothing }
    addUndoKey()
  }

  /// Updates the view after a message was stored, deleted or restored.
  private func changed() {
    changeCount += 1
    view.notice = nil
    view.noteWritten()
  }

  // MARK: Elsewhere

  /// The most messages that are expected to be written elsewhere at once.
  private static let writtenElsewhere = 200

  /// Shows messages and notes that were written, changed and deleted elsewhere, in another window or by another
  /// process, among the loaded ones. The row at the reader's place does not move.
  func follow() {
    let feed = view.feed
    guard feed.content == .items, !feed.isReplacing, let first = feed.model.messages.first,
      let last = feed.model.messages.last
    else { return }
    let known = feed.model.messages.filter(\.isWrittenHere)
    let (count, limit) = (changeCount, feed.model.count + Self.writtenElsewhere)
    let end = feed.reachesEnd ? nil : last.cursor
    Task { [weak self, archive = view.archive, id = view.conversation.id] in
      let before = MessageCursor(orderKey: first.orderKey, id: first.id - 1)
      guard let all = try? await archive.messages(in: id, after: before, limit: limit), let self,
        // The answer is outdated if messages were loaded or written meanwhile.
        changeCount == count, feed.model.messages.first?.id == first.id,
        feed.model.messages.last?.id == last.id
      else { return }
      let found = all.filter { message in message.isWrittenHere && end.map { message.cursor <= $0 } ?? true }
      show(found, insteadOf: known)
    }
  }

  private func show(_ found: [Message], insteadOf known: [Message]) {
    let feed = view.feed
    let before = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    let now = Set(found.map(\.id))
    var changes = 0
    for message in known where !now.contains(message.id) {
      feed.remove(message.id)
      changes += 1
    }
    for message in found where before[message.id] != message {
      if before[message.id] == nil { feed.insert(message) } else { feed.update(message) }
      changes += 1
    }
    guard changes > 0 else { return }
    log.debug("followed", ["changes": changes])
    view.noteWritten()
  }

  static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) }

  // MARK: Writing

  private func send(_ text: String) {
    let (archive, id, now) = (view.archive, view.conversation.id, Self.now)
    let work: Store
    if let note = composer.editedNote {
      work = { () throws(ArchiveError) in try await archive.editNote(note, to: text) }
      store(text, work, orElse: ChatView.Problem.notSaved) { [weak self] in self?.saved($0) }
    } else if composer.purpose == .message {
      work = { () throws(ArchiveError) in try await archive.send(text, in: id, at: now) }
      store(text, work, orElse: ChatView.Problem.notSent) { [weak self] in self?.sent($0) }
    } else {
      work = { () throws(ArchiveError) in try await archive.addNote(text, in: id, at: now) }
      store(text, work, orElse: ChatView.Problem.notSaved) { [weak self] in self?.added($0) }
    }
  }

  /// Reports that the pasted content cannot be added to the chat: an archive contains only the files of its exports.
  private func refuse(_ contents: ClipboardContents) {
    let words =
      contents == .picture
      ? tr("A picture cannot be added to a chat") : tr("A file cannot be added to a chat")
    log.debug("refused", ["pasted": "\(contents)"])
    tell(words)
  }

  /// Shows a sentence in place of the present offer.
  func tell(_ words: String, button: String? = nil, act: @escaping () -> Void = {}) {
    subject = .nothing
    toast.show(words, button: button, act: act)
  }

  private typealias Store = @Sendable () async throws(ArchiveError) -> Message

  /// Stores the text, and removes it from the composer.
  private func store(
    _ text: String, _ work: @escaping Store,
    orElse notice: @escaping @MainActor (ArchiveError) -> ChatView.Problem,
    then stored: @escaping @MainActor (Message) -> Void
  ) {
    composer.isSending = true
    PendingWrites.start(work) { [weak self] result in
      guard let self else { return }
      composer.isSending = false
      switch result {
      case .success(let message):
        log.debug("stored", ["id": message.id])
        composer.clear(sent: text)
        stored(message)
        changed()
      case .failure(let error): failed(error, notice(error), event: "send-failed")
      }
    }
  }

  private func failed(_ error: ArchiveError, _ notice: ChatView.Problem, event: String) {
    log.warning(event, ["error": "\(error)"])
    view.notice = notice
    view.didFailToSend?()
  }

  private func sent(_ message: Message) {
    hideToast()
    view.places.willFollowSent()
    view.arrivals.clear()
    if view.feed.append(message) {
      view.list.scrollToEnd()
    } else {
      view.feed.loadNewest()
    }
  }

  /// Updates a changed note. The focus returns to it, unless it has moved elsewhere meanwhile.
  private func saved(_ note: Message) {
    view.feed.update(note)
    if composer.containsFocus || view.window?.focusWidget == nil { view.messageFocus.go(toChanged: note.id) }
  }

  /// Appends a stored note. If the reader is not at the end, their place does not change.
  private func added(_ note: Message) {
    let isAtEnd = view.list.isAtEnd && view.feed.reachesEnd
    if view.feed.append(note), isAtEnd {
      hideToast()
      view.list.scrollToEnd()
    } else {
      offerToShow(note, tr("Note added at the end"))
    }
  }

  private func hideToast() {
    subject = .nothing
    toast.hide()
  }

  private func offerToShow(_ message: Message, _ words: String) {
    subject = .unseen(message.id)
    toast.show(words, button: tr("Show")) { [weak self] in
      self?.subject = .nothing
      self?.view.places.open(.message(message.id))
    }
  }

  /// Updates the offer after the reader has moved, or rows were added: a message in view needs no offer to show it.
  func viewportChanged() {
    switch subject {
    case .unseen(let id) where view.list.isInView(id): hideToast()
    case .returning(let message):
      subject = .nothing
      guard !view.isReading(message.id) else { return }
      offerToShow(message, message.kind == .note ? tr("Note brought back") : tr("Message brought back"))
    case .nothing, .unseen, .deletions: break
    }
  }

  /// Puts a note into the composer, for changing it.
  func edit(_ note: Message) {
    // The actions on selected messages are in the composer's place.
    _ = view.selection.end()
    if composer.editedNote == note.id { return composer.focusField() }
    storeChange()
    composer.edit(note.id, text: note.text)
  }

  /// Stores the new text of the note that is being changed, if there is one. Call it before another note is changed,
  /// and before the chat is left, since the field then has another text.
  func storeChange() {
    guard let (note, text) = composer.unsavedChange else { return }
    PendingWrites.start { [archive = view.archive] () throws(ArchiveError) in
      try await archive.editNote(note, to: text)
    } ended: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let message):
        log.debug("stored", ["id": message.id])
        view.feed.update(message)
        changed()
      case .failure(let error): failed(error, ChatView.Problem.notSaved(error), event: "send-failed")
      }
    }
  }

  // MARK: Deleting

  /// Deletes a message that was written here, and offers to undo that.
  func delete(_ message: Message) {
    let (archive, id) = (view.archive, message.id)
    let work: @Sendable () async throws(ArchiveError) -> DeletedMessage = { () throws(ArchiveError) in
      try await archive.deleteWritten(id)
    }
    PendingWrites.start(work) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let deleted): self.deleted(deleted)
      case .failure(let error): failed(error, .notDeleted(error), event: "delete-failed")
      }
    }
  }

  private func deleted(_ deleted: DeletedMessage) {
    let message = deleted.message
    log.debug("deleted", ["id": message.id])
    if composer.editedNote == message.id { composer.cancelEditing() }
    let hadFocus = view.list.row(message.id)?.containsFocus ?? false
    let model = view.feed.model
    let index = model.index(of: message.id)
    view.feed.remove(message.id)
    // Focus the row that has replaced the focused one.
    if hadFocus, let index, model.count > 0 {
      view.list.row(model.id(at: min(index, model.count - 1)))?.takeFocus()
    }
    deletions.add(deleted)
    view.selection.prune()
    changed()
    offerUndo(of: offered + 1)
  }

  /// The number of deletions that the toast offers to undo.
  private var offered: Int { if case .deletions(let count) = subject { count } else { 0 } }

  /// Offers to restore the latest deleted message, and then earlier ones.
  private func offerUndo(of count: Int) {
    let last = deletions.latest(count, in: view.conversation.id)
    guard !last.isEmpty else { return hideToast() }
    subject = .deletions(last.count)
    let areNotes = last.allSatisfy { $0.message.kind == .note }
    let words =
      if last.count > 1 {
        areNotes
          ? trn("{count} note deleted", "{count} notes deleted", last.count)
          : trn("{count} message deleted", "{count} messages deleted", last.count)
      } else {
        areNotes ? tr("Note deleted") : tr("Message deleted")
      }
    toast.show(words, button: tr("Undo")) { [weak self] in self?.undo() }
  }

  /// Restores the latest deleted message of this chat, even if this is no longer offered. Otherwise reports that there
  /// is nothing to undo. Returns whether there was something.
  @discardableResult
  func undo() -> Bool {
    guard let last = deletions.takeLatest(in: view.conversation.id) else {
      // An offer about something else stays.
      switch subject {
      case .nothing, .returning: tell(tr("Nothing to undo"))
      case .unseen, .deletions: break
      }
      return false
    }
    switch subject {
    case .deletions(let count): offerUndo(of: count - 1)
    case .nothing, .returning, .unseen: break
    }
    restore(last)
    return true
  }

  private func restore(_ deleted: DeletedMessage) {
    let archive = view.archive
    let work: Store = { () throws(ArchiveError) in try await archive.restore(deleted) }
    PendingWrites.start(work) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let message):
        log.debug("restored", ["id": message.id])
        view.feed.insert(message)
        view.messageFocus.go(to: .inserted(message.id))
        changed()
        guard case .nothing = subject else { return }
        subject = .returning(message)
        // The place of the message may not be loaded.
        if view.list.isLaidOut { viewportChanged() }
      case .failure(let error):
        failed(error, .notRestored(error), event: "restore-failed")
        deletions.add(deleted)
        offerUndo(of: offered + 1)
      }
    }
  }

  /// Handles Ctrl+Z outside of texts that have something to undo.
  private func addUndoKey() {
    let keys = KeyController()
    keys.keyPressed.connect(weak: view) { view, key, _, modifiers in
      guard Key.normal(key) == Key.z, modifiers.contains(.control),
        modifiers.isDisjoint(with: [.shift, .alt])
      else { return false }
      view.writing.undo()
      return true
    }
    view.add(keys)
  }
}
