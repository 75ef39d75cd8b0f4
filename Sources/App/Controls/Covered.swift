import Gtk

extension Widget {
  /// Whether a sheet, a page or a viewer covers the widget. Covered widgets cannot have the focus.
  package var isUnderCover: Bool {
    var next: Widget? = self
    while let widget = next {
      if !widget.canFocus { return true }
      next = widget.parent
    }
    return false
  }
}
