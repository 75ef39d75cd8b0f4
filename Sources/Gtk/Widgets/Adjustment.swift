import CGtk

/// A value between bounds, shared by a scrolled window, its scrollbar and what scrolls.
@MainActor
public final class Adjustment: Object {
  static func wrap(_ raw: UnsafeMutableRawPointer) -> Adjustment {
    Object.peer(of: raw) as? Adjustment ?? Adjustment(borrowed: raw)
  }

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> { raw.typed() }

  /// All in points. `lower` may be negative.
  public var value: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { gtk_adjustment_set_value(adjustment, newValue) }
  }
  public var lower: Double { gtk_adjustment_get_lower(adjustment) }
  public var upper: Double { gtk_adjustment_get_upper(adjustment) }
  public var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }
  public var pageIncrement: Double { gtk_adjustment_get_page_increment(adjustment) }

  /// Sets all at once; handlers hear of it once.
  public func configure(
    value: Double, lower: Double, upper: Double, stepIncrement: Double, pageIncrement: Double,
    pageSize: Double
  ) {
    gtk_adjustment_configure(adjustment, value, lower, upper, stepIncrement, pageIncrement, pageSize)
  }

  /// Tells all handlers of the value though it is the same, so that they adopt it.
  public func announceValue() { emit("value-changed") }

  /// Emitted when `value` has changed, by whomever.
  public var valueChanged: Signal<> { Signal(self, "value-changed") }
  /// Emitted when `upper` has changed.
  public var upperChanged: Signal<> { notify("upper") }
  /// Emitted when a bound, an increment or the page size has changed.
  public var changed: Signal<> { Signal(self, "changed") }
}
