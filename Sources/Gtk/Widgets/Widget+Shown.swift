import CGtk

/// What a person can read and press in a widget, for tests.
@_spi(Testing) extension Widget {
  /// The texts of all labels that are on the screen, in their order.
  public var shownTexts: [String] { Widget.texts(widget) }

  /// Presses the button on the screen with these words; answers whether there is one.
  public func press(_ words: String) -> Bool {
    guard let button = Widget.button(widget, words) else { return false }
    return gtk_widget_activate(button) != 0
  }

  static func texts(_ widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
    guard gtk_widget_get_mapped(widget) != 0 else { return [] }
    if isA(widget, gtk_label_get_type()) {
      let text = String(cString: gtk_label_get_text(OpaquePointer(widget)))
      return text.isEmpty ? [] : [text]
    }
    return children(widget).flatMap(texts)
  }

  private static func button(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ words: String
  ) -> UnsafeMutablePointer<GtkWidget>? {
    if isA(widget, gtk_button_get_type()), texts(widget) == [words] { return widget }
    return children(widget).lazy.compactMap { button($0, words) }.first
  }

  private static func children(
    _ widget: UnsafeMutablePointer<GtkWidget>
  ) -> [UnsafeMutablePointer<GtkWidget>] {
    Array(
      sequence(state: gtk_widget_get_first_child(widget)) { next in
        defer { next = next.flatMap { gtk_widget_get_next_sibling($0) } }
        return next
      })
  }

  static func isA(_ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType) -> Bool {
    widget.withMemoryRebound(to: GTypeInstance.self, capacity: 1) {
      g_type_check_instance_is_a($0, type) != 0
    }
  }
}
