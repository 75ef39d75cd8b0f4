import CGtk

/// Keys pressed while the focus is on the widget or below it.
@MainActor
public final class KeyController: EventController {
  public init() { super.init(owned: gtk_event_controller_key_new()) }

  /// Key symbol, hardware code, modifiers; answer true to keep the key.
  public var keyPressed: ReplySignal<Bool, UInt32, UInt32, Modifiers> { ReplySignal(self, "key-pressed") }
}

/// Key symbols, as in the X keysym tables.
public enum Key {
  public static let up = UInt32(GDK_KEY_Up)
  public static let down = UInt32(GDK_KEY_Down)
  public static let left = UInt32(GDK_KEY_Left)
  public static let right = UInt32(GDK_KEY_Right)
  public static let pageUp = UInt32(GDK_KEY_Page_Up)
  public static let pageDown = UInt32(GDK_KEY_Page_Down)
  public static let home = UInt32(GDK_KEY_Home)
  public static let end = UInt32(GDK_KEY_End)
  public static let returnKey = UInt32(GDK_KEY_Return)
  public static let escape = UInt32(GDK_KEY_Escape)
  public static let space = UInt32(GDK_KEY_space)
  public static let menu = UInt32(GDK_KEY_Menu)
  public static let f10 = UInt32(GDK_KEY_F10)
  public static let c = UInt32(GDK_KEY_c)
  public static let a = UInt32(GDK_KEY_a)

  private static let keypad: [UInt32: UInt32] = [
    UInt32(GDK_KEY_KP_Up): up, UInt32(GDK_KEY_KP_Down): down, UInt32(GDK_KEY_KP_Left): left,
    UInt32(GDK_KEY_KP_Right): right, UInt32(GDK_KEY_KP_Page_Up): pageUp,
    UInt32(GDK_KEY_KP_Page_Down): pageDown,
    UInt32(GDK_KEY_KP_Home): home, UInt32(GDK_KEY_KP_End): end, UInt32(GDK_KEY_KP_Enter): returnKey,
    UInt32(GDK_KEY_ISO_Enter): returnKey,
  ]

  /// The main block's key for one of the keypad, any other key itself.
  public static func normal(_ key: UInt32) -> UInt32 { keypad[key] ?? key }
}

/// The pointer comes, moves, goes.
@MainActor
public final class MotionController: EventController {
  public init() { super.init(owned: gtk_event_controller_motion_new()) }

  public var entered: Signal<Double, Double> { Signal(self, "enter") }
  public var moved: Signal<Double, Double> { Signal(self, "motion") }
  public var left: Signal<> { Signal(self, "leave") }
}

/// Wheel and touchpad.
@MainActor
public final class ScrollController: EventController {
  /// Listens to vertical scrolling, or to both axes.
  public init(bothAxes: Bool = false) {
    let axes = bothAxes ? GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES : GTK_EVENT_CONTROLLER_SCROLL_VERTICAL
    let flags = axes.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue
    super.init(owned: gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(flags)))
  }

  public var scrollBegin: Signal<> { Signal(self, "scroll-begin") }
  public var scrolled: ReplySignal<Bool, Double, Double> { ReplySignal(self, "scroll") }
  public var scrollEnd: Signal<> { Signal(self, "scroll-end") }

  /// Whether the event being handled comes from fingers on a touchpad. The unit alone does not tell: on X11
  /// touchpads count in a wheel's, and wheels are as smooth as touchpads.
  public var isTouchpad: Bool {
    guard let event = gtk_event_controller_get_current_event(raw.opaque) else { return false }
    if gdk_event_get_event_type(event) == GDK_TOUCHPAD_HOLD { return true }
    guard gdk_event_get_event_type(event) == GDK_SCROLL else { return false }
    if gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE { return true }
    guard let device = gtk_event_controller_get_current_event_device(raw.opaque) else { return false }
    return gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD
  }

  /// Points that fingers have moved for one unit of the event being handled.
  public var pointsPerTouchpadUnit: Double {
    guard let event = gtk_event_controller_get_current_event(raw.opaque),
      gdk_event_get_event_type(event) == GDK_SCROLL,
      gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_WHEEL
    else { return 1 }
    // The X server's libinput driver makes a wheel's notch of this many.
    return 15
  }
}

/// The focus comes and goes.
@MainActor
public final class FocusController: EventController {
  public init() { super.init(owned: gtk_event_controller_focus_new()) }

  public var entered: Signal<> { Signal(self, "enter") }
  public var left: Signal<> { Signal(self, "leave") }
  /// The focus is on the widget itself, not on one inside it.
  public var isFocus: Bool { gtk_event_controller_focus_is_focus(raw.opaque) != 0 }
}

/// Presses and releases on a widget and all inside it, whatever gesture takes them: for watching rather than for handling.
@MainActor
public final class PressWatcher: EventController {
  public init() {
    super.init(owned: gtk_event_controller_legacy_new())
    phase = .capture
  }

  /// What a watcher sees.
  public enum Press: Sendable, Equatable {
    /// A button or a finger went down, at a place in the watched widget.
    case began(Point)
    case ended
  }

  /// Calls `body` at each press and each release, mouse or touch.
  public func watch<Owner: AnyObject>(weak owner: Owner, _ body: @escaping @MainActor (Owner, Press) -> Void)
  {
    intercept(weak: owner) { owner, press in
      body(owner, press)
      return false
    }
  }

  /// As ``watch(weak:_:)``; of what `body` answers true to, nobody further down hears.
  public func intercept<Owner: AnyObject>(
    weak owner: Owner, _ body: @escaping @MainActor (Owner, Press) -> Bool
  ) {
    let event = ReplySignal<Bool, EventArgument>(self, "event")
    event.connect(weak: owner) { [weak self] owner, event in
      switch event.type {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN:
        return self?.place(of: event).map { body(owner, .began($0)) } ?? false
      case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_GRAB_BROKEN: return body(owner, .ended)
      default: return false
      }
    }
  }

  private func place(of event: EventArgument) -> Point? {
    guard let widget = gtk_event_controller_get_widget(raw.opaque), let native = gtk_widget_get_native(widget)
    else { return nil }
    var x = 0.0
    var y = 0.0
    var surfaceX = 0.0
    var surfaceY = 0.0
    gdk_event_get_position(event.raw, &x, &y)
    gtk_native_get_surface_transform(native, &surfaceX, &surfaceY)
    let from = Widget.wrap(UnsafeMutableRawPointer(native).typed())
    return from.convert(Point(x: x - surfaceX, y: y - surfaceY), to: Widget.wrap(widget))
  }
}

/// An event as a signal's argument.
struct EventArgument: SignalArgument {
  let raw: OpaquePointer?

  init(gvalue: UnsafePointer<GValue>) {
    // GdkEvent is a fundamental type of its own, of which GValue only knows the pointer.
    raw = OpaquePointer(g_value_peek_pointer(gvalue))
  }

  var type: GdkEventType { gdk_event_get_event_type(raw) }
}
