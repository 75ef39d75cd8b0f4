import CGtk

/// A signal of one object, with the types of its arguments.
///
///     gesture.dragUpdate.connect(weak: self) { view, dx, dy in view.move(dx, dy) }
///
/// The handler belongs to the object and goes with it. It may destroy its own widget.
@MainActor
public struct Signal<each Argument: SignalArgument> {
  private let source: SignalSource

  init(_ object: Object, _ name: String) { source = SignalSource(object: object, name: name) }

  /// Runs `body` at each emission. What `body` captures lives as long as the object: prefer
  /// ``connect(weak:_:)`` wherever it would capture `self`.
  @discardableResult
  public func connect(_ body: @escaping @MainActor (repeat each Argument) -> Void) -> SignalHandle {
    source.connect { values, _ in
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
    weak owner: Owner, _ body: @escaping @MainActor (Owner, repeat each Argument) -> Void
  ) -> SignalHandle {
    connect { [weak owner] (argument: repeat each Argument) in
      guard let owner else { return }
      body(owner, repeat each argument)
    }
  }
}

/// A signal whose handlers answer it.
@MainActor
public struct ReplySignal<Reply: SignalReply, each Argument: SignalArgument> {
  private let source: SignalSource

  init(_ object: Object, _ name: String) { source = SignalSource(object: object, name: name) }

  /// Runs `body` with `owner` at each emission; answers `Reply.absent` once `owner` is gone.
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

/// What a handler can answer.
@MainActor
public protocol SignalReply {
  /// The answer that changes nothing.
  static var absent: Self { get }
  func write(to value: UnsafeMutablePointer<GValue>)
}

extension Bool: SignalReply {
  /// "Not handled": the event goes on.
  public static var absent: Bool { false }
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, self ? 1 : 0) }
}
