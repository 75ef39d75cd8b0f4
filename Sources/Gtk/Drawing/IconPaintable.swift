import CGtk

/// An icon at one size. Main actor only.
@MainActor
public final class IconPaintable {
  let raw: OpaquePointer

  /// Looks the icon up in the widget's icon theme. The theme answers with "missing image" rather than not at all.
  public init(named name: String, size: Int, for widget: Widget) {
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget.widget))
    raw = gtk_icon_theme_lookup_icon(
      theme, name, nil, gint(size), gint(widget.scaleFactor),
      widget.isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR, GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }
}
