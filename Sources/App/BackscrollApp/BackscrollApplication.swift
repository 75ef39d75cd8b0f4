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

/// The application. One process has all windows.
///
/// A second start passes its arguments to the first process over the session bus and exits. The first process presents
/// the archive's window, or opens one. Without a session bus each start is a process of its own.
final class BackscrollApplication: Application {
  private let scheme: ColorScheme?
  private var theme: Theme?
  private var schemeAction: Action?
  private var demoTabsAction: Action?
  private let log = EventLog("app")
  /// The dismissed questions of all windows.
  private let dismissals = PeopleDismissals()
  /// The last used source in the settings, which may be written only when the main loop is idle.
  private var lastUsed: ArchiveSource?

  /// `scheme` overrides the stored color scheme for this process.
  init(scheme: ColorScheme?) {
    self.scheme = scheme
    Desktop.setProgramName(Program.applicationID, applicationName: "Backscroll")
    super.init(id: Program.applicationID, handlesCommandLine: true, opensFiles: true)
    startedUp.connect(weak: self) { $0.setUp() }
    commandLine.connect(weak: self) { $0.handle($1) }
    // Started by the desktop over the bus, without arguments.
    activated.connect(weak: self) { $0.open(.usual(archivePath: nil)) }
    opened.connect(weak: self) { application, files, count, _ in
      application.open(files.names(count: count))
    }
    shutDown.connect(weak: self) { _ in
      ImportWork.waitForAll()
      WatchWorld.waitForAll()
      ExportWork.waitForAll()
      PendingWrites.waitForAll()
      PlaceStore.user.waitUntilWritten()
    }
  }

  /// The signal that has ended the program, such as `SIGTERM`; nil for any other end.
  private(set) var endingSignal: Int32?

  /// Signals that ask the program to end: by the system or a script, by the terminal that closes, and by its Ctrl+C.
  private static let endingSignals = [SIGTERM, SIGHUP, SIGINT]

  private func setUp() {
    let settings = Settings.load()
    let scheme = scheme ?? settings.colorScheme ?? .system
    theme = Theme(scheme)
    // GTK looks into the prefix by itself only if it is one of $XDG_DATA_DIRS.
    if let icons = ProgramFolder.icons { IconTheme.current?.add(searchPath: icons.path) }
    log.debug("icon", ["found": (IconTheme.current?.hasIcon(Program.applicationID) == true)])
    showRecent(settings)
    schemeAction = addChoice("color-scheme", initial: scheme.rawValue, weak: self) { $0.choose($1) }
    demoTabsAction = addToggle("demo-tabs", initial: settings.showsDemoTabs ?? true, weak: self) {
      application, isOn in
      application.showDemoTabs(isOn)
      Settings.update { $0.showsDemoTabs = isOn }
    }
    addAction("open", weak: self) { $0.askForArchive() }
    addAction("open-archive", weak: self) { (application, path: String) in
      application.open(.usual(archivePath: path), inPlaceOf: application.front)
    }
    addAction("open-demo", weak: self) { $0.open(.demo, inPlaceOf: $0.front) }
    addAction("quit", weak: self) { $0.end() }
    for number in Self.endingSignals {
      UnixSignal.handle(number) { [weak self] in
        self?.log.debug("signal", ["number": number])
        self?.endingSignal = number
        self?.end()
      }
    }
    addAction("about", weak: self) { $0.showAbout() }
    addAction("manual", weak: self) { $0.showManual() }
    for (action, keys) in Shortcuts.all { setShortcuts(keys, for: action) }
  }

  /// Ends the program. Archives are closed when the main loop has ended.
  private func end() {
    // Store the most recently used window last: the next start reads the last stored values.
    for case let window as BackscrollWindow in windows.reversed() {
      window.remember()
      if window.hasOpened { Settings.update { $0.noteUsed(window.source) } }
      window.cancelWork()
    }
    quit()
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

  /// Opens the archives and links among what the desktop passes, and offers to import the other files.
  private func open(_ names: [String]) {
    for link in names.compactMap({ MessageLink($0) }) {
      open(.usual(archivePath: link.archivePath, at: link.place))
    }
    let paths = names.filter { $0.hasPrefix("/") }
    let exports = paths.filter(Importer.recognises)
    for path in paths where !exports.contains(path) { open(.usual(archivePath: path)) }
    if !exports.isEmpty { offerImport(of: exports) }
  }

  /// Opens the archive of a request in a window of its own, or in the one that has it already.
  ///
  /// - Parameter origin: The window in which the archive was chosen. It closes once the archive shows, unless it has
  ///   work to do, so that reading one archive after another leaves one window. It stays beside an archive that cannot
  ///   be opened.
  private func open(_ request: OpenRequest, inPlaceOf origin: BackscrollWindow? = nil) {
    if let path = request.archivePath, Importer.recognises(path) { return offerImport(of: [path]) }
    let source =
      request.archivePath.map(ArchiveSource.init(path:))
      ?? (request.options.demo ? .demo : Settings.load().lastSource())
    var options = request.options
    // The archive was chosen to be seen.
    if origin != nil, options.tab == nil { options.tab = .chat }
    // Only until the program ends: the command line does not change the stored choice.
    if options.tab?.isDemo == true { showDemoTabs(true) }
    if let window = window(of: source) {
      if let tab = options.tab { window.show(tab) }
      if let place = options.at { window.open(place) }
      window.bringForward()
      if window.hasOpened { note(source, isOpen: true) }
    } else {
      // The new window begins with the size of the last.
      origin?.remember()
      let window = BackscrollWindow(
        self, source: source, options: options, showsDemoTabs: demoTabsAction?.isOn ?? true)
      window.didOpen = { [weak self, weak window, weak origin] isOpen in
        self?.note(source, isOpen: isOpen)
        if isOpen, let window, let origin { self?.replace(origin, by: window) }
      }
      window.didBecomeActive = { [weak self] in
        // A window also becomes active when its menu has closed.
        if let self, lastUsed != source { note(source, isOpen: true) }
      }
      window.dismissals = dismissals
      window.didImportElsewhere = { [weak self, weak window] in self?.showImported($0, from: window) }
      if let origin { window.appear(inPlaceOf: origin) }
      window.presentWhenReady()
    }
  }

  /// Closes a window when another is painted: without a window in between, the program would seem to have ended.
  private func replace(_ origin: BackscrollWindow, by window: BackscrollWindow) {
    window.whenPainted { [weak origin] in
      if let origin, !origin.isBusy { origin.close() }
    }
  }

  /// The window that was used last.
  private var front: BackscrollWindow? { windows.lazy.compactMap { $0 as? BackscrollWindow }.first }

  private func window(of source: ArchiveSource) -> BackscrollWindow? {
    windows.lazy.compactMap { $0 as? BackscrollWindow }.first { $0.source == source }
  }

  // MARK: Imports

  /// Asks in the window that was used last. Without a window, opens the last archive first.
  private func offerImport(of paths: [String]) {
    if front == nil { open(.usual(archivePath: nil)) }
    front?.offerImport(of: paths)
  }

  private func showImported(_ outcome: ImportOutcome, from origin: BackscrollWindow?) {
    // The person's own chats take the place of the sample.
    open(.usual(archivePath: outcome.archivePath), inPlaceOf: origin)
    window(of: ArchiveSource(path: outcome.archivePath))?.showImported(outcome)
  }

  // MARK: Archives

  /// Makes an archive that is opened, or whose window is used again, the most recent one, or removes one that cannot be
  /// opened. Writes when the main loop is idle, so that the first frame does not wait for the disk.
  private func note(_ source: ArchiveSource, isOpen: Bool) {
    lastUsed = isOpen ? source : nil
    MainLoop.whenIdle { [weak self] in
      Settings.update { isOpen ? $0.noteUsed(source) : $0.forget(source) }
      self?.showRecent(Settings.load())
    }
  }

  private func askForArchive() {
    guard let window = front else { return }
    OpenDialog(
      title: tr("Open an Archive"), accept: tr("Open"), over: window, kind: tr("Archives"),
      suffixes: ["sqlite", "db"],
      others: tr("All files")
    ).show { [weak window] in window?.offerImport(of: $0) }
  }

  private func showRecent(_ settings: Settings) {
    WindowMenu.recent.removeAll()
    log.debug("recent", ["count": settings.recentArchives?.count ?? 0])
    for (path, title) in zip(settings.recentArchives ?? [], settings.recentTitles) {
      WindowMenu.recent.append(title, action: "app.open-archive", text: path)
    }
    WindowMenu.recent.append(tr("Sample Conversation"), action: "app.open-demo")
  }

  private func choose(_ name: String) {
    guard let scheme = ColorScheme(rawValue: name) else { return }
    theme?.scheme = scheme
    schemeAction?.state = name
    Settings.update { $0.colorScheme = scheme }
  }

  /// Gives the demo tabs to all windows, or removes them.
  private func showDemoTabs(_ isOn: Bool) {
    demoTabsAction?.isOn = isOn
    for case let window as BackscrollWindow in windows { window.showsDemoTabs = isOn }
  }

  private func showAbout() {
    guard let window = windows.first else { return }
    AboutWindow().present(over: window)
  }

  /// Opens the manual's page with the desktop's browser.
  private func showManual() {
    guard let window = front else { return }
    let page = ProgramFolder.manual.flatMap { Manual.page(in: $0, language: Catalogue.language) }
    log.debug("manual", ["page": page?.path ?? "none"])
    guard let page else {
      Question(
        tr("The manual is missing"), text: tr("It was not installed with the program."), over: window
      ).ask()
      return
    }
    Desktop.open(file: page.path, from: window) { [weak window] in
      guard let window else { return }
      Question(
        tr("The manual cannot be opened"),
        text: tr("No program for web pages opened it. Its file is “{path}”.", ["path": page.path]),
        over: window
      ).ask()
    }
  }
}
