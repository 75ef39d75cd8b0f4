import CGtk

/// A toplevel window. GTK keeps it until ``destroy()``, or until it is closed.
@MainActor
open class Window: Widget {
  private var gtkWindow: UnsafeMutablePointer<GtkWindow> { raw.typed() }

  /// A window outside any application, for tests and small programs.
  public init() {
    // Transfer none: GTK's list of toplevels owns the reference.
    super.init(borrowed: gtk_window_new())
    closePopoverWhenUnmapped()
    RefusedPopovers.watch
    watchInput()
  }

  fileprivate init(borrowed window: UnsafeMutablePointer<GtkWidget>) {
    super.init(borrowed: UnsafeMutableRawPointer(window))
    closePopoverWhenUnmapped()
    RefusedPopovers.watch
    watchInput()
  }

  /// Closes the popover that has the focus when the window disappears.
  ///
  /// Otherwise GTK 4.8 keeps the popover, as any that is unparented while it is open, and a pending tooltip would use
  /// the popover's lost surface.
  private func closePopoverWhenUnmapped() {
    let unmapped: Signal<> = Signal(self, "unmap")
    unmapped.connect(weak: self) { window in
      guard let focus = gtk_window_get_focus(window.gtkWindow), let native = gtk_widget_get_native(focus),
        native != window.raw.opaque
      else { return }
      gtk_widget_set_visible(UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self), 0)
      gtk_window_set_focus(window.gtkWindow, nil)
    }
  }

  // MARK: Input

  /// The kind of input that was used last in the window. A window that is presented over another one starts with the
  /// other window's kind.
  ///
  /// While fingers are used, the window has the CSS class `touch`, also while they type on a screen keyboard.
  package var lastInput: InputKind = .pointer {
    didSet {
      if lastInput != .keyboard { setClass("touch", lastInput == .touch) }
      if lastInput != oldValue { focusVisible = lastInput == .keyboard }
    }
  }

  /// Whether the window is adapted to fingers: they were used, and keys since then may come from a screen keyboard.
  package var isForTouch: Bool { hasClass("touch") }

  private func watchInput() {
    lastInput = .initial
    keepFocusVisible()
    let watcher = InputWatcher()
    watcher.watch(for: self)
    add(watcher)
  }

  /// Shows focus rings as long as the keyboard was used last. GTK hides them three seconds after a key, and does not
  /// show them for a key that a widget handles itself.
  private func keepFocusVisible() {
    notify("focus-visible").connect(weak: self) { window in
      guard window.lastInput == .keyboard, !window.focusVisible else { return }
      // GTK clears its timer only after this signal.
      MainLoop.next { [weak window] in
        if let window, window.lastInput == .keyboard { window.focusVisible = true }
      }
    }
  }

  /// The title, which the desktop and the default title bar show.
  public var title: String {
    get { gtk_window_get_title(gtkWindow).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(gtkWindow, LayoutCost.line(newValue)) }
  }

  /// Replaces the default title bar.
  public func setTitlebar(_ bar: Widget) { gtk_window_set_titlebar(gtkWindow, bar.widget) }

  /// The name of the window's icon in the icon theme.
  public var iconName: String {
    get { gtk_window_get_icon_name(gtkWindow).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_icon_name(gtkWindow, newValue) }
  }

  /// Whether the window has a title bar and a border.
  public var decorated: Bool {
    get { gtk_window_get_decorated(gtkWindow) != 0 }
    set { gtk_window_set_decorated(gtkWindow, newValue ? 1 : 0) }
  }

  /// The contents.
  public var child: Widget? {
    get { gtk_window_get_child(gtkWindow).map(Widget.wrap) }
    set { gtk_window_set_child(gtkWindow, newValue?.widget) }
  }

  /// Adds a child that is neither drawn nor allocated, for assistive technology only.
  public func attachUnseen(_ child: Widget) {
    child.isChildVisible = false
    // GTK 4.18 also hides widgets that are not drawn from assistive technology.
    child.setAccessibleHidden(false)
    gtk_widget_set_parent(child.widget, widget)
    let destroyed: Signal<> = Signal(self, "destroy")
    destroyed.connect { [weak child] in child?.unparent() }
    // GTK reports only realized widgets, and realizes only those that it draws.
    let realized: Signal<> = Signal(self, "realize")
    realized.connect { [weak child] in if let child { gtk_widget_realize(child.widget) } }
  }

  // MARK: Size

  /// Sets the window's initial size, in points.
  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(gtkWindow, gint(clamping: width), gint(clamping: height))
  }

  /// The window's size in points; while it is maximized, the size before.
  public var defaultSize: (width: Int, height: Int) {
    var size = (width: gint(0), height: gint(0))
    gtk_window_get_default_size(gtkWindow, &size.width, &size.height)
    return (Int(size.width), Int(size.height))
  }

  /// The window's width in points; before it is laid out, its initial width, or that of the narrowest screen if it is less.
  public var expectedWidth: Int {
    guard width == 0 else { return width }
    var widths = [defaultSize.width]
    if let display = gdk_display_get_default(), let screens = gdk_display_get_monitors(display) {
      for index in 0..<g_list_model_get_n_items(screens) {
        guard let screen = g_list_model_get_item(screens, index) else { continue }
        defer { g_object_unref(screen) }
        var place = GdkRectangle()
        gdk_monitor_get_geometry(OpaquePointer(screen), &place)
        widths.append(Int(place.width))
      }
    }
    return widths.filter { $0 > 0 }.min() ?? 0
  }

  /// Whether the window fills the screen.
  public var isMaximized: Bool { gtk_window_is_maximized(gtkWindow) != 0 }

  /// Asks the desktop to maximize the window.
  public func maximize() { gtk_window_maximize(gtkWindow) }

  /// Whether the window covers the screen, without the desktop's panels.
  public var isFullscreen: Bool {
    get { gtk_window_is_fullscreen(gtkWindow) != 0 }
    set { newValue ? gtk_window_fullscreen(gtkWindow) : gtk_window_unfullscreen(gtkWindow) }
  }

  // MARK: Life

  /// Shows the window, and raises it.
  public func present() { gtk_window_present(gtkWindow) }

  /// Seconds within which a desktop raises a window, if it does.
  private static let raisingTime = 0.25

  /// Does the same as ``present()`` for a window that is shown already and may lie behind others.
  ///
  /// A Wayland compositor raises a window only for a press that it can verify. GTK 4.8 does not prove one: it names the
  /// window to raise instead of the pressed one, and forgets a touch when it ends. But a window that is shown anew
  /// comes to the front.
  public func bringForward() {
    present()
    guard isMapped, !isActive, isOnWayland else { return }
    MainLoop.after(seconds: Self.raisingTime) { [weak self] in
      // A dialog over the window would lose its place.
      guard let self, isMapped, !isActive, !hasDialog else { return }
      gtk_widget_set_visible(widget, 0)
      present()
    }
  }

  private var isOnWayland: Bool {
    guard let display = gtk_widget_get_display(widget) else { return false }
    return String(cString: g_type_name(UnsafeMutableRawPointer(display).gtype)) == "GdkWaylandDisplay"
  }

  /// Whether a window that was presented over this one is shown.
  private var hasDialog: Bool {
    Self.all.contains { $0.isMapped && gtk_window_get_transient_for($0.gtkWindow) == gtkWindow }
  }

  /// Shows the window in front of another one, which takes no input meanwhile.
  open func present(over other: Window) {
    gtk_window_set_transient_for(gtkWindow, other.gtkWindow)
    gtk_window_set_modal(gtkWindow, 1)
    gtk_window_set_destroy_with_parent(gtkWindow, 1)
    lastInput = other.lastInput
    let isChosen = focusWidget != nil
    present()
    // GTK focuses the first field, which opens the screen keyboard.
    if lastInput == .touch, !isChosen { focusWidget = nil }
  }

  /// The handler that ends the relation to another window when that one is unrealized.
  private var ownership: SignalHandle?

  /// Declares to the desktop that the window belongs to another one that is shown, or to none. If the window is not
  /// shown yet, it will appear in the middle of that window.
  ///
  /// GTK is not informed: otherwise its header bar would have only one button as long as the window belongs to another one.
  public func belong(to other: Window?) {
    ownership?.disconnect()
    ownership = nil
    if other != nil { gtk_widget_realize(widget) }
    guard let own = gtk_native_get_surface(raw.opaque) else { return }
    let surface = other.flatMap { $0.isMapped ? gtk_native_get_surface($0.raw.opaque) : nil }
    gdk_toplevel_set_transient_for(own, surface)
    guard surface != nil, let other else { return }
    // GDK keeps no reference.
    let goes: Signal<> = Signal(other, "unrealize")
    ownership = goes.connect(weak: self) { $0.belong(to: nil) }
  }

  /// Asks the window to close; see ``closeRequested``.
  public func close() { gtk_window_close(gtkWindow) }

  /// Closes the window at once.
  public func destroy() { gtk_window_destroy(gtkWindow) }

  /// Emitted when the window is asked to close. Return `true` to keep it open.
  public var closeRequested: ReplySignal<Bool> { ReplySignal(self, "close-request") }

  /// Whether the window has the keyboard.
  public var isActive: Bool { gtk_window_is_active(gtkWindow) != 0 }

  /// The widget in the window that has the focus.
  public var focusWidget: Widget? {
    get { gtk_window_get_focus(gtkWindow).map(Widget.wrap) }
    set { gtk_window_set_focus(gtkWindow, newValue?.widget) }
  }

  /// Whether the window shows focus rings.
  public var focusVisible: Bool {
    get { gtk_window_get_focus_visible(gtkWindow) != 0 }
    set { gtk_window_set_focus_visible(gtkWindow, newValue ? 1 : 0) }
  }

  /// Emitted when the focus has moved to another widget, or to none.
  public var focusWidgetChanged: Signal<> { notify("focus-widget") }

  /// The GObject type of the renderer, such as "GskCairoRenderer"; nil before the window is realized.
  public var rendererName: String? {
    gtk_native_get_renderer(raw.opaque).map { renderer in
      String(cString: g_type_name(UnsafeMutableRawPointer(renderer).gtype))
    }
  }
}

/// A window of an application, with actions of its own ("win.").
@MainActor
open class ApplicationWindow: Window, ActionMap {
  /// A window that is not shown yet. The application runs until its last window is closed.
  public init(_ application: Application) {
    super.init(borrowed: gtk_application_window_new(application.raw.typed()))
  }
}

@_spi(Testing) extension Window {
  /// The process's windows, in GTK's order.
  public static var all: [Window] {
    let windows = gtk_window_get_toplevels()!
    return (0..<g_list_model_get_n_items(windows)).compactMap { index in
      let item = g_list_model_get_item(windows, index)!
      defer { g_object_unref(item) }
      return Object.peer(of: item) as? Window
    }
  }

  /// Draws the window's contents into a PNG file. Returns `false` if there are none, or the file cannot be written.
  public func savePicture(to path: String) -> Bool {
    guard let texture = try? Renderer(.cairo).picture(of: self) else { return false }
    return texture.save(to: path)
  }
}

/// Draws pictures of windows, independently of the renderer that draws them on the screen.
@_spi(Testing) @MainActor
public final class Renderer {
  public enum Kind: String, CaseIterable, Sendable { case cairo, gl, vulkan }

  /// The reason why GTK cannot use the renderer on this machine.
  public struct Absence: Error, CustomStringConvertible {
    public let description: String
  }

  private let raw: OpaquePointer

  /// Starts the renderer; throws ``Absence`` if it cannot start.
  public init(_ kind: Kind) throws {
    let renderer =
      switch kind {
      case .cairo: gsk_cairo_renderer_new()
      case .gl: gsk_gl_renderer_new()
      case .vulkan: bs_vulkan_renderer_new()
      }
    guard let renderer else { throw Absence(description: "GTK \(gtkVersion) does not have it") }
    var error: UnsafeMutablePointer<GError>?
    guard gsk_renderer_realize(renderer, nil, &error) != 0 else {
      defer {
        g_clear_error(&error)
        g_object_unref(UnsafeMutableRawPointer(renderer))
      }
      throw Absence(description: error.map { String(cString: $0.pointee.message) } ?? "no reason is given")
    }
    raw = renderer
  }

  isolated deinit {
    gsk_renderer_unrealize(raw)
    g_object_unref(UnsafeMutableRawPointer(raw))
  }

  /// The window's contents as they were last painted; nil if there are none.
  public func picture(of window: Window) -> Texture? {
    let paintable = gtk_widget_paintable_new(window.widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    let canvas = gtk_snapshot_new()!
    gdk_paintable_snapshot(paintable, canvas, Double(window.width), Double(window.height))
    guard let node = gtk_snapshot_free_to_node(canvas) else { return nil }
    defer { gsk_render_node_unref(node) }
    var bounds = Rect(x: 0, y: 0, width: Double(window.width), height: Double(window.height)).graphene
    return Texture(owned: gsk_renderer_render_texture(raw, node, &bounds))
  }
}
