import CGtk
import Dispatch

/// Pixels, ready to draw. Immutable, so it may cross threads.
public final class Texture: @unchecked Sendable {
  // GdkTexture is immutable after construction and its reference count is atomic: nothing here can race.
  let raw: OpaquePointer

  private init(owned raw: OpaquePointer) { self.raw = raw }

  deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }

  /// Size in pixels.
  public var width: Int { Int(gdk_texture_get_width(raw)) }
  public var height: Int { Int(gdk_texture_get_height(raw)) }

  /// Decodes a picture file, never larger than the given box of pixels. Blocks: call it off the main actor.
  /// Throws what the decoder says.
  public convenience init(file path: String, maxWidth: Int, maxHeight: Int) throws(PictureError) {
    var error: UnsafeMutablePointer<GError>?
    var width: gint = 0
    var height: gint = 0
    guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0 else {
      throw PictureError(path: path, reason: "it is not a picture in a known format")
    }
    // Only ever smaller: a thumbnail blown up costs memory and gains nothing.
    let scale = min(1, Double(maxWidth) / Double(width), Double(maxHeight) / Double(height))
    let pixbuf = gdk_pixbuf_new_from_file_at_scale(
      path, gint(max(1, (Double(width) * scale).rounded())), gint(max(1, (Double(height) * scale).rounded())),
      0, &error)
    guard let pixbuf else {
      defer { g_clear_error(&error) }
      throw PictureError(path: path, reason: error.map { String(cString: $0.pointee.message) } ?? "unknown")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    self.init(owned: gdk_texture_new_for_pixbuf(pixbuf))
  }

  /// Draws a picture of its own with cairo.
  public convenience init(width: Int, height: Int, draw: (CairoContext) -> Void) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height))!
    let context = cairo_create(surface)!
    draw(CairoContext(context))
    cairo_destroy(context)
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let bytes = g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * height))!
    cairo_surface_destroy(surface)
    // Cairo's ARGB32 in memory on a little-endian machine.
    let texture = gdk_memory_texture_new(
      gint(width), gint(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(stride))!
    g_bytes_unref(bytes)
    self.init(owned: texture)
  }
}

/// A picture that cannot be shown.
public struct PictureError: Error, CustomStringConvertible, Sendable {
  public let path: String
  public let reason: String
  public var description: String { "\(path) cannot be shown: \(reason)." }
}
