import CGtk
import Foundation

/// Arranges its children in a row or a column. Tab moves the focus through them in their order.
@MainActor
open class Box: Widget {
  /// `spacing` is the distance between two children in points.
  public init(_ orientation: Orientation, spacing: Int = 0) {
    super.init(borrowed: g_object_new_with_properties(Self.type, 0, nil, nil))
    gtk_orientable_set_orientation(raw.opaque, orientation.cValue)
    gtk_box_set_spacing(raw.typed(), gint(spacing))
  }

  /// A GtkBox with a focus order of its own.
  ///
  /// GTK 4.18 orders the children of boxes by their places. In a column it skips children beside the focused one, and before
  /// the first layout, when a window chooses its focus, the places are not known.
  private static let type: GType = {
    var query = GTypeQuery()
    g_type_query(gtk_box_get_type(), &query)
    return g_type_register_static_simple(
      gtk_box_get_type(), "BackscrollBox", query.class_size,
      { classPointer, _ in
        let widgetClass = classPointer!.assumingMemoryBound(to: GtkWidgetClass.self)
        widgetClass.pointee.focus = { box, direction in
          switch direction {
          case GTK_DIR_TAB_FORWARD:
            focusChild(of: box!, direction, gtk_widget_get_first_child, gtk_widget_get_next_sibling)
          case GTK_DIR_TAB_BACKWARD:
            focusChild(of: box!, direction, gtk_widget_get_last_child, gtk_widget_get_prev_sibling)
          default:
            g_type_class_peek(gtk_box_get_type()).assumingMemoryBound(to: GtkWidgetClass.self)
              .pointee.focus(box, direction)
          }
        }
      }, query.instance_size, nil, GTypeFlags(0))
  }()

  /// Whether all children are given the same size along the box.
  public var homogeneous: Bool {
    get { gtk_box_get_homogeneous(raw.typed()) != 0 }
    set { gtk_box_set_homogeneous(raw.typed(), newValue ? 1 : 0) }
  }

  /// Adds children at the end.
  public func append(_ children: Widget...) {
    for child in children { gtk_box_append(raw.typed(), child.widget) }
  }

  /// Adds a child at the start.
  public func prepend(_ child: Widget) { gtk_box_prepend(raw.typed(), child.widget) }

  /// Removes a child.
  public func remove(_ child: Widget) { gtk_box_remove(raw.typed(), child.widget) }
}

/// Moves the focus within the child that contains it, or else into the next child that takes it. Returns whether it has moved.
private func focusChild(
  of box: UnsafeMutablePointer<GtkWidget>, _ direction: GtkDirectionType,
  _ first: (UnsafeMutablePointer<GtkWidget>?) -> UnsafeMutablePointer<GtkWidget>?,
  _ next: (UnsafeMutablePointer<GtkWidget>?) -> UnsafeMutablePointer<GtkWidget>?
) -> gboolean {
  var candidate = gtk_widget_get_focus_child(box) ?? first(box)
  while let child = candidate {
    // Handlers of focus changes may remove it.
    g_object_ref(child)
    defer { g_object_unref(child) }
    if gtk_widget_get_mapped(child) != 0, gtk_widget_child_focus(child, direction) != 0 { return 1 }
    candidate = next(child)
  }
  return 0
}

/// Shows one child with others on top of it.
@MainActor
public final class Overlay: Widget {
  /// The overlay requests the size of `child`; the widgets on top lie within it.
  public init(child: Widget) {
    super.init(borrowed: gtk_overlay_new())
    gtk_overlay_set_child(raw.opaque, child.widget)
  }

  /// Adds a child on top, placed by its alignment.
  public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(raw.opaque, child.widget) }

  /// Removes a child that ``addOverlay(_:)`` has added.
  public func removeOverlay(_ child: Widget) { gtk_overlay_remove_overlay(raw.opaque, child.widget) }
}

/// Shows or hides its child with an animation of its height.
@MainActor
public final class Revealer: Widget {
  /// The child is hidden at first. `seconds` is the length of the animation, of which there is none if animations are
  /// disabled.
  public init(child: Widget, seconds: Double) {
    super.init(borrowed: gtk_revealer_new())
    gtk_revealer_set_transition_type(raw.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN)
    gtk_revealer_set_transition_duration(raw.opaque, guint(seconds * 1_000))
    gtk_revealer_set_child(raw.opaque, child.widget)
  }

  /// Whether the child is shown, or about to be.
  public var revealChild: Bool {
    get { gtk_revealer_get_reveal_child(raw.opaque) != 0 }
    set { gtk_revealer_set_reveal_child(raw.opaque, newValue ? 1 : 0) }
  }
}

/// An area by which the window can be moved, as by its title bar.
public final class WindowHandle: Widget {
  /// A handle that shows a widget.
  public init(child: Widget) {
    super.init(borrowed: gtk_window_handle_new())
    gtk_window_handle_set_child(raw.opaque, child.widget)
  }
}

/// Shows one of its children at a time.
@MainActor
public final class Stack: Widget {
  /// An empty stack. It shows the first child that it receives.
  public init() { super.init(borrowed: gtk_stack_new()) }

  /// Adds a child under a name.
  public func add(_ child: Widget, name: String) { _ = gtk_stack_add_named(raw.opaque, child.widget, name) }

  /// The name of the visible child.
  public var visibleChildName: String? {
    get { gtk_stack_get_visible_child_name(raw.opaque).map { String(cString: $0) } }
    set { gtk_stack_set_visible_child_name(raw.opaque, newValue) }
  }

  /// Fades from child to child, unless animations are disabled.
  public func setCrossfade(milliseconds: Int) {
    gtk_stack_set_transition_type(raw.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_set_transition_duration(raw.opaque, guint(milliseconds))
  }
}

/// A window's title bar.
@MainActor
public final class HeaderBar: Widget {
  /// An empty bar, with the window's title and buttons.
  public init() { super.init(borrowed: gtk_header_bar_new()) }

  /// Adds a child at the start edge.
  public func packStart(_ child: Widget) { gtk_header_bar_pack_start(raw.opaque, child.widget) }
  /// Adds a child at the end edge.
  public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(raw.opaque, child.widget) }

  /// The widget in the middle; nil shows the window's title.
  public var titleWidget: Widget? {
    get { gtk_header_bar_get_title_widget(raw.opaque).map(Widget.wrap) }
    set { gtk_header_bar_set_title_widget(raw.opaque, newValue?.widget) }
  }

  /// Whether the buttons that close, maximize and minimize the window are in the bar.
  public var showTitleButtons: Bool {
    get { gtk_header_bar_get_show_title_buttons(raw.opaque) != 0 }
    set { gtk_header_bar_set_show_title_buttons(raw.opaque, newValue ? 1 : 0) }
  }
}

// MARK: - Scrolling

/// A value in a range, shared by a scrolled window, its scrollbar and its child. All values are in points.
@MainActor
public final class Adjustment: Object {
  static func wrap(_ raw: UnsafeMutableRawPointer) -> Adjustment {
    Object.peer(of: raw) { Adjustment(borrowed: $0) }
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> { raw.typed() }

  /// The position of the viewport's leading edge, from ``lower`` to ``upper`` − ``pageSize``; set values are clamped.
  public var value: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { gtk_adjustment_set_value(adjustment, newValue) }
  }

  /// The beginning of the contents; may be negative.
  public var lower: Double { gtk_adjustment_get_lower(adjustment) }
  /// The end of the contents.
  public var upper: Double { gtk_adjustment_get_upper(adjustment) }
  /// The viewport's extent.
  public var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }
  /// The distance that an arrow key scrolls.
  public var stepIncrement: Double { gtk_adjustment_get_step_increment(adjustment) }
  /// The distance that Page Up and Page Down scroll.
  public var pageIncrement: Double { gtk_adjustment_get_page_increment(adjustment) }

  /// Sets all properties at once, and emits each signal at most once.
  public func configure(
    value: Double, lower: Double, upper: Double, stepIncrement: Double, pageIncrement: Double,
    pageSize: Double
  ) {
    gtk_adjustment_configure(adjustment, value, lower, upper, stepIncrement, pageIncrement, pageSize)
  }

  /// Emits ``valueChanged`` with an unchanged value, so that all handlers adopt it.
  public func announceValue() { emit("value-changed") }

  /// Ends the movement that a key has started, at the current position.
  public func stopAnimation() { gtk_adjustment_set_value(adjustment, value) }

  /// Emitted when ``value`` has changed.
  public var valueChanged: Signal<> { Signal(self, "value-changed") }
  /// Emitted when ``upper`` has changed.
  public var upperChanged: Signal<> { notify("upper") }
  /// Emitted when any other property has changed.
  public var changed: Signal<> { Signal(self, "changed") }
}

/// Scrolls a child with scrollbars and kinetic scrolling. A finger drags the child; further fingers change nothing.
@MainActor
public final class ScrolledWindow: Widget {
  /// A ``ScrollableWidget`` scrolls itself; GTK puts any other child into a viewport.
  public init(child: Widget? = nil) {
    super.init(borrowed: gtk_scrolled_window_new())
    if let child { gtk_scrolled_window_set_child(raw.opaque, child.widget) }
    // The role of GTK 4.8. With GTK 4.18 the widget has no role, and so no name, although it can take the focus.
    setAccessibleRole(.group)
    // GTK 4.8 connects one handler to the settings when it realizes a scrolled window, and disconnects another one. A
    // change of "gtk-overlay-scrolling" would then reach a freed widget.
    let address = raw
    let unrealized: Signal<> = Signal(self, "unrealize")
    unrealized.connect {
      g_signal_handlers_disconnect_matched(
        UnsafeMutableRawPointer(gtk_widget_get_settings(address.typed())), G_SIGNAL_MATCH_DATA, 0, 0, nil,
        nil, address)
    }
    // GTK would end a drag at the touch of a second finger.
    for gesture in controllers(of: gtk_gesture_single_get_type()) {
      gtk_gesture_single_set_exclusive(gesture.raw.opaque, 1)
    }
  }

  /// The content; GTK's viewport around it if it does not scroll itself.
  public var child: Widget? {
    get { gtk_scrolled_window_get_child(raw.opaque).map(Widget.wrap) }
    set { gtk_scrolled_window_set_child(raw.opaque, newValue?.widget) }
  }

  /// The event controllers of a type that GTK has given the widget.
  private func controllers(of type: GType) -> [Object] {
    let list = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      let item = g_list_model_get_item(list, index)!
      defer { g_object_unref(item) }
      return item.isA(type) ? Object.peer(of: item) { Object(borrowed: $0) } : nil
    }
  }

  /// The rule for showing a scrollbar, and for scrolling the contents along it.
  public enum Policy: UInt32, Sendable {
    // In the order of GtkPolicyType.
    /// `automatic`: shown if the contents exceed the window. `never`: the window is as large as the contents.
    /// `external`: not shown, and the contents still scroll.
    case always, automatic, never, external
  }

  /// Sets the rules for the scrollbars.
  public func setPolicy(horizontal: Policy, vertical: Policy) {
    gtk_scrolled_window_set_policy(
      raw.opaque, GtkPolicyType(horizontal.rawValue), GtkPolicyType(vertical.rawValue))
  }

  /// The height in points up to which the window grows with its contents; −1 (the default) for a height that does not
  /// depend on them.
  public var maxContentHeight: Int {
    get { Int(gtk_scrolled_window_get_max_content_height(raw.opaque)) }
    set {
      gtk_scrolled_window_set_max_content_height(raw.opaque, gint(newValue))
      gtk_scrolled_window_set_propagate_natural_height(raw.opaque, newValue >= 0 ? 1 : 0)
    }
  }

  /// The horizontal position.
  public var hadjustment: Adjustment { Adjustment.wrap(gtk_scrolled_window_get_hadjustment(raw.opaque)) }

  /// The vertical position.
  public var vadjustment: Adjustment { Adjustment.wrap(gtk_scrolled_window_get_vadjustment(raw.opaque)) }

  /// The vertical scrollbar.
  public var vscrollbar: Widget { Widget.wrap(gtk_scrolled_window_get_vscrollbar(raw.opaque)) }

  // MARK: Keyboard scrolling

  /// A distance that the keyboard can scroll.
  public enum ScrollStep: Sendable {
    /// By a page, or to an end.
    case pageUp, pageDown, start, end

    /// The distance of a key that ``Key/normal(_:)`` returns; nil for keys that do not scroll.
    public init?(key: UInt32) {
      switch key {
      case Key.pageUp: self = .pageUp
      case Key.pageDown: self = .pageDown
      case Key.home: self = .start
      case Key.end: self = .end
      default: return nil
      }
    }

    /// Whether the distance is a page.
    public var isPage: Bool { self == .pageUp || self == .pageDown }

    fileprivate var cValue: GtkScrollType {
      switch self {
      case .pageUp: GTK_SCROLL_PAGE_UP
      case .pageDown: GTK_SCROLL_PAGE_DOWN
      case .start: GTK_SCROLL_START
      case .end: GTK_SCROLL_END
      }
    }
  }

  /// Scrolls vertically as a key does, with GTK's animation.
  public func scroll(_ step: ScrollStep) {
    emit("scroll-child", EnumValue(step.cValue.rawValue, of: gtk_scroll_type_get_type()), false)
  }

  // MARK: Fling

  /// Called by ``stopFling()``, to stop other movements of the contents.
  public let didStopFling: Callback<> = Callback()

  /// Ends kinetic scrolling, and the animation of a key, at the current position.
  public func stopFling() {
    didStopFling()
    // GTK animates the step of a key for some frames, each of which would set its own position. Setting the value ends that.
    vadjustment.value = vadjustment.value
    guard gtk_scrolled_window_get_kinetic_scrolling(raw.opaque) != 0 else { return }
    // GTK has no call for it, but switching kinetic scrolling off stops the movement.
    gtk_scrolled_window_set_kinetic_scrolling(raw.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(raw.opaque, 1)
  }

  /// Starts kinetic scrolling as the release of a touchpad does, or accelerates it. `velocity` is in points per second,
  /// positive towards the end. The movement covers a quarter of that: by GTK's source, v(t) = v·e^(−4t).
  public func fling(velocity: Double) {
    // GTK has no call for it, so this emits the signal with which GTK's own scroll controller starts the movement.
    for controller in controllers(of: gtk_event_controller_scroll_get_type())
    where gtk_event_controller_get_propagation_phase(controller.raw.opaque) == GTK_PHASE_CAPTURE {
      controller.emit("decelerate", 0.0, velocity / pointsPerUnit(of: controller.raw.opaque))
    }
  }

  /// The points that GTK scrolls per unit of the last device: fixed for a touchpad, and for a wheel a function of the
  /// page size, both from GTK's source.
  private func pointsPerUnit(of controller: OpaquePointer) -> Double {
    gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      ? pow(max(1, vadjustment.pageSize), 2.0 / 3.0) : 2.5
  }
}

// MARK: - Lists

/// Lists widgets in rows, without recycling.
@MainActor
public final class ListBox: Widget {
  /// An empty list.
  public init() { super.init(borrowed: gtk_list_box_new()) }

  /// Inserts a row that shows `child` before the row at `index`.
  public func insert(_ child: Widget, at index: Int) {
    gtk_list_box_insert(raw.opaque, child.widget, gint(index))
  }
}

/// Lists texts in rows that are recycled, by GtkListView.
@MainActor
public final class ListView: Widget {
  /// The number of rows.
  public private(set) var count = 0

  private let strings: Object
  private let factory: Object

  /// An empty list. `makeRow` makes a row, `bind` shows a text in it, and `unbind` ends that before the row is
  /// bound to another text.
  public init(
    makeRow: @escaping @MainActor () -> Widget, bind: @escaping @MainActor (Widget, String) -> Void,
    unbind: @escaping @MainActor (Widget, String) -> Void = { _, _ in }
  ) {
    strings = Object(owned: UnsafeMutableRawPointer(gtk_string_list_new(nil)))
    factory = Object(owned: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    // Both constructors take over a reference to their arguments; the peers keep their own.
    let selection = gtk_no_selection_new(OpaquePointer(g_object_ref(strings.raw)))
    super.init(borrowed: gtk_list_view_new(selection, OpaquePointer(g_object_ref(factory.raw))))
    let setup = Signal<ListItem>(factory, "setup")
    setup.connect { item in
      let row = makeRow()
      withExtendedLifetime(row) { gtk_list_item_set_child(item.raw, row.widget) }
    }
    for (name, body) in [("bind", bind), ("unbind", unbind)] {
      let signal = Signal<ListItem>(factory, name)
      signal.connect { item in if let row = item.row, let text = item.text { body(row, text) } }
    }
  }

  /// Inserts texts before the row at `index`, in one change of the model.
  public func insert(_ texts: [String], at index: Int) {
    var additions: [UnsafePointer<CChar>?] = texts.map { UnsafePointer(g_strdup($0)) } + [nil]
    gtk_string_list_splice(strings.raw.opaque, guint(index), 0, &additions)
    for text in additions { g_free(UnsafeMutableRawPointer(mutating: text)) }
    count += texts.count
  }

  /// Scrolls until the row at `index` is visible.
  public func scroll(to index: Int) {
    // GTK 4.8 offers this only as an action.
    gtk_widget_activate_action_variant(widget, "list.scroll-to-item", g_variant_new_uint32(guint32(index)))
  }

  /// A GtkListItem as a signal's argument.
  private struct ListItem: SignalArgument {
    let raw: OpaquePointer
    init(gvalue: UnsafePointer<GValue>) { raw = g_value_get_object(gvalue)!.opaque }

    @MainActor var row: Widget? { gtk_list_item_get_child(raw).map(Widget.wrap) }

    @MainActor var text: String? {
      gtk_list_item_get_item(raw).map { String(cString: gtk_string_object_get_string($0.opaque)) }
    }
  }
}
