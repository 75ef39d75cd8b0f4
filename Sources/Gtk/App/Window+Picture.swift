import CGtk

@_spi(Testing) extension Window {
  /// All windows of the process that have a peer, in GTK's order.
  public static var all: [Window] {
    let windows = gtk_window_get_toplevels()!
    return (0..<g_list_model_get_n_items(windows)).compactMap { index in
      let item = g_list_model_get_item(windows, index)!
      defer { g_object_unref(item) }
      return Object.peer(of: item) as? Window
    }
  }

  /// Draws the window's contents into a PNG file, with no screen in between. False when it has none to show
  /// or the file cannot be written.
  public func savePicture(to path: String) -> Bool {
    let picture = gtk_widget_paintable_new(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    let canvas = gtk_snapshot_new()!
    gdk_paintable_snapshot(picture, canvas, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(canvas) else { return false }
    defer { gsk_render_node_unref(node) }
    let renderer = gsk_cairo_renderer_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(renderer)) }
    guard gsk_renderer_realize(renderer, nil, nil) != 0 else { return false }
    defer { gsk_renderer_unrealize(renderer) }
    let texture = gsk_renderer_render_texture(renderer, node, nil)!
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
  }
}
