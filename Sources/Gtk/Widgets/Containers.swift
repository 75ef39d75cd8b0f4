import CGtk
import Foundation

/// Children in a row or a column.
@MainActor
open class Box: Widget {
  public init(_ orientation: Orientation, spacing: Int = 0) {
    super.init(borrowed: gtk_box_new(orientation.cValue, gint(spacing)))
  }

  public func append(_ children: Widget...) {
    for child in children { gtk_box_append(raw.typed(), child.widget) }
  }

  /// Puts a child before all others.
  public func prepend(_ child: Widget) { gtk_box_prepend(raw.typed(), child.widget) }

  public func remove(_ child: Widget) { gtk_box_remove(raw.typed(), child.widget) }
}

/// One child with others floating over it.
@MainActor
public final class Overlay: Widget {
  public init(child: Widget) {
    super.init(borrowed: gtk_overlay_new())
    gtk_overlay_set_child(raw.opaque, child.widget)
  }

  public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(raw.opaque, child.widget) }
}

/// Pages of which one shows.
@MainActor
public final class Stack: Widget {
  public init() { super.init(borrowed: gtk_stack_new()) }

  public func add(_ child: Widget, name: String) { _ = gtk_stack_add_named(raw.opaque, child.widget, name) }

  /// Name of the page that shows.
  public var visibleName: String? {
    get { gtk_stack_get_visible_child_name(raw.opaque).map { String(cString: $0) } }
    set { gtk_stack_set_visible_child_name(raw.opaque, newValue) }
  }

  public var visibleNameChanged: Signal<> { notify("visible-child-name") }

  /// Fades from page to page, unless the person wants no motion.
  public func setCrossfade(milliseconds: Int) {
    gtk_stack_set_transition_type(raw.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_set_transition_duration(raw.opaque, guint(milliseconds))
  }
}

/// A view onto something larger, with scrollbars.
@MainActor
public final class ScrolledWindow: Widget {
  /// A child that is `ScrollableWidget` scrolls itself.
  public init(child: Widget? = nil) {
    super.init(borrowed: gtk_scrolled_window_new())
    if let child { gtk_scrolled_window_set_child(raw.opaque, child.widget) }
  }

  public enum BarPolicy: Sendable {
    case always, automatic, never, external

    var cValue: GtkPolicyType {
      switch self {
      case .always: GTK_POLICY_ALWAYS
      case .automatic: GTK_POLICY_AUTOMATIC
      case .never: GTK_POLICY_NEVER
      case .external: GTK_POLICY_EXTERNAL
      }
    }
  }

  public func setBars(horizontal: BarPolicy, vertical: BarPolicy) {
    gtk_scrolled_window_set_policy(raw.opaque, horizontal.cValue, vertical.cValue)
  }

  /// The greatest height the child may ask for before it scrolls.
  public func setMaxContentHeight(_ height: Int) {
    gtk_scrolled_window_set_max_content_height(raw.opaque, gint(height))
    gtk_scrolled_window_set_propagate_natural_height(raw.opaque, 1)
  }

  public var verticalAdjustment: Adjustment {
    Adjustment.wrap(gtk_scrolled_window_get_vadjustment(raw.opaque))
  }

  public var verticalScrollbar: Widget { Widget.wrap(gtk_scrolled_window_get_vscrollbar(raw.opaque)) }

  public var isKinetic: Bool {
    get { gtk_scrolled_window_get_kinetic_scrolling(raw.opaque) != 0 }
    set { gtk_scrolled_window_set_kinetic_scrolling(raw.opaque, newValue ? 1 : 0) }
  }

  /// Whoever moves the content besides GTK hears here that it is to rest.
  public var onStopFling: (() -> Void)?

  /// Ends a running fling where it is.
  public func stopFling() {
    onStopFling?()
    guard isKinetic else { return }
    isKinetic = false
    isKinetic = true
  }

  /// How far a key or a wheel can ask to go.
  public enum ScrollStep: Sendable {
    case stepUp, stepDown, pageUp, pageDown, start, end

    var cValue: GtkScrollType {
      switch self {
      case .stepUp: GTK_SCROLL_STEP_UP
      case .stepDown: GTK_SCROLL_STEP_DOWN
      case .pageUp: GTK_SCROLL_PAGE_UP
      case .pageDown: GTK_SCROLL_PAGE_DOWN
      case .start: GTK_SCROLL_START
      case .end: GTK_SCROLL_END
      }
    }
  }

  /// Scrolls as the keyboard does, with GTK's own animation.
  public func scroll(_ step: ScrollStep) {
    var arguments = [GValue](repeating: GValue(), count: 3)
    var reply = GValue()
    g_value_init(&reply, GType(5 << 2))
    g_value_init(&arguments[0], gtk_scrolled_window_get_type())
    g_value_set_object(&arguments[0], raw)
    g_value_init(&arguments[1], gtk_scroll_type_get_type())
    g_value_set_enum(&arguments[1], gint(step.cValue.rawValue))
    g_value_init(&arguments[2], GType(5 << 2))
    g_value_set_boolean(&arguments[2], 0)
    g_signal_emitv(arguments, g_signal_lookup("scroll-child", gtk_scrolled_window_get_type()), 0, &reply)
    for i in arguments.indices { g_value_unset(&arguments[i]) }
  }
}

extension ScrolledWindow {
  /// GTK's own fling loses its velocity by this factor a second: v(t) = v·e^(−4t).
  public static let flingFriction = 4.0

  /// Starts GTK's own fling, as a touchpad's release would, or adds to the one under way: `velocity` in points a
  /// second, positive towards the end. Left alone it goes on for `velocity / flingFriction` points.
  ///
  /// GTK listens to its scroll controller, which answers only to real devices otherwise.
  public func fling(velocity: Double) {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      let item = g_list_model_get_item(controllers, index)!
      defer { g_object_unref(item) }
      guard g_type_check_instance_is_a(item.typed(), gtk_event_controller_scroll_get_type()) != 0,
        gtk_event_controller_get_propagation_phase(item.opaque) == GTK_PHASE_CAPTURE
      else { continue }
      var values = [GValue](repeating: GValue(), count: 3)
      g_value_init(&values[0], gtk_event_controller_scroll_get_type())
      g_value_set_object(&values[0], item)
      for axis in 1...2 {
        g_value_init(&values[axis], GType(15 << 2))
        g_value_set_double(&values[axis], axis == 2 ? velocity / pointsPerUnit(of: item.opaque) : 0)
      }
      g_signal_emitv(values, g_signal_lookup("decelerate", gtk_event_controller_scroll_get_type()), 0, nil)
      for index in values.indices { g_value_unset(&values[index]) }
    }
  }

  /// How many points GTK makes of one unit of the device that scrolled last: a wheel's notch is as long as the
  /// page asks for, a touchpad's unit always the same.
  private func pointsPerUnit(of controller: OpaquePointer) -> Double {
    gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      ? pow(max(1, verticalAdjustment.pageSize), 2.0 / 3.0) : 2.5
  }
}
