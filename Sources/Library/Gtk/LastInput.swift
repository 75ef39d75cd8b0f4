import CGtk

/// The kind of an input device.
package enum InputKind: String, Sendable {
  case touch, pointer, keyboard

  /// The kind that was used last, in any window.
  @MainActor
  fileprivate static var latest: InputKind?

  /// Forgets the latest input, for new windows.
  @MainActor
  package static func forget() { latest = nil }

  /// Whether there was no input in any window yet, and there is a touchscreen, so that fingers may be used next.
  @MainActor
  package static var mayBeTouch: Bool { latest == nil && hasTouchScreen }

  @MainActor
  private static var hasTouchScreen: Bool {
    guard let display = gdk_display_get_default(), let seat = gdk_display_get_default_seat(display) else {
      return false
    }
    return gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0
  }

  /// The kind for a window without input: the latest one in another window, or touch on a machine with a touchscreen
  /// and neither a mouse nor a touchpad.
  @MainActor
  static var initial: InputKind {
    if let latest { return latest }
    guard let display = gdk_display_get_default(), let seat = gdk_display_get_default_seat(display) else {
      return .pointer
    }
    let capabilities = gdk_seat_get_capabilities(seat).rawValue
    let isOnlyTouch =
      capabilities & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0
      && capabilities & GDK_SEAT_CAPABILITY_POINTER.rawValue == 0
    return isOnlyTouch ? .touch : .pointer
  }

  /// The kind of an event; nil for an event that may not be the user's. GTK generates movements of a resting pointer.
  fileprivate init?(_ event: OpaquePointer?) {
    switch gdk_event_get_event_type(event) {
    case GDK_TOUCH_BEGIN: self = .touch
    case GDK_BUTTON_PRESS:
      let isTouch = gdk_device_get_source(gdk_event_get_device(event)) == GDK_SOURCE_TOUCHSCREEN
      self = isTouch ? .touch : .pointer
    case GDK_SCROLL: self = .pointer
    case GDK_KEY_PRESS: self = .keyboard
    default: return nil
    }
  }
}

/// Reports the kind of input in a window, before any widget handles the event.
@MainActor
final class InputWatcher: EventController {
  init() {
    super.init(owned: gtk_event_controller_legacy_new())
    propagationPhase = .capture
  }

  func watch(for window: Window) {
    let event = ReplySignal<Bool, EventArgument>(self, "event")
    event.connect(weak: window) { window, event in
      if let kind = InputKind(event.raw) {
        InputKind.latest = kind
        if kind != window.lastInput { window.lastInput = kind }
      }
      return false
    }
  }
}
