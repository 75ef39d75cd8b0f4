import CGtk

/// Handles two fingers that move apart or together, on a touchscreen or a touchpad.
@MainActor
public final class GestureZoom: Gesture {
  /// A gesture to add to a widget.
  public init() { super.init(owned: gtk_gesture_zoom_new()) }

  /// Emitted with the distance of the fingers, relative to that at ``Gesture/begin``.
  public var scaleChanged: Signal<Double> { Signal(self, "scale-changed") }

  /// Shares each finger with `gesture`, on the same widget: if one of the two claims a finger, the other continues to
  /// follow it. Otherwise a drag that has claimed the first finger would withhold it from a pinch.
  public func share(with gesture: Gesture) { gtk_gesture_group(raw.opaque, gesture.raw.opaque) }

  /// The point between the fingers, in the widget's coordinates; nil if they are up.
  public var center: Point? {
    // Without an event, GTK logs a critical.
    guard gtk_gesture_is_recognized(raw.opaque) != 0 else { return nil }
    var (x, y) = (0.0, 0.0)
    return gtk_gesture_get_bounding_box_center(raw.opaque, &x, &y) != 0 ? Point(x: x, y: y) : nil
  }
}
