public import CGLib

/// The numbers of GLib's fundamental types, which Swift cannot import from their macros
/// (`G_TYPE_MAKE_FUNDAMENTAL`). They are part of GLib's ABI.
extension GType {
  package static let boolean = GType(5 << 2)
  package static let int = GType(6 << 2)
  package static let float = GType(14 << 2)
  package static let double = GType(15 << 2)
  package static let string = GType(16 << 2)
  package static let pointer = GType(17 << 2)
}

/// A type that can be read from a GValue: a signal's argument or a property's value.
public protocol SignalArgument {
  /// Reads a GValue that holds the matching GType.
  init(gvalue: UnsafePointer<GValue>)
}

extension Bool: SignalArgument {
  /// Reads C's `gboolean`.
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
  /// Reads C's `unsigned int`.
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

/// A value that can be written to a property, or passed to a signal.
package protocol PropertyValue {
  /// The type of GValue that holds it.
  var gtype: GType { get }
  /// Stores the value in an initialised GValue.
  func store(in value: UnsafeMutablePointer<GValue>)
}

extension PropertyValue {
  /// Calls `body` with a GValue that holds the value.
  package func withGValue(_ body: (UnsafePointer<GValue>) -> Void) {
    var value = GValue()
    g_value_init(&value, gtype)
    defer { g_value_unset(&value) }
    store(in: &value)
    body(&value)
  }
}

extension Bool: PropertyValue {
  package var gtype: GType { .boolean }
  package func store(in value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, self ? 1 : 0) }
}

extension Int: PropertyValue {
  package var gtype: GType { .int }
  package func store(in value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, gint(self)) }
}

extension Double: PropertyValue {
  package var gtype: GType { .double }
  package func store(in value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
}

extension String: PropertyValue {
  package var gtype: GType { .string }
  package func store(in value: UnsafeMutablePointer<GValue>) { g_value_set_string(value, self) }
}

/// A member of a C enumeration.
package struct EnumValue: PropertyValue {
  package let gtype: GType
  private let number: UInt32

  package init(_ number: UInt32, of gtype: GType) {
    self.gtype = gtype
    self.number = number
  }

  package func store(in value: UnsafeMutablePointer<GValue>) { g_value_set_enum(value, gint(number)) }
}

/// The address of a boxed type's value, or of anything else that C passes by pointer.
package struct PointerValue: PropertyValue {
  package let gtype: GType
  private let address: UnsafeMutableRawPointer?

  /// The GValue copies a boxed value, and holds a plain pointer as it is.
  package init(_ address: UnsafeMutableRawPointer?, of gtype: GType = .pointer) {
    self.gtype = gtype
    self.address = address
  }

  package func store(in value: UnsafeMutablePointer<GValue>) {
    if gtype == .pointer { g_value_set_pointer(value, address) } else { g_value_set_boxed(value, address) }
  }
}
