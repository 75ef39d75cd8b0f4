import CGtk

/// A GtkWidget.
///
/// GTK has more widgets than this module, and other C libraries have more still. Any of them can be used through
/// ``unsafeGtkPointer``, ``init(unsafeBorrowing:)`` and ``init(unsafeOwning:)``; see <doc:OtherWidgets>.
@MainActor
open class Widget: Object {
  package var widget: UnsafeMutablePointer<GtkWidget> { raw.typed() }

  package override init(owned raw: UnsafeMutableRawPointer) { super.init(owned: raw) }

  package override init(borrowed raw: UnsafeMutableRawPointer) { super.init(borrowed: raw) }

  // MARK: The C API

  /// The address of the GtkWidget, for functions of C.
  ///
  /// It is valid while this object lives, or C code holds a reference. The address of a subclass of GtkWidget is the
  /// same: cast it as C does.
  public var unsafeGtkPointer: UnsafeMutableRawPointer { raw }

  /// The address of the GtkWidget with a reference that the caller owns (*transfer full*), so that the widget lives on
  /// without this object. Release it by `g_object_unref` once C code holds another one, such as a parent.
  public func unsafeRetainedGtkPointer() -> UnsafeMutableRawPointer { g_object_ref(raw) }

  /// Wraps a widget that a function of C returns without a reference of its own (*transfer none*), such as each
  /// constructor of a GtkWidget. Subclasses call it; see <doc:OtherWidgets>.
  ///
  /// - Parameter pointer: The address of a GtkWidget that no object of Swift wraps: it is a new one, or was asked for with
  ///   ``wrapper(unsafeOf:)``. Ends the program otherwise. Nothing checks that it is a GtkWidget.
  public init(unsafeBorrowing pointer: UnsafeMutableRawPointer) { super.init(borrowed: pointer) }

  /// Wraps a widget with a reference that a function of C gives to its caller (*transfer full*).
  ///
  /// - Parameter pointer: As in ``init(unsafeBorrowing:)``.
  public init(unsafeOwning pointer: UnsafeMutableRawPointer) { super.init(owned: pointer) }

  /// The object that wraps a GtkWidget, and is an instance of the class that made it; a new `Widget` if there is none.
  ///
  /// - Parameter pointer: The address of a GtkWidget; nothing checks that it is one.
  public static func wrapper(unsafeOf pointer: UnsafeMutableRawPointer) -> Widget { wrap(pointer.typed()) }

  /// The peer of a widget that C returns; makes one if it has none.
  package static func wrap(_ raw: UnsafeMutablePointer<GtkWidget>) -> Widget {
    Object.peer(of: raw) { Widget(borrowed: $0) }
  }

  // MARK: Tree

  /// The widget that contains this one.
  public var parent: Widget? { gtk_widget_get_parent(widget).map(Widget.wrap) }

  /// The nearest ancestor of a class.
  public func ancestor<T: Widget>(_ type: T.Type) -> T? {
    var next = parent
    while let candidate = next {
      if let found = candidate as? T { return found }
      next = candidate.parent
    }
    return nil
  }

  /// Whether `other` is in this widget, at any depth.
  public func isAncestor(of other: Widget) -> Bool { gtk_widget_is_ancestor(other.widget, widget) != 0 }

  /// The window that contains the widget.
  public var window: Window? {
    gtk_widget_get_root(widget).flatMap { Object.peer(of: UnsafeMutableRawPointer($0)) as? Window }
  }

  /// Makes the widget the last child of a custom one.
  public func setParent(_ parent: CustomWidget) { gtk_widget_set_parent(widget, parent.widget) }

  /// Makes the widget the first child of a custom one.
  public func setFirst(in parent: CustomWidget) { gtk_widget_insert_after(widget, parent.widget, nil) }

  /// Removes the widget from its parent. Does nothing if it has none.
  public func unparent() {
    if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) }
  }

  /// Moves the widget before `sibling` in drawing order, which puts it below; nil puts it on top.
  public func order(before sibling: Widget?, in parent: Widget) {
    gtk_widget_insert_before(widget, parent.widget, sibling?.widget)
  }

  // MARK: Size and place

  /// Content width in points, as last allocated.
  public var width: Int { Int(gtk_widget_get_width(widget)) }
  /// Content height in points, as last allocated.
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  /// The size that the widget requests, given its other extent (−1: unknown).
  ///
  /// If the other extent is below the widget's minimum, the minimum is used: a container that can be smaller than its
  /// children gives them their minimum and clips. GTK does the same, and logs a warning since 4.18.
  public func measured(_ orientation: Orientation, for size: Int = -1) -> Measure {
    var minimum: gint = 0
    var natural: gint = 0
    var size = gint(size)
    if size >= 0 {
      var least: gint = 0
      gtk_widget_measure(widget, orientation.opposite.cValue, -1, &least, nil, nil, nil)
      size = max(size, least)
    }
    gtk_widget_measure(widget, orientation.cValue, size, &minimum, &natural, nil, nil)
    return Measure(minimum: Int(minimum), natural: Int(natural))
  }

  /// Allocates the widget a rectangle in its parent, `leading` points from the edge at which the parent's lines begin,
  /// which is the right one from right to left, and `top` points from the upper edge. Call it in the parent's `allocate`.
  public func place(leading: Int, top: Int, width: Int, height: Int) {
    let isMirrored = gtk_widget_get_parent(widget).map { gtk_widget_get_direction($0) } == GTK_TEXT_DIR_RTL
    let room = isMirrored ? Int(gtk_widget_get_width(gtk_widget_get_parent(widget))) : 0
    place(x: isMirrored ? room - leading - width : leading, y: top, width: width, height: height)
  }

  /// Allocates the widget a rectangle in its parent's coordinates, independently of the reading direction: for widgets
  /// at a point on the screen, such as a caret or a pointer. Otherwise use ``place(leading:top:width:height:)``.
  public func place(x: Int, y: Int, width: Int, height: Int) {
    var rect = GtkAllocation(x: gint(x), y: gint(y), width: gint(width), height: gint(height))
    gtk_widget_size_allocate(widget, &rect, -1)
  }

  /// Allocates the widget a size around a centre in its parent's coordinates, and scales it around that centre.
  public func place(width: Int, height: Int, center: Point, scale: Double) {
    var point = center.graphene
    var transform = gsk_transform_translate(nil, &point)
    if scale != 1 { transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
    point = Point(x: -Double(width) / 2, y: -Double(height) / 2).graphene
    transform = gsk_transform_translate(transform, &point)
    gtk_widget_allocate(widget, gint(width), gint(height), -1, transform)
  }

  /// The widget's rectangle with its padding and border, in the coordinates of another widget of the same window; nil if
  /// there is no such widget.
  package func bounds(in other: Widget) -> Rect? {
    var rect = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, other.widget, &rect) != 0 else { return nil }
    return Rect(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }

  /// Converts a point to another widget's coordinates; nil if the two have no common ancestor.
  public func convert(_ point: Point, to other: Widget) -> Point? {
    var from = point.graphene
    var to = graphene_point_t()
    guard gtk_widget_compute_point(widget, other.widget, &from, &to) != 0 else { return nil }
    return Point(x: Double(to.x), y: Double(to.y))
  }

  /// Requests a new measurement, allocation and drawing, also of the ancestors.
  public func queueResize() { gtk_widget_queue_resize(widget) }
  /// Requests a new allocation with the same size.
  public func queueAllocate() { gtk_widget_queue_allocate(widget) }
  /// Requests a new drawing.
  public func queueDraw() { gtk_widget_queue_draw(widget) }

  /// Sets the least size that the widget requests, in points; −1 leaves it to the widget.
  public func setSizeRequest(width: Int = -1, height: Int = -1) {
    gtk_widget_set_size_request(widget, gint(width), gint(height))
  }

  /// Whether the widget takes extra horizontal space.
  public var hexpand: Bool {
    get { gtk_widget_get_hexpand(widget) != 0 }
    set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget takes extra vertical space.
  public var vexpand: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
  }

  /// The place of a widget in an allocation larger than its natural size.
  public enum Alignment: UInt32, Sendable {
    // In the order of GtkAlign.
    /// `fill` takes the whole allocation. Horizontally, `start` and `end` follow the text direction.
    case fill, start, end, center, baseline
  }

  /// The horizontal place in a larger allocation.
  public var halign: Alignment {
    get { Alignment(rawValue: gtk_widget_get_halign(widget).rawValue) ?? .fill }
    set { gtk_widget_set_halign(widget, GtkAlign(newValue.rawValue)) }
  }

  /// The vertical place in a larger allocation.
  public var valign: Alignment {
    get { Alignment(rawValue: gtk_widget_get_valign(widget).rawValue) ?? .fill }
    set { gtk_widget_set_valign(widget, GtkAlign(newValue.rawValue)) }
  }

  /// Sets the space around the widget, in points.
  public func setMargins(start: Int = 0, end: Int = 0, top: Int = 0, bottom: Int = 0) {
    gtk_widget_set_margin_start(widget, gint(start))
    gtk_widget_set_margin_end(widget, gint(end))
    gtk_widget_set_margin_top(widget, gint(top))
    gtk_widget_set_margin_bottom(widget, gint(bottom))
  }

  // MARK: State

  /// Whether the widget is shown, provided that its ancestors are.
  public var visible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether the parent maps the widget. For parents that hide a child without a new layout.
  public var isChildVisible: Bool {
    get { gtk_widget_get_child_visible(widget) != 0 }
    set { gtk_widget_set_child_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget is drawn: it, all its ancestors and its window are visible.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// Whether the widget reacts to input.
  public var sensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// The CSS state `:active`, for a widget that is pressed.
  package var showsPress: Bool {
    get { has(GTK_STATE_FLAG_ACTIVE) }
    set { set(GTK_STATE_FLAG_ACTIVE, newValue) }
  }

  /// The CSS state `:selected`, for a selected item of a list.
  public var isSelected: Bool {
    get { has(GTK_STATE_FLAG_SELECTED) }
    set { set(GTK_STATE_FLAG_SELECTED, newValue) }
  }

  /// Opacity in 0…1.
  public var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }

  /// Whether the children's drawing is clipped to the widget.
  public enum Overflow: Sendable { case visible, hidden }

  /// `.hidden` clips the children to the widget's rounded box.
  public var overflow: Overflow {
    get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN ? .hidden : .visible }
    set { gtk_widget_set_overflow(widget, newValue == .hidden ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
  }

  /// Whether pointer events can target the widget.
  public var canTarget: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }

  /// The text that is shown when the pointer rests on the widget; nil for none.
  public var tooltipText: String? {
    get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
    set {
      let text = newValue.map(LayoutCost.sentence)
      // GTK asks the display for the pointer's place each time, which takes longer than making a label.
      if text != tooltipText { gtk_widget_set_tooltip_text(widget, text) }
    }
  }

  /// Sets the pointer's shape over the widget by its CSS name, such as "pointer"; nil for the parent's.
  public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  /// Whether the widget reads from right to left.
  public var isRightToLeft: Bool { readingDirection == .rightToLeft }

  /// The direction in which the widget reads.
  public var readingDirection: ReadingDirection {
    gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
  }

  /// The left edge of an area `width` points wide whose leading edge is `leading` points inside the widget's.
  public func x(leading: Double, width: Double) -> Double {
    let room = Rect(x: 0, y: 0, width: Double(self.width), height: 0)
    return readingDirection.x(leading: leading, width: width, in: room)
  }

  /// Sets the reading direction, in place of the locale's.
  public func setRightToLeft(_ flag: Bool) {
    gtk_widget_set_direction(widget, flag ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
  }

  /// Pixels per point.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

  // MARK: Focus

  /// Whether the widget itself can take the focus.
  public var focusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }

  /// Whether the focus can enter the widget or a descendant.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(widget) != 0 }
    set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
  }

  /// Whether the widget is the one with the focus in its window, which may be inactive.
  public var hasFocus: Bool { gtk_widget_is_focus(widget) != 0 }

  /// Whether the widget or a descendant has the focus.
  public var containsFocus: Bool { has(GTK_STATE_FLAG_FOCUS_WITHIN) }

  /// Whether the pointer is over the widget or a descendant.
  public var containsPointer: Bool { has(GTK_STATE_FLAG_PRELIGHT) }

  /// Whether to draw a focus ring: the widget has the focus, and the keyboard is in use.
  public var showsFocus: Bool { has(GTK_STATE_FLAG_FOCUS_VISIBLE) }

  private func set(_ flag: GtkStateFlags, _ isOn: Bool) {
    if isOn {
      gtk_widget_set_state_flags(widget, flag, 0)
    } else {
      gtk_widget_unset_state_flags(widget, flag)
    }
  }

  private func has(_ flag: GtkStateFlags) -> Bool {
    gtk_widget_get_state_flags(widget).rawValue & flag.rawValue != 0
  }

  /// Moves the focus to the widget, or to a descendant. Returns whether it accepted the focus.
  @discardableResult
  public func takeFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// Moves the focus within the widget, or into it. Returns `false` if it has no further place for the focus.
  public func moveFocus(_ direction: FocusDirection) -> Bool {
    gtk_widget_child_focus(widget, direction.cValue) != 0
  }

  // MARK: Style

  /// Whether the widget has a CSS class.
  @_spi(Testing) public func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }

  /// Adds a CSS class.
  public func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
  /// Removes a CSS class.
  public func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
  /// Adds or removes a CSS class.
  public func setClass(_ name: String, _ on: Bool) { if on { addClass(name) } else { removeClass(name) } }

  /// The CSS `color`.
  public var foreground: Color {
    var rgba = GdkRGBA()
    bs_widget_get_color(widget, &rgba)
    return Color(rgba)
  }

  /// A colour that a stylesheet defines with `@define-color`.
  public func color(named name: String) -> Color? {
    var rgba = GdkRGBA()
    return bs_widget_lookup_color(widget, name, &rgba) != 0 ? Color(rgba) : nil
  }

  // MARK: Events and actions

  /// Adds a controller, which then lives as long as the widget.
  public func add(_ controller: EventController) {
    // The widget takes over a reference; the peer keeps its own.
    gtk_widget_add_controller(widget, OpaquePointer(g_object_ref(controller.raw)))
  }

  /// Removes a controller. Does nothing if the widget does not have it.
  public func remove(_ controller: EventController) {
    guard gtk_event_controller_get_widget(controller.raw.opaque) == widget else { return }
    gtk_widget_remove_controller(widget, controller.raw.opaque)
  }

  /// Activates an action by its full name, such as "win.refresh". Returns `false` if there is none.
  @discardableResult
  public func activateAction(_ name: String) -> Bool {
    gtk_widget_activate_action_variant(widget, name, nil) != 0
  }

  /// Activates an action that has a string parameter.
  @discardableResult
  public func activateAction(_ name: String, text: String) -> Bool {
    gtk_widget_activate_action_variant(widget, name, g_variant_new_string(text)) != 0
  }

  /// Makes a group's actions available in this widget and its descendants, as "prefix.name".
  public func insert(_ actions: ActionGroup, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, actions.raw.opaque)
  }

  // MARK: Frames

  /// Calls `body` before each frame with the frame's time in seconds, until it returns `false`.
  ///
  /// The widget owns `body`. Keeps the frame clock running, and runs only while the widget is mapped.
  @discardableResult
  public func addTickCallback(_ body: @escaping @MainActor (_ time: Double) -> Bool) -> TickHandle {
    let box = Unmanaged.passRetained(TickBox(body))
    let id = gtk_widget_add_tick_callback(
      widget,
      { _, clock, data in
        onMainActor((clock!, data!)) { clock, data in
          let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
          return Unmanaged<TickBox>.fromOpaque(data).takeUnretainedValue().body(time)
        } ? 1 : 0
      }, box.toOpaque(), { Unmanaged<TickBox>.fromOpaque($0!).release() })
    return TickHandle(widget: self, id: id)
  }

  /// The clock that drives the widget's frames; nil before the widget is realized.
  public var frameClock: FrameClock? {
    gtk_widget_get_frame_clock(widget).map { clock in
      Object.peer(of: UnsafeMutableRawPointer(clock)) { FrameClock(borrowed: $0) }
    }
  }
}

private final class TickBox {
  let body: @MainActor (Double) -> Bool
  init(_ body: @escaping @MainActor (Double) -> Bool) { self.body = body }
}

/// A tick callback.
@MainActor
public struct TickHandle {
  private weak var widget: Widget?
  private let id: guint

  fileprivate init(widget: Widget, id: guint) {
    self.widget = widget
    self.id = id
  }

  /// Removes the callback. Does nothing if it has ended.
  public func cancel() {
    guard let widget else { return }
    gtk_widget_remove_tick_callback(widget.widget, id)
  }
}

/// Drives the frames of a window. The phases of a frame follow in the order of the signals below.
@MainActor
public final class FrameClock: Object {
  /// The frame begins.
  public var beforePaint: Signal<> { Signal(self, "before-paint") }
  /// Animations advance, ahead of layout.
  public var update: Signal<> { Signal(self, "update") }
  /// Widgets are measured and allocated.
  public var layout: Signal<> { Signal(self, "layout") }
  /// The frame is drawn: the widgets' places are those on the screen.
  public var afterPaint: Signal<> { Signal(self, "after-paint") }

  /// The current frame's time in seconds, on GLib's monotonic clock.
  public var frameTime: Double { Double(gdk_frame_clock_get_frame_time(raw.opaque)) / 1_000_000 }

  /// The number of the current frame, or of the latest one; each is larger than the one before.
  public var frameCounter: Int64 { Int64(gdk_frame_clock_get_frame_counter(raw.opaque)) }

  /// Requests a frame, even if no widget needs drawing.
  public func requestFrame() { gdk_frame_clock_request_phase(raw.opaque, GDK_FRAME_CLOCK_PHASE_PAINT) }

  /// Requests the update phase: of this frame if it has not begun to update yet, otherwise of the next.
  public func requestUpdate() { gdk_frame_clock_request_phase(raw.opaque, GDK_FRAME_CLOCK_PHASE_UPDATE) }

  /// Requests the layout phase: of this frame if it has not been drawn yet, otherwise of the next.
  public func requestLayout() { gdk_frame_clock_request_phase(raw.opaque, GDK_FRAME_CLOCK_PHASE_LAYOUT) }
}
