import CGtk

/// A widget's role for assistive technology, as WAI-ARIA defines it.
public enum AccessibleRole: Sendable {
  case generic, list, listItem, log, group, image, button, label, tabList, tab, presentation, status, alert
  case radioGroup, toolbar, heading, progressBar, scrollbar, slider, searchBox, listBox, option, dialog

  var cValue: GtkAccessibleRole {
    switch self {
    case .generic: GTK_ACCESSIBLE_ROLE_GENERIC
    case .list: GTK_ACCESSIBLE_ROLE_LIST
    case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
    case .log: GTK_ACCESSIBLE_ROLE_LOG
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .image: GTK_ACCESSIBLE_ROLE_IMG
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .label: GTK_ACCESSIBLE_ROLE_LABEL
    case .tabList: GTK_ACCESSIBLE_ROLE_TAB_LIST
    case .tab: GTK_ACCESSIBLE_ROLE_TAB
    case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
    case .status: GTK_ACCESSIBLE_ROLE_STATUS
    case .alert: GTK_ACCESSIBLE_ROLE_ALERT
    case .radioGroup: GTK_ACCESSIBLE_ROLE_RADIO_GROUP
    case .toolbar: GTK_ACCESSIBLE_ROLE_TOOLBAR
    case .heading: GTK_ACCESSIBLE_ROLE_HEADING
    case .progressBar: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR
    case .scrollbar: GTK_ACCESSIBLE_ROLE_SCROLLBAR
    case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
    case .searchBox: GTK_ACCESSIBLE_ROLE_SEARCH_BOX
    case .listBox: GTK_ACCESSIBLE_ROLE_LIST_BOX
    case .option: GTK_ACCESSIBLE_ROLE_OPTION
    case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
    }
  }
}

/// The role of a part of a table.
package enum TableRole {
  case table, columnHeader
}

extension Widget {
  private var accessible: OpaquePointer { raw.opaque }

  /// Sets the role of one of GTK's own widgets. Call it before the widget is first shown.
  public func setAccessibleRole(_ role: AccessibleRole) {
    set("accessible-role", EnumValue(role.cValue.rawValue, of: gtk_accessible_role_get_type()))
  }

  /// Sets the role of a part of a table. Call it before the widget is first shown.
  package func setAccessibleRole(_ role: TableRole) {
    let value =
      switch role {
      case .table: GTK_ACCESSIBLE_ROLE_TABLE
      case .columnHeader: GTK_ACCESSIBLE_ROLE_COLUMN_HEADER
      }
    set("accessible-role", EnumValue(value.rawValue, of: gtk_accessible_role_get_type()))
  }

  // MARK: Properties

  /// Sets the name that a screen reader speaks.
  public func setAccessibleLabel(_ text: String) {
    // A button's label also names it; without this a screen reader speaks both names.
    gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    update(GTK_ACCESSIBLE_PROPERTY_LABEL, LayoutCost.spoken(text))
  }

  /// Sets the description that a screen reader speaks after the name.
  public func setAccessibleDescription(_ text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, LayoutCost.spoken(text))
  }

  /// Sets a word for the kind of widget, such as "carousel", if no role has one.
  public func setAccessibleRoleDescription(_ text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION, text)
  }

  /// Sets the keyboard shortcuts that activate the widget, such as "Control+End".
  public func setAccessibleKeys(_ text: String) { update(GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, text) }

  /// Sets the value of a widget that has one, such as a scrollbar: the number, its bounds, and the text for screen readers.
  public func setAccessibleValue(_ value: Double, in range: ClosedRange<Double>, text: String) {
    update(GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, range.lowerBound)
    update(GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, range.upperBound)
    update(GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, value)
    update(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text)
  }

  /// Sets whether the widget's parts lie side by side or one below the other.
  public func setAccessibleOrientation(_ orientation: Orientation) {
    // This property can also be undefined, so GTK reads it as an int.
    update(GTK_ACCESSIBLE_PROPERTY_ORIENTATION, Int(orientation.cValue.rawValue))
  }

  /// Sets whether a column's heading sorts its table, and how; nil for one that does not.
  package func setAccessibleSort(isDescending: Bool?) {
    let sort: GtkAccessibleSort =
      switch isDescending {
      case nil: GTK_ACCESSIBLE_SORT_NONE
      case true?: GTK_ACCESSIBLE_SORT_DESCENDING
      case false?: GTK_ACCESSIBLE_SORT_ASCENDING
      }
    // This property can also be undefined, so GTK reads it as an int.
    update(GTK_ACCESSIBLE_PROPERTY_SORT, Int(sort.rawValue))
  }

  private func update(_ property: GtkAccessibleProperty, _ text: some PropertyValue) {
    var property = property
    text.withGValue { gtk_accessible_update_property_value(accessible, 1, &property, $0) }
  }

  // MARK: States

  /// Sets whether the widget's contents are about to change, as while a load is under way.
  public func setAccessibleBusy(_ isBusy: Bool) { update(GTK_ACCESSIBLE_STATE_BUSY, isBusy) }

  /// Hides the widget from assistive technology only. Does not queue a layout.
  public func setAccessibleHidden(_ isHidden: Bool) { update(GTK_ACCESSIBLE_STATE_HIDDEN, isHidden) }

  /// Sets whether the widget is selected in its set; nil for a widget that cannot be selected.
  public func setAccessibleSelected(_ isSelected: Bool?) {
    // This state can also be undefined, so GTK reads it as an int.
    update(
      GTK_ACCESSIBLE_STATE_SELECTED, isSelected.map { $0 ? 1 : 0 } ?? Int(GTK_ACCESSIBLE_VALUE_UNDEFINED))
  }

  private func update(_ state: GtkAccessibleState, _ value: some PropertyValue) {
    var state = state
    value.withGValue { gtk_accessible_update_state_value(accessible, 1, &state, $0) }
  }

  // MARK: Relations

  /// Sets the widget's position in its set, from 1, and the size of the set.
  public func setAccessiblePosition(_ position: Int, of count: Int) {
    update(GTK_ACCESSIBLE_RELATION_POS_IN_SET, position)
    update(GTK_ACCESSIBLE_RELATION_SET_SIZE, count)
  }

  /// Names the widget by the text of another. GTK keeps no reference to the other widget: both have to live.
  public func setAccessibleLabelled(by other: Widget) {
    update(GTK_ACCESSIBLE_RELATION_LABELLED_BY, other)
  }

  /// States that the widget controls the contents of another. Both have to live.
  public func setAccessibleControls(_ other: Widget) {
    update(GTK_ACCESSIBLE_RELATION_CONTROLS, other)
  }

  private func update(_ relation: GtkAccessibleRelation, _ other: Widget) {
    // The relation takes over the list, but not the widget in it.
    update(relation, PointerValue(g_list_append(nil, other.raw)))
  }

  private func update(_ relation: GtkAccessibleRelation, _ value: some PropertyValue) {
    var relation = relation
    value.withGValue { gtk_accessible_update_relation_value(accessible, 1, &relation, $0) }
  }
}

// MARK: - For tests

/// The state that GTK reports to assistive technology. Needs `GTK_A11Y=test`.
@_spi(Testing) extension Widget {
  /// Whether assistive technology sees this role.
  public func hasAccessibleRole(_ role: AccessibleRole) -> Bool {
    gtk_test_accessible_has_role(accessible, role.cValue) != 0
  }

  /// The accessible name, or a label's text; nil if neither is set.
  public var accessibleLabel: String? {
    if let set = text(GTK_ACCESSIBLE_PROPERTY_LABEL) { return set }
    return raw.isA(gtk_label_get_type()) ? String(cString: gtk_label_get_text(raw.opaque)) : nil
  }

  /// The accessible description; nil if it is not set.
  public var accessibleDescription: String? { text(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) }

  /// The text of the accessible value; nil if it is not set.
  public var accessibleValueText: String? { text(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT) }

  /// Whether the widget reports this orientation.
  public func hasAccessibleOrientation(_ orientation: Orientation) -> Bool {
    gtk_test_accessible_has_property(accessible, GTK_ACCESSIBLE_PROPERTY_ORIENTATION) != 0
      && matches(bs_test_orientation(accessible, orientation.cValue))
  }

  /// Whether the widget is marked as busy.
  public var isAccessibleBusy: Bool {
    gtk_test_accessible_has_state(accessible, GTK_ACCESSIBLE_STATE_BUSY) != 0
      && matches(bs_test_state(accessible, GTK_ACCESSIBLE_STATE_BUSY, 1))
  }

  /// Whether the widget is marked as selected.
  public var isAccessibleSelected: Bool {
    gtk_test_accessible_has_state(accessible, GTK_ACCESSIBLE_STATE_SELECTED) != 0
      && matches(bs_test_state(accessible, GTK_ACCESSIBLE_STATE_SELECTED, 1))
  }

  /// Whether the widget has this position, from 1, in a set of this size.
  public func hasAccessiblePosition(_ position: Int, of count: Int) -> Bool {
    matches(bs_test_number(accessible, GTK_ACCESSIBLE_RELATION_POS_IN_SET, gint(position)))
      && matches(bs_test_number(accessible, GTK_ACCESSIBLE_RELATION_SET_SIZE, gint(count)))
  }

  /// Whether a check function found a match: it then returns NULL, otherwise the value that it found.
  private func matches(_ found: UnsafeMutablePointer<CChar>?) -> Bool { String(owned: found) == nil }

  private func text(_ property: GtkAccessibleProperty) -> String? {
    // No text consists of a single control character, so the check fails and returns the real text.
    guard gtk_test_accessible_has_property(accessible, property) != 0 else { return nil }
    return String(owned: bs_test_text(accessible, property, "\u{1}"))
  }

  /// A widget that can take the focus.
  public struct Audited: CustomStringConvertible {
    /// The GObject type's name.
    public let type: String
    /// The role, by the nick of GtkAccessibleRole, such as "list-item".
    public let role: String
    /// The accessible name; empty if the widget has none.
    public let name: String
    /// The types from the audited widget down to this one.
    public let path: String
    /// Whether GTK, rather than Swift, implements the widget.
    public let isGTKsOwn: Bool

    public var description: String { "\(path): role \(role), name “\(name)”" }
  }

  /// The mapped widgets here that can take the focus.
  public var auditedFocusables: [Audited] { audited(path: "") }

  private func audited(path: String) -> [Audited] {
    guard isMapped else { return [] }
    let type = String(cString: g_type_name(gtype))
    let path = path.isEmpty ? type : "\(path)/\(type)"
    var found: [Audited] = []
    if focusable {
      found.append(
        Audited(type: type, role: roleName, name: spokenName, path: path, isGTKsOwn: type.hasPrefix("Gtk")))
    }
    return children.reduce(into: found) { $0 += $1.audited(path: path) }
  }

  /// The accessible name, or the text inside a widget that is named by its content.
  private var spokenName: String {
    if let set = accessibleLabel, !set.isEmpty { return set }
    guard gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0 else {
      return ""
    }
    let inside = shownTexts.joined(separator: " ")
    guard inside.isEmpty else { return inside }
    // The menu button names the button inside it. Every other button has the relation to its child, even if the
    // child is an image, which has no text.
    if let parent, parent.raw.isA(gtk_menu_button_get_type()) { return parent.spokenName }
    return raw.isA(gtk_button_get_type()) ? "" : "(what names it)"
  }

  private var roleName: String {
    let type = g_type_class_ref(gtk_accessible_role_get_type())!
    defer { g_type_class_unref(type) }
    let role = gtk_accessible_get_accessible_role(accessible)
    let value = g_enum_get_value(type.assumingMemoryBound(to: GEnumClass.self), gint(role.rawValue))
    return value.map { String(cString: $0.pointee.value_nick) } ?? "unknown"
  }

  // MARK: Contents

  /// Sets the reading direction of widgets that have none of their own, in place of the locale's.
  public static func setDefaultRightToLeft(_ flag: Bool) {
    gtk_widget_set_default_direction(flag ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
  }

  /// The texts of all mapped labels, in tree order.
  public var shownTexts: [String] {
    guard isMapped else { return [] }
    if raw.isA(gtk_label_get_type()) {
      let text = String(cString: gtk_label_get_text(raw.opaque))
      return text.isEmpty ? [] : [text]
    }
    return children.flatMap(\.shownTexts)
  }

  /// Activates the mapped button with this label. Returns `false` if there is none.
  public func press(_ label: String) -> Bool {
    guard raw.isA(gtk_button_get_type()), shownTexts == [label] else {
      return children.contains { $0.press(label) }
    }
    return gtk_widget_activate(widget) != 0
  }

  /// The name of the widget's CSS node.
  public var cssNodeName: String { String(cString: gtk_widget_get_css_name(widget)) }

  /// The children in GTK's order, which is that of the focus.
  public var children: [Widget] {
    var children: [Widget] = []
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      children.append(Widget.wrap(child))
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }
}
