import Gtk
import Translation

/// How exports get into the window's archive, and what is said of it.
extension BackscrollWindow {
  func connectImports() {
    chat.onOpened = { [weak self] in self?.onOpened?($0) }
    imports.hasFailed = { [weak self] in self?.chat.hasFailed ?? false }
    imports.onOpenArchive = { [weak self] in self?.activateAction("app.open-archive", text: $0) }
    imports.onFinished = { [weak self] in self?.took($0) }
    imports.onShow = { [weak self] outcome in
      self?.show(.chat)
      self?.chat.showNewest(of: outcome.conversations)
    }
  }

  private func took(_ outcome: ImportOutcome) {
    if source == .file(path: outcome.archivePath) {
      chat.takeIn(outcome.conversations)
    } else if outcome.added + outcome.duplicates > 0 {
      imports.queue.dismiss()
      onImportedElsewhere?(outcome)
    }
  }

  /// Shows what another window has brought into this one's archive.
  func showImported(_ outcome: ImportOutcome) {
    chat.takeIn(outcome.conversations)
    imports.queue.show(outcome)
  }

  /// Asks whether exports that were opened are to be imported.
  func offerImport(of paths: [String]) {
    imports.offer(paths)
    present()
  }

  /// Ends what imports run; what they have written stays.
  func cancelImports() { imports.queue.cancel() }

  func askForExports() {
    OpenDialog(
      title: tr("Import Chats"), accept: tr("Import"), over: self, kind: tr("Chat exports and logs"),
      suffixes: ["json", "log", "weechatlog", "txt"], others: tr("All files"), takesSeveral: true
    ).show { [weak self] in self?.imports.take($0) }
  }
}
