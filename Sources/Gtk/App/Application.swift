import CGtk

/// The program: one main loop, one instance on the session's bus.
@MainActor
open class Application: Object {
  private var application: UnsafeMutablePointer<GApplication> { raw.typed() }

  /// `isUnique`: a second start of the program goes to the first one's process. `handlesCommandLine`: each
  /// start is told by ``commandLine`` instead of ``activated``. `opensFiles`: the desktop may hand it files,
  /// see ``opened``.
  public init(id: String, isUnique: Bool = true, handlesCommandLine: Bool = false, opensFiles: Bool = false) {
    // By number: the enumerators carry availability marks that differ between GLib versions.
    let flags: UInt32 =
      (isUnique ? 0 : 1 << 5) | (handlesCommandLine ? 1 << 3 : 0) | (opensFiles ? 1 << 2 : 0)
    super.init(owned: gtk_application_new(id, GApplicationFlags(flags)))
  }

  /// First of all, in the first process only: set up what all windows share.
  public var startedUp: Signal<> { Signal(self, "startup") }
  /// Show a window: the program was started, or started again.
  public var activated: Signal<> { Signal(self, "activate") }
  /// The desktop hands over files over the bus, so many of them, with a hint that nobody uses. A start with
  /// files on the command line is told by ``commandLine`` where that is handled.
  public var opened: Signal<OpenedFiles, Int, String> { Signal(self, "open") }
  /// The program was started, here or in another process, with these words. The answer is the exit status of
  /// the process that was started.
  public var commandLine: ReplySignal<ExitStatus, Invocation> { ReplySignal(self, "command-line") }
  public var shutDown: Signal<> { Signal(self, "shutdown") }

  /// Runs the loop until the last window closes or ``quit()``; answers the exit status. Call it from a
  /// synchronous `main.swift`: an `async` main leaves the main thread on Linux.
  ///
  /// `arguments` are what ``commandLine`` hears; the first is the program's name. In a process that is not
  /// the first of its kind they go to the first one, and the call returns when they have been dealt with
  /// there.
  @discardableResult
  public func run(arguments: [String] = []) -> Int32 {
    MainQueue.attach()
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
    defer { for word in words { g_free(word) } }
    return g_application_run(application, gint(arguments.count), &words)
  }

  public func quit() { g_application_quit(application) }

  /// Windows that belong to the application, the one used last first.
  public var windows: [Window] {
    var windows: [Window] = []
    var node = gtk_application_get_windows(raw.typed())
    while let item = node?.pointee {
      if let window = Object.peer(of: item.data) as? Window { windows.append(window) }
      node = item.next
    }
    return windows
  }

  /// Keys that run an action, e.g. "win.refresh" by "F5" and "<Control>r".
  public func setShortcuts(_ keys: [String], for action: String) {
    var cKeys: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(raw.typed(), action, &cKeys)
    for key in cKeys { g_free(UnsafeMutableRawPointer(mutating: key)) }
  }
}

extension Application: ActionMap {}
