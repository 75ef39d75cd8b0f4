import ChatArchive
import Gtk

/// The program with windows: one process has them all.
///
/// A second start hands its words to the first process over the session's bus and ends. There an archive that
/// has a window already is presented; any other gets a window of its own. Without a bus each start has a
/// process of its own.
final class BackscrollApplication: Application {
  private let scheme: Theme.Scheme
  private var theme: Theme?
  private let log = EventLog("app")

  init(scheme: Theme.Scheme) {
    self.scheme = scheme
    Desktop.setProgramName(Program.applicationID, applicationName: "Backscroll")
    super.init(id: Program.applicationID, handlesCommandLine: true, opensFiles: true)
    startedUp.connect(weak: self) { $0.setUp() }
    commandLine.connect(weak: self) { $0.handle($1) }
    // Started by the desktop over the bus, without words.
    activated.connect(weak: self) { $0.open(.usual(archivePath: nil)) }
    opened.connect(weak: self) { application, files, count, _ in
      for path in files.paths(count: count) { application.open(.usual(archivePath: path)) }
    }
  }

  private func setUp() {
    theme = Theme(scheme)
    // Found by the desktop's own folders only if the prefix is one of them.
    if let icons = ProgramFolder.icons { Desktop.addIconFolder(icons.path) }
    log.debug("icon", ["found": Desktop.hasIcon(Program.applicationID)])
    addAction("quit", weak: self) { $0.quit() }
    addAction("about", weak: self) { $0.showAbout() }
    let shortcuts: KeyValuePairs<String, [String]> = [
      "app.quit": ["<Control>q"], "win.jump-to-end": ["<Control>End"], "win.refresh": ["F5", "<Control>r"],
      "win.back": ["<Alt>Left"], "win.show-help-overlay": ["<Control>question"],
    ]
    for (action, keys) in shortcuts { setShortcuts(keys, for: action) }
    for (index, tab) in Tab.allCases.enumerated() {
      setShortcuts(["<Alt>\(index + 1)"], for: "win.show-tab::\(tab.rawValue)")
    }
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

  private func open(_ request: OpenRequest) {
    let source = request.archivePath.map { ArchiveSource.file(path: $0) } ?? .demo
    if let window = windows.lazy.compactMap({ $0 as? BackscrollWindow }).first(where: { $0.source == source })
    {
      window.show(request.options.tab)
      if let place = request.options.at { window.go(to: place) }
      window.present()
    } else {
      let window = BackscrollWindow(self, source: source, options: request.options)
      window.presentWhenReady()
    }
  }

  private func showAbout() {
    guard let window = windows.first else { return }
    AboutDialog.show(
      AboutDialog.Contents(
        name: "Backscroll", version: Program.version,
        comments: "Read a chat archive of any size, with scrolling that never jumps.",
        iconName: Program.applicationID), over: window)
  }
}
