import CGtk
import GLib

/// Ends the popovers that a compositor refuses while GTK shows them.
///
/// A Wayland compositor may refuse a popover that opens when a finger is lifted: GTK 4.8 forgets a touch when it ends,
/// and sends the serial of an older key or press. A popover that is refused at once counts as visible, and does not
/// open the next time. One that is refused while it is being mapped is hidden, but afterwards takes all input of its window.
enum RefusedPopovers {
  /// Watches all popovers of the program, also GTK's own, from the first use on.
  static let watch: Void = {
    g_signal_add_emission_hook(
      g_signal_lookup("show", gtk_widget_get_type()), 0,
      { _, _, values, _ in
        guard let object = values.flatMap({ g_value_get_object($0) }) else { return 1 }
        let isPopover = g_type_check_instance_is_a(
          object.assumingMemoryBound(to: GTypeInstance.self), gtk_popover_get_type())
        if isPopover != 0 { end(object.assumingMemoryBound(to: GtkWidget.self)) }
        return 1
      }, nil, nil)
  }()

  /// Hides a popover that GTK has just shown but that is not mapped.
  private static func end(_ popover: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_widget_get_mapped(popover) == 0, let parent = gtk_widget_get_parent(popover),
      gtk_widget_get_mapped(parent) != 0
    else { return }
    // GTK has no function that releases the input, but an insensitive widget loses it.
    let isSensitive = gtk_widget_get_sensitive(popover)
    gtk_widget_set_sensitive(popover, 0)
    gtk_widget_set_sensitive(popover, isSensitive)
    gtk_widget_set_visible(popover, 0)
  }
}
