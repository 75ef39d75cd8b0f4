import CGtk

/// Registers Swift classes as GTypes below GtkWidget, and leads C's virtual functions to the peers.
@MainActor
enum WidgetType {
  private static var types: [ObjectIdentifier: GType] = [:]

  /// GtkWidget's own functions, for the overrides that chain up. Every Swift class derives from
  /// GtkWidget directly as far as GObject can see; inheritance among them is Swift's affair.
  static let parentClass: UnsafeMutablePointer<GtkWidgetClass> =
    g_type_class_ref(gtk_widget_get_type()).assumingMemoryBound(to: GtkWidgetClass.self)

  /// What class_init needs to know; lives as long as the process, as types do.
  private final class Plan {
    let cssName: String
    let role: GtkAccessibleRole
    let isScrollable: Bool

    init(_ type: CustomWidget.Type) {
      MainActor.assertIsolated()
      cssName = MainActor.assumeIsolated { type.cssName }
      role = MainActor.assumeIsolated { type.accessibleRole.cValue }
      isScrollable = type is ScrollableWidget.Type
    }
  }

  static func register(_ type: CustomWidget.Type) -> GType {
    if let known = types[ObjectIdentifier(type)] { return known }
    // Generic and nested names hold characters that GType names may not.
    let name =
      "Swift-" + String(reflecting: type).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    var query = GTypeQuery()
    g_type_query(gtk_widget_get_type(), &query)
    var info = GTypeInfo()
    info.class_size = guint16(query.class_size)
    info.instance_size = guint16(query.instance_size)
    info.class_init = { classPointer, data in
      onMainActor((classPointer!, data!)) { classPointer, data in
        WidgetType.initialise(classPointer, Unmanaged<Plan>.fromOpaque(data).takeUnretainedValue())
      }
    }
    let plan = Plan(type)
    info.class_data = UnsafeRawPointer(Unmanaged.passRetained(plan).toOpaque())
    let gtype = g_type_register_static(gtk_widget_get_type(), name, &info, GTypeFlags(0))
    precondition(gtype != 0, "GObject refused the type \(name)")
    if plan.isScrollable {
      var interface = GInterfaceInfo()
      g_type_add_interface_static(gtype, gtk_scrollable_get_type(), &interface)
    }
    types[ObjectIdentifier(type)] = gtype
    return gtype
  }

  private static func initialise(_ classPointer: UnsafeMutableRawPointer, _ plan: Plan) {
    let widget = classPointer.assumingMemoryBound(to: GtkWidgetClass.self)
    let object = classPointer.assumingMemoryBound(to: GObjectClass.self)
    gtk_widget_class_set_css_name(widget, plan.cssName)
    gtk_widget_class_set_accessible_role(widget, plan.role)
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
      onMainActor(widget!) { WidgetType.peer($0)?.allocate(width: Int(width), height: Int(height)) }
    }
    widget.pointee.snapshot = { widget, snapshot in
      onMainActor((widget!, snapshot!)) { widget, snapshot in
        WidgetType.peer(widget)?.snapshot(Snapshot(snapshot))
      }
    }
    widget.pointee.focus = { widget, direction in
      onMainActor(widget!) { WidgetType.peer($0)?.focus(FocusDirection(direction)) ?? false } ? 1 : 0
    }
    widget.pointee.grab_focus = { widget in
      onMainActor(widget!) { WidgetType.peer($0)?.grabFocus() ?? false } ? 1 : 0
    }
    widget.pointee.css_changed = { widget, change in
      onMainActor((widget!, change)) { widget, change in
        WidgetType.parentClass.pointee.css_changed(widget, change)
        WidgetType.peer(widget)?.styleChanged()
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
    if plan.isScrollable { ScrollableWidget.overrideProperties(of: object) }
  }

  /// Nil before the peer is attached and after it has gone: GTK calls in both times.
  private static func peer(_ widget: UnsafeMutablePointer<GtkWidget>) -> CustomWidget? {
    Object.peer(of: widget) as? CustomWidget
  }
}
