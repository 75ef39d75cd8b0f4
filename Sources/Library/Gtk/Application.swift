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

  /// The absolute paths of the first `count` files. Files without a local path are left out.
  public func paths(count: Int) -> [String] {
    (0..<count).compactMap { index in raw?[index].flatMap { String(owned: g_file_get_path($0)) } }
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

// MARK: - Menus

/// A menu's entries. An underscore in a label is shown: it does not mark a mnemonic.
@MainActor
public final class Menu: Object {
  /// An empty menu.
  public init() { super.init(owned: UnsafeMutableRawPointer(g_menu_new())) }

  /// Adds an entry that activates an action by its detailed name, such as "win.show-tab::chat".
  public func append(_ label: String, action: String) {
    g_menu_append(raw.opaque, Self.shown(label), action)
  }

  /// Adds an entry that activates an action with any string, which a detailed name could not contain.
  public func append(_ label: String, action: String, text: String) {
    let item = g_menu_item_new(Self.shown(label), nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(text))
    g_menu_append_item(raw.opaque, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }

  /// Adds an entry that opens another menu.
  public func appendSubmenu(_ label: String, _ submenu: Menu) {
    g_menu_append_submenu(raw.opaque, Self.shown(label), submenu.raw.typed())
  }

  /// Adds a group of entries, with an optional heading.
  public func appendSection(_ section: Menu, label: String? = nil) {
    g_menu_append_section(raw.opaque, label.map(LayoutCost.line), section.raw.typed())
  }

  /// Doubles underscores, since a single one marks a mnemonic in GTK.
  private static func shown(_ label: String) -> String {
    LayoutCost.line(label).replacing("_", with: "__")
  }

  /// Removes all entries.
  public func removeAll() { g_menu_remove_all(raw.opaque) }

  /// The visible parts of an entry: its label, and the entries of the menu that it opens.
  package struct Entry {
    package let label: String
    package let submenu: [Entry]?
  }

  /// All entries in their order, with those of the sections.
  package var entries: [Entry] { Self.entries(of: raw.typed()) }

  private static func entries(of model: UnsafeMutablePointer<GMenuModel>) -> [Entry] {
    (0..<g_menu_model_get_n_items(model)).flatMap { index -> [Entry] in
      if let section = entries(linkedAs: G_MENU_LINK_SECTION, at: index, of: model) { return section }
      let label = g_menu_model_get_item_attribute_value(model, index, G_MENU_ATTRIBUTE_LABEL, nil)
      defer { if let label { g_variant_unref(label) } }
      return [
        Entry(
          label: label.map { shownWithoutMnemonics(VariantArgument($0).string) } ?? "",
          submenu: entries(linkedAs: G_MENU_LINK_SUBMENU, at: index, of: model))
      ]
    }
  }

  /// A label as GTK shows it: a single underscore marks a mnemonic, a double one is shown.
  private static func shownWithoutMnemonics(_ label: String) -> String {
    label.split(separator: "__", omittingEmptySubsequences: false).map { $0.replacing("_", with: "") }
      .joined(separator: "_")
  }

  private static func entries(
    linkedAs name: String, at index: gint, of model: UnsafeMutablePointer<GMenuModel>
  ) -> [Entry]? {
    guard let linked = g_menu_model_get_item_link(model, index, name) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(linked)) }
    return entries(of: linked)
  }
}

extension Widget {
  /// Gives a menu button's name also to the button inside it, which takes the focus.
  ///
  /// GTK 4.8 does so itself. With GTK 4.18 a screen reader would otherwise speak no name.
  func nameButtonInside() {
    Widget.wrap(gtk_widget_get_first_child(widget)).setAccessibleLabelled(by: self)
  }
}

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
  /// `isPrimary`: F10 opens the menu.
  public init(iconName: String, menu: Menu, isPrimary: Bool = false) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(raw.opaque, iconName)
    gtk_menu_button_set_menu_model(raw.opaque, menu.raw.typed())
    gtk_menu_button_set_primary(raw.opaque, isPrimary ? 1 : 0)
    popover?.letMenuScrollSideways()
    nameButtonInside()
    takeFocusBack()
  }

  /// A button that shows a widget.
  public init(child: Widget, menu: Menu) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    gtk_menu_button_set_menu_model(raw.opaque, menu.raw.typed())
    popover?.letMenuScrollSideways()
    nameButtonInside()
    takeFocusBack()
  }

  /// A button that shows a widget, and opens a popover that shows another one. The first control in it takes the focus,
  /// and Escape returns the focus to the button. `opensUp`: the popover lies above the button if there is room.
  public init(child: Widget, content: Widget, opensUp: Bool = false) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    let popover = Widget(borrowed: gtk_popover_new())
    gtk_popover_set_child(popover.raw.typed(), content.widget)
    gtk_menu_button_set_direction(raw.opaque, opensUp ? GTK_ARROW_UP : GTK_ARROW_DOWN)
    gtk_menu_button_set_popover(raw.opaque, popover.widget)
    nameButtonInside()
    takeFocusBack()
  }

  /// Moves the focus out of the popover when it closes.
  ///
  /// A menu that closes while a submenu is shown returns to its first page once it is hidden, and GTK 4.8 moves the
  /// focus to that page. While the focus is in a hidden popover, no widget of the window receives keys.
  private func takeFocusBack() {
    guard let popover else { return }
    let closed: Signal<> = Signal(popover, "closed")
    closed.connect(weak: self) { button in
      button.popover?.giveFocusBack(to: button, or: nil)
      MainLoop.next { [weak button] in
        if let button, !button.isOpen { button.popover?.giveFocusBack(to: button, or: nil) }
      }
    }
  }

  /// Whether the popover is open.
  public var isOpen: Bool { popover?.isMapped ?? false }

  /// Opens the popover.
  public func open() { gtk_menu_button_popup(raw.opaque) }

  /// Closes the popover. Does nothing if it is closed.
  public func close() { gtk_menu_button_popdown(raw.opaque) }

  /// Replaces the menu; closes one that is open.
  ///
  /// Keeps the popover. GTK 4.8 crashes in the new popover of `gtk_menu_button_set_menu_model` if the pointer was over
  /// the previous one.
  public func show(_ menu: Menu) {
    guard let popover = gtk_menu_button_get_popover(raw.opaque) else { return }
    gtk_menu_button_popdown(raw.opaque)
    gtk_popover_menu_set_menu_model(UnsafeMutableRawPointer(popover).opaque, menu.raw.typed())
  }

  /// The popover with the menu.
  package var popover: Widget? {
    gtk_menu_button_get_popover(raw.opaque).map { Widget.wrap(UnsafeMutableRawPointer($0).typed()) }
  }

  /// The widget that the button shows; setting it unparents the previous one. Setting `nil` shows an empty box.
  public var child: Widget? {
    get { gtk_menu_button_get_child(raw.opaque).map(Widget.wrap) }
    set {
      // GTK 4.8 puts the child into a box without checking for nil, and logs a critical.
      gtk_menu_button_set_child(raw.opaque, newValue?.widget ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    }
  }
}

extension Widget {
  /// Allows a GtkPopoverMenu to be narrower than its longest entry, as on a small screen with large text. GTK scrolls
  /// menus only vertically.
  fileprivate func letMenuScrollSideways() {
    var next = gtk_widget_get_first_child(widget)
    while let child = next, !UnsafeMutableRawPointer(child).isA(gtk_scrolled_window_get_type()) {
      next = gtk_widget_get_first_child(child)
    }
    guard let scroller = next else { return }
    gtk_scrolled_window_set_policy(
      UnsafeMutableRawPointer(scroller).opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
  }
}

/// A menu that opens at a point in a widget.
@MainActor
public enum ContextMenu {
  /// The widget whose menu was opened last. An open menu takes all input, so there is at most one.
  private static weak var owner: CustomWidget?
  /// The widget whose menu has just closed, until the main loop's next turn.
  private static weak var closing: CustomWidget?

  /// Opens a menu, which is removed when it closes; the focus then returns to the widget that had it. Returns the
  /// popover. Calls `didClose` when it has closed.
  @discardableResult
  public static func open(
    _ menu: Menu, at point: Point, in widget: CustomWidget, didClose: (() -> Void)? = nil
  ) -> Widget {
    let popover = Widget(borrowed: gtk_popover_menu_new_from_model(menu.raw.typed()))
    popover.letMenuScrollSideways()
    gtk_popover_set_has_arrow(popover.raw.typed(), 0)
    popover.halign = .start
    return show(popover, at: Rect(x: point.x, y: point.y, width: 1, height: 1), in: widget, didClose)
  }

  /// Opens a popover with an arrow to `place` that shows `content`. It is removed when it closes. Returns the popover.
  @discardableResult
  public static func open(_ content: Widget, at place: Rect, in widget: CustomWidget) -> Widget {
    let popover = Widget(borrowed: gtk_popover_new())
    gtk_popover_set_child(popover.raw.typed(), content.widget)
    return show(popover, at: place, in: widget)
  }

  private static func show(
    _ popover: Widget, at place: Rect, in widget: CustomWidget, _ didClose: (() -> Void)? = nil
  ) -> Widget {
    popover.setParent(widget)
    var rect = GdkRectangle(
      x: gint(place.x), y: gint(place.y), width: gint(place.width), height: gint(place.height))
    gtk_popover_set_pointing_to(popover.raw.typed(), &rect)
    // The chosen action is activated after the popover has closed, and is looked up from it.
    let closed: Signal<> = Signal(popover, "closed")
    let focused = widget.window?.focusWidget
    closed.connect { [weak popover, weak widget, weak focused] in
      popover?.giveFocusBack(to: focused, or: widget)
      closing = widget
      didClose?()
      // Discard the popover before the next frame. Otherwise a pending event, by which GTK looks up the widget below
      // the pointer, reaches the hidden popover, and then the next press does too. Discard it also before a pending
      // tooltip: the popover's parent may have left the window, and then the popover has lost its surface.
      MainLoop.next {
        closing = nil
        popover?.discard()
      }
    }
    // The menu grows after it has opened: GTK adds the separators between sections later.
    widget.popover = popover
    widget.popoverPoint = Point(x: place.x, y: place.y)
    owner = widget
    gtk_popover_popup(popover.raw.typed())
    return popover
  }

  /// Whether a request to focus `widget` comes from GTK, since a menu in the widget has just closed.
  ///
  /// `gtk_popover_popdown` of GTK 4.18 moves the focus to the popover's parent, wherever the focus is.
  static func hasJustClosed(in widget: CustomWidget) -> Bool { closing === widget }

  /// Closes the menu that is open in `widget`, unless the point at which it was opened satisfies `isInView`.
  ///
  /// For containers that move their children far: GTK 4.8 logs a critical when a menu moves with its widget to a place
  /// outside of all monitors. Call it before the widget is placed, and not while GTK allocates.
  public static func close(in widget: Widget, unless isInView: (Point) -> Bool) {
    guard let owner, owner === widget, let popover = owner.popover, popover.isMapped,
      !isInView(owner.popoverPoint)
    else { return }
    gtk_popover_popdown(popover.raw.typed())
  }
}

extension Widget {
  /// Moves the focus out of a popover that has closed.
  ///
  /// Call it before the popover is removed. With GTK 4.8 the window takes a reference to a popover that is hidden with
  /// the focus. If the popover is then unparented with the focus, a second reference replaces the first, which is never released.
  fileprivate func giveFocusBack(to first: Widget?, or second: Widget?) {
    guard holdsFocus else { return }
    if first?.isMapped == true, first?.takeFocus() == true, !holdsFocus { return }
    second?.takeFocus()
    if holdsFocus { window?.focusWidget = nil }
  }

  /// Whether the focus of the window is in the widget.
  ///
  /// Unlike ``containsFocus``, this holds also while the window does not have the keyboard, such as for a moment when a
  /// popover opens and takes it.
  private var holdsFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }

  /// Removes a popover for good, also one that is open.
  func discard() {
    if holdsFocus { window?.focusWidget = nil }
    unparent()
    // A tooltip, which is due half a second after the pointer was in the popover, would use the popover's lost surface.
    // GTK 4.8 forgets the popover only when it is disposed of. Any reference, also one of ours, would delay that.
    g_object_run_dispose(raw.typed())
  }
}
