import CGtk

/// For tests: has files to be dragged off a widget, as a file manager does.
@_spi(Testing) @MainActor
public final class FileDragSource: EventController {
  /// Offers the files as a list of addresses, and as text beside it.
  public init(_ paths: [String]) {
    super.init(owned: gtk_drag_source_new())
    var addresses = ""
    for path in paths {
      let file = g_file_new_for_path(path)
      let address = g_file_get_uri(file)!
      addresses += String(cString: address) + "\r\n"
      g_free(address)
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    let types = ["text/uri-list", "text/plain;charset=utf-8"]
    var parts: [UnsafeMutablePointer<GdkContentProvider>?] = types.map { type in
      let bytes = g_bytes_new(addresses, gsize(addresses.utf8.count))
      defer { g_bytes_unref(bytes) }
      return gdk_content_provider_new_for_bytes(type, bytes)
    }
    let offer = gdk_content_provider_new_union(&parts, gsize(parts.count))
    gtk_drag_source_set_content(raw.opaque, offer)
    gtk_drag_source_set_actions(raw.opaque, GDK_ACTION_COPY)
    if let offer { g_object_unref(UnsafeMutableRawPointer(offer)) }
  }
}
