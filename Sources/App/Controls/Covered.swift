import Gtk

extension Widget {
  /// Whether a sheet, a page or a viewer lies over the widget, which takes the focus away from what it covers.
  package var isUnderCover: Bool {
    var next: Widget? = self
    while let widget = next {
      if !widget.canFocus { return true }
      next = widget.parent
    }
    return false
  }
}
