import AppBase
import Chats
import Controls
import Gtk
import Importing
import Reader
import Translation

/// The imports of a window, and the question which of the people the reader is.
extension BackscrollWindow {
  func connectImports() {
    chat.didOpen = { [weak self] in
      self?.didOpen?($0)
      if !$0 { self?.sidebar.noteNoArchive() }
      self?.imports.askAboutPeople()
      self?.openFolders()
    }
    // The command line may have imported something that leaves a question open.
    chat.didNoticeChange = { [weak self] in
      self?.imports.askAboutPeople()
      self?.noticeChange()
    }
    imports.hasFailed = { [weak self] in self?.chat.session.hasFailed ?? false }
    imports.archive = { [weak self] in self?.chat.session.archive }
    imports.didRequestOpening = { [weak self] in self?.activateAction("app.open-archive", text: $0) }
    imports.didAccept = { order in Settings.update { $0.importFolder = order.folder } }
    imports.didFinish = { [weak self] in self?.importFinished($0) }
    imports.didChangeChats = { [weak self] in self?.importedChatsChanged($0) }
    imports.didRequestMessages = { [weak self] outcome in
      self?.show(.chat)
      self?.coverPages?.close()
      self?.chat.showImported(outcome.conversations, by: outcome.imports)
    }
  }

  private func importFinished(_ outcome: ImportOutcome) {
    if source == .file(path: outcome.archivePath) {
      chat.noteImport(into: outcome.conversations)
      openFolders(isSame: true)
      askForOwner(of: outcome.conversations)
    } else if outcome.added + outcome.duplicates > 0 {
      imports.queue.dismiss()
      didImportElsewhere?(outcome)
    }
  }

  /// Call it when an import was undone, or people in it were combined.
  private func importedChatsChanged(_ chats: Set<Conversation.ID>) {
    if let question = owner.question, !question.chats.isDisjoint(with: chats) {
      owner.ask(nil)
      askForOwner(of: question.chats)
    }
    sidebar.reload()
    chat.noteChange(of: chats)
  }

  /// Whether an import runs in the window or is being asked for, or an export runs.
  var isBusy: Bool { imports.isBusy || exports.isRunning }

  /// Shows the result of an import that another window has made into this window's archive.
  func showImported(_ outcome: ImportOutcome) {
    chat.noteImport(into: outcome.conversations)
    imports.queue.show(outcome)
    askForOwner(of: outcome.conversations)
  }

  /// Asks which participant of the imported chats the reader is, if the import could not know.
  private func askForOwner(of chats: Set<Conversation.ID>) {
    guard let archive = chat.session.archive, !chats.isEmpty else { return }
    Task { [weak self] in
      guard let question = try? await archive.ownerQuestion(for: chats) else { return }
      self?.owner.ask(question)
      self?.log.debug("owner-asked", ["chats": question.chats.count, "people": question.candidates.count])
    }
  }

  func connectOwner() {
    owner.didAnswer = { [weak self] question, person in
      self?.sidebar.change(renewing: question.chats) { try await $0.setOwner(person, of: question.chats) }
    }
    owner.didRequestList = { [weak self] question in
      guard let self else { return }
      let dialog = ChooseWindow(
        tr("Which one are you?"),
        question.candidates.map {
          ChooseWindow.Entry(
            id: $0.id, name: $0.name,
            note: [Counted.conversations($0.chatCount), Counted.messages($0.messageCount)].joined(
              separator: " · "))
        }, none: tr("None of These"))
      dialog.didChoose = { [weak self] person in
        self?.owner.ask(nil)
        self?.owner.didAnswer?(question, person)
      }
      dialog.present(over: self)
    }
  }

  /// Opens the archives among files, and asks whether to import the others.
  func offerImport(of paths: [String]) {
    imports.take(paths)
    present()
  }

  /// Cancels running imports, whose messages stay, and a running export, whose draft is removed.
  func cancelWork() {
    folders.close()
    imports.stop()
    exports.cancel()
  }

  func askForExports() {
    OpenDialog(
      title: tr("Import Chats"), accept: tr("Import"), over: self, kind: tr("Chat exports and logs"),
      suffixes: ["json", "zip", "txt", "html", "csv", "md", "log", "weechatlog"], others: tr("All files"),
      takesSeveral: true,
      folder: ImportFolder.path(last: Settings.load().importFolder, downloads: Desktop.downloadFolder)
    ).show { [weak self] in self?.imports.take($0) }
  }
}
