import CGtk
import Foundation

/// The desktop's dialogs for a place of a file.
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

  /// A dialog for a new file. It asks before it chooses one that exists, and proposes `name`.
  public convenience init(save title: String, accept: String, name: String, over window: Window) {
    self.init(OpaquePointer(bs_save_dialog_new(title, window.raw.typed(), accept, name)))
  }

  /// Opens the dialog, which lives until it is closed. Calls `chosen` with an absolute path, unless it is cancelled.
  public func show(chosen: @escaping @MainActor (String) -> Void) {
    let response: Signal<Int> = Signal(self, "response")
    var handle: SignalHandle?
    // The handler holds the dialog, until it disconnects itself.
    handle = response.connect { [self] answer in
      handle?.disconnect()
      handle = nil
      guard answer == Int(GTK_RESPONSE_ACCEPT.rawValue), let file = bs_save_dialog_get_file(raw.typed())
      else { return }
      defer { g_object_unref(UnsafeMutableRawPointer(file)) }
      if let path = String(owned: g_file_get_path(file)) { chosen(path) }
    }
    gtk_native_dialog_show(raw.typed())
  }
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
