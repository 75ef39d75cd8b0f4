import CGtk

/// A toplevel window. GTK owns it from birth until ``destroy()`` or its close.
@MainActor
open class Window: Widget {
  private var gtkWindow: UnsafeMutablePointer<GtkWindow> { raw.typed() }

  /// A window of no application; for tests and small programs.
  public init() {
    // Transfer none: GTK's list of toplevels holds the reference.
    super.init(borrowed: gtk_window_new())
  }

  init(borrowed window: UnsafeMutablePointer<GtkWidget>) {
    super.init(borrowed: UnsafeMutableRawPointer(window))
  }

  public func setTitle(_ title: String) { gtk_window_set_title(gtkWindow, title) }

  public func setDefaultSize(width: Int, height: Int) {
    gtk_window_set_default_size(gtkWindow, gint(width), gint(height))
  }

  /// The size that the window has, or had before it filled the screen; points.
  public var defaultSize: (width: Int, height: Int) {
    var size = (width: gint(0), height: gint(0))
    gtk_window_get_default_size(gtkWindow, &size.width, &size.height)
    return (Int(size.width), Int(size.height))
  }

  public var isMaximized: Bool { gtk_window_is_maximized(gtkWindow) != 0 }
  public func maximize() { gtk_window_maximize(gtkWindow) }

  public var child: Widget? {
    get { gtk_window_get_child(gtkWindow).map(Widget.wrap) }
    set { gtk_window_set_child(gtkWindow, newValue?.widget) }
  }

  /// Takes in a widget that is never drawn and has no place: it is there for assistive technology, to which a window
  /// tells of its own children.
  public func attachUnseen(_ child: Widget) {
    gtk_widget_set_child_visible(child.widget, 0)
    gtk_widget_set_parent(child.widget, widget)
    let destroyed: Signal<> = Signal(self, "destroy")
    destroyed.connect { [weak child] in child?.unparent() }
    // GTK is silent on what is not realised, and realises what it draws.
    let realized: Signal<> = Signal(self, "realize")
    realized.connect { [weak child] in if let child { gtk_widget_realize(child.widget) } }
  }

  public func setTitlebar(_ bar: Widget) { gtk_window_set_titlebar(gtkWindow, bar.widget) }

  public func setIconName(_ name: String) { gtk_window_set_icon_name(gtkWindow, name) }

  public var isDecorated: Bool {
    get { gtk_window_get_decorated(gtkWindow) != 0 }
    set { gtk_window_set_decorated(gtkWindow, newValue ? 1 : 0) }
  }

  public func present() { gtk_window_present(gtkWindow) }
  public func close() { gtk_window_close(gtkWindow) }
  public func destroy() { gtk_window_destroy(gtkWindow) }

  /// The window is asked to close; answer true to keep it open.
  public var closeRequested: ReplySignal<Bool> { ReplySignal(self, "close-request") }

  /// Emitted when the focus has moved to another widget, or has left all of them.
  public var focusWidgetChanged: Signal<> { notify("focus-widget") }

  /// Where the keyboard goes in this window.
  public var focusWidget: Widget? {
    get { gtk_window_get_focus(gtkWindow).map(Widget.wrap) }
    set { gtk_window_set_focus(gtkWindow, newValue?.widget) }
  }

  /// What draws the window, by its GObject type, e.g. "GskCairoRenderer"; nil before it is realised.
  public var rendererName: String? {
    gtk_native_get_renderer(raw.opaque).map { renderer in
      String(
        cString: g_type_name(
          UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
            .pointee.g_type))
    }
  }

  public var isActive: Bool { gtk_window_is_active(gtkWindow) != 0 }
}

/// A window of an application, with actions of its own ("win.").
@MainActor
open class ApplicationWindow: Window, ActionMap {
  public init(_ application: Application) {
    super.init(borrowed: gtk_application_window_new(application.raw.typed()))
  }

  /// The window that `win.show-help-overlay` opens, from a description in GtkBuilder's XML whose
  /// shortcuts window has the id "help_overlay".
  public func setHelpOverlay(builderXML: String) {
    let builder = gtk_builder_new_from_string(builderXML, -1)!
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    guard let overlay = gtk_builder_get_object(builder, "help_overlay") else { return }
    gtk_application_window_set_help_overlay(raw.typed(), UnsafeMutableRawPointer(overlay).opaque)
  }
}
