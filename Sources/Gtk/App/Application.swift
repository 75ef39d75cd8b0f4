import CGtk

/// The program: one main loop, one instance on the session's bus.
@MainActor
open class Application: Object {
  private var application: UnsafeMutablePointer<GApplication> { raw.typed() }

  /// `isUnique`: a second start of the program goes to the first one's process.
  public init(id: String, isUnique: Bool = true) {
    // By number: the enumerators carry availability marks that differ between GLib versions.
    let flags: UInt32 = isUnique ? 0 : 1 << 5
    super.init(owned: gtk_application_new(id, GApplicationFlags(flags)))
  }

  /// First of all, in the first process only: set up what all windows share.
  public var startedUp: Signal<> { Signal(self, "startup") }
  /// Show a window: the program was started, or started again.
  public var activated: Signal<> { Signal(self, "activate") }
  public var shutDown: Signal<> { Signal(self, "shutdown") }

  /// Runs the loop until the last window closes or ``quit()``; answers the exit status. Call it from a
  /// synchronous `main.swift`: an `async` main leaves the main thread on Linux.
  public func run() -> Int32 {
    MainQueue.attach()
    return g_application_run(application, 0, nil)
  }

  public func quit() { g_application_quit(application) }

  /// Keys that run an action, e.g. "win.refresh" by "F5" and "<Control>r".
  public func setShortcuts(_ keys: [String], for action: String) {
    var cKeys: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(raw.typed(), action, &cKeys)
    for key in cKeys { g_free(UnsafeMutableRawPointer(mutating: key)) }
  }
}

extension Application: ActionMap {}
