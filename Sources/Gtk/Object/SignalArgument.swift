import CGtk

/// A Swift type that a GValue can be read as: an argument of a signal, a property.
public protocol SignalArgument {
  init(gvalue: UnsafePointer<GValue>)
}

extension Bool: SignalArgument {
  public init(gvalue: UnsafePointer<GValue>) { self = g_value_get_boolean(gvalue) != 0 }
}

extension Double: SignalArgument {
  public init(gvalue: UnsafePointer<GValue>) {
    self =
      gvalue.pointee.g_type == GType(14 << 2) ? Double(g_value_get_float(gvalue)) : g_value_get_double(gvalue)
  }
}

extension Int: SignalArgument {
  /// Reads C's `int`; enumerations and flags have types of their own.
  public init(gvalue: UnsafePointer<GValue>) { self = Int(g_value_get_int(gvalue)) }
}

extension UInt32: SignalArgument {
  public init(gvalue: UnsafePointer<GValue>) { self = g_value_get_uint(gvalue) }
}

extension String: SignalArgument {
  /// Empty for a NULL string.
  public init(gvalue: UnsafePointer<GValue>) {
    self = g_value_get_string(gvalue).map { String(cString: $0) } ?? ""
  }
}

/// A property value that Swift can hand to GObject.
protocol PropertyValue {
  func withGValue(_ body: (UnsafePointer<GValue>) -> Void)
}

extension PropertyValue {
  fileprivate func using(
    _ type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void, _ body: (UnsafePointer<GValue>) -> Void
  ) {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    fill(&value)
    body(&value)
  }
}

// The fundamental types' numbers are GLib's ABI (`G_TYPE_MAKE_FUNDAMENTAL`), macros that Swift cannot import.
extension Bool: PropertyValue {
  func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    using(GType(5 << 2), { g_value_set_boolean($0, self ? 1 : 0) }, body)
  }
}

extension Int: PropertyValue {
  func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    using(GType(6 << 2), { g_value_set_int($0, gint(self)) }, body)
  }
}

extension String: PropertyValue {
  func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    using(GType(16 << 2), { g_value_set_string($0, self) }, body)
  }
}
