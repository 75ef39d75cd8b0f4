import CGtk

/// A controller that follows one pointer from press to release.
@MainActor
open class Gesture: EventController {
  /// What the gesture says of the event sequence it follows.
  public enum State: Sendable { case claimed, denied }

  public func set(_ state: State) {
    gtk_gesture_set_state(
      raw.opaque, state == .claimed ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
  }

  /// Forgets whatever sequence it followed. After one that a gesture of the same widget claimed, GTK 4.8 takes the
  /// next press of the same pointer for the rest of it.
  public func reset() { gtk_event_controller_reset(raw.opaque) }

  /// The mouse button listened to: 1 primary, 2 middle, 3 secondary, 0 any.
  public var button: Int {
    get { Int(gtk_gesture_single_get_button(raw.opaque)) }
    set { gtk_gesture_single_set_button(raw.opaque, guint(newValue)) }
  }

  /// The button of the event being handled.
  public var currentButton: Int { Int(gtk_gesture_single_get_current_button(raw.opaque)) }

  /// The sequence was taken away: by another gesture, a lost grab, an unmapped widget.
  public var cancelled: Signal<SequenceArgument> { Signal(self, "cancel") }
}

/// An event sequence, which handlers seldom need.
public struct SequenceArgument: SignalArgument {
  public init(gvalue: UnsafePointer<GValue>) {}
}

/// Presses and releases, counted: a double click has 2.
@MainActor
public final class GestureClick: Gesture {
  public init() { super.init(owned: gtk_gesture_click_new()) }

  /// Count of presses, x and y in the widget's points.
  public var pressed: Signal<Int, Double, Double> { Signal(self, "pressed") }
  public var released: Signal<Int, Double, Double> { Signal(self, "released") }
}

/// A press that moves.
@MainActor
public final class GestureDrag: Gesture {
  public init() { super.init(owned: gtk_gesture_drag_new()) }

  /// Where the press was, in the widget's points.
  public var dragBegin: Signal<Double, Double> { Signal(self, "drag-begin") }
  /// Offset from there.
  public var dragUpdate: Signal<Double, Double> { Signal(self, "drag-update") }
  public var dragEnd: Signal<Double, Double> { Signal(self, "drag-end") }
}
