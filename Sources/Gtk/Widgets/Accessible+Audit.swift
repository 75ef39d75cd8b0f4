import CGtk

/// What assistive technology is told, for tests. They run with `GTK_A11Y=test`.
@_spi(Testing) extension Widget {
  /// The name as it was set; for a label its text; nil if nobody has set one.
  public var accessibleLabel: String? {
    if let set = text(GTK_ACCESSIBLE_PROPERTY_LABEL) { return set }
    return Widget.isA(widget, gtk_label_get_type()) ? String(cString: gtk_label_get_text(raw.opaque)) : nil
  }

  public var accessibleDescription: String? { text(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) }

  public var isAccessibleBusy: Bool {
    holds { bs_test_state(accessible, GTK_ACCESSIBLE_STATE_BUSY, 1) }
      && gtk_test_accessible_has_state(accessible, GTK_ACCESSIBLE_STATE_BUSY) != 0
  }

  public var isAccessibleSelected: Bool {
    gtk_test_accessible_has_state(accessible, GTK_ACCESSIBLE_STATE_SELECTED) != 0
      && holds { bs_test_state(accessible, GTK_ACCESSIBLE_STATE_SELECTED, 1) }
  }

  /// Whether the widget was told to be at this place, from 1, of its set.
  public func hasAccessiblePosition(_ position: Int, of count: Int) -> Bool {
    holds { bs_test_number(accessible, GTK_ACCESSIBLE_RELATION_POS_IN_SET, gint(position)) }
      && holds { bs_test_number(accessible, GTK_ACCESSIBLE_RELATION_SET_SIZE, gint(count)) }
  }

  public var isAccessiblyLabelledByAnother: Bool {
    gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0
  }

  public var isAccessiblyDescribedByAnother: Bool {
    gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY) != 0
  }

  private func holds(_ check: () -> UnsafeMutablePointer<CChar>?) -> Bool {
    guard let other = check() else { return true }
    g_free(other)
    return false
  }

  private func text(_ property: GtkAccessibleProperty) -> String? {
    guard gtk_test_accessible_has_property(accessible, property) != 0,
      let found = bs_test_text(accessible, property, "\u{1}")
    else { return nil }
    defer { g_free(found) }
    return String(cString: found)
  }

  /// A widget that can be used, as the audit sees it.
  public struct Audited: CustomStringConvertible {
    /// GTK's or ours, as its type is called.
    public let type: String
    public let role: String
    /// Empty if it has none.
    public let name: String
    /// From the audited widget down.
    public let path: String
    public let isGTKsOwn: Bool

    public var description: String { "\(path): role \(role), name “\(name)”" }
  }

  /// All widgets here on the screen that the focus can come to.
  public var auditedFocusables: [Audited] {
    var found: [Audited] = []
    Widget.audit(widget, path: "", into: &found)
    return found
  }

  private static func audit(
    _ widget: UnsafeMutablePointer<GtkWidget>, path: String, into found: inout [Audited]
  ) {
    guard gtk_widget_get_mapped(widget) != 0 else { return }
    let type = String(cString: g_type_name(gtype(widget)))
    let path = path.isEmpty ? type : "\(path)/\(type)"
    if gtk_widget_get_focusable(widget) != 0 {
      found.append(
        Audited(
          type: type, role: role(widget), name: name(widget), path: path,
          isGTKsOwn: type.hasPrefix("Gtk")))
    }
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      audit(child, path: path, into: &found)
      next = gtk_widget_get_next_sibling(child)
    }
  }

  /// What was set, or what is written in it if that is what names it.
  private static func name(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
    let peer = wrap(widget)
    if let set = peer.accessibleLabel, !set.isEmpty { return set }
    guard peer.isAccessiblyLabelledByAnother else { return "" }
    let inside = texts(widget).joined(separator: " ")
    guard inside.isEmpty else { return inside }
    // The button in a menu button is named by that. Any other says that its child names it, also where that is a
    // picture, which says nothing.
    if let parent = gtk_widget_get_parent(widget), isA(parent, gtk_menu_button_get_type()) {
      return name(parent)
    }
    return isA(widget, gtk_button_get_type()) ? "" : "(what names it)"
  }

  private static func role(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
    let role = gtk_accessible_get_accessible_role(OpaquePointer(widget))
    let type = g_type_class_ref(gtk_accessible_role_get_type())!
    defer { g_type_class_unref(type) }
    let value = g_enum_get_value(
      type.assumingMemoryBound(to: GEnumClass.self), gint(role.rawValue))
    return value.map { String(cString: $0.pointee.value_nick) } ?? "unknown"
  }

  private static func gtype(_ widget: UnsafeMutablePointer<GtkWidget>) -> GType {
    widget.withMemoryRebound(to: GTypeInstance.self, capacity: 1) { $0.pointee.g_class.pointee.g_type }
  }
}
