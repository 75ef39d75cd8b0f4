import CGtk

/// Anything GTK puts on the screen. Main actor only, like all of this module.
@MainActor
open class Widget: Object {
  var widget: UnsafeMutablePointer<GtkWidget> { raw.typed() }

  /// The peer of a widget that C hands out, made on the spot if it has none.
  static func wrap(_ raw: UnsafeMutablePointer<GtkWidget>) -> Widget {
    Object.peer(of: raw) as? Widget ?? Widget(borrowed: raw)
  }

  // MARK: Tree

  /// The widget that holds this one.
  public var parent: Widget? { gtk_widget_get_parent(widget).map(Widget.wrap) }

  /// The nearest ancestor of a Swift class.
  public func ancestor<T: Widget>(_ type: T.Type) -> T? {
    var next = parent
    while let candidate = next {
      if let found = candidate as? T { return found }
      next = candidate.parent
    }
    return nil
  }

  /// The window the widget is in.
  public var window: Window? {
    gtk_widget_get_root(widget).flatMap { Object.peer(of: UnsafeMutableRawPointer($0)) as? Window }
  }

  /// Makes the widget a child of a custom one.
  public func setParent(_ parent: CustomWidget) { gtk_widget_set_parent(widget, parent.widget) }

  /// Takes the widget out of its parent; does nothing when it has none.
  public func unparent() {
    if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) }
  }

  /// Draws `self` before `sibling`, below it; nil: above all.
  public func order(before sibling: Widget?, in parent: CustomWidget) {
    gtk_widget_insert_before(widget, parent.widget, sibling?.widget)
  }

  // MARK: Size and place

  /// Content size in points, as last allocated.
  public var width: Int { Int(gtk_widget_get_width(widget)) }
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  /// Asks for the room the widget wants.
  public func measured(_ orientation: Orientation, for size: Int = -1) -> Measure {
    var minimum: gint = 0
    var natural: gint = 0
    gtk_widget_measure(widget, orientation.cValue, gint(size), &minimum, &natural, nil, nil)
    return Measure(minimum: Int(minimum), natural: Int(natural))
  }

  /// Gives the widget its place, in its parent's coordinates.
  public func place(x: Int, y: Int, width: Int, height: Int) {
    var rect = GtkAllocation(x: gint(x), y: gint(y), width: gint(width), height: gint(height))
    gtk_widget_size_allocate(widget, &rect, -1)
  }

  /// Gives the widget a size, and a place by its middle, scaled about it.
  public func place(width: Int, height: Int, center: Point, scale: Double) {
    var transform: OpaquePointer?
    var point = graphene_point_t(x: Float(center.x), y: Float(center.y))
    transform = gsk_transform_translate(transform, &point)
    if scale != 1 { transform = gsk_transform_scale(transform, Float(scale), Float(scale)) }
    point = graphene_point_t(x: -Float(width) / 2, y: -Float(height) / 2)
    transform = gsk_transform_translate(transform, &point)
    gtk_widget_allocate(widget, gint(width), gint(height), -1, transform)
  }

  /// A point of this widget in another one's coordinates; nil if they share no window.
  public func convert(_ point: Point, to other: Widget) -> Point? {
    var from = graphene_point_t(x: Float(point.x), y: Float(point.y))
    var to = graphene_point_t()
    guard gtk_widget_compute_point(widget, other.widget, &from, &to) != 0 else { return nil }
    return Point(x: Double(to.x), y: Double(to.y))
  }

  public func queueResize() { gtk_widget_queue_resize(widget) }
  public func queueAllocate() { gtk_widget_queue_allocate(widget) }
  public func queueDraw() { gtk_widget_queue_draw(widget) }

  /// Smallest size in points; −1 leaves it to the widget.
  public func setSizeRequest(width: Int = -1, height: Int = -1) {
    gtk_widget_set_size_request(widget, gint(width), gint(height))
  }

  public var isHorizontallyExpanding: Bool {
    get { gtk_widget_get_hexpand(widget) != 0 }
    set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
  }

  public var isVerticallyExpanding: Bool {
    get { gtk_widget_get_vexpand(widget) != 0 }
    set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
  }

  /// Where the widget stands in room larger than it needs.
  public enum Alignment: Sendable {
    case fill, start, end, center, baseline

    var cValue: GtkAlign {
      switch self {
      case .fill: GTK_ALIGN_FILL
      case .start: GTK_ALIGN_START
      case .end: GTK_ALIGN_END
      case .center: GTK_ALIGN_CENTER
      case .baseline: GTK_ALIGN_BASELINE
      }
    }
  }

  public func align(horizontal: Alignment? = nil, vertical: Alignment? = nil) {
    if let horizontal { gtk_widget_set_halign(widget, horizontal.cValue) }
    if let vertical { gtk_widget_set_valign(widget, vertical.cValue) }
  }

  public func setMargins(start: Int = 0, end: Int = 0, top: Int = 0, bottom: Int = 0) {
    gtk_widget_set_margin_start(widget, gint(start))
    gtk_widget_set_margin_end(widget, gint(end))
    gtk_widget_set_margin_top(widget, gint(top))
    gtk_widget_set_margin_bottom(widget, gint(bottom))
  }

  // MARK: State

  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether the parent lets the child be mapped at all.
  public var isChildVisible: Bool {
    get { gtk_widget_get_child_visible(widget) != 0 }
    set { gtk_widget_set_child_visible(widget, newValue ? 1 : 0) }
  }

  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  public var isSensitive: Bool {
    get { gtk_widget_get_sensitive(widget) != 0 }
    set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
  }

  /// The `:selected` state of CSS: one of the selected items of a list.
  public var isSelected: Bool {
    get { gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0 }
    set {
      if newValue {
        gtk_widget_set_state_flags(widget, GTK_STATE_FLAG_SELECTED, 0)
      } else {
        gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_SELECTED)
      }
    }
  }

  public var opacity: Double {
    get { gtk_widget_get_opacity(widget) }
    set { gtk_widget_set_opacity(widget, newValue) }
  }

  public var isFocusable: Bool {
    get { gtk_widget_get_focusable(widget) != 0 }
    set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
  }

  /// Whether the focus can come to the widget or anything in it.
  public var canFocus: Bool {
    get { gtk_widget_get_can_focus(widget) != 0 }
    set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
  }

  /// Whether a pointer event can land on the widget.
  public var canTarget: Bool {
    get { gtk_widget_get_can_target(widget) != 0 }
    set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
  }

  public var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  /// True when the focus is here or on a descendant.
  public var containsFocus: Bool {
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  /// True when a focus ring should show: the keyboard is in use.
  public var showsFocus: Bool {
    gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0
  }

  @discardableResult
  public func takeFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

  /// Asks the widget to take the focus or to move it on inside; false when it has no place for it.
  public func moveFocus(_ direction: FocusDirection) -> Bool {
    gtk_widget_child_focus(widget, direction.cValue) != 0
  }

  public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

  public func setRightToLeft(_ flag: Bool) {
    gtk_widget_set_direction(widget, flag ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
  }

  /// Pixels of the screen per point.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

  /// Cuts off what the children draw outside the widget's (rounded) box.
  public var clipsContent: Bool {
    get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
    set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
  }

  public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(widget, text) }

  // MARK: Style

  public func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
  public func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

  public func setClass(_ name: String, _ on: Bool) { if on { addClass(name) } else { removeClass(name) } }

  /// The CSS `color`.
  public var foreground: Color {
    var rgba = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &rgba)
    return Color(rgba)
  }

  /// A colour that a stylesheet defines by `@define-color`.
  public func color(named name: String) -> Color? {
    var rgba = GdkRGBA()
    let context = gtk_widget_get_style_context(widget)
    return gtk_style_context_lookup_color(context, name, &rgba) != 0 ? Color(rgba) : nil
  }

  // MARK: Events and actions

  /// Adds a controller; it lives as long as the widget.
  public func add(_ controller: EventController) {
    // The widget takes over a reference; the peer keeps its own.
    gtk_widget_add_controller(widget, OpaquePointer(g_object_ref(controller.raw)))
  }

  /// Takes a controller out again; does nothing when the widget has it no more.
  public func remove(_ controller: EventController) {
    guard gtk_event_controller_get_widget(controller.raw.opaque) == widget else { return }
    gtk_widget_remove_controller(widget, controller.raw.opaque)
  }

  /// Runs an action by its full name, e.g. "win.refresh", as a shortcut would; false if there is none.
  @discardableResult
  public func activateAction(_ name: String) -> Bool {
    gtk_widget_activate_action_variant(widget, name, nil) != 0
  }

  /// Runs an action that takes a text.
  @discardableResult
  public func activateAction(_ name: String, text: String) -> Bool {
    gtk_widget_activate_action_variant(widget, name, g_variant_new_string(text)) != 0
  }

  /// Calls `body` once a frame with the frame's time in seconds, until it answers false.
  @discardableResult
  public func onTick(_ body: @escaping @MainActor (_ time: Double) -> Bool) -> TickHandle {
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

  /// The clock that paces the widget's frames; nil before it is realised.
  public var frameClock: FrameClock? { gtk_widget_get_frame_clock(widget).map { FrameClock.wrap($0) } }
}

private final class TickBox {
  let body: @MainActor (Double) -> Bool
  init(_ body: @escaping @MainActor (Double) -> Bool) { self.body = body }
}

/// A running tick callback.
@MainActor
public struct TickHandle {
  private weak var widget: Widget?
  private let id: guint

  init(widget: Widget, id: guint) {
    self.widget = widget
    self.id = id
  }

  /// Ends it. Not to be called once the callback has answered false.
  public func cancel() {
    guard let widget else { return }
    gtk_widget_remove_tick_callback(widget.widget, id)
  }
}
