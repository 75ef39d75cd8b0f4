import CGtk

/// A menu's contents: labels and the actions they run.
@MainActor
public final class Menu: Object {
  public init() { super.init(owned: UnsafeMutableRawPointer(g_menu_new())) }

  /// `action` is a detailed name, e.g. "win.show-tab::chat".
  public func append(_ label: String, action: String) { g_menu_append(raw.opaque, label, action) }

  /// An entry that runs an action with any text, which a detailed name could not hold.
  public func append(_ label: String, action: String, text: String) {
    let item = g_menu_item_new(label, nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(text))
    g_menu_append_item(raw.opaque, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }

  /// An entry that leads to further ones.
  public func appendSubmenu(_ label: String, _ submenu: Menu) {
    g_menu_append_submenu(raw.opaque, label, submenu.raw.typed())
  }

  /// A group of entries of its own, under an optional heading.
  public func appendSection(_ section: Menu, label: String? = nil) {
    g_menu_append_section(raw.opaque, label, section.raw.typed())
  }

  public func removeAll() { g_menu_remove_all(raw.opaque) }
}

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
  public init(iconName: String, menu: Menu, isPrimary: Bool = false) {
    let button = gtk_menu_button_new()!
    super.init(borrowed: button)
    gtk_menu_button_set_icon_name(raw.opaque, iconName)
    gtk_menu_button_set_menu_model(raw.opaque, menu.raw.typed())
    gtk_menu_button_set_primary(raw.opaque, isPrimary ? 1 : 0)
  }

  /// A button that shows any widget and opens a menu.
  public init(child: Widget, menu: Menu) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    gtk_menu_button_set_menu_model(raw.opaque, menu.raw.typed())
  }

  /// Replaces what the button shows; nil frees the widget for another place.
  public func setChild(_ child: Widget?) { gtk_menu_button_set_child(raw.opaque, child?.widget) }

  public func popUp() { gtk_menu_button_popup(raw.opaque) }
}

/// A menu that opens at a place in a widget.
@MainActor
public final class ContextMenu {
  /// Opens at once, and takes itself down when it closes. Answers what has opened.
  @discardableResult
  public static func open(_ menu: Menu, at point: Point, in widget: CustomWidget) -> Widget {
    let popover = Widget(borrowed: gtk_popover_menu_new_from_model(menu.raw.typed()))
    popover.setParent(widget)
    var rect = GdkRectangle(x: gint(point.x), y: gint(point.y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.raw.typed(), &rect)
    gtk_popover_set_has_arrow(popover.raw.typed(), 0)
    popover.align(horizontal: .start)
    // The chosen action runs after the popover has closed, and looks its way up through it.
    let closed: Signal<> = Signal(popover, "closed")
    closed.connect { [weak popover] in MainLoop.whenIdle { popover?.unparent() } }
    gtk_popover_popup(popover.raw.typed())
    // GTK puts the lines between sections in afterwards, and leaves it to the parent to give a popover its new size.
    MainLoop.whenIdle { [weak popover] in
      if let popover, popover.isMapped { gtk_popover_present(popover.raw.typed()) }
    }
    return popover
  }
}
