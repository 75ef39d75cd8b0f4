import CGtk

/// A menu that opens at a point in a widget.
@MainActor
public enum ContextMenu {
  /// An open popover, which its owner resizes and discards.
  private struct Shown {
    weak var popover: Widget?
    /// By its identity, which an owner that is being deallocated still has.
    let owner: ObjectIdentifier
    let point: Point
  }

  /// The open popover; also those that are closing, until the main loop's next turn.
  private static var shown: [Shown] = []
  /// The widget whose menu has just closed, until the main loop's next turn.
  private static weak var closing: CustomWidget?

  /// Opens a menu, which is removed when it closes; the focus then returns to the widget that had it. Returns the
  /// popover. Calls `didClose` when it has closed.
  @discardableResult
  public static func open(
    _ menu: Menu, at point: Point, in widget: CustomWidget, didClose: (() -> Void)? = nil
  ) -> Widget {
    let popover = Widget(borrowed: gtk_popover_menu_new_from_model(menu.raw.typed()))
    popover.letMenuScrollSideways()
    gtk_popover_set_has_arrow(popover.raw.typed(), 0)
    popover.halign = .start
    return show(popover, at: Rect(x: point.x, y: point.y, width: 1, height: 1), in: widget, didClose)
  }

  /// Opens a popover with an arrow to `place` that shows `content`. It is removed when it closes. Returns the popover.
  @discardableResult
  public static func open(_ content: Widget, at place: Rect, in widget: CustomWidget) -> Widget {
    let popover = Widget(borrowed: gtk_popover_new())
    gtk_popover_set_child(popover.raw.typed(), content.widget)
    return show(popover, at: place, in: widget)
  }

  private static func show(
    _ popover: Widget, at place: Rect, in widget: CustomWidget, _ didClose: (() -> Void)? = nil
  ) -> Widget {
    popover.setParent(widget)
    var rect = GdkRectangle(
      x: gint(place.x), y: gint(place.y), width: gint(place.width), height: gint(place.height))
    gtk_popover_set_pointing_to(popover.raw.typed(), &rect)
    // The chosen action is activated after the popover has closed, and is looked up from it.
    let closed: Signal<> = Signal(popover, "closed")
    let focused = widget.window?.focusWidget
    closed.connect { [weak popover, weak widget, weak focused] in
      popover?.giveFocusBack(to: focused, or: widget)
      closing = widget
      didClose?()
      // Discard the popover before the next frame. Otherwise a pending event, by which GTK looks up the widget below
      // the pointer, reaches the hidden popover, and then the next press does too. Discard it also before a pending
      // tooltip: the popover's parent may have left the window, and then the popover has lost its surface.
      MainLoop.next {
        closing = nil
        shown.removeAll { $0.popover == nil || $0.popover === popover }
        popover?.discard()
      }
    }
    let owner = ObjectIdentifier(widget)
    shown.removeAll { $0.popover == nil || $0.owner == owner }
    shown.append(Shown(popover: popover, owner: owner, point: Point(x: place.x, y: place.y)))
    gtk_popover_popup(popover.raw.typed())
    return popover
  }

  /// Whether a request to focus `widget` comes from GTK, since a menu in the widget has just closed.
  ///
  /// `gtk_popover_popdown` of GTK 4.18 moves the focus to the popover's parent, wherever the focus is.
  static func hasJustClosed(in widget: CustomWidget) -> Bool { closing === widget }

  private static func menu(of widget: Widget) -> Shown? {
    shown.isEmpty ? nil : shown.first { $0.owner == ObjectIdentifier(widget) }
  }

  /// Resizes the menu that is open in `widget`. A menu grows after it has opened: GTK adds the separators between sections
  /// later, and also allocates a widget when its popover requests another size.
  static func allocated(_ widget: CustomWidget) {
    guard let popover = menu(of: widget)?.popover, popover.isMapped else { return }
    gtk_popover_present(popover.raw.typed())
  }

  /// Removes the menu of a widget that is disposed of.
  static func disposed(_ widget: CustomWidget) {
    guard let popover = menu(of: widget)?.popover else { return }
    shown.removeAll { $0.owner == ObjectIdentifier(widget) }
    popover.discard()
  }

  /// Closes the menu that is open in `widget`, unless the point at which it was opened satisfies `isInView`.
  ///
  /// For containers that move their children far: GTK 4.8 logs a critical when a menu moves with its widget to a place
  /// outside of all monitors. Call it before the widget is placed, and not while GTK allocates.
  public static func close(in widget: Widget, unless isInView: (Point) -> Bool) {
    guard let menu = menu(of: widget), let popover = menu.popover, popover.isMapped, !isInView(menu.point)
    else { return }
    gtk_popover_popdown(popover.raw.typed())
  }
}

extension Widget {
  /// Moves the focus out of a popover that has closed.
  ///
  /// Call it before the popover is removed. With GTK 4.8 the window takes a reference to a popover that is hidden with
  /// the focus. If the popover is then unparented with the focus, a second reference replaces the first, which is never released.
  func giveFocusBack(to first: Widget?, or second: Widget?) {
    guard holdsFocus else { return }
    if first?.isMapped == true, first?.takeFocus() == true, !holdsFocus { return }
    second?.takeFocus()
    if holdsFocus { window?.focusWidget = nil }
  }

  /// Whether the focus of the window is in the widget.
  ///
  /// Unlike ``containsFocus``, this holds also while the window does not have the keyboard, such as for a moment when a
  /// popover opens and takes it.
  private var holdsFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }

  /// Removes a popover for good, also one that is open.
  fileprivate func discard() {
    if holdsFocus { window?.focusWidget = nil }
    unparent()
    // A tooltip, which is due half a second after the pointer was in the popover, would use the popover's lost surface.
    // GTK 4.8 forgets the popover only when it is disposed of. Any reference, also one of ours, would delay that.
    g_object_run_dispose(raw.typed())
  }
}
