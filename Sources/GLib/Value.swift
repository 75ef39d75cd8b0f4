public import CGLib

/// The numbers of GLib's fundamental types, which Swift cannot import from their macros
/// (`G_TYPE_MAKE_FUNDAMENTAL`). They are part of GLib's ABI.
extension GType {
  package static let boolean = GType(5 << 2)
  package static let int = GType(6 << 2)
  package static let float = GType(14 << 2)
  package static let double = GType(15 << 2)
  package static let string = GType(16 << 2)
}

/// A type that can be read from a GValue: a signal's argument or a property's value.
public protocol SignalArgument {
  /// Reads a GValue that holds the matching GType.
  init(gvalue: UnsafePointer<GValue>)
}

extension Bool: SignalArgument {
  public init(gvalue: UnsafePointer<GValue>) { self = g_value_get_boolean(gvalue) != 0 }
}

extension Double: SignalArgument {
  /// Reads C's `float` or `double`.
  public init(gvalue: UnsafePointer<GValue>) {
    self = gvalue.pointee.g_type == .float ? Double(g_value_get_float(gvalue)) : g_value_get_double(gvalue)
  }
}

extension Int: SignalArgument {
  /// Reads C's `int`. Enumerations and flags have types of their own.
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

/// A GVariant as a signal's argument.
package struct VariantArgument: SignalArgument {
  /// The string it holds; empty for any other type, and for NULL.
  package let string: String

  package init(gvalue: UnsafePointer<GValue>) { self.init(g_value_get_variant(gvalue)) }

  package init(_ variant: OpaquePointer?) {
    guard let variant, g_variant_classify(variant) == G_VARIANT_CLASS_STRING else {
      string = ""
      return
    }
    string = String(cString: g_variant_get_string(variant, nil))
  }
}

/// A type that can be written to a property.
package protocol PropertyValue {
  /// Calls `body` with a GValue that holds the value.
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

extension Bool: PropertyValue {
  package func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    using(.boolean, { g_value_set_boolean($0, self ? 1 : 0) }, body)
  }
}

extension Int: PropertyValue {
  package func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    using(.int, { g_value_set_int($0, gint(self)) }, body)
  }
}

extension String: PropertyValue {
  package func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    using(.string, { g_value_set_string($0, self) }, body)
  }
}
