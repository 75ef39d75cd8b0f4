public import CGLib

/// A signal of one object, with the types of its arguments.
///
///     gesture.dragUpdate.connect(weak: self) { view, dx, dy in view.move(dx, dy) }
///
/// The object owns its handlers. A handler may disconnect itself, and may destroy the widget that it
/// belongs to.
@MainActor
public struct Signal<each Argument: SignalArgument> {
  private let source: SignalSource

  package init(_ object: Object, _ name: String) { source = SignalSource(object: object, name: name) }

  /// Runs `body` at each emission. The captures of `body` live as long as the object, so prefer
  /// ``connect(weak:after:_:)`` to capturing `self`. With `after`, `body` runs after all handlers that are connected without it.
  @discardableResult
  public func connect(
    after: Bool = false, _ body: @escaping @MainActor (repeat each Argument) -> Void
  ) -> SignalHandle {
    source.connect(after: after) { values, _ in
      var next = 1  // 0 is the emitter
      func argument<T: SignalArgument>(_: T.Type) -> T {
        defer { next += 1 }
        return T(gvalue: values + next)
      }
      body(repeat argument((each Argument).self))
    }
  }

  /// Runs `body` with `owner` at each emission, for as long as `owner` lives.
  @discardableResult
  public func connect<Owner: AnyObject>(
    weak owner: Owner, after: Bool = false,
    _ body: @escaping @MainActor (Owner, repeat each Argument) -> Void
  ) -> SignalHandle {
    connect(after: after) { [weak owner] (argument: repeat each Argument) in
      guard let owner else { return }
      body(owner, repeat each argument)
    }
  }
}

/// A signal whose handlers return a value.
@MainActor
public struct ReplySignal<Reply: SignalReply, each Argument: SignalArgument> {
  private let source: SignalSource

  package init(_ object: Object, _ name: String) { source = SignalSource(object: object, name: name) }

  /// Runs `body` with `owner` at each emission. Returns `Reply.absent` to the emitter once `owner` is gone.
  @discardableResult
  public func connect<Owner: AnyObject>(
    weak owner: Owner, _ body: @escaping @MainActor (Owner, repeat each Argument) -> Reply
  ) -> SignalHandle {
    source.connect { [weak owner] values, reply in
      var next = 1
      func argument<T: SignalArgument>(_: T.Type) -> T {
        defer { next += 1 }
        return T(gvalue: values + next)
      }
      let answer = owner.map { body($0, repeat argument((each Argument).self)) } ?? Reply.absent
      if let reply { answer.write(to: reply) }
    }
  }
}

/// A type that a signal handler can return.
@MainActor
public protocol SignalReply {
  /// The value that leaves the emitter's behaviour as it is.
  static var absent: Self { get }
  /// Stores the value in the emission's return value.
  func write(to value: UnsafeMutablePointer<GValue>)
}

extension Bool: SignalReply {
  /// `false`: the event is not handled and propagates further.
  public static var absent: Bool { false }
  /// Stores a `gboolean`.
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, self ? 1 : 0) }
}

/// A connected handler.
@MainActor
public struct SignalHandle {
  private weak var object: Object?
  private let id: gulong

  fileprivate init(object: Object, id: gulong) {
    self.object = object
    self.id = id
  }

  /// Disconnects the handler. Does nothing if it is disconnected already.
  public func disconnect() {
    guard let object, g_signal_handler_is_connected(object.raw, id) != 0 else { return }
    g_signal_handler_disconnect(object.raw, id)
  }
}

/// Number of connected signal closures in the process, for leak tests.
@MainActor public var liveClosureCount: Int { ClosureBox.liveCount }

/// Connects closures to signals through one GClosure marshaller.
@MainActor
package struct SignalSource {
  /// The handler reads the raw values; index 0 is the emitter.
  package typealias Handler = @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

  private let object: Object
  private let name: String

  package init(object: Object, name: String) {
    self.object = object
    self.name = name
  }

  /// Traps if the object's class has no signal of this name: a misspelt name would otherwise stay
  /// silent for ever.
  package func connect(after: Bool = false, _ handler: @escaping Handler) -> SignalHandle {
    var id: guint = 0
    var detail: GQuark = 0
    guard g_signal_parse_name(name, object.gtype, &id, &detail, 1) != 0 else {
      preconditionFailure("\(String(cString: g_type_name(object.gtype))) has no signal “\(name)”")
    }
    let box = Unmanaged.passRetained(ClosureBox(handler))
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box.toOpaque())!
    g_closure_set_marshal(closure, marshal)
    // GLib overwrites `closure->data` before it calls the notifier, so the box is also the notifier's
    // own data. Nothing else releases the box.
    g_closure_add_finalize_notifier(closure, box.toOpaque()) { data, _ in
      Unmanaged<ClosureBox>.fromOpaque(data!).release()
    }
    return SignalHandle(
      object: object, id: g_signal_connect_closure_by_id(object.raw, id, detail, closure, after ? 1 : 0))
  }
}

/// The handler that a GClosure refers to.
@MainActor
private final class ClosureBox {
  let handler: SignalSource.Handler
  static var liveCount = 0

  init(_ handler: @escaping SignalSource.Handler) {
    self.handler = handler
    ClosureBox.liveCount += 1
  }

  isolated deinit { ClosureBox.liveCount -= 1 }
}

/// Marshals every signal. GLib holds the closure, and with it the box, until this returns.
private func marshal(
  closure: UnsafeMutablePointer<GClosure>?, reply: UnsafeMutablePointer<GValue>?, count: guint,
  values: UnsafePointer<GValue>?, hint: gpointer?, data: gpointer?
) {
  onMainActor((closure, reply, values)) { closure, reply, values in
    guard let box = closure?.pointee.data, let values else { return }
    Unmanaged<ClosureBox>.fromOpaque(box).takeUnretainedValue().handler(values, reply)
  }
}
