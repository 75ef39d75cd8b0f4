import CGtk

/// A menu's entries. An underscore in a label is shown: it does not mark a mnemonic.
@MainActor
public final class Menu: Object {
  /// An empty menu.
  public init() { super.init(owned: UnsafeMutableRawPointer(g_menu_new())) }

  /// Adds an entry that activates an action by its detailed name, such as "win.show-tab::chat".
  public func append(_ label: String, action: String) {
    g_menu_append(raw.opaque, Self.shown(label), action)
  }

  /// Adds an entry that activates an action with any string, which a detailed name could not contain.
  public func append(_ label: String, action: String, text: String) {
    let item = g_menu_item_new(Self.shown(label), nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(text))
    g_menu_append_item(raw.opaque, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }

  /// Adds an entry that opens another menu.
  public func appendSubmenu(_ label: String, _ submenu: Menu) {
    g_menu_append_submenu(raw.opaque, Self.shown(label), submenu.raw.typed())
  }

  /// Adds a group of entries, with an optional heading.
  public func appendSection(_ section: Menu, label: String? = nil) {
    g_menu_append_section(raw.opaque, label.map(LayoutCost.line), section.raw.typed())
  }

  /// Doubles underscores, since a single one marks a mnemonic in GTK.
  private static func shown(_ label: String) -> String {
    LayoutCost.line(label).replacing("_", with: "__")
  }

  /// Removes all entries.
  public func removeAll() { g_menu_remove_all(raw.opaque) }

  /// The visible parts of an entry: its label, and the entries of the menu that it opens.
  package struct Entry {
    package let label: String
    package let submenu: [Entry]?
  }

  /// All entries in their order, with those of the sections.
  package var entries: [Entry] { Self.entries(of: raw.typed()) }

  private static func entries(of model: UnsafeMutablePointer<GMenuModel>) -> [Entry] {
    (0..<g_menu_model_get_n_items(model)).flatMap { index -> [Entry] in
      if let section = entries(linkedAs: G_MENU_LINK_SECTION, at: index, of: model) { return section }
      let label = g_menu_model_get_item_attribute_value(model, index, G_MENU_ATTRIBUTE_LABEL, nil)
      defer { if let label { g_variant_unref(label) } }
      return [
        Entry(
          label: label.map { shownWithoutMnemonics(VariantArgument($0).string) } ?? "",
          submenu: entries(linkedAs: G_MENU_LINK_SUBMENU, at: index, of: model))
      ]
    }
  }

  /// A label as GTK shows it: a single underscore marks a mnemonic, a double one is shown.
  private static func shownWithoutMnemonics(_ label: String) -> String {
    label.split(separator: "__", omittingEmptySubsequences: false).map { $0.replacing("_", with: "") }
      .joined(separator: "_")
  }

  private static func entries(
    linkedAs name: String, at index: gint, of model: UnsafeMutablePointer<GMenuModel>
  ) -> [Entry]? {
    guard let linked = g_menu_model_get_item_link(model, index, name) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(linked)) }
    return entries(of: linked)
  }
}

extension Widget {
  /// Gives a menu button's name also to the button inside it, which takes the focus.
  ///
  /// GTK 4.8 does so itself. With GTK 4.18 a screen reader would otherwise speak no name.
  func nameButtonInside() {
    Widget.wrap(gtk_widget_get_first_child(widget)).setAccessibleLabelled(by: self)
  }
}

/// A menu button whose popover gets its content when it first opens.
@MainActor
protocol FilledWhenOpened: Widget {
  /// Makes the content, unless it is there. Called before each opening.
  func fill()
}

extension FilledWhenOpened {
  func fillWhenOpened() {
    gtk_menu_button_set_create_popup_func(
      raw.opaque,
      { button, _ in
        let button = button.map { UnsafeMutableRawPointer($0) }
        onMainActor(button) { ($0.map { Widget.wrap($0.typed()) } as? any FilledWhenOpened)?.fill() }
      }, nil, nil)
  }
}

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
  /// Nil once the popover has its content.
  private var makeContent: (@MainActor () -> Widget)?

  /// `isPrimary`: F10 opens the menu.
  public init(iconName: String, menu: Menu, isPrimary: Bool = false) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(raw.opaque, iconName)
    gtk_menu_button_set_menu_model(raw.opaque, menu.raw.typed())
    gtk_menu_button_set_primary(raw.opaque, isPrimary ? 1 : 0)
    popover?.letMenuScrollSideways()
    nameButtonInside()
    takeFocusBack()
  }

  /// A button that shows a widget.
  public init(child: Widget, menu: Menu) {
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    gtk_menu_button_set_menu_model(raw.opaque, menu.raw.typed())
    popover?.letMenuScrollSideways()
    nameButtonInside()
    takeFocusBack()
  }

  /// A button that shows a widget, and opens a popover that shows another one, made when the popover first opens. The
  /// first control in it takes the focus, and Escape returns the focus to the button. `opensUp`: the popover lies above
  /// the button if there is room.
  public init(child: Widget, opensUp: Bool = false, makeContent: @escaping @MainActor () -> Widget) {
    self.makeContent = makeContent
    super.init(borrowed: gtk_menu_button_new())
    gtk_menu_button_set_child(raw.opaque, child.widget)
    let popover = Widget(borrowed: gtk_popover_new())
    gtk_menu_button_set_direction(raw.opaque, opensUp ? GTK_ARROW_UP : GTK_ARROW_DOWN)
    gtk_menu_button_set_popover(raw.opaque, popover.widget)
    nameButtonInside()
    takeFocusBack()
    fillWhenOpened()
  }

  /// A button that shows a widget, and opens a popover that shows another one, which is made already; see
  /// ``init(child:opensUp:makeContent:)``.
  public convenience init(child: Widget, content: Widget, opensUp: Bool = false) {
    self.init(child: child, opensUp: opensUp) { content }
    fill()
  }

  /// Moves the focus out of the popover when it closes.
  ///
  /// A menu that closes while a submenu is shown returns to its first page once it is hidden, and GTK 4.8 moves the
  /// focus to that page. While the focus is in a hidden popover, no widget of the window receives keys.
  private func takeFocusBack() {
    guard let popover else { return }
    let closed: Signal<> = Signal(popover, "closed")
    closed.connect(weak: self) { button in
      button.popover?.giveFocusBack(to: button, or: nil)
      MainLoop.next { [weak button] in
        if let button, !button.isOpen { button.popover?.giveFocusBack(to: button, or: nil) }
      }
    }
  }

  /// Whether the popover is open.
  public var isOpen: Bool { popover?.isMapped ?? false }

  /// Opens the popover.
  public func open() { gtk_menu_button_popup(raw.opaque) }

  /// Closes the popover. Does nothing if it is closed.
  public func close() { gtk_menu_button_popdown(raw.opaque) }

  /// Replaces the menu; closes one that is open.
  ///
  /// Keeps the popover. GTK 4.8 crashes in the new popover of `gtk_menu_button_set_menu_model` if the pointer was over
  /// the previous one.
  public func show(_ menu: Menu) {
    guard let popover = gtk_menu_button_get_popover(raw.opaque) else { return }
    gtk_menu_button_popdown(raw.opaque)
    gtk_popover_menu_set_menu_model(UnsafeMutableRawPointer(popover).opaque, menu.raw.typed())
  }

  /// The popover with the menu.
  package var popover: Widget? {
    gtk_menu_button_get_popover(raw.opaque).map { Widget.wrap(UnsafeMutableRawPointer($0).typed()) }
  }

  /// The widget that the button shows; setting it unparents the previous one. Setting `nil` shows an empty box.
  public var child: Widget? {
    get { gtk_menu_button_get_child(raw.opaque).map(Widget.wrap) }
    set {
      // GTK 4.8 puts the child into a box without checking for nil, and logs a critical.
      gtk_menu_button_set_child(raw.opaque, newValue?.widget ?? gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    }
  }
}

extension MenuButton: FilledWhenOpened {
  func fill() {
    guard let makeContent, let popover else { return }
    self.makeContent = nil
    let content = makeContent()
    withExtendedLifetime(content) { gtk_popover_set_child(popover.raw.typed(), content.widget) }
  }
}

extension Widget {
  /// Allows a GtkPopoverMenu to be narrower than its longest entry, as on a small screen with large text. GTK scrolls
  /// menus only vertically.
  func letMenuScrollSideways() {
    var next = gtk_widget_get_first_child(widget)
    while let child = next, !UnsafeMutableRawPointer(child).isA(gtk_scrolled_window_get_type()) {
      next = gtk_widget_get_first_child(child)
    }
    guard let scroller = next else { return }
    gtk_scrolled_window_set_policy(
      UnsafeMutableRawPointer(scroller).opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC)
  }
}
