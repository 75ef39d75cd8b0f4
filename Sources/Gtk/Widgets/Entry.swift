import CGtk

/// A line of text to be typed.
@MainActor
public final class Entry: Widget {
  public init() { super.init(borrowed: gtk_entry_new()) }

  public var text: String {
    get { String(cString: gtk_editable_get_text(raw.opaque)) }
    set { if newValue != text { gtk_editable_set_text(raw.opaque, newValue) } }
  }

  /// Shown while there is no text.
  public func setPlaceholder(_ text: String) { gtk_entry_set_placeholder_text(raw.typed(), text) }

  public func setIcon(_ name: String) {
    gtk_entry_set_icon_from_icon_name(raw.typed(), GTK_ENTRY_ICON_PRIMARY, name)
  }

  /// Characters that the entry asks to have room for.
  public func setWidth(characters: Int) { gtk_editable_set_width_chars(raw.opaque, gint(characters)) }

  /// Return was pressed.
  public var activated: Signal<> { Signal(self, "activate") }
}
