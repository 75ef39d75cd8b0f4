import CGtk

/// On or off, at once.
@MainActor
public final class Switch: Widget {
  public init() { super.init(borrowed: gtk_switch_new()) }

  public var isOn: Bool {
    get { gtk_switch_get_active(raw.opaque) != 0 }
    set { gtk_switch_set_active(raw.opaque, newValue ? 1 : 0) }
  }

  /// Emitted when ``isOn`` has changed, by whomever.
  public var changed: Signal<> { notify("active") }
}
