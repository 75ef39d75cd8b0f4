import CGtk

/// A stylesheet for the whole display. One for each concern; widgets change classes, never providers.
@MainActor
public final class StyleSheet: Object {
  public enum Priority: Sendable {
    /// Below the theme's: a library's default look.
    case fallback
    /// Above the theme's: the application's own look.
    case application

    var cValue: guint {
      // The macros' values, `GTK_STYLE_PROVIDER_PRIORITY_…`.
      self == .fallback ? 1 : 600
    }
  }

  public init() { super.init(owned: gtk_css_provider_new()) }

  /// Replaces the contents; the display restyles itself at the next frame. Faults in the text are
  /// programming errors and go to GTK's log.
  public func load(_ css: UnsafePointer<CChar>) { gtk_css_provider_load_from_data(raw.typed(), css, -1) }

  /// Applies the sheet to the default display. Needs one: call it after the application's startup.
  public func install(_ priority: Priority) {
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), raw.opaque, priority.cValue)
  }

  /// Takes the sheet off the display again.
  public func uninstall() {
    gtk_style_context_remove_provider_for_display(gdk_display_get_default(), raw.opaque)
  }
}

/// The desktop's settings as GTK sees them.
@MainActor
public final class DesktopSettings: Object {
  /// Those of the default display; nil without one.
  public static var current: DesktopSettings? {
    gtk_settings_get_default().map {
      let raw = UnsafeMutableRawPointer($0)
      return Object.peer(of: raw) as? DesktopSettings ?? DesktopSettings(borrowed: raw)
    }
  }

  /// False when the person wants no motion.
  public var animates: Bool {
    get { self.get("gtk-enable-animations") }
    set { self.set("gtk-enable-animations", newValue) }
  }

  /// The theme's dark variant.
  public var prefersDark: Bool {
    get { self.get("gtk-application-prefer-dark-theme") }
    set { self.set("gtk-application-prefer-dark-theme", newValue) }
  }

  /// How far a pressed mouse has to move before it drags, in points.
  public var dragThreshold: Int { self.get("gtk-dnd-drag-threshold") }

  public var themeName: String {
    get { self.get("gtk-theme-name") }
    set { self.set("gtk-theme-name", newValue) }
  }
}

/// Whether a display could be opened. Without one nothing of this module may be used; with one GTK is ready.
@MainActor public let hasDisplay = gtk_init_check() != 0

/// The GTK that runs, e.g. "4.8.3".
public var gtkVersion: String {
  "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
}
