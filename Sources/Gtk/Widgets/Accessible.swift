import CGtk

/// What a widget is to assistive technology; the ones this house uses.
public enum AccessibleRole: Sendable {
  case generic, list, listItem, log, group, image, button, label, tabList, tab, presentation, status

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
    }
  }
}

extension Widget {
  private var accessible: OpaquePointer { raw.opaque }

  /// The name that a screen reader speaks.
  public func setAccessibleLabel(_ text: String) {
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

  private func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
    var property = property
    text.withGValue { gtk_accessible_update_property_value(accessible, 1, &property, $0) }
  }

  /// Whether what the widget shows is about to change: a load is under way.
  public func setAccessibleBusy(_ isBusy: Bool) {
    var state = GTK_ACCESSIBLE_STATE_BUSY
    isBusy.withGValue { gtk_accessible_update_state_value(accessible, 1, &state, $0) }
  }

  /// Where the widget stands in its list: `position` from 1, of `count`.
  public func setAccessiblePosition(_ position: Int, of count: Int) {
    var relation = GTK_ACCESSIBLE_RELATION_POS_IN_SET
    position.withGValue { gtk_accessible_update_relation_value(accessible, 1, &relation, $0) }
    relation = GTK_ACCESSIBLE_RELATION_SET_SIZE
    count.withGValue { gtk_accessible_update_relation_value(accessible, 1, &relation, $0) }
  }

  /// For tests: whether assistive technology sees this role.
  public func hasAccessibleRole(_ role: AccessibleRole) -> Bool {
    gtk_test_accessible_has_role(accessible, role.cValue) != 0
  }
}
