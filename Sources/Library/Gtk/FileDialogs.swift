import CGtk
import Foundation

/// The desktop's dialog for choosing files.
@MainActor
public final class OpenDialog: Object {
  /// Makes a dialog that first shows files with the given suffixes, such as "sqlite", under the name `kind`. Its other
  /// filter, named `others`, shows all files. `accept` is the label of the button that chooses. The dialog opens in
  /// `folder`; without one, at the desktop's choice, which can be an empty list of recent files.
  public init(
    title: String, accept: String, over window: Window, kind: String, suffixes: [String], others: String,
    takesSeveral: Bool = false, folder: String? = nil
  ) {
    let dialog = bs_open_dialog_new(title, window.raw.typed(), accept, takesSeveral ? 1 : 0)
    super.init(owned: UnsafeMutableRawPointer(dialog!))
    gtk_native_dialog_set_modal(raw.typed(), 1)
    if let folder { bs_open_dialog_set_folder(raw.typed(), folder) }
    addFilter(kind) { filter in for suffix in suffixes { gtk_file_filter_add_suffix(filter, suffix) } }
    addFilter(others) { gtk_file_filter_add_pattern($0, "*") }
  }

  /// The folder that the dialog shows.
  @_spi(Testing) public var folder: String? { String(owned: bs_open_dialog_get_folder(raw.typed())) }

  private func addFilter(_ name: String, _ fill: (OpaquePointer?) -> Void) {
    let filter = gtk_file_filter_new()
    gtk_file_filter_set_name(filter, name)
    fill(filter)
    bs_open_dialog_add_filter(raw.typed(), filter)
    g_object_unref(UnsafeMutableRawPointer(filter))
  }

  /// Opens the dialog, which lives until it is closed. Calls `chosen` with absolute paths, unless it is cancelled.
  public func show(chosen: @escaping @MainActor ([String]) -> Void) {
    answered(raw.typed(), by: self) { [self] in
      guard let files = bs_open_dialog_get_files(raw.typed()) else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(files)) }
      let paths = (0..<g_list_model_get_n_items(files)).compactMap { index -> String? in
        guard let file = g_list_model_get_item(files, index) else { return nil }
        defer { g_object_unref(file) }
        return String(owned: g_file_get_path(file.opaque))
      }
      if !paths.isEmpty { chosen(paths) }
    }
  }
}

/// The desktop's dialogs for choosing a folder or a new file.
@MainActor
public final class PlaceDialog: Object {
  private init(_ dialog: OpaquePointer?) {
    super.init(owned: UnsafeMutableRawPointer(dialog!))
    gtk_native_dialog_set_modal(raw.typed(), 1)
  }

  /// A dialog for a folder. `accept` is the label of the button that chooses.
  public convenience init(folder title: String, accept: String, over window: Window) {
    self.init(OpaquePointer(bs_folder_dialog_new(title, window.raw.typed(), accept)))
  }

  /// A dialog for a new file. It proposes `name`, and asks before it chooses a file that exists.
  public convenience init(save title: String, accept: String, name: String, over window: Window) {
    self.init(OpaquePointer(bs_save_dialog_new(title, window.raw.typed(), accept, name)))
  }

  /// Opens the dialog, which lives until it is closed. Calls `chosen` with an absolute path, unless it is cancelled.
  public func show(chosen: @escaping @MainActor (String) -> Void) {
    answered(raw.typed(), by: self) { [self] in
      guard let file = bs_save_dialog_get_file(raw.typed()) else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      if let path = String(owned: g_file_get_path(file)) { chosen(path) }
    }
  }
}

/// Shows a dialog, and calls `accepted` unless it is cancelled.
@MainActor
private func answered(
  _ dialog: UnsafeMutablePointer<GtkNativeDialog>, by owner: Object, accepted: @escaping @MainActor () -> Void
) {
  let response: Signal<Int> = Signal(owner, "response")
  var handle: SignalHandle?
  // The handler holds the dialog, until it disconnects itself.
  handle = response.connect { answer in
    handle?.disconnect()
    handle = nil
    if answer == Int(GTK_RESPONSE_ACCEPT.rawValue) { accepted() }
  }
  gtk_native_dialog_show(dialog)
  bs_file_dialog_keep_focus(dialog)
}

extension Desktop {
  /// Lets the user choose a program for a file, and opens it.
  public static func openWith(file path: String, heading: String, over window: Window) {
    let file = g_file_new_for_path(path)
    bs_open_with(window.raw.typed(), file, heading)
    g_object_unref(UnsafeMutableRawPointer(file))
  }

  /// Puts a picture on the clipboard.
  public static func copy(_ texture: Texture, from widget: Widget) {
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(widget.widget), texture.raw)
  }
}

/// The contents of the clipboard, as a text field uses them.
public enum ClipboardContents: Sendable {
  /// A picture, without a text to paste instead.
  case picture
  /// Files that were copied in a file manager.
  case files
  /// Text, nothing, or anything else.
  case other
}

extension Desktop {
  /// The contents of the clipboard, as its owner describes them. They are not read.
  public static func clipboardContents(of widget: Widget) -> ClipboardContents {
    let formats = gdk_clipboard_get_formats(gtk_widget_get_clipboard(widget.widget))
    // File managers offer the paths as text too.
    for type in fileTypes where gdk_content_formats_contain_mime_type(formats, type) != 0 { return .files }
    if gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0 { return .files }
    if gdk_content_formats_contain_gtype(formats, GType.string) != 0
      || gdk_content_formats_contain_mime_type(formats, "text/plain") != 0
      || gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0
    {
      return .other
    }
    if gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()) != 0 { return .picture }
    var count: gsize = 0
    guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return .other }
    return (0..<Int(count)).contains { String(cString: types[$0]!).hasPrefix("image/") } ? .picture : .other
  }

  /// The types by which file managers describe files. Other programs copy links as "text/uri-list".
  private static let fileTypes = [
    "x-special/gnome-copied-files", "application/vnd.portal.filetransfer", "application/x-kde4-urilist",
  ]
}

@_spi(Testing) extension Desktop {
  /// The size in pixels of the picture that ``copy(_:from:)`` has put on the clipboard; nil if there is none.
  public static func copiedPictureSize(of widget: Widget) -> (width: Int, height: Int)? {
    guard let content = gdk_clipboard_get_content(gtk_widget_get_clipboard(widget.widget)) else { return nil }
    var value = GValue()
    g_value_init(&value, gdk_texture_get_type())
    defer { g_value_unset(&value) }
    guard gdk_content_provider_get_value(content, &value, nil) != 0, let texture = g_value_get_object(&value)
    else { return nil }
    let raw = OpaquePointer(texture)
    return (Int(gdk_texture_get_width(raw)), Int(gdk_texture_get_height(raw)))
  }
}
