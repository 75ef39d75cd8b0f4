import ChatArchive
import Foundation
import Gtk
import Translation

/// The program with windows: one process has them all.
///
/// A second start hands its words to the first process over the session's bus and ends. There an archive that
/// has a window already is presented; any other gets a window of its own. Without a bus each start has a
/// process of its own.
final class BackscrollApplication: Application {
  private let scheme: Theme.Scheme?
  private var theme: Theme?
  /// In all windows' menus.
  private let recentMenu = Menu()
  private var schemeAction: Action?
  private let log = EventLog("app")

  /// `scheme` counts for this process; nil: as chosen last.
  init(scheme: Theme.Scheme?) {
    self.scheme = scheme
    Desktop.setProgramName(Program.applicationID, applicationName: "Backscroll")
    super.init(id: Program.applicationID, handlesCommandLine: true, opensFiles: true)
    startedUp.connect(weak: self) { $0.setUp() }
    commandLine.connect(weak: self) { $0.handle($1) }
    // Started by the desktop over the bus, without words.
    activated.connect(weak: self) { $0.open(.usual(archivePath: nil)) }
    opened.connect(weak: self) { application, files, count, _ in
      application.open(files.paths(count: count))
    }
    shutDown.connect(weak: self) { _ in ImportWork.waitForAll() }
  }

  private func setUp() {
    let settings = Settings.load()
    let scheme = scheme ?? settings.colorScheme ?? .system
    theme = Theme(scheme)
    // Found by the desktop's own folders only if the prefix is one of them.
    if let icons = ProgramFolder.icons { Desktop.addIconFolder(icons.path) }
    log.debug("icon", ["found": Desktop.hasIcon(Program.applicationID)])
    showRecent(settings)
    schemeAction = addChoice("color-scheme", initial: scheme.rawValue, weak: self) { $0.choose($1) }
    addAction("open", weak: self) { $0.askForArchive() }
    addAction("open-archive", weak: self) { (application, path: String) in
      application.open(.usual(archivePath: path))
    }
    addAction("open-demo", weak: self) { $0.open(.demo) }
    addAction("quit", weak: self) { application in
      for case let window as BackscrollWindow in application.windows {
        window.remember()
        window.cancelImports()
      }
      application.quit()
    }
    addAction("about", weak: self) { $0.showAbout() }
    for (action, keys) in Shortcuts.all { setShortcuts(keys, for: action) }
  }

  private func handle(_ invocation: Invocation) -> ExitStatus {
    do {
      open(try OpenRequest(arguments: invocation.arguments))
      return ExitStatus(0)
    } catch {
      invocation.printError("\(Program.name): \(error)")
      return ExitStatus(2)
    }
  }

  /// Files that the desktop hands over: archives, and what can be imported.
  private func open(_ paths: [String]) {
    let exports = paths.filter(Importer.recognises)
    for path in paths where !exports.contains(path) { open(.usual(archivePath: path)) }
    if !exports.isEmpty { offerImport(of: exports) }
  }

  private func open(_ request: OpenRequest) {
    if let path = request.archivePath, Importer.recognises(path) { return offerImport(of: [path]) }
    let source =
      request.archivePath.map { ArchiveSource.file(path: $0) }
      ?? (request.options.demo ? .demo : Settings.load().lastSource())
    if let window = window(of: source) {
      if let tab = request.options.tab { window.show(tab) }
      if let place = request.options.at { window.go(to: place) }
      window.present()
      if window.hasOpened { note(source, isOpen: true) }
    } else {
      let window = BackscrollWindow(self, source: source, options: request.options, recentMenu: recentMenu)
      window.onOpened = { [weak self] in self?.note(source, isOpen: $0) }
      window.onImportedElsewhere = { [weak self] in self?.showImported($0) }
      window.presentWhenReady()
    }
  }

  private func window(of source: ArchiveSource) -> BackscrollWindow? {
    windows.lazy.compactMap { $0 as? BackscrollWindow }.first { $0.source == source }
  }

  // MARK: Imports

  /// Asks in the window that was used last, or in the one of the last time.
  private func offerImport(of paths: [String]) {
    func front() -> BackscrollWindow? { windows.lazy.compactMap { $0 as? BackscrollWindow }.first }
    if front() == nil { open(.usual(archivePath: nil)) }
    front()?.offerImport(of: paths)
  }

  private func showImported(_ outcome: ImportOutcome) {
    open(.usual(archivePath: outcome.archivePath))
    window(of: .file(path: outcome.archivePath))?.showImported(outcome)
  }

  // MARK: Archives

  /// When nothing waits for the disk any more. What cannot be opened is no help in a menu.
  private func note(_ source: ArchiveSource, isOpen: Bool) {
    MainLoop.whenIdle { [weak self] in
      Settings.update { isOpen ? $0.noteOpened(source) : $0.forget(source) }
      self?.showRecent(Settings.load())
    }
  }

  private func askForArchive() {
    guard let window = windows.first else { return }
    OpenDialog(
      title: tr("Open an Archive"), accept: tr("Open"), over: window, kind: tr("Archives"),
      suffixes: ["sqlite", "db"],
      others: tr("All files")
    ).show { [weak self] in self?.open($0) }
  }

  private func showRecent(_ settings: Settings) {
    recentMenu.removeAll()
    log.debug("recent", ["count": settings.recentArchives?.count ?? 0])
    for path in settings.recentArchives ?? [] {
      // An underscore would mark the next letter as a mnemonic.
      let name = URL(fileURLWithPath: path).lastPathComponent.replacing("_", with: "__")
      recentMenu.append(name, action: "app.open-archive", text: path)
    }
    recentMenu.append(tr("Made-Up Conversation"), action: "app.open-demo")
  }

  private func choose(_ name: String) {
    guard let scheme = Theme.Scheme(rawValue: name) else { return }
    theme?.scheme = scheme
    schemeAction?.state = name
    Settings.update { $0.colorScheme = scheme }
  }

  private func showAbout() {
    guard let window = windows.first else { return }
    AboutDialog.show(
      AboutDialog.Contents(
        name: "Backscroll", version: Program.version,
        comments: tr("Read a chat archive of any size, with scrolling that never jumps."),
        iconName: Program.applicationID), over: window)
  }
}
