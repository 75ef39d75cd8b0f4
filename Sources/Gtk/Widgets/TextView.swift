import CGtk

/// Several lines of text that a person edits.
@MainActor
public final class TextView: Widget {
  public init() {
    super.init(borrowed: gtk_text_view_new())
    gtk_text_view_set_wrap_mode(raw.typed(), GTK_WRAP_WORD_CHAR)
    // Tab leaves the field, as in every form.
    gtk_text_view_set_accepts_tab(raw.typed(), 0)
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(raw.typed()) }

  public var text: String {
    get {
      var start = GtkTextIter()
      var end = GtkTextIter()
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { gtk_text_buffer_set_text(buffer, newValue, -1) }
  }

  public func insertAtCursor(_ text: String) { gtk_text_buffer_insert_at_cursor(buffer, text, -1) }

  /// Emitted after each change of the text.
  public var textChanged: Signal<> {
    let raw = UnsafeMutableRawPointer(buffer)
    return Signal(Object.peer(of: raw) ?? Object(borrowed: raw), "changed")
  }

  /// Emitted with the text an input method is still composing; empty when it is done.
  public var composingChanged: Signal<String> { Signal(self, "preedit-changed") }

  /// Room between the edge and the text, in points.
  public func setInsets(horizontal: Int, vertical: Int) {
    gtk_text_view_set_left_margin(raw.typed(), gint(horizontal))
    gtk_text_view_set_right_margin(raw.typed(), gint(horizontal))
    gtk_text_view_set_top_margin(raw.typed(), gint(vertical))
    gtk_text_view_set_bottom_margin(raw.typed(), gint(vertical))
  }
}
