import CGtk

/// What a widget is to assistive technology; the ones this house uses.
public enum AccessibleRole: Sendable {
  case generic, list, listItem, log, group, image, button, label, tabList, tab, presentation, status, alert
  case radioGroup, toolbar, heading, progressBar

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
    }
  }
}

extension Widget {
  var accessible: OpaquePointer { raw.opaque }

  /// What one of GTK's own widgets is here; to be said before it is first shown.
  public func setAccessibleRole(_ role: AccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, gint(role.cValue.rawValue))
    g_object_set_property(raw.typed(), "accessible-role", &value)
    g_value_unset(&value)
  }

  // MARK: Properties

  /// The name that a screen reader speaks.
  public func setAccessibleLabel(_ text: String) {
    // GTK would say both: a button's words name it before it has another name.
    gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, text)
  }

  /// More about the widget, spoken after its name.
  public func setAccessibleDescription(_ text: String) {
    setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  /// What the widget is, in a word of its own, where no role has it: "carousel".
  public func setAccessibleRoleDescription(_ text: String) {
    setAccessible(GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION, text)
  }

  /// The keys that do what the widget does: "Control+End".
  public func setAccessibleKeys(_ text: String) {
    setAccessible(GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, text)
  }

  private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
    var property = property
    text.withGValue { gtk_accessible_update_property_value(accessible, 1, &property, $0) }
  }

  // MARK: States

  /// Whether what the widget shows is about to change: a load is under way.
  public func setAccessibleBusy(_ isBusy: Bool) { setAccessible(GTK_ACCESSIBLE_STATE_BUSY, isBusy) }

  /// Whether the widget is there for assistive technology at all. Changes nothing to be seen, and asks for no layout.
  public func setAccessibleHidden(_ isHidden: Bool) { setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, isHidden) }

  /// Whether the widget is the one chosen of its set.
  public func setAccessibleSelected(_ isSelected: Bool) {
    var state = GTK_ACCESSIBLE_STATE_SELECTED
    // Neither is a value of its own here, which a boolean does not have.
    (isSelected ? 1 : 0).withGValue { gtk_accessible_update_state_value(accessible, 1, &state, $0) }
  }

  private func setAccessible(_ state: GtkAccessibleState, _ flag: Bool) {
    var state = state
    flag.withGValue { gtk_accessible_update_state_value(accessible, 1, &state, $0) }
  }

  // MARK: Relations

  /// Where the widget stands in its list: `position` from 1, of `count`.
  public func setAccessiblePosition(_ position: Int, of count: Int) {
    var relation = GTK_ACCESSIBLE_RELATION_POS_IN_SET
    position.withGValue { gtk_accessible_update_relation_value(accessible, 1, &relation, $0) }
    relation = GTK_ACCESSIBLE_RELATION_SET_SIZE
    count.withGValue { gtk_accessible_update_relation_value(accessible, 1, &relation, $0) }
  }

  /// The widget's name is what another one says. Both have to stay: GTK holds the other one.
  public func setAccessibleLabelled(by other: Widget) {
    setAccessible(GTK_ACCESSIBLE_RELATION_LABELLED_BY, other)
  }

  /// Another widget says more about this one.
  public func setAccessibleDescribed(by other: Widget) {
    setAccessible(GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, other)
  }

  /// What the widget does, it does to another one.
  public func setAccessibleControls(_ other: Widget) {
    setAccessible(GTK_ACCESSIBLE_RELATION_CONTROLS, other)
  }

  private func setAccessible(_ relation: GtkAccessibleRelation, _ other: Widget) {
    var relation = relation
    var value = GValue()
    g_value_init(&value, GType(17 << 2))
    // The relation takes over the list, not the widget in it.
    g_value_set_pointer(&value, g_list_append(nil, other.raw))
    gtk_accessible_update_relation_value(accessible, 1, &relation, &value)
    g_value_unset(&value)
  }

  /// For tests: whether assistive technology sees this role.
  public func hasAccessibleRole(_ role: AccessibleRole) -> Bool {
    gtk_test_accessible_has_role(accessible, role.cValue) != 0
  }
}
