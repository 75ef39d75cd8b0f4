public import CGtk

/// Handles events of the widget that it is added to.
@MainActor
open class EventController: Object {
  init(owned controller: OpaquePointer) { super.init(owned: UnsafeMutableRawPointer(controller)) }

  /// The point of its propagation at which a controller handles an event.
  public enum Phase: Sendable {
    /// On the way from the window down to the target.
    case capture
    /// On the way back up; the default.
    case bubble
    /// Only if the widget is the target.
    case target

    fileprivate var cValue: GtkPropagationPhase {
      switch self {
      case .capture: GTK_PHASE_CAPTURE
      case .bubble: GTK_PHASE_BUBBLE
      case .target: GTK_PHASE_TARGET
      }
    }
  }

  /// The phase in which the controller handles events.
  public var propagationPhase: Phase = .bubble {
    didSet { gtk_event_controller_set_propagation_phase(raw.opaque, propagationPhase.cValue) }
  }

  /// Moves the controller from its widget, if it has one, to another or to none.
  package func move(to widget: Widget?) {
    let present = gtk_event_controller_get_widget(raw.opaque)
    guard present != widget?.widget else { return }
    if let present { gtk_widget_remove_controller(present, raw.opaque) }
    widget?.add(self)
  }

  // MARK: The current event

  /// The modifier keys held during the current event.
  public var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(raw.opaque).rawValue)
  }

  /// Whether the current event comes from a touchscreen.
  public var isTouch: Bool { device == GDK_SOURCE_TOUCHSCREEN }

  /// The current event's time in seconds, on the display's clock; 0 outside an event.
  public var eventTime: Double { Double(gtk_event_controller_get_current_event_time(raw.opaque)) / 1_000 }

  fileprivate var device: GdkInputSource? {
    gtk_event_controller_get_current_event_device(raw.opaque).map { gdk_device_get_source($0) }
  }
}

/// Modifier keys.
public struct Modifiers: OptionSet, Sendable, SignalArgument {
  /// The bits of GdkModifierType.
  public let rawValue: UInt32

  /// Makes a set from GDK's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Reads GdkModifierType flags.
  public init(gvalue: UnsafePointer<GValue>) { rawValue = g_value_get_flags(gvalue) }

  /// A Shift key.
  public static let shift = Modifiers(rawValue: 1 << 0)
  /// A Control key.
  public static let control = Modifiers(rawValue: 1 << 2)
  /// An Alt key.
  public static let alt = Modifiers(rawValue: 1 << 3)
  /// A Super key, which often shows a logo.
  public static let `super` = Modifiers(rawValue: 1 << 26)
}

// MARK: - Keyboard and focus

/// Handles keys while the widget or a descendant has the focus.
@MainActor
public final class KeyController: EventController {
  /// A controller in the bubble phase: the focused widget handles a key first.
  public init() { super.init(owned: gtk_event_controller_key_new()) }

  /// Emitted with the key symbol, the hardware code and the modifiers. Return `true` to stop the event.
  public var keyPressed: ReplySignal<Bool, UInt32, UInt32, Modifiers> { ReplySignal(self, "key-pressed") }
}

/// Key symbols, with the values of the X keysym tables.
public enum Key {
  /// The Up arrow key.
  public static let up = UInt32(GDK_KEY_Up)
  /// The Down arrow key.
  public static let down = UInt32(GDK_KEY_Down)
  /// The Left arrow key.
  public static let left = UInt32(GDK_KEY_Left)
  /// The Right arrow key.
  public static let right = UInt32(GDK_KEY_Right)
  /// Page Up.
  public static let pageUp = UInt32(GDK_KEY_Page_Up)
  /// Page Down.
  public static let pageDown = UInt32(GDK_KEY_Page_Down)
  /// Home.
  public static let home = UInt32(GDK_KEY_Home)
  /// End.
  public static let end = UInt32(GDK_KEY_End)
  /// Return, in the main block.
  public static let returnKey = UInt32(GDK_KEY_Return)
  /// Escape.
  public static let escape = UInt32(GDK_KEY_Escape)
  /// The space bar.
  public static let space = UInt32(GDK_KEY_space)
  /// The key that opens a context menu.
  public static let menu = UInt32(GDK_KEY_Menu)
  /// The Backspace key.
  public static let backspace = UInt32(GDK_KEY_BackSpace)
  /// The Tab key.
  public static let tab = UInt32(GDK_KEY_Tab)
  /// The Tab key with Shift.
  public static let leftTab = UInt32(GDK_KEY_ISO_Left_Tab)
  /// F10, which opens the window's menu.
  public static let f10 = UInt32(GDK_KEY_F10)
  /// F2.
  public static let f2 = UInt32(GDK_KEY_F2)
  /// Delete.
  public static let delete = UInt32(GDK_KEY_Delete)
  /// The letter p. Shift and Caps Lock give another symbol.
  public static let p = UInt32(GDK_KEY_p)
  /// The letter u. Shift and Caps Lock give another symbol.
  public static let u = UInt32(GDK_KEY_u)
  /// The letter c. Shift and Caps Lock give another symbol.
  public static let c = UInt32(GDK_KEY_c)
  /// The letter t. Shift and Caps Lock give another symbol.
  package static let t = UInt32(GDK_KEY_t)
  /// The letter z. Shift and Caps Lock give another symbol.
  public static let z = UInt32(GDK_KEY_z)
  /// The letter a. Shift and Caps Lock give another symbol.
  public static let a = UInt32(GDK_KEY_a)
  /// The letter d. Shift and Caps Lock give another symbol.
  public static let d = UInt32(GDK_KEY_d)

  /// The letter s. Shift and Caps Lock give another symbol.
  public static let s = UInt32(GDK_KEY_s)
  /// The letter f. Shift and Caps Lock give another symbol.
  public static let f = UInt32(GDK_KEY_f)
  /// The plus sign.
  public static let plus = UInt32(GDK_KEY_plus)
  /// The equals sign, which many keyboards have on the key of the plus sign.
  public static let equal = UInt32(GDK_KEY_equal)
  /// The minus sign.
  public static let minus = UInt32(GDK_KEY_minus)
  /// The digit 0.
  public static let zero = UInt32(GDK_KEY_0)
  /// The digit 1.
  public static let one = UInt32(GDK_KEY_1)
  /// The digit 2.
  public static let two = UInt32(GDK_KEY_2)
  /// The digit 3.
  public static let three = UInt32(GDK_KEY_3)
  /// The digit 4.
  public static let four = UInt32(GDK_KEY_4)

  private static let keypad: [UInt32: UInt32] = [
    UInt32(GDK_KEY_KP_Add): plus, UInt32(GDK_KEY_KP_Subtract): minus, UInt32(GDK_KEY_KP_0): zero,
    UInt32(GDK_KEY_KP_1): one, UInt32(GDK_KEY_KP_2): two, UInt32(GDK_KEY_KP_3): three,
    UInt32(GDK_KEY_KP_4): four,
    UInt32(GDK_KEY_KP_Up): up, UInt32(GDK_KEY_KP_Down): down, UInt32(GDK_KEY_KP_Left): left,
    UInt32(GDK_KEY_KP_Right): right, UInt32(GDK_KEY_KP_Page_Up): pageUp,
    UInt32(GDK_KEY_KP_Page_Down): pageDown, UInt32(GDK_KEY_KP_Delete): delete, UInt32(GDK_KEY_KP_Home): home,
    UInt32(GDK_KEY_KP_End): end,
    UInt32(GDK_KEY_KP_Enter): returnKey, UInt32(GDK_KEY_ISO_Enter): returnKey,
  ]

  /// Maps a key of the keypad to its equivalent in the main block; returns any other key unchanged.
  public static func normal(_ key: UInt32) -> UInt32 { keypad[key] ?? key }
}

/// Tracks whether the widget or a descendant has the focus.
@MainActor
public final class FocusController: EventController {
  /// A controller to add to a widget.
  public init() { super.init(owned: gtk_event_controller_focus_new()) }

  /// Emitted when the focus enters the widget or a descendant.
  public var entered: Signal<> { Signal(self, "enter") }
  /// Emitted when the focus leaves the widget and its descendants.
  public var left: Signal<> { Signal(self, "leave") }
}

// MARK: - Pointer

/// Tracks the pointer over the widget.
@MainActor
public final class MotionController: EventController {
  /// A controller to add to a widget.
  public init() { super.init(owned: gtk_event_controller_motion_new()) }

  /// Emitted with the point in the widget's coordinates.
  public var entered: Signal<Double, Double> { Signal(self, "enter") }
  /// Emitted with the point in the widget's coordinates.
  public var moved: Signal<Double, Double> { Signal(self, "motion") }
  /// Emitted when the pointer leaves the widget.
  public var left: Signal<> { Signal(self, "leave") }
}

/// Handles scrolling with a wheel or a touchpad.
@MainActor
public final class ScrollController: EventController {
  /// Handles vertical scrolling, or both axes.
  public init(bothAxes: Bool = false) {
    let axes = bothAxes ? GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES : GTK_EVENT_CONTROLLER_SCROLL_VERTICAL
    let flags = axes.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue
    super.init(owned: gtk_event_controller_scroll_new(GtkEventControllerScrollFlags(flags)))
  }

  /// Emitted when fingers begin to scroll. A wheel does not emit it.
  public var scrollBegin: Signal<> { Signal(self, "scroll-begin") }
  /// Emitted with the distance in the device's units. Return `true` to stop the event.
  public var scrolled: ReplySignal<Bool, Double, Double> { ReplySignal(self, "scroll") }
  /// Emitted when the fingers leave the touchpad.
  public var scrollEnd: Signal<> { Signal(self, "scroll-end") }

  /// Whether the current event comes from a touchpad. The unit does not suffice: on X11 a touchpad has the unit of a
  /// wheel, and a wheel may be as smooth as a touchpad.
  public var isTouchpad: Bool {
    guard let event = gtk_event_controller_get_current_event(raw.opaque) else { return false }
    if gdk_event_get_event_type(event) == GDK_TOUCHPAD_HOLD { return true }
    guard gdk_event_get_event_type(event) == GDK_SCROLL else { return false }
    return gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_SURFACE || device == GDK_SOURCE_TOUCHPAD
  }

  /// The points that fingers move on a touchpad per unit of the current event.
  public var pointsPerTouchpadUnit: Double {
    guard let event = gtk_event_controller_get_current_event(raw.opaque),
      gdk_event_get_event_type(event) == GDK_SCROLL,
      gdk_scroll_event_get_unit(event) == GDK_SCROLL_UNIT_WHEEL
    else { return 1 }
    // The X server's libinput driver reports this many points as one notch of a wheel.
    return 15
  }
}

/// Observes presses and releases on the widget and its descendants, whichever gesture claims them.
@MainActor
public final class PressWatcher: EventController {
  /// A watcher in the capture phase: it sees a press before any gesture below the widget can claim it.
  public init() {
    super.init(owned: gtk_event_controller_legacy_new())
    propagationPhase = .capture
  }

  /// A press or a release, by any button, or by the first of the fingers that touch the screen.
  public enum Press: Sendable, Equatable {
    /// A mouse button or a finger is down, at a point in the widget's coordinates.
    case began(Point)
    /// The button or the finger is up, or the sequence is cancelled.
    case ended
  }

  /// Calls `body` at each press and each release.
  public func watch<Owner: AnyObject>(weak owner: Owner, _ body: @escaping @MainActor (Owner, Press) -> Void)
  {
    intercept(weak: owner) { owner, press in
      body(owner, press)
      return false
    }
  }

  /// Calls `body` at each press and each release, and stops the event if `body` returns `true`.
  public func intercept<Owner: AnyObject>(
    weak owner: Owner, _ body: @escaping @MainActor (Owner, Press) -> Bool
  ) {
    let event = ReplySignal<Bool, EventArgument>(self, "event")
    event.connect(weak: owner) { [weak self] owner, event in
      let kind = gdk_event_get_event_type(event.raw)
      let isTouch = [GDK_TOUCH_BEGIN, GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(kind)
      if isTouch, gdk_touch_event_get_emulating_pointer(event.raw) == 0 { return false }
      switch kind {
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
    var (x, y, surfaceX, surfaceY) = (0.0, 0.0, 0.0, 0.0)
    gdk_event_get_position(event.raw, &x, &y)
    gtk_native_get_surface_transform(native, &surfaceX, &surfaceY)
    let from = Widget.wrap(UnsafeMutableRawPointer(native).typed())
    return from.convert(Point(x: x - surfaceX, y: y - surfaceY), to: Widget.wrap(widget))
  }

}

/// A GdkEvent as a signal's argument.
struct EventArgument: SignalArgument {
  let raw: OpaquePointer?

  init(gvalue: UnsafePointer<GValue>) {
    // GdkEvent is a fundamental type, which GValue can only peek at.
    raw = OpaquePointer(g_value_peek_pointer(gvalue))
  }
}

extension Widget {
  /// Whether a descendant at `point` handles drags itself: a scrollbar, a slider, an entry, selectable text, and a
  /// button unless `buttons` is `false`.
  public func hasDragOwner(at point: Point, buttons: Bool = true) -> Bool {
    var owners = [
      gtk_scrollbar_get_type(), gtk_range_get_type(), gtk_editable_get_type(), gtk_text_view_get_type(),
      gtk_switch_get_type(),
    ]
    if buttons { owners.append(gtk_button_get_type()) }
    var next = gtk_widget_pick(widget, point.x, point.y, GTK_PICK_DEFAULT)
    while let candidate = next, candidate != widget {
      let raw = UnsafeMutableRawPointer(candidate)
      let isSelectable = raw.isA(gtk_label_get_type()) && gtk_label_get_selectable(raw.opaque) != 0
      if isSelectable || owners.contains(where: raw.isA) { return true }
      next = gtk_widget_get_parent(candidate)
    }
    return false
  }
}

// MARK: - Gestures

/// Follows one pointer or several from press to release.
@MainActor
open class Gesture: EventController {
  /// The response of a gesture to the event sequence that it follows.
  public enum State: Sendable {
    /// Keeps it, and cancels other gestures that follow it.
    case claimed
    /// Leaves it to other gestures.
    case denied
  }

  /// Claims or denies the event sequence.
  public func set(_ state: State) {
    gtk_gesture_set_state(
      raw.opaque, state == .claimed ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
  }

  /// Forgets the event sequence. Otherwise GTK 4.8 treats the next press as part of a sequence that another gesture of
  /// the widget has claimed.
  public func reset() { gtk_event_controller_reset(raw.opaque) }

  /// Emitted when the gesture begins to follow as many pointers as it handles.
  public var begin: Signal<SequenceArgument> { Signal(self, "begin") }
  /// Emitted when it no longer does.
  public var end: Signal<SequenceArgument> { Signal(self, "end") }
  /// Emitted when the sequence ends without a release: another gesture claims it, a grab is lost, or the widget is
  /// unmapped.
  public var cancelled: Signal<SequenceArgument> { Signal(self, "cancel") }
}

/// Follows a single pointer: a mouse button, or one finger.
@MainActor
open class GestureSingle: Gesture {
  /// The mouse button that the gesture handles: 1 primary, 2 middle, 3 secondary, 0 any. A finger counts as 1.
  public var button: Int {
    get { Int(gtk_gesture_single_get_button(raw.opaque)) }
    set { gtk_gesture_single_set_button(raw.opaque, guint(newValue)) }
  }

  /// The button of the sequence that the gesture follows; 0 without one.
  public var currentButton: Int { Int(gtk_gesture_single_get_current_button(raw.opaque)) }

  /// Whether the gesture handles fingers only.
  public var touchOnly: Bool {
    get { gtk_gesture_single_get_touch_only(raw.opaque) != 0 }
    set { gtk_gesture_single_set_touch_only(raw.opaque, newValue ? 1 : 0) }
  }

  /// Whether the gesture handles only the first finger, and ignores further ones. Otherwise it handles any finger, but
  /// only one at a time.
  public var exclusive: Bool {
    get { gtk_gesture_single_get_exclusive(raw.opaque) != 0 }
    set { gtk_gesture_single_set_exclusive(raw.opaque, newValue ? 1 : 0) }
  }
}

/// A GdkEventSequence as a signal's argument.
public struct SequenceArgument: SignalArgument {
  /// Ignores the value: handlers do not need the sequence.
  public init(gvalue: UnsafePointer<GValue>) {}
}

/// Handles clicks, by a mouse or by one finger. Further fingers are ignored.
@MainActor
public final class GestureClick: GestureSingle {
  /// A gesture for the primary button; see ``GestureSingle/button``.
  public init() {
    super.init(owned: gtk_gesture_click_new())
    exclusive = true
  }

  /// Emitted with the number of the press (2: double click) and the point in the widget's coordinates.
  public var pressed: Signal<Int, Double, Double> { Signal(self, "pressed") }
  /// Emitted with the number of the press and the point in the widget's coordinates.
  public var released: Signal<Int, Double, Double> { Signal(self, "released") }
}

/// Handles a long press of the first finger that touches the screen.
@MainActor
public final class GestureLongPress: GestureSingle {
  /// A gesture for touch only.
  public init() {
    super.init(owned: gtk_gesture_long_press_new())
    touchOnly = true
    exclusive = true
  }

  /// Emitted after GTK's time for a long press, with the point in the widget's coordinates.
  public var pressed: Signal<Double, Double> { Signal(self, "pressed") }
}

/// Handles drags, by a mouse or by one finger. Further fingers are ignored.
@MainActor
public final class GestureDrag: GestureSingle {
  /// A gesture for the primary button; see ``GestureSingle/button``.
  public init() {
    super.init(owned: gtk_gesture_drag_new())
    exclusive = true
  }

  /// Emitted with the point of the press in the widget's coordinates.
  public var dragBegin: Signal<Double, Double> { Signal(self, "drag-begin") }
  /// Emitted with the offset from the press.
  public var dragUpdate: Signal<Double, Double> { Signal(self, "drag-update") }
  /// Emitted with the offset from the press.
  public var dragEnd: Signal<Double, Double> { Signal(self, "drag-end") }

  /// The pointer's earlier places since the previous update, oldest first, relative to its present place; times are in
  /// seconds, as ``EventController/eventTime``. GTK emits one update a frame, so a busy window has some. Empty outside an update.
  public var passed: [(offset: Point, time: Double)] {
    guard let event = gtk_event_controller_get_current_event(raw.opaque),
      gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY
    else { return [] }
    var (x, y, count) = (0.0, 0.0, guint(0))
    guard gdk_event_get_position(event, &x, &y) != 0, let history = gdk_event_get_history(event, &count)
    else {
      return []
    }
    defer { g_free(history) }
    return UnsafeBufferPointer(start: history, count: Int(count)).map { place in
      // The first two axes: `GDK_AXIS_X` and `GDK_AXIS_Y`.
      let offset = Point(x: place.axes.1 - x, y: place.axes.2 - y)
      return (offset, Double(place.time) / 1_000)
    }
  }
}

// MARK: - Drag and drop

/// Accepts files that are dragged onto the widget, by copy.
///
/// It ignores drags without files, so that a text entry inside can still accept text. Set its phase to `.capture` to
/// handle drags ahead of the widgets inside.
@MainActor
public final class FileDropTarget: EventController {
  /// A target in the bubble phase: widgets inside accept a drop first.
  public init() {
    super.init(owned: gtk_drop_target_new(0, GDK_ACTION_COPY))
    // GDK converts the text/uri-list of most file managers to either type.
    var types = [gdk_file_list_get_type(), g_file_get_type()]
    gtk_drop_target_set_gtypes(raw.opaque, &types, gsize(types.count))
    // Without preload, the files are unknown before the drop.
    gtk_drop_target_set_preload(raw.opaque, 1)
  }

  /// Whether files are over the widget.
  public var isHovered: Bool { gtk_drop_target_get_current_drop(raw.opaque) != nil }

  /// The paths of the files over the widget; empty until the source has sent them.
  public var hovering: [String] { DroppedFiles(gtk_drop_target_get_value(raw.opaque)).paths }

  /// Ends the drag over the widget. Call it if the source has gone without a word, because until then GTK takes no other
  /// drop.
  public func reject() { gtk_drop_target_reject(raw.opaque) }

  /// Emitted when ``isHovered`` has changed.
  public var hoverChanged: Signal<> { notify("current-drop") }
  /// Emitted when ``hovering`` has changed.
  public var hoveringChanged: Signal<> { notify("value") }
  /// Emitted with the files and the point in the widget's coordinates. Return whether the files are accepted.
  public var dropped: ReplySignal<Bool, DroppedFiles, Double, Double> { ReplySignal(self, "drop") }
}

/// Dropped files.
public struct DroppedFiles: SignalArgument {
  /// Absolute paths. Files without a local path are left out.
  public let paths: [String]

  /// Reads a GValue that holds a GdkFileList or a GFile.
  public init(gvalue: UnsafePointer<GValue>) {
    // The signal's argument is a GValue inside a GValue.
    self.init(g_value_get_boxed(gvalue)?.assumingMemoryBound(to: GValue.self))
  }

  fileprivate init(_ value: UnsafePointer<GValue>?) {
    var paths: [String] = []
    if let value, value.pointee.g_type == gdk_file_list_get_type(), let list = g_value_get_boxed(value) {
      let files = gdk_file_list_get_files(list.opaque)
      var node = files
      while let item = node?.pointee {
        if let path = String(owned: g_file_get_path(item.data.opaque)) { paths.append(path) }
        node = item.next
      }
      g_slist_free(files)
    } else if let value, g_type_check_value_holds(value, g_file_get_type()) != 0,
      let file = g_value_get_object(value), let path = String(owned: g_file_get_path(file.opaque))
    {
      paths = [path]
    }
    self.paths = paths
  }
}

@_spi(Testing) extension FileDropTarget {
  /// Emits the drop of files, as a drag does. Returns whether they are accepted.
  public func drop(_ paths: [String]) -> Bool {
    var list: UnsafeMutablePointer<GSList>?
    for path in paths.reversed() {
      list = g_slist_prepend(list, UnsafeMutableRawPointer(g_file_new_for_path(path)))
    }
    var files = GValue()
    g_value_init(&files, gdk_file_list_get_type())
    g_value_take_boxed(&files, UnsafeMutableRawPointer(gdk_file_list_new_from_list(list)))
    g_slist_free_full(list, { g_object_unref($0) })
    defer { g_value_unset(&files) }
    return withUnsafeMutablePointer(to: &files) {
      emit("drop", PointerValue($0, of: g_value_get_type()), 0.0, 0.0)
    }
  }
}

/// Offers files for dragging, as a file manager does.
@_spi(Testing) @MainActor
public final class FileDragSource: EventController {
  /// Offers the files as a list of URIs, and as text.
  public init(_ paths: [String]) {
    super.init(owned: gtk_drag_source_new())
    var uris = ""
    for path in paths {
      let file = g_file_new_for_path(path)
      uris += (String(owned: g_file_get_uri(file)) ?? "") + "\r\n"
      g_object_unref(UnsafeMutableRawPointer(file))
    }
    let types = ["text/uri-list", "text/plain;charset=utf-8"]
    var parts: [UnsafeMutablePointer<GdkContentProvider>?] = types.map { type in
      let bytes = g_bytes_new(uris, gsize(uris.utf8.count))
      defer { g_bytes_unref(bytes) }
      return gdk_content_provider_new_for_bytes(type, bytes)
    }
    let offer = gdk_content_provider_new_union(&parts, gsize(parts.count))
    gtk_drag_source_set_content(raw.opaque, offer)
    gtk_drag_source_set_actions(raw.opaque, GDK_ACTION_COPY)
    if let offer { g_object_unref(UnsafeMutableRawPointer(offer)) }
  }
}
