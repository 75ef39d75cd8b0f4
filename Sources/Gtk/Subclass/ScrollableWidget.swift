import CGtk

/// A widget written in Swift that a `ScrolledWindow` scrolls: it implements GtkScrollable.
@MainActor
open class ScrollableWidget: CustomWidget {
  /// The adjustments that the scrolled window shares with the widget.
  public private(set) var horizontalAdjustment: Adjustment?
  public private(set) var verticalAdjustment: Adjustment?

  private var handles: [SignalHandle] = []

  /// The user, a fling or the scrollbar has moved a value.
  open func scrolled(_ orientation: Orientation) {}

  /// The widget has come under a scrolled window's adjustments, or left them.
  open func adjustmentsReplaced() {}

  fileprivate func setAdjustment(_ adjustment: Adjustment?, _ orientation: Orientation) {
    switch orientation {
    case .horizontal: horizontalAdjustment = adjustment
    case .vertical: verticalAdjustment = adjustment
    }
    for handle in handles { handle.disconnect() }
    handles = [
      horizontalAdjustment?.valueChanged.connect(weak: self) { $0.scrolled(.horizontal) },
      verticalAdjustment?.valueChanged.connect(weak: self) { $0.scrolled(.vertical) },
    ].compactMap { $0 }
    adjustmentsReplaced()
  }

  private enum PropertyID: guint {
    case horizontalAdjustment = 1
    case verticalAdjustment, horizontalPolicy, verticalPolicy
  }

  static func overrideProperties(of object: UnsafeMutablePointer<GObjectClass>) {
    object.pointee.set_property = { object, id, value, _ in
      onMainActor((object!, id, value!)) { object, id, value in
        // GtkScrollable's adjustments are construct properties: GObject sets them (to NULL) before
        // the peer exists. There is nothing to keep then.
        guard let peer = Object.peer(of: object) as? ScrollableWidget else { return }
        switch PropertyID(rawValue: id) {
        case .horizontalAdjustment: peer.setAdjustment(ScrollableWidget.adjustment(in: value), .horizontal)
        case .verticalAdjustment: peer.setAdjustment(ScrollableWidget.adjustment(in: value), .vertical)
        case .horizontalPolicy, .verticalPolicy, nil: break  // its own size is never natural
        }
      }
    }
    object.pointee.get_property = { object, id, value, _ in
      onMainActor((object!, id, value!)) { object, id, value in
        let peer = Object.peer(of: object) as? ScrollableWidget
        switch PropertyID(rawValue: id) {
        case .horizontalAdjustment: g_value_set_object(value, peer?.horizontalAdjustment?.raw)
        case .verticalAdjustment: g_value_set_object(value, peer?.verticalAdjustment?.raw)
        case .horizontalPolicy, .verticalPolicy: g_value_set_enum(value, gint(GTK_SCROLL_MINIMUM.rawValue))
        case nil: break
        }
      }
    }
    g_object_class_override_property(object, PropertyID.horizontalAdjustment.rawValue, "hadjustment")
    g_object_class_override_property(object, PropertyID.verticalAdjustment.rawValue, "vadjustment")
    g_object_class_override_property(object, PropertyID.horizontalPolicy.rawValue, "hscroll-policy")
    g_object_class_override_property(object, PropertyID.verticalPolicy.rawValue, "vscroll-policy")
  }

  private static func adjustment(in value: UnsafePointer<GValue>) -> Adjustment? {
    g_value_get_object(value).map { Adjustment.wrap($0) }
  }
}
