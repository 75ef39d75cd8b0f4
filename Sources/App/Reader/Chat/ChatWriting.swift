import AppBase
import ChatStore
import Chats
import Foundation
import Gtk
import Translation

/// What is written in a conversation: messages in the demo, notes beside imported chats, and what is changed and deleted of
/// both.
@MainActor
final class ChatWriting {
  let composer = Composer()
  /// Offers to take a deletion back, or to show a note that is out of view.
  let toast = ChatToast()
  private unowned let view: ChatView
  private let log = EventLog("chat")
  private var subject = Subject.nothing
  /// What can be brought back.
  var deletions = Deletions()
  /// Grows with each change here, so that an older answer of the archive is not taken for a newer one.
  private var changeCount = 0

  /// What the toast is about.
  private enum Subject: Equatable {
    case nothing
    /// Nothing yet: what is brought back has no place before the next layout.
    case returning(Message)
    /// Something that has come to a place out of view, which the toast offers to show.
    case unseen(Message.ID)
    /// The latest deletions, so many, which the toast offers to take back one after the other.
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

  /// Something was stored, deleted or brought back.
  private func changed() {
    changeCount += 1
    view.notice = nil
    view.noteWritten()
  }

  // MARK: Elsewhere

  /// Messages that are written elsewhere at once.
  private static let writtenElsewhere = 200

  /// Shows what was written, changed and deleted in the loaded messages elsewhere: in another window, or by another process.
  /// The row that is read stays at its place.
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
        // What was loaded or written meanwhile is not in the answer.
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
      store(text, work, orElse: ChatView.Notice.notSaved) { [weak self] in self?.saved($0) }
    } else if composer.purpose == .message {
      work = { () throws(ArchiveError) in try await archive.send(text, in: id, at: now) }
      store(text, work, orElse: ChatView.Notice.notSent) { [weak self] in self?.sent($0) }
    } else {
      work = { () throws(ArchiveError) in try await archive.addNote(text, in: id, at: now) }
      store(text, work, orElse: ChatView.Notice.notSaved) { [weak self] in self?.added($0) }
    }
  }

  /// Says that what was pasted cannot become a part of the chat: an archive has the files that its exports had.
  private func refuse(_ contents: ClipboardContents) {
    let words =
      contents == .picture
      ? tr("A picture cannot be added to a chat") : tr("A file cannot be added to a chat")
    log.debug("refused", ["pasted": "\(contents)"])
    tell(words)
  }

  /// Says something in place of what is offered.
  private func tell(_ words: String) {
    subject = .nothing
    toast.show(words)
  }

  private typealias Store = @Sendable () async throws(ArchiveError) -> Message

  /// Stores what was written, and takes it out of the composer.
  private func store(
    _ text: String, _ work: @escaping Store,
    orElse notice: @escaping @MainActor (ArchiveError) -> ChatView.Notice,
    then stored: @escaping @MainActor (Message) -> Void
  ) {
    composer.isSending = true
    Sending.start(work) { [weak self] result in
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

  private func failed(_ error: ArchiveError, _ notice: ChatView.Notice, event: String) {
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

  /// A note is changed. The keys go on where they came from, unless they are for something else by now.
  private func saved(_ note: Message) {
    view.feed.update(note)
    if composer.containsFocus || view.window?.focusWidget == nil { view.messageFocus.go(toChanged: note.id) }
  }

  /// A note is stored. A reader who is not at the end stays where they are.
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

  /// The reader has moved, or rows have come: what is in view needs no offer to show it.
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

  /// Puts a note into the composer, to be changed.
  func edit(_ note: Message) {
    if composer.editedNote == note.id { return composer.focusField() }
    storeChange()
    composer.edit(note.id, text: note.text)
  }

  /// Stores the new text of the note that is being changed, if there is one. Call it before another note is changed, and before the
  /// chat is left: the field then has another text.
  func storeChange() {
    guard let (note, text) = composer.unsavedChange else { return }
    Sending.start { [archive = view.archive] () throws(ArchiveError) in
      try await archive.editNote(note, to: text)
    } ended: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let message):
        log.debug("stored", ["id": message.id])
        view.feed.update(message)
        changed()
      case .failure(let error): failed(error, ChatView.Notice.notSaved(error), event: "send-failed")
      }
    }
  }

  // MARK: Deleting

  /// Deletes a message that was written here, and offers to take that back.
  func delete(_ message: Message) {
    let (archive, id) = (view.archive, message.id)
    let work: @Sendable () async throws(ArchiveError) -> DeletedMessage = { () throws(ArchiveError) in
      try await archive.deleteWritten(id)
    }
    Sending.start(work) { [weak self] result in
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
    // The focus goes on from the row that is now in its place.
    if hadFocus, let index, model.count > 0 {
      view.list.row(model.id(at: min(index, model.count - 1)))?.takeFocus()
    }
    deletions.add(deleted)
    changed()
    offerUndo(of: offered + 1)
  }

  /// The number of deletions that the toast offers to take back.
  private var offered: Int { if case .deletions(let count) = subject { count } else { 0 } }

  /// Offers to bring back what was deleted last, and after it what was deleted before.
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

  /// Brings back what was deleted last in this chat, also if that is not offered any more. Otherwise says that there is nothing.
  /// Returns whether there was something.
  @discardableResult
  func undo() -> Bool {
    guard let last = deletions.takeLatest(in: view.conversation.id) else {
      // What is offered is about something else, and stays.
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
    Sending.start(work) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let message):
        log.debug("restored", ["id": message.id])
        view.feed.insert(message)
        view.messageFocus.go(to: .inserted(message.id))
        changed()
        guard case .nothing = subject else { return }
        subject = .returning(message)
        // Its place may not be loaded.
        if view.list.isLaidOut { viewportChanged() }
      case .failure(let error):
        failed(error, .notRestored(error), event: "restore-failed")
        deletions.add(deleted)
        offerUndo(of: offered + 1)
      }
    }
  }

  /// Ctrl+Z outside of a text that has something to undo.
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
