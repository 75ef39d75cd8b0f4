import CGtk

/// The desktop's own dialog for choosing a file, or several.
@MainActor
public final class OpenDialog: Object {
  /// Files of these suffixes are offered first, e.g. "sqlite", under the name `kind`; those under `others`, which are
  /// all, on request.
  public init(
    title: String, accept: String, over window: Window, kind: String, suffixes: [String], others: String,
    takesSeveral: Bool = false
  ) {
    let dialog = gtk_file_chooser_native_new(
      title, window.raw.typed(), GTK_FILE_CHOOSER_ACTION_OPEN, accept, nil)
    super.init(owned: UnsafeMutableRawPointer(dialog!))
    gtk_native_dialog_set_modal(raw.typed(), 1)
    addFilter(kind) { filter in for suffix in suffixes { gtk_file_filter_add_suffix(filter, suffix) } }
    gtk_file_chooser_set_select_multiple(raw.opaque, takesSeveral ? 1 : 0)
    addFilter(others) { gtk_file_filter_add_pattern($0, "*") }
  }

  private func addFilter(_ name: String, _ fill: (OpaquePointer?) -> Void) {
    let filter = gtk_file_filter_new()
    gtk_file_filter_set_name(filter, name)
    fill(filter)
    gtk_file_chooser_add_filter(raw.opaque, filter)
    g_object_unref(UnsafeMutableRawPointer(filter))
  }

  /// Shows it; `chosen` hears absolute paths, or nothing if the dialog was closed without a choice. The dialog lives
  /// until then.
  public func show(chosen: @escaping @MainActor ([String]) -> Void) {
    let response: Signal<Int> = Signal(self, "response")
    var handle: SignalHandle?
    handle = response.connect { [self] answer in
      handle?.disconnect()
      handle = nil
      guard answer == Int(GTK_RESPONSE_ACCEPT.rawValue),
        let files = gtk_file_chooser_get_files(raw.opaque)
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(files)) }
      let paths = (0..<g_list_model_get_n_items(files)).compactMap { index -> String? in
        guard let file = g_list_model_get_item(files, index) else { return nil }
        defer { g_object_unref(file) }
        guard let path = g_file_get_path(file.opaque) else { return nil }
        defer { g_free(path) }
        return String(cString: path)
      }
      if !paths.isEmpty { chosen(paths) }
    }
    gtk_native_dialog_show(raw.typed())
  }
}
