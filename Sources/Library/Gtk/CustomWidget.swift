import CGtk

/// A widget written in Swift. Subclasses override ``measure(_:for:)``, ``allocate(width:height:)`` and
/// ``snapshot(_:)``. Each Swift class becomes a GType on first use.
///
/// Override ``dispose()`` to unparent the children that ``Widget/setParent(_:)`` has added. For a widget with a single
/// child, subclass ``Bin`` instead.
@MainActor
open class CustomWidget: Widget {
  /// The CSS node name, the same for all instances of a class.
  open class var cssName: String { "widget" }
  /// The accessible role, the same for all instances of a class.
  open class var accessibleRole: AccessibleRole { .generic }

  /// Makes an instance of the class's GType.
  public init() {
    super.init(borrowed: g_object_new_with_properties(WidgetType.register(Self.self), 0, nil, nil))
  }

  isolated deinit { dispose() }

  // MARK: To override

  /// The requested size along `orientation`, given the other extent (−1: unknown), in points.
  open func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: 0) }

  /// The extent that depends on the other.
  open var requestMode: RequestMode { .constantSize }

  /// Places the children. The size is the content size in points.
  open func allocate(width: Int, height: Int) {}

  /// Draws the widget. The default draws the children in order.
  open func snapshot(_ snapshot: Snapshot) { WidgetType.parentClass.pointee.snapshot(widget, snapshot.raw) }

  /// Unparents the children. GTK calls it when it destroys the widget, and ``CustomWidget`` once more before the peer is
  /// deallocated. Overrides call `super`.
  open func dispose() { ContextMenu.disposed(self) }

  /// Moves the focus within the widget, or into it. Returns whether the focus has moved. The default is GTK's.
  open func focus(_ direction: FocusDirection) -> Bool {
    // After the last child, GTK offers the focus to the widget itself. A widget that only passes it on to a child would
    // keep the focus for ever.
    isLeft = !focusable && containsFocus
    defer { isLeft = false }
    return WidgetType.parentClass.pointee.focus(widget, direction.cValue) != 0
  }

  /// Whether the focus is moving from a child to a widget after this one.
  fileprivate private(set) var isLeft = false

  /// Takes the focus. Returns whether the widget has accepted it. The default is GTK's.
  open func grabFocus() -> Bool { WidgetType.parentClass.pointee.grab_focus(widget) != 0 }

  /// Whether pointer events at a point outside of all children target the widget. By default they do inside the widget, as in GTK.
  open func contains(_ point: Point) -> Bool {
    WidgetType.parentClass.pointee.contains(widget, point.x, point.y) != 0
  }

  /// Called when the resolved style has changed: colours, font, text scale.
  open func styleChanged() {}

  /// Called when ``Widget/showsFocus`` has changed. The default draws the widget again: GTK hides focus rings three
  /// seconds after the last key, and redraws only widgets whose CSS style changes, not those that draw a ring themselves.
  open func showsFocusChanged() { queueDraw() }

  /// Called when the text direction has changed.
  open func directionChanged() {}

  /// Called when the widget has been added to a window.
  open func rooted() {}

  /// Called when the widget leaves its window.
  open func unrooted() {}

  /// Called when the widget has appeared on the screen.
  open func mapped() {}

  /// Called when the widget is about to leave the screen.
  open func unmapped() {}
}

/// A widget that gives all of its space to one child, by GtkBinLayout. Overrides of `measure`, `requestMode` and
/// `allocate` have no effect.
@MainActor
open class Bin: CustomWidget {
  /// Makes a widget with a child.
  public init(child: Widget? = nil) {
    super.init()
    gtk_widget_set_layout_manager(widget, gtk_bin_layout_new())
    self.child = child
  }

  private var content: Widget?

  /// The child. Setting it unparents the previous one.
  public final var child: Widget? {
    get { content }
    set {
      guard newValue !== content else { return }
      content?.unparent()
      content = newValue
      newValue?.setParent(self)
    }
  }

  open override func dispose() {
    content?.unparent()
    super.dispose()
  }
}

/// A widget that scrolls its own contents inside a ``ScrolledWindow``: it implements GtkScrollable.
@MainActor
open class ScrollableWidget: CustomWidget {
  /// The adjustment that the widget shares with the scrolled window; nil outside one.
  public private(set) var hadjustment: Adjustment?
  /// The adjustment that the widget shares with the scrolled window; nil outside one.
  public private(set) var vadjustment: Adjustment?

  private var handles: [SignalHandle] = []

  /// Called when an adjustment's value has changed.
  open func scrolled(_ orientation: Orientation) {}

  /// Called when the scrolled window has set or removed the adjustments.
  open func adjustmentsReplaced() {}

  private func setAdjustment(_ value: UnsafePointer<GValue>, _ orientation: Orientation) {
    let adjustment = g_value_get_object(value).map { Adjustment.wrap($0) }
    switch orientation {
    case .horizontal: hadjustment = adjustment
    case .vertical: vadjustment = adjustment
    }
    for handle in handles { handle.disconnect() }
    handles = [
      hadjustment?.valueChanged.connect(weak: self) { $0.scrolled(.horizontal) },
      vadjustment?.valueChanged.connect(weak: self) { $0.scrolled(.vertical) },
    ].compactMap { $0 }
    adjustmentsReplaced()
  }

  /// GtkScrollable's properties, by the numbers under which the class installs them.
  private enum Property: guint, CaseIterable {
    case horizontalAdjustment = 1
    case verticalAdjustment, horizontalPolicy, verticalPolicy

    var name: String {
      switch self {
      case .horizontalAdjustment: "hadjustment"
      case .verticalAdjustment: "vadjustment"
      case .horizontalPolicy: "hscroll-policy"
      case .verticalPolicy: "vscroll-policy"
      }
    }
  }

  fileprivate static func overrideProperties(of object: UnsafeMutablePointer<GObjectClass>) {
    object.pointee.set_property = { object, id, value, _ in
      onMainActor((object!, id, value!)) { object, id, value in
        // The adjustments are construct properties: GObject sets them to NULL before the peer exists.
        guard let peer = Object.peer(of: object) as? ScrollableWidget else { return }
        switch Property(rawValue: id) {
        case .horizontalAdjustment: peer.setAdjustment(value, .horizontal)
        case .verticalAdjustment: peer.setAdjustment(value, .vertical)
        case .horizontalPolicy, .verticalPolicy, nil: break  // the widget always takes its minimum
        }
      }
    }
    object.pointee.get_property = { object, id, value, _ in
      onMainActor((object!, id, value!)) { object, id, value in
        let peer = Object.peer(of: object) as? ScrollableWidget
        switch Property(rawValue: id) {
        case .horizontalAdjustment: g_value_set_object(value, peer?.hadjustment?.raw)
        case .verticalAdjustment: g_value_set_object(value, peer?.vadjustment?.raw)
        case .horizontalPolicy, .verticalPolicy: g_value_set_enum(value, gint(GTK_SCROLL_MINIMUM.rawValue))
        case nil: break
        }
      }
    }
    for property in Property.allCases {
      g_object_class_override_property(object, property.rawValue, property.name)
    }
  }
}

/// Registers Swift classes as GTypes, and forwards GTK's virtual functions to the peers.
@MainActor
private enum WidgetType {
  private static var types: [ObjectIdentifier: GType] = [:]

  /// GtkWidget's own functions, for overrides that chain up. For GObject, every Swift class derives from GtkWidget
  /// directly; Swift handles inheritance among them.
  static let parentClass: UnsafeMutablePointer<GtkWidgetClass> =
    g_type_class_ref(gtk_widget_get_type()).assumingMemoryBound(to: GtkWidgetClass.self)

  /// The data for class_init. Lives as long as the process, as types do.
  private final class Plan {
    let type: CustomWidget.Type
    init(_ type: CustomWidget.Type) { self.type = type }
  }

  static func register(_ type: CustomWidget.Type) -> GType {
    if let known = types[ObjectIdentifier(type)] { return known }
    // Generic and nested names contain characters that GType names must not.
    let name =
      "Swift-" + String(reflecting: type).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    var query = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &query)
    var info = GTypeInfo()
    info.class_size = guint16(query.class_size)
    info.instance_size = guint16(query.instance_size)
    info.class_init = { classPointer, data in
      onMainActor((classPointer!, data!)) { classPointer, data in
        WidgetType.initialise(classPointer, Unmanaged<Plan>.fromOpaque(data).takeUnretainedValue().type)
      }
    }
    info.class_data = UnsafeRawPointer(Unmanaged.passRetained(Plan(type)).toOpaque())
    let gtype = g_type_register_static(gtk_widget_get_type(), name, &info, GTypeFlags(0))
    precondition(gtype != 0, "GObject refused the type \(name)")
    if type is ScrollableWidget.Type {
      var interface = GInterfaceInfo()
      g_type_add_interface_static(gtype, gtk_scrollable_get_type(), &interface)
    }
    types[ObjectIdentifier(type)] = gtype
    return gtype
  }

  private static func initialise(_ classPointer: UnsafeMutableRawPointer, _ type: CustomWidget.Type) {
    let widget = classPointer.assumingMemoryBound(to: GtkWidgetClass.self)
    let object = classPointer.assumingMemoryBound(to: GObjectClass.self)
    gtk_widget_class_set_css_name(widget, type.cssName)
    gtk_widget_class_set_accessible_role(widget, type.accessibleRole.cValue)
    widget.pointee.get_request_mode = { widget in
      onMainActor(widget!) { (WidgetType.peer($0)?.requestMode ?? .constantSize).cValue }
    }
    widget.pointee.measure = {
      widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
      let measure = onMainActor(widget!) {
        WidgetType.peer($0)?.measure(Orientation(orientation), for: Int(size)) ?? Measure(minimum: 0)
      }
      minimum?.pointee = gint(measure.minimum)
      natural?.pointee = gint(measure.natural)
      minimumBaseline?.pointee = -1
      naturalBaseline?.pointee = -1
    }
    widget.pointee.size_allocate = { widget, width, height, _ in
      onMainActor(widget!) {
        guard let peer = WidgetType.peer($0) else { return }
        peer.allocate(width: Int(width), height: Int(height))
        ContextMenu.allocated(peer)
      }
    }
    widget.pointee.snapshot = { widget, snapshot in
      onMainActor((widget!, snapshot!)) { widget, snapshot in
        WidgetType.peer(widget)?.snapshot(Snapshot(snapshot))
      }
    }
    widget.pointee.focus = { widget, direction in
      if let popover = focusedPopover(in: widget!) {
        // Move the focus among the popover's entries. A widget that moves it from child to child would leave the popover.
        return gtk_widget_child_focus(popover, direction)
      }
      return onMainActor(widget!) { WidgetType.peer($0)?.focus(FocusDirection(direction)) ?? false } ? 1 : 0
    }
    widget.pointee.grab_focus = { widget in
      onMainActor(widget!) { widget in
        WidgetType.peer(widget).map {
          ContextMenu.hasJustClosed(in: $0) || !$0.isLeft && $0.grabFocus()
        } ?? false
      } ? 1 : 0
    }
    widget.pointee.contains = { widget, x, y in
      onMainActor(widget!) { WidgetType.peer($0)?.contains(Point(x: x, y: y)) ?? false } ? 1 : 0
    }
    widget.pointee.css_changed = { widget, change in
      onMainActor((widget!, change)) { widget, change in
        WidgetType.parentClass.pointee.css_changed(widget, change)
        WidgetType.peer(widget)?.styleChanged()
      }
    }
    widget.pointee.state_flags_changed = { widget, previous in
      onMainActor((widget!, previous)) { widget, previous in
        WidgetType.parentClass.pointee.state_flags_changed?(widget, previous)
        let changed = gtk_widget_get_state_flags(widget).rawValue ^ previous.rawValue
        guard changed & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0 else { return }
        WidgetType.peer(widget)?.showsFocusChanged()
      }
    }
    widget.pointee.direction_changed = { widget, previous in
      onMainActor((widget!, previous)) { widget, previous in
        WidgetType.parentClass.pointee.direction_changed(widget, previous)
        WidgetType.peer(widget)?.directionChanged()
      }
    }
    widget.pointee.root = { widget in
      onMainActor(widget!) { widget in
        WidgetType.parentClass.pointee.root(widget)
        WidgetType.peer(widget)?.rooted()
      }
    }
    widget.pointee.unroot = { widget in
      onMainActor(widget!) { widget in
        WidgetType.peer(widget)?.unrooted()
        WidgetType.parentClass.pointee.unroot(widget)
      }
    }
    widget.pointee.map = { widget in
      onMainActor(widget!) { widget in
        WidgetType.parentClass.pointee.map(widget)
        WidgetType.peer(widget)?.mapped()
      }
    }
    widget.pointee.unmap = { widget in
      onMainActor(widget!) { widget in
        WidgetType.peer(widget)?.unmapped()
        WidgetType.parentClass.pointee.unmap(widget)
      }
    }
    object.pointee.dispose = { object in
      onMainActor(object!) { object in
        (Object.peer(of: object) as? CustomWidget)?.dispose()
        let parent = UnsafeMutableRawPointer(WidgetType.parentClass).assumingMemoryBound(
          to: GObjectClass.self)
        parent.pointee.dispose(object)
      }
    }
    if type is ScrollableWidget.Type { ScrollableWidget.overrideProperties(of: object) }
  }

  /// Nil before the peer is attached and after it is deallocated: GTK calls in both periods.
  private static func peer(_ widget: UnsafeMutablePointer<GtkWidget>) -> CustomWidget? {
    Object.peer(of: widget) as? CustomWidget
  }
}

/// The outermost popover within a widget that contains the focus.
private func focusedPopover(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
  guard let root = gtk_widget_get_root(widget) else { return nil }
  var found: UnsafeMutablePointer<GtkWidget>?
  var next = gtk_root_get_focus(root)
  while let ancestor = next, ancestor != widget {
    if g_type_check_instance_is_a(
      UnsafeMutableRawPointer(ancestor).assumingMemoryBound(to: GTypeInstance.self), gtk_popover_get_type())
      != 0
    {
      found = ancestor
    }
    next = gtk_widget_get_parent(ancestor)
  }
  // Nil if the focus is elsewhere.
  return next == nil ? nil : found
}
