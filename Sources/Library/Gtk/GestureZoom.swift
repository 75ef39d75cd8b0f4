import CGtk

/// Handles two fingers that move apart or together, on a touchscreen or a touchpad.
@MainActor
public final class GestureZoom: EventController {
  /// A gesture to add to a widget.
  public init() { super.init(owned: gtk_gesture_zoom_new()) }

  /// Emitted when two fingers are down.
  public var begin: Signal<SequenceArgument> { Signal(self, "begin") }
  /// Emitted with the distance of the fingers, relative to that at ``begin``.
  public var scaleChanged: Signal<Double> { Signal(self, "scale-changed") }

  /// Emitted when there are no longer two fingers.
  public var end: Signal<SequenceArgument> { Signal(self, "end") }

  /// Shares each finger with `gesture`, on the same widget: if one of the two claims a finger, the other continues to
  /// follow it. Otherwise a drag that has claimed the first finger would withhold it from a pinch.
  public func share(with gesture: Gesture) { gtk_gesture_group(raw.opaque, gesture.raw.opaque) }

  /// Keeps the fingers from other gestures.
  public func claim() { gtk_gesture_set_state(raw.opaque, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// The point between the fingers, in the widget's coordinates; nil if they are up.
  public var center: Point? {
    var (x, y) = (0.0, 0.0)
    return gtk_gesture_get_bounding_box_center(raw.opaque, &x, &y) != 0 ? Point(x: x, y: y) : nil
  }
}
