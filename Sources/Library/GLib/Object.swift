package import CGLib

/// A GObject's Swift peer. Each GObject has at most one.
///
/// Both have the same lifetime: the peer holds a *toggle reference*. While C code holds a reference too (a parent to
/// its child, a widget to its controller), the GObject keeps the peer and its Swift state alive. When the peer's
/// reference is the last one, Swift's reference counting decides.
///
/// Main actor only. A subclass that has a `deinit` must write `isolated deinit`.
@MainActor
open class Object {
  /// The GObject's address.
  package let raw: UnsafeMutableRawPointer

  /// Number of peers alive in the process, for leak tests.
  public private(set) static var liveCount = 0

  private static let peerKey = g_quark_from_static_string("swift-peer")

  /// Takes over a reference that the caller owns (transfer full).
  package init(owned raw: UnsafeMutableRawPointer) {
    self.raw = raw
    attach()
  }

  /// Adds a reference (transfer none), and sinks a floating one.
  package init(borrowed raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
    attach()
  }

  private func attach() {
    precondition(Object.peer(of: raw) == nil, "The GObject already has a peer: use peer(of:)")
    Object.liveCount += 1
    let unmanaged = Unmanaged.passUnretained(self)
    g_object_set_qdata(raw.typed(), Object.peerKey, unmanaged.toOpaque())
    // Start as if C code held a reference. If it does not, the unref below toggles at once.
    _ = unmanaged.retain()
    g_object_add_toggle_ref(raw.typed(), toggled, nil)
    g_object_unref(raw)
  }

  isolated deinit {
    g_object_set_qdata(raw.typed(), Object.peerKey, nil)
    g_object_remove_toggle_ref(raw.typed(), toggled, nil)
    Object.liveCount -= 1
  }

  /// The peer of a GObject, or nil if it has none.
  package static func peer(of raw: UnsafeMutableRawPointer) -> Object? {
    g_object_get_qdata(raw.typed(), peerKey).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The peer of a GObject that C returns; `make` wraps it if it has none.
  package static func peer<Peer: Object>(
    of raw: UnsafeMutableRawPointer, orMake make: (UnsafeMutableRawPointer) -> Peer
  ) -> Peer {
    peer(of: raw) as? Peer ?? make(raw)
  }

  /// Sets a property by its GObject name.
  package func set(_ property: String, _ value: some PropertyValue) {
    value.withGValue { g_object_set_property(raw.typed(), property, $0) }
  }

  /// Reads a property by its GObject name.
  package func get<Value: SignalArgument>(_ property: String, as type: Value.Type = Value.self) -> Value {
    var value = GValue()
    defer { g_value_unset(&value) }
    g_object_get_property(raw.typed(), property, &value)
    return Value(gvalue: &value)
  }

  /// Emits a signal. Returns the result of its handlers if that is a Boolean, otherwise `false`.
  @discardableResult
  package func emit(_ signal: String, _ arguments: any PropertyValue...) -> Bool {
    let id = g_signal_lookup(signal, gtype)
    var query = GSignalQuery()
    g_signal_query(id, &query)
    var values = [GValue](repeating: GValue(), count: 1 + arguments.count)
    defer { for index in values.indices { g_value_unset(&values[index]) } }
    g_value_init(&values[0], gtype)
    g_value_set_object(&values[0], raw)
    for (index, argument) in arguments.enumerated() {
      g_value_init(&values[1 + index], argument.gtype)
      argument.store(in: &values[1 + index])
    }
    guard query.return_type == .boolean else {
      g_signal_emitv(values, id, 0, nil)
      return false
    }
    var reply = GValue()
    g_value_init(&reply, .boolean)
    g_signal_emitv(values, id, 0, &reply)
    return g_value_get_boolean(&reply) != 0
  }

  /// The GObject's class.
  package var gtype: GType { raw.gtype }

  /// Emitted after the property with this GObject name has changed.
  public func notify(_ property: String) -> Signal<> { Signal(self, "notify::\(property)") }
}

/// Called by GLib when the peer's reference becomes the last one, or is no longer the last one.
private func toggled(_: gpointer?, object: UnsafeMutablePointer<GObject>?, isLast: gboolean) {
  onMainActor(object) { object in
    guard let object, let peer = Object.peer(of: object) else { return }
    let unmanaged = Unmanaged.passUnretained(peer)
    if isLast != 0 { unmanaged.release() } else { _ = unmanaged.retain() }
  }
}

/// Enters the main actor from a C callback on the main thread.
///
/// The main loop runs on the process's main thread, so GLib and GTK call back there; `assumeIsolated`
/// traps otherwise. The values need not be `Sendable`: `body` runs inside the call, on the same thread.
package func onMainActor<Value, Result>(_ value: Value, run body: @MainActor (Value) -> Result) -> Result {
  nonisolated(unsafe) let value = value
  nonisolated(unsafe) var result: Result?
  MainActor.assumeIsolated { result = body(value) }
  return result!
}

extension UnsafeMutableRawPointer {
  /// The same address as a typed pointer, as C's casts between GObject classes do.
  package func typed<T>() -> UnsafeMutablePointer<T> { assumingMemoryBound(to: T.self) }

  /// The same address for the types whose members C hides.
  package var opaque: OpaquePointer { OpaquePointer(self) }

  /// The class of the GObject at this address.
  package var gtype: GType {
    assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
  }

  /// Whether the GObject at this address is of a class, or of one derived from it.
  package func isA(_ type: GType) -> Bool { g_type_check_instance_is_a(typed(), type) != 0 }
}
