public import CGtk

/// The program: a main loop, and one instance per session.
@MainActor
open class Application: Object, ActionMap {
  private var application: UnsafeMutablePointer<GApplication> { raw.typed() }

  /// - Parameters:
  ///   - id: A reverse DNS name, such as "org.example.Hello".
  ///   - isUnique: Whether a second start is handled by the process of the first.
  ///   - handlesCommandLine: Whether a start emits ``commandLine`` instead of ``activated``.
  ///   - opensFiles: Whether the desktop may pass files; see ``opened``.
  public init(id: String, isUnique: Bool = true, handlesCommandLine: Bool = false, opensFiles: Bool = false) {
    // G_APPLICATION_NON_UNIQUE, …_HANDLES_COMMAND_LINE and …_HANDLES_OPEN by number: their availability attributes
    // differ between versions of GLib.
    let flags: UInt32 =
      (isUnique ? 0 : 1 << 5) | (handlesCommandLine ? 1 << 3 : 0) | (opensFiles ? 1 << 2 : 0)
    super.init(owned: gtk_application_new(id, GApplicationFlags(flags)))
  }

  /// Emitted first, in the first process only: set up the resources that all windows share.
  public var startedUp: Signal<> { Signal(self, "startup") }
  /// Emitted at each start: show a window.
  public var activated: Signal<> { Signal(self, "activate") }
  /// Emitted when the desktop passes files over the bus, with their number and a hint that is usually empty. Files on the
  /// command line arrive with ``commandLine`` if the application handles that.
  public var opened: Signal<OpenedFiles, Int, String> { Signal(self, "open") }
  /// Emitted when the program is started, in this process or another. Return the exit status of the started process.
  public var commandLine: ReplySignal<ExitStatus, Invocation> { ReplySignal(self, "command-line") }
  /// Emitted when the main loop has ended.
  public var shutDown: Signal<> { Signal(self, "shutdown") }

  /// Runs the main loop until the last window closes or ``quit()``. Returns the exit status.
  ///
  /// Call it from a synchronous `main.swift`: an `async` main leaves the main thread on Linux. `arguments` are the words
  /// of the command line, the program's name first. If another process is the first instance, they are passed to it,
  /// and the call returns when it has handled them.
  @discardableResult
  public func run(arguments: [String] = []) -> Int32 {
    MainQueue.attach()
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
    defer { for word in words { g_free(word) } }
    return g_application_run(application, gint(arguments.count), &words)
  }

  /// Runs a program that has one window: `fill` sets up the window, which is then presented.
  ///
  ///     Application.run("org.example.Hello") { window in
  ///       window.child = Label("Hello")
  ///     }
  ///
  /// Returns the exit status when the window is closed. Each start is a process of its own. Call it from a synchronous
  /// `main.swift`.
  @discardableResult
  public static func run(
    _ id: String, width: Int = 480, height: Int = 640,
    _ fill: @escaping @MainActor (ApplicationWindow) -> Void
  ) -> Int32 {
    let application = Application(id: id, isUnique: false)
    application.activated.connect(weak: application) { application in
      let window = ApplicationWindow(application)
      window.setDefaultSize(width: width, height: height)
      fill(window)
      window.present()
    }
    return application.run()
  }

  /// Ends the main loop.
  public func quit() { g_application_quit(application) }

  /// The application's windows, the most recently focused one first.
  public var windows: [Window] {
    var windows: [Window] = []
    var node = gtk_application_get_windows(raw.typed())
    while let item = node?.pointee {
      if let window = Object.peer(of: item.data) as? Window { windows.append(window) }
      node = item.next
    }
    return windows
  }

  /// Sets the keys that activate an action, such as "F5" and "<Control>r" for "win.refresh". Menus, and a shortcuts
  /// window's entries with this `action-name`, show them.
  public func setShortcuts(_ keys: [String], for action: String) {
    var cKeys: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_application_set_accels_for_action(raw.typed(), action, &cKeys)
    for key in cKeys { g_free(UnsafeMutableRawPointer(mutating: key)) }
  }
}

/// Keys that activate an action.
@MainActor
public enum Accelerator {
  /// The readable label of the keys, such as "Ctrl+End" for "<Control>End".
  public static func label(_ accelerator: String) -> String {
    var (key, modifiers) = (guint(0), GdkModifierType(0))
    guard gtk_accelerator_parse(accelerator, &key, &modifiers) != 0 else { return accelerator }
    return String(owned: gtk_accelerator_get_label(key, modifiers)) ?? accelerator
  }
}

/// A start of the program, in this process or another. Valid only while the signal is handled.
public struct Invocation: SignalArgument {
  private let raw: UnsafeMutablePointer<GApplicationCommandLine>

  /// Reads a GApplicationCommandLine.
  public init(gvalue: UnsafePointer<GValue>) { raw = g_value_get_object(gvalue)!.typed() }

  /// The words of the command line, the program's name first.
  public var arguments: [String] {
    var count: gint = 0
    guard let words = g_application_command_line_get_arguments(raw, &count) else { return [] }
    defer { g_strfreev(words) }
    return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
  }

  /// Writes a line to the standard error of the started process.
  public func printError(_ line: String) {
    // Swift cannot call the public function, which is variadic. Call the virtual function behind it.
    let instance = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GTypeInstance.self)
    let type = UnsafeMutableRawPointer(instance.pointee.g_class).assumingMemoryBound(
      to: GApplicationCommandLineClass.self)
    type.pointee.printerr_literal(raw, line + "\n")
  }
}

/// The exit status of a started process; 0 for success.
public struct ExitStatus: SignalReply, Sendable {
  /// The number: 0 for success, any other for a failure. The system passes on the lowest 8 bits.
  public let code: Int32

  /// Makes a status with a number.
  public init(_ code: Int32) { self.code = code }

  /// Success.
  public static var absent: ExitStatus { ExitStatus(0) }
  /// Stores a C `int`.
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, code) }
}

/// Files that the desktop passes to the program. Valid only while the signal is handled.
public struct OpenedFiles: SignalArgument {
  private let raw: UnsafePointer<OpaquePointer?>?

  /// Reads a C array of GFile, which the emitter owns.
  public init(gvalue: UnsafePointer<GValue>) {
    raw = g_value_get_pointer(gvalue).map { UnsafePointer($0.assumingMemoryBound(to: OpaquePointer?.self)) }
  }

  /// The absolute paths of the first `count` files, or their URIs if they have no local path.
  public func names(count: Int) -> [String] {
    (0..<count).compactMap { index in
      raw?[index].flatMap { String(owned: g_file_get_path($0)) ?? String(owned: g_file_get_uri($0)) }
    }
  }
}

// MARK: - Actions

/// An object that holds actions: the application ("app."), a window ("win.") or a group.
@MainActor
public protocol ActionMap: Object {}

extension ActionMap {
  /// Adds an action without a parameter. The action ends with `owner`.
  @discardableResult
  public func addAction<Owner: AnyObject>(
    _ name: String, weak owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) -> Action {
    add(Action(name)) { [weak owner] _ in owner.map(body) }
  }

  /// Adds an action with a string parameter.
  @discardableResult
  public func addAction<Owner: AnyObject>(
    _ name: String, weak owner: Owner, withText body: @escaping @MainActor (Owner, String) -> Void
  ) -> Action {
    add(Action(name, hasText: true)) { [weak owner] text in owner.map { body($0, text) } }
  }

  /// Adds an action that chooses one of several strings, like a group of radio buttons. `body` receives the chosen one,
  /// and sets ``Action/state`` if it accepts it.
  @discardableResult
  public func addChoice<Owner: AnyObject>(
    _ name: String, initial: String, weak owner: Owner, _ body: @escaping @MainActor (Owner, String) -> Void
  ) -> Action {
    add(Action(name, hasText: true, state: g_variant_new_string(initial))) { [weak owner] text in
      owner.map { body($0, text) }
    }
  }

  /// Adds an action that is on or off, like a check button. `body` receives the new state.
  @discardableResult
  public func addToggle<Owner: AnyObject>(
    _ name: String, initial: Bool, weak owner: Owner, _ body: @escaping @MainActor (Owner, Bool) -> Void
  ) -> Action {
    let action = Action(name, state: g_variant_new_boolean(initial ? 1 : 0))
    return add(action) { [weak owner, weak action] _ in
      guard let owner, let action else { return }
      action.isOn.toggle()
      body(owner, action.isOn)
    }
  }

  private func add(_ action: Action, _ body: @escaping @MainActor (String) -> Void) -> Action {
    let activated = Signal<VariantArgument>(action, "activate")
    activated.connect { body($0.string) }
    g_action_map_add_action(raw.opaque, action.raw.opaque)
    return action
  }
}

/// Actions of a widget and its descendants; see ``Widget/insert(_:prefix:)``.
@MainActor
public final class ActionGroup: Object, ActionMap {
  /// An empty group.
  public init() { super.init(owned: UnsafeMutableRawPointer(g_simple_action_group_new())) }
}

/// A named operation that a shortcut, a menu, a button or D-Bus activates.
@MainActor
public final class Action: Object {
  fileprivate init(_ name: String, hasText: Bool = false, state: OpaquePointer? = nil) {
    let type = hasText ? g_variant_type_new("s") : nil
    defer { g_variant_type_free(type) }
    super.init(
      owned: UnsafeMutableRawPointer(
        state.map { g_simple_action_new_stateful(name, type, $0) } ?? g_simple_action_new(name, type)))
  }

  /// Whether the action can be activated.
  public var enabled: Bool {
    get { g_action_get_enabled(raw.opaque) != 0 }
    set { g_simple_action_set_enabled(raw.opaque, newValue ? 1 : 0) }
  }

  /// The state of a toggle; `false` for any other action.
  public var isOn: Bool {
    get {
      guard let variant = g_action_get_state(raw.opaque) else { return false }
      defer { g_variant_unref(variant) }
      return g_variant_classify(variant) == G_VARIANT_CLASS_BOOLEAN && g_variant_get_boolean(variant) != 0
    }
    set { g_simple_action_set_state(raw.opaque, g_variant_new_boolean(newValue ? 1 : 0)) }
  }

  /// The chosen string of a choice; empty for any other action.
  public var state: String {
    get {
      guard let variant = g_action_get_state(raw.opaque) else { return "" }
      defer { g_variant_unref(variant) }
      return VariantArgument(variant).string
    }
    set { g_simple_action_set_state(raw.opaque, g_variant_new_string(newValue)) }
  }
}
