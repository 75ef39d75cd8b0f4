import CGtk
@_exported import GLib

/// Whether a display can be opened. Without one, do not use this module; with one, GTK is initialised.
@MainActor public let hasDisplay = gtk_init_check() != 0

/// The version of the GTK library in use, such as "4.8.3".
public var gtkVersion: String {
  "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
}

/// Functions of the desktop around the program.
@MainActor
public enum Desktop {
  /// Puts text on the clipboard.
  public static func copy(_ text: String, from widget: Widget) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget.widget), text)
  }

  /// Puts text on the primary selection, which the middle mouse button pastes.
  public static func select(_ text: String, from widget: Widget) {
    gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(widget.widget), text)
  }

  /// The user's folder for downloads; nil if the desktop has none.
  public static var downloadFolder: String? {
    g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD).map { String(cString: $0) }
  }

  /// Opens a URI with the user's preferred program.
  public static func open(_ uri: String, from window: Window?) {
    bs_show_uri(window.map { $0.raw.typed() }, uri)
  }

  /// Whether a program is installed that opens URIs of this scheme.
  public static func canOpen(scheme: String) -> Bool {
    guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
    g_object_unref(UnsafeMutableRawPointer(program))
    return true
  }

  /// Opens a file with the user's preferred program for its kind.
  public static func open(file path: String, from window: Window?) {
    if let uri = String(owned: g_filename_to_uri(path, nil, nil)) { open(uri, from: window) }
  }

  /// Opens a file with the user's preferred program for its kind, and calls `didFail` if no program opens it. Otherwise
  /// GTK reports that in a window of its own.
  public static func open(
    file path: String, from window: Window, didFail: @escaping @MainActor () -> Void
  ) {
    guard let uri = String(owned: g_filename_to_uri(path, nil, nil)) else { return didFail() }
    let failure = Unmanaged.passRetained(Failure(didFail))
    bs_show_uri_full(
      window.raw.typed(), uri,
      { parent, result, data in
        onMainActor((parent!, result!, data!)) { parent, result, data in
          let failure = Unmanaged<Failure>.fromOpaque(data).takeRetainedValue()
          let parent = UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GtkWindow.self)
          if bs_show_uri_full_finish(parent, result) == 0 { failure.body() }
        }
      }, failure.toOpaque())
  }

  /// A closure that GTK passes through its callback.
  @MainActor
  private final class Failure {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }

  /// Sets the program's name on the bus and for window managers, and the name that users read.
  public static func setProgramName(_ name: String, applicationName: String) {
    g_set_prgname(name)
    g_set_application_name(applicationName)
  }
}

/// A CSS stylesheet for the display.
@MainActor
public final class StyleSheet: Object {
  /// The priority of a sheet over others.
  public enum Priority: Sendable {
    /// Below the theme: a library's default look.
    case fallback
    /// Above the theme: the application's look.
    case application

    /// The values of GTK_STYLE_PROVIDER_PRIORITY_FALLBACK and …_APPLICATION, which are macros.
    fileprivate var cValue: guint { self == .fallback ? 1 : 600 }
  }

  /// An empty sheet, which ``install(_:)`` applies.
  public init() { super.init(owned: gtk_css_provider_new()) }

  /// Replaces the contents. The display is restyled with the next frame. GTK logs errors in the text.
  public func load(_ css: UnsafePointer<CChar>) { bs_css_provider_load_from_string(raw.typed(), css) }

  /// Applies the sheet to the default display. Call it after the application has started up.
  public func install(_ priority: Priority) {
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), raw.opaque, priority.cValue)
  }

  /// Removes the sheet from the default display.
  public func uninstall() {
    gtk_style_context_remove_provider_for_display(gdk_display_get_default(), raw.opaque)
  }
}

/// The desktop's settings, by GtkSettings.
@MainActor
public final class DesktopSettings: Object {
  /// The settings of the default display; nil without one.
  public static var current: DesktopSettings? {
    gtk_settings_get_default().map { settings in
      Object.peer(of: UnsafeMutableRawPointer(settings)) { DesktopSettings(borrowed: $0) }
    }
  }

  /// Whether animations are enabled; `false` for reduced motion.
  public var enableAnimations: Bool {
    get { self.get("gtk-enable-animations") }
    set { self.set("gtk-enable-animations", newValue) }
  }

  /// Whether to use the theme's dark variant.
  public var applicationPreferDarkTheme: Bool {
    get { self.get("gtk-application-prefer-dark-theme") }
    set { self.set("gtk-application-prefer-dark-theme", newValue) }
  }

  /// The distance in points that a pressed mouse moves before it drags.
  public var dndDragThreshold: Int { self.get("gtk-dnd-drag-threshold") }

  /// The theme's name.
  public var themeName: String {
    get { self.get("gtk-theme-name") }
    set { self.set("gtk-theme-name", newValue) }
  }
}

@_spi(Testing) extension DesktopSettings {
  /// The resolution in dots per inch that fonts are drawn with: 96 times the desktop's text scale.
  public var fontResolution: Double {
    get { Double(self.get("gtk-xft-dpi") as Int) / 1024 }
    set { self.set("gtk-xft-dpi", Int(newValue * 1024)) }
  }

  /// Runs `body` with letters that are drawn by their outlines, without fitting them to the pixels.
  public func withoutHinting(_ body: () -> Void) {
    let hinting: Int = self.get("gtk-xft-hinting")
    // Since GTK 4.16 the setting has an effect only if the rendering is not automatic: 1 is GTK_FONT_RENDERING_MANUAL.
    let rendering = "gtk-font-rendering"
    let settings = g_type_class_peek(gtk_settings_get_type()).assumingMemoryBound(to: GObjectClass.self)
    let hasRendering = g_object_class_find_property(settings, rendering) != nil
    if hasRendering { self.set(rendering, 1) }
    self.set("gtk-xft-hinting", 0)
    body()
    self.set("gtk-xft-hinting", hinting)
    if hasRendering { gtk_settings_reset_property(raw.opaque, rendering) }
  }
}

/// Observes `color-scheme` of the settings portal, which GTK 4.8 does not follow itself.
@MainActor
public final class DarkPreference {
  private let connection: OpaquePointer?
  private var subscription: guint = 0
  private let didChange: @MainActor (Bool) -> Void

  /// Calls `didChange` when the portal has replied, and after each change. Never calls it if there is no portal.
  public init(didChange: @escaping @MainActor (_ prefersDark: Bool) -> Void) {
    self.didChange = didChange
    connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
    guard let connection else { return }
    subscription = g_dbus_connection_signal_subscribe(
      connection, nil, "org.freedesktop.portal.Settings", "SettingChanged", "/org/freedesktop/portal/desktop",
      "org.freedesktop.appearance", G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        onMainActor((parameters!, data!)) { parameters, data in
          let key = g_variant_get_child_value(parameters, 1)!
          defer { g_variant_unref(key) }
          guard VariantArgument(key).string == "color-scheme" else { return }
          Unmanaged<DarkPreference>.fromOpaque(data).takeUnretainedValue().read(
            g_variant_get_child_value(parameters, 2))
        }
        // Unretained: deinit unsubscribes.
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    let arguments: [OpaquePointer?] = [
      g_variant_new_string("org.freedesktop.appearance"), g_variant_new_string("color-scheme"),
    ]
    g_dbus_connection_call(
      connection, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Settings",
      "Read", g_variant_new_tuple(arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, 2_000, nil,
      { source, result, data in
        onMainActor((source!, result!, data!)) { source, result, data in
          let preference = Unmanaged<DarkPreference>.fromOpaque(data).takeRetainedValue()
          guard let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, nil) else { return }
          preference.read(g_variant_get_child_value(reply, 0))
          g_variant_unref(reply)
        }
        // Retained: the call may outlive its caller.
      }, Unmanaged.passRetained(self).toOpaque())
  }

  isolated deinit {
    guard let connection else { return }
    if subscription != 0 { g_dbus_connection_signal_unsubscribe(connection, subscription) }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Takes over `variant`, which holds the number inside one or more variants. 1 is dark.
  private func read(_ variant: OpaquePointer) {
    var value = variant
    while g_variant_classify(value) == G_VARIANT_CLASS_VARIANT {
      let inner = g_variant_get_variant(value)!
      g_variant_unref(value)
      value = inner
    }
    if g_variant_classify(value) == G_VARIANT_CLASS_UINT32 { didChange(g_variant_get_uint32(value) == 1) }
    g_variant_unref(value)
  }
}
