import CGtk

/// Connects closures to signals through one GClosure marshaller.
@MainActor
struct SignalSource {
  let object: Object
  let name: String

  /// The handler reads the raw values; index 0 is the emitter.
  typealias Handler = @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

  func connect(_ handler: @escaping Handler) -> SignalHandle {
    var id: guint = 0
    var detail: GQuark = 0
    let type = object.raw.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    // A misspelt name must fail here: afterwards nothing would ever tell.
    guard g_signal_parse_name(name, type, &id, &detail, 1) != 0 else {
      preconditionFailure("\(String(cString: g_type_name(type))) has no signal “\(name)”")
    }
    let box = Unmanaged.passRetained(ClosureBox(handler))
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box.toOpaque())!
    g_closure_set_marshal(closure, marshal)
    // The only place that lets go of the box. GLib overwrites `closure->data` before it calls this,
    // so the box travels as the notifier's own data.
    g_closure_add_finalize_notifier(closure, box.toOpaque()) { data, _ in
      Unmanaged<ClosureBox>.fromOpaque(data!).release()
    }
    let handlerID = g_signal_connect_closure_by_id(object.raw, id, detail, closure, 0)
    return SignalHandle(object: object, id: handlerID)
  }
}

/// A closure on its way through C.
@MainActor
final class ClosureBox {
  let handler: SignalSource.Handler

  /// Number of boxes alive; tests bring it back to where it was.
  static var liveCount = 0

  init(_ handler: @escaping SignalSource.Handler) {
    self.handler = handler
    ClosureBox.liveCount += 1
  }

  isolated deinit { ClosureBox.liveCount -= 1 }
}

/// Every signal comes through here. GLib holds the closure, and with it the box, for the length of
/// the call, so a handler may disconnect itself or destroy its widget.
private func marshal(
  closure: UnsafeMutablePointer<GClosure>?, reply: UnsafeMutablePointer<GValue>?, count: guint,
  values: UnsafePointer<GValue>?, hint: gpointer?, data: gpointer?
) {
  onMainActor((closure, reply, values)) { closure, reply, values in
    guard let box = closure?.pointee.data, let values else { return }
    Unmanaged<ClosureBox>.fromOpaque(box).takeUnretainedValue().handler(values, reply)
  }
}

/// Number of signal closures alive in the process, for leak tests.
@MainActor public var liveClosureCount: Int { ClosureBox.liveCount }

/// A connected handler.
@MainActor
public struct SignalHandle {
  private weak var object: Object?
  private let id: gulong

  init(object: Object, id: gulong) {
    self.object = object
    self.id = id
  }

  /// Ends the connection; does nothing when it has ended already.
  public func disconnect() {
    guard let object, g_signal_handler_is_connected(object.raw, id) != 0 else { return }
    g_signal_handler_disconnect(object.raw, id)
  }

  /// Runs `body` while the handler is deaf to the signal.
  public func whileBlocked(_ body: () -> Void) {
    guard let object else { return body() }
    g_signal_handler_block(object.raw, id)
    body()
    g_signal_handler_unblock(object.raw, id)
  }
}
