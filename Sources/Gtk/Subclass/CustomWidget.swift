import CGtk

/// A widget written in Swift: subclass it and override ``measure(_:for:)``, ``allocate(width:height:)``
/// and ``snapshot(_:)``. Each Swift class becomes a GType of its own on first use.
///
/// Children put in with ``Widget/setParent(_:)`` must be unparented by ``dispose()``, which runs when
/// GTK takes the widget down, and again (harmlessly) before the peer goes.
@MainActor
open class CustomWidget: Widget {
  /// The CSS node name, the same for all instances of a class.
  open class var cssName: String { "widget" }
  /// What the widget is to assistive technology.
  open class var accessibleRole: AccessibleRole { .generic }

  /// Makes an instance of `Self`'s GType.
  public init() {
    let type = WidgetType.register(Self.self)
    super.init(borrowed: g_object_new_with_properties(type, 0, nil, nil))
  }

  isolated deinit { dispose() }

  // MARK: To override

  /// The smallest and the natural extent along `orientation`, given the other extent (−1: unknown).
  open func measure(_ orientation: Orientation, for size: Int) -> Measure { Measure(minimum: 0) }

  /// Which extent depends on which.
  open var requestMode: RequestMode { .constantSize }

  /// Places the children; the size is the widget's content size in points.
  open func allocate(width: Int, height: Int) {}

  /// Draws. The default draws the children in order.
  open func snapshot(_ snapshot: Snapshot) { chainSnapshot(snapshot) }

  /// Lets go of the children. May be called more than once; a subclass calls `super`.
  open func dispose() {}

  /// Moves the focus; true when it found a place. The default is GTK's.
  open func focus(_ direction: FocusDirection) -> Bool {
    parentClass.pointee.focus(widget, direction.cValue) != 0
  }

  /// Takes the focus itself; true when it did. The default is GTK's.
  open func grabFocus() -> Bool { parentClass.pointee.grab_focus(widget) != 0 }

  /// The resolved style has changed: colours, font, text scale.
  open func styleChanged() {}

  /// The text direction has changed.
  open func directionChanged() {}

  /// The widget became part of a window.
  open func rooted() {}

  /// The widget leaves its window.
  open func unrooted() {}

  /// The widget came onto the screen.
  open func mapped() {}

  /// The widget went off the screen.
  open func unmapped() {}

  // MARK: GTK's own behaviour

  /// Draws the children in order, as GTK does by default.
  public final func chainSnapshot(_ snapshot: Snapshot) {
    parentClass.pointee.snapshot(widget, snapshot.raw)
  }

  var parentClass: UnsafeMutablePointer<GtkWidgetClass> { WidgetType.parentClass }
}
