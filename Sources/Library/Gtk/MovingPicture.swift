import CGtk

/// The frames of an animated picture, one after the other: GIF, and WebP if its loader supports that.
///
/// `@unchecked Sendable` holds: the methods may be called on any thread, but only by one at a time, for which callers
/// use a serial queue, and the objects inside are not shared.
public final class MovingPicture: @unchecked Sendable {
  private let iterator: OpaquePointer
  private let size: (width: Int, height: Int)
  /// Microseconds since the first frame.
  private var time: Int64 = 0
  private var isFirst = true

  /// The least and the greatest duration of a frame in seconds.
  private static let times = 0.02...10.0

  /// Takes over a reference to a GdkPixbufAnimation.
  init?(owned animation: OpaquePointer, size: (width: Int, height: Int)) {
    defer { g_object_unref(UnsafeMutableRawPointer(animation)) }
    guard bs_animation_is_static(animation) == 0 else { return nil }
    iterator = bs_animation_begin(animation)
    self.size = size
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(iterator)) }

  /// The next frame, and its duration in seconds; the first one after the last. Nil if it cannot be decoded. Blocks
  /// while it is decoded.
  public func next() -> (texture: Texture, seconds: Double)? {
    if !isFirst { bs_animation_advance(iterator, gint64(time)) }
    isFirst = false
    let delay = Double(bs_animation_delay(iterator)) / 1_000
    let seconds =
      delay < 0 ? Self.times.upperBound : min(max(delay, Self.times.lowerBound), Self.times.upperBound)
    time += max(1_000, Int64(delay * 1_000_000))
    // The iterator draws the next frame over the present one.
    guard let pixbuf = bs_animation_copy_frame(iterator) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    return (Texture(owned: gdk_texture_new_for_pixbuf(pixbuf), sourceSize: size), seconds)
  }
}
