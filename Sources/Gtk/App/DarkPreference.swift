import CGtk

/// The desktop's wish for a dark look: `color-scheme` of the settings portal, which plain GTK 4.8 does not follow.
@MainActor
public final class DarkPreference {
  private let connection: OpaquePointer?
  private var subscription: guint = 0
  private let changed: @MainActor (Bool) -> Void

  /// Calls `changed` with the present wish as soon as the portal has answered, and after each change.
  /// Without a portal it is never called.
  public init(changed: @escaping @MainActor (Bool) -> Void) {
    self.changed = changed
    connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
    guard let connection else { return }
    // Unowned is right: deinit ends the subscription before the object goes.
    let me = Unmanaged.passUnretained(self).toOpaque()
    subscription = g_dbus_connection_signal_subscribe(
      connection, nil, "org.freedesktop.portal.Settings", "SettingChanged", "/org/freedesktop/portal/desktop",
      "org.freedesktop.appearance", G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        onMainActor((parameters!, data!)) { parameters, data in
          guard DarkPreference.string(parameters, 1) == "color-scheme" else { return }
          Unmanaged<DarkPreference>.fromOpaque(data).takeUnretainedValue().read(
            g_variant_get_child_value(parameters, 2))
        }
      }, me, nil)
    let arguments: [OpaquePointer?] = [
      g_variant_new_string("org.freedesktop.appearance"), g_variant_new_string("color-scheme"),
    ]
    g_dbus_connection_call(
      connection, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Settings",
      "Read", g_variant_new_tuple(arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, 2_000, nil,
      { source, result, data in
        onMainActor((source!, result!, data!)) { source, result, data in
          // The call held a reference of its own, since it may outlive the object.
          let preference = Unmanaged<DarkPreference>.fromOpaque(data).takeRetainedValue()
          let connection = OpaquePointer(source)
          guard let reply = g_dbus_connection_call_finish(connection, result, nil) else { return }
          preference.read(g_variant_get_child_value(reply, 0))
          g_variant_unref(reply)
        }
      }, Unmanaged.passRetained(self).toOpaque())
  }

  isolated deinit {
    guard let connection else { return }
    if subscription != 0 { g_dbus_connection_signal_unsubscribe(connection, subscription) }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Takes over `variant`: the number, in one or more wrappings. 1 means dark.
  private func read(_ variant: OpaquePointer) {
    var value = variant
    while g_variant_classify(value) == G_VARIANT_CLASS_VARIANT {
      let inner = g_variant_get_variant(value)!
      g_variant_unref(value)
      value = inner
    }
    if g_variant_classify(value) == G_VARIANT_CLASS_UINT32 { changed(g_variant_get_uint32(value) == 1) }
    g_variant_unref(value)
  }

  private static func string(_ tuple: OpaquePointer, _ index: gsize) -> String {
    let child = g_variant_get_child_value(tuple, index)!
    defer { g_variant_unref(child) }
    return VariantArgument(child).string
  }
}
