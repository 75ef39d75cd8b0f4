import CGtk

extension Widget {
  /// Whether a drag that begins at `point` means something to a widget there already: a scrollbar or slider, an
  /// entry, text that can be selected; a button too, unless `buttons` are to be dragged by as well. Looked for from
  /// the widget at the point up to this one.
  public func hasDragOwner(at point: Point, buttons: Bool = true) -> Bool {
    var next = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT)
    while let candidate = next, candidate != widget {
      if Self.ownsDrags(candidate, buttons) { return true }
      next = gtk_widget_get_parent(candidate)
    }
    return false
  }

  private static func ownsDrags(_ widget: UnsafeMutablePointer<GtkWidget>, _ buttons: Bool) -> Bool {
    let instance = UnsafeMutableRawPointer(widget)
    func isA(_ type: GType) -> Bool { g_type_check_instance_is_a(instance.typed(), type) != 0 }
    if isA(gtk_label_get_type()) { return gtk_label_get_selectable(instance.opaque) != 0 }
    return buttons && isA(gtk_button_get_type()) || isA(gtk_scrollbar_get_type()) || isA(gtk_range_get_type())
      || isA(gtk_editable_get_type()) || isA(gtk_text_view_get_type()) || isA(gtk_switch_get_type())
  }
}

extension EventController {
  /// Whether the event being handled comes from a finger on a screen.
  public var isTouch: Bool {
    guard let device = gtk_event_controller_get_current_event_device(raw.opaque) else { return false }
    return gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
  }

  /// When the event being handled happened, in seconds of the display's clock; 0 outside of one.
  public var eventTime: Double { Double(gtk_event_controller_get_current_event_time(raw.opaque)) / 1_000 }
}
