/// An event of a Swift object, with any number of listeners; the counterpart of ``Signal``, which is GObject's.
///
///     list.model.changes.connect(weak: label) { label, change in label.text = "\(change)" }
///
/// A listener that is connected during an event is called at the next one.
@MainActor
public final class Callback<each Argument> {
  private struct Listener {
    let isAlive: () -> Bool
    let body: @MainActor (repeat each Argument) -> Void
  }

  private var listeners: [Listener] = []

  /// Makes a callback without listeners.
  public init() {}

  /// Calls `body` at each event. Its captures live as long as the callback, so prefer ``connect(weak:_:)`` to capturing
  /// `self`.
  public func connect(_ body: @escaping @MainActor (repeat each Argument) -> Void) {
    listeners.append(Listener(isAlive: { true }, body: body))
  }

  /// Calls `body` with `owner` at each event, for as long as `owner` lives.
  public func connect<Owner: AnyObject>(
    weak owner: Owner, _ body: @escaping @MainActor (Owner, repeat each Argument) -> Void
  ) {
    listeners.append(
      Listener(isAlive: { [weak owner] in owner != nil }) { [weak owner] (argument: repeat each Argument) in
        if let owner { body(owner, repeat each argument) }
      })
  }

  /// Whether an event has an effect.
  public var hasListeners: Bool { listeners.contains { $0.isAlive() } }

  /// Calls all listeners, in the order in which they were connected.
  public func callAsFunction(_ argument: repeat each Argument) {
    listeners.removeAll { !$0.isAlive() }
    for listener in listeners { listener.body(repeat each argument) }
  }
}
