import CGtk

/// Errands for the desktop around the program.
@MainActor
public enum Desktop {
  /// Puts text on the clipboard.
  public static func copy(_ text: String, from widget: Widget) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget.widget), text)
  }

  /// Puts text on the primary selection, which the middle button pastes.
  public static func select(_ text: String, from widget: Widget) {
    gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(widget.widget), text)
  }

  /// Opens a link in the program the person has chosen for it.
  public static func open(_ uri: String, from window: Window?) {
    gtk_show_uri(window.map { $0.raw.typed() }, uri, guint32(GDK_CURRENT_TIME))
  }

  /// Lets icons be found in a folder of icon themes. One where they are looked for already is not read twice.
  public static func addIconFolder(_ path: String) {
    let theme = gtk_icon_theme_get_for_display(gdk_display_get_default())
    let known = gtk_icon_theme_get_search_path(theme)
    defer { g_strfreev(known) }
    var index = 0
    while let folder = known?[index] {
      if String(cString: folder) == path { return }
      index += 1
    }
    gtk_icon_theme_add_search_path(theme, path)
  }

  /// Whether an icon of that name is found, in the theme or a folder that was added.
  public static func hasIcon(_ name: String) -> Bool {
    gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(gdk_display_get_default()), name) != 0
  }

  /// Makes the name known that windows and the bus show for the program.
  public static func setProgramName(_ name: String, applicationName: String) {
    g_set_prgname(name)
    g_set_application_name(applicationName)
  }

  /// Whether a finger can be used: then nothing may wait for a pointer to hover.
  public static var hasTouchScreen: Bool {
    guard let display = gdk_display_get_default(), let seat = gdk_display_get_default_seat(display) else {
      return false
    }
    return gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0
  }
}
