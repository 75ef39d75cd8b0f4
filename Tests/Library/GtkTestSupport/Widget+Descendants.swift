import CGtk
@_spi(Testing) import Gtk

extension Widget {
  /// The widgets of a type below this one, at any depth, in the order of the tree.
  public func all<Found: Widget>(_ type: Found.Type) -> [Found] {
    var found: [Found] = []
    // Tests search whole windows in each frame.
    func search(below widget: Widget) {
      for child in widget.children {
        if let child = child as? Found { found.append(child) }
        search(below: child)
      }
    }
    search(below: self)
    return found
  }

  /// The number of its event controllers.
  public var controllerCount: Int {
    let controllers = gtk_widget_observe_controllers(widget)
    defer { g_object_unref(controllers.map { UnsafeMutableRawPointer($0) }) }
    return Int(g_list_model_get_n_items(controllers))
  }

  /// This widget, if it has the type, or else the first one below it that has.
  public func first<Found: Widget>(_ type: Found.Type) -> Found? {
    self as? Found ?? children.lazy.compactMap { $0.first(type) }.first
  }
}
