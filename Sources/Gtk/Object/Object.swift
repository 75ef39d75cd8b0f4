import CGtk

/// A GObject and its Swift peer, of which there is exactly one.
///
/// The two live and die together: the peer holds a *toggle reference*. While C code holds references
/// too (a parent its child, a widget its controller) the GObject keeps the peer alive, Swift state and
/// all; when the peer's is the last one, ordinary Swift reference counting decides.
///
/// Main actor only. A subclass that has a `deinit` must write `isolated deinit`.
@MainActor
open class Object {
  /// The GObject's address.
  let raw: UnsafeMutableRawPointer

  /// Number of peers alive in the process; tests bring it back to where it was.
  public private(set) static var liveCount = 0

  private static let peerKey = g_quark_from_static_string("backscroll-swift-peer")

  /// Takes over a reference that the caller owns (transfer full).
  init(owned raw: UnsafeMutableRawPointer) {
    self.raw = raw
    attach()
  }

  /// Takes a reference of its own (transfer none), sinking a floating one.
  init(borrowed raw: UnsafeMutableRawPointer) {
    self.raw = raw
    g_object_ref_sink(raw)
    attach()
  }

  private func attach() {
    precondition(Object.peer(of: raw) == nil, "A GObject has one peer: look it up instead of wrapping again")
    Object.liveCount += 1
    let unmanaged = Unmanaged.passUnretained(self)
    g_object_set_qdata(raw.typed(), Object.peerKey, unmanaged.toOpaque())
    // As if C held a reference; giving back ours below tells the toggle whether it does.
    _ = unmanaged.retain()
    g_object_add_toggle_ref(raw.typed(), toggled, nil)
    g_object_unref(raw)
  }

  isolated deinit {
    g_object_set_qdata(raw.typed(), Object.peerKey, nil)
    g_object_remove_toggle_ref(raw.typed(), toggled, nil)
    Object.liveCount -= 1
  }

  /// The peer of a GObject, if it has one.
  static func peer(of raw: UnsafeMutableRawPointer) -> Object? {
    g_object_get_qdata(raw.typed(), peerKey).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Sets a property by its GObject name.
  func set(_ property: String, _ value: some PropertyValue) {
    value.withGValue { g_object_set_property(raw.typed(), property, $0) }
  }

  /// Reads a property by its GObject name.
  func get<Value: SignalArgument>(_ property: String, as type: Value.Type = Value.self) -> Value {
    var value = GValue()
    defer { g_value_unset(&value) }
    g_object_get_property(raw.typed(), property, &value)
    return Value(gvalue: &value)
  }

  /// Emits a signal without arguments.
  func emit(_ signal: String) {
    let type = raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    var emitter = GValue()
    g_value_init(&emitter, type)
    g_value_set_object(&emitter, raw)
    g_signal_emitv(&emitter, g_signal_lookup(signal, type), 0, nil)
    g_value_unset(&emitter)
  }

  /// Emitted after the property has changed.
  public func notify(_ property: String) -> Signal<> { Signal(self, "notify::\(property)") }
}

/// Called by GLib when ours becomes the last reference, or stops being it.
private func toggled(_: gpointer?, object: UnsafeMutablePointer<GObject>?, isLast: gboolean) {
  onMainActor(object) { object in
    guard let object, let peer = Object.peer(of: object) else { return }
    let unmanaged = Unmanaged.passUnretained(peer)
    if isLast != 0 { unmanaged.release() } else { _ = unmanaged.retain() }
  }
}
